"""Lines of styled segments, cut and aligned to a width, in an encoding."""

import codecs
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from attrs import astuple, frozen

from livingstone.errors import ArgumentError, shown
from livingstone.pictures.subject import Subject, can_be_encoded


@frozen
class Symbols:
    """The characters that lines and water are drawn with."""

    across: str
    down: str
    top: str
    """Left corner, crossing, right corner of the upper edge."""
    bottom: str
    water: str
    falls: str
    mark: str
    """Before the player to move."""
    to: str
    """Between the least and the most."""
    more: str
    """In place of what was cut."""


_PLAIN = Symbols("-", "|", "+++", "+++", "~", "\\", ">", "-", "...")
_FINE = Symbols("─", "│", "┌┬┐", "└┴┘", "≈", "░", "▶", "\N{EN DASH}", "…")


def symbols_for(encoding: str | None) -> Symbols:
    """Choose box-drawing characters if an encoding has them, else ASCII.

    >>> symbols_for("utf-8").down, symbols_for("ascii").down
    ('│', '|')

    Raises `ArgumentError` for an encoding that Python does not know.
    """
    if encoding is None:
        return _PLAIN
    try:
        codecs.lookup(encoding)
    except (LookupError, ValueError):
        raise ArgumentError(f"encoding must be one that Python knows: {shown(encoding)}") from None
    return _FINE if can_be_encoded("".join(astuple(_FINE)), encoding) else _PLAIN


class Segment(NamedTuple):
    """A part of a line."""

    text: str
    style: str = ""
    """The kind of text; `lines` lists the styles."""


Line = tuple[Segment, ...]


@frozen(eq=False)
class Page:
    """A subject with the width and the characters of its picture."""

    subject: Subject
    width: int
    """In cells of a terminal."""
    symbols: Symbols

    def say(self, key: str, **values: object) -> str:
        """Fill a phrase in."""
        return self.subject.say(key, **values)

    def cut(self, text: str, width: int) -> str:
        """Cut a text to a width, with a mark if there is room for it."""
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
    """Count the cells of a terminal that a text takes: two for an East Asian wide character."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def aligned(text: str, width: int, side: str = "<") -> str:
    """Pad a text with blanks: on its right (`<`), its left (`>`) or both sides (`^`)."""
    missing = max(width - cells(text), 0)
    before = {"<": 0, ">": missing, "^": (missing + 1) // 2}[side]
    return " " * before + text + " " * (missing - before)


_GAP = 3
"""Blanks between two pieces."""


def wrapped(page: Page, pieces: Iterable[Sequence[Segment]]) -> list[Line]:
    """Put pieces side by side, on as many lines as they need.

    A piece wider than a line is broken at its blanks, and cut if it has none.
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
    """Split a piece after its blanks."""
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
