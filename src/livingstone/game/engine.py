"""The engine: lists, checks and carries out actions by the functions of `rules`."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import Any

from livingstone.edition.loading import edition_of
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, shown
from livingstone.game import chance, moves
from livingstone.game.moves import Action, Move, Outcome
from livingstone.game.refusals import Code, IllegalMoveError, Refusal, refuse
from livingstone.game.rules import cards, money, rounds, tents
from livingstone.game.state import State, Streams
from livingstone.support.arguments import SEED_LIMIT, need, seed_of


def new_game(
    players: int,
    *,
    seed: int | None = None,
    edition: str | Edition = "printed",
    first: int = 0,
    explicit_chance: bool = False,
) -> State:
    """Make the first state of a game (R1).

    The shipped editions, which can be given by name, are for 2 to 5 players. The seat `first`, from
    0, begins the first round.

    A seed from 0 to 2**128 - 1 decides all chance; by default the operating system provides one.
    With `explicit_chance` the game has no seed, and the caller applies the outcomes.

    >>> new_game(3, seed=7).dice
    (2, 2, 3, 3, 3, 4)
    >>> new_game(3, explicit_chance=True).pending
    RoundRoll(count=6)

    Raises `ArgumentError` for arguments out of range, for an unknown edition, and for a seed
    together with explicit chance.
    """
    state = rounds.set_up(edition_of(edition), players, first)
    if explicit_chance:
        if seed is not None:
            raise ArgumentError("a game with explicit chance has no seed: leave one of them out")
        return state
    return with_seed(state, secrets.randbelow(SEED_LIMIT) if seed is None else seed)


def with_seed(state: State, seed: int) -> State:
    """Return a state with a seed that decides all chance from here on, the pending event too.

    >>> with_seed(new_game(2, explicit_chance=True), 1) == new_game(2, seed=1)
    True

    Raises `ArgumentError` for a seed that is not from 0 to 2**128 - 1.
    """
    need("with_seed", state, "State", State)
    return _settle(state.changed(streams=Streams(seed_of(seed))))


def with_explicit_chance(state: State) -> State:
    """Remove the seed of a state: from here on, the caller applies the outcomes of chance.

    >>> with_explicit_chance(new_game(2, seed=1)).streams is None
    True
    """
    need("with_explicit_chance", state, "State", State)
    return state.changed(streams=None)


def legal_moves(state: State) -> tuple[Move, ...]:
    """List the legal moves; none while an outcome of chance is pending and after the end.

    The order is stable. The kinds are, in order: taking a die, or drawing a card, taking coins,
    digging and building; playing a card, selling gems, donating; ending the turn. While a card of
    one's own lets the player choose, they are its options, in its order. Moves of one kind
    are sorted by their fields, from the first to the last: numbers ascending, colours as clear,
    blue, red, ids alphabetically, tuples of ids as Python compares them, spaces by row, then by
    column, and None first.

    >>> legal_moves(new_game(2, seed=7, edition="bga"))
    (TakeDie(value=2), TakeDie(value=3), TakeDie(value=4))
    """
    if state.__class__ is not State:  # cheaper than `isinstance`, which `need` asks
        need("legal_moves", state, "State", State)
    if state.pending is not None or state.is_over:
        return () if state.choice is None else cards.legal_choices(state)
    listed: tuple[Move, ...]
    end: tuple[Move, ...] = ()
    if state.die is None:
        listed = rounds.legal_dice(state)
        end = rounds.END if state.dice_taken or not listed else ()
    else:
        listed = cards.legal_draw(state) + money.legal_coins(state) + money.DIG
        listed += tents.legal_builds(state)
    if rounds.refuse_free_action(state) is None:
        player = state.players[state.current_player]
        if player.hand:
            listed += cards.legal_plays(state)
        listed += money.legal_sales(*player.gems) + money.legal_donations(player.coins)
    return listed + end


def refusal_of(state: State, action: Action) -> Refusal | None:
    """Explain why an action is illegal; None if it is legal.

    >>> from livingstone import EndTurn
    >>> print(refusal_of(new_game(2, seed=7), EndTurn()))
    first take a die (R3.1)
    """
    if state.pending is not None or state.is_over:
        return _refuse_at_this_time(state, action)
    rule = _REFUSE.get(type(action))
    if rule is not None:
        return rule(state, action)
    if isinstance(action, Outcome):
        return refuse(Code.NO_CHANCE_AWAITED, "R10.3")
    return refuse(Code.NOT_A_MOVE, "R3", given=shown(action))


def _refuse_at_this_time(state: State, action: Action) -> Refusal | None:
    """Explain why an action is illegal after the end, while chance decides, or for a choice."""
    if state.is_over:
        return refuse(Code.GAME_OVER, "R2.7")
    if state.choice is not None:
        return cards.refuse_while_choosing(state, action)
    if not isinstance(action, Outcome):
        return refuse(Code.CHANCE_AWAITED, "R10.3")
    if chance.is_possible(state, action):
        return None
    match state.pending:
        case moves.RoundRoll(count) | moves.DonationRoll(count) | moves.CardRoll(count):
            sides = chance.sides_of(state)
            return refuse(Code.IMPOSSIBLE_OUTCOME, "R10.3", dice=count, sides=sides)
        case moves.StoneDraw(count):
            return refuse(Code.IMPOSSIBLE_OUTCOME, "R10.3", stones=count)
    return refuse(Code.IMPOSSIBLE_OUTCOME, "R10.3")


def apply(state: State, action: Action) -> State:
    """Carry out a move, or an outcome of chance if one is pending; return the next state.

    In a game with a seed, all outcomes of chance that follow are applied as well.

    >>> from livingstone import TakeDie
    >>> apply(new_game(2, seed=7), TakeDie(3)).die
    3

    Raises `IllegalMoveError` for an illegal action, and `RuntimeError` for an own card that still
    awaits chance after 1,000 outcomes.
    """
    if state.__class__ is not State:  # cheaper than `isinstance`, which `need` asks
        need("apply", state, "State", State)
    reason = refusal_of(state, action)
    if reason is not None:
        raise IllegalMoveError(action, state, reason)
    after = _CARRY_OUT[type(action)](state, action)
    return after if after.pending is None else _settle(after)


def apply_in_steps(state: State, action: Action) -> Iterator[tuple[State, Action, State]]:
    """Carry out an action as `apply` does, and yield each step.

    A step is the state before, the action, and the state after it. The steps after the first are
    the outcomes that the seed decides. Raises `IllegalMoveError` as `apply` does.
    """
    reason = refusal_of(state, action)
    if reason is not None:
        raise IllegalMoveError(action, state, reason)
    for _ in range(MOST_OUTCOMES + 1):
        after = _CARRY_OUT[type(action)](state, action)
        yield state, action, after
        if after.streams is None or not after.is_chance:
            return
        action, streams = chance.draw(after, after.streams)
        state = after.changed(streams=streams)
    raise _endless(state)


def _settle(state: State) -> State:
    """Apply the outcomes that the seed decides until a player is to move or the game is over."""
    outcomes = 0  # counted by hand, which is cheaper than a range for each move
    while state.streams is not None and state.is_chance:
        outcomes += 1
        if outcomes > MOST_OUTCOMES:
            raise _endless(state)
        outcome, streams = chance.draw(state, state.streams)
        state = _CARRY_OUT[type(outcome)](state.changed(streams=streams), outcome)
    return state


MOST_OUTCOMES = 1000
"""The most outcomes of chance that follow one move in a game with a seed."""


def _endless(state: State) -> RuntimeError:
    """Name the card that awaits one outcome after another."""
    card = state.playing.card if state.playing else "a card"
    return RuntimeError(f"{card} still awaits chance after {MOST_OUTCOMES:,} outcomes of one move")


_REFUSE: dict[type[Any], Callable[[State, Any], Refusal | None]] = {
    moves.TakeDie: rounds.refuse_dice,
    moves.DrawCard: cards.refuse_draw,
    moves.TakeCoins: money.refuse_coins,
    moves.Dig: money.refuse_dig,
    moves.BuildTent: tents.refuse_build,
    moves.PlayCard: cards.refuse_play,
    moves.Choose: cards.refuse_choice,
    moves.SellGems: money.refuse_sale,
    moves.Donate: money.refuse_donation,
    moves.EndTurn: rounds.refuse_end,
}
_CARRY_OUT: dict[type[Any], Callable[[State, Any], State]] = {
    moves.TakeDie: rounds.take_die,
    moves.DrawCard: cards.draw_card,
    moves.TakeCoins: money.take_coins,
    moves.Dig: money.dig,
    moves.BuildTent: tents.build,
    moves.PlayCard: cards.play_card,
    moves.Choose: cards.choose,
    moves.SellGems: money.sell,
    moves.Donate: money.donate,
    moves.EndTurn: rounds.end_turn,
    moves.DiceRolled: cards.receive,
    moves.StonesDrawn: cards.receive,
    moves.CardRevealed: cards.receive,
    moves.CardsShown: cards.receive,
}
