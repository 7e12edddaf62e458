"""Caches that `functools` does not have."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

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


class cached_attribute(Generic[_Value, _Result]):  # noqa: N801  # used as a decorator
    """Work out an attribute when it is read for the first time, and keep it in the instance.

    This is `functools.cached_property` without its lock, which makes it slower before Python 3.12.
    The class must not have slots.

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
        """Wrap the method that works the value out."""
        self._function = function
        self._name = function.__name__
        self.__doc__ = function.__doc__

    def __get__(self, instance: _Value, owner: type | None = None) -> _Result:
        value = self._function(instance)
        instance.__dict__[self._name] = value
        return value
