"""Comparisons and tournaments: the same luck for all, and figures that are those of the rows."""

import json
from collections import Counter
from math import inf
from pathlib import Path
from statistics import fmean, variance
from typing import Any

import pytest
from attrs import astuple
from hypothesis import given
from hypothesis import strategies as st

from livingstone import ArgumentError, compare, read_rows, simulate, tournament
from livingstone.simulation import Progress, adjust_p_values, difference_of, rate_of
from livingstone.simulation.batch import win_unit
from livingstone.simulation.comparison import PairedDeal, pair_points, pair_wins
from livingstone.simulation.intervals import DealCount, mean_difference

pytest.importorskip("scipy")
TWIN = "livingstone.players:RandomBot"
CRASHING = "failing_bots:Crashing"
DEALS = st.lists(
    st.builds(PairedDeal, *(st.integers(0, most) for most in (6, 6, 90, 90))),
    min_size=2,
    max_size=9,
)


def text_of(found: object) -> str:
    return " ".join(str(found).split())


# Comparisons


@given(DEALS)
def test_differences_are_those_of_the_deals(deals: list[PairedDeal]) -> None:
    won, rival, points, rival_points = map(list, zip(*deals, strict=True))
    (one, other), difference = pair_wins(deals, players=3, games_per_deal=3)
    clusters = Counter(DealCount(3, deal.won, deal.other_won) for deal in deals)
    assert (one, difference) == (rate_of(clusters, 6), difference_of(clusters, 6))
    parts = 3 * win_unit(3)
    assert (one.value, other.value) == pytest.approx((fmean(won) / parts, fmean(rival) / parts))
    count, (one, other), difference = pair_points(deals, 3)
    assert count == len(deals)
    means = fmean(points) / 3, fmean(rival_points) / 3
    assert (one.value, other.value) == pytest.approx(means)
    differences = [one - other for one, other in zip(points, rival_points, strict=True)]
    same = mean_difference(differences, variance(points) + variance(rival_points), 3)
    assert astuple(difference) == pytest.approx(astuple(same))


def test_the_points_of_a_deal_with_a_failure_are_left_out_for_both() -> None:
    deals = [PairedDeal(2, 1, 5, 9), PairedDeal(1, 0, None, None)]
    count, both, difference = pair_points(deals, 2)
    assert (count, [own.value for own in both]) == (1, [2.5, 4.5])
    assert (difference.high, difference.p_value) == (inf, 1)


@pytest.mark.parametrize("rotate", [True, False])
def test_both_bots_have_the_same_deals_seats_and_others(tmp_path: Path, rotate: bool) -> None:
    file = tmp_path / "games.db"
    options: dict[str, Any] = {"games": 8, "seed": 7, "rotate": rotate, "sink": file}
    found = compare("greedy", "random", against=["greedy"], **options)
    ones, others = (list(read_rows(file, batch=number)) for number in (1, 2))
    per_deal = 2 if rotate else 1
    assert found.deals == 8 // per_deal
    points = []
    for one, other in zip(ones, others, strict=True):
        seat = one.game % per_deal
        assert one.seed == other.seed
        assert (one.seats[seat].bot, other.seats[seat].bot) == ("greedy", "random")
        assert one.seats[1 - seat].bot == other.seats[1 - seat].bot == "greedy"
        own, rival = one.seats[seat].score, other.seats[seat].score
        assert own is not None
        assert rival is not None
        points.append(own.points - rival.points)
    assert found.more_points.value == pytest.approx(fmean(points))
    assert found.more_wins.value == pytest.approx(found.wins[0].value - found.wins[1].value)
    assert found.reports[1].bots[1].bot == "greedy"


def test_a_comparison_is_continued_and_the_same_everywhere(tmp_path: Path) -> None:
    options: dict[str, Any] = {"against": ["random"], "seed": 7}
    steps: list[Progress] = []
    own = options | {"sink": tmp_path / "x.db"}
    compare("random", TWIN, games=4, **own)
    found = compare("random", TWIN, games=8, executor="processes", on_progress=steps.append, **own)
    assert found.to_json() == compare("random", TWIN, games=8, **options).to_json()
    assert (steps[0].done, steps[-1].done, steps[0].total) == (8, 16, 16)
    assert {step.resumed for step in steps} == {8}
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    with pytest.raises(ArgumentError, match="holds 8 games, which is more than 6"):
        compare("random", TWIN, games=6, **own)


def test_failures_are_told_and_points_that_nobody_has_are_not_tested() -> None:
    """A test that could not be made must not raise the p-value of the other one (Holm)."""
    found = compare("random", CRASHING, against=["random"], games=8, seed=7)
    assert (found.deals, found.complete_deals) == (4, 0)
    assert found.wins[1].value == 0
    assert found.adjusted_p_values() == {"more_wins": found.more_wins.p_value}
    text = text_of(found)
    assert "unknown" in text
    assert f"0 games with random and 8 with {CRASHING} ended by a failure;" in text
    assert "points are over the 0 deals without one." in text
    assert "inf" not in text


def test_a_comparison_is_told_in_all_forms() -> None:
    found = compare("greedy", "random", against=["random"], games=1, seed=7)
    assert "greedy and random against random" in text_of(found)
    plain = json.loads(found.to_json())
    assert plain["more_wins"]["value"] == pytest.approx(found.more_wins.value, abs=1e-6)
    assert plain["more_points"]["low"] is plain["more_points"]["high"] is None
    assert [report["seed"] for report in plain["reports"]] == ["7", "7"]
    assert plain["adjusted_p_values"]["correction"] == "holm"


@pytest.mark.parametrize("against", [[], "random", ["random"] * 5, ["nobody"]])
def test_there_must_be_others(against: Any) -> None:
    with pytest.raises(ArgumentError):
        compare("random", "greedy", against=against, games=8, seed=7)


# Tournaments


def test_everyone_plays_everyone_on_the_same_deals(tmp_path: Path) -> None:
    file, steps = tmp_path / "games.db", list[Progress]()
    names = ["random", "greedy", TWIN]
    options: dict[str, Any] = {"seed": 7, "sink": file, "on_progress": steps.append}
    simulate(names[:2], 2, seed=7, sink=file)
    ended = tournament(names, games=7, executor="processes", **options)
    assert (ended.players, ended.games, len(ended.reports)) == (2, 8, 3)
    assert (steps[0].done, steps[-1].done, steps[-1].total, steps[-1].resumed) == (2, 24, 24, 2)
    assert ended.ratings[0].bot == "greedy"
    assert sum(rating.elo.value for rating in ended.ratings) == pytest.approx(0, abs=1e-6)
    seeds = {tuple(row.seed for row in read_rows(file, batch=number)) for number in (1, 2, 3)}
    assert len(seeds) == 1
    assert tournament(names, games=8, seed=7).to_json() == ended.to_json()
    assert ended.scores["greedy", "random"] + ended.scores["random", "greedy"] == 1
    tests = adjust_p_values([rating.summary.advantage.p_value for rating in ended.ratings])
    assert list(ended.adjusted_p_values().values()) == list(tests)


def test_bots_whose_games_never_ended_have_no_score_against_each_other() -> None:
    """In a game that a failure ended, only the bot that failed has lost to the others."""
    scores = tournament(["random", CRASHING, TWIN], players=3, games=3, seed=7).scores
    assert (scores[CRASHING, TWIN], scores["random", CRASHING]) == (0, 1)
    assert ("random", TWIN) not in scores


@pytest.mark.parametrize(
    ("names", "players"),
    [
        *((["random"], 2), (["random", "random"], 2), (["random", "greedy"], 3)),
        *((["random", "greedy"], 0), (["random", "greedy"], 1), (["random", "greedy"], 9)),
    ],
)
def test_a_tournament_needs_different_bots_and_seats_of_a_table(names: Any, players: int) -> None:
    with pytest.raises(ArgumentError):
        tournament(names, games=4, seed=7, players=players)
