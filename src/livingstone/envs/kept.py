"""Results that are kept by which object they belong to, not by its value."""

from collections.abc import Callable
from typing import Any

__all__ = ["MOST_KEPT", "Kept"]

MOST_KEPT = 4096
"""How many results are kept of each kind."""


class Kept:
    """Results of a function of one value, kept by which object the value is.

    A state shares what did not change with the state before it. To recognise an object is faster
    than to work out the hash of all that it holds.
    """

    def __init__(self, function: Callable[[Any], Any]) -> None:
        """Keep results of this function."""
        self._function = function
        self._kept: dict[int, tuple[object, Any]] = {}

    def __call__(self, value: object) -> Any:
        """Give the result for a value, which must not change."""
        found = self._kept.get(id(value))
        if found is not None and found[0] is value:
            return found[1]
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        result = self._function(value)
        self._kept[id(value)] = value, result
        return result
