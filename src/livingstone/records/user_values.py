"""The keys of a record that begin with `_`: values of the user's own, kept as TOML."""

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

import tomli_w

from livingstone.edition.structuring.toml import read_toml
from livingstone.errors import RecordError, shown

__all__ = ["user_text"]

DEEPEST = 10
"""The deepest level of tables and lists within each other."""
LONGEST_KEY = 100
"""No key has more characters: the heading of each table repeats those of the tables around it."""
_INTEGERS = range(-(2**63), 2**63)


def user_text(values: Mapping[str, Any] | str) -> str:
    """Write values, or rewrite a text, as TOML sorted by key: equal values give equal texts.

    >>> print(user_text({"_rated": True, "_clock": {"minutes": 5}}), end="")
    _rated = true
    <BLANKLINE>
    [_clock]
    minutes = 5

    Raises `RecordError` for keys that do not begin with `_`, and for values that TOML does not
    have, that are nested too deep, or that are whole numbers of more than 64 bits.
    """
    if not isinstance(values, Mapping | str):
        raise RecordError(f"user: must be a mapping or TOML, not {shown(values)}")
    if not values:
        return ""
    try:
        plain = _plain(read_toml(values) if isinstance(values, str) else values, DEEPEST + 1)
        text = tomli_w.dumps(plain)
        read_toml(text)
        text.encode()
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise RecordError(f"user: the values cannot be kept: {error}") from None
    for key in plain:
        if not key.startswith("_"):
            raise RecordError(f"user: the key {key!r} does not begin with _")
    return text


def _plain(value: Any, depth: int) -> Any:
    """Copy values that TOML has, sorted by key, turning tuples into lists."""
    if not depth:
        raise ValueError("nested too deeply")
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("a key that is no text")
        if any(len(key) > LONGEST_KEY for key in value):
            raise ValueError(f"a key of more than {LONGEST_KEY} characters")
        return {key: _plain(value[key], depth - 1) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [_plain(item, depth - 1) for item in value]
    if type(value) is int and value not in _INTEGERS:
        raise ValueError("a whole number of more than 64 bits")
    if type(value) not in (str, int, bool, float, date, datetime, time):
        raise TypeError(f"{shown(value)} is no value of TOML")
    return value
