"""Comparisons and tournaments: the same luck for all, and ratings that are what they claim."""

import json
from collections import Counter
from math import inf
from pathlib import Path
from statistics import variance
from typing import Any

import pytest
from attrs import astuple, evolve
from game_rows import rate

from livingstone import ArgumentError, Progress, compare, read_rows, simulate, tournament
from livingstone.simulation import Tally, adjust_p_values
from livingstone.simulation.statistics.intervals import mean_difference
from livingstone.simulation.statistics.summaries import summarize

TWIN = "livingstone.players:RandomBot"
CRASHING = "failing_bots:Crashing"

# Comparisons


def test_a_bot_is_as_good_as_its_twin() -> None:
    told = compare("random", TWIN, against=["random", "random"], games=10, seed=7)
    assert (told.games, told.deals) == (12, 4)
    assert told.wins[0] == told.wins[1]
    assert told.more_wins.low < told.more_wins.value == 0 < told.more_wins.high
    assert told.variance_ratios == (0, 0)
    assert told.more_points.value == 0
    assert str(told).rstrip().endswith("The wins of the two do not differ in any deal.")
    ahead = evolve(told, more_wins=evolve(told.more_wins, value=-0.5))
    assert str(ahead).rstrip().endswith("The wins of the two differ by as much in each deal.")


@pytest.mark.parametrize("rotate", [True, False])
def test_the_difference_is_that_of_the_rows(tmp_path: Path, rotate: bool) -> None:
    told = compare(
        "greedy", "random", against=["random"], games=12, seed=7, rotate=rotate, folder=tmp_path
    )
    pairs = list(zip(read_rows(tmp_path / "a.csv"), read_rows(tmp_path / "b.csv"), strict=True))
    assert len(pairs) == told.games == 12
    per_deal = 2 if rotate else 1
    wins, points, of_bots = Counter[int](), Counter[int](), (Counter[int](), Counter[int]())
    for one, other in pairs:
        assert (one.seed, one.game) == (other.seed, other.game)
        seat = one.game % per_deal
        assert (one.seats[seat].bot, other.seats[seat].bot) == ("greedy", "random")
        assert one.seats[1 - seat].bot == other.seats[1 - seat].bot == "random"
        deal = one.game // per_deal
        for row, sign in ((one, 1), (other, -1)):
            score = row.seats[seat].score
            assert score is not None
            wins[deal] += sign * (2 // len(row.winners) if seat in row.winners else 0)
            points[deal] += sign * score.points
            of_bots[sign < 0][deal] += score.points
    assert told.deals == len(points)
    values = [wins[deal] for deal in range(told.deals)]
    assert told.more_wins.value == sum(values) / (2 * told.games)
    values = [points[deal] for deal in range(told.deals)]
    squares = sum(value**2 for value in values)
    separate = sum(variance([own[deal] for deal in points]) for own in of_bots)
    expected = mean_difference(told.deals, sum(values), squares, separate, per_deal)
    assert astuple(told.more_points) == pytest.approx(astuple(expected))
    assert told.more_wins.value == pytest.approx(told.wins[0].value - told.wins[1].value)
    assert told.reports[0].bots[0].win == told.wins[0]


def test_a_comparison_is_continued_and_the_same_everywhere(tmp_path: Path) -> None:
    arguments: dict[str, Any] = {"against": ["random"], "seed": 7}
    progress: list[Progress] = []
    compare("random", TWIN, games=4, folder=tmp_path / "x", **arguments)
    told = compare(
        "random",
        TWIN,
        games=8,
        folder=tmp_path / "x",
        executor="processes",
        on_progress=progress.append,
        **arguments,
    )
    assert told.to_json() == compare("random", TWIN, games=8, **arguments).to_json()
    assert (progress[0].done, progress[0].total) == (8, 16)
    assert (progress[-1].done, progress[-1].total) == (16, 16)
    assert {step.resumed for step in progress} == {8}
    assert [step.done for step in progress] == sorted(step.done for step in progress)


@pytest.mark.parametrize("is_comparison", [True, False])
def test_progress_is_that_of_the_whole_call(is_comparison: bool) -> None:
    """What the parts before have played was not there before the call, and took its time."""
    steps: list[Progress] = []
    options: dict[str, Any] = {"games": 6, "seed": 7, "chunk": 2, "on_progress": steps.append}
    if is_comparison:
        compare("random", TWIN, against=["random"], **options)
    else:
        tournament(["random", TWIN, "greedy"], **options)
    assert {step.resumed for step in steps} == {0}
    assert steps[-1].new == steps[-1].total == (12 if is_comparison else 18)
    seconds = [step.seconds for step in steps]
    assert seconds == sorted(seconds)


def test_points_are_compared_where_there_are_some() -> None:
    told = compare("random", CRASHING, against=["random"], games=8, seed=7)
    assert told.wins[1] == rate(*[(2, 0)] * 4)
    assert told.more_points.low == -inf


def test_failures_are_told_and_points_that_nobody_has_are_not_tested() -> None:
    """A test that could not be made must not raise the p-value of the other one (Holm)."""
    told = compare("random", CRASHING, against=["random"], games=8, seed=7)
    assert (told.deals, told.complete_deals) == (4, 0)
    assert told.adjusted_p_values() == {"more_wins": told.more_wins.p_value}
    (sheet,) = told.sheets()
    assert sheet.lines[1] == ("points", "", "", "unknown", "", "")
    said = "0 games with random and 8 with failing_bots:Crashing ended by a failure;"
    assert said in sheet.remark
    assert "points are over the 0 deals without one." in sheet.remark
    assert "inf" not in str(told)
    assert json.loads(told.to_json())["complete_deals"] == 0
    well = compare("random", TWIN, against=["random"], games=8, seed=7)
    assert (well.deals, well.complete_deals) == (4, 4)
    assert "failure" not in str(well)


def test_a_comparison_is_told_in_all_forms() -> None:
    told = compare("greedy", "random", against=["random"], games=8, seed=7)
    assert json.loads(told.to_json())["more_wins"]["value"] == pytest.approx(
        told.more_wins.value, abs=1e-6
    )
    assert "greedy and random against random" in str(told)
    assert "| wins |" in told.to_markdown()


@pytest.mark.parametrize("against", [[], "random", ["random"] * 5, ["nobody"]])
def test_there_must_be_others(against: Any) -> None:
    with pytest.raises(ArgumentError):
        compare("random", "greedy", against=against, games=8, seed=7)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ArgumentError, match="file"):
        compare("random", TWIN, against=["random"], games=2, seed=7, folder=tmp_path / "file" / "x")


# Tournaments


def test_everyone_plays_everyone_on_the_same_deals(tmp_path: Path) -> None:
    ended = tournament(
        ["random", "greedy", TWIN], games=7, seed=7, folder=tmp_path, executor="processes"
    )
    assert (ended.players, ended.games, len(ended.reports)) == (2, 8, 3)
    assert ended.ratings[0].bot == "greedy"
    assert sum(rating.elo.value for rating in ended.ratings) == pytest.approx(0, abs=1e-6)
    files = [list(read_rows(tmp_path / f"{number}.csv")) for number in (1, 2, 3)]
    assert len({tuple(row.seed for row in rows) for rows in files}) == 1
    again = tournament(["random", "greedy", TWIN], games=8, seed=7)
    assert again.to_json() == ended.to_json()
    assert ended.scores["greedy", "random"] + ended.scores["random", "greedy"] == 1


def test_bots_whose_games_never_ended_have_no_score_against_each_other() -> None:
    """In a game that a failure ended, only the bot that failed has lost to the others."""
    scores = tournament(["random", CRASHING, TWIN], players=3, games=3, seed=7).scores
    assert (scores[CRASHING, TWIN], scores["random", CRASHING]) == (0, 1)
    assert ("random", TWIN) not in scores


def test_a_bot_of_a_tournament_is_estimated_from_groups_of_deals_that_all_lineups_share() -> None:
    ended = tournament(["random", CRASHING, TWIN], games=4, seed=7)
    whole = Tally(2, 2)
    for report in ended.reports:
        whole.merge(report.tally)
    for rating in ended.ratings:
        assert rating.summary == summarize(whole, rating.bot, None, group=1)
        assert rating.summary.win != summarize(whole, rating.bot, None).win


def test_the_deals_of_a_tournament_are_put_into_twenty_groups() -> None:
    ended = tournament(["random", TWIN], games=100, seed=7)
    whole = ended.reports[0].tally
    for rating in ended.ratings:
        assert rating.summary == summarize(whole, rating.bot, None, group=50 / 20)
        assert rating.summary.win != summarize(whole, rating.bot, None, group=1).win


def test_a_tournament_of_more_than_two_seats() -> None:
    progress: list[Progress] = []
    names = ["random", "greedy", TWIN, CRASHING]
    ended = tournament(names, games=3, players=3, seed=7, on_progress=progress.append)
    assert len(ended.reports) == 4
    assert progress[-1].done == progress[-1].total == 12
    assert all(rating.summary.entries == 9 for rating in ended.ratings)
    assert ended.ratings[0].bot == "greedy"
    assert ended.ratings[-1].bot == CRASHING
    told = json.loads(ended.to_json())
    assert [rating["bot"] for rating in told["ratings"]] == [own.bot for own in ended.ratings]
    for text in (str(ended), ended.to_markdown()):
        assert all(name in text for name in names)


@pytest.mark.parametrize(
    ("names", "players"),
    [
        ("ab", 2),
        (["random"], 2),
        (["random", "random"], 2),
        (["random", "greedy"], 3),
        (["random", 3], 2),
        (["random", "greedy"], 0),
        (["random", "greedy"], 1),
    ],
)
def test_a_tournament_needs_different_bots(names: Any, players: int) -> None:
    with pytest.raises(ArgumentError):
        tournament(names, games=4, seed=7, players=players)


def test_the_seats_of_a_tournament_are_those_of_a_table() -> None:
    with pytest.raises(ArgumentError, match="players must be a whole number from 2 to 5: 9"):
        tournament(["random", "greedy"], games=4, seed=7, players=9)


def test_a_lineup_is_a_batch_as_any_other(tmp_path: Path) -> None:
    tournament(["random", TWIN], games=4, seed=7, folder=tmp_path)
    simulate(["random", TWIN], 4, seed=7, sink=tmp_path / "same.csv")
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "same.csv").read_bytes()


def test_json_has_null_for_the_endless_interval_of_one_deal() -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    told = compare("greedy", "random", against=["random"], games=1, seed=7)
    points = json.loads(told.to_json(), parse_constant=refuse)["more_points"]
    assert points["low"] is points["high"] is None
    assert "unknown" in str(told)


def test_a_file_of_another_batch_is_noticed_before_any_file_grows(tmp_path: Path) -> None:
    """So the call that has made the files can be repeated."""
    compare("random", "greedy", against=["random"], games=4, seed=1, folder=tmp_path / "c")
    tournament(["random", "greedy", TWIN], games=4, seed=1, folder=tmp_path / "t")
    files = {file: file.read_bytes() for file in tmp_path.glob("*/*")}
    with pytest.raises(ArgumentError, match=r"b\.csv: holds games of another batch"):
        compare("random", TWIN, against=["random"], games=8, seed=1, folder=tmp_path / "c")
    with pytest.raises(ArgumentError, match=r"2\.csv: holds games of another batch"):
        tournament(["random", "greedy", CRASHING], games=8, seed=1, folder=tmp_path / "t")
    with pytest.raises(ArgumentError, match=r"1\.csv: holds 4 games, which is more than 2"):
        tournament(["random", "greedy", TWIN], games=2, seed=1, folder=tmp_path / "t")
    assert {file: file.read_bytes() for file in tmp_path.glob("*/*")} == files


def test_json_has_the_corrected_p_values() -> None:
    compared = compare("greedy", "random", against=["random"], games=8, seed=7)
    told = json.loads(compared.to_json())["adjusted_p_values"]
    assert told["correction"] == "holm"
    raw = compared.more_wins.p_value, compared.more_points.p_value
    adjusted = dict(zip(("more_wins", "more_points"), adjust_p_values(raw), strict=True))
    assert compared.adjusted_p_values() == adjusted
    assert {own["of"]: own["p_value"] for own in told["tests"]} == pytest.approx(adjusted, abs=1e-6)
    ended = tournament(["random", "greedy", TWIN], games=8, seed=7)
    told = json.loads(ended.to_json())["adjusted_p_values"]
    tests = [rating.summary.advantage.p_value for rating in ended.ratings]
    names = [rating.bot for rating in ended.ratings]
    adjusted = dict(zip(names, adjust_p_values(tests), strict=True))
    assert ended.adjusted_p_values() == adjusted
    assert {own["of"]: own["p_value"] for own in told["tests"]} == pytest.approx(adjusted, abs=1e-6)


def test_a_comparison_says_how_many_separate_deals_its_own_are_worth() -> None:
    told = compare("greedy", "random", against=["random"], games=4, seed=7)
    paired = evolve(told, variance_ratios=(0.25, 1.0))
    worth = "0.25 times that of separate deals, of which 4.00 times as many would give the same"
    assert str(paired).rstrip().endswith(f"{worth} interval of wins.")
