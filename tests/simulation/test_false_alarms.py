"""Where there is nothing to find, few reports find something.

`tests/benchmarks/false_alarms.py` measures it exactly.
"""

from math import comb

import pytest
from false_alarms import Kind, false_alarms

from livingstone.simulation import Cluster, difference_of

pytestmark = pytest.mark.no_cover  # it takes long, and other tests cover the same lines


@pytest.mark.parametrize(
    "kind", [Kind(4, 10), Kind(5, 20), Kind(5, 22, is_rotated=True)], ids=lambda own: own.name
)
def test_corrected_p_values_raise_few_false_alarms(kind: Kind) -> None:
    """At most 5 % are expected: of 60 batches, more than 8 with a probability of 0.3 %."""
    assert false_alarms(kind, 60) <= 8


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_small_p_values_are_as_rare_as_they_say(players: int) -> None:
    """Computed exactly, for a seat that wins as often as others, in one game of each deal."""
    for deals in (*range(2, 61), 100, 200):
        p_values = [
            difference_of(
                {Cluster(1, players, 1): won, Cluster(1, 0, 1): deals - won},
                players,
                -1 / players,
                1 - 1 / players,
            ).p_value
            for won in range(deals + 1)
        ]
        chances = [
            comb(deals, won) * (players - 1) ** (deals - won) / players**deals
            for won in range(deals + 1)
        ]
        for level in (0.01, 0.001, 1e-4, 1e-5):
            found = zip(p_values, chances, strict=True)
            assert sum(chance for p_value, chance in found if p_value <= level) <= 1.2 * level
