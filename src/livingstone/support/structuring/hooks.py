"""Structure plain data: functions that accept exactly one type, and tell all problems.

cattrs chooses the function for a type. Its own ones convert `"4"` to 4, tell neither an unknown
kind nor a missing field of a named tuple, and generate code, which takes longer than all the rest.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import count, repeat
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, fields
from cattrs import Converter

from livingstone.errors import shown
from livingstone.support.structuring.limits import Between, Matching, Within

MOST_PROBLEMS = 100
"""At most this many problems of data are reported."""


class ProblemsError(ValueError):
    """Pairs of a path, such as `.rows[0].value`, and a sentence."""

    def __init__(self, found: list[tuple[str, str]]) -> None:
        """Store the paths and the sentences."""
        super().__init__(found)
        self.found = found


def found_in(error: Exception) -> list[tuple[str, str]]:
    """List the problems in an error of the converter: paths and sentences."""
    return error.found if isinstance(error, ProblemsError) else [("", str(error))]


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


def _structured(
    made: Converter, items: Iterable[tuple[str, Any, Any]], wrong: Sequence[tuple[str, str]] = ()
) -> list[Any]:
    """Structure items: path, value, type; stop at `MOST_PROBLEMS`, which bounds the memory.

    `wrong` are problems to tell after theirs.
    """
    results, found = [], list[tuple[str, str]]()
    for path, item, wanted in items:
        try:
            results.append(made.structure(item, wanted))
        except Exception as error:
            found += [(path + inner, sentence) for inner, sentence in found_in(error)]
            if len(found) > MOST_PROBLEMS:
                break
    if found or wrong:
        raise ProblemsError([*found, *wrong])
    return results


@cache
def _fields_of(cls: Any) -> tuple[dict[str, Any], frozenset[str]]:
    """Return the types of all fields, and the names of those without a default."""
    types = get_type_hints(cls, include_extras=True)
    if is_named_tuple(cls):
        return {name: types[name] for name in cls._fields}, frozenset(cls._fields)
    required = (part.name for part in fields(cls) if part.default is NOTHING)
    return {part.name: types[part.name] for part in fields(cls)}, frozenset(required)


def structure_table(made: Converter, value: Any, cls: Any, each: Between | None = None) -> Any:
    """Accept tables for an attrs class or a named tuple; `each` limits every field."""
    _expect(value, Mapping, "a table")
    types, required = _fields_of(cls)
    wrong = [(f".{name}", "is missing") for name in types if name in required - value.keys()]
    if unknown := sorted(map(shown, value.keys() - types.keys())):
        more = ", ..." if len(unknown) > 10 else ""
        wrong.append(("", f"unknown: {', '.join(unknown[:10])}{more}"))
    known = [name for name in types if name in value]
    items = ((f".{name}", value[name], types[name]) for name in known)
    if each is not None:
        items = ((path, item, Annotated[of, each]) for path, item, of in items)
    return cls(**dict(zip(known, _structured(made, items, wrong), strict=True)))


def structure_tuple(made: Converter, value: Any, cls: Any) -> tuple[Any, ...]:
    """Accept lists for a tuple."""
    _expect(value, list | tuple, "a list")
    types: Iterable[Any] = get_args(cls)
    if get_args(cls)[-1] is ...:
        types = repeat(get_args(cls)[0])
    elif len(value) != len(get_args(cls)):
        raise ValueError(f"must have {len(get_args(cls))} entries, not {len(value)}")
    paths = (f"[{number}]" for number in count())
    return tuple(_structured(made, zip(paths, value, types, strict=False)))


def structure_mapping(made: Converter, value: Any, cls: Any) -> dict[Any, Any]:
    """Accept tables with any keys for a mapping."""
    _expect(value, Mapping, "a table")
    of_key, of_item = get_args(cls)
    paths = [f"[{str(key)[:40]!r}]" for key in value]
    keys = _structured(made, zip(paths, value, repeat(of_key), strict=False))
    items = _structured(made, zip(paths, value.values(), repeat(of_item), strict=False))
    return dict(zip(keys, items, strict=True))


@cache
def _by_kind(union: Any) -> dict[str, Any]:
    return {kind_of(cls): cls for cls in union_classes(union)}


def structure_union(made: Converter, value: Any, union: Any) -> Any:
    """Accept what fits a union; if it has several classes, the key `kind` names the class."""
    first, *others = union_classes(union)
    if value is None and NoneType in get_args(union):
        return None
    return structure_kind(value, _by_kind(union), made) if others else made.structure(value, first)


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


def structure_literal(value: Any, cls: Any) -> Any:
    """Accept the texts that a literal type lists."""
    if type(value) is not str or value not in get_args(cls):
        raise ValueError(f"must be one of {', '.join(get_args(cls))}, not {shown(value)}")
    return value


def structure_annotated(made: Converter, value: Any, cls: Any) -> Any:
    """Accept what is within the limit of an annotated type."""
    wanted, limit = get_args(cls)
    if is_named_tuple(wanted):
        return structure_table(made, value, wanted, limit)
    if wanted is int:
        return structure_whole(value, limit)
    if wanted is float:
        return _structure_float(value, limit)
    if isinstance(limit, Between) and isinstance(value, list | tuple):
        least, most = limit  # first, since there may be a great many entries
        if not least <= len(value) <= most:
            raise ValueError(f"must have {least} to {most} entries, not {len(value)}")
    result = made.structure(value, wanted)
    if isinstance(limit, Matching) and not re.fullmatch(limit.pattern, result):
        raise ValueError(f"must be {limit.meaning}, not {shown(result)}")
    return result


def structure_whole(value: Any, limit: Between) -> int:
    """Accept whole numbers within a limit."""
    number: int = structure_plain(int, "a whole number", value, int)
    least, most = limit
    if not least <= number <= most:
        bounds = f"{least}" if least == most else f"{least} to {most}"
        raise ValueError(f"must be {bounds}, not {shown(number)}")
    return number


def _structure_float(value: Any, limit: Within) -> float:
    if type(value) is not float and type(value) is not int:
        raise TypeError(f"must be a number, not {shown(value)}")
    if not limit.least <= value <= limit.most:  # nan is in no range
        raise ValueError(f"must be {limit.least:g} to {limit.most:g}, not {shown(value)}")
    return float(value)
