"""Sequential tests: statsmodels as the oracle, errors as promised, and comparisons that end."""

import shutil
import sys
from collections import Counter
from math import log
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sequential_errors import KINDS, wrong_decisions
from statsmodels.emplike.descriptive import DescStat

from livingstone import ArgumentError, MissingExtraError, Progress, compare, read_rows
from livingstone.simulation import SequentialTest
from livingstone.simulation.statistics.clusters import DealCount
from livingstone.simulation.statistics.sequential import Decision

TWIN = "livingstone.players:RandomBot"
LOSING = "failing_bots:Crashing"


def deals(counts: list[int]) -> Counter[DealCount]:
    """Make deals of two games, so many of which have a difference of -2, -1, 0, 1 and 2 wins."""
    return Counter(
        {DealCount(2, (own + 1) // 2, (5 - own) // 2): times for own, times in enumerate(counts)}
    )


# The likelihood ratio


@pytest.mark.filterwarnings("ignore::FutureWarning")  # of statsmodels, about its next version
@pytest.mark.parametrize(
    "counts",
    [[0, 0, 1, 0, 0], [0, 0, 40, 0, 0], [3, 8, 30, 12, 9], [0, 1, 9, 99, 999], [900, 0, 0, 0, 5]],
    ids=str,
)
def test_the_ratio_is_that_of_empirical_likelihoods(counts: list[int]) -> None:
    test = SequentialTest(0.05, 0.25)
    values = numpy.repeat([-1, -0.5, 0, 0.5, 1], counts)
    oracle = DescStat(numpy.append(values, [-1, 1]))  # with the two deals that are added
    null, alternative = (oracle.test_mean(mean)[0] for mean in (0.05, 0.25))
    assert test.decide(deals(counts)).log_ratio == pytest.approx((null - alternative) / 2, abs=1e-6)


@given(st.lists(st.integers(5, 60), min_size=5, max_size=5))
def test_many_deals_have_the_ratio_of_the_normal_approximation(counts: list[int]) -> None:
    """Van den Bergh 2017, approximation 2.1."""
    counts = [100 * times for times in counts]
    deals_played = sum(counts)
    values = [-1, -0.5, 0, 0.5, 1]
    mean = sum(v * n for v, n in zip(values, counts, strict=True)) / deals_played
    variance = sum(v * v * n for v, n in zip(values, counts, strict=True)) / deals_played - mean**2
    assume(abs(mean) < 0.4)
    null, alternative = mean - 0.01, mean + 0.02
    expected = deals_played * (alternative - null) * (2 * mean - null - alternative) / variance / 2
    told = SequentialTest(null, alternative).decide(deals(counts)).log_ratio
    assert told == pytest.approx(expected, rel=0.1)


def test_points_of_elo_are_about_the_odds_of_a_win() -> None:
    """At 60 % against 50 %, the odds differ by 3 / 2: by 400 log10(1.5) points of Elo."""
    clusters = {DealCount(100, 60, 50): 100}
    elo = 400 * log(1.5) / log(10)
    told = SequentialTest(0, elo, measure="elo").decide(clusters).log_ratio
    assert told == pytest.approx(SequentialTest(0, 0.1).decide(clusters).log_ratio, rel=1e-3)


def test_without_deals_nothing_is_decided() -> None:
    for measure in ("wins", "elo"):
        told = SequentialTest.parse(f"{measure}=0:0.1").decide({})
        assert told.accepted is None
        assert abs(told.log_ratio) < 0.2


def test_a_test_without_scipy_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(MissingExtraError, match=r"livingstone\[stats\]"):
        SequentialTest(0, 0.1).decide({DealCount(1, 1, 0): 20})


def test_few_deals_decide_nothing() -> None:
    test = SequentialTest(0, 1000, measure="elo")
    early = test.decide({DealCount(1, 0, 1): 15, DealCount(0, 0): 9})
    assert early.accepted is None
    assert "after 16 deals or more" in str(early)
    decided = test.decide({DealCount(1, 0, 1): 16})
    assert decided.accepted == "null"
    assert str(decided).startswith("Accepted: +0 Elo or less. If it were +1000 Elo or more,")


def test_the_bounds_are_those_of_wald() -> None:
    low, high = SequentialTest(0, 0.1, alpha=0.01, beta=0.2).bounds
    assert (low, high) == pytest.approx((log(0.2 / 0.99), log(0.8 / 0.01)))


# Errors; `tests/benchmarks/sequential_errors.py` measures them exactly


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("hypothesis", ["null", "alternative"])
def test_wrong_decisions_are_as_rare_as_promised(kind: Any, hypothesis: Any) -> None:
    wrong, undecided, _ = wrong_decisions(kind, hypothesis, batches=160)
    assert wrong <= 14, "of 160, 8 may be expected at most"
    assert undecided == 0


def test_looking_at_an_interval_again_and_again_is_wrong_far_more_often() -> None:
    wrong, _, _ = wrong_decisions(KINDS[0], "null", batches=80, plain=True)
    assert wrong > 12


# What is refused


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"alpha": 0}, "alpha"),
        ({"alpha": 1}, "alpha"),
        ({"alpha": 0.5}, "alpha"),
        ({"beta": -0.1}, "beta"),
        ({"beta": 0.7}, "beta"),
        ({"beta": float("nan")}, "numbers"),
        ({"alpha": "0.05"}, "numbers"),
        ({"alpha": None}, "numbers"),
        ({"alpha": 10**400}, "numbers"),
        ({"null": 0.05}, "null must be below"),
        ({"null": 0.1}, "null must be below"),
        ({"null": -0.6}, "from -0.5 to 0.5"),
        ({"alternative": 20}, "from -0.5 to 0.5"),
        ({"alternative": float("inf")}, "numbers"),
        ({"alternative": True}, "numbers"),
        ({"alternative": 1001, "measure": "elo"}, "from -1000 to 1000"),
        ({"measure": "points"}, "measure"),
        ({"measure": ["elo"]}, "measure"),
        ({"measure": numpy.array([1, 2])}, "measure"),
    ],
    ids=str,
)
def test_a_test_that_is_impossible_is_refused(change: dict[str, Any], named: str) -> None:
    with pytest.raises(ArgumentError, match=named):
        SequentialTest(**({"null": 0, "alternative": 0.05} | change))


@pytest.mark.parametrize(
    "text",
    [
        *("", "elo", "elo=5", "elo=0:5:9", "elo=a:b", "wins=0:0.1,elo=0:5", "alpha=0.05"),
        *("elo=0:5,gamma=0.1", "elo=0:5,alpha", "elo=0:5;alpha=0.1", "elo=0:5,null=3"),
        *("elo=0:5,alpha=0.1,alpha=0.2", "elo=0:5,elo=0:9"),
    ],
)
def test_a_text_that_is_no_test_is_refused(text: str) -> None:
    with pytest.raises(ArgumentError, match="is written wins=0:0"):
        SequentialTest.parse(text)


def test_a_text_holds_all_of_a_test() -> None:
    told = SequentialTest.parse("wins=-0.05:0.05,beta=0.1,alpha=0.01")
    assert told == SequentialTest(-0.05, 0.05, 0.01, 0.1, "wins")


@pytest.mark.parametrize("until", ["elo=0:20", 0.05, (0, 0.05), SequentialTest])
def test_a_comparison_takes_a_test_only(until: Any) -> None:
    with pytest.raises(ArgumentError, match="until must be a SequentialTest"):
        compare("random", "greedy", against=["random"], games=2, seed=7, until=until)


# Comparisons


ARGUMENTS: dict[str, Any] = {"against": ["random"], "seed": 7}
CLEAR = SequentialTest(0, 0.3)


def test_a_comparison_ends_when_it_is_clear_and_says_what_that_means(tmp_path: Path) -> None:
    told = compare("random", LOSING, games=400, until=CLEAR, folder=tmp_path, **ARGUMENTS)
    assert told.decision is not None
    assert told.decision.accepted == "alternative"
    assert told.games == 2 * told.deals == sum(1 for _ in read_rows(tmp_path / "a.csv")) < 400
    assert "Accepted: +30 % of the games or more. If it were +0 %" in str(told)
    assert "The results have chosen the end" in str(told)
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    again = compare("random", LOSING, games=400, until=CLEAR, folder=tmp_path, **ARGUMENTS)
    assert again.to_json() == told.to_json()
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_an_interrupted_comparison_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    steps: list[Progress] = []

    def interrupt(progress: Progress) -> None:
        steps.append(progress)
        if progress.done > 50:
            raise KeyboardInterrupt

    options = ARGUMENTS | {"until": SequentialTest(-0.3, 0.3), "games": 40}
    whole = compare("random", TWIN, folder=tmp_path / "whole", **options)
    with pytest.raises(KeyboardInterrupt):
        compare("random", TWIN, folder=tmp_path / "x", on_progress=interrupt, **options)
    assert {step.total for step in steps} == {80}
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    told = compare("random", TWIN, folder=tmp_path / "x", **options)
    assert told.to_json() == whole.to_json()
    for name in ("a.csv", "b.csv"):
        parts = [tmp_path / folder / name for folder in ("whole", "x")]
        assert parts[0].read_bytes() == parts[1].read_bytes()


def test_progress_never_goes_back_where_one_bot_has_more_games(tmp_path: Path) -> None:
    """Interrupted in the first look, so that the second bot has no file yet."""
    steps: list[Progress] = []

    def interrupt(progress: Progress) -> None:
        if progress.done >= 10:
            raise KeyboardInterrupt

    options = ARGUMENTS | {"until": SequentialTest(0, 0.01), "games": 40, "chunk": 5}
    with pytest.raises(KeyboardInterrupt):
        compare("random", TWIN, folder=tmp_path, on_progress=interrupt, **options)
    compare("random", TWIN, folder=tmp_path, on_progress=steps.append, **options)
    done = [step.done for step in steps]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (10, 80)
    assert {(step.resumed, step.total) for step in steps} == {(10, 80)}


def test_looks_that_decided_nothing_are_not_repeated(tmp_path: Path) -> None:
    """The files hold more games by then than there were at the first look."""
    hard = SequentialTest(0, 0.01)
    compare("random", TWIN, games=36, until=hard, folder=tmp_path, **ARGUMENTS)
    told = compare("random", TWIN, games=40, until=hard, folder=tmp_path, **ARGUMENTS)
    assert told.games == 40
    assert told.to_json() == compare("random", TWIN, games=40, until=hard, **ARGUMENTS).to_json()


def test_a_comparison_without_a_decision_can_go_on(tmp_path: Path) -> None:
    hard = SequentialTest(0, 0.01)
    told = compare("random", TWIN, games=8, until=hard, folder=tmp_path / "x", **ARGUMENTS)
    assert told.games == 8
    assert told.decision is not None
    assert told.decision.accepted is None
    assert "Not decided between +0 % of the games and +1 %" in str(told)
    assert "do not allow for an end" not in str(told)
    assert "the same call with more games" in str(told)
    shutil.copytree(tmp_path / "x", tmp_path / "y")
    longer = compare("random", TWIN, games=12, until=hard, folder=tmp_path / "x", **ARGUMENTS)
    assert longer.games == 12
    plain = compare("random", TWIN, games=12, folder=tmp_path / "y", **ARGUMENTS)
    assert plain.decision is None
    assert plain.more_wins == longer.more_wins


def test_each_decision_names_the_error_that_it_can_be() -> None:
    test = SequentialTest(0, 0.05, alpha=0.01, beta=0.1)
    assert "probability of 1 % at most" in str(Decision(test, "alternative", 9.0))
    assert "probability of 10 % at most" in str(Decision(test, "null", -9.0))


def test_a_comparison_goes_on_from_the_midst_of_a_later_look(tmp_path: Path) -> None:
    """The first bot has more games by then than the last look at both was at."""
    options = ARGUMENTS | {"until": SequentialTest(0, 0.01), "games": 80, "chunk": 4}

    def interrupt(progress: Progress) -> None:
        if progress.done >= 2 * 32 + 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare("random", TWIN, folder=tmp_path, on_progress=interrupt, **options)
    told = compare("random", TWIN, folder=tmp_path, **options)
    assert told.to_json() == compare("random", TWIN, **options).to_json()
