"""Reading untrusted TOML in bounded time."""

import tomllib
from typing import Any

MOST_BYTES = 1_000_000
"""The largest size of a data file or a record, in bytes of UTF-8."""
MOST_MARKS = 20_000
"""A text may have this many dots, `[` and `{`, which take `tomllib` the most time.
The record of a game of five with its whole edition has about 300."""
MOST_DOTS = 500
"""The most dots in a line: the time that `tomllib` takes grows with the square of a key's parts."""


def read_toml(text: str, most_marks: int = MOST_MARKS) -> dict[str, Any]:
    """Parse TOML in bounded time.

    >>> read_toml("a" + ".a" * 1000 + " = 1")
    Traceback (most recent call last):
        ...
    ValueError: it is nested too deeply

    Raises `ValueError` for a text that would take too long, and for one that is not TOML.
    """
    if sum(map(text.count, ".[{")) > most_marks:
        raise ValueError(f"it has more than {most_marks} dots, lists and tables")
    if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
        raise ValueError("it is nested too deeply")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
