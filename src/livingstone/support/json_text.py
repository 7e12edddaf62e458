"""JSON from outside, read strictly."""

import json
from math import isinf
from typing import Any

from livingstone.errors import shown


def parse_json(text: str | bytes) -> Any:
    """Read JSON as plain data; 1.0 is the integer 1, as in JSON Schema.

    >>> parse_json('{"players": 2.0}')
    {'players': 2}

    Raises `ValueError`, whose message says what the text is instead, for text that is not UTF-8 or
    not JSON, a key that occurs twice, and a number that is infinite or has thousands of digits.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode()
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=_number,
        )
    except UnicodeDecodeError as error:
        raise ValueError(f"is not UTF-8: {error.reason} at byte {error.start}") from None
    except RecursionError:
        raise ValueError("is nested too deeply") from None
    except ValueError as error:
        reason, digits, _ = str(error).partition(" digits) for integer")  # of Python's `int`
        reason = f"{reason.replace('(', 'of ')} digits for a number" if digits else reason
        raise ValueError(f"is not JSON: {reason}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise ValueError(f"the key {shown(key)} occurs more than once")
        made[key] = value
    return made


def _number(text: str) -> float:
    value = float(text)
    if isinf(value):
        raise ValueError(f"{shown(text)} is too large")
    return int(value) if value.is_integer() else value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")
