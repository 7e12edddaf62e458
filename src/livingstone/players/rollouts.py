"""Rollouts: from a new position a search plays on, until a round begins that can be judged.

The moves are those of quick players, which go by what a player in their seat would see, but for one
thing: they know which of the unseen cards lie in the draw pile. In a search, that was drawn to fit
what the searcher sees.
"""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from livingstone.game.engine import apply, legal_moves, with_seed
from livingstone.game.moves import Move
from livingstone.game.sampling import sample_state
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.players.greedy import decide
from livingstone.players.policy import policy_for
from livingstone.players.worth import Worth

__all__ = ["QUICK_PLAYERS", "Choose", "drawn_for", "play_on", "prefer", "round_begins"]

Choose = Callable[[State], Move]
"""Chooses a move for the player to move."""
SEED_BITS = 63
"""How long the seeds of the drawn states are."""


def drawn_for(view: View, rng: Random) -> State:
    """Draw a state that fits a view, with a seed of its own that decides chance from there on."""
    state = sample_state(view, rng.getrandbits(SEED_BITS))
    return with_seed(state, rng.getrandbits(SEED_BITS))


def prefer(state: State) -> Move:
    """Choose as `greedy` does, but by the draw pile instead of all unseen cards."""
    return decide(Worth.of_state(state), legal_moves(state))


def _greedily(players: int, rng: Random) -> Choose:
    del players, rng
    return prefer


def _by_policy(players: int, rng: Random) -> Choose:
    """Choose by the policy for the number of players, or as `greedy` where there is none."""
    policy = policy_for(players)
    return policy.choose if policy else _greedily(players, rng)


def _at_random(players: int, rng: Random) -> Choose:
    del players
    return lambda state: rng.choice(legal_moves(state))


QUICK_PLAYERS: Mapping[str, Callable[[int, Random], Choose]] = MappingProxyType(
    {"greedy": _greedily, "policy": _by_policy, "random": _at_random}
)
"""What makes the quick players, by their names, from the number of players and random numbers."""


def play_on(state: State, rounds: int, choose: Choose) -> State:
    """Play a state with a seed until it rolled so many rounds and one begins, or to the end."""
    while not _is_played(state, rounds):
        state = apply(state, choose(state))
    return state


def round_begins(state: State) -> bool:
    """Tell whether nobody has taken a die in this round."""
    return not any(player.last_die for player in state.players)


def _is_played(state: State, rounds: int) -> bool:
    """Tell whether so many rounds of a seed are rolled and one begins, or the game is over."""
    if state.is_over or state.streams is None:
        return True
    return state.streams.rounds >= rounds and round_begins(state)
