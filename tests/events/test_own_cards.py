"""R6: the events of own cards tell what changed openly."""

from collections.abc import Callable

import pytest
from attrs import frozen
from editions import card_table
from positions import at_die, give, sail

import livingstone as ls
from livingstone import events as happened
from livingstone.effects import CardEffect
from livingstone.game.moves import PlayCard

Change = Callable[[ls.State], ls.State]
changes: list[Change] = []
"""What the card of these tests does."""


@frozen
class DoAnything(CardEffect):
    """Do what a test says."""

    def apply(self, state: ls.State, move: PlayCard) -> ls.State:
        return changes[-1](state)


EDITION = ls.load_edition(
    "printed", cards={"cards": [card_table("any", "do_anything", 2)]}, effects=[DoAnything]
)


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
    return state.changed(draw_pile=ls.CardPile()).with_player(player, seat=1)


NO_GEMS = ls.Gems()


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
        (home, (happened.TentRemoved(1, ls.Space(4, 3)),)),
        (draw, (happened.HandChanged(1, 1, True),)),
    ],
)
def test_r6_the_events_of_an_own_card_tell_what_changed(
    change: Change, events: tuple[ls.Event, ...]
) -> None:
    state = sail(at_die(4, edition=EDITION), 2)
    state = give(state, 1, gems=ls.Gems(clear=1), points=3, tents=[(4, 3)])
    state = give(state, 0, cards=["any"])
    changes.append(change)
    told = ls.play(state, ls.PlayCard("any")).events
    assert told[:-1] == (happened.CardPlayed(0, "any"), *events)
