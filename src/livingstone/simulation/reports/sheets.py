"""Tables of text, as they stand on a terminal or in Markdown."""

from collections.abc import Sequence

from attrs import frozen

__all__ = ["Sheet", "markdown", "plain"]


@frozen
class Sheet:
    """A table: what a front end needs to draw one in its own way."""

    title: str
    heads: tuple[str, ...]
    """Of the columns; the first column is text, the others are figures."""
    lines: tuple[tuple[str, ...], ...]
    remark: str = ""
    """A sentence below it."""


def plain(sheets: Sequence[Sheet]) -> str:
    """Lay tables out for a terminal, in plain characters.

    >>> print(plain([Sheet("Wins", ("bot", "rate"), (("greedy", "90.1 %"),))]))
    Wins
    bot       rate
    greedy  90.1 %
    """
    return "\n\n".join(_plain(sheet) for sheet in sheets)


def _plain(sheet: Sheet) -> str:
    table = (sheet.heads, *sheet.lines)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in table
    ]
    return "\n".join([sheet.title, *lines, *([sheet.remark] if sheet.remark else [])])


def markdown(sheets: Sequence[Sheet]) -> str:
    """Lay tables out in Markdown.

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
