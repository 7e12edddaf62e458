"""Caches that `functools` does not have."""

from collections.abc import Callable
from typing import Generic, TypeVar

_Value = TypeVar("_Value")
_Result = TypeVar("_Result")


class cached_attribute(Generic[_Value, _Result]):  # noqa: N801  # used as a decorator
    """Compute an attribute when it is first read, and keep it in the instance.

    This is `functools.cached_property` without its lock, which makes it slower before Python 3.12.
    The class must not have slots.
    """

    def __init__(self, function: Callable[[_Value], _Result]) -> None:
        """Wrap the method that computes the value."""
        self._function = function
        self._name = function.__name__
        self.__doc__ = function.__doc__

    def __get__(self, instance: _Value, owner: type | None = None) -> _Result:
        value = self._function(instance)
        instance.__dict__[self._name] = value
        return value
