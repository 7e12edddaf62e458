"""What a package offers: names imported as themselves, and names loaded when first used.

Naming never raises. Where an extra is not installed, a stand-in has the name, and tells so when it
is called.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Never

from livingstone.errors import LivingstoneError
from livingstone.support.helping import explain
from livingstone.support.machine import MissingExtraError, require


def public(names: Mapping[str, object], *more: str) -> list[str]:
    """List the names of a package for `__all__`: those of no module, without a `_`, and `more`.

    Each class among them is explained, as each that `load` loads is.
    """
    own = {
        name: value
        for name, value in names.items()
        if not (name.startswith("_") or isinstance(value, ModuleType))
    }
    for value in own.values():
        explain(value)
    return sorted({*own, *more})


def modules_of(listed: Mapping[str, str]) -> dict[str, str]:
    """Return the module of each name, from the names of each module, separated by blanks."""
    return {name: module for module, names in listed.items() for name in names.split()}


def load(names: dict[str, Any], later: Mapping[str, str], name: str, *needed: str) -> object:
    """Load a name of a module from where it is; raises `AttributeError` for another one.

    `needed` are the packages, the extra and the purpose for `require`; without these packages, the
    name gets a stand-in.
    """
    own = names["__name__"]
    if name not in later:
        raise AttributeError(f"module {own!r} has no attribute {name!r}")
    try:
        if needed:
            require(*needed)
    except MissingExtraError as error:
        return names.setdefault(name, stand_in(own, name, str(error)))
    inner = import_module(f"{names['__package__']}.{later[name]}")
    value = getattr(inner, name)
    explain(value)
    return names.setdefault(name, value)


def guard(package: str, module: str, *needed: str) -> None:
    """Let a module of a package be imported where it cannot be loaded, by a module of stand-ins.

    `needed` is as for `load`. The package calls this when it is imported, which is before any of
    its modules is.
    """
    try:
        require(*needed)
    except MissingExtraError as error:
        made = _MissingModule(f"{package}.{module}", str(error))
        made.__spec__ = ModuleSpec(made.__name__, None)
        sys.modules[made.__name__] = made
        setattr(sys.modules[package], module, made)


def stand_in(module: str, name: str, sentence: str) -> Any:
    """Make what has the name of something that cannot be loaded, and raises when it is called.

    It is a function or, for a name that begins with a capital letter, a class: an error if that is
    what the name says, so that `except` takes it.
    """
    own = {"__module__": module, "__qualname__": name, "__doc__": sentence, "_sentence": sentence}
    if name.endswith("Error"):
        return _Missing(name, (LivingstoneError,), own)
    if name[0].isupper():
        return _Missing(name, (), own)
    return _function(own)


def _function(own: Mapping[str, str]) -> Callable[..., Never]:
    def tell(*arguments: object, **options: object) -> Never:
        del arguments, options
        raise MissingExtraError(own["__doc__"])

    tell.__name__ = own["__qualname__"].rpartition(".")[2]
    tell.__qualname__ = own["__qualname__"]
    tell.__module__ = own["__module__"]
    tell.__doc__ = own["__doc__"]
    return tell


class _MissingModule(ModuleType):
    """A module that cannot be loaded, whose `__doc__` says why: all its names are stand-ins."""

    def __getattr__(self, name: str) -> object:
        if name.startswith(("_", "pytest")):  # pytest asks each module for plugins and marks
            raise AttributeError(f"{self.__name__} has no attribute {name!r}: {self.__doc__}")
        return stand_in(self.__name__, name, str(self.__doc__))


class _Missing(type):
    """A class that cannot be loaded: it can be named, as can its members, but not called."""

    _sentence: str

    def __call__(cls, *arguments: object, **options: object) -> Never:
        del arguments, options
        raise MissingExtraError(cls._sentence)

    def __iter__(cls) -> Iterator[Never]:
        raise MissingExtraError(cls._sentence)

    def __getattr__(cls, name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(f"{cls.__name__} has no attribute {name!r}: {cls._sentence}")
        qualified = {"__module__": cls.__module__, "__qualname__": f"{cls.__name__}.{name}"}
        return _function(qualified | {"__doc__": cls._sentence})
