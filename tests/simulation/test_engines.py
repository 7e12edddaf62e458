"""The compiled kernel and the engine in Python play the same games and write the same files."""

import sqlite3
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from own_effects import CARDS, EFFECTS

pytest.importorskip("numba")

import livingstone as ls
from livingstone import ArgumentError, simulate
from livingstone.kernel import UnsupportedEditionError
from livingstone.players import GreedyBot
from livingstone.simulation import tasks
from livingstone.simulation.tasks import Engine

SMALL = Path(__file__).with_name("small-board.toml")


def contents(file: Path) -> list[tuple[Any, ...]]:
    """List all that a file holds."""
    with sqlite3.connect(file) as connection:
        return [
            row
            for table in ("batches", "games", "seats")
            for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3")
        ]


def check_both(folder: Path, lineup: list[str], games: int, **options: Any) -> None:
    """Play with both engines; compare files and reports."""
    files = [folder / "python.db", folder / "fast.db"]
    both: tuple[Engine, Engine] = ("python", "fast")
    reports = [
        simulate(lineup, games, seed=7, sink=file, engine=engine, **options)
        for file, engine in zip(files, both, strict=True)
    ]
    assert contents(files[0]) == contents(files[1])
    assert files[0].read_bytes() == files[1].read_bytes()
    assert reports[0].to_json() == reports[1].to_json()
    assert str(reports[0]) == str(reports[1])
    assert [report.engine for report in reports] == ["python", "fast"]


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("lineup", ["gg", "rg", "rrg", "grgr", "gggrr", "rrrrr"])
def test_both_engines_write_the_same_files(tmp_path: Path, lineup: str, edition: str) -> None:
    names = [{"r": "random", "g": "greedy"}[letter] for letter in lineup]
    check_both(tmp_path, names, 2 * len(names), edition=edition)


LEARNED = {
    "g": "greedy",
    "r": "random",
    "p": "learned:tries=0",
    "t": "learned:tries=0,temperature=1",
    "s": "learned:tries=8",
    "l": "learned:level=scout",
}


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("lineup", ["pg", "slr", "tgps", "gsprl"])
def test_learned_bots_choose_alike_in_both_engines(
    tmp_path: Path, lineup: str, edition: str
) -> None:
    check_both(tmp_path, [LEARNED[letter] for letter in lineup], 2, edition=edition)


def test_learned_bots_are_compiled_only_for_figures_that_their_values_know() -> None:
    printed = ls.load_edition("printed")
    far = evolve(printed, board=evolve(printed.board, tents=20))
    with pytest.raises(ArgumentError, match="the learned values know other figures than those"):
        simulate(["learned:tries=1", "greedy"], 2, seed=7, edition=far, engine="fast")


@pytest.mark.parametrize("players", [2, 3])
def test_a_custom_edition_is_played_alike(tmp_path: Path, players: int) -> None:
    small = ls.load_edition("printed", board=SMALL)
    check_both(tmp_path, ["greedy", *["random"] * (players - 1)], 20, edition=small, chunk=7)


def test_games_with_more_choices_than_there_is_room_for_are_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.kernel.kernel.MOST_CHOICES", 10)
    check_both(tmp_path, ["random"] * 3, 3)


@pytest.mark.parametrize(("first", "second"), [("python", "fast"), ("fast", "python")])
def test_each_engine_continues_what_the_other_began(
    tmp_path: Path, first: Any, second: Any
) -> None:
    bots, file, whole = ["greedy", "random"], tmp_path / "games.db", tmp_path / "whole.db"
    simulate(bots, 5, seed=7, sink=file, engine=first)
    simulate(bots, 12, seed=7, sink=file, engine=second)
    simulate(bots, 12, seed=7, sink=whole, engine="python")
    assert contents(file) == contents(whole)
    same = tmp_path / "same.db"
    for games in (5, 12):
        simulate(bots, games, seed=7, sink=same, engine="python")
    assert file.read_bytes() == same.read_bytes()


@pytest.mark.parametrize("executor", [None, "processes", "own"])
def test_the_executor_changes_nothing(tmp_path: Path, executor: Any) -> None:
    with ThreadPoolExecutor(2) as pool:
        own = pool if executor == "own" else executor
        check_both(tmp_path, ["random", "random"], 20, executor=own, chunk=3)


def test_auto_takes_the_kernel_for_a_hundred_games_and_says_why_it_does_not() -> None:
    assert simulate(["random", "random"], 100, seed=7).engine == "fast"
    few = simulate(["random", "random"], 2, seed=7).engine
    assert few == "python: fewer than 100 games are to be played"


@pytest.mark.parametrize(
    ("lineup", "options", "reason"),
    [
        (["random", "ismcts"], {}, "no bot 'ismcts'"),
        (["random", GreedyBot()], {}, "no bot 'GreedyBot'"),
        (["random", "learned:seconds=0.001"], {}, "does not limit the seconds of a move"),
        (["random", "random"], {"seconds_per_move": 5.0}, "seconds per move"),
        (["random", "random"], {"records": True}, "keeps no records"),
    ],
)
def test_what_the_kernel_cannot_play_is_said_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lineup: Any, options: Any, reason: str
) -> None:
    with pytest.raises(ArgumentError, match=reason):
        simulate(lineup, 2, seed=7, sink=tmp_path / "games.db", engine="fast", **options)
    assert not list(ls.simulation.read_batches(tmp_path / "games.db"))
    monkeypatch.setattr(tasks, "FEWEST_GAMES", 1)
    if "ismcts" not in lineup:
        assert reason in str(simulate(lineup, 1, seed=7, **options).engine)


def test_an_edition_that_the_kernel_does_not_know_is_refused_or_played_in_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "FEWEST_GAMES", 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("livingstone.kernel.tables.MOST_MOVES", 10)
        edition = ls.load_edition("printed", board=SMALL)
        with pytest.raises(UnsupportedEditionError, match="legal moves"):
            simulate(["random"] * 4, 1, seed=7, edition=edition, engine="fast")
        report = simulate(["random"] * 4, 1, seed=7, edition=edition)
        assert "legal moves" in str(report.engine)


def test_an_effect_of_ones_own_is_played_in_python_and_one_line_says_so() -> None:
    cards = tomllib.loads(ls.shipped_toml("cards") + CARDS)
    edition = ls.load_edition("printed", cards=cards, effects=EFFECTS)
    unknown = "the compiled kernel does not know the effect ClearSpace of the card eviction"
    with pytest.raises(UnsupportedEditionError, match=unknown):
        simulate(["random"] * 2, 100, seed=7, edition=edition, engine="fast")
    assert simulate(["random"] * 2, 100, seed=7, edition=edition).engine == f"python: {unknown}"


def test_without_numba_auto_plays_in_python_and_fast_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "FEWEST_GAMES", 1)
    monkeypatch.setattr("livingstone.support.machine.find_spec", lambda _: None)
    with pytest.raises(ls.MissingExtraError, match=r"livingstone\[fast\]"):
        simulate(["random", "random"], 1, seed=7, engine="fast")
    assert "livingstone[fast]" in str(simulate(["random", "random"], 1, seed=7).engine)


def test_the_library_does_not_import_numba() -> None:
    asked = "livingstone.simulate, livingstone.players, livingstone.envs"
    code = f"import sys, livingstone, livingstone.envs; {asked}; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
