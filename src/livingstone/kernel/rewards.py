"""The rewards of learners at the end of a game (R8.5)."""

from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block, points_of
from livingstone.kernel.compiling import Floats, Ints, compile_module
from livingstone.kernel.rules.ending import add_shares, is_out, rank_of

REWARDS = ("win", "rank", "margin")
"""The kinds of rewards, those of `livingstone.envs.rewards_of`."""


def write_rewards(edition: Ints, state: Ints, kind: int, rewards: Floats) -> None:
    """Write the reward of each seat for a game that is over (R8.5)."""
    players = edition[of.PLAYERS]
    for seat in range(players):
        rewards[seat] = 0.0
        rank, behind, best = rank_of(edition, state, seat), 0.0, -1
        for other in range(players):
            if other != seat:
                rival = rank_of(edition, state, other)
                behind += 1.0 if rank < rival else 0.5 if rank == rival else 0.0
                best = max(best, _counted_points(edition, state, other))
        if kind == 1:
            rewards[seat] = behind / (players - 1)
        elif kind == 2:
            rewards[seat] = _counted_points(edition, state, seat) - best
    if kind == 0:
        add_shares(edition, state, 1.0, rewards)


def _counted_points(edition: Ints, state: Ints, seat: int) -> int:
    """Return the points of a player; 0 for one who is out."""
    return 0 if is_out(edition, state, seat) else points_of(state, block(edition, seat))


compile_module(__name__)
