"""Whom a search takes the other player for: for one who chooses as that player has done so far.

There are two players whom it knows how to foresee, `greedy` and the policy, which has learned from
searches. How likely the other player is one or the other follows from each turn between two
choices by Bayes' rule: which die did the player take, and which tents stand on the board after it?
Both are public (R10.1). What is not, such as the hand, is drawn to fit what was seen before.

This is for two players; with more of them there is no policy, and all are taken for greedy ones.
"""

from collections.abc import Iterator, Mapping
from math import log
from random import Random
from statistics import fmean

from attrs import define

from livingstone.engine import apply, legal_moves, with_seed
from livingstone.moves import Move, TakeDie
from livingstone.players.rollouts import QUICK_PLAYERS, Choose
from livingstone.sampling import sample_state
from livingstone.state import State
from livingstone.view import View

__all__ = ["Opponent"]

PRIOR = 0.55
"""How likely the other player is a search, before anything is known of it."""
STATES = 6
"""In so many drawn states the quick players are asked what they would have done."""
SAME_DIE: Mapping[str, float] = {"greedy": 0.97, "policy": 0.8}
"""About how often a greedy player, and a search, take the die that the quick player takes. If they
do not, each die is equally likely."""
SAME_TENTS: Mapping[str, float] = {"greedy": 0.85, "policy": 0.7}
"""The same for whether, and in which row, they build with the die."""
SEED_BITS = 63


@define(eq=False)
class Opponent:
    """Remembers how the other player of two has played, as far as one seat has seen it."""

    odds: float = log(PRIOR / (1 - PRIOR))
    """The logarithm of how many times as likely the player is a search as a greedy player."""
    _asked: tuple[View, Move] | None = None
    """The last view, and what was chosen there."""

    def likeliest(self, view: View, rng: Random) -> str:
        """Tell which quick player the other one plays like, now that a view of it is here."""
        if len(view.players) > 2:
            return "greedy"
        if self._asked is None or not _goes_on(self._asked[0], view):
            self.odds = log(PRIOR / (1 - PRIOR))
        else:
            self.odds += _evidence(*self._asked, view, rng)
        return "policy" if self.odds > 0 else "greedy"

    def remember(self, view: View, move: Move) -> None:
        """Keep what was chosen, until the next view shows what the other player made of it."""
        self._asked = view, move


def _goes_on(before: View, now: View) -> bool:
    """Tell whether a view can come after another one of the same game."""
    return (
        (now.seat, len(now.players)) == (before.seat, len(before.players))
        and now.edition == before.edition
        and all(now.played.count(card) >= count for card, count in before.played)
        and all(
            player.points >= earlier.points
            and (player.last_die >= earlier.last_die or not _is_same_round(before, now))
            for player, earlier in zip(now.players, before.players, strict=True)
        )
    )


def _evidence(before: View, move: Move, now: View, rng: Random) -> float:
    """Weigh the last turn of the other player: the logarithm of how much likelier a search made it.

    It is 0 if there was no turn since the view before, or none that can be told apart.
    """
    other = 1 - now.current_player
    die, tents = now.players[other].last_die, now.players[other].tents
    has_moved = before.players[other].last_die != die or not _is_same_round(before, now)
    if not die or now.dice_taken or not has_moved:
        return 0.0
    states = list(_states(before, move, now, rng))
    if not states:
        return 0.0
    dice = len([move for move in legal_moves(states[0]) if isinstance(move, TakeDie)])

    def likelihood(name: str) -> float:
        choose = QUICK_PLAYERS[name](2, rng)
        same_die = fmean([_die_of(state, choose) == die for state in states])
        same_tents = fmean([_tents_after(state, die, choose) == tents for state in states])
        by_die = SAME_DIE[name] * same_die + (1 - SAME_DIE[name]) / dice
        return by_die * (SAME_TENTS[name] * same_tents + (1 - SAME_TENTS[name]) / 2)

    return log(likelihood("policy") / likelihood("greedy"))


def _is_same_round(before: View, now: View) -> bool:
    """Tell whether no round has ended between two views; the starting player passes on (R2.5)."""
    return (before.boat, before.starting_player) == (now.boat, now.starting_player)


def _states(before: View, move: Move, now: View, rng: Random) -> Iterator[State]:
    """Draw states in which the other player was to take the die that it took last.

    A state is left out if the game went otherwise there. Dice that were rolled meanwhile are those
    on the table and the one that was taken.
    """
    other = 1 - now.current_player
    dice = tuple(sorted((*now.dice, now.players[other].last_die)))
    reached = other, now.boat, now.starting_player, len(dice)
    for _ in range(STATES):
        state = sample_state(before, rng.getrandbits(SEED_BITS))
        state = apply(with_seed(state, rng.getrandbits(SEED_BITS)), move)
        while state.current_player != other and len(moves := legal_moves(state)) == 1:
            state = apply(state, moves[0])
        if (state.current_player, state.boat, state.starting_player, len(state.dice)) == reached:
            yield state.changed(dice=dice)


def _die_of(state: State, choose: Choose) -> int:
    """Find the die that a quick player takes in its turn."""
    while not isinstance(move := choose(state), TakeDie):
        state = apply(state, move)
    return move.value


def _tents_after(state: State, die: int, choose: Choose) -> tuple[tuple[int, ...], ...]:
    """Find the tents on the board after a quick player has used this die."""
    seat = state.current_player
    state = apply(state, TakeDie(die))
    while state.die is not None:
        state = apply(state, choose(state))
    return state.players[seat].tents
