"""Perft: counts of all sequences of actions from a state, as used to test chess engines."""

from __future__ import annotations

from operator import add
from typing import NamedTuple

from livingstone.game.chance import chance_outcomes
from livingstone.game.engine import apply, legal_moves, with_explicit_chance
from livingstone.game.moves import Action
from livingstone.game.state import State
from livingstone.support.arguments import need, whole


class Perft(NamedTuple):
    """The counts of a walk through all sequences of some length."""

    decisions: int = 0
    """Moves made."""
    outcomes: int = 0
    """Outcomes of chance applied."""
    terminals: int = 0
    """States in which the game is over."""
    leaves: int = 0
    """States at the full depth, or in which the game is over."""

    def plus(self, other: Perft) -> Perft:
        """Add the counts of another walk."""
        return Perft(*map(add, self, other))


def perft(state: State, depth: int) -> Perft:
    """Count all sequences of `depth` actions, moves and outcomes of chance alike.

    Every possible outcome of chance is followed, even if the state has a seed. Sequences that lead
    to the same state count separately.

    >>> from livingstone import new_game
    >>> perft(new_game(2, explicit_chance=True), 1)
    Perft(decisions=0, outcomes=126, terminals=0, leaves=126)

    Raises `ArgumentError` for a negative depth.
    """
    need("perft", state, "State", State)
    return _walk(with_explicit_chance(state), whole("depth", depth, 0))


def divide(state: State, depth: int) -> dict[Action, Perft]:
    """Split `perft` by the first action, in the order of `legal_moves` or `chance_outcomes`.

    The first action is counted, so that the parts sum to the whole.

    >>> from livingstone import new_game
    >>> state = new_game(2, seed=7, edition="bga")
    >>> parts = divide(state, 2)
    >>> list(parts)
    [TakeDie(value=2), TakeDie(value=3), TakeDie(value=4)]
    >>> sum(part.leaves for part in parts.values()) == perft(state, 2).leaves
    True

    Raises `ArgumentError` for a depth below 1.
    """
    need("divide", state, "State", State)
    depth = whole("depth", depth, 1)
    state = with_explicit_chance(state)
    by_player = int(not state.is_chance)
    first = Perft(decisions=by_player, outcomes=1 - by_player)
    afters = ((action, apply(state, action)) for action in _actions(state))
    return {action: first.plus(_walk(after, depth - 1)) for action, after in afters}


def _actions(state: State) -> tuple[Action, ...]:
    return legal_moves(state) or tuple(chance_outcomes(state))


def _walk(state: State, depth: int) -> Perft:
    if state.is_over or depth == 0:
        return Perft(terminals=int(state.is_over), leaves=1)
    actions = _actions(state)
    by_player = 0 if state.is_chance else len(actions)
    count = Perft(decisions=by_player, outcomes=len(actions) - by_player)
    if depth == 1:
        ended = sum(apply(state, action).is_over for action in actions)
        return count.plus(Perft(terminals=ended, leaves=len(actions)))
    for action in actions:
        count = count.plus(_walk(apply(state, action), depth - 1))
    return count
