"""List the public names with their parameters, so that a break is seen in review.

python tests/list_public_names.py > tests/contract/public-names.txt
"""

import importlib
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from types import ModuleType
from typing import Any

ROOMS = [
    "documents",
    "edition",
    "effects",
    "envs",
    "envs.livingstone_v0",
    "envs.openspiel",
    "events",
    "game",
    "kernel",
    "players",
    "records",
    "reviews",
    "simulation",
    "simulation.plots",
    "svg",
    "table",
    "testing",
    "testing.laws",
    "text",
    "web",
]
"""The modules whose `__all__` is public, beside the package itself."""


def public_modules() -> Iterator[ModuleType]:
    """Yield the public modules; those of extras that are not installed are left out."""
    for name in ("livingstone", *map("livingstone.{}".format, ROOMS)):
        module = importlib.import_module(name)
        if not is_stand_in(module) and not any(map(is_stand_in, _things(module))):
            yield module


def is_stand_in(thing: object) -> bool:
    """Return whether something only says which extra it needs."""
    sentence = r"[\w ]+ need [\w, ]+: pip install 'livingstone\[\w+\]'"
    return re.fullmatch(sentence, getattr(thing, "__doc__", None) or "") is not None


def public_names(module: Any) -> list[str]:
    """List the names of a public module."""
    return list(module.__all__)


def _things(module: ModuleType) -> list[object]:
    return [getattr(module, name) for name in public_names(module)]


def lines(module: ModuleType) -> Iterator[str]:
    """Yield a line for each name of a module, and for the members of its classes.

    Fields that the constructor takes are in its line.
    """
    for name in sorted(public_names(module)):
        thing = getattr(module, name)
        yield f"{module.__name__} {name}{_parameters(thing)}"
        if isinstance(thing, type):
            yield from (f"{module.__name__} {name}.{member}" for member in _members(thing))


def _members(cls: type) -> Iterator[str]:
    own = [base for base in cls.__mro__ if base.__module__.startswith("livingstone")]
    names = {name for base in own for name in (*vars(base), *inspect.get_annotations(base))}
    for name in sorted(names - _signature(cls).parameters.keys()):
        if not name.startswith("_"):
            yield name + _parameters(getattr(cls, name, None))


def _parameters(thing: Any) -> str:
    """Write parameters with plain defaults; annotations differ between versions of Python."""
    if not callable(thing) or not (inspect.isroutine(thing) or isinstance(thing, type)):
        return ""
    plain = []
    for own in _signature(thing).parameters.values():
        is_plain = own.default is None or isinstance(own.default, int | float | str | tuple)
        default = own.default if is_plain or own.default is own.empty else ...
        plain.append(own.replace(annotation=own.empty, default=default))
    return str(inspect.Signature(plain)).replace("Ellipsis", "...")


def _signature(thing: Any) -> inspect.Signature:
    if isinstance(thing, type) and issubclass(thing, Enum):
        return inspect.Signature()
    try:
        return inspect.signature(thing)
    except (TypeError, ValueError):  # as of an error without fields
        return inspect.Signature()


if __name__ == "__main__":
    for module in public_modules():
        print("\n".join(lines(module)))
