"""Estimate whether the other of two players plays like `greedy` or like the policy.

Bayes' rule weighs each turn of the other player by public facts: which die it took, and which tents
it built (R10.1). Hidden cards are sampled. A turn is ignored if another one followed it before the
bot was asked again, or if its dice are unknown. With more than two players, all count as greedy.
"""

from collections.abc import Iterator, Mapping
from math import log
from random import Random
from statistics import fmean

from attrs import define

from livingstone.game.engine import apply, legal_moves
from livingstone.game.moves import BuildTent, Move, TakeDie
from livingstone.game.state import State
from livingstone.game.view import PlayerView, View
from livingstone.players.rollouts import QUICK_PLAYERS, Choose, drawn_for

PRIOR = log(0.55 / 0.45)
"""The logarithm of the odds for the policy before the first turn."""
STATES = 6
"""The number of sampled states in which the quick players are asked."""
SAME_DIE: Mapping[str, float] = {"greedy": 0.97, "policy": 0.8}
"""The probability that a player of this kind takes the same die; else all are equally likely."""
SAME_TENTS: Mapping[str, float] = {"greedy": 0.85, "policy": 0.7}
"""The probability that such a player builds the same tent or none, if it can build."""


@define(eq=False)
class Opponent:
    """Remembers what one seat has seen of the other player."""

    odds: float = PRIOR
    """The logarithm of the odds for the policy."""
    _asked: tuple[View, Move] | None = None
    """The last view and the move chosen there."""

    def likeliest(self, view: View, rng: Random) -> str:
        """Name the quick player that the other one plays like, given a new view."""
        if len(view.players) > 2:
            return "greedy"
        if self._asked is None or not _can_follow(self._asked[0], view):
            self.odds = PRIOR
        else:
            self.odds += _evidence(*self._asked, view, rng)
        return "policy" if self.odds > 0 else "greedy"

    def remember(self, view: View, move: Move) -> None:
        """Remember the move chosen in a view."""
        self._asked = view, move


def _can_follow(before: View, now: View) -> bool:
    is_same = _is_same_round(before, now)
    return (
        (now.seat, len(now.players)) == (before.seat, len(before.players))
        and now.edition == before.edition
        and all(
            player.points >= earlier.points and (player.last_die >= earlier.last_die or not is_same)
            for player, earlier in zip(now.players, before.players, strict=True)
        )
    )


def _evidence(before: View, move: Move, now: View, rng: Random) -> float:
    """Return the logarithm of the likelihood ratio of the other player's last turn."""
    other = 1 - now.current_player
    seen, earlier = now.players[other], before.players[other]
    is_known = seen.last_die == earlier.last_die and _is_same_round(before, now)
    if is_known or not seen.last_die:
        return 0.0
    states = list(_states(before, move, now, rng))
    if not states:
        return 0.0
    policy, greedy = (
        fmean([_likelihood(name, state, seen, rng) for state in states])
        for name in ("policy", "greedy")
    )
    return log(policy / greedy)


def _likelihood(name: str, state: State, seen: PlayerView, rng: Random) -> float:
    """Return how likely a quick player is to take the die and build as seen, in a state."""
    choose, taken = QUICK_PLAYERS[name](2, rng), TakeDie(seen.last_die)
    dice = len([move for move in legal_moves(state) if isinstance(move, TakeDie)])
    likelihood = _share(SAME_DIE[name], dice, is_same=_die_of(state, choose) == taken)
    state = apply(state, taken)
    if any(isinstance(move, BuildTent) for move in legal_moves(state)):
        is_same = _tents_after(state, choose) == seen.tents
        likelihood *= _share(SAME_TENTS[name], 2, is_same=is_same)
    return likelihood


def _share(same: float, outcomes: int, *, is_same: bool) -> float:
    """Return the likelihood of an outcome that a player copies or else picks at random."""
    return same * is_same + (1 - same) / outcomes


def _is_same_round(before: View, now: View) -> bool:
    return (before.boat, before.starting_player) == (now.boat, now.starting_player)


def _states(before: View, move: Move, now: View, rng: Random) -> Iterator[State]:
    """Sample states in which the other player was about to take its last die.

    New dice are those on the table and those taken since: that one, and perhaps one that the seat
    had to take. States in which the game went otherwise are left out.
    """
    seat, other = now.current_player, 1 - now.current_player
    own = (now.players[seat].last_die,) if now.dice_taken else ()
    dice = tuple(sorted((*now.dice, *own, now.players[other].last_die)))
    reached = other, now.boat, now.starting_player, len(dice)
    for _ in range(STATES):
        state = apply(drawn_for(before, rng), move)
        while state.current_player != other and len(moves := legal_moves(state)) == 1:
            state = apply(state, moves[0])
        if (state.current_player, state.boat, state.starting_player, len(state.dice)) == reached:
            yield state.changed(dice=dice)


def _die_of(state: State, choose: Choose) -> TakeDie:
    while not isinstance(move := choose(state), TakeDie):
        state = apply(state, move)
    return move


def _tents_after(state: State, choose: Choose) -> tuple[tuple[int, ...], ...]:
    seat = state.current_player
    while state.die is not None:
        state = apply(state, choose(state))
    return state.players[seat].tents
