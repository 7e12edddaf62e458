"""The converter from untrusted plain data (tables, lists, numbers, texts) to frozen types.

It is a converter of cattrs with functions that convert nothing silently (`"4"`, `1.9` and `true`
are not whole numbers), check the range of each figure, and tell every problem with its path.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, time
from functools import partial
from itertools import count, repeat
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, define, fields, has
from cattrs import Converter
from cattrs.cols import namedtuple_dict_unstructure_factory
from cattrs.gen import make_dict_unstructure_fn, override

from livingstone.errors import shown
from livingstone.support.limits import OPTIONAL, Added, Between, Matching, Whole, Within

_Hook: TypeAlias = Callable[[Any, Any], Any]
"""A function that takes a value and a type, as cattrs calls it."""
MOST_PROBLEMS = 100
"""At most this many problems of data are reported."""
_TABLE = "a table or an object"
"""What TOML and JSON call values by keys."""
_SHAPES = {int: "a whole number", str: "a text", list: "an array", dict: _TABLE}
"""What types of plain data are called."""


@define(slots=False)
class ProblemsError(ValueError):
    """Pairs of a path, such as `.rows[0].value`, and a sentence."""

    found: list[tuple[str, str]]


def shown_plain(value: object) -> str:
    """Show a value of plain data in a message, in the words of JSON and TOML.

    >>> shown_plain(None), shown_plain(True), shown_plain([1]), shown_plain("4")
    ('null', 'true', 'an array', "'4'")
    """
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case list() | tuple():
            return "an array"
        case Mapping():
            return _TABLE
        case date() | time():
            return str(value)
    return shown(value)


def found_in(error: Exception) -> list[tuple[str, str]]:
    """List the problems in an error of the converter: paths and sentences."""
    return error.found if isinstance(error, ProblemsError) else [("", str(error))]


def kind_of(cls: type) -> str:
    """Return the value of the key `kind` for a class of a union: `take_die` for `TakeDie`."""
    return re.sub(r"(?<=.)(?=[A-Z])", "_", cls.__name__).lower()


def is_union(cls: Any) -> bool:
    """Return whether a type is a union."""
    return get_origin(cls) in (Union, UnionType)


def union_classes(union: Any) -> tuple[Any, ...]:
    """List the types of a union except None, and except a literal beside others."""
    types = tuple(cls for cls in get_args(union) if cls is not NoneType)
    return tuple(cls for cls in types if get_origin(cls) is not Literal) or types


def literal_of(union: Any) -> Any:
    """Return the literal of a union, None if it has none."""
    return next((cls for cls in get_args(union) if get_origin(cls) is Literal), None)


def is_told_by_shape(union: Any) -> bool:
    """Return whether the types of a union have no kinds, since data tells them apart.

    These are a text and others: a whole number, a list, a table.
    """
    types = union_classes(union)
    return len(types) > 1 and str in types


def is_named_tuple(cls: Any) -> bool:
    """Return whether a type is a named tuple; in data it is a table."""
    return isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")


def problems_of(error: Exception) -> list[str]:
    """List the problems in an error, each with its path, 100 at most; indexes count from 0."""
    found = [(path.removeprefix("."), sentence) for path, sentence in found_in(error)]
    problems = [f"{path}: {sentence}" if path else sentence for path, sentence in found]
    if len(problems) > MOST_PROBLEMS:
        problems[MOST_PROBLEMS:] = ["and more problems"]
    return problems


def make_plain_converter() -> Converter:
    """Make a converter that accepts plain data from TOML or JSON if the types are exact."""
    made = Converter()
    made.register_structure_hook(bool, partial(_plain, bool, "true or false"))
    made.register_structure_hook(int, partial(_whole, get_args(Whole)[1]))
    made.register_structure_hook(str, _text)
    for predicate, factory in (
        (has, _table),
        (is_named_tuple, _table),
        (_is_origin(tuple), _tuple),
        (_is_origin(dict), _mapping),
        (is_union, _union),
        (_is_origin(Annotated), _annotated),
    ):
        made.register_structure_hook_factory(predicate, partial(factory, made))
    made.register_structure_hook_func(_is_origin(Literal), _literal)
    made.register_unstructure_hook_factory(is_union, partial(_union_plain, made))
    for predicate, plain in (
        (is_named_tuple, namedtuple_dict_unstructure_factory),
        (lambda cls: has(cls) and bool(optional_fields(cls)), make_dict_unstructure_fn),
    ):
        made.register_unstructure_hook_factory(predicate, partial(_left_out, made, plain))
    return made


def optional_fields(cls: Any) -> dict[str, Any]:
    """Return the defaults of the fields that are left out of written data while they have them."""
    if has(cls):
        return {part.name: part.default for part in fields(cls) if part.metadata == OPTIONAL}
    hints = get_type_hints(cls, include_extras=True).items()
    added = [name for name, hint in hints if any(isinstance(x, Added) for x in get_args(hint))]
    return {name: cls._field_defaults[name] for name in added}


def _left_out(made: Converter, factory: Callable[..., Any], cls: Any) -> Any:
    return factory(cls, made, **dict.fromkeys(optional_fields(cls), override(omit_if_default=True)))


def _is_origin(origin: object) -> Callable[[Any], bool]:
    return lambda cls: get_origin(cls) is origin


def _expect(value: object, wanted: type | UnionType, meaning: str) -> None:
    if not isinstance(value, wanted):
        raise TypeError(f"must be {meaning}, not {shown_plain(value)}")


def _plain(plain: type, meaning: str, value: Any, _: Any) -> Any:
    """Accept values of exactly one plain type, which messages call `meaning`."""
    if type(value) is not plain:
        raise TypeError(f"must be {meaning}, not {shown_plain(value)}")
    return value


def _text(value: Any, _: Any) -> str:
    text: str = _plain(str, "a text", value, str)
    if re.search("[\ud800-\udfff]", text):
        raise ValueError(f"must be Unicode without lone surrogates, not {shown(text)}")
    return text


def _structured(
    path: str,
    items: Iterable[tuple[object, Any, Any, _Hook]],
    wrong: Sequence[tuple[str, str]] = (),
) -> list[Any]:
    """Structure items (the key for the path, value, type, hook); `wrong` are further problems."""
    results = []
    found = list[tuple[str, str]]()
    for key, item, wanted, hook in items:
        try:
            results.append(hook(item, wanted))
        except Exception as error:
            found += [(path.format(key) + inner, sentence) for inner, sentence in found_in(error)]
            if len(found) > MOST_PROBLEMS:  # which bounds the memory
                break
    if found or wrong:
        raise ProblemsError([*found, *wrong])
    return results


def _table(made: Converter, cls: Any, each: Between | None = None) -> _Hook:
    """Accept tables for an attrs class or a named tuple; `each` limits every field."""
    hints = get_type_hints(cls, include_extras=True)
    if is_named_tuple(cls):
        names = cls._fields
        required = [name for name in names if name not in optional_fields(cls)]
    else:
        names = [part.name for part in fields(cls)]
        required = [part.name for part in fields(cls) if part.default is NOTHING]
    types = {name: hints[name] if each is None else Annotated[hints[name], each] for name in names}
    hooks = {name: made.get_structure_hook(wanted) for name, wanted in types.items()}

    def structure(value: Any, _: Any) -> Any:
        _expect(value, Mapping, _TABLE)
        wrong = [(f".{name}", "is missing") for name in required if name not in value]
        if unknown := sorted(map(shown, value.keys() - hooks.keys())):
            more = ", ..." if len(unknown) > 10 else ""
            wrong.append(("", f"unknown: {', '.join(unknown[:10])}{more}"))
        known = [name for name in hooks if name in value]
        items = ((name, value[name], types[name], hooks[name]) for name in known)
        return cls(**dict(zip(known, _structured(".{}", items, wrong), strict=True)))

    return structure


def _tuple(made: Converter, cls: Any) -> _Hook:
    types = get_args(cls)
    hooks = [made.get_structure_hook(wanted) for wanted in types if wanted is not ...]

    def structure(value: Any, _: Any) -> tuple[Any, ...]:
        _expect(value, list | tuple, "an array")
        if types[-1] is ...:
            items = zip(count(), value, repeat(types[0]), repeat(hooks[0]), strict=False)
        elif len(value) != len(types):
            raise ValueError(f"must have {len(types)} entries, not {len(value)}")
        else:
            items = zip(count(), value, types, hooks, strict=False)
        return tuple(_structured("[{}]", items))

    return structure


def _mapping(made: Converter, cls: Any) -> _Hook:
    sides = [(repeat(side), repeat(made.get_structure_hook(side))) for side in get_args(cls)]

    def structure(value: Any, _: Any) -> dict[Any, Any]:
        _expect(value, Mapping, _TABLE)
        paths = [repr(str(key)[:40]) for key in value]
        keys, items = (
            _structured("[{}]", zip(paths, side, *of_side, strict=False))
            for side, of_side in zip((value, value.values()), sides, strict=True)
        )
        return dict(zip(keys, items, strict=True))

    return structure


def _union(made: Converter, union: Any) -> _Hook:
    """Accept what fits a union; if it has several classes, the key `kind` names the class."""
    if is_told_by_shape(union):
        return _by_shape(made, union)
    first, *others = union_classes(union)
    by_kind = {kind_of(cls): cls for cls in (first, *others)} if others else {}
    literal = literal_of(union)

    def structure(value: Any, _: Any) -> Any:
        if literal and type(value) is str:
            return _literal(value, literal)
        if value is None and NoneType in get_args(union):
            return None
        return structure_kind(value, by_kind, made) if others else made.structure(value, first)

    return structure


def _by_shape(made: Converter, union: Any) -> _Hook:
    by_shape = {_shape_of(cls): cls for cls in union_classes(union)}
    meant = " or ".join(meaning for shape, meaning in _SHAPES.items() if shape in by_shape)

    def structure(value: Any, _: Any) -> Any:
        if type(value) not in by_shape:
            raise TypeError(f"must be {meant}, not {shown_plain(value)}")
        return made.structure(value, by_shape[type(value)])

    return structure


def _shape_of(cls: Any) -> type:
    """Return the type that values of a type have in data."""
    if has(cls) or is_named_tuple(cls):
        return dict
    if get_origin(cls) is tuple:
        return list
    bare: type = get_args(cls)[0] if get_origin(cls) is Annotated else cls
    return bare


def structure_kind(
    value: Any, by_kind: Mapping[str, type], made: Converter, advice: str = ""
) -> Any:
    """Accept a table whose key `kind` names its class; `advice` ends the message for another."""
    _expect(value, Mapping, _TABLE)
    if "kind" not in value:
        raise ValueError(f"kind is missing: it must be one of {', '.join(by_kind)}")
    kind = value["kind"]
    if type(kind) is not str or kind not in by_kind:
        given = f"not {shown_plain(kind)}{advice}"
        raise ValueError(f"kind must be one of {', '.join(by_kind)}, {given}")
    rest = {key: item for key, item in value.items() if key != "kind"}
    return made.structure(rest, by_kind[kind])


def _union_plain(made: Converter, union: Any) -> Callable[[Any], Any]:
    if is_told_by_shape(union):
        return made.unstructure
    first, *others = union_classes(union)

    def plain(value: Any) -> Any:
        if value is None or isinstance(value, str):
            return value
        return kind_plain(value, made) if others else made.unstructure(value, first)

    return plain


def kind_plain(value: Any, made: Converter) -> dict[str, Any]:
    """Write a value with the key `kind`."""
    return {"kind": kind_of(type(value)), **made.unstructure(value, type(value))}


def _literal(value: Any, cls: Any) -> Any:
    if type(value) is not str or value not in get_args(cls):
        raise ValueError(f"must be one of {', '.join(get_args(cls))}, not {shown_plain(value)}")
    return value


def _annotated(made: Converter, cls: Any) -> _Hook:
    wanted, limit = get_args(cls)
    if is_named_tuple(wanted):
        return _table(made, wanted, limit)
    if wanted is int:
        return partial(_whole, limit)
    if wanted is float:
        return partial(_float, limit)
    hook = made.get_structure_hook(wanted)

    def structure(value: Any, _: Any) -> Any:
        if isinstance(limit, Between) and isinstance(value, list | tuple):
            least, most = limit  # first, since there may be a great many entries
            if not least <= len(value) <= most:
                raise ValueError(f"must have {least} to {most} entries, not {len(value)}")
        result = hook(value, wanted)
        if isinstance(limit, Matching) and not re.fullmatch(limit.pattern, result):
            raise ValueError(f"must be {limit.meaning}, not {shown(result)}")
        return result

    return structure


def _whole(limit: Between, value: Any, _: Any) -> int:
    least, most = limit
    if type(value) is not int:
        raise TypeError(f"must be a whole number, not {shown_plain(value)}")
    if not least <= value <= most:
        bounds = f"{least}" if least == most else f"{least} to {most}"
        raise ValueError(f"must be {bounds}, not {shown_plain(value)}")
    return value


def _float(limit: Within, value: Any, _: Any) -> float:
    if type(value) is not float and type(value) is not int:
        raise TypeError(f"must be a number, not {shown_plain(value)}")
    if not limit.least <= value <= limit.most:  # nan is in no range
        raise ValueError(f"must be {limit.least:g} to {limit.most:g}, not {shown_plain(value)}")
    return float(value)
