"""Sequential tests: oracles for the likelihood ratio, errors as promised, and comparisons."""

from collections import Counter
from math import log
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

pytest.importorskip("statsmodels")

from sequential_errors import KINDS, wrong_decisions

from livingstone import ArgumentError, compare
from livingstone.simulation import DealCount, SequentialTest
from livingstone.simulation.comparison import next_look

LOSING = "failing_bots:Crashing"


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


# Errors; `benchmarks/sequential_errors.py` measures them exactly


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_wrong_decisions_are_as_rare_as_promised(kind: Any) -> None:
    for hypothesis in ("null", "alternative"):
        wrong, undecided, _ = wrong_decisions(kind, hypothesis, batches=40)
        assert wrong <= 6, "of 40, 2 may be expected at most"
        assert undecided == 0


# What is refused


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


# Comparisons


def test_a_comparison_ends_when_it_is_clear_and_says_what_that_means() -> None:
    arguments: dict[str, Any] = {"against": ["random"], "seed": 7}
    told = compare("random", LOSING, games=400, until=SequentialTest(0, 0.3), **arguments)
    assert told.decision is not None
    assert told.decision.accepted == "alternative"
    assert told.games == 2 * told.deals < 400
    assert "Accepted: +30 % of the games or more." in " ".join(str(told).split())
    hard = compare("random", LOSING, games=8, until=SequentialTest(0, 0.01), **arguments)
    assert hard.games == 8
    assert hard.decision is not None
    assert hard.decision.accepted is None
