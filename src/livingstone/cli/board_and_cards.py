"""`livingstone board` and `livingstone cards`: the board and the cards, to read or as data."""

import argparse
import sys

import livingstone as ls
from livingstone.cli.editions import add_edition, edition_from
from livingstone.cli.narrator import Narrator
from livingstone.cli.parser import Commands
from livingstone.cli.tables import print_board
from livingstone.cli.terminal import Terminal


def add_parser(commands: Commands) -> None:
    """Declare both subcommands and their arguments."""
    for name, help, description in (
        (
            "board",
            "show the board and its figures",
            "Show the board with the figures of its rows and columns, or print its data file.",
        ),
        (
            "cards",
            "list the action cards",
            "List the action cards with what they do, or print their data file.",
        ),
    ):
        parser = commands.add_parser(name, help=help, description=description)
        parser.switch("--toml", "print the shipped data file, to change and load")
        add_edition(parser)
        parser.language()
        parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the board or the cards."""
    if options.toml:
        sys.stdout.write(ls.shipped_toml(options.command))
        return 0
    edition, terminal = edition_from(options), Terminal()
    if options.command == "board":
        start = ls.new_game(edition.board.players.least, edition=edition, explicit_chance=True)
        print_board(start, Narrator((), edition, options.language), terminal)
        return 0
    for card in edition.cards:
        print(f"{card.count} {card.names.called(options.language)} ({card.id})")
        text = ls.describe_card(card, language=options.language)
        print(*terminal.wrap(text, "    "), sep="\n")
    return 0
