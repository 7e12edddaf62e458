"""Tables of text, and how they are written for a terminal or in Markdown."""

from collections.abc import Sequence

from attrs import frozen

from livingstone.support.alignment import align

__all__ = ["Sheet", "markdown", "plain"]


@frozen
class Sheet:
    """A table of text, which a front end can draw in its own way."""

    title: str
    """What stands above the table."""
    heads: tuple[str, ...]
    """The heads of the columns. The first column holds names, the others hold figures."""
    lines: tuple[tuple[str, ...], ...]
    """The cells, line by line; each line has as many as there are heads."""
    remark: str = ""
    """A sentence that stands below the table; empty if there is none."""


def plain(sheets: Sequence[Sheet]) -> str:
    """Write tables for a terminal, in plain characters.

    >>> print(plain([Sheet("Wins", ("bot", "rate"), (("greedy", "90.1 %"),))]))
    Wins
    bot       rate
    greedy  90.1 %
    """
    return "\n\n".join(_plain(sheet) for sheet in sheets)


def _plain(sheet: Sheet) -> str:
    table = align((sheet.heads, *sheet.lines))
    return "\n".join([sheet.title, table, *([sheet.remark] if sheet.remark else [])])


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
