"""Lines in pieces, each with what it stands for, set to a width: a terminal can colour them."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from attrs import frozen

from livingstone.pictures.lettering.signs import Signs, encodable
from livingstone.pictures.subject import Subject

__all__ = ["Line", "Segment", "Setting", "aligned", "cells", "wrapped"]


class Segment(NamedTuple):
    """A piece of a line."""

    text: str
    """The characters, without a line break."""
    style: str = ""
    """What it stands for (`lines` lists the styles); empty for nothing in particular."""


Line = tuple[Segment, ...]


@frozen(eq=False)
class Setting:
    """What is set, how wide, and with which signs."""

    subject: Subject
    """What is drawn."""
    width: int
    """No line has more cells of a terminal."""
    signs: Signs
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
        more = self.signs.more if width > cells(self.signs.more) else ""
        kept, left = "", width - cells(more)
        for sign in text:
            left -= cells(sign)
            if left < 0:
                break
            kept += sign
        return kept + more


def cells(text: str) -> int:
    """Count the cells of a terminal that a text takes: two for a wide character of East Asia.

    >>> cells("Ann"), cells("石")
    (3, 2)
    """
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


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


def wrapped(setting: Setting, pieces: Iterable[Sequence[Segment]]) -> list[Line]:
    """Put pieces side by side with a gap, and on a further line what does not fit.

    A piece that is wider than a line is broken at its blanks, and cut where there is none.
    """
    lines: list[list[Segment]] = [[]]
    room = setting.width
    for piece in pieces:
        taken = sum(cells(segment.text) for segment in piece)
        if lines[-1] and taken + _GAP <= room:
            lines[-1].append(Segment(" " * _GAP))
            room -= _GAP
        elif lines[-1]:
            lines.append([])
            room = setting.width
        for word in _words(piece) if taken > room else [piece]:
            if sum(cells(segment.text) for segment in word) > room and lines[-1]:
                lines.append([Segment("  ")])
                room = setting.width - 2
            for segment in word:
                text = setting.cut(segment.text, room)
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
