"""Tables of text, and how they are written in plain characters or in Markdown."""

import textwrap
from collections.abc import Iterator, Sequence

from attrs import frozen

__all__ = ["Sheet", "markdown", "plain"]

WIDTH = 80
"""Plain tables are no wider."""
WIDEST_NAME = 24
"""Longer names are broken."""


@frozen
class Sheet:
    """A table of text, which a front end can draw in its own way."""

    title: str
    heads: tuple[str, ...]
    """The heads of the columns. The first column has names, the others have figures."""
    lines: tuple[tuple[str, ...], ...]
    """The cells, line by line; each line has as many as there are heads."""
    remark: str = ""
    """A sentence below the table."""

    def transposed(self) -> "Sheet":
        """Swap rows and columns."""
        heads, *lines = zip(self.heads, *self.lines, strict=True)
        return Sheet(self.title, heads, tuple(lines), self.remark)


def plain(sheets: Sequence[Sheet]) -> str:
    """Write tables in plain characters, 80 columns wide.

    A table that is wider is divided by columns, with the names in every part.

    >>> print(plain([Sheet("Wins", ("bot", "rate"), (("greedy", "90.1 %"),))]))
    Wins
    bot       rate
    greedy  90.1 %
    """
    return "\n\n".join("\n".join(_plain(sheet)) for sheet in sheets)


def _plain(sheet: Sheet) -> Iterator[str]:
    yield from textwrap.wrap(sheet.title, WIDTH)
    rows = [sheet.heads, *sheet.lines]
    names = [textwrap.wrap(row[0], WIDEST_NAME) or [""] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[0] = max(len(piece) for pieces in names for piece in pieces)
    parts, room = list[list[int]](), 0
    for place, width in list(enumerate(widths))[1:]:
        if not parts or room < width + 2:
            parts.append([])
            room = WIDTH - widths[0]
        parts[-1].append(place)
        room -= width + 2
    for part in parts:
        for row, pieces in zip(rows, names, strict=True):
            cells = [row[place].rjust(widths[place]) for place in part]
            yield "  ".join([pieces[0].ljust(widths[0]), *cells]).rstrip()
            yield from pieces[1:]
    yield from textwrap.wrap(sheet.remark, WIDTH)


def markdown(sheets: Sequence[Sheet]) -> str:
    """Write tables in Markdown.

    >>> print(markdown([Sheet("Wins", ("bot", "rate"), (("greedy", "90.1 %"),))]), end="")
    ## Wins
    <BLANKLINE>
    | bot | rate |
    | :-- | --: |
    | greedy | 90.1 % |
    """
    return "\n".join(_markdown(sheet) for sheet in sheets)


def _markdown(sheet: Sheet) -> str:
    rule = [":--", *["--:"] * (len(sheet.heads) - 1)]
    lines = [f"| {' | '.join(map(_cell, line))} |" for line in (sheet.heads, rule, *sheet.lines)]
    remark = ["", sheet.remark] if sheet.remark else []
    return "\n".join([f"## {sheet.title}", "", *lines, *remark]) + "\n"


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|")
