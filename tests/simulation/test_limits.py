"""`seconds_per_move`: each bot plays in a process of its own, which is killed when it is late."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from amounts import by_profile
from editions import make_edition, tiny_board
from programs import run_python

import livingstone as ls
from livingstone import simulate
from livingstone.players import process

psutil: Any = pytest.importorskip("psutil")

GENEROUS = 60.0
"""Seconds that no move takes on the busiest machine."""
LINEUP = ["random", "greedy", "failing_bots:Remembering"]
SMALL = ls.load_edition("printed", board=Path(__file__).with_name("small-board.toml"))


@pytest.fixture(autouse=True)
def _much_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody be late because the machine is busy; processor time counts all the same."""
    monkeypatch.setattr(process, "WALL_EXTRA", GENEROUS)


@pytest.mark.parametrize(
    "executor",
    [
        nullcontext,
        pytest.param(partial(ThreadPoolExecutor, 2), marks=pytest.mark.slow),
        pytest.param(
            partial(ProcessPoolExecutor, 2, mp_context=get_context("fork")), marks=pytest.mark.slow
        ),
        pytest.param(
            partial(ProcessPoolExecutor, 1, mp_context=get_context("spawn")), marks=pytest.mark.slow
        ),
    ],
)
def test_games_in_which_no_bot_is_late_are_those_without_a_limit(executor: Any) -> None:
    play = partial(simulate, LINEUP, by_profile(3, 3, few=2), seed=7, edition=SMALL)
    free = play()
    with executor() as pool:
        limited = play(chunk=2, seconds_per_move=GENEROUS, executor=pool, workers=None)
    assert limited.failed_games == free.failed_games
    for one, other in zip(limited.failed_games, free.failed_games, strict=True):
        assert one.note.traceback == other.note.traceback
    assert limited.failures == free.failures


@pytest.mark.slow
def test_a_daemonic_worker_can_play_with_a_limit() -> None:
    """The workers of Dask are daemonic, and those of `multiprocessing.Pool`."""
    play = partial(simulate, ["random"] * 2, 1, seed=7, seconds_per_move=GENEROUS, edition=SMALL)
    with get_context("spawn").Pool(1) as pool:
        assert pool.apply(play).to_json() == play().to_json()


@pytest.mark.parametrize(
    "bot",
    [
        "Crashing",
        *(
            pytest.param(bot, marks=pytest.mark.slow)
            for bot in ("Illegal", "Nonsense", "Sometimes", "Leaving")
        ),
    ],
)
def test_failures_are_described_in_the_same_words_with_and_without_a_limit(bot: str) -> None:
    lineup = [f"failing_bots:{bot}", "random"]
    free = simulate(lineup, 4, seed=7)
    assert free.failed
    limited = simulate(lineup, 4, seed=7, chunk=4, seconds_per_move=GENEROUS)
    assert limited == free
    assert limited.failed_games == free.failed_games


@pytest.mark.parametrize(
    "executor",
    [
        nullcontext,
        pytest.param(partial(ThreadPoolExecutor, 1), marks=pytest.mark.slow),
        pytest.param(partial(nullcontext, "processes"), marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize(
    ("bot", "kind"),
    [
        ("failing_bots:InC", "late"),
        pytest.param("process_bots:Fatal", "crash", marks=pytest.mark.slow),
    ],
)
def test_a_bot_that_is_late_or_ends_its_process_loses_each_game(
    bot: str, kind: str, executor: Any
) -> None:
    lineup = [bot, "random"]
    with executor() as pool:
        options: Any = {"executor": pool, "workers": pool and 1}
        report = simulate(lineup, 2, seed=7, chunk=2, seconds_per_move=0.15, **options)
    assert report.failures == {bot: {kind: 2}}
    assert (report.bots[0].win.value, report.bots[1].win.value) == (0.0, 1.0)


def test_a_bot_may_print_and_finds_nothing_to_read(capfd: pytest.CaptureFixture[str]) -> None:
    report = simulate(
        ["failing_bots:Talking", "random"], 1, seed=7, seconds_per_move=GENEROUS, edition=SMALL
    )
    assert report.failed == 0
    assert "what a game" in capfd.readouterr().out


PROGRAM = """
from livingstone import simulate

class Own:
    def choose(self, view, rng):
        return view.legal_moves[0]

if __name__ == "__main__" or "guarded" not in __file__:
    print(simulate(["__main__:Own", "random"], 2, seed=7, seconds_per_move=60).failed)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["guarded.py", "careless.py"])
def test_a_program_may_have_its_bot_in_its_own_file(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(PROGRAM)
    done = run_python(str(tmp_path / name))
    if name == "guarded.py":
        assert (done.stdout, done.stderr) == ("0\n", "")
    else:
        assert "(a script must play its games under if __name__ == '__main__')" in done.stderr


@pytest.mark.parametrize("seconds", [0.1, pytest.param(10**6, marks=pytest.mark.slow)])
def test_a_search_ends_within_its_limit(seconds: float) -> None:
    lineup = ["ismcts:iterations=100000" if seconds < 1 else "random", "random"]
    edition = make_edition(tiny_board(), [])
    assert simulate(lineup, 1, seed=7, seconds_per_move=seconds, edition=edition).failed == 0
