"""`greedy` on decks that it was not tuned for: it wins against `random` there as well."""

import tomllib
from random import Random
from typing import Any

import pytest
from attrs import frozen
from editions import card_table

pytest.importorskip("numba")

from lockstep import check_choice

import livingstone as ls
from livingstone.effects import CardEffect, no_effect
from livingstone.kernel import Kernel
from livingstone.kernel.weights import scaled, weights_on
from livingstone.players import weights_for
from livingstone.players.valuation import Valuation
from livingstone.simulation import simulate

SHIPPED = tomllib.loads(ls.shipped_toml("cards"))["cards"]


def more(kind: str, **figures: Any) -> ls.Edition:
    """Load the shipped deck with twelve more cards of one kind."""
    return ls.load_edition(
        "printed", cards={"cards": [*SHIPPED, card_table("more", kind, 12, **figures)]}
    )


STRANGE = {
    "20 points": more("score_points", points=20),
    "10,000 points": more("score_points", points=10_000),
    "too dear": more("parts", pay_coins=100, score_points=50),
    "too far": more("parts", move_boat=9, score_points=50),
}


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize("players", [2, 4])
def test_greedy_wins_more_than_its_share_with_strange_cards(name: str, players: int) -> None:
    lineup = ["greedy", *["random"] * (players - 1)]
    report = simulate(lineup, 60, seed=7, edition=STRANGE[name], engine="fast")
    assert report.bots[0].win.value > 1.3 * report.even_share.value


@pytest.mark.parametrize("name", STRANGE)
def test_greedy_chooses_alike_on_the_kernel(name: str) -> None:
    edition, rng = STRANGE[name], Random(3)
    kernel = Kernel.of(edition, 3)
    state = ls.new_game(3, edition=edition, explicit_chance=True)
    for _ in range(150):
        if state.is_over:
            break
        moves = ls.legal_moves(state)
        if moves:
            check_choice(kernel, state)
        state = ls.apply(state, rng.choice(moves) if moves else ls.sample_outcome(state, rng))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_weights_stay_as_they_are_on_shipped_decks(players: int) -> None:
    for edition in map(ls.load_edition, ("printed", "bga")):
        assert weights_on(edition, players) == weights_for(players)


def test_where_cards_score_more_a_coin_may_be_worth_more_and_points_spread_more() -> None:
    weights = weights_for(4)
    assert scaled(weights, 0, 0) == weights
    rich = scaled(weights, 300, 40)  # ten times what they are tuned for
    assert rich.dearest_coin == pytest.approx(10 * weights.dearest_coin)
    spreads = rich.assumptions.point_spread, weights.assumptions.point_spread
    assert spreads[0] == pytest.approx(10 * spreads[1])
    assert scaled(weights, 10_000 * 1_000_000, 1).dearest_coin == 100_000


@frozen
class Never(CardEffect):
    """Score a point, which is never possible."""

    def refuse(self, state: ls.State, move: ls.PlayCard) -> ls.Refusal:
        return no_effect("never")

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return state.with_player(state.player.changed(points=state.player.points + 1))


def test_a_card_like_those_that_wait_in_hand_is_worth_less() -> None:
    tables = {"cards": [card_table("never", "never", 6)]}
    edition = ls.load_edition("printed", cards=tables, effects=[Never])
    state = ls.new_game(2, seed=7, edition=edition)

    def worth(*hand: str) -> float:
        player = state.player.changed(hand=hand)
        pile = state.draw_pile - ls.CardPile.of(hand)
        return Valuation.of(state.with_player(player, draw_pile=pile)).draw

    assert worth() == 2.0
    assert worth("never") == 2.0
    assert worth("never", "never") == 1.0
    assert worth(*["never"] * 4) == 0.5
