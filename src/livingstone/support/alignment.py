"""Tables in plain characters: cells aligned in columns."""

from collections.abc import Sequence


def align(rows: Sequence[Sequence[str]], text_column: int = 0) -> str:
    """Align the cells of a table in columns, with two blanks between them.

    All rows have as many cells. The cells of the `text_column`, counted from 0, are aligned to the
    left, and all others, which hold figures, to the right.

    >>> print(align([("bot", "wins"), ("greedy", "9")]))
    bot     wins
    greedy     9
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell.ljust(width) if column == text_column else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
