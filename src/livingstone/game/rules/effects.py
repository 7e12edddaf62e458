"""R6.1 to R6.11: how cards can be played, and what they do.

A new kind of effect needs a class in `edition.effect` and a case in the three public functions.
"""

from functools import lru_cache
from itertools import product
from typing import assert_never

from livingstone.edition.effect import (
    BoatBack,
    DrawStones,
    Effect,
    GainCoins,
    IgnoreDie,
    Market,
    MineCollapse,
    MoreDice,
    NoCostTent,
    ScorePoints,
    SecondTent,
)
from livingstone.errors import shown
from livingstone.game.moves import PlayCard
from livingstone.game.refusals import Code, Refusal
from livingstone.game.rules import mine, money, rounds, tents
from livingstone.game.state import State
from livingstone.values import Gems

_Plain = MoreDice | BoatBack | DrawStones | GainCoins | ScorePoints
_play = lru_cache(maxsize=1 << 12)(PlayCard)


@lru_cache(maxsize=1024)
def _plain_play(card: str) -> tuple[PlayCard, ...]:
    return (PlayCard(card),)


def legal(state: State, card: str, effect: Effect) -> tuple[PlayCard, ...]:
    """List the ways to play a card of this id and effect (R6.1 to R6.11)."""
    match effect:
        case MoreDice() | BoatBack() | DrawStones() | GainCoins() | ScorePoints():
            return () if _refuse_plain(state, effect) else _plain_play(card)
        case Market():
            return _markets(card, state.players[state.current_player].gems)
        case SecondTent():
            return _second_tents(state, card)
        case NoCostTent() | IgnoreDie() | MineCollapse():
            return ()
        case unknown:
            assert_never(unknown)


def refuse(state: State, move: PlayCard, effect: Effect) -> Refusal | None:
    """Say why a held card with this effect cannot be played in this way (R6.1 to R6.11)."""
    if refusal := _refuse_extras(move, effect):
        return refusal
    match effect:
        case NoCostTent() | IgnoreDie():
            rule = "R6.1" if isinstance(effect, NoCostTent) else "R6.2"
            sentence = f"{move.card} is played together with building a tent"
            return Refusal(Code.WRONG_USE, rule, sentence, {"card": move.card})
        case SecondTent():
            return _refuse_second_tent(state, move)
        case Market():
            return _refuse_market(state, move)
        case MoreDice() | BoatBack() | DrawStones() | GainCoins() | ScorePoints():
            return _refuse_plain(state, effect)
        case MineCollapse():
            sentence = f"{move.card} is never held"
            return Refusal(Code.WRONG_USE, "R6.11", sentence, {"card": move.card})
        case unknown:
            assert_never(unknown)


def _refuse_plain(state: State, effect: _Plain) -> Refusal | None:
    """Refuse a card without a choice that would have no effect (R6.4 to R6.10)."""
    match effect:
        case ScorePoints() | DrawStones():
            return None
        case GainCoins():
            return money.refuse_empty_bank(state, "R6.9")
        case MoreDice(dice):
            return _refuse_dice(state, dice)
        case BoatBack(columns):
            return _refuse_boat_back(state, columns)
        case unknown:
            assert_never(unknown)


def carry_out(state: State, move: PlayCard, effect: Effect) -> State:
    """Carry out what a played card does (R6.4 to R6.10)."""
    match effect:
        case MoreDice(dice):
            return state.changed(dice_left=state.dice_left + dice)
        case SecondTent():
            assert move.space is not None
            return state.with_player(tents.place(state.player, move.space, move.source))
        case Market():
            return _sell(state, move, effect)
        case BoatBack(columns):
            return state.changed(boat=state.boat - columns)
        case DrawStones(stones):
            return mine.await_stones(state, stones)
        case GainCoins(coins):
            return money.receive(state, state.player, coins)
        case ScorePoints(points):
            player = state.player
            return state.with_player(player.changed(points=player.points + points))
        case NoCostTent() | IgnoreDie() | MineCollapse():
            raise AssertionError("these are not played by themselves")
        case unknown:
            assert_never(unknown)


def _refuse_extras(move: PlayCard, effect: Effect) -> Refusal | None:
    """Refuse gems and spaces for a card that does not take them."""
    facts = {"card": move.card}
    if move.gems is not None and not isinstance(effect, Market):
        return Refusal(Code.WRONG_USE, "R6.6", f"{move.card} has no use for gems", facts)
    if not isinstance(effect, SecondTent) and (move.space, move.source) != (None, None):
        return Refusal(Code.WRONG_USE, "R6.5", f"{move.card} has no use for a space", facts)
    return None


def _refuse_dice(state: State, dice: int) -> Refusal | None:
    """Refuse more dice unless there are enough higher values (R6.4, R6.13)."""
    last = state.players[state.current_player].last_die
    needed = state.dice_left + dice
    higher = len(rounds.takeable(state.dice, last))
    return None if higher >= needed else _too_few_dice(needed, last, higher)


@lru_cache(maxsize=1024)
def _too_few_dice(needed: int, last: int, higher: int) -> Refusal:
    """Make the refusal once for these numbers, since every list of moves needs it (R6.13)."""
    return Refusal(
        Code.NO_EFFECT,
        "R6.13",
        f"{needed} different values above {last} are needed on the table, there are {higher}",
        {"needed": needed, "last": last, "higher": higher},
    )


def _second_tents(state: State, card: str) -> tuple[PlayCard, ...]:
    """List the second tents, by space and source (R6.5, R9.1).

    Ruling: outside the boat's column in both editions, though only the German text says so.
    """
    origins = tents.sources(state)
    return tuple(
        _play(card, None, space, source)
        for space in state.players[state.current_player].scored
        if space.column != state.boat
        for source in origins
        if source != space
    )


def _refuse_second_tent(state: State, move: PlayCard) -> Refusal | None:
    """Say why no second tent can be set there (R6.5, R9.1)."""
    space = move.space
    if space is None:
        sentence = f"{move.card} needs a space for the tent"
        return Refusal(Code.WRONG_USE, "R6.5", sentence, {"card": move.card})
    if not state.player.has_scored_tent_at(space):
        return Refusal(
            Code.NOT_SCORED,
            "R6.5",
            f"player {state.current_player} has no scored tent at {shown(space)}",
            {"seat": state.current_player, **space._asdict()},
        )
    if space.column == state.boat:
        sentence = f"the boat stands in column {state.boat}"
        return Refusal(Code.BOAT_COLUMN, "R6.5", sentence, {"column": state.boat})
    return tents.refuse_source(state, space, move.source)


@lru_cache(maxsize=128)
def _markets(card: str, held: Gems) -> tuple[PlayCard, ...]:
    """List the ways to sell at least one gem at the market, by clear, blue and red (R6.6)."""
    numbers = product(*(range(number + 1) for number in held))
    return tuple(PlayCard(card, Gems(*sold)) for sold in numbers if any(sold))


def _refuse_market(state: State, move: PlayCard) -> Refusal | None:
    """Say why these gems cannot be sold at the market (R6.6)."""
    gems, held = move.gems, state.player.gems
    if gems is None or min(gems) < 0:
        sentence = f"{move.card} needs the gems to be sold"
        return Refusal(Code.WRONG_USE, "R6.6", sentence, {"card": move.card})
    if not gems.total:
        return Refusal(Code.NO_EFFECT, "R6.6", "at least one gem has to be sold")
    if not held.covers(gems):
        return Refusal(
            Code.TOO_FEW_GEMS,
            "R6.6",
            f"player {state.current_player} has {held!r} and cannot sell {shown(gems)}",
            {"seat": state.current_player, "held": held, "gems": gems},
        )
    return None


def _sell(state: State, move: PlayCard, market: Market) -> State:
    """Sell gems for coins and points; the points are paid in full (R6.6)."""
    assert move.gems is not None
    player = state.player
    player = player.changed(
        gems=player.gems.minus(move.gems),
        points=player.points + move.gems.worth(market.points),
    )
    coins = move.gems.worth(market.coins)
    return money.receive(state, player, coins, aside=state.aside.plus_gems(move.gems))


def _refuse_boat_back(state: State, columns: int) -> Refusal | None:
    """Say why the boat cannot go back (R6.7).

    Ruling: at the round's end it advances one column as always, however far it went back; and "only
    there" concerns building with a die.
    """
    if state.boat > columns:
        return None
    return Refusal(
        Code.NO_EFFECT,
        "R6.7",
        f"the boat stands in column {state.boat} and cannot go back {columns}",
        {"column": state.boat, "columns": columns},
    )
