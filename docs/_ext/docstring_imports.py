"""Show on a page what the examples of a docstring import.

In its module, an example has all names of that module, as pytest runs it. A reader has none. So the
lines that import them are put before the first example of a docstring.
"""

import ast
import builtins
import random
import sys
from collections.abc import Iterable, Iterator
from doctest import DocTestParser
from textwrap import wrap
from types import ModuleType

from sphinx.application import Sphinx
from sphinx.util import logging

import livingstone
from livingstone import (
    documents,
    edition,
    envs,
    events,
    game,
    players,
    records,
    simulation,
    table,
    testing,
)

PUBLIC = (
    *(livingstone, envs, testing, simulation, players, events, edition, game, table, records),
    *(documents, random),
)
"""Where names are looked for, the first that has a name being the one to import it from."""
LONGEST = 85
"""Characters of a line of code."""

_log = logging.getLogger(__name__)


def _show_imports(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Put the imports before the examples of a docstring."""
    del app, what, options
    code = "".join(own.source for own in DocTestParser().get_examples("\n".join(lines)))
    module = sys.modules.get(getattr(obj, "__module__", ""))
    if not code or module is None:
        return
    first = next(number for number, line in enumerate(lines) if line.lstrip().startswith(">>> "))
    margin = lines[first][: lines[first].index(">")]
    names = _by_source(_missing(code), module, name)
    _, given, shown = lines[first].partition(">>> from livingstone import ")
    if given:
        names["livingstone"] = {*names.get("livingstone", ()), *shown.split(", ")}
    lines[first : first + bool(given)] = [f"{margin}>>> {line}" for line in _imports(names)]


def _missing(code: str) -> list[str]:
    """List the names that code uses and does not bind, in their order."""
    used, bound = list[str](), set(dir(builtins))
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                used.append(name)
            case ast.Name(id=name) | ast.arg(arg=name):
                bound.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.alias(name=name, asname=other):
                bound.add(other or name.partition(".")[0])
    return sorted(set(used) - bound)


def _by_source(names: Iterable[str], module: ModuleType, where: str) -> dict[str, set[str]]:
    """Group names that a module has by where they are to be imported from; "" for modules."""
    found: dict[str, set[str]] = {}
    for name in names:
        value = getattr(module, name, None)
        if value is None:
            _log.warning("the examples of %s use %s, which nothing imports", where, name)
            continue
        sources = [own.__name__ for own in PUBLIC if getattr(own, name, None) is value]
        if isinstance(value, ModuleType):
            path = value.__name__
            found.setdefault("", set()).add(path if path == name else f"{path} as {name}")
        else:
            found.setdefault([*sources, module.__name__][0], set()).add(name)
    return found


def _imports(names: dict[str, set[str]]) -> Iterator[str]:
    """Give the lines that import names from where they are."""
    for source, imported in names.items():
        begin = f"from {source} import " if source else "import "
        for line in wrap(", ".join(sorted(imported)), LONGEST - len(begin)):
            yield begin + line.rstrip(",")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("autodoc-process-docstring", _show_imports)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
