"""Untrusted plain data (tables, lists, numbers, texts) to frozen types, and nothing but exactly.

cattrs does the work. The hooks here see to it that nothing is converted silently (`"4"`, `1.9`
and `true` are no whole numbers), that ranges are kept, that a text stays on its line, and that
each problem is told with the path to it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from attrs import has
from cattrs import Converter, transform_error
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn

from livingstone.edition import Between, Effect, Matching

__all__ = ["converter", "kind_of", "make_converter", "problems_of", "register_union"]

_MOST_PROBLEMS = 100
_Hook = Callable[[Any, Any], Any]


def make_converter() -> Converter:
    """Make a converter that takes plain data exactly, as it came from TOML or JSON."""
    made = Converter(forbid_extra_keys=True)
    for plain, meaning in ((int, "a whole number"), (str, "a text"), (bool, "true or false")):
        made.register_structure_hook(plain, partial(_structure_plain, plain, meaning))
    made.register_structure_hook_factory(has, partial(_class_hook, made))
    made.register_structure_hook_factory(_is_tuple, partial(_tuple_hook, made))
    made.register_structure_hook_factory(_is_named_tuple, partial(_named_tuple_hook, made))
    made.register_structure_hook_factory(_is_origin(Literal), _literal_hook)
    made.register_structure_hook_factory(_is_origin(Annotated), partial(_annotated_hook, made))
    made.register_unstructure_hook_factory(_is_named_tuple, _named_tuple_plain)
    register_union(made, Effect, get_args(Effect))
    return made


def kind_of(cls: type) -> str:
    """Give the name by which data tell a class from the others of its union.

    >>> kind_of(Between)
    'between'
    """
    return re.sub(r"(?<=.)(?=[A-Z])", "_", cls.__name__).lower()


def register_union(made: Converter, union: Any, classes: Iterable[type]) -> None:
    """Let data say by a key `kind` which class of a union they are."""
    by_kind = {kind_of(cls): cls for cls in classes}

    def structure(value: Any, _: Any) -> Any:
        _expect(value, Mapping, "a table")
        kind = value.get("kind")
        if type(kind) is not str or kind not in by_kind:
            raise ValueError(f"kind must be one of {', '.join(by_kind)}, not {_shown(kind)}")
        rest = {key: item for key, item in value.items() if key != "kind"}
        return made.structure(rest, by_kind[kind])

    def unstructure(value: Any) -> Any:
        return {"kind": kind_of(type(value)), **made.unstructure(value, type(value))}

    made.register_structure_hook_func(lambda cls: cls == union, structure)
    made.register_unstructure_hook_func(lambda cls: cls == union, unstructure)


def problems_of(error: BaseException) -> list[str]:
    """List what is wrong, each with its path, at most a hundred; positions count from 0."""
    problems = [
        _path_first(line) for line in transform_error(error, "", lambda exc, _: _sentence(exc))
    ]
    if len(problems) > _MOST_PROBLEMS:
        left = len(problems) - _MOST_PROBLEMS
        problems[_MOST_PROBLEMS:] = [f"and {left} more problems"]
    return problems


def _path_first(line: str) -> str:
    sentence, _, path = line.rpartition(" @ ")
    path = path.removeprefix(".")
    return f"{path}: {sentence}" if path else sentence


def _sentence(error: BaseException) -> str:
    if isinstance(error, KeyError):
        return "is missing"
    if isinstance(error, ForbiddenExtraKeysError):
        unknown = ", ".join(sorted(_shown(name) for name in error.extra_fields))
        return f"unknown: {unknown}"
    return str(error)


def _shown(value: object) -> str:
    """Show a value in a message, cut short."""
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a huge number"
    text = repr(value) if isinstance(value, int | float | str | bool | None) else ""
    return (text if len(text) <= 60 else text[:57] + "...") or f"a {type(value).__name__}"


def _expect(value: object, wanted: type | UnionType, meaning: str) -> None:
    if not isinstance(value, wanted):
        raise TypeError(f"must be {meaning}, not {_shown(value)}")


def _structure_plain(plain: type, meaning: str, value: Any, _: Any) -> Any:
    if type(value) is not plain:
        raise TypeError(f"must be {meaning}, not {_shown(value)}")
    return value


def _is_origin(origin: object) -> Callable[[Any], bool]:
    return lambda cls: get_origin(cls) is origin


def _is_tuple(cls: Any) -> bool:
    return get_origin(cls) is tuple


def _is_named_tuple(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")


def _class_hook(made: Converter, cls: type) -> _Hook:
    structure: _Hook = make_dict_structure_fn(cls, made, _cattrs_forbid_extra_keys=True)

    def hook(value: Any, _: Any) -> Any:
        _expect(value, Mapping, "a table")
        return structure(value, cls)

    return hook


def _tuple_hook(made: Converter, cls: Any) -> _Hook:
    item_type, *more = get_args(cls)
    types = None if more == [...] else (item_type, *more)

    def hook(value: Any, _: Any) -> Any:
        _expect(value, list | tuple, "a list")
        if types is not None and len(value) != len(types):
            raise ValueError(f"must have {len(types)} entries, not {len(value)}")
        items, errors = [], []
        for index, item in enumerate(value):
            wanted = types[index] if types else item_type
            try:
                items.append(made.structure(item, wanted))
            except Exception as error:
                error.add_note(IterableValidationNote("", index, wanted))
                errors.append(error)
        if errors:
            raise IterableValidationError("", errors, cls)
        return tuple(items)

    return hook


def _named_tuple_hook(made: Converter, cls: Any) -> _Hook:
    types = get_type_hints(cls)

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


def _named_tuple_plain(_: Any) -> Callable[[Any], Any]:
    return lambda value: value._asdict()


def _literal_hook(cls: Any) -> _Hook:
    choices = get_args(cls)

    def hook(value: Any, _: Any) -> Any:
        if type(value) is not str or value not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}, not {_shown(value)}")
        return value

    return hook


def _annotated_hook(made: Converter, cls: Any) -> _Hook:
    wanted, *limits = get_args(cls)

    def hook(value: Any, _: Any) -> Any:
        result = made.structure(value, wanted)
        for limit in limits:
            if isinstance(limit, Between):
                _check_range(result, limit)
            elif isinstance(limit, Matching) and not re.fullmatch(limit.pattern, result):
                raise ValueError(f"must be {limit.meaning}, not {_shown(result)}")
        return result

    return hook


def _check_range(value: Any, limit: Between) -> None:
    if _is_named_tuple(type(value)):
        for name, figure in value._asdict().items():
            if not limit.least <= figure <= limit.most:
                raise ValueError(f"{name} {_range(limit)}, not {_shown(figure)}")
    elif isinstance(value, tuple):
        if not limit.least <= len(value) <= limit.most:
            raise ValueError(f"must have {limit.least} to {limit.most} entries, not {len(value)}")
    elif not limit.least <= value <= limit.most:
        raise ValueError(f"{_range(limit)}, not {_shown(value)}")


def _range(limit: Between) -> str:
    if limit.least == limit.most:
        return f"must be {limit.least}"
    return f"must be {limit.least} to {limit.most}"


converter = make_converter()
