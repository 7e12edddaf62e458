"""Measure how often a report finds something where there is nothing to find.

    python benchmarks/false_alarms.py                  2,000 batches of each kind, an hour
    python benchmarks/false_alarms.py --batches 200    less exact, minutes

The winner of each game is drawn at random, so that all bots and all seats are worth the same. All
of them are tested as in a report. Each row of the table is a kind of batch, with the part of the
batches in which a corrected p-value is below 0.05, and Wilson's interval of 95 %. That should be
5 % at most.
"""

import argparse
import random
from collections import Counter, defaultdict

from attrs import frozen
from reliability import found

from livingstone.simulation import DealCount, adjust_p_values, difference_of

__all__ = ["KINDS", "Kind", "false_alarms"]


@frozen
class Kind:
    """A kind of batch."""

    players: int
    deals: int
    is_rotated: bool = False
    """Whether different bots play each deal from all seats; else one bot has all seats."""

    @property
    def name(self) -> str:
        """What distinguishes it from others."""
        lineup = "bots, rotated" if self.is_rotated else "seats of one bot"
        return f"{self.players} {lineup}, {self.deals} deals"

    def p_values(self, rng: random.Random) -> list[float]:
        """Draw a batch, and test all that a report tests."""
        counts: dict[tuple[object, ...], list[DealCount]] = defaultdict(list)
        turns = range(self.players if self.is_rotated else 1)
        for _ in range(self.deals):
            deal: dict[tuple[object, ...], DealCount] = defaultdict(lambda: DealCount(0, 0))
            for turn in turns:
                winner = rng.randrange(self.players)
                for seat in range(self.players):
                    bot = (seat - turn) % self.players
                    tested = [("seat", seat)]
                    if self.is_rotated:
                        tested += [("bot", bot), ("place", 10 * bot + seat)]
                    for one in tested:
                        entries, won, even = deal[one]
                        share = self.players * (seat == winner)
                        deal[one] = DealCount(entries + 1, won + share, even + 1)
            for tested_one, count in deal.items():
                counts[tested_one].append(count)
        ends = (-1 / self.players, 1 - 1 / self.players)
        return [
            difference_of(Counter(c), self.players, least=ends[0], most=ends[1]).p_value
            for c in counts.values()
        ]


KINDS = (
    *(Kind(players, deals) for players in (2, 3, 4, 5) for deals in (8, 20, 100)),
    *(Kind(4, deals, is_rotated=True) for deals in (8, 20)),
)


def false_alarms(kind: Kind, batches: int, seed: int = 1) -> int:
    """Count the batches of a kind in which something is found."""
    rng = random.Random(f"{kind.name} {seed}")
    return sum(min(adjust_p_values(kind.p_values(rng))) < 0.05 for _ in range(batches))


def main() -> None:
    """Measure, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description="Measure how often reports raise false alarms.")
    parser.add_argument("--batches", type=int, default=2000)
    batches = parser.parse_args().batches
    print("| batches | false alarms |\n|---|---|")
    for kind in KINDS:
        print(f"| {kind.name} | {found(false_alarms(kind, batches), batches)} |", flush=True)


if __name__ == "__main__":
    main()
