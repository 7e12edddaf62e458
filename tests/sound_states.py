"""Sound states of every kind, and corruptions to make of them."""

from collections.abc import Callable
from typing import Any

from editions import new_game
from positions import play, table

from livingstone import (
    CardRevealed,
    DiceRolled,
    Dig,
    DrawCard,
    EndTurn,
    State,
    Stones,
    StonesDrawn,
    TakeCoins,
    TakeDie,
    apply,
    validate,
)
from livingstone.game.moves import DonationRoll, RoundRoll
from livingstone.values import CardPile

Corrupt = Callable[[State], State]


START = new_game(3, explicit_chance=True)
ROLLED = table(3, 1, 2, 3, 4, 5, 6)
HOLDING = play(ROLLED, TakeDie(2))
USED = play(HOLDING, TakeCoins())
TWO = table(2, 1, 2, 3, 4)
BGA = table(3, 1, 2, 3, 4, 5, 6, edition="bga")
DRAWING = play(HOLDING, DrawCard())
DIGGING = play(HOLDING, Dig())
COLLAPSED = play(DRAWING, CardRevealed("mine_collapse"))


def at_the_end(players: int) -> State:
    """Play a game in which everybody only takes the highest die and digs for black stones."""
    state = new_game(players, explicit_chance=True)
    while not state.is_over:
        match state.pending:
            case RoundRoll(count) | DonationRoll(count):
                state = apply(state, DiceRolled((1,) * count))
            case _:
                state = play(state, TakeDie(1), TakeCoins() if state.bank else Dig())
                if state.is_chance:
                    state = apply(state, StonesDrawn(Stones(black=1)))
                state = apply(state, EndTurn())
    return state


OVER, OVER_TWO = at_the_end(3), at_the_end(2)


def before_the_last_roll() -> State:
    state = OVER_TWO.changed(
        is_over=False, threshold=None, pending=DonationRoll(OVER_TWO.edition.board.dice.donation)
    )
    assert validate(state) == []
    return state


SOUND = {
    "start": START,
    "rolled": ROLLED,
    "holding": HOLDING,
    "used": USED,
    "two": TWO,
    "bga": BGA,
    "drawing": DRAWING,
    "digging": DIGGING,
    "collapsed": COLLAPSED,
    "over": OVER,
    "over, two": OVER_TWO,
    "last roll": before_the_last_roll(),
}


def changed(**changes: Any) -> Corrupt:
    return lambda state: state.changed(**changes)


def player(seat: int, **changes: Any) -> Corrupt:
    """Make a change to one player."""

    def corrupt(state: State) -> State:
        players = list(state.players)
        players[seat] = players[seat].changed(**changes)
        return state.changed(players=tuple(players))

    return corrupt


def both(*corruptions: Corrupt) -> Corrupt:
    def corrupt(state: State) -> State:
        for corruption in corruptions:
            state = corruption(state)
        return state

    return corrupt


LION = CardPile.of(["lion"])
