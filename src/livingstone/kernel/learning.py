"""Games of a learner against bots: how bots move on the way, and rewards (R8.5)."""

from typing import Any

from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block, points_of
from livingstone.kernel.compiling import Floats, Ints, compile_module
from livingstone.kernel.engine import list_moves
from livingstone.kernel.rules.ending import is_out, rank_of
from livingstone.kernel.twister import below

REWARDS = ("win", "rank", "margin")
"""The kinds of rewards, those of `livingstone.envs.rewards_of`."""


def any_move(edition: Ints, state: Ints, twister: Any, moves: Ints) -> int:
    """Choose uniformly, as the player `random` does; nothing is drawn for a single move."""
    count = list_moves(edition, state, moves)
    return moves[below(twister, count)] if count > 1 else moves[0]


def write_rewards(edition: Ints, state: Ints, kind: int, rewards: Floats) -> None:
    """Write the reward of each seat for a game that is over (R8.5)."""
    players, winners = edition[of.PLAYERS], 0
    for seat in range(players):
        winners += int(rank_of(edition, state, seat) == 1 and not is_out(edition, state, seat))
    for seat in range(players):
        own, behind, best = rank_of(edition, state, seat), 0.0, -1
        for other in range(players):
            if other != seat:
                rank = rank_of(edition, state, other)
                behind += 1.0 if own < rank else 0.5 if own == rank else 0.0
                best = max(best, _counted_points(edition, state, other))
        if kind == 1:
            rewards[seat] = behind / (players - 1)
        elif kind == 2:
            rewards[seat] = _counted_points(edition, state, seat) - best
        else:
            won = own == 1 and not is_out(edition, state, seat)
            rewards[seat] = 1.0 / winners if won else 0.0


def _counted_points(edition: Ints, state: Ints, seat: int) -> int:
    """Give the points of a player; 0 for one who is out."""
    return 0 if is_out(edition, state, seat) else points_of(state, block(edition, seat))


compile_module(__name__)
