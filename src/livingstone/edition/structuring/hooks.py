"""The hooks that `structuring` gives to cattrs: each one structures one sort of type."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
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

from livingstone.edition.structuring.limits import Between, Matching, Within
from livingstone.errors import shown

__all__ = [
    "MOST_PROBLEMS",
    "annotated_hook",
    "class_hook",
    "is_named_tuple",
    "is_origin",
    "is_union",
    "kind_of",
    "literal_hook",
    "mapping_hook",
    "named_tuple_hook",
    "named_tuple_plain",
    "structure_plain",
    "structure_text",
    "tuple_hook",
    "union_classes",
    "union_hook",
    "union_plain",
]

MOST_PROBLEMS = 100
"""The most problems that are reported of data."""

_Hook = Callable[[Any, Any], Any]


def kind_of(cls: type) -> str:
    """Give the name of a class in data, which tells it from the other classes of its union.

    >>> kind_of(Between)
    'between'
    """
    return re.sub(r"(?<=.)(?=[A-Z])", "_", cls.__name__).lower()


def is_union(cls: Any) -> bool:
    """Say whether a type is a union; in data, the key `kind` names the class of a value."""
    return get_origin(cls) in (Union, UnionType)


def union_classes(union: Any) -> tuple[Any, ...]:
    """List the types of a union except None.

    >>> union_classes(int | None)
    (<class 'int'>,)
    """
    return tuple(cls for cls in get_args(union) if cls is not NoneType)


def is_named_tuple(cls: Any) -> bool:
    """Say whether a type is a named tuple, which is a table in data."""
    return isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")


def _expect(value: object, wanted: type | UnionType, meaning: str) -> None:
    if not isinstance(value, wanted):
        raise TypeError(f"must be {meaning}, not {shown(value)}")


def structure_plain(plain: type, meaning: str, value: Any, _: Any) -> Any:
    """Accept values of exactly one plain type; messages name it by its `meaning`."""
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


def is_origin(origin: object) -> Callable[[Any], bool]:
    """Make a predicate for generic types of one origin, like `tuple[int, ...]`."""
    return lambda cls: get_origin(cls) is origin


def class_hook(made: Converter, cls: type) -> _Hook:
    """Make the hook for a class, which accepts tables with its fields."""
    structure: _Hook = make_dict_structure_fn(cls, made)

    def hook(value: Any, _: Any) -> Any:
        _expect(value, Mapping, "a table")
        return structure(value, cls)

    return hook


def tuple_hook(made: Converter, cls: Any) -> _Hook:
    """Make the hook for a tuple, which accepts lists."""
    item_type, *more = get_args(cls)
    types = None if more == [...] else (item_type, *more)

    def hook(value: Any, _: Any) -> Any:
        _expect(value, list | tuple, "a list")
        if types is not None and len(value) != len(types):
            raise ValueError(f"must have {len(types)} entries, not {len(value)}")
        with_types = zip(value, types or repeat(item_type), strict=False)
        numbered = ((index, item, wanted) for index, (item, wanted) in enumerate(with_types))
        return tuple(_structure_items(made, cls, numbered))

    return hook


def mapping_hook(made: Converter, cls: Any) -> _Hook:
    """Make the hook for a mapping, which accepts tables with keys of the user's choice."""
    key_type, item_type = get_args(cls)

    def hook(value: Any, _: Any) -> Any:
        _expect(value, Mapping, "a table")
        names = [str(key)[:40] for key in value]
        keys = _structure_items(made, cls, zip(names, value, repeat(key_type), strict=False))
        items = zip(names, value.values(), repeat(item_type), strict=False)
        return dict(zip(keys, _structure_items(made, cls, items), strict=True))

    return hook


def _structure_items(made: Converter, cls: Any, items: Iterable[tuple[Any, Any, Any]]) -> list[Any]:
    """Structure items, each given as its name for messages, its value and its type.

    It stops at `MOST_PROBLEMS`, so that hostile data cannot fill the memory with problems.
    """
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
    """Count the problems in an error."""
    return sum(map(_count, error.exceptions)) if isinstance(error, BaseExceptionGroup) else 1


def union_hook(made: Converter, union: Any) -> _Hook:
    """Make the hook for a union; where it has several classes, the key `kind` names the class."""
    classes = union_classes(union)
    has_none = NoneType in get_args(union)
    by_kind = {kind_of(cls): cls for cls in classes} if len(classes) > 1 else {}

    def hook(value: Any, _: Any) -> Any:
        if value is None and has_none:
            return None
        if not by_kind:
            return made.structure(value, classes[0])
        _expect(value, Mapping, "a table")
        kind = value.get("kind")
        if type(kind) is not str or kind not in by_kind:
            raise ValueError(f"kind must be one of {', '.join(by_kind)}, not {shown(kind)}")
        rest = {key: item for key, item in value.items() if key != "kind"}
        return made.structure(rest, by_kind[kind])

    return hook


def union_plain(made: Converter, union: Any) -> Callable[[Any], Any]:
    """Make the hook that writes a union, with the key `kind` if it has several classes."""
    classes = union_classes(union)

    def plain(value: Any) -> Any:
        if value is None:
            return None
        if len(classes) == 1:
            return made.unstructure(value, classes[0])
        return {"kind": kind_of(type(value)), **made.unstructure(value, type(value))}

    return plain


def named_tuple_hook(made: Converter, cls: Any, each: Between | None = None) -> _Hook:
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


def named_tuple_plain(made: Converter, cls: Any) -> Callable[[Any], Any]:
    """Make the hook that writes named tuples as tables."""
    types = get_type_hints(cls, include_extras=True)
    plain = {name: made.get_unstructure_hook(types[name]) for name in cls._fields}
    return lambda value: {name: plain[name](item) for name, item in value._asdict().items()}


def literal_hook(cls: Any) -> _Hook:
    """Make the hook for a literal type, which accepts the texts that it lists."""
    choices = get_args(cls)

    def hook(value: Any, _: Any) -> Any:
        if type(value) is not str or value not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}, not {shown(value)}")
        return value

    return hook


def annotated_hook(made: Converter, cls: Any) -> _Hook:
    """Make the hook for an annotated type, which checks the limit."""
    wanted, limit = get_args(cls)
    if is_named_tuple(wanted):
        return named_tuple_hook(made, wanted, limit)
    if wanted is int:
        return partial(_structure_number, limit)
    if wanted is float:
        return partial(_structure_float, limit)

    def hook(value: Any, _: Any) -> Any:
        # Before the entries are structured, since there may be a great many of them.
        if isinstance(limit, Between) and isinstance(value, list | tuple):
            _check_length(value, limit)
        result = made.structure(value, wanted)
        if isinstance(limit, Matching) and not re.fullmatch(limit.pattern, result):
            raise ValueError(f"must be {limit.meaning}, not {shown(result)}")
        return result

    return hook


def _structure_number(limit: Between, value: Any, _: Any) -> int:
    number: int = structure_plain(int, "a whole number", value, int)
    if not limit.least <= number <= limit.most:
        raise ValueError(f"{_range(limit)}, not {shown(number)}")
    return number


def _structure_float(limit: Within, value: Any, _: Any) -> float:
    if type(value) is not float and type(value) is not int:
        raise TypeError(f"must be a number, not {shown(value)}")
    if not limit.least <= value <= limit.most:  # nan is in no range
        raise ValueError(f"must be {limit.least:g} to {limit.most:g}, not {shown(value)}")
    return float(value)


def _check_length(value: Sequence[Any], limit: Between) -> None:
    if not limit.least <= len(value) <= limit.most:
        raise ValueError(f"must have {limit.least} to {limit.most} entries, not {len(value)}")


def _range(limit: Between) -> str:
    if limit.least == limit.most:
        return f"must be {limit.least}"
    return f"must be {limit.least} to {limit.most}"
