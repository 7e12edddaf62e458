"""The hooks that the converter gives to cattrs, one for each sort of type.

cattrs' own tagged unions do not report an unknown kind, its named tuples fill missing fields with
defaults, and its lists collect any number of problems. So these three have hooks here.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import repeat
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from cattrs import Converter
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn

from livingstone.errors import shown
from livingstone.support.structuring.limits import Between, Matching, Within

MOST_PROBLEMS = 100
"""At most this many problems of data are reported."""

_Hook = Callable[[Any, Any], Any]


def kind_of(cls: type) -> str:
    """Return the value of the key `kind` for a class of a union.

    >>> kind_of(Between)
    'between'
    """
    return re.sub(r"(?<=.)(?=[A-Z])", "_", cls.__name__).lower()


def is_union(cls: Any) -> bool:
    """Return whether a type is a union."""
    return get_origin(cls) in (Union, UnionType)


def union_classes(union: Any) -> tuple[Any, ...]:
    """List the types of a union except None.

    >>> union_classes(int | None)
    (<class 'int'>,)
    """
    return tuple(cls for cls in get_args(union) if cls is not NoneType)


def is_named_tuple(cls: Any) -> bool:
    """Return whether a type is a named tuple; in data it is a table."""
    return isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")


def is_origin(origin: object) -> Callable[[Any], bool]:
    """Make a predicate for generic types of one origin, such as `tuple[int, ...]`."""
    return lambda cls: get_origin(cls) is origin


def _expect(value: object, wanted: type | UnionType, meaning: str) -> None:
    if not isinstance(value, wanted):
        raise TypeError(f"must be {meaning}, not {shown(value)}")


def structure_plain(plain: type, meaning: str, value: Any, _: Any) -> Any:
    """Accept values of exactly one plain type, which messages call `meaning`."""
    if type(value) is not plain:
        raise TypeError(f"must be {meaning}, not {shown(value)}")
    return value


def structure_text(value: Any, _: Any) -> str:
    """Accept texts that can be encoded as UTF-8."""
    text: str = structure_plain(str, "a text", value, str)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"must be Unicode without lone surrogates, not {shown(text)}") from None
    return text


def class_hook(cls: type, made: Converter) -> _Hook:
    """Make the hook for a class, which accepts tables with its fields."""
    structure: _Hook = make_dict_structure_fn(cls, made)

    def hook(value: Any, _: Any) -> Any:
        _expect(value, Mapping, "a table")
        return structure(value, cls)

    return hook


def tuple_hook(cls: Any, made: Converter) -> _Hook:
    """Make the hook for a tuple, which accepts lists."""
    item_type, *more = get_args(cls)
    types = None if more == [...] else (item_type, *more)

    def hook(value: Any, _: Any) -> Any:
        _expect(value, list | tuple, "a list")
        if types is not None and len(value) != len(types):
            raise ValueError(f"must have {len(types)} entries, not {len(value)}")
        items = zip(range(len(value)), value, types or repeat(item_type), strict=False)
        return tuple(_structure_items(made, cls, items))

    return hook


def mapping_hook(cls: Any, made: Converter) -> _Hook:
    """Make the hook for a mapping, which accepts tables with any keys."""
    key_type, item_type = get_args(cls)

    def hook(value: Any, _: Any) -> Any:
        _expect(value, Mapping, "a table")
        names = [str(key)[:40] for key in value]
        keys = _structure_items(made, cls, zip(names, value, repeat(key_type), strict=False))
        items = zip(names, value.values(), repeat(item_type), strict=False)
        return dict(zip(keys, _structure_items(made, cls, items), strict=True))

    return hook


def _structure_items(made: Converter, cls: Any, items: Iterable[tuple[Any, Any, Any]]) -> list[Any]:
    """Structure items: name, value, type; stop at `MOST_PROBLEMS`, which bounds the memory."""
    structured, errors, found = [], list[Exception](), 0
    for name, item, wanted in items:
        try:
            structured.append(made.structure(item, wanted))
        except Exception as error:
            error.add_note(IterableValidationNote("", name, wanted))
            errors.append(error)
            found += _count(error)
            if found > MOST_PROBLEMS:
                break
    if errors:
        raise IterableValidationError("", errors, cls)
    return structured


def _count(error: BaseException) -> int:
    return sum(map(_count, error.exceptions)) if isinstance(error, BaseExceptionGroup) else 1


def union_hook(union: Any, made: Converter) -> _Hook:
    """Make the hook for a union; if it has several classes, the key `kind` names the class."""
    classes = union_classes(union)
    has_none = NoneType in get_args(union)
    by_kind = {kind_of(cls): cls for cls in classes} if len(classes) > 1 else {}

    def hook(value: Any, _: Any) -> Any:
        if value is None and has_none:
            return None
        if not by_kind:
            return made.structure(value, classes[0])
        return structure_kind(value, by_kind, made)

    return hook


def structure_kind(
    value: Any, by_kind: Mapping[str, type], made: Converter, advice: str = ""
) -> Any:
    """Accept a table whose key `kind` names its class; `advice` ends the message for another."""
    _expect(value, Mapping, "a table")
    kind = value.get("kind")
    if type(kind) is not str or kind not in by_kind:
        raise ValueError(f"kind must be one of {', '.join(by_kind)}, not {shown(kind)}{advice}")
    rest = {key: item for key, item in value.items() if key != "kind"}
    return made.structure(rest, by_kind[kind])


def union_plain(union: Any, made: Converter) -> Callable[[Any], Any]:
    """Make the hook that writes a union, with the key `kind` if it has several classes."""
    classes = union_classes(union)

    def plain(value: Any) -> Any:
        if value is None:
            return None
        if len(classes) == 1:
            return made.unstructure(value, classes[0])
        return kind_plain(value, made)

    return plain


def kind_plain(value: Any, made: Converter) -> dict[str, Any]:
    """Write a value with the key `kind`."""
    return {"kind": kind_of(type(value)), **made.unstructure(value, type(value))}


def named_tuple_hook(cls: Any, made: Converter, each: Between | None = None) -> _Hook:
    """Make the hook for a named tuple, which accepts tables; `each` limits every field."""
    types = get_type_hints(cls, include_extras=True)
    if each is not None:
        types = {name: Annotated[of, each] for name, of in types.items()}

    def hook(value: Any, _: Any) -> Any:
        _expect(value, Mapping, "a table")
        items, errors = [], list[Exception]()
        for name in cls._fields:
            try:
                items.append(made.structure(value[name], types[name]))
            except Exception as error:
                error.add_note(AttributeValidationNote("", name, types[name]))
                errors.append(error)
        if extra := set(value) - set(cls._fields):
            errors.append(ForbiddenExtraKeysError("", cls, extra))
        if errors:
            raise ClassValidationError("", errors, cls)
        return cls(*items)

    return hook


def literal_hook(cls: Any) -> _Hook:
    """Make the hook for a literal type, which accepts the texts that it lists."""
    choices = get_args(cls)

    def hook(value: Any, _: Any) -> Any:
        if type(value) is not str or value not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}, not {shown(value)}")
        return value

    return hook


def annotated_hook(cls: Any, made: Converter) -> _Hook:
    """Make the hook for an annotated type, which checks the limit."""
    wanted, limit = get_args(cls)
    if is_named_tuple(wanted):
        return named_tuple_hook(wanted, made, limit)
    if wanted is int:
        return partial(_structure_number, limit)
    if wanted is float:
        return partial(_structure_float, limit)

    def hook(value: Any, _: Any) -> Any:
        if isinstance(limit, Between) and isinstance(value, list | tuple):
            least, most = limit  # first, since there may be a great many entries
            if not least <= len(value) <= most:
                raise ValueError(f"must have {least} to {most} entries, not {len(value)}")
        result = made.structure(value, wanted)
        if isinstance(limit, Matching) and not re.fullmatch(limit.pattern, result):
            raise ValueError(f"must be {limit.meaning}, not {shown(result)}")
        return result

    return hook


def _structure_number(limit: Between, value: Any, _: Any) -> int:
    number: int = structure_plain(int, "a whole number", value, int)
    least, most = limit
    if not least <= number <= most:
        bounds = f"{least}" if least == most else f"{least} to {most}"
        raise ValueError(f"must be {bounds}, not {shown(number)}")
    return number


def _structure_float(limit: Within, value: Any, _: Any) -> float:
    if type(value) is not float and type(value) is not int:
        raise TypeError(f"must be a number, not {shown(value)}")
    if not limit.least <= value <= limit.most:  # nan is in no range
        raise ValueError(f"must be {limit.least:g} to {limit.most:g}, not {shown(value)}")
    return float(value)
