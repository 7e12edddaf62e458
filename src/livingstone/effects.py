"""Effects of cards: the base class, the shipped ones, and what an effect of your own needs.

>>> from attrs import frozen
>>> from livingstone.effects import CardEffect, receive_coins
>>> @frozen
... class CollectCoins(CardEffect):
...     \"\"\"Take coins from the bank, a coin for each tent on the board.\"\"\"
...
...     def apply(self, state, move):
...         return receive_coins(state, sum(map(sum, state.player.tents)))
>>> CollectCoins().kind
'collect_coins'
"""

from livingstone.edition.effect import known_kinds
from livingstone.game.effects.base import (
    CardEffect,
    Moment,
    PlainEffect,
    Told,
    Way,
    effects_of,
    no_effect,
)
from livingstone.game.effects.shipped import (
    BoatBack,
    DrawStones,
    GainCoins,
    IgnoreDie,
    Market,
    MineCollapse,
    MoreDice,
    NoCostTent,
    ScorePoints,
    SecondTent,
)
from livingstone.game.moves import CardDraw
from livingstone.game.refusals import Code, Refusal
from livingstone.game.rules import money
from livingstone.game.rules.tents import place as place_tent
from livingstone.game.state import Player, State
from livingstone.support.limits import Between, Figures, Natural, Positive, Prices
from livingstone.values import NO_CARDS

__all__ = [
    "Between",
    "BoatBack",
    "CardEffect",
    "Code",
    "DrawStones",
    "Figures",
    "GainCoins",
    "IgnoreDie",
    "Market",
    "MineCollapse",
    "Moment",
    "MoreDice",
    "Natural",
    "NoCostTent",
    "PlainEffect",
    "Positive",
    "Prices",
    "Refusal",
    "ScorePoints",
    "SecondTent",
    "Told",
    "Way",
    "draw_card",
    "draw_stones",
    "effects_of",
    "known_kinds",
    "no_effect",
    "place_tent",
    "receive_coins",
    "with_seat",
]


def receive_coins(state: State, coins: int) -> State:
    """Pay coins from the bank to the player to move, at most what it holds (R1.7)."""
    return money.receive(state, state.player, coins)


def draw_stones(state: State, count: int) -> State:
    """Let the player to move draw stones (R6.8), at most what the bag holds."""
    return money.await_stones(state, count)


def draw_card(state: State) -> State:
    """Let the player to move draw a card (R4.1); change nothing if none is left."""
    if not state.draw_pile:
        state = state.changed(draw_pile=state.played, played=NO_CARDS)
    return state.changed(pending=CardDraw(is_replacement=False)) if state.draw_pile else state


def with_seat(state: State, seat: int, player: Player) -> State:
    """Return a state with another value for the player in a seat."""
    return state.changed(players=(*state.players[:seat], player, *state.players[seat + 1 :]))
