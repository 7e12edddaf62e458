"""Planned comparisons find the difference as often as planned."""

import numpy
import pytest

pytest.importorskip("statsmodels")

from reliability import compared

from livingstone import ArgumentError
from livingstone.simulation import deals_needed, difference_of


@pytest.mark.parametrize(("players", "power"), [(2, 0.8), (5, 0.5)])
def test_as_many_deals_as_planned_find_the_difference_as_often(players: int, power: float) -> None:
    kind, rng = compared(players, 0.1), numpy.random.default_rng(1)
    sample = [own for own, n in kind.draw(rng, 5000).items() for _ in range(n)]
    spread = float(numpy.std([(own.won - own.other) / 60 / own.entries for own in sample]))
    deals = deals_needed(0.1, players, power, spread=spread)
    found = sum(difference_of(kind.draw(rng, deals), 60).p_value < 0.05 for _ in range(400))
    assert found / 400 == pytest.approx(power, abs=0.07)


def test_smaller_differences_need_more_deals() -> None:
    assert deals_needed(0.05, 2) == pytest.approx(4 * deals_needed(0.1, 2), rel=0.03)
    assert deals_needed(0.1, 2, 0.9) > deals_needed(0.1, 2)
    assert [deals_needed(0.1, players) for players in (2, 3, 4, 5)] == [128, 83, 40, 34]
    assert deals_needed(0.9, 5) >= 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"difference": 0},
        {"difference": 1},
        {"players": 1},
        {"players": 6},
        {"power": 1},
        {"power": 0.01},
        {"spread": 0},
        {"spread": 1.5},
    ],
    ids=str,
)
def test_impossible_plans_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ArgumentError):
        deals_needed(**({"difference": 0.1, "players": 2} | wrong))  # type: ignore[arg-type]
