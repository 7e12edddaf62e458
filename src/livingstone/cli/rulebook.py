"""The text of the rules: those of the documentation, without its markup."""

import re
from functools import cache

from livingstone.edition.loading import shipped_bytes
from livingstone.errors import ArgumentError, shown

__all__ = ["chapters", "rule_text", "whole_text"]

_RULE = re.compile(r"\*\*R(\d+\.\d+)\*\* ")
_CHAPTER = re.compile(r"## R(\d+) (.+)")
_NUMBER = re.compile(r"[rR]?(\d{1,3}(?:\.\d{1,3})?)")


@cache
def _paragraphs() -> tuple[tuple[str, str], ...]:
    """List the paragraphs with the number of the rule or of the chapter that each belongs to."""
    found = list[tuple[str, str]]()
    number = ""
    for block in shipped_bytes("rules.md").decode().split("\n\n"):
        text = " ".join(line for line in block.splitlines() if not _is_target(line))
        if heading := _CHAPTER.match(text) or _RULE.match(text):
            number = heading[1]
        if number:
            found.append((number, _without_markup(text)))
    return tuple(found)


def _is_target(line: str) -> bool:
    return line.startswith("(r") and line.endswith(")=")


def _without_markup(text: str) -> str:
    """Take links to rulings out of a paragraph, and the signs of headings and emphasis.

    >>> _without_markup("**R5.1** *Sell* `x` ({ref}`ruling <ruling-r5-1>`).")
    'R5.1 Sell x.'
    """
    text = re.sub(r"\s*\(\{ref\}`[^`]*`\)", "", text)
    text = re.sub(r",?\s*\{ref\}`ruling <[^`]*`", "", text)
    text = re.sub(r"\{\w+\}`([^`<]*?)(?:\s*<[^`]*>)?`", r"\1", text)
    return re.sub(r"^#+ |\*+|`", "", text)


def chapters() -> tuple[str, ...]:
    """List the headings of the chapters.

    >>> chapters()[0]
    'R1 Material and set-up'
    """
    return tuple(text for number, text in _paragraphs() if _is_heading(number, text))


def _is_heading(number: str, text: str) -> bool:
    return "." not in number and text.startswith(f"R{number} ")


def whole_text() -> tuple[str, ...]:
    """Give all rules, a paragraph each, the headings of the chapters among them."""
    return tuple(text for _, text in _paragraphs())


def rule_text(number: str) -> tuple[str, ...]:
    """Give the paragraphs of a rule, or of a whole chapter.

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
        raise ArgumentError(f"there is no rule {shown(number)}; they are called R4.4 or R4")
    return found
