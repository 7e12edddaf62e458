"""Measure how often as many deals as `deals_needed` plans establish what they are planned for.

    python benchmarks/planned_deals.py                  2,000 comparisons of each kind, minutes
    python benchmarks/planned_deals.py --batches 200    less exact, seconds

Each row has a number of players and a difference: how many deals find it with a power of 80 %, and
how many show, for equal bots, that it is not there; beside each how often they did so, with
Wilson's interval of 95 %.
"""

import argparse

import numpy
from reliability import UNIT, compared, found

from livingstone.simulation import deals_needed, difference_of

__all__ = ["planned"]


def planned(
    players: int, more: float, power: float, is_equal: bool, batches: int
) -> tuple[int, int]:
    """Plan deals, draw them again and again, and count how often they establish what they should.

    That is a difference of `more`; with `is_equal`, that equal bots do not differ as much.
    """
    kind, rng = compared(players, 0.0 if is_equal else more), numpy.random.default_rng(1)
    sample = [own for own, times in kind.draw(rng, 5000).items() for _ in range(times)]
    spread = float(numpy.std([(own.won - own.other) / UNIT / own.entries for own in sample]))
    deals = deals_needed(more, players, power=power, spread=spread, equivalence=is_equal)
    told = [difference_of(kind.draw(rng, deals), UNIT) for _ in range(batches)]
    if is_equal:
        return deals, sum(-more < own.low and own.high < more for own in told)
    return deals, sum(own.p_value < 0.05 for own in told)


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--batches", type=int, default=2000)
    batches = parser.parse_args().batches
    print("| players | difference | deals | found | for equality | found |")
    print("|--:|--:|--:|--:|--:|--:|")
    for players in (2, 3, 5):
        for more in (0.1, 0.2, 0.3, 0.4):
            both = (planned(players, more, 0.8, is_equal, batches) for is_equal in (False, True))
            cells = [f"{deals} | {found(hits, batches)}" for deals, hits in both]
            print(f"| {players} | {more:.0%} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    _main()
