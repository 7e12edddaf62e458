"""Who plays the rollouts: the compiled kernel where it can, else the engine."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

import livingstone as ls
from livingstone.support.processor import cores

Plan = tuple[ls.Move, ...]
"""A move, or two of the same player without chance between them."""
Shares = NDArray[np.float64]
"""Shares of the win: a row for each rollout, a column for each seat."""
KINDS = (ls.RoundRoll, ls.DonationRoll, ls.StoneDraw, ls.CardDraw)
"""The events of chance, in the order of `counts`."""


@frozen
class Roller:
    """Plays games on to their ends with the engine."""

    player: str
    engine: str
    """`fast`, or `python` and, after a colon, why the kernel does not play."""
    default: int = 24
    """How many rollouts a position gets unless the caller asks for another number."""

    def encode(self, state: ls.State) -> Any:
        """Make a batch of one state."""
        return [state]

    def draw(self, view: ls.View, count: int, seed: int) -> Any:
        """Make a batch of states that fit a view (R10.2)."""
        return [ls.sample_state(view, seed + number) for number in range(count)]

    def roll(
        self, batch: Any, seeds: NDArray[np.uint64], plans: Sequence[Plan], counts: Sequence[int]
    ) -> NDArray[np.float64]:
        """Play each plan and on from it, with each seed; give shares by plan, seed and seat.

        The batch has a state for each seed, or one for all. `counts` are how many events of each
        kind its states have had.
        """
        del counts
        return np.array(
            [
                [
                    self._play(batch[place % len(batch)], int(seed), plan)
                    for place, seed in enumerate(seeds)
                ]
                for plan in plans
            ]
        )

    def _play(self, state: ls.State, seed: int, plan: Plan) -> tuple[float, ...]:
        state, bot, rng = ls.with_seed(state, seed), ls.load_player(self.player), Random(seed)
        for move in plan:
            state = ls.apply(state, move)
        while not state.is_over:
            moves = ls.legal_moves(state)
            if len(moves) == 1:
                state = ls.apply(state, moves[0])
            else:
                move = bot.choose(ls.view(state, state.current_player), rng)
                state = ls.apply(state, move)
        return final_shares(state)

    def preferred(self, view: ls.View) -> ls.Move | None:
        """Give the move that all rollouts would make here; None if they can differ."""
        if self.player != "greedy":
            return None
        return ls.load_player("greedy").choose(view, Random(0))


@frozen
class _Compiled(Roller):
    kernel: Any = field(kw_only=True)

    def encode(self, state: ls.State) -> Any:
        return self.kernel.encode(state)[None]

    def draw(self, view: ls.View, count: int, seed: int) -> Any:
        drawn = self.kernel.encode(ls.sample_state(view, 0))
        return self.kernel.sample(drawn, view.seat, count, seed)

    def roll(
        self, batch: Any, seeds: NDArray[np.uint64], plans: Sequence[Plan], counts: Sequence[int]
    ) -> NDArray[np.float64]:
        from livingstone.kernel import roll_out_shares

        count, many = len(seeds), len(plans)
        rows = np.arange(count) if len(batch) > 1 else np.zeros(count, np.int64)
        codes = [[self.kernel.code(move) for move in plan] for plan in plans]
        shares = roll_out_shares(
            self.kernel, batch, np.tile(rows, many), np.tile(seeds, many), plans=codes,
            plan_of=np.repeat(np.arange(many), count), counts=counts,
            player="random" if self.player == "random" else "greedy", threads=cores(),
        )  # fmt: skip
        return shares.reshape(many, count, -1)

    def preferred(self, view: ls.View) -> ls.Move | None:
        if self.player == "random":
            return None
        move: ls.Move = self.kernel.greedy(self.kernel.encode(ls.sample_state(view, 0)))
        return move


def roller_for(edition: ls.Edition, players: int, player: str) -> Roller:
    """Find what can play the rollouts of a player; raises `ArgumentError` for an unknown one."""
    ls.load_player(player)
    if player not in ("greedy", "random"):
        return Roller(player, f"python: the compiled kernel has no player {player}")
    try:
        from livingstone.kernel import Kernel

        return _Compiled(player, "fast", 2000, kernel=Kernel.of(edition, players))
    except (ImportError, ls.ArgumentError) as error:
        return Roller(player, f"python: {error}")


def final_shares(state: ls.State) -> tuple[float, ...]:
    """Give the share of the win of each seat at the end of a game."""
    ended = ls.result(state)
    assert ended is not None
    return ended.shares
