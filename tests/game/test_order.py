"""The order of legal moves and of outcomes, which is one and the same for all kinds."""

from collections.abc import Callable
from typing import Any

import pytest
from editions import new_game
from hypothesis import given
from positions import give, sail, table

import livingstone as ls
from livingstone.testing import states

KINDS: tuple[type[ls.Move], ...] = (
    ls.TakeDie,
    ls.DrawCard,
    ls.TakeCoins,
    ls.Dig,
    ls.BuildTent,
    ls.PlayCard,
    ls.SellGems,
    ls.Donate,
    ls.EndTurn,
)


def place(move: ls.Move) -> tuple[object, ...]:
    """Return the key of the documented order: the kind, then its parts; None comes first."""

    def optional(value: Any) -> tuple[Any, ...]:
        return () if value is None else (value,)

    parts: tuple[object, ...] = ()
    if isinstance(move, ls.TakeDie):
        parts = (move.value,)
    elif isinstance(move, ls.BuildTent):
        parts = (move.row, move.cards, optional(move.source))
    elif isinstance(move, ls.PlayCard):
        gems = None if move.gems is None else tuple(move.gems)
        parts = (move.card, optional(gems), optional(move.space), optional(move.source))
    elif isinstance(move, ls.SellGems):
        parts = (("clear", "blue", "red").index(move.gem), move.count)
    elif isinstance(move, ls.Donate):
        parts = (move.coins,)
    return (KINDS.index(type(move)), *parts)


@given(states())
def test_legal_moves_come_in_the_documented_order(state: ls.State) -> None:
    places: list[Any] = [place(move) for move in ls.legal_moves(state)]
    assert places == sorted(places)
    assert len(set(places)) == len(places)


def test_r9_1_sources_come_by_row_then_by_column() -> None:
    spread = [(6, 1), (2, 8), (1, 3), (4, 2), (1, 1)]
    state = sail(give(table(2, 4), 0, scored=spread + [(6, 1)] * 6, cards=["second_tent"]), 2)
    assert state.players[0].spaces() == tuple(sorted(ls.Space(*space) for space in spread))
    places: list[Any] = [place(move) for move in ls.legal_moves(state)]
    assert places == sorted(places)
    assert sum(isinstance(move, ls.PlayCard) for move in ls.legal_moves(state)) > 10


def outcomes_after(*moves: ls.Action) -> list[Any]:
    state = ls.with_explicit_chance(new_game(3, seed=7))
    for move in moves:
        state = ls.apply(state, move)
    return list(ls.chance_outcomes(state))


@pytest.mark.parametrize(
    ("outcomes", "place_of"),
    [
        (list(ls.chance_outcomes(new_game(2, explicit_chance=True))), lambda it: it.dice),
        (outcomes_after(ls.TakeDie(4), ls.Dig()), lambda it: tuple(it.stones)),
        (outcomes_after(ls.TakeDie(4), ls.DrawCard()), lambda it: it.card),
    ],
    ids=["dice", "stones", "cards"],
)
def test_r10_3_outcomes_come_in_the_documented_order(
    outcomes: list[Any], place_of: Callable[[Any], Any]
) -> None:
    places = [place_of(outcome) for outcome in outcomes]
    assert places == sorted(places)
