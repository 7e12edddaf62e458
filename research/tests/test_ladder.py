"""The ladder of the bots, on a small scale: its figures, and how a run continues."""

import sys
from math import isfinite
from pathlib import Path

import pytest

pytest.importorskip("numba")
pytest.importorskip("matplotlib")

import ladder

from livingstone import simulate
from livingstone.simulation import Interval


def test_a_rating_says_how_much_stronger_a_bot_is_than_each_of_the_others() -> None:
    assert ladder.elo(0.5, 1) == ladder.elo(0.25, 3) == 0
    assert [ladder.elo(10 / 11, 1), ladder.elo(10 / 13, 3)] == pytest.approx([400, 400])


def test_a_bot_that_plays_itself_wins_as_often_as_an_average_seat() -> None:
    """With two players that is less than half of the games, as nobody wins some of them (R9.2)."""
    report = simulate(["greedy"] * 2, 100, seed=5)
    assert ladder._wins(report, "greedy").startswith(f"{100 * report.even_share.value:.1f} % (")
    assert report.even_share.value < 0.5
    assert ladder._rating(report, "greedy") == "0"


def test_a_rating_is_about_games_that_anybody_won() -> None:
    """So a bot has the rating of its twin, though both win less than half of the games."""
    twin = "livingstone.players:GreedyBot"
    report = simulate([twin, "greedy"], 100, seed=5)
    assert report.bots[0].win.value < 0.5
    assert ladder._rating(report, twin).startswith("+0 (")


@pytest.mark.parametrize(("bot", "is_above"), [("random", False), ("greedy", True)])
def test_a_rating_is_finite_even_where_all_games_were_won_or_lost(bot: str, is_above: bool) -> None:
    lineup = ["random", "greedy"] if bot == "random" else ["greedy", "random"]
    report = simulate(lineup, 12, seed=5)
    own = next(found for found in report.bots if found.bot == bot)
    assert own.win.value == is_above
    found = ladder.rating(report, bot)
    assert all(map(isfinite, (found.low, found.value, found.high)))
    assert found.low < found.value < found.high
    assert (found.value > 0) == is_above


def test_an_interval_of_a_rating_is_about_that_of_the_wins_where_both_are_won_and_lost() -> None:
    report = simulate(["learned:tries=0", "greedy", "greedy"], 900, seed=5)
    found = ladder.rating(report, "learned:tries=0")
    win = report.bots[0].win
    anybody = 3 * report.even_share.value
    for end, own in zip((found.low, found.high), (win.low, win.high), strict=True):
        assert end == pytest.approx(
            ladder.elo(own / anybody, 2), abs=0.1 * (found.high - found.low)
        )


def test_ratings_of_steps_add_up_and_so_do_the_squares_of_their_half_intervals() -> None:
    total = ladder._added(Interval(10, 7, 13), Interval(20, 16, 24))
    assert (total.value, total.low, total.high) == (30, 25, 35)


def test_the_time_of_a_choice_is_measured() -> None:
    assert ladder._milliseconds("random", 2) > 0


def test_a_run_writes_tables_and_plots_and_goes_on_with_the_games_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "_milliseconds", lambda bot, players: len(bot) / players)
    monkeypatch.setattr(ladder, "PLAYERS", (2, 3))
    monkeypatch.setattr(ladder, "EDITIONS", ("bga", "printed"))
    monkeypatch.setattr(ladder, "GAMES", {"greedy": 4, "random": 4, "learned:tries=1": 4})
    monkeypatch.setattr(ladder, "STEPS", (1,))
    monkeypatch.setattr(ladder, "STEP_GAMES", 40)
    monkeypatch.setattr(ladder, "STEP_PLAYERS", (2,))
    out = tmp_path / "out"
    work = tmp_path / "work"
    written = []
    for scale in ("0.5", "1", "1"):
        arguments = ["--scale", scale, "--jobs", "1", "--out", str(out), "--work", str(work)]
        monkeypatch.setattr(sys, "argv", ["ladder.py", *arguments])
        ladder.main()
        written.append((out / "bga.inc").read_text())
    assert written[0] != written[1] == written[2]
    assert "| `greedy` | 0 | 0 |" in written[2]
    assert "Games at each table: 4, 3 of `greedy`, `random`, `learned:tries=1`." in written[2]
    assert len(list(work.glob("*.db"))) == 13
    assert "| 1 | " in (out / "tries.inc").read_text()
    assert "| `greedy` | 3 | 2 |" in (out / "times.inc").read_text()
    for plot in ("ladder", "tries", "learning"):
        assert (out / f"{plot}.svg").read_text().endswith("</svg>\n")
