"""`livingstone rules`: the rules of the game, or one of them."""

import argparse
import shutil
import textwrap

from livingstone.cli.rulebook import rule_text, whole_text

__all__ = ["add_parser"]


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "rules",
        help="show the rules, or one of them",
        description="Show the rules of the game, a chapter of them, or one rule.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "number", nargs="?", metavar="RULE", help="such as R4.4, or R4 for a chapter (default: all)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the rules that are asked for."""
    paragraphs = whole_text() if options.number is None else rule_text(options.number)
    width = shutil.get_terminal_size().columns - 1
    print("\n\n".join(textwrap.fill(text, max(width, 40)) for text in paragraphs))
    return 0
