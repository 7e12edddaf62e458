"""The ladder of the bots, on a small scale: its figures, and how a run continues."""

import sys
from math import inf
from pathlib import Path

import ladder
import pytest

from livingstone import simulate


def test_a_rating_says_how_much_stronger_a_bot_is_than_each_of_the_others() -> None:
    assert ladder._elo(0.5, 1) == ladder._elo(0.25, 3) == 0
    assert [ladder._elo(10 / 11, 1), ladder._elo(10 / 13, 3)] == pytest.approx([400, 400])
    assert (ladder._elo(0, 3), ladder._elo(1, 3)) == (-inf, inf)


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


def test_a_run_writes_its_tables_and_goes_on_with_the_games_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "PLAYERS", (2, 3))
    sizes = ["--games", "4", "--search-games", "2", "3", "--iterations", "1", "--jobs", "1"]
    sizes += ["--against-half", "2", "--half-games", "2"]
    folders = [
        "--editions",
        "bga",
        "--out",
        str(tmp_path / "out"),
        "--work",
        str(tmp_path / "work"),
    ]
    written = []
    for _ in range(2):
        monkeypatch.setattr(sys, "argv", ["ladder.py", *sizes, *folders])
        ladder.main()
        written.append((tmp_path / "out" / "bga.inc").read_text())
    assert written[0] == written[1]
    assert "| greedy | 0 | 0 |" in written[0]
    assert "greedy 4, 6; random 4, 6; ismcts:iterations=1 2, 3." in written[0]
    assert {file.name for file in (tmp_path / "work").glob("*.db")} == {
        "bga-2-greedy.db",
        "bga-3-greedy.db",
        "bga-2-random.db",
        "bga-2-ismcts-iterations-1.db",
        "bga-3-random.db",
        "bga-3-ismcts-iterations-1.db",
        "bga-2-1.db",
    }
    halves = (tmp_path / "out" / "halves.inc").read_text()
    assert "| 2 against 1 |" in halves
    assert "Games of each pair and edition: 2." in halves


def test_a_wrong_number_of_sizes_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["ladder.py", "--search-games", "4", "2", "--work", "x"])
    with pytest.raises(SystemExit):
        ladder.main()
    assert "give one number, or 4, one for each table" in capsys.readouterr().err
