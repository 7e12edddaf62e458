"""Tables of text, and figures as they show them."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import zip_longest
from math import isnan

from attrs import frozen

from livingstone.errors import short_repr
from livingstone.simulation.intervals import Interval
from livingstone.support.wrapping import wrap

WIDTH = 80  # of plain tables, in characters
LONGEST_WORD = 24  # longer ones of heads are broken where space is short
GAP = "  "


@frozen
class Sheet:
    """A table of text, which a front end can draw in its own way."""

    __repr__ = short_repr

    title: str
    """What stands above the table."""
    heads: tuple[str, ...]
    """The heads of the columns. The first column has names, the others have figures."""
    lines: tuple[tuple[str, ...], ...]
    """The cells, line by line; each line has as many as there are heads."""
    remark: str = ""
    """A sentence below the table."""

    def _repr_html_(self) -> str:
        heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in self.heads)
        body = "".join(map(_html_line, self.lines))
        remark = f"<p>{escape(self.remark)}</p>" if self.remark else ""
        return (
            f"<table><caption>{escape(self.title)}</caption><thead><tr>{heads}</tr></thead>"
            f"<tbody>{body}</tbody></table>{remark}"
        )


def plain(sheets: Iterable[Sheet]) -> str:
    """Write tables in plain characters."""
    return "\n".join(line for line, _ in sheet_lines(sheets, WIDTH))


def sheet_lines(sheets: Iterable[Sheet], width: int) -> Iterator[tuple[str, bool]]:
    """Lay out tables with their titles and remarks; yield as `table_lines` does.

    The width is in characters.

    >>> sheet = Sheet("Wins", ("bot", "wins"), (("greedy", "3"), ("random", "1")))
    >>> [line for line, _ in sheet_lines([sheet], 80)]
    ['Wins', 'bot     wins', 'greedy     3', 'random     1']
    """
    for number, sheet in enumerate(sheets):
        title = [""] * (number > 0) + wrap(sheet.title, width)
        yield from ((line, False) for line in title)
        yield from table_lines(sheet.heads, sheet.lines, width)
        yield from ((line, False) for line in wrap(sheet.remark, width))


def html(sheets: Iterable[Sheet]) -> str:
    """Write tables as HTML, as notebooks show them; all texts are escaped.

    >>> html([Sheet("Wins", ("", "wins"), (("a & b", "62 %"),))])[:43]
    '<table><caption>Wins</caption><thead><tr><t'
    """
    return "\n".join(sheet._repr_html_() for sheet in sheets)


def _html_line(line: Sequence[str]) -> str:
    name, *cells = line
    figures = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr><th scope="row">{escape(name)}</th>{figures}</tr>'


def table_lines(
    heads: Sequence[str], rows: Sequence[Sequence[str]], width: int
) -> Iterator[tuple[str, bool]]:
    """Lay out a table, in several parts if it is wider than `width` characters.

    The first column has names, the others have figures. Yield each line, and whether it is a line
    of heads.

    >>> [*table_lines(("", "points"), [("Ann", "31"), ("Ben", "8")], 80)]
    [('     points', True), ('Ann      31', False), ('Ben       8', False)]
    """
    names, *figures = zip(heads, *rows, strict=True)
    first = min(max(map(len, names)), width // 2)
    room = width - first
    sizes = [min(max(map(len, column)), room - len(GAP)) for column in figures]
    if sum(sizes) + len(GAP) * len(sizes) > room:
        sizes = [min(_least_width(*column), room - len(GAP)) for column in figures]
    parts = list[list[int]]()
    left = 0
    for place, size in enumerate(sizes):
        if not parts or left < size + len(GAP):
            parts.append([])
            left = room
        parts[-1].append(place)
        left -= size + len(GAP)
    for part in parts:
        for number, row in enumerate(zip(names, *(figures[place] for place in part), strict=True)):
            widths = [first, *(sizes[place] for place in part)]
            wrapped = [textwrap.wrap(*cell) for cell in zip(row, widths, strict=True)]
            is_text = [True, *(number > 0 and len(pieces) > 1 for pieces in wrapped[1:])]
            for cells in zip_longest(*wrapped, fillvalue=""):
                aligned = (
                    cell.ljust(size) if is_left else cell.rjust(size)
                    for cell, size, is_left in zip(cells, widths, is_text, strict=True)
                )
                yield GAP.join(aligned).rstrip(), number == 0


def _least_width(head: str, *cells: str) -> int:
    """Measure a column whose head is wrapped, and broken if it has a very long word."""
    return max(min(LONGEST_WORD, max(map(len, head.split()), default=0)), *map(len, cells), 1)


def counted(number: int, noun: str) -> str:
    """Write a number of things, such as `3 games`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def percent(interval: Interval) -> str:
    """Write a rate with its interval, if that is known, in per cent."""
    bounds = f" ({percent_of(interval.low)} to {percent_of(interval.high)})"
    return f"{percent_of(interval.value)} %{'' if isnan(interval.low) else bounds}"


def signed(interval: Interval, scale: int = 1, decimals: int = 2, unit: str = "") -> str:
    """Write a figure that can be negative with its interval, both multiplied by `scale`.

    >>> signed(Interval(0.05, -0.01, 0.11), scale=100, decimals=1, unit=" %")
    '+5.0 % (-1.0 to +11.0)'
    """
    value, low, high = (
        f"{scale * figure:+.{decimals}f}".replace("inf", "∞")
        for figure in (interval.value, interval.low, interval.high)
    )
    return f"{value}{unit} ({low} to {high})"


def p_value(value: float) -> str:
    """Write a p-value with three decimals."""
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def percent_of(rate: float) -> str:
    """Write a rate in per cent, with one decimal unless it is 0 or 1."""
    return f"{100 * rate:.{0 if rate in (0, 1) else 1}f}"
