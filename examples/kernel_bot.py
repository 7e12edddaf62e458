"""A bot on the compiled kernel: it plays on from each die and its use to the ends of many games.

python examples/kernel_bot.py --games 40

It needs the extra `fast`.
"""

import argparse
from collections.abc import Iterator
from random import Random

import numpy as np

import livingstone as ls
from livingstone.kernel import Kernel

ROUGHLY, CLOSELY, BEST = 40, 200, 5
"""How many games follow each plan, and each of the best plans; how many these are."""
USES = ls.DrawCard | ls.TakeCoins | ls.Dig | ls.BuildTent


class Rollouts:
    """Chooses dice and their uses by games of `greedy` that follow; `greedy` chooses the rest."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Choose the first move of the plan after which `greedy` wins most often."""
        kernel = Kernel.of(view.edition, len(view.players))
        array = kernel.encode(ls.sample_state(view, rng.getrandbits(64)))
        usual = kernel.greedy(array)
        if not isinstance(usual, ls.TakeDie | USES):
            return usual
        plans = list(_plans(kernel, array))
        for tries in (ROUGHLY, CLOSELY):
            seed = rng.getrandbits(63)
            samples, shares = kernel.sample(array, view.seat, tries, seed), []
            for plan in plans:
                states, luck = samples.copy(), kernel.luck(range(seed, seed + tries))
                for move in plan:
                    kernel.step(states, np.full(tries, kernel.code(move)), luck)
                kernel.roll_out(states, seed)  # the same luck after each plan
                shares.append(kernel.shares(states)[:, view.seat].mean())
            plans = [plans[n] for n in np.argsort(-np.array(shares), kind="stable")[:BEST]]
        return plans[0][0]


def _plans(kernel: Kernel, array: np.ndarray) -> Iterator[tuple[ls.Move, ...]]:
    """List each die with each use, or the uses of the die at hand."""
    for move in kernel.legal_moves(array):
        if isinstance(move, ls.TakeDie):
            for use in kernel.legal_moves(kernel.apply(array, move)):
                if isinstance(use, USES):
                    yield move, use
        elif isinstance(move, USES):
            yield (move,)


def main() -> None:
    """Play against `greedy`, and print the rate."""
    parser = argparse.ArgumentParser(description="Try a bot on the kernel.")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    report = ls.simulate(["kernel_bot:Rollouts", "greedy"], options.games, seed=options.seed)
    win = report.bots[0].win
    print(f"wins against greedy: {win.value:.0%} ({win.low:.0%} to {win.high:.0%})")


if __name__ == "__main__":
    main()
