"""`livingstone board` and `livingstone cards`: what is printed, as a table or as a data file."""

import argparse
import sys

from livingstone.alignment import align
from livingstone.edition.loading import load_edition, shipped_toml

__all__ = ["add_parser"]


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare both subcommands and their arguments."""
    board = commands.add_parser(
        "board",
        help="show the figures of the board",
        description="Show the figures of the rows and columns, or print the board's data file.",
        allow_abbrev=False,
    )
    cards = commands.add_parser(
        "cards",
        help="list the action cards",
        description="List the action cards, or print their data file.",
        allow_abbrev=False,
    )
    for parser, run in ((board, run_board), (cards, run_cards)):
        parser.add_argument(
            "--toml", action="store_true", help="print the data file, to be changed and loaded"
        )
        parser.set_defaults(run=run)


def run_board(options: argparse.Namespace) -> int:
    """Print the board."""
    if options.toml:
        sys.stdout.write(shipped_toml("board"))
        return 0
    board = load_edition("printed").board
    rows = [("row", "points a tent", "majority")]
    rows += [
        (str(number), str(row.value), str(row.majority)) for number, row in enumerate(board.rows, 1)
    ]
    columns = [("column", "cost")]
    columns += [(str(number), str(column.cost)) for number, column in enumerate(board.columns, 1)]
    print(align(rows))
    print()
    print(align(columns))
    return 0


def run_cards(options: argparse.Namespace) -> int:
    """Print the cards."""
    if options.toml:
        sys.stdout.write(shipped_toml("cards"))
        return 0
    cards = load_edition("printed").cards
    names = align([("name",), *((card.names.en,) for card in cards)]).splitlines()
    texts = ["text", *(card.text for card in cards)]
    counts = align([("id", "count"), *((card.id, str(card.count)) for card in cards)]).splitlines()
    width = max(map(len, names))
    for count, name, text in zip(counts, names, texts, strict=True):
        print(f"{count}  {name:{width}}  {text}")
    return 0
