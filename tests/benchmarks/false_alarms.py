"""Measure how often a report finds something where there is nothing to find.

    python tests/benchmarks/false_alarms.py                  2,000 batches of each kind, 30 minutes
    python tests/benchmarks/false_alarms.py --batches 200    less exact, minutes

Games that were played are drawn at random, and for each a winner, so that no bot, seat, card or
majority is worth more than another. Each line names a kind of batch, and tells in how many batches
a corrected p-value is below 0.05, with Wilson's 95 % interval. That should be 5 % at most.
"""

import argparse
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve, frozen

from livingstone.simulation import GameRow, Report, read_rows, simulate
from livingstone.simulation.statistics.intervals import wilson
from livingstone.simulation.statistics.tally import Tally

__all__ = ["KINDS", "Kind", "false_alarms"]

PLAYED = 200
"""How many games are played, of which all batches are made."""


@frozen
class Kind:
    """A kind of batch."""

    players: int
    deals: int
    is_rotated: bool = False
    """Whether bots of different names play each deal on all seats; else one bot plays all seats."""

    @property
    def name(self) -> str:
        """What distinguishes it from others."""
        lineup = "bots, rotated" if self.is_rotated else "seats of one bot"
        return f"{self.players} {lineup}, {self.deals} deals"

    @property
    def lineup(self) -> tuple[str, ...]:
        """The names of the bots."""
        return tuple("abcde"[: self.players] if self.is_rotated else "a" * self.players)

    def report(self, rng: random.Random) -> Report:
        """Make the report of a batch."""
        lineup, games = self.lineup, self.players if self.is_rotated else 1
        tally = Tally(self.players, games)
        for deal in range(self.deals):
            for turn in range(games):
                winner, row = rng.randrange(self.players), rng.choice(_played(self.players))
                seats = tuple(
                    evolve(own, won=seat == winner, bot=lineup[seat - turn])
                    for seat, own in enumerate(row.seats)
                )
                tally.add(evolve(row, game=deal * games + turn, seats=seats), deal)
        return Report(lineup, "printed", "", games, (1,), tally)


@cache
def _played(players: int) -> Sequence[GameRow]:
    """Play games with so many players."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "games.csv"
        simulate(["random"] * players, PLAYED, seed=1, sink=file)
        return list(read_rows(file))


KINDS = (
    *(Kind(players, deals) for players in (2, 3, 4, 5) for deals in (10, 30, 100)),
    *(Kind(4, deals, is_rotated=True) for deals in (10, 30)),
    *(Kind(5, deals, is_rotated=True) for deals in (22, 34)),
)


def false_alarms(kind: Kind, batches: int, seed: int = 1) -> int:
    """Count the batches of a kind in which something is found."""
    rng = random.Random(f"{kind.name} {seed}")
    return sum(min(kind.report(rng).adjusted_p_values().values()) < 0.05 for _ in range(batches))


def main() -> None:
    """Read the arguments, and measure each kind."""
    parser = argparse.ArgumentParser(description="Measure how often reports raise false alarms.")
    parser.add_argument("--batches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for kind in KINDS:
        found = wilson(false_alarms(kind, options.batches, options.seed), options.batches)
        print(
            f"{kind.name:32} {found.value:6.1%} ({found.low:.1%} to {found.high:.1%})", flush=True
        )


if __name__ == "__main__":
    main()
