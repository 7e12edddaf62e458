"""What bots think things are worth: worked out by hand where that can be done."""

from collections.abc import Callable
from math import inf
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from editions import card_table, deck_table
from positions import at_die, give, sail, table

import livingstone as ls
from livingstone.effects import (
    BoatBack,
    CardEffect,
    IgnoreDie,
    MoreDice,
    SecondTent,
    await_chance,
    receive_coins,
)
from livingstone.kernel.weights import Assumptions, weights_for
from livingstone.players.candidates import candidates
from livingstone.players.projection import Projection
from livingstone.players.valuation import Valuation, best_gain, sale_for_tent, thinned
from livingstone.values import NO_CARDS


def projected(state: ls.State) -> Projection:
    return Projection(state, Assumptions())


def test_r2_5_time_is_counted_in_rounds_and_in_dice_of_this_one() -> None:
    state = table(3, 1, 2, 3, 4, 5, 6)
    columns = len(state.edition.board.columns)
    assert projected(state).time == columns - 1 + 1
    assert projected(state.changed(dice=(1, 2, 3))).time == columns - 0.5
    assert projected(sail(state, columns).changed(dice=())).time == 0
    assert projected(sail(state, 4)).rounds_left == columns - 4


def test_r10_2_wealth_is_purse_chest_and_gems_and_the_same_for_all_who_look() -> None:
    state = give(table(3, 1, 2), 0, coins=5, chest=4, gems=ls.Gems(1, 1, 1))
    gems = ls.Gems(1, 1, 1).worth(state.edition.board.gem_values)
    assert projected(state).wealth == [9 + gems, 3, 3]
    paces = projected(give(sail(table(3, 1, 2, 3, 4, 5, 6), 10), 0, coins=33)).paces
    assert paces == pytest.approx([(30 + 1.96 * 1.3) / (9 + 1.96), *[1.96 * 1.3 / 10.96] * 2])
    assert Projection(ls.view(state, 1), Assumptions()).wealth == [9 + gems, 3, 3]


def test_r4_1_without_a_draw_pile_one_of_the_played_cards_is_drawn() -> None:
    """Those in others' hands cannot come, though nobody sees them."""
    state = at_die(1)
    drawn = ["lion", "mine_collapse"]
    state = give(state, 1, cards=[card for card in state.draw_pile.cards() if card not in drawn])
    expected = Valuation.of(state).draw
    state = state.changed(draw_pile=NO_CARDS, played=state.draw_pile)
    assert [card for card, _ in state.played] == drawn
    assert Valuation.of(ls.view(state, 0)).draw == Valuation.of(state).draw == expected > 0


STATE = sail(at_die(5), 3)
"""Seat 0 of three has taken a five in column 3."""


def test_r9_1_with_two_players_a_tent_can_be_moved_where_the_supply_is_empty() -> None:
    tents = [(1, 1)] * 9 + [(6, 2), (5, 3)]
    two, three = (sail(at_die(5, players=players), 3) for players in (2, 3))
    assert Valuation.of(give(two, 0, tents=tents[1:])).sources == (None,)
    worth = Valuation.of(give(two, 0, tents=tents))
    assert worth.sources == (ls.Space(1, 1), ls.Space(5, 3), ls.Space(6, 2))
    others = worth.tent(5, ls.Space(1, 1)), worth.tent(5, ls.Space(6, 2))
    assert best_gain(worth, 5) == max(others)
    assert best_gain(Valuation.of(give(three, 0, tents=tents)), 5) == -inf


@frozen
class Priced(BoatBack):
    """Say what it is worth."""

    def value(self, position: ls.View | ls.State, move: ls.PlayCard | None = None) -> float:
        return 40.0 if move is None else 50.0 + position.boat


@pytest.mark.parametrize(
    ("card", "worth"),
    [
        (IgnoreDie(), lambda worth: worth.weights.ignored_die),
        (MoreDice(2), lambda worth: 2 * worth.weights.extra_die),
        (SecondTent(), lambda worth: max(worth.majority_gains) * worth.weights.second_tent_part),
    ],
)
def test_a_card_in_hand_is_worth_less_in_the_last_round(
    card: CardEffect, worth: Callable[[Valuation], float]
) -> None:
    early = Valuation.of(STATE)
    late = Valuation.of(sail(STATE, 10))
    assert early.card(card) == worth(early) > 0
    assert late.card(card) == pytest.approx(worth(late) * late.weights.late)


def test_a_second_tent_is_worth_a_hope_where_it_gains_no_majority() -> None:
    worth = Valuation.of(STATE, evolve(weights_for(3), second_tent_part=0.001))
    assert worth.card(SecondTent()) == worth.weights.second_tent_hope > 0


def test_an_effect_can_say_what_it_is_worth_in_hand_and_when_it_is_played() -> None:
    cards = [card_table("dear", "priced", columns=1)]
    edition = ls.load_edition("printed", cards={"cards": cards}, effects=[Priced])
    worth = Valuation.of(give(sail(at_die(5, edition=edition), 3), 0, cards=["dear"]))
    assert worth.card(Priced(1)) == 40
    assert worth.play(ls.PlayCard("dear")) == 53


@frozen
class Changing(CardEffect):
    """Change the state as a test says."""

    change: ClassVar[Any]

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return Changing.change(state)  # type: ignore[no-any-return]


def second(state: ls.State, **changes: Any) -> ls.State:
    return state.with_player(state.players[1].changed(**changes), seat=1)


@pytest.mark.parametrize(
    ("change", "gain"),
    [
        (lambda state: receive_coins(state, 3), lambda worth: 3 * worth.coin),
        (lambda state: state.with_player(state.player.changed(points=5)), lambda worth: 5),
        (
            lambda state: state.with_player(state.player.changed(hand=("lion", "market"))),
            lambda worth: 4 + worth.weights.market_hope,
        ),
        (lambda state: second(state, points=4), lambda worth: -4 * worth.weights.rivalry),
        (
            lambda state: second(state, hand=("lion", "market")),
            lambda worth: -2 * worth.draw * worth.weights.rivalry,
        ),
        (lambda state: await_chance(state, ls.StoneDraw(2)), lambda worth: worth.stones(2)),
        (
            lambda state: await_chance(state, ls.CardDraw(is_replacement=False)),
            lambda worth: worth.draw,
        ),
        (
            lambda state: state.changed(dice_left=state.dice_left + 2),
            lambda worth: 2 * worth.weights.extra_die,
        ),
    ],
)
def test_a_card_of_ones_own_is_worth_what_it_changes(
    monkeypatch: pytest.MonkeyPatch, change: Any, gain: Callable[[Valuation], float]
) -> None:
    monkeypatch.setattr(Changing, "change", staticmethod(change), raising=False)
    deck = {"cards": [*deck_table()["cards"], card_table("own", "changing")]}
    edition = ls.load_edition("printed", cards=deck, effects=[Changing])
    state = sail(at_die(5, players=2, edition=edition, left=(6, 6, 6)), 3)
    state = give(state, 0, cards=["own"])
    for worth in (Valuation.of(state), Valuation.of(ls.view(state, 0))):
        assert worth.play(ls.PlayCard("own")) == pytest.approx(gain(worth))
    assert Valuation.of(state).card(Changing()) == 2
    late = Valuation.of(sail(state, 10))
    assert late.card(Changing()) == 2 * late.weights.late


def test_r6_5_a_second_tent_gains_no_majority_where_it_comes_from_the_same_row() -> None:
    """Two players, no tent in the supply; the boat is in column 3."""
    state = sail(at_die(5, players=2), 3)
    places = [(5, 1), (2, 1), (1, 1), (1, 1), (1, 2), (3, 1), (4, 1)]
    state = give(state, 0, cards=["second_tent"], scored=places, tents=[(5, 3), *[(6, 3)] * 3])
    assert state.player.supply == 0
    state = state.changed(die=None)
    worth, values = Valuation.of(state), state.edition.board.row_values

    def gain(place: tuple[int, int], source: tuple[int, int]) -> float:
        return worth.play(
            ls.PlayCard("second_tent", space=ls.Space(*place), source=ls.Space(*source))
        )

    assert gain((1, 1), (1, 2)) == 0
    assert gain((5, 1), (5, 3)) == -values[4]
    assert gain((5, 4), (5, 3)) == 0  # if the boat went back
    assert gain((5, 1), (2, 1)) == worth.majority_gains[4] - worth.loss(ls.Space(2, 1))
    tried = candidates(state, ls.legal_moves(state))
    plays = [move for move in tried if isinstance(move, ls.PlayCard)]
    assert plays
    assert all(move.source and move.space and move.source.row != move.space.row for move in plays)


@pytest.mark.parametrize(
    ("coins", "gems", "bank", "sale"),
    [
        (0, ls.Gems(0, 0, 0), 100, None),  # nothing to sell
        (0, ls.Gems(1, 0, 0), 100, None),  # not enough
        (2, ls.Gems(1, 1, 1), 100, None),  # no need
        (1, ls.Gems(2, 1, 1), 100, ls.SellGems("clear", 1)),  # no coin too many
        (0, ls.Gems(1, 1, 1), 100, ls.SellGems("blue", 1)),
        (0, ls.Gems(1, 1, 1), 1, None),  # the bank cannot pay
    ],
)
def test_r5_1_gems_are_sold_for_what_the_tent_still_costs(
    coins: int, gems: ls.Gems, bank: int, sale: ls.SellGems | None
) -> None:
    """The five in column 3 costs 2 coins."""
    state = give(STATE, 0, coins=coins, gems=gems)
    state = state.changed(bank=min(bank, state.bank))
    assert sale_for_tent(Valuation.of(state), ls.legal_moves(state)) == sale


@pytest.mark.parametrize(("card", "kept"), [("own", 2), ("second_tent", 1), ("market", 1)])
def test_ways_to_play_a_card_are_thinned_where_no_rule_of_thumb_chooses(
    card: str, kept: int
) -> None:
    deck = {"cards": [*deck_table()["cards"], card_table("own", "changing")]}
    edition = ls.load_edition("printed", cards=deck, effects=[Changing])
    for count, step in (1, 1), (12, 1), (24, kept):
        plays = [ls.PlayCard(card, space=ls.Space(row, 1)) for row in range(count)]
        assert thinned(edition, plays) == plays[::step]
