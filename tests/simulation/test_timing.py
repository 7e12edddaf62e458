"""What counts as the time of a bot, and what bots are told of their limit."""

import os
import sys
from pathlib import Path

import pytest

from livingstone import ArgumentError, apply, new_game, simulate, view
from livingstone.players import load_player
from livingstone.simulation.games import timing
from livingstone.simulation.games.processes import BotProcess
from livingstone.simulation.games.timing import Allowance, _Usage


class Clock:
    """A clock, and what a process has done by it."""

    def __init__(self) -> None:
        self.now = 100.0
        self.usage: _Usage | None = _Usage(5.0, 7.0, is_ready=True)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timing, "perf_counter", lambda: clock.now)
    monkeypatch.setattr(timing, "_usage", lambda process: clock.usage)
    return clock


def test_time_in_which_a_process_sleeps_counts(clock: Clock) -> None:
    allowance = Allowance(1, 2.0)
    clock.now, clock.usage = 101.5, _Usage(5.0, 7.0, is_ready=False)
    assert allowance.left() == 0.5
    clock.now = 102.5
    assert allowance.left() == -0.5


def test_time_in_which_a_process_waits_for_a_processor_does_not_count(clock: Clock) -> None:
    allowance = Allowance(1, 2.0)
    clock.now, clock.usage = 110.0, _Usage(5.0, 16.0, is_ready=False)
    assert allowance.left() == 1.0


def test_how_long_a_process_waits_is_known_when_it_gets_a_processor(clock: Clock) -> None:
    allowance = Allowance(1, 2.0)
    clock.now, clock.usage = 110.0, _Usage(5.5, 7.0, is_ready=True)
    assert allowance.left() == timing.LOOK
    clock.now = 110.5
    assert allowance.left() == timing.LOOK, "it has not got one since"
    clock.now, clock.usage = 111.0, _Usage(5.6, 16.5, is_ready=True)
    assert allowance.left() == 2.0 - 11.0 + 9.5 + 0.5, "it may have waited since the last look"


def test_time_in_which_a_process_has_slept_counts_while_it_runs_as_well(clock: Clock) -> None:
    allowance = Allowance(1, 2.0)
    clock.now, clock.usage = 102.0, _Usage(5.5, 7.0, is_ready=True)
    assert allowance.left() == timing.LOOK
    clock.now, clock.usage = 102.25, _Usage(5.75, 7.0, is_ready=True)
    assert allowance.left() == 0


def test_nobody_waits_for_ever_for_a_process_that_gets_no_processor(clock: Clock) -> None:
    allowance = Allowance(1, 2.0)
    assert allowance.end == 200.0
    clock.now = 200.5
    assert allowance.left() < 0


def test_where_the_system_tells_nothing_all_time_counts(clock: Clock) -> None:
    clock.usage = None
    allowance = Allowance(1, 2.0)
    clock.now = 102.5
    assert allowance.left() == -0.5


def test_linux_tells_what_a_process_has_done() -> None:
    usage = timing._usage(os.getpid())
    assert (usage is not None and usage.is_ready) == (
        sys.platform == "linux" and Path("/proc/self/schedstat").exists()
    )
    assert timing._usage(2**30) is None


@pytest.mark.parametrize("budget", ["seconds=0.05", "iterations=100000"])
def test_a_search_keeps_within_a_limit_that_is_hardly_longer_than_its_budget(budget: str) -> None:
    state = new_game(4, seed=7)
    process = BotProcess(f"ismcts:{budget}", "printed", 0.06)
    try:
        process.get_ready()
        process.make(1)
        for _ in range(5):
            move = process.choose(view(state, state.current_player))
            state = apply(state, move)
    finally:
        process.kill()


@pytest.mark.parametrize(
    ("name", "limit", "needed"),
    [
        ("ismcts:seconds=0.5", 0.1, "0.5"),
        ("ismcts", 0.001, "0.05"),
        ("ismcts:seconds=0.01", 0.02, "0.05"),
        ("failing_bots:Adapting", 1, "2"),
    ],
)
def test_a_limit_that_is_shorter_than_a_bot_needs_is_refused_at_once(
    name: str, limit: float, needed: str, tmp_path: Path
) -> None:
    sink = tmp_path / "games.csv"
    with pytest.raises(ArgumentError, match=f"needs {needed} s for a move, more than the limit of"):
        simulate([name, "random"], 2, seed=7, seconds_per_move=limit, sink=sink)
    assert not sink.exists()


def test_a_bot_that_takes_its_limit_is_told_it() -> None:
    report = simulate(["failing_bots:Adapting", "random"], 2, seed=7, seconds_per_move=60)
    assert report.failures == {}


def test_without_a_limit_a_bot_may_need_any_time() -> None:
    assert load_player("ismcts:seconds=5") is not None
