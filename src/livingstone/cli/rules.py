"""`livingstone rules`: the rules of the game, in the language of the player."""

import argparse
import shutil
import textwrap

import livingstone as ls
from livingstone.cli.parser import Commands
from livingstone.edition.phrases import rules_in
from livingstone.errors import shown


def add_parser(commands: Commands) -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "rules",
        help="show the rules, or one of them",
        description="Show the rules of the game, a chapter of them, or one rule.",
    )
    parser.value("number", "RULE", "such as R4.4, or R4 for a chapter (default: all)", nargs="?")
    parser.language()
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the requested rules."""
    width = max(shutil.get_terminal_size().columns - 1, 40)
    paragraphs = rule_text(options.number, options.language)
    print("\n\n".join(textwrap.fill(text, width) for text in paragraphs))
    return 0


def chapters(language: str = "en") -> tuple[str, ...]:
    """Return the headings of the chapters."""
    return tuple(f"{name} {chapter['title']}" for name, chapter in rules_in(language).items())


def rule_text(number: str | None, language: str = "en") -> tuple[str, ...]:
    """Return the paragraph of a rule, the paragraphs of a chapter, or those of all rules.

    >>> rule_text("5.2")[0][:17]
    'R5.2 Donate coins'

    Raises `ArgumentError` for a number that the rules do not have.
    """
    wanted = None if number is None else f"R{number.strip().upper().removeprefix('R')}"
    found = [
        f"{chapter if key == 'title' else key} {text}"
        for chapter, rules in rules_in(language).items()
        for key, text in rules.items()
        if wanted in (None, chapter, key)
    ]
    if not found:
        raise ls.ArgumentError(f"there is no rule {shown(number)}; try R4.4, or R4 for a chapter")
    return tuple(found)
