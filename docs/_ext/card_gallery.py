"""`{card-gallery}`: every card of the shipped deck: picture, names, count, text and effect."""

from attrs import asdict
from docutils import nodes
from rulebook import Cell, table
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import livingstone as ls
from livingstone.edition.effect import Effect
from livingstone.edition.types import Card

WIDTH = 130
"""Of a card, in pixels."""


class CardGallery(SphinxDirective):
    """The table of all cards."""

    def run(self) -> list[nodes.Node]:
        """Make the table."""
        edition = ls.load_edition("printed")
        body = [_cells(card, edition) for card in edition.cards]
        return [table(["Card", "Id and names", "Count", "Effect"], body)]


def _cells(card: Card, edition: ls.Edition) -> list[Cell]:
    names = [(language, name) for language, name in asdict(card.names).items() if name]
    return [
        [nodes.raw("", ls.svg.cards(edition, [card.id], size=WIDTH), format="html")],
        [nodes.literal(card.id, card.id), *(_name(language, name) for language, name in names)],
        [nodes.Text(str(card.count))],
        [nodes.Text(card.text), *_figures(card.effect)],
    ]


def _name(language: str, name: str) -> nodes.inline:
    return nodes.inline("", "", nodes.strong(language, language), nodes.Text(f" {name}"))


def _figures(effect: Effect) -> list[nodes.Node]:
    """Write an effect as a data file does: its kind, and its figures."""
    kind = effect.kind
    figures = [f"{key} = {_figure(value)}" for key, value in asdict(effect, recurse=False).items()]
    return [nodes.literal(text, text) for text in (kind, *figures)]


def _figure(value: object) -> str:
    if isinstance(value, ls.Gems):
        return "{ " + ", ".join(f"{key} = {n}" for key, n in value._asdict().items()) + " }"
    return str(value)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("card-gallery", CardGallery)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
