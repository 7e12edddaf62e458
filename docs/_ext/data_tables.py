"""Tables made of the data files and of the classes that say what these may hold.

`{edition-differences}`: the switches of `rulesets.toml`; each links to a target of its name.
`{inferred-figures}`: what the data files mark as inferred. `{effect-kinds}`: the effects that a
card can have. `{data-table} Row`: the keys of a table in a data file.
"""

import inspect
import tomllib
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from attrs import NOTHING, fields, has
from docutils import nodes
from rulebook import ROOT, Cell, _link, table
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

from livingstone import edition
from livingstone.edition.effect import Effect, known_kinds
from livingstone.support.limits import Between, Matching
from livingstone.support.structuring import kind_of

_PLAIN = {int: "whole number", str: "text", bool: "`true` or `false`"}


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / "data" / name).read_text("utf-8"))


def _meaning(wanted: Any) -> str:
    """Say in words what a field takes, from its annotation."""
    if get_origin(wanted) is Annotated:
        inner, *limits = get_args(wanted)
        return _meaning(inner) + "".join(map(_limit, limits))
    choices = get_args(wanted)
    if get_origin(wanted) is Literal:
        return "any of " + ", ".join(f'"{choice}"' for choice in choices)
    if get_origin(wanted) is tuple:
        return f"list: {_meaning(choices[0])}"
    if NoneType in choices:
        return _meaning(next(choice for choice in choices if choice is not NoneType))
    if wanted is Effect:
        return "table: an effect"
    if has(wanted):
        return f"table: {wanted.__name__}"
    if hasattr(wanted, "_fields"):
        return f"table of {', '.join(wanted._fields)}"
    return _PLAIN[wanted]


def _limit(limit: Between | Matching) -> str:
    if isinstance(limit, Matching):
        return f" ({limit.meaning})"
    least, most = limit
    return f" ({least})" if least == most else f" ({least} to {most})"


def _rows(cls: type) -> list[tuple[str, str, str]]:
    """List a class's keys, what each takes, and what it means."""
    documented = ModuleAnalyzer.for_module(cls.__module__).find_attr_docs()
    hints = get_type_hints(cls, include_extras=True)
    rows = []
    for field in fields(cls):
        comment = " ".join(documented.get((cls.__name__, field.name), [])).strip()
        optional = "" if field.default is NOTHING else " May be left out."
        rows.append((field.name, _meaning(hints[field.name]), comment + optional))
    return rows


class _Table(SphinxDirective):
    def text(self, words: str) -> list[nodes.Node]:
        """Make words of a docstring a cell."""
        return self.parse_inline(words)[0]


class DataTable(_Table):
    """The keys of a table in a data file."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Make the table."""
        rows = _rows(getattr(edition, self.arguments[0]))
        body: list[list[Cell]] = [
            [[nodes.literal(key, key)], _joined(self.text(what)), _joined(self.text(meaning))]
            for key, what, meaning in rows
        ]
        return [table(["Key", "Value", "Meaning"], body)]


class EffectKinds(_Table):
    """The effects that a card can have."""

    def run(self) -> list[nodes.Node]:
        """Make the table."""
        body = list[list[Cell]]()
        for cls in known_kinds().values():
            kind = kind_of(cls)
            parameters = [
                nodes.inline("", "", nodes.literal(key, key), nodes.Text(f": {what}"))
                for key, what, _ in _rows(cls)
            ]
            meaning = self.text(inspect.getdoc(cls) or "")
            body.append([[nodes.literal(kind, kind)], parameters, _joined(meaning)])
        return [table(["Kind", "Figures", "What the card does"], body)]


class EditionDifferences(_Table):
    """What the rulesets settle differently."""

    def run(self) -> list[nodes.Node]:
        """Make the table."""
        body = list[list[Cell]]()
        for key, switch in _data("rulesets.toml").items():
            link = _link(key, f"switch-{key}".replace("_", "-"), self.env.docname)
            cells = [
                switch["rule"],
                switch["meaning"],
                *("yes" if switch[name] else "no" for name in ("printed", "bga")),
            ]
            body.append([[link], *([nodes.Text(cell)] for cell in cells)])
        return [table(["Switch", "Rule", "Meaning", "printed", "bga"], body)]


class InferredFigures(_Table):
    """What the data files mark as inferred."""

    def run(self) -> list[nodes.Node]:
        """Make the table."""
        board, cards = _data("board.toml"), _data("cards.toml")["cards"]
        found = [
            ("board.toml", f"{part}, number {place}", entry)
            for part in ("rows", "columns")
            for place, entry in enumerate(board[part], 1)
        ]
        found += [("board.toml", f"stones, {name}", kind) for name, kind in board["stones"].items()]
        found += [("cards.toml", card["id"], card) for card in cards]
        body = list[list[Cell]]()
        for file, where, entry in found:
            figures = [name for name in entry.get("inferred", ()) if not name.startswith("names")]
            if figures:
                values = ", ".join(f"{name} = {entry[name]}" for name in figures)
                body.append([[nodes.literal(cell, cell)] for cell in (file, where, values)])
        return [table(["File", "Where", "Inferred figure"], body)]


def _joined(cell: list[nodes.Node]) -> list[nodes.Node]:
    return [nodes.inline("", "", *cell)] if cell else []


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("data-table", DataTable)
    app.add_directive("effect-kinds", EffectKinds)
    app.add_directive("edition-differences", EditionDifferences)
    app.add_directive("inferred-figures", InferredFigures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
