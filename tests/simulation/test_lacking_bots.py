"""A worker that lacks a bot ends the batch: no bot loses games because of that."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from livingstone import SimulationError, simulate
from livingstone.players import Weights

BOT = "from livingstone.players import RandomBot as Mine\n"
LIMITS = [None, pytest.param(60.0, id="limit")]


@pytest.fixture
def worker() -> Iterator[ProcessPoolExecutor]:
    """Start a worker in the root folder, before the user's bot exists."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pool.submit(os.chdir, "/").result()
        yield pool


@pytest.fixture
def lineup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Write a module with a bot and a file with weights, which this process finds."""
    (tmp_path / "late_bots.py").write_text(BOT)
    (tmp_path / "mine.toml").write_text(Weights().to_toml())
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return ["late_bots:Mine", "greedy:weights=mine.toml"]


@pytest.mark.parametrize("seconds", LIMITS)
@pytest.mark.parametrize(("bot", "reason"), [(0, "No module named"), (1, "there is no such file")])
def test_no_game_is_lost_by_a_bot_that_a_worker_lacks(
    worker: ProcessPoolExecutor, lineup: list[str], bot: int, reason: str, seconds: float | None
) -> None:
    if seconds is not None:
        pytest.importorskip("psutil")
    players = [lineup[bot], "random"]
    with pytest.raises(SimulationError, match=f"a worker lacks a bot: .*{reason}"):
        simulate(players, 4, seed=7, executor=worker, seconds_per_move=seconds)
    report = simulate(players, 4, seed=7, seconds_per_move=seconds)
    assert (report.games, report.failed) == (4, 0)


LEAVING = """
import os
from pathlib import Path
from livingstone.players import RandomBot
MARK = Path(__file__).with_suffix(".mark")
if MARK.exists():
    raise ImportError("the mark is there")
class Mine(RandomBot):
    def choose(self, view, rng):
        MARK.touch()
        os._exit(3)
"""


def test_a_bot_that_was_found_before_loses_when_its_module_fails_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is its own fault: the worker has it."""
    pytest.importorskip("psutil")
    (tmp_path / "leaving_marks.py").write_text(LEAVING)
    monkeypatch.syspath_prepend(str(tmp_path))
    report = simulate(["leaving_marks:Mine", "random"], 2, seed=7, chunk=1, seconds_per_move=60.0)
    assert report.failures == {"leaving_marks:Mine": {"crash": 2}}
    first, second = (failed.note.reason for failed in report.failed_games)
    assert first == "its process ended with status 3"
    assert "the mark is there" in second
