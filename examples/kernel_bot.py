"""A bot on the compiled kernel: it plays on from each move to the ends of many games.

python examples/kernel_bot.py --games 40

It needs the extra `fast`.
"""

import argparse
from random import Random

import numpy as np

import livingstone as ls
from livingstone.kernel import Kernel

TRIES, LAST_TRIES = 20, 100
"""Games played on from each move, and more from each of the best moves."""
BEST = 4
"""The moves with more games."""


class Rollouts:
    """Chooses the move after which `greedy` in all seats wins most often."""

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Choose the move with the largest mean share of the win."""
        moves = np.array([*view.legal_moves], object)
        for tries, left in ((TRIES, BEST), (LAST_TRIES, 1)):
            if len(moves) > left:
                shares = self.mean_shares(view, list(moves), tries, rng)
                moves = moves[np.argsort(-shares, kind="stable")[:left]]
        best: ls.Move = moves[0]
        return best

    def mean_shares(
        self, view: ls.View, moves: list[ls.Move], tries: int, rng: Random
    ) -> np.ndarray:
        """Estimate the share of the win after each move: the mean of games played to their ends."""
        kernel, seat = Kernel.of(view.edition, len(view.players)), view.seat
        array = kernel.encode(ls.sample_state(view, rng.getrandbits(64)))
        samples = kernel.sample(array, seat, tries, rng.getrandbits(64))
        states = np.tile(samples, (len(moves), 1))  # the same hidden cards for all moves
        codes = np.repeat([kernel.code(move) for move in moves], tries)
        luck = np.tile(kernel.luck([rng.getrandbits(64) for _ in range(tries)]), (len(moves), 1))
        kernel.step(states, codes, luck)
        kernel.roll_out(states, rng.getrandbits(64))
        shares: np.ndarray = kernel.shares(states)[:, seat].reshape(len(moves), tries)
        return shares.mean(axis=1)


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
