"""Caches for functions that the caches of `functools` do not suit."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

__all__ = ["by_identity", "cached_while_small"]

LARGEST_CACHED = 1_000
"""A result with more entries than this is not cached."""

_Arguments = ParamSpec("_Arguments")
_Value = TypeVar("_Value")
_Result = TypeVar("_Result")


class _Same:
    """A key that is equal only to another key of the very same object."""

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
    """Cache a function of one argument by the identity of the argument, not by its equality.

    For the caches of `functools`, `1`, `1.0` and `True` are the same key, and so are values that
    hold them: the result for one would be returned for the other. The last `maxsize` objects are
    kept alive.

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


def cached_while_small(
    maxsize: int, size: Callable[..., int]
) -> Callable[[Callable[_Arguments, _Result]], Callable[_Arguments, _Result]]:
    """Cache a function for its last `maxsize` arguments, except for results with many entries.

    `size` takes the same arguments and gives an upper bound for the entries of the result. This
    bounds the memory of the cache, whatever the arguments are.

    >>> @cached_while_small(maxsize=8, size=lambda count: count)
    ... def numbers(count):
    ...     return tuple(range(count))
    >>> numbers(3) is numbers(3), numbers(2000) is numbers(2000)
    (True, False)
    """

    def decorate(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
        cached = lru_cache(maxsize)(function)

        def either(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
            is_small = size(*args, **kwargs) <= LARGEST_CACHED
            return (cached if is_small else function)(*args, **kwargs)  # type: ignore[arg-type]

        return either

    return decorate
