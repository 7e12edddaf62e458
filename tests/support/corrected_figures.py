"""The shipped figures as a later version might correct them."""

import pytest
from attrs import evolve

import livingstone as ls
from livingstone.edition import RULESETS, Column, loading
from livingstone.effects import ScorePoints


def correct_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ship editions in which column 1 costs 2 coins and the lion scores 5 points."""
    corrected = {id: _corrected(ls.load_edition(id)) for id in RULESETS}
    monkeypatch.setattr(loading, "_shipped", corrected.__getitem__)


def _corrected(edition: ls.Edition) -> ls.Edition:
    first, *others = edition.board.columns
    board = evolve(edition.board, columns=(Column(first.cost + 1), *others))
    lion = edition.card("lion")
    cards = (
        evolve(card, effect=ScorePoints(5)) if card is lion else card for card in edition.cards
    )
    return evolve(edition, board=board, cards=tuple(cards))
