"""Tables made of the code and the data files, so that nobody has to keep them true.

`{edition-differences}`: the switches of `rulesets.toml`; each links to a target of its name.
`{inferred-figures}`: what the data files mark as inferred. `{effect-kinds}`: the effects that a
card can have. `{data-table} Row Column`: the keys of tables in a data file. `{card-gallery}`: every
card of the shipped deck. `{observation-layout} printed 3`: the parts of an observation.
`{action-index} printed 3`: the kinds of moves with their integers.
"""

import inspect
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from attrs import NOTHING, asdict, fields, has
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

import livingstone as ls
from livingstone import edition
from livingstone.edition.effect import Effect, known_kinds
from livingstone.envs import ActionSpace, Layout
from livingstone.support.helping import FIELDS
from livingstone.support.limits import Between, Matching
from livingstone.support.structuring import kind_of

DATA = Path(__file__).parents[2] / "data"

_PLAIN = {int: "whole number", str: "text", bool: "`true` or `false`"}

Row = Sequence[str]
"""The cells of a row, in Markdown."""


def _table(page: SphinxDirective, head: Row, rows: Iterable[Row]) -> list[nodes.Node]:
    """Let the parser of the page make a table of cells."""
    lines = ["|".join([" ", *row, " "]) for row in [head, ["--"] * len(head), *rows]]
    return page.parse_text_to_nodes("\n".join(line.strip() for line in lines))


class Table(SphinxDirective, ABC):
    """A table of Markdown cells."""

    optional_arguments = 2
    head: Row

    @abstractmethod
    def rows(self) -> Iterable[Row]:
        """Give the cells, row by row."""

    def run(self) -> list[nodes.Node]:
        """Make the table."""
        return _table(self, self.head, self.rows())


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text("utf-8"))


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


class DataTable(SphinxDirective):
    """The keys of tables in a data file."""

    optional_arguments = 9

    def run(self) -> list[nodes.Node]:
        """Make a table for each class, below its name if there are several."""
        made = list[nodes.Node]()
        for name in self.arguments:
            made += [nodes.rubric(name, name)] if self.arguments[1:] else []
            rows = [(f"`{key}`", *rest) for key, *rest in _rows(getattr(edition, name))]
            made += _table(self, ("Key", "Value", "Meaning"), rows)
        return made


def _told(cls: type) -> str:
    """Return the docstring of a class without its fields."""
    return " ".join((inspect.getdoc(cls) or "").partition(FIELDS)[0].split())


class EffectKinds(Table):
    """The effects that a card can have."""

    head = ("Kind", "Figures", "What the card does")

    def rows(self) -> Iterator[Row]:
        """Give a row for each kind."""
        for cls in known_kinds().values():
            figures = "<br>".join(f"`{key}`: {what}" for key, what, _ in _rows(cls))
            yield f"`{kind_of(cls)}`", figures, _told(cls)


class EditionDifferences(Table):
    """What the rulesets settle differently."""

    head = ("Switch", "Rule", "Meaning", "printed", "bga")

    def rows(self) -> Iterator[Row]:
        """Give a row for each switch."""
        for key, switch in _data("rulesets.toml").items():
            link = f"{{ref}}`{key} <switch-{key.replace('_', '-')}>`"
            settled = ("yes" if switch[name] else "no" for name in ("printed", "bga"))
            yield link, switch["rule"], switch["meaning"], *settled


class InferredFigures(Table):
    """What the data files mark as inferred."""

    head = ("File", "Where", "Inferred figure")

    def rows(self) -> Iterator[Row]:
        """Give a row for each place with inferred figures."""
        board, cards = _data("board.toml"), _data("cards.toml")["cards"]
        found = [
            ("board.toml", f"{part}, number {place}", entry)
            for part in ("rows", "columns")
            for place, entry in enumerate(board[part], 1)
        ]
        found += [("board.toml", f"stones, {name}", kind) for name, kind in board["stones"].items()]
        found += [("cards.toml", card["id"], card) for card in cards]
        for file, where, entry in found:
            figures = [name for name in entry.get("inferred", ()) if not name.startswith("names")]
            if figures:
                values = ", ".join(f"{name} = {entry[name]}" for name in figures)
                yield f"`{file}`", f"`{where}`", f"`{values}`"


class CardGallery(Table):
    """Every card of the shipped deck: picture, names, count, text and effect."""

    head = ("Card", "Id and names", "Count", "Effect")

    def rows(self) -> Iterator[Row]:
        """Give a row for each card."""
        deck = ls.load_edition("printed")
        for card in deck.cards:
            picture = " ".join(ls.svg.cards(deck, [card.id], size=130).split())
            names = [f"**{code}** {name}" for code, name in asdict(card.names).items() if name]
            figures = asdict(card.effect, recurse=False).items()
            told = [f"`{card.effect.kind}`", *(f"`{key} = {figure}`" for key, figure in figures)]
            yield (
                picture,
                "<br>".join([f"`{card.id}`", *names]),
                str(card.count),
                "<br>".join([card.text, *told]),
            )


class ObservationLayout(Table):
    """The parts of an observation."""

    head = ("Part", "Slice", "Shape", "Most", "Meaning")

    def rows(self) -> Iterator[Row]:
        """Give a row for each part."""
        for part in Layout(self.arguments[0], int(self.arguments[1])).parts:
            most = "no bound" if part.most is None else str(part.most)
            shape = " by ".join(map(str, part.shape))
            yield f"`{part.name}`", f"{part.start}:{part.where.stop}", shape, most, part.meaning


class ActionIndex(Table):
    """The kinds of moves with their integers."""

    head = ("Integers", "How many", "First", "Last")

    def rows(self) -> Iterator[Row]:
        """Give a row for each kind."""
        space = ActionSpace(self.arguments[0], int(self.arguments[1]))
        for _, first, size in space.ranges:
            last = first + size - 1
            span = str(first) if size == 1 else f"{first} to {last}"
            yield span, str(size), f"`{space.name(first)}`", f"`{space.name(last)}`"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("data-table", DataTable)
    app.add_directive("effect-kinds", EffectKinds)
    app.add_directive("edition-differences", EditionDifferences)
    app.add_directive("inferred-figures", InferredFigures)
    app.add_directive("card-gallery", CardGallery)
    app.add_directive("observation-layout", ObservationLayout)
    app.add_directive("action-index", ActionIndex)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
