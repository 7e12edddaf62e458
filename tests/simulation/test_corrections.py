"""Tests together, whose p-values are corrected, and plans; `benchmarks/false_alarms.py`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("statsmodels")

from false_alarms import Kind, false_alarms
from planned_deals import planned

from livingstone import ArgumentError, simulate
from livingstone.simulation import adjust_p_values, deals_needed

P_VALUES = st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 1.0]), max_size=30)


@given(P_VALUES)
def test_p_values_are_corrected_by_holms_method(p_values: list[float]) -> None:
    """Holm 1979: the smallest times the number of tests, and so on, but never descending."""
    least, expected = 0.0, dict[float, float]()
    for rank, p_value in enumerate(sorted(p_values)):
        least = max(least, min(1.0, (len(p_values) - rank) * p_value))
        expected.setdefault(p_value, least)
    adjusted = adjust_p_values(p_values)
    assert adjusted == pytest.approx([expected[p_value] for p_value in p_values])


@pytest.mark.parametrize("p_value", [-0.1, 1.1, float("nan")])
def test_impossible_p_values_are_refused(p_value: float) -> None:
    with pytest.raises(ArgumentError, match="p-values must be"):
        adjust_p_values([p_value])


def test_a_report_corrects_its_tests_and_says_so() -> None:
    report = simulate(["greedy", "random"], 6, seed=7)
    adjusted = report.adjusted_p_values()
    assert list(adjusted) == [*report.bots, *report.bots_by_seat, *report.seats]
    raw = [own.advantage.p_value for own in adjusted]
    assert list(adjusted.values()) == list(adjust_p_values(raw))
    assert f"the {len(raw)} tests of this report" in " ".join(str(report).split())


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.parametrize(
    "kind", [Kind(5, 20), Kind(4, 10, is_rotated=True)], ids=lambda own: own.name
)
def test_corrected_p_values_raise_few_false_alarms(kind: Kind) -> None:
    """At most 5 % are expected: of 24 batches, more than 5 with a probability of 0.3 %."""
    assert false_alarms(kind, 24) <= 5


@pytest.mark.parametrize("is_equal", [False, True])
@pytest.mark.parametrize(
    ("players", "more", "power"), [(2, 0.1, 0.8), (5, 0.1, 0.5), (2, 0.4, 0.8), (3, 0.3, 0.8)]
)
def test_as_many_deals_as_planned_decide_as_often(
    players: int, more: float, power: float, is_equal: bool
) -> None:
    deals, found = planned(players, more, power, is_equal, 400)
    assert power - 0.05 < found / 400 < power + 0.1, deals


def test_smaller_differences_need_more_deals() -> None:
    assert deals_needed(0.05, 2) == pytest.approx(4 * deals_needed(0.1, 2), rel=0.05)
    assert deals_needed(0.1, 2, power=0.9) > deals_needed(0.1, 2)
    assert [deals_needed(0.1, players) for players in (2, 3, 4, 5)] == [131, 85, 43, 36]
    assert deals_needed(0.1, 2, equivalence=True) > deals_needed(0.1, 2)
    assert deals_needed(0.9, 5) >= 2


@pytest.mark.parametrize("equivalence", [False, True])
def test_tiny_differences_need_as_many_deals_as_the_formula_for_larger_ones_says(
    equivalence: bool,
) -> None:
    """With a tenth of the difference, a hundred times as many, beyond any table."""
    tenths = [deals_needed(10.0**-power, 2, equivalence=equivalence) for power in (3, 4, 5, 6, 7)]
    for more, fewer in zip(tenths[1:], tenths, strict=False):
        assert more == pytest.approx(100 * fewer, rel=1e-5)
    assert len({str(deals)[:5] for deals in tenths}) == 1


def test_a_plan_that_no_batch_can_hold_is_refused() -> None:
    assert 2 * deals_needed(2e-8, 2) < 2**53
    for difference in (1e-8, 1e-200, 5e-324):
        with pytest.raises(ArgumentError, match="needs more games than a batch can have"):
            deals_needed(difference, 2)


@pytest.mark.parametrize(
    "wrong",
    [
        *({"difference": 0}, {"difference": 1}, {"players": 1}, {"players": 6}),
        *({"power": 1}, {"power": 0.01}, {"spread": 0}, {"spread": 1.5}),
    ],
    ids=str,
)
def test_impossible_plans_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ArgumentError):
        deals_needed(**({"difference": 0.1, "players": 2} | wrong))  # type: ignore[arg-type]
