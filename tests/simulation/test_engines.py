"""The compiled kernel and the engine in Python play the same games; files and reports show it."""

import sqlite3
import tomllib
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from editions import endless
from own_effects import CARDS, EFFECTS

pytest.importorskip("numba")

import livingstone as ls
from livingstone import ArgumentError, simulate
from livingstone.kernel import UnsupportedEditionError
from livingstone.players import GreedyBot
from livingstone.simulation import SimulationError, tasks
from livingstone.simulation.batch import Batch
from livingstone.simulation.entrants import enter
from livingstone.simulation.tasks import Engine, choose_engine

SMALL = Path(__file__).with_name("small-board.toml")


def content_of(file: Path) -> list[str]:
    """Return what is in a file, but for the engine that played it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE batches SET engines = ''")
        return list(connection.iterdump())


def check_both(folder: Path, lineup: list[str], games: int, **options: Any) -> None:
    """Play with both engines; compare files and reports."""
    files = [folder / "python.db", folder / "fast.db"]
    both: tuple[Engine, Engine] = ("python", "fast")
    reports = [
        simulate(lineup, games, seed=7, sink=file, engine=engine, **options)
        for file, engine in zip(files, both, strict=True)
    ]
    assert content_of(files[0]) == content_of(files[1])
    assert reports[0].to_json() == reports[1].to_json()
    assert str(reports[0]) == str(reports[1])
    assert [report.engine for report in reports] == ["python", "fast"]


BOTS = {
    "g": "greedy",
    "r": "random",
    "p": "learned:tries=0",
    "t": "learned:tries=0,temperature=1",
    "s": "learned:tries=8",
    "l": "learned:level=scout",
}
GREEDY, LEARNED = ("gg", "rg", "rrg", "grgr", "gggrr", "rrrrr"), ("pg", "slr", "tgps", "gsprl")


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("lineup", [*GREEDY, *LEARNED])
def test_both_engines_write_the_same_files(tmp_path: Path, lineup: str, edition: str) -> None:
    games = 2 if lineup in LEARNED else 2 * len(lineup)
    check_both(tmp_path, [BOTS[letter] for letter in lineup], games, edition=edition)


def test_learned_bots_are_compiled_only_for_figures_that_their_values_know() -> None:
    printed = ls.load_edition("printed")
    far = evolve(printed, board=evolve(printed.board, tents=20))
    with pytest.raises(ArgumentError, match="the learned values know other figures than those"):
        simulate(["learned:tries=1", "greedy"], 2, seed=7, edition=far, engine="fast")


def test_games_with_more_choices_than_there_is_room_for_are_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.kernel.kernel.MOST_CHOICES", 10)
    check_both(tmp_path, ["random"] * 3, 3)


@pytest.mark.parametrize(("first", "second"), [("python", "fast"), ("fast", "python")])
def test_each_engine_continues_what_the_other_began(
    tmp_path: Path, first: Any, second: Any
) -> None:
    files = [tmp_path / "games.db", tmp_path / "same.db"]
    for file, engines in zip(files, ((first, second), ("python", "python")), strict=True):
        for games, engine in zip((5, 12), engines, strict=True):
            simulate(["greedy", "random"], games, seed=7, sink=file, engine=engine)
    assert content_of(files[0]) == content_of(files[1])
    for file, played in zip(files, (f"{first}, {second}", "python"), strict=True):
        assert simulate(["greedy", "random"], 12, seed=7, sink=file).engine == played


@pytest.mark.parametrize("executor", [None, "processes", "own"])
def test_the_executor_changes_nothing(tmp_path: Path, executor: Any) -> None:
    with ThreadPoolExecutor(2) as pool:
        own = pool if executor == "own" else executor
        check_both(tmp_path, ["random", "random"], 20, executor=own, chunk=3)


def test_auto_takes_the_kernel_where_that_saves_time_and_says_why_it_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = "python: fewer than 100 games are to be played"
    new = "python: fewer than 1000 games are to be played, which do not repay compiling"
    cases = ((True, 99, few), (True, 100, "fast"), (False, 101, new), (False, 1000, "fast"))
    for is_compiled, games, engine in cases:
        monkeypatch.setattr(tasks, "is_compiled", {"games": is_compiled}.get)
        batch = Batch.of(enter(["random", "random"]), seed=7)
        assert choose_engine(batch, "auto", games=games)[1] == engine


@pytest.mark.parametrize(
    ("lineup", "options", "reason"),
    [
        (["random", "ismcts"], {}, "no bot 'ismcts'"),
        (["random", GreedyBot], {}, "no bot 'GreedyBot'"),
        (["random", "learned:seconds=0.001"], {}, "does not limit the seconds of a move"),
        (["random", "random"], {"seconds_per_move": 5.0}, "seconds per move"),
        (["random", "random"], {"records": True}, "keeps no records"),
    ],
)
def test_what_the_kernel_cannot_play_is_said_before_the_first_game(
    tmp_path: Path, lineup: Any, options: Any, reason: str
) -> None:
    with pytest.raises(ArgumentError, match=reason):
        simulate(lineup, 2, seed=7, sink=tmp_path / "games.db", engine="fast", **options)
    assert not list(ls.simulation.read_batches(tmp_path / "games.db"))
    if "ismcts" not in lineup:
        assert reason in str(simulate(lineup, 1, seed=7, **options).engine)


@pytest.mark.parametrize("bot", [GreedyBot, "own_bots:Thrifty", {"mine": "own_bots:Thrifty"}])
def test_that_the_kernel_never_plays_a_bot_is_said_before_that_games_are_few(
    tmp_path: Path, bot: Any
) -> None:
    """Also if only some games, or none, are left to play in a file."""
    for games in (1, 2, 2):
        report = simulate([bot, "random"], games, seed=7, sink=tmp_path / "games.db")
        assert str(report.engine).startswith("python: the compiled kernel has no bot ")
    report = simulate(["greedy", "random"], 1, seed=7)
    assert str(report.engine).startswith("python: fewer than")


def test_a_bot_with_a_name_of_the_callers_is_compiled_as_itself() -> None:
    lineup: Any = [{"mine": "greedy"}, "random"]
    named = simulate(lineup, 4, seed=7, engine="fast")
    assert named.engine == "fast"
    plain = simulate(["greedy", "random"], 4, seed=7, engine="fast")
    assert named.names == ("mine", "random")
    assert [bot.points for bot in named.bots] == [bot.points for bot in plain.bots]


def test_an_effect_of_ones_own_is_played_in_python_and_one_line_says_so() -> None:
    cards = tomllib.loads(ls.shipped_toml("cards") + CARDS)
    edition = ls.load_edition("printed", cards=cards, effects=EFFECTS)
    unknown = "the compiled kernel does not know the effect ClearSpace of the card eviction"
    with pytest.raises(UnsupportedEditionError, match=unknown):
        simulate(["random"] * 2, 100, seed=7, edition=edition, engine="fast")
    assert simulate(["random"] * 2, 1, seed=7, edition=edition).engine == f"python: {unknown}"


def test_without_numba_auto_plays_in_python_and_fast_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "FEWEST_GAMES", 1)
    monkeypatch.setattr("livingstone.support.machine.find_spec", lambda _: None)
    with pytest.raises(ls.MissingExtraError, match=r"livingstone\[fast\]"):
        simulate(["random", "random"], 1, seed=7, engine="fast")
    assert "livingstone[fast]" in str(simulate(["random", "random"], 1, seed=7).engine)


@pytest.mark.parametrize("engine", ["python", "fast"])
def test_r2_7_a_game_that_never_ends_stops_a_batch(engine: Engine) -> None:
    with pytest.raises(SimulationError, match="not over after 1000 rounds"):
        simulate(["greedy"] * 2, 1, seed=7, edition=endless(), engine=engine)
