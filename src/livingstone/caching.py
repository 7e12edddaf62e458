"""A cache that goes by which object it is asked for, not by what that object equals.

To the caches of `functools`, `1`, `1.0` and `True` are the same key, and so are values that hold
them: what was found for the one would be given for the other.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

__all__ = ["by_identity"]

_Value = TypeVar("_Value")
_Result = TypeVar("_Result")


class _Same:
    """Equal only to another that holds the very same object."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def by_identity(
    maxsize: int,
) -> Callable[[Callable[[_Value], _Result]], Callable[[_Value], _Result]]:
    """Cache a function of one argument for the objects that it was asked for last.

    So many objects are kept alive, no more.

    >>> @by_identity(maxsize=2)
    ... def kind(value):
    ...     return type(value).__name__
    >>> kind(1), kind(True), kind(1.0)
    ('int', 'bool', 'float')
    """

    def decorate(function: Callable[[_Value], _Result]) -> Callable[[_Value], _Result]:
        @lru_cache(maxsize)
        def cached(same: _Same) -> _Result:
            return function(same.value)

        return lambda value: cached(_Same(value))

    return decorate
