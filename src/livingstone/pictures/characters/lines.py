"""Lines of characters for a terminal: styled segments, cut and aligned to a width, in an encoding."""

import codecs
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from attrs import astuple, frozen

from livingstone.errors import ArgumentError, shown
from livingstone.pictures.subject import Subject

__all__ = [
    "Line",
    "Page",
    "Segment",
    "Symbols",
    "aligned",
    "cells",
    "encodable",
    "symbols_for",
    "wrapped",
]

_STAND_INS = str.maketrans({"ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "ł": "l"})


@frozen
class Symbols:
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


PLAIN = Symbols("-", "|", "+++", "+++", "~", "\\", ">", "-", "-", "...")
_FINE = Symbols("─", "│", "┌┬┐", "└┴┘", "≈", "░", "▶", "·", "\N{EN DASH}", "…")


def symbols_for(encoding: str | None) -> Symbols:
    """Choose the finest symbols that an encoding has; ASCII alone where none is named.

    >>> symbols_for("utf-8").down, symbols_for("ascii").down
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
    return "".join(_stand_in(character, encoding) for character in text)


def _stand_in(character: str, encoding: str) -> str:
    for choice in (
        character,
        character.translate(_STAND_INS),
        unicodedata.normalize("NFKD", character)[:1],
    ):
        if _can_be_encoded(choice, encoding):
            return choice
    return "?"


def _can_be_encoded(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (LookupError, UnicodeError):  # a codec that is not for texts has none of them
        return False
    return True


class Segment(NamedTuple):
    """A piece of a line."""

    text: str
    """The characters, without a line break."""
    style: str = ""
    """What it stands for (`lines` lists the styles); empty for nothing in particular."""


Line = tuple[Segment, ...]


@frozen(eq=False)
class Page:
    """What is set, how wide, and with which symbols."""

    subject: Subject
    """What is drawn."""
    width: int
    """No line has more cells of a terminal."""
    symbols: Symbols
    """What lines and water are drawn with."""
    encoding: str | None
    """Whatever is written can be encoded so; None for all that there is."""

    def say(self, key: str, **values: object) -> str:
        """Give a phrase, filled in, with letters that the encoding has."""
        return encodable(self.subject.say(key, **values), self.encoding)

    def awaited(self) -> str:
        """Say what the game waits for, with letters that the encoding has."""
        return encodable(self.subject.awaited(), self.encoding)

    def name(self, seat: int) -> str:
        """Give a player's name, with letters that the encoding has."""
        return encodable(self.subject.names[seat], self.encoding)

    def cut(self, text: str, width: int) -> str:
        """Cut a text to a width; what is left out is marked, where there is room for that."""
        if cells(text) <= width:
            return text
        more = self.symbols.more if width > cells(self.symbols.more) else ""
        kept, left = "", width - cells(more)
        for character in text:
            left -= cells(character)
            if left < 0:
                break
            kept += character
        return kept + more


def cells(text: str) -> int:
    """Count the cells of a terminal that a text takes: two for a wide character of East Asia.

    >>> cells("Ann"), cells("石")
    (3, 2)
    """
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def aligned(text: str, width: int, side: str = "<") -> str:
    """Fill a text up with blanks: to the right of it, to its left (`>`), on both sides (`^`).

    >>> aligned("石", 4, ">")
    '  石'
    """
    missing = max(width - cells(text), 0)
    before = {"<": 0, ">": missing, "^": (missing + 1) // 2}[side]
    return " " * before + text + " " * (missing - before)


_GAP = 3
"""Blanks between two pieces that stand side by side."""


def wrapped(page: Page, pieces: Iterable[Sequence[Segment]]) -> list[Line]:
    """Put pieces side by side with a gap, and on a further line what does not fit.

    A piece that is wider than a line is broken at its blanks, and cut where there is none.
    """
    lines: list[list[Segment]] = [[]]
    room = page.width
    for piece in pieces:
        taken = sum(cells(segment.text) for segment in piece)
        if lines[-1] and taken + _GAP <= room:
            lines[-1].append(Segment(" " * _GAP))
            room -= _GAP
        elif lines[-1]:
            lines.append([])
            room = page.width
        for word in _words(piece) if taken > room else [piece]:
            if sum(cells(segment.text) for segment in word) > room and lines[-1]:
                lines.append([Segment("  ")])
                room = page.width - 2
            for segment in word:
                text = page.cut(segment.text, room)
                lines[-1].append(segment._replace(text=text))
                room -= cells(text)
    return [tuple(line) for line in lines if line]


def _words(piece: Sequence[Segment]) -> Iterator[list[Segment]]:
    """Break a piece at its blanks, which go with the word before them."""
    word = list[Segment]()
    for text, style in piece:
        *ended, begun = text.split(" ")
        for part in ended:
            yield [*word, Segment(f"{part} ", style)]
            word = []
        if begun:
            word.append(Segment(begun, style))
    if word:
        yield word
