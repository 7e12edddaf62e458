"""Reading untrusted TOML in bounded time."""

import re
import tomllib
from typing import Any

MOST_BYTES = 1_000_000
"""The largest size of a data file or a record, in bytes of UTF-8."""
MOST_MARKS = 20_000
"""A text may have this many dots, `[` and `{`, which take `tomllib` the most time. The record of a
game of five with its whole edition has about 300."""

_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(
    rf"^[ \t]*+\[*+[ \t]*+{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{20}}", re.MULTILINE
)
"""A key of more than twenty parts; `tomllib` takes time that grows with their square."""


def count_marks(text: str) -> int:
    """Count the dots, `[` and `{`.

    >>> count_marks("[a.b]")
    2
    """
    return sum(map(text.count, ".[{"))


def read_toml(text: str) -> dict[str, Any]:
    """Parse TOML in bounded time.

    >>> read_toml("a" + ".a" * 1000 + " = 1")
    Traceback (most recent call last):
        ...
    ValueError: it is nested too deeply

    Raises `ValueError` for a text that would take too long, and for one that is not TOML.
    """
    if count_marks(text) > MOST_MARKS:
        raise ValueError(f"it has more than {MOST_MARKS} dots, lists and tables")
    if _LONG_KEY.search(text):
        raise ValueError("it is nested too deeply")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
