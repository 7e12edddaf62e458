"""`livingstone board` and `livingstone cards`: the board and the cards, to read or as data."""

import argparse
import sys

import livingstone as ls
from livingstone.cli.editions import add_edition, edition_from
from livingstone.cli.narrator import Narrator
from livingstone.cli.parser import Commands
from livingstone.cli.play import add_language
from livingstone.cli.tables import print_board
from livingstone.cli.terminal import Terminal


def add_parser(commands: Commands) -> None:
    """Declare both subcommands and their arguments."""
    board = commands.add_parser(
        "board",
        help="show the board and its figures",
        description="Show the board with the figures of its rows and columns, or print its data"
        " file.",
    )
    cards = commands.add_parser(
        "cards",
        help="list the action cards",
        description="List the action cards with what they do, or print their data file.",
    )
    for parser, run in ((board, run_board), (cards, run_cards)):
        parser.switch("--toml", "print the shipped data file, to change and load")
        add_edition(parser)
        add_language(parser)
        parser.set_defaults(run=run)


def run_board(options: argparse.Namespace) -> int:
    """Print the board."""
    if options.toml:
        sys.stdout.write(ls.shipped_toml("board"))
        return 0
    edition = edition_from(options)
    start = ls.new_game(edition.board.players.least, edition=edition, explicit_chance=True)
    print_board(start, Narrator((), edition, options.language), Terminal())
    return 0


def run_cards(options: argparse.Namespace) -> int:
    """Print the cards."""
    if options.toml:
        sys.stdout.write(ls.shipped_toml("cards"))
        return 0
    edition = edition_from(options)
    for card in edition.cards:
        print(f"{card.count} {card.names.called(options.language)} ({card.id})")
        text = ls.describe_card(card, language=options.language)
        for line in Terminal().wrap(text, "    "):
            print(line)
    return 0
