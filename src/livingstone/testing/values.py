"""Strategies for values of each type of data, moves, outcomes and events among them."""

from collections.abc import Callable
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from attrs import fields, has
from hypothesis import strategies as st

from livingstone.edition.effect import Effect, known_kinds
from livingstone.support.limits import Between, Identifier, Matching
from livingstone.support.structuring import is_named_tuple, is_union

LARGEST = 9
"""The largest figure, unless its range starts higher, so that games stay small."""
LONGEST = 4
"""The most entries of a tuple, unless its range starts higher."""


def values_of(wanted: Any, *, largest: int = LARGEST) -> st.SearchStrategy[Any]:
    """Draw values of a type, such as `Move`, `Event` or `Effect` (of any shipped kind).

    Supports attrs classes, named tuples, unions, tuples, literals, numbers and texts. Figures are
    within the range of their annotation (`Between`), and at most `largest` where possible; without
    a range they are not negative. A text without a pattern is like the id of a card.

    >>> from hypothesis import find
    >>> from livingstone.effects import DrawStones
    >>> find(values_of(DrawStones), lambda effect: effect.stones > 1).stones > 1
    True

    Raises `TypeError` for another type.
    """
    if wanted is Effect:
        return st.one_of(*(values_of(cls, largest=largest) for cls in known_kinds().values()))
    if wanted in _PLAIN:
        return _PLAIN[wanted](largest)
    if is_union(wanted):
        return st.one_of(*(values_of(cls, largest=largest) for cls in get_args(wanted)))
    if has(wanted) or is_named_tuple(wanted):
        return _objects(wanted, largest)
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin is Annotated:
        return _limited(arguments[0], arguments[1:], largest)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple and arguments[1:] == (...,):
        return _tuples(arguments[0], 0, LONGEST, largest)
    if origin is tuple:
        return st.tuples(*(values_of(argument, largest=largest) for argument in arguments))
    raise TypeError(f"no strategy for {wanted}")


_PLAIN: dict[Any, Callable[[int], st.SearchStrategy[Any]]] = {
    int: lambda largest: st.integers(0, largest),
    bool: lambda _: st.booleans(),
    NoneType: lambda _: st.none(),
    str: lambda largest: values_of(Identifier, largest=largest),
}


def _objects(cls: Any, largest: int) -> st.SearchStrategy[Any]:
    types = get_type_hints(cls, include_extras=True)
    names = cls._fields if is_named_tuple(cls) else [field.name for field in fields(cls)]
    return st.builds(cls, **{name: values_of(types[name], largest=largest) for name in names})


def _limited(wanted: Any, limits: tuple[Any, ...], largest: int) -> st.SearchStrategy[Any]:
    for limit in limits:
        if isinstance(limit, Matching):
            return st.from_regex(limit.pattern, fullmatch=True)
        if isinstance(limit, Between):
            return _in_range(wanted, limit, largest)
    return values_of(wanted, largest=largest)


def _in_range(wanted: Any, limit: Between, largest: int) -> st.SearchStrategy[Any]:
    """Draw figures, named tuples of figures, or tuples of a length, in a range."""
    figures = st.integers(limit.least, max(limit.least, min(limit.most, largest)))
    if wanted is int:
        return figures
    if is_named_tuple(wanted):
        return st.builds(wanted, *[figures] * len(wanted._fields))
    return _tuples(
        get_args(wanted)[0], limit.least, min(limit.most, limit.least + LONGEST), largest
    )


def _tuples(item: Any, least: int, most: int, largest: int) -> st.SearchStrategy[Any]:
    items = values_of(item, largest=largest)
    return st.lists(items, min_size=least, max_size=most).map(tuple)
