"""List what `docs/reference/stability.md` promises, so that a break is seen in review.

python tests/list_public_names.py > tests/contract/public-names.txt
"""

import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from livingstone.effects import known_kinds

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
REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
SHOWN = re.compile(r"^\.\. auto\w+:: (livingstone\.[\w.]+)\n((?:   .+\n)*)", re.MULTILINE)
"""A name that a page of the reference shows, and the lines of the directive's options."""
OPTION = re.compile(r"^   :([\w-]+):((?:.*\n)(?: {4,}.*\n)*)", re.MULTILINE)
"""The name of an option of a directive, and what follows it, on several lines or one."""
UNSEEN = {"livingstone.simulation Tally"}
"""Public names that the reference does not show: a `Tally` serves only the library itself."""


def public_modules() -> Iterator[ModuleType]:
    """Yield the public modules; those of extras that are not installed are left out."""
    for module in _modules():
        if not is_stand_in(module) and not any(map(is_stand_in, _things(module))):
            yield module


def _modules() -> list[ModuleType]:
    names = ["livingstone", *map("livingstone.{}".format, ROOMS)]
    return [importlib.import_module(name) for name in names]


def is_stand_in(thing: object) -> bool:
    """Return whether something only says which extra it needs."""
    sentence = r"[\w ]+ need [\w, ]+: pip install 'livingstone\[\w+\]'"
    return re.fullmatch(sentence, getattr(thing, "__doc__", None) or "") is not None


def public_names(module: Any) -> list[str]:
    """List the names of a public module."""
    return list(module.__all__)


def _things(module: ModuleType) -> list[object]:
    return [getattr(module, name) for name in public_names(module)]


def promised(module: ModuleType) -> Iterator[str]:
    """Yield a line for each promised name of a module, and for what its class adds.

    A thing that an earlier module has too is listed there; here its line says where. Members are
    those that the reference shows and that no public base class has with the same parameters. Of
    shipped effects, only the constructor is promised.
    """
    shipped = known_kinds().values()
    for name in sorted(public_names(module)):
        line = f"{module.__name__} {name}"
        thing = getattr(module, name)
        first = _first_modules()[name, id(thing)]
        if line in UNSEEN:
            continue
        if first != module.__name__:
            yield f"{line} = {first}.{name}"
            continue
        yield line + _parameters(thing)
        if isinstance(thing, type) and thing not in shipped:
            is_shown = _shown_members(f"{module.__name__}.{name}")
            yield from (f"{line}.{own}" for own in _added_members(thing) if is_shown(own))


@cache
def _first_modules() -> dict[tuple[str, int], str]:
    """Return the first module that has a thing under a name, by the name and the thing's `id`."""
    first = dict[tuple[str, int], str]()
    for module in _modules():
        for name in () if is_stand_in(module) else public_names(module):
            first.setdefault((name, id(getattr(module, name))), module.__name__)
    return first


def _added_members(cls: type) -> Iterator[str]:
    inherited = set[str]()
    for base in cls.__mro__[1:]:
        if (base.__name__, id(base)) in _first_modules():
            inherited.update(_members(base))
    return (member for member in _members(cls) if member not in inherited)


def _shown_members(dotted: str) -> Callable[[str], bool]:
    """Return whether the reference shows a member of a class, by its line."""
    options = _options_of_pages().get(dotted, {})
    only = options.get("members")
    hidden = options.get("exclude-members", [])

    def is_shown(line: str) -> bool:
        name = line.partition("(")[0]
        return name not in hidden and (not only or name in only)

    return is_shown


@cache
def _options_of_pages() -> dict[str, dict[str, list[str]]]:
    """Return the names in the options of each `autoclass` on the pages of the reference."""
    text = "".join(page.read_text("utf-8") for page in sorted(REFERENCE.glob("*.md")))
    return {
        dotted: {option: re.findall(r"\w+", names) for option, names in OPTION.findall(block)}
        for dotted, block in SHOWN.findall(text)
    }


def lines(module: ModuleType) -> Iterator[str]:
    """Yield a line for each name of a module, promised or not, and for all members of its classes.

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
        print("\n".join(promised(module)))
