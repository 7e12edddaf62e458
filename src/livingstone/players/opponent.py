"""What the other player of two plays like, as far as a search has seen it.

There are two players whose moves a search can foresee quickly: `greedy` and the policy, which has
learned from searches. Which of them the other player is like follows from its turns by Bayes' rule:
which die did it take, and which tents stand on the board after it? Both are public (R10.1). What is
not, such as the hand, is drawn to fit what was seen before. A turn tells nothing if another one
followed it before the search was asked again, or if its dice are not known any more.

With more than two players there is no policy, and all are taken for greedy ones.
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

__all__ = ["Opponent"]

PRIOR = log(0.55 / 0.45)
"""The odds before anything is known of the other player."""
STATES = 6
"""In so many drawn states the quick players are asked what they would have done."""
SAME_DIE: Mapping[str, float] = {"greedy": 0.97, "policy": 0.8}
"""About how often a player that is like one of them takes the same die. If it does not, each die is
equally likely."""
SAME_TENTS: Mapping[str, float] = {"greedy": 0.85, "policy": 0.7}
"""The same for whether, and in which row, it builds with the die, if it can build."""


@define(eq=False)
class Opponent:
    """Remembers what the other player of two plays like, as one seat has seen it."""

    odds: float = PRIOR
    """The logarithm of how many times as likely it is like the policy as like `greedy`."""
    _asked: tuple[View, Move] | None = None
    """The last view, and what was chosen there."""

    def likeliest(self, view: View, rng: Random) -> str:
        """Name the quick player that the other one plays like, now that a view of it is here."""
        if len(view.players) > 2:
            return "greedy"
        if self._asked is None or not _goes_on(self._asked[0], view):
            self.odds = PRIOR
        else:
            self.odds += _evidence(*self._asked, view, rng)
        return "policy" if self.odds > 0 else "greedy"

    def remember(self, view: View, move: Move) -> None:
        """Keep what was chosen, until the next view shows what the other player made of it."""
        self._asked = view, move


def _goes_on(before: View, now: View) -> bool:
    """Tell whether a view can come after another one of the same game."""
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
    """Weigh the last turn of the other player, if it tells anything; 0 if not.

    The result is the logarithm of how many times as likely the policy would have taken it.
    """
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
    """Work out how likely a player takes its die and builds as it was seen, in a drawn state."""
    choose, taken = QUICK_PLAYERS[name](2, rng), TakeDie(seen.last_die)
    dice = len([move for move in legal_moves(state) if isinstance(move, TakeDie)])
    likelihood = _share(SAME_DIE[name], dice, is_same=_die_of(state, choose) == taken)
    state = apply(state, taken)
    if any(isinstance(move, BuildTent) for move in legal_moves(state)):
        is_same = _tents_after(state, choose) == seen.tents
        likelihood *= _share(SAME_TENTS[name], 2, is_same=is_same)
    return likelihood


def _share(same: float, outcomes: int, *, is_same: bool) -> float:
    """Work out how likely an outcome is, if another one is as likely as any where it differs."""
    return same * is_same + (1 - same) / outcomes


def _is_same_round(before: View, now: View) -> bool:
    """Tell whether no round has ended between two views; the starting player passes on (R2.5)."""
    return (before.boat, before.starting_player) == (now.boat, now.starting_player)


def _states(before: View, move: Move, now: View, rng: Random) -> Iterator[State]:
    """Draw states in which the other player was to take the die that it took last.

    A state is left out if the game went otherwise there. Dice that were rolled meanwhile are those
    on the table and those that were taken since: that one, and one that had to be taken then.
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
    """Find the die that a quick player takes in its turn."""
    while not isinstance(move := choose(state), TakeDie):
        state = apply(state, move)
    return move


def _tents_after(state: State, choose: Choose) -> tuple[tuple[int, ...], ...]:
    """Find the tents on the board after a quick player has used the die in hand."""
    seat = state.current_player
    while state.die is not None:
        state = apply(state, choose(state))
    return state.players[seat].tents
