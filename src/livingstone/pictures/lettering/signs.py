"""The characters that an encoding has: lines, water, and letters that stand for others."""

import codecs
import unicodedata

from attrs import astuple, frozen

from livingstone.errors import ArgumentError, shown

__all__ = ["PLAIN", "Signs", "encodable", "signs_of"]

_STAND_INS = str.maketrans({"ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "ł": "l"})


@frozen
class Signs:
    """The characters that lines and water are drawn with."""

    across: str
    """A line from left to right."""
    down: str
    """A line from top to bottom."""
    top: str
    """At the upper edge: the left corner, where lines meet, the right corner."""
    bottom: str
    """The same at the lower edge."""
    water: str
    """Of the river."""
    falls: str
    """Of the falls."""
    mark: str
    """Before the player to move."""
    dot: str
    """Between two things on a line."""
    to: str
    """Between the least and the most."""
    more: str
    """For what is left out."""


PLAIN = Signs("-", "|", "+++", "+++", "~", "\\", ">", "-", "-", "...")
_FINE = Signs("─", "│", "┌┬┐", "└┴┘", "≈", "░", "▶", "·", "\N{EN DASH}", "…")


def signs_of(encoding: str | None) -> Signs:
    """Choose the finest signs that an encoding has; ASCII alone where none is named.

    >>> signs_of("utf-8").down, signs_of("ascii").down
    ('│', '|')

    Raises `ArgumentError` for an encoding that Python does not know.
    """
    if encoding is None:
        return PLAIN
    try:
        codecs.lookup(encoding)
    except (LookupError, TypeError, ValueError):
        problem = f"encoding must be one that Python knows, or None: {shown(encoding)}"
        raise ArgumentError(problem) from None
    return _FINE if _can_be_encoded("".join(astuple(_FINE)), encoding) else PLAIN


def encodable(text: str, encoding: str | None) -> str:
    """Put in for what an encoding does not have: the letter without its accent, or a `?`.

    >>> encodable("Würfel, Großbuchstaben, 石", "ascii")
    'Wurfel, Grossbuchstaben, ?'
    """
    if encoding is None or _can_be_encoded(text, encoding):
        return text
    return "".join(_stand_in(sign, encoding) for sign in text)


def _stand_in(sign: str, encoding: str) -> str:
    for choice in (sign, sign.translate(_STAND_INS), unicodedata.normalize("NFKD", sign)[:1]):
        if _can_be_encoded(choice, encoding):
            return choice
    return "?"


def _can_be_encoded(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (LookupError, UnicodeError):  # a codec that is not for texts has none of them
        return False
    return True
