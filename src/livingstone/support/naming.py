"""What a package offers: names imported as themselves, and names loaded when first used."""

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


def public(names: Mapping[str, object], *more: str) -> list[str]:
    """List the names of a package for `__all__`: those of no module, without a `_`, and `more`."""
    own = {name for name, value in names.items() if not isinstance(value, ModuleType)}
    return sorted({name for name in own if not name.startswith("_")}.union(more))


def modules_of(listed: Mapping[str, str]) -> dict[str, str]:
    """Return the module of each name, from the names of each module, separated by blanks."""
    return {name: module for module, names in listed.items() for name in names.split()}


def load(names: dict[str, Any], later: Mapping[str, str], name: str) -> object:
    """Load a name of a package from its module; raises `AttributeError` for another one."""
    package = names["__name__"]
    if name not in later:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    return names.setdefault(name, getattr(import_module(f"{package}.{later[name]}"), name))
