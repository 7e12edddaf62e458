"""The ladder of the bots, in little: its figures, and how a run goes on with what is there."""

import sys
from math import inf
from pathlib import Path

import ladder
import pytest


def test_a_rating_says_how_much_stronger_a_bot_is_than_each_of_the_others() -> None:
    assert ladder._elo(0.5, 1) == ladder._elo(0.25, 3) == 0
    assert [ladder._elo(10 / 11, 1), ladder._elo(10 / 13, 3)] == pytest.approx([400, 400])
    assert (ladder._elo(0, 3), ladder._elo(1, 3)) == (-inf, inf)


def test_a_run_writes_its_tables_and_goes_on_with_the_games_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "PLAYERS", (2,))
    sizes = ["--games", "4", "--search-games", "2", "--iterations", "1", "--jobs", "1"]
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
    assert "| greedy | 0 |" in written[0]
    assert "random 4; ismcts:iterations=1 2." in written[0]
    assert {file.name for file in (tmp_path / "work").glob("*.csv")} == {
        "bga-2-random.csv",
        "bga-2-ismcts-iterations-1.csv",
    }
