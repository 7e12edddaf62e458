"""R6: the events of own cards tell what changed openly."""

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve, frozen
from editions import card_table
from hypothesis import settings
from positions import at_die, give, sail

import livingstone as ls
from livingstone import events as happened
from livingstone.effects import CardEffect
from livingstone.game.moves import PlayCard
from livingstone.testing import check_effect, laws

Change = Callable[[ls.State], ls.State]
changes: list[Change] = []
"""What the card of these tests does."""


@frozen
class DoAnything(CardEffect):
    """Do what a test says."""

    def apply(self, state: ls.State, move: PlayCard) -> ls.State:
        return changes[-1](state)


TABLES = [
    card_table("any", "do_anything", 2),
    card_table("other", "gain_coins", 2, coins=4),
    card_table("lion", "score_points", 1, points=4),
]
EDITION = ls.load_edition("printed", cards={"cards": TABLES}, effects=[DoAnything])


def gain(seat: int, coins: int = 0, points: int = 0, **gems: int) -> Change:
    """Give a player coins, points and gems, or take them if the numbers are negative."""

    def change(state: ls.State) -> ls.State:
        player = state.players[seat]
        player = player.changed(
            coins=player.coins + coins,
            points=player.points + points,
            gems=player.gems + ls.Gems(**gems),
        )
        bag = state.bag - ls.Gems(**gems).stones
        return state.changed(bank=state.bank - coins, bag=bag).with_player(player, seat=seat)

    return change


def together(*each: Change) -> Change:
    def change(state: ls.State) -> ls.State:
        for one in each:
            state = one(state)
        return state

    return change


def home(state: ls.State) -> ls.State:
    """Send the tent of player 1 home."""
    player = state.players[1]
    empty = tuple((0,) * len(column) for column in player.tents)
    return state.with_player(player.changed(tents=empty, supply=player.supply + 1), seat=1)


def draw(state: ls.State) -> ls.State:
    """Let player 1 draw the other card."""
    player = state.players[1].changed(hand=("any",))
    return state.changed(draw_pile=state.draw_pile - ls.CardPile.of(player.hand)).with_player(
        player, seat=1
    )


NO_GEMS, NO_CARDS = ls.Gems(), ls.CardPile()


@pytest.mark.parametrize(
    ("change", "events"),
    [
        (gain(0, coins=2, points=1), (happened.CoinsTaken(0, 2), happened.PointsScored(0, 1))),
        (
            gain(0, coins=2, points=-1),
            (happened.CardTook(0, 0, NO_GEMS, 1), happened.CardGave(0, 2, NO_GEMS)),
        ),
        (gain(1, points=-2), (happened.CardTook(1, 0, NO_GEMS, 2),)),
        (
            together(gain(0, coins=1, red=1), gain(1, coins=-1, clear=-1, blue=1)),
            (
                happened.CardGave(0, 1, ls.Gems(red=1)),
                happened.CardTook(1, 1, ls.Gems(clear=1), 0),
                happened.CardGave(1, 0, ls.Gems(blue=1)),
            ),
        ),
        (lambda state: state.changed(dice=(1, 1, 2)), (happened.DiceChanged((1, 1, 2)),)),
        (lambda state: state.changed(dice_left=2), (happened.MoreDiceAllowed(0, 2),)),
        (lambda state: state.changed(boat=5), (happened.BoatMoved(2, 5),)),
        (home, (happened.TentRemoved(1, ls.Space(4, 3), is_by_other=True),)),
        (draw, (happened.HandChanged(1, 1, True, gained=("any",), lost=()),)),
    ],
)
def test_r6_the_events_of_an_own_card_tell_what_changed(
    change: Change, events: tuple[ls.Event, ...]
) -> None:
    state = sail(at_die(4, edition=EDITION), 2)
    state = give(state, 1, gems=ls.Gems(clear=1), points=3, tents=[(4, 3)])
    state = give(state, 0, cards=["any"])
    changes.append(change)
    done = ls.play(state, ls.PlayCard("any"))
    assert done.events[:-1] == (happened.CardPlayed(0, "any"), *events)
    laws.check_advance(state, done)


def player(seat: int, **parts: Any) -> Change:
    """Change some fields of a player."""
    return lambda state: state.with_player(state.players[seat].changed(**parts), seat=seat)


def table(**parts: Any) -> Change:
    """Change some fields of the state."""
    return lambda state: state.changed(**parts)


def swap(state: ls.State) -> ls.State:
    """Let players 0 and 1 swap their hands."""
    first, second = state.players[0], state.players[1]
    state = state.with_player(first.changed(hand=second.hand))
    return state.with_player(second.changed(hand=first.hand), seat=1)


@pytest.mark.parametrize(
    "change",
    [
        table(die=None),
        together(table(die=5, dice=(6, 6)), player(0, last_die=5)),
        table(die=2),
        table(dice_left=1, dice_taken=3),
        table(starting_player=2),
        table(current_player=1),
        table(gems_drawn=ls.Gems(0, 1, 2)),
        lambda state: state.changed(aside=ls.Stones(3), bag=state.bag - ls.Stones(3)),
        together(player(1, last_die=6), player(2, supply=9)),
        player(2, coins=1, chest=2, donations=2, chest_limit=3),
        player(1, coins=2, chest=1),
        player(1, scored=()),
        lambda state: state.changed(played=NO_CARDS, draw_pile=state.draw_pile + state.played),
        together(player(0, hand=("any", "other")), table(played=NO_CARDS)),
        swap,
    ],
)
def test_r10_what_no_other_event_tells_is_told_when_an_own_card_is_done(change: Change) -> None:
    state = sail(at_die(4, edition=EDITION), 2)
    state = give(state, 1, chest=2, cards=["other"], scored=[(4, 1)])
    state = give(state, 0, cards=["any", "other"])
    changes.append(change)
    done = ls.play(state, ls.PlayCard("any"))
    assert isinstance(done.events[-1], happened.CardDone)
    laws.check_advance(state, done)


def test_r10_2_only_the_owner_is_told_which_cards_a_hand_has_now() -> None:
    state = give(give(at_die(4, edition=EDITION), 1, cards=["lion"]), 0, cards=["any", "other"])
    changes.append(swap)
    card_done = ls.play(state, ls.PlayCard("any")).events[-1]
    assert isinstance(card_done, happened.CardDone)
    first, second, third = card_done.secrets
    assert first is not None
    assert second is not None
    assert (first.hand, second.hand, third) == (("lion",), ("other",), None)
    nothing = (None, None, None)
    assert ls.visible(card_done, 0) == evolve(card_done, secrets=(first, None, None))
    assert ls.visible(card_done, 1) == evolve(card_done, secrets=(None, second, None))
    for seat in (2, None):
        assert ls.visible(card_done, seat) == evolve(card_done, secrets=nothing)


@frozen
class SwapHands(CardEffect):
    """Swap hands with the next player."""

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return (ls.PlayCard(card),)

    def apply(self, state: ls.State, move: PlayCard) -> ls.State:
        seat = (state.current_player + 1) % len(state.players)
        other, hand = state.players[seat], state.player.hand
        state = state.with_player(state.player.changed(hand=other.hand))
        return state.with_player(other.changed(hand=hand), seat=seat)


def test_r10_2_nobody_learns_from_events_whether_two_hidden_hands_are_equal() -> None:
    check_effect(SwapHands, games=settings().max_examples)
