"""`livingstone board` and `livingstone cards`: what is printed, to look at or as a data file."""

import argparse
import sys
from itertools import takewhile

from livingstone.cli.deciding import WIDEST_BOARD
from livingstone.cli.play import add_edition, add_language
from livingstone.cli.telling import Teller
from livingstone.cli.terminal import Terminal
from livingstone.edition.loading import load_edition, shipped_toml
from livingstone.game.engine import new_game
from livingstone.pictures.text import lines as board_lines
from livingstone.words.cards import describe_card

__all__ = ["add_parser"]


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare both subcommands and their arguments."""
    board = commands.add_parser(
        "board",
        help="show the board and its figures",
        description="Show the board with the figures of its rows and columns, or print its data"
        " file.",
        allow_abbrev=False,
    )
    cards = commands.add_parser(
        "cards",
        help="list the action cards",
        description="List the action cards with what they do, or print their data file.",
        allow_abbrev=False,
    )
    for parser, run in ((board, run_board), (cards, run_cards)):
        parser.add_argument(
            "--toml",
            action="store_true",
            help="print the shipped data file, to be changed and loaded",
        )
        add_edition(parser)
        add_language(parser)
        parser.set_defaults(run=run)


def run_board(options: argparse.Namespace) -> int:
    """Print the board."""
    if options.toml:
        sys.stdout.write(shipped_toml("board"))
        return 0
    edition = load_edition(options.edition, board=options.board, cards=options.cards)
    start = new_game(edition.board.players.least, edition=edition, explicit_chance=True)
    terminal = Terminal()
    width, encoding = min(terminal.width, WIDEST_BOARD), sys.stdout.encoding
    drawn = board_lines(start, width, language=options.language, encoding=encoding)
    terminal.show(takewhile(bool, drawn))  # the players stand below an empty line
    return 0


def run_cards(options: argparse.Namespace) -> int:
    """Print the cards."""
    if options.toml:
        sys.stdout.write(shipped_toml("cards"))
        return 0
    edition = load_edition(options.edition, board=options.board, cards=options.cards)
    teller = Teller((), edition, options.language)
    for card in edition.cards:
        print(f"{card.count} {teller.card(card.id)} ({card.id})")
        text = describe_card(card, language=options.language)
        for line in Terminal().wrap(text, "    "):
            print(line)
    return 0
