"""Trying plans: quick players play on until a round begins, and a network evaluates."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from livingstone.game.engine import new_game
from livingstone.game.moves import Move
from livingstone.game.state import State
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.bridge import StateArray
from livingstone.kernel.chance import SCRATCH_SIZE, settle
from livingstone.kernel.compiling import entry, pointer_to
from livingstone.kernel.engine import carry_out
from livingstone.kernel.greedy.decisions import decide
from livingstone.kernel.greedy.weights import make_mind
from livingstone.kernel.kernel import Kernel, words_of
from livingstone.kernel.streams import COUNTS, ROUNDS, SOURCE_SIZE, seed_streams
from livingstone.kernel.tries import evaluation, policy
from livingstone.kernel.weights import weights_for


@entry
def try_plan(
    edition: Any, start: Any, seed: Any, plan: Any, with_policy: Any, network: Any, dice: Any,
    uses: Any, mind: Any, state: Any, source: Any, scratch: Any, moves: Any, options: Any,
    room: Any, shares: Any,
) -> None:  # fmt: skip
    """Carry a plan out, play on and evaluate; `mind` and what follows are room to work in.

    `seed` is that of the chance, in two words. `with_policy` says of each seat whether its quick
    player is the policy with the networks `dice` and `uses`, or `greedy`.
    """
    table, position, chance = pointer_to(edition), pointer_to(state), pointer_to(source)
    numbers, thoughts, listed = pointer_to(scratch), pointer_to(mind), pointer_to(moves)
    for_dice, for_uses, space = pointer_to(dice), pointer_to(uses), pointer_to(room)
    chosen, units = pointer_to(options), (len(network) - 75) // 40
    dice_units, use_units = (len(dice) - 18) // 34, (len(uses) - 17) // 33
    for place in range(len(start)):
        state[place] = start[place]
    seed_streams(chance, seed[0], seed[1])
    for move in plan:
        carry_out(table, position, move)
        settle(table, position, chance, numbers)
    while not (position[at.IS_OVER] or source[COUNTS + ROUNDS]):
        if with_policy[position[at.CURRENT_PLAYER]]:
            move = policy.choose(
                table, position, thoughts, for_dice, dice_units, for_uses, use_units, listed,
                chosen, space,
            )  # fmt: skip
        else:
            move = decide(table, position, thoughts, True, listed)
        carry_out(table, position, move)
        settle(table, position, chance, numbers)
    evaluation.write_shares(
        table, position, thoughts, pointer_to(network), units, space, pointer_to(shares)
    )


class Drawn(NamedTuple):
    """A state to try plans in."""

    array: StateArray
    seed: NDArray[np.uint64]


class Tries:
    """Tries of plans, as `livingstone.players.rollouts` and `evaluation` make them in Python."""

    def __init__(
        self, kernel: Kernel, with_policy: Sequence[bool], network: Sequence[float],
        dice: Sequence[float], uses: Sequence[float],
    ) -> None:  # fmt: skip
        """Take the weights of the networks, and by seat whether the policy plays there.

        The weights are those of hidden units, first of moves and then of positions, biases, then
        direct ones and those of the units, for one output or both, and the bias of the second.
        """
        tables, units = kernel._tables, max(map(len, (network, dice, uses)))
        self._kernel, self._plans = kernel, dict[tuple[Move, ...], NDArray[np.int64]]()
        self._shares = np.zeros(kernel.players)
        weights = [np.array(part, np.float64) for part in (network, dice, uses)]
        self._knowledge: tuple[Any, ...] = (np.array(with_policy), *weights)
        self._room: tuple[Any, ...] = (
            make_mind(tables, weights_for(kernel.players)),
            np.zeros(tables[of.STATE_SIZE], np.int16), np.zeros(SOURCE_SIZE, np.uint64),
            np.zeros(SCRATCH_SIZE, np.int64), np.empty(tables[of.MOVES], np.int64),
            np.empty(2 * of.MOST_KINDS + policy.UNITS, np.int64),
            np.empty(max(policy.UNITS, evaluation.VALUES) + units),
        )  # fmt: skip

    def draw(self, state: State) -> Drawn:
        """Take a state with a seed whose chance has not begun."""
        assert state.streams is not None
        return Drawn(self._kernel.encode(state), words_of([state.streams.seed])[0])

    def shares(self, drawn: Drawn, plan: tuple[Move, ...]) -> list[float]:
        """Estimate by seat the shares of the win after a plan, a legal one."""
        codes = self._plans.get(plan)
        if codes is None:
            codes = self._plans[plan] = np.array(list(map(self._kernel.code, plan)), np.int64)
        arrays = (*drawn, codes, *self._knowledge, *self._room, self._shares)
        try_plan(self._kernel._tables, *arrays)
        return self._shares.tolist()


def load() -> None:
    """Load what is compiled, with weights that are all 0."""
    tries = Tries(Kernel.of("printed", 2), [False, True], [0.0] * 75, [0.0] * 18, [0.0] * 17)
    tries.shares(tries.draw(new_game(2, seed=0)), ())
