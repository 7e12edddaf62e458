"""Caches for functions that the caches of `functools` do not suit."""

from collections.abc import Callable, Sized
from functools import lru_cache
from threading import Lock
from typing import Any, Generic, TypeVar, TypeVarTuple

__all__ = ["by_identity", "cached_attribute", "cached_up_to"]

_Arguments = TypeVarTuple("_Arguments")
_Value = TypeVar("_Value")
_Result = TypeVar("_Result")
_Entries = TypeVar("_Entries", bound=Sized)


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


def cached_up_to(
    entries: int,
) -> Callable[[Callable[[*_Arguments], _Entries]], Callable[[*_Arguments], _Entries]]:
    """Cache a function whose results are collections, by its positional arguments.

    The results that are kept have at most so many `entries` together. This bounds the memory of the
    cache for all arguments, which a number of results would not. The oldest results are dropped
    when a new one needs their room; a result that is longer than the whole room is not kept.

    >>> @cached_up_to(entries=5)
    ... def numbers(count):
    ...     return tuple(range(count))
    >>> numbers(3) is numbers(3), numbers(7) is numbers(7)
    (True, False)
    """

    def decorate(
        function: Callable[[*_Arguments], _Entries],
    ) -> Callable[[*_Arguments], _Entries]:
        kept, adding, room = dict[tuple[*_Arguments], _Entries](), Lock(), entries

        def cached(*args: *_Arguments) -> _Entries:
            result = kept.get(args)
            if result is None:
                result = function(*args)
                with adding:
                    add(args, result)
            return result

        def add(args: tuple[*_Arguments], result: _Entries) -> None:
            nonlocal room
            if args in kept or _size(result) > entries:
                return
            kept[args] = result
            room -= _size(result)
            while room < 0:
                room += _size(kept.pop(next(iter(kept))))

        return cached

    return decorate


def _size(result: Sized) -> int:
    """Count the entries of a result; an empty one takes room, too."""
    return max(1, len(result))


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
