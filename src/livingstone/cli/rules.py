"""`livingstone rules`: the rules of the game, as in the documentation but without its markup."""

import argparse
import re
import shutil
import textwrap
from functools import cache

from livingstone.cli.parser import Commands
from livingstone.edition.loading import shipped_bytes
from livingstone.errors import ArgumentError, shown

_RULE = re.compile(r"\*\*R(\d+\.\d+)\*\* ")
_CHAPTER = re.compile(r"## R(\d+) (.+)")
_NUMBER = re.compile(r"[rR]?(\d{1,3}(?:\.\d{1,3})?)")


def add_parser(commands: Commands) -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "rules",
        help="show the rules, or one of them",
        description="Show the rules of the game, a chapter of them, or one rule.",
    )
    parser.value("number", "RULE", "such as R4.4, or R4 for a chapter (default: all)", nargs="?")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the requested rules."""
    every = tuple(text for _, text in _paragraphs())
    paragraphs = every if options.number is None else rule_text(options.number)
    width = shutil.get_terminal_size().columns - 1
    print("\n\n".join(textwrap.fill(text, max(width, 40)) for text in paragraphs))
    return 0


def chapters() -> tuple[str, ...]:
    """List the headings of the chapters."""
    own = (text for number, text in _paragraphs() if text.startswith(f"R{number} "))
    return tuple(text for text in own if "." not in text.partition(" ")[0])


def rule_text(number: str) -> tuple[str, ...]:
    """Return the paragraphs of a rule, or of a whole chapter.

    >>> rule_text("r5.2")[0][:20]
    'R5.2 Donate: put one'

    Raises `ArgumentError` for a number that the rules do not have.
    """
    named = _NUMBER.fullmatch(number.strip())
    wanted = named[1] if named else ""
    found = tuple(
        text for own, text in _paragraphs() if wanted and wanted in (own, own.partition(".")[0])
    )
    if not found:
        raise ArgumentError(f"there is no rule {shown(number)}; try R4.4, or R4 for a chapter")
    return found


@cache
def _paragraphs() -> tuple[tuple[str, str], ...]:
    """List the paragraphs, each with the number of its rule or chapter."""
    found = list[tuple[str, str]]()
    number = ""
    for block in shipped_bytes("rules.md").decode().split("\n\n"):
        lines = block.splitlines()
        text = " ".join(li for li in lines if not (li.startswith("(r") and li.endswith(")=")))
        if heading := _CHAPTER.match(text) or _RULE.match(text):
            number = heading[1]
        if number:
            found.append((number, _without_markup(text)))
    return tuple(found)


def _without_markup(text: str) -> str:
    """Remove links to rulings, and the signs of headings and emphasis."""
    text = re.sub(r"\s*\(\{ref\}`[^`]*`\)", "", text)
    text = re.sub(r",?\s*\{ref\}`ruling <[^`]*`", "", text)
    text = re.sub(r"\{\w+\}`([^`<]*?)(?:\s*<[^`]*>)?`", r"\1", text)
    return re.sub(r"^#+ |\*+|`", "", text)
