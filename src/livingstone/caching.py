"""Caches for functions that the caches of `functools` do not suit."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, ParamSpec, TypeVar

__all__ = ["by_identity", "cached_attribute", "cached_while_small"]

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


class cached_attribute(Generic[_Value, _Result]):  # noqa: N801  # named as what it stands for
    """Work out an attribute when it is asked for the first time, and keep it.

    This is `functools.cached_property` without the lock, which before Python 3.12 takes longer than
    most of what is worked out here. The class must not have slots.

    >>> class Square:
    ...     side = 3
    ...     @cached_attribute
    ...     def area(self):
    ...         return self.side**2
    >>> square = Square()
    >>> square.area, vars(square)
    (9, {'area': 9})
    """

    def __init__(self, function: Callable[[_Value], _Result]) -> None:
        """Remember how the attribute is worked out."""
        self._function = function
        self._name = function.__name__
        self.__doc__ = function.__doc__

    def __get__(self, instance: _Value, owner: type | None = None) -> _Result:
        """Work the attribute out; from then on Python finds it in the instance itself."""
        value = self._function(instance)
        instance.__dict__[self._name] = value
        return value
