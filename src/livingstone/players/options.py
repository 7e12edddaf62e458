"""The options in the name of a bot, `key=value,key=value`, read as its signature says."""

import inspect
import sys
import typing
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from enum import Enum
from functools import partial
from inspect import Parameter
from os import PathLike
from pathlib import Path, PurePath
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, Literal, Union

from attrs import evolve, fields_dict, frozen, has

from livingstone.errors import ArgumentError, shown

LISTED = "livingstone.listed"
"""The key, in a field's metadata, of the text that `livingstone bots` shows as its default."""


@frozen
class Kind:
    """A type that an option may have."""

    rank: int
    """Its place among several types: the first one that can read a text does."""
    words: str
    read: Callable[[str], object]
    """Converts a text; raises `ValueError` or `KeyError` for one that is not of this type."""


def _of_choices(rank: int, choices: Mapping[str, object]) -> Kind:
    return Kind(rank, f"one of {', '.join(choices)}", choices.__getitem__)


def _read_truth(text: str) -> bool:
    return {"true": True, "false": False}[text.lower()]


_NONE = Kind(0, "None", {"None": None}.__getitem__)
_TRUTH = Kind(1, "true or false", _read_truth)
_CHOICE_RANK = 2
_WHOLE = Kind(3, "a whole number", int)
_NUMBER = Kind(4, "a number", float)
_TEXT = Kind(5, "a text", str)
_PATH = Kind(6, "a path", Path)
_SIMPLE = {NoneType: _NONE, bool: _TRUTH, int: _WHOLE, float: _NUMBER, str: _TEXT}
_ANY = (_WHOLE, _NUMBER, _TEXT)
"""How an option is read whose annotation names no type that a text can be read as."""


@frozen
class Option:
    """An option that the name of a bot can set."""

    name: str
    kinds: tuple[Kind, ...] = _ANY
    default: object = Parameter.empty
    listed: str | None = None
    """The text that a list of bots shows instead of `default`."""

    def read(self, text: str) -> object:
        """Convert a text; raises `ArgumentError` if it is of no type that the option may have.

        >>> Option("depth").read("3"), Option("depth").read("deep")
        (3, 'deep')
        """
        for kind in self.kinds:
            with suppress(ValueError, KeyError):
                return kind.read(text)
        wanted = " or ".join(kind.words for kind in reversed(self.kinds))
        raise ArgumentError(f"{self.name} must be {wanted}, not {shown(text)}")

    def write(self, value: object) -> str:
        """Write a value in the shortest way that `read` turns into the same value.

        >>> Option("seconds").write(2.0), Option("seconds").write(0.5)
        ('2.0', '0.5')
        """
        if isinstance(value, Enum):
            return value.name
        if isinstance(value, bool):
            return str(value).lower()
        short = f"{value:g}" if isinstance(value, float) else str(value)
        with suppress(ArgumentError):
            again = self.read(short)
            if (type(again), again) == (type(value), value):
                return short
        return str(value)


@frozen
class Signature:
    """The options that a bot takes."""

    options: Mapping[str, Option]
    takes_others: bool
    """Whether it takes any other option, too."""

    @classmethod
    def of(cls, source: object) -> "Signature":
        """Find the options of a class or function; one without a signature takes any."""
        try:
            parameters = inspect.signature(source).parameters.values()  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return cls({}, takes_others=True)
        names = _global_names(source)
        listed = _listed_defaults(source)
        options = dict[str, Option]()
        takes_others = False
        for parameter in parameters:
            if parameter.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY):
                name = parameter.name
                kinds = _kinds_of(parameter, names)
                options[name] = Option(name, kinds, parameter.default, listed.get(name))
            takes_others |= parameter.kind is Parameter.VAR_KEYWORD
        return cls(options, takes_others)

    def read(self, text: str) -> dict[str, object]:
        """Convert the options of a name, ordered as in the signature; other options come last.

        Raises `ArgumentError` for an unknown option and for a wrong type.
        """
        given = _split(text)
        places = {name: place for place, name in enumerate(self.options)}
        order = sorted(given, key=lambda name: (places.get(name, len(places)), name))
        return {name: self._option(name).read(given[name]) for name in order}

    def write(self, values: Mapping[str, object]) -> str:
        """Write options so that `read` reads them; equal options are written alike."""
        return ",".join(
            f"{name}={self._option(name).write(value)}" for name, value in values.items()
        )

    def _option(self, name: str) -> Option:
        if name in self.options:
            return self.options[name]
        if self.takes_others:
            return Option(name)
        known = ", ".join(self.options)
        what_it_takes = f"the options are {known}" if known else "it takes none"
        raise ArgumentError(f"there is no option {shown(name)}; {what_it_takes}")


def _split(text: str) -> dict[str, str]:
    given = dict[str, str]()
    for part in text.split(","):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier() or not value or key in given:
            raise ArgumentError(
                f"options look like key=value,key=value, each key once, not {shown(text)}"
            )
        given[key] = value
    return given


def _listed_defaults(source: object) -> dict[str, str]:
    """Return what a list shows as the defaults of the fields of an attrs class."""
    if not inspect.isclass(source) or not has(source):
        return {}
    known = fields_dict(source).items()
    return {name: field.metadata[LISTED] for name, field in known if LISTED in field.metadata}


def _global_names(source: Any) -> dict[str, Any]:
    """Return the names that the annotations of a class or function may use."""
    while isinstance(source, partial):
        source = source.func
    source = inspect.unwrap(source)
    owners = reversed(source.__mro__) if inspect.isclass(source) else [source]
    names = dict[str, Any]()
    for owner in owners:
        names |= vars(sys.modules.get(getattr(owner, "__module__", ""), SimpleNamespace()))
    return names


def _kinds_of(parameter: Parameter, names: dict[str, Any]) -> tuple[Kind, ...]:
    """Return the types that a parameter may have, as far as a text can be read as one."""
    holder: Any = SimpleNamespace(__annotations__={"parameter": parameter.annotation})
    try:
        hint = typing.get_type_hints(holder, names)["parameter"]
    except Exception:  # whatever an annotation raises, such as a name that only mypy knows
        return _ANY
    kinds = [kind for part in _alternatives(hint) if (kind := _kind_of(part)) is not None]
    kinds.sort(key=lambda kind: kind.rank)
    return _ANY if kinds in ([], [_NONE]) else tuple(kinds)


def _alternatives(hint: Any) -> Iterable[Any]:
    """List the types of a union, and those that a `NewType` stands for."""
    if typing.get_origin(hint) in (Union, UnionType):
        for part in typing.get_args(hint):
            yield from _alternatives(part)
    elif hasattr(hint, "__supertype__"):  # of `NewType`
        yield from _alternatives(hint.__supertype__)
    else:
        yield hint


def _kind_of(hint: Any) -> Kind | None:
    """Return how a text is read as a type, if it can be."""
    origin = typing.get_origin(hint) or hint
    if origin is Literal:
        return _of_choices(_CHOICE_RANK, {str(choice): choice for choice in typing.get_args(hint)})
    if not inspect.isclass(origin) or origin is Parameter.empty:
        return None
    if issubclass(origin, Enum):
        return _of_choices(_CHOICE_RANK, origin.__members__)
    if issubclass(origin, PurePath):
        return evolve(_PATH, read=origin)
    return _PATH if origin is PathLike else _SIMPLE.get(origin)
