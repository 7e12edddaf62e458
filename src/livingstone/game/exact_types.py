"""Whether values have exactly the types that annotations name, down to their last parts.

A subclass, a `bool` for a number or a list for a tuple could break what relies on a state.
"""

from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from attrs import fields, has

from livingstone.edition.loading import check_edition
from livingstone.edition.printed import Edition
from livingstone.edition.structuring.converter import converter
from livingstone.errors import shown
from livingstone.support.arguments import SEED_LIMIT
from livingstone.support.caching import by_identity

__all__ = ["wrong_types"]

BEYOND_ALL = SEED_LIMIT
"""All numbers of a state are smaller than this one, seeds included."""

_hints = cache(get_type_hints)


@cache
def _parts(wanted: Any) -> tuple[Any, tuple[Any, ...]]:
    """Take a type apart, such as `tuple[int, ...]`, into its origin and its arguments."""
    return get_origin(wanted), get_args(wanted)


def wrong_types(path: str, value: Any, wanted: Any) -> Iterator[str]:
    """Find values that are not what a field's annotation says."""
    origin, arguments = _parts(wanted)
    if origin is UnionType:
        fitting = [choice for choice in arguments if type(value) is choice]
        if fitting:
            yield from wrong_types(path, value, fitting[0])
        else:
            yield f"{path} has a wrong type: {type(value).__name__}"
    elif type(value) is not (origin or wanted):
        yield f"{path} has a wrong type: {type(value).__name__}"
    elif wanted is int and not _is_sound_leaf(value, int):
        yield f"{path} is {shown(value)}, beyond all numbers of a game"
    elif wanted is Edition:
        if not _is_edition_sound(value):
            yield f"{path} is not one that can be loaded"
    elif origin is tuple or issubclass(wanted, tuple):
        yield from _wrong_items(path, value, wanted, arguments)
    elif has(wanted):
        hints = _hints(wanted)
        for field in fields(wanted):
            inner, hint = getattr(value, field.name), hints[field.name]
            if not _is_sound_leaf(inner, hint):
                yield from wrong_types(f"{path}.{field.name}", inner, hint)


def _is_sound_leaf(value: Any, wanted: Any) -> bool:
    """Say whether a value is a number or a text as wanted, as nearly all parts of a state are."""
    if wanted is int:
        return type(value) is int and -BEYOND_ALL < value < BEYOND_ALL
    return wanted is str and type(value) is str


def _is_edition_sound(edition: Edition) -> bool:
    try:
        return _loads_again(edition)
    except Exception:  # such an object can hold anything, even parts without a hash
        return False


@by_identity(maxsize=16)
def _loads_again(edition: Edition) -> bool:
    plain = converter.unstructure(edition)
    return converter.structure(plain, Edition) == edition and not check_edition(edition)


def _wrong_items(path: str, value: Any, wanted: Any, arguments: tuple[Any, ...]) -> Iterator[str]:
    if arguments[1:] == (...,):
        arguments = arguments[:1] * len(value)
    elif not arguments:
        arguments = tuple(_hints(wanted).values())
    if len(arguments) != len(value):
        yield f"{path} has {len(value)} entries, not {len(arguments)}"
        return
    for index, (item, type_of_item) in enumerate(zip(value, arguments, strict=True)):
        if not _is_sound_leaf(item, type_of_item):
            yield from wrong_types(f"{path}[{index}]", item, type_of_item)
