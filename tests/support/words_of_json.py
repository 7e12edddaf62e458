"""Values that requests in JSON should not have, and whether an answer speaks of Python."""

import re
from collections.abc import Iterator
from typing import Any

WRONG: tuple[Any, ...] = (None, True, [], {}, [None], {"kind": None}, 1.5, "x")
WRONG_TEXTS = (b"\xff", b"[" * 3000, b'{"a": NaN}', b"{'a': 1}", b'{"a": 1, "a": 1}')
_OF_PYTHON = re.compile(
    r"None|True|False|\b(dict|list|tuple|str|int|float|bool|keyword|codec|sys)\b|Error"
)


def changed(body: dict[str, Any]) -> Iterator[Any]:
    """Yield the wrong values instead of a body, and instead of each of its values."""
    for wrong in WRONG:
        yield wrong
        for key in body:
            yield body | {key: wrong}


def speaks_of_python(text: str) -> bool:
    return bool(_OF_PYTHON.search(text))
