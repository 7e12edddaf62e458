"""Sequential tests, and tests together: oracles, errors as rare as promised, and plans.

`benchmarks/sequential_errors.py` and `benchmarks/false_alarms.py` measure the errors exactly.
"""

from collections import Counter
from math import log
from typing import Any

import numpy
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

pytest.importorskip("statsmodels")

from false_alarms import Kind, false_alarms
from reliability import compared
from sequential_errors import KINDS, wrong_decisions

from livingstone import ArgumentError, simulate
from livingstone.simulation import (
    DealCount,
    SequentialTest,
    adjust_p_values,
    deals_needed,
    difference_of,
)
from livingstone.simulation.comparison import next_look

P_VALUES = st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 1.0]), max_size=30)


def deals(counts: list[int]) -> Counter[DealCount]:
    """Make deals of two games with differences of -2, -1, 0, 1 and 2 wins, this many of each."""
    return Counter(
        {DealCount(2, (own + 1) // 2, (5 - own) // 2): times for own, times in enumerate(counts)}
    )


@given(st.lists(st.integers(500, 6000), min_size=5, max_size=5))
@settings(max_examples=20)
def test_many_deals_have_the_ratio_of_the_normal_approximation(counts: list[int]) -> None:
    """Van den Bergh 2017, approximation 2.1."""
    values, total = (-1, -0.5, 0, 0.5, 1), sum(counts)
    mean = sum(v * n for v, n in zip(values, counts, strict=True)) / total
    variance = sum(v * v * n for v, n in zip(values, counts, strict=True)) / total - mean**2
    assume(abs(mean) < 0.4)
    null, alternative = mean - 0.01, mean + 0.02
    expected = total * (alternative - null) * (2 * mean - null - alternative) / variance / 2
    told = SequentialTest(null, alternative).decide(deals(counts)).log_ratio
    assert told == pytest.approx(expected, rel=0.1)


def test_the_two_deals_that_are_added_have_a_ratio_in_closed_form() -> None:
    """Each of two values has the probability that makes the mean right."""
    told = SequentialTest(0.1, 0.3).decide({}).log_ratio
    assert told == pytest.approx(log(0.65 * 0.35) - log(0.55 * 0.45), abs=1e-6)


def test_points_of_elo_are_about_the_odds_of_a_win() -> None:
    """At 60 % against 50 %, the odds differ by 3 / 2: by 400 log10(1.5) points of Elo."""
    counts = {DealCount(100, 60, 50): 100}
    test = SequentialTest(0, 400 * log(1.5) / log(10), measure="elo")
    expected = SequentialTest(0, 0.1).decide(counts).log_ratio
    assert test.decide(counts).log_ratio == pytest.approx(expected, rel=1e-3)


def test_few_deals_decide_nothing() -> None:
    test = SequentialTest(0, 1000, measure="elo")
    early = test.decide({DealCount(1, 0, 1): 15, DealCount(0, 0): 9})
    assert (early.accepted, str(early)) == (None, "Not decided between +0 Elo and +1000 Elo.")
    decided = test.decide({DealCount(1, 0, 1): 16})
    assert (decided.accepted, str(decided)) == ("null", "Accepted: +0 Elo or less.")
    assert [next_look(deals) for deals in (0, 16, 800)] == [16, 32, 900]


def test_the_bounds_are_those_of_wald() -> None:
    """The same ratio is enough for errors of 5 %, but not for smaller ones."""
    counts = deals([10, 20, 40, 40, 20])
    ratio = SequentialTest(0, 0.2).decide(counts).log_ratio
    just, not_quite = log(0.95) - ratio, log(0.95) - ratio - 0.01
    for size, accepted in ((just + 0.01, "alternative"), (not_quite, None)):
        told = SequentialTest(0, 0.2, alpha=2.718281828**size).decide(counts)
        assert told.accepted == accepted
    strict = SequentialTest(0.1, 0.4, beta=1e-6).decide(counts)
    assert (strict.accepted, strict.log_ratio < -2.95) == (None, True)
    assert SequentialTest(0.1, 0.4).decide(counts).accepted == "null"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_wrong_decisions_are_as_rare_as_promised(kind: Any) -> None:
    for hypothesis in ("null", "alternative"):
        wrong, undecided, _ = wrong_decisions(kind, hypothesis, batches=40)
        assert wrong <= 6, "of 40, 2 may be expected at most"
        assert undecided == 0


@pytest.mark.parametrize(
    "change",
    [
        *({"alpha": 0}, {"alpha": 0.5}, {"beta": -0.1}, {"beta": 0.7}, {"beta": float("nan")}),
        *({"null": 0.05}, {"null": 0.1}, {"null": -0.6}, {"alternative": 20}),
        *({"alternative": float("inf")}, {"alternative": 1001, "measure": "elo"}),
        {"measure": "points"},
    ],
    ids=str,
)
def test_an_impossible_test_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError, match="must be"):
        SequentialTest(**({"null": 0, "alternative": 0.05} | change))


@pytest.mark.parametrize(
    "text",
    [
        *("", "elo", "elo=5", "elo=0:5:9", "elo=a:b", "wins=0:0.1,elo=0:5", "alpha=0.05"),
        *("elo=0:5,gamma=0.1", "elo=0:5,alpha", "elo=0:5;alpha=0.1", "elo=0:5,null=3"),
        *("elo=0:5,alpha=0.1,alpha=0.2", "elo=0:5,elo=0:9", "elo=0:-", "elo=0:inf"),
    ],
)
def test_a_text_that_is_not_a_test_is_refused(text: str) -> None:
    with pytest.raises(ArgumentError, match="write a test as wins=0:0"):
        SequentialTest.parse(text)


def test_a_text_has_all_of_a_test() -> None:
    told = SequentialTest.parse("wins=-0.05:0.05,alpha=0.01,beta=.1")
    assert told == SequentialTest(-0.05, 0.05, 0.01, 0.1, "wins")
    assert SequentialTest.parse("elo=0:20,beta=0.1") == SequentialTest(0, 20, 0.05, 0.1, "elo")


# Tests together: corrections and plans


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
        *({"difference": 0}, {"difference": 1}, {"players": 1}, {"players": 6}),
        *({"power": 1}, {"power": 0.01}, {"spread": 0}, {"spread": 1.5}),
    ],
    ids=str,
)
def test_impossible_plans_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ArgumentError):
        deals_needed(**({"difference": 0.1, "players": 2} | wrong))  # type: ignore[arg-type]
