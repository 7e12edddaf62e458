"""Structure plain data: functions that accept exactly one type, and tell all problems.

cattrs chooses the function for a type. Its own ones convert `"4"` to 4, tell neither an unknown
kind nor a missing field of a named tuple, and generate code, which takes longer than all the rest.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import repeat
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, fields
from cattrs import Converter

from livingstone.errors import shown
from livingstone.support.structuring.limits import Between, Matching, Within

MOST_PROBLEMS = 100
"""At most this many problems of data are reported."""

_Hook = Callable[[Any, Any], Any]
_Item = tuple[str, Any, _Hook, Any]
"""A path, such as `.rows` or `[0]`, a value, the hook for it, and the type that is wanted."""


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


def _structured(items: Iterable[_Item]) -> list[Any]:
    """Structure items; stop at `MOST_PROBLEMS`, which bounds the memory."""
    results, found = [], list[tuple[str, str]]()
    for path, item, structure, wanted in items:
        try:
            results.append(structure(item, wanted))
        except Exception as error:
            found += [(path + inner, sentence) for inner, sentence in found_in(error)]
            if len(found) > MOST_PROBLEMS:
                break
    if found:
        raise ProblemsError(found)
    return results


def table_hook(cls: Any, made: Converter, each: Between | None = None) -> _Hook:
    """Make the hook for an attrs class or a named tuple; `each` limits every field."""
    types = get_type_hints(cls, include_extras=True)
    if is_named_tuple(cls):
        names = required = tuple(cls._fields)
    else:
        names = tuple(part.name for part in fields(cls))
        required = tuple(part.name for part in fields(cls) if part.default is NOTHING)
    wanted = {name: Annotated[types[name], each] if each else types[name] for name in names}
    hooks = {name: made.get_structure_hook(of) for name, of in wanted.items()}

    def items(table: Mapping[str, Any]) -> Iterator[_Item]:
        for name, of in wanted.items():
            if name in table:
                yield f".{name}", table[name], hooks[name], of
            elif name in required:
                yield f".{name}", None, _refuse_missing, of
        if unknown := table.keys() - hooks.keys():
            yield "", unknown, _refuse_unknown, cls

    def hook(value: Any, _: Any) -> Any:
        _expect(value, Mapping, "a table")
        results = _structured(items(value))
        return cls(**dict(zip((name for name in names if name in value), results, strict=True)))

    return hook


def _refuse_missing(*_: Any) -> None:
    raise ValueError("is missing")


def _refuse_unknown(keys: Any, _: Any) -> None:
    names = sorted(map(shown, keys))
    raise ValueError(f"unknown: {', '.join(names[:10])}{', ...' if len(names) > 10 else ''}")


def tuple_hook(cls: Any, made: Converter) -> _Hook:
    """Make the hook for a tuple, which accepts lists."""
    first, *more = get_args(cls)
    types = [first] if more == [...] else [first, *more]
    hooks = [(made.get_structure_hook(of), of) for of in types]

    def hook(value: Any, _: Any) -> Any:
        _expect(value, list | tuple, "a list")
        if more != [...] and len(value) != len(types):
            raise ValueError(f"must have {len(types)} entries, not {len(value)}")
        pairs = zip(value, repeat(hooks[0]) if more == [...] else hooks, strict=False)
        return tuple(_structured((f"[{n}]", item, *hook) for n, (item, hook) in enumerate(pairs)))

    return hook


def mapping_hook(cls: Any, made: Converter) -> _Hook:
    """Make the hook for a mapping, which accepts tables with any keys."""
    of_key, of_item = ((made.get_structure_hook(of), of) for of in get_args(cls))

    def hook(value: Any, _: Any) -> Any:
        _expect(value, Mapping, "a table")
        paths = [f"[{str(key)[:40]!r}]" for key in value]
        keys = _structured((path, key, *of_key) for path, key in zip(paths, value, strict=True))
        pairs = zip(paths, value.values(), strict=True)
        return dict(zip(keys, _structured((*pair, *of_item) for pair in pairs), strict=True))

    return hook


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
        return table_hook(wanted, made, limit)
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
