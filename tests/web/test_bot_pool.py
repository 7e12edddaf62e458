"""Bots in processes of their own."""

import asyncio
import re
import time
from collections.abc import Iterator
from multiprocessing import active_children

import pytest
from amounts import others_slow
from programs import ROOT

import livingstone as ls
from livingstone.players import BotError, BotProcess, process
from livingstone.players.learned import LEVELS
from livingstone.web.bots import BotPool
from livingstone.web.settings import STAND_IN, STRENGTHS, Strength

VIEW = ls.view(ls.new_game(3, seed=7), 0)
OTHER = ls.view(ls.new_game(2, edition="bga", seed=7), 0)

SLOW = "failing_bots:Unstoppable"
LIMIT = 2.0
"""Seconds of which a move of `greedy` takes some milliseconds."""
GENEROUS = 60.0
"""Seconds that no move takes on the busiest machine."""


@pytest.fixture(autouse=True)
def others(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[object]]:
    """Return the processes of tests before, and check that no other is left."""
    monkeypatch.setattr(process, "_stuck", set())
    others: set[object] = {*active_children()}
    yield others
    assert {*active_children()} <= others


async def asked(pool: BotPool, *questions: tuple[str, ls.View]) -> list[ls.Move]:
    try:
        return [await pool.choose(*question) for question in questions]
    finally:
        pool.close()


def test_every_strength_is_a_shipped_bot_that_was_measured_at_every_table() -> None:
    for bot in STRENGTHS.values():
        name, _, level = bot.player.partition(":level=")
        assert name in ls.known_players()
        assert not level or level in LEVELS
        assert len(bot.ratings) == 4
        assert bot.rating(5) == bot.ratings[-1]
    ratings = [bot.rating(2) or 0 for bot in STRENGTHS.values()]
    assert ratings == sorted(ratings)
    assert STRENGTHS[STAND_IN].ratings == (0, 0, 0, 0)


def test_no_address_takes_all_processes() -> None:
    async def ask() -> None:
        pool = BotPool(2, 1000, STRENGTHS | {SLOW: Strength(SLOW)})
        many = [asyncio.create_task(pool.choose(SLOW, VIEW, "a")) for _ in range(24)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(pool.choose("random", VIEW, "b"), 60) in VIEW.legal_moves
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)
        pool.close()

    asyncio.run(ask())


def test_games_that_nobody_waits_for_leave_a_process_to_the_others() -> None:
    async def ask() -> None:
        pool = BotPool(2, 1000, STRENGTHS | {SLOW: Strength(SLOW)})
        idle = [
            asyncio.create_task(pool.choose(SLOW, VIEW, address, is_urgent=False))
            for address in "abcd"
        ]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(pool.choose("random", VIEW, "e"), 60) in VIEW.legal_moves
        for task in idle:
            task.cancel()
        await asyncio.gather(*idle, return_exceptions=True)
        pool.close()

    asyncio.run(ask())


def test_one_process_plays_as_every_bot_and_stands_in_for_unknown_ones() -> None:
    questions = [("greedy", VIEW), ("random", VIEW), ("greedy", OTHER), ("gone", VIEW)]
    moves = asyncio.run(asked(BotPool(1, 60), *questions))
    for (strength, view), move in zip(questions, moves, strict=True):
        greedy = ls.load_player("greedy").choose(view, None)  # type: ignore[arg-type]
        assert move in (view.legal_moves if strength == "random" else {greedy})


def test_a_program_plays_in_a_place_that_was_another_bots() -> None:
    name = f"program:sh {ROOT}/examples/programs/random_bot.sh"
    strengths = STRENGTHS | {name: Strength(name), "missing": Strength("program:no-such-program")}
    questions = [(kind, VIEW) for kind in ("greedy", name, name, "greedy", "missing", name)]
    moves = asyncio.run(asked(BotPool(1, 60, strengths), *questions))
    assert all(move in VIEW.legal_moves for move in moves)


@pytest.mark.parametrize(
    ("name", "seconds"),
    [
        ("program:sh -c 'exit 3'", GENEROUS),
        ("failing_bots:Unstoppable", 2.0),
        pytest.param("process_bots:Fatal", GENEROUS, marks=pytest.mark.slow),
        pytest.param("failing_bots:Illegal", GENEROUS, marks=pytest.mark.slow),
    ],
)
def test_a_bot_that_fails_or_takes_too_long_moves_at_random(
    name: str, seconds: float, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(BotProcess, "get_ready", BotProcess.load)
    pool = BotPool(1, seconds, STRENGTHS | {name: Strength(name)})
    failed, *others = asyncio.run(asked(pool, (name, VIEW), *[("greedy", OTHER)] * 9))
    assert failed in VIEW.legal_moves
    assert f"A random move for {name}: " in caplog.text
    usual = ls.load_player("greedy").choose(OTHER, None)  # type: ignore[arg-type]
    # On a busy machine, the others may take too long as well where the limit is short.
    assert set(others) == {usual} if seconds == GENEROUS else usual in others


def test_the_log_has_the_place_of_a_bots_error(caplog: pytest.LogCaptureFixture) -> None:
    name = "failing_bots:Deep"
    pool = BotPool(1, GENEROUS, STRENGTHS | {name: Strength(name)})
    asyncio.run(asked(pool, (name, VIEW)))
    (told,) = caplog.messages
    assert re.search(r"\(failing_bots\.py:\d+\)$", told)


def test_the_limit_of_a_move_does_not_count_compiling(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    get_ready = BotProcess.get_ready

    def get_ready_slowly(process: BotProcess) -> None:
        get_ready(process)
        time.sleep(LIMIT)

    monkeypatch.setattr(BotProcess, "get_ready", get_ready_slowly)
    (move,) = asyncio.run(asked(BotPool(1, LIMIT), ("greedy", VIEW)))
    assert move == ls.load_player("greedy").choose(VIEW, None)  # type: ignore[arg-type]
    assert not caplog.text


@pytest.mark.parametrize("others_of_it", others_slow([1, 3], [3]))
def test_a_bot_that_hangs_in_its_first_choice_holds_up_no_other_bot(others_of_it: int) -> None:
    async def ask() -> None:
        pool = BotPool(1, GENEROUS, STRENGTHS | {SLOW: Strength(SLOW)})
        hanging = [
            asyncio.create_task(pool.choose(SLOW, VIEW, address))
            for address in "abc"[:others_of_it]
        ]
        await asyncio.sleep(0.5)
        for bot in ("random", "greedy"):
            move = await asyncio.wait_for(pool.choose(bot, VIEW, "d"), GENEROUS)
            assert move in VIEW.legal_moves
        assert not any(task.done() for task in hanging)
        for task in hanging:
            task.cancel()
        await asyncio.gather(*hanging, return_exceptions=True)
        pool.close()

    asyncio.run(ask())


def test_no_more_processes_are_left_than_may_think(others: set[object]) -> None:
    async def ask() -> None:
        pool = BotPool(1, GENEROUS)
        bots = ("random", "greedy", "random", "greedy")
        await asyncio.gather(*(pool.choose(bot, VIEW, bot) for bot in bots))
        assert len({*active_children()} - others) == 1
        pool.close()

    asyncio.run(ask())


@pytest.mark.parametrize(
    "name", others_slow(["failing_bots:Unstoppable", "process_bots:Fatal", "no:bot"], ["no:bot"])
)
def test_a_bot_that_does_not_get_ready_is_played_by_another_from_then_on(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(process, "WARM_SECONDS", 1.0)
    pool = BotPool(1, GENEROUS, STRENGTHS | {name: Strength(name)})
    usual = ls.load_player("greedy").choose(VIEW, None)  # type: ignore[arg-type]
    assert asyncio.run(asked(pool, *[(name, VIEW)] * 3)) == [usual] * 3
    assert caplog.text.count(f"{name} does not play from now on: ") == 1


def test_where_no_bot_gets_ready_moves_are_random_and_that_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: BotProcess) -> None:
        raise BotError("crash", "broken")

    monkeypatch.setattr(BotProcess, "get_ready", fail)
    moves = asyncio.run(asked(BotPool(1, GENEROUS), *[("random", VIEW), ("greedy", VIEW)] * 3))
    assert {*moves} <= {*VIEW.legal_moves}
    assert caplog.messages == [
        "random does not play from now on: broken",
        "greedy does not play from now on: broken",
    ]


def test_a_bot_that_nobody_waits_for_stops_thinking(others: set[object]) -> None:
    async def leave() -> None:
        pool = BotPool(1, 1000, STRENGTHS | {SLOW: Strength(SLOW)})
        task = asyncio.create_task(pool.choose(SLOW, VIEW))
        while {*active_children()} <= others:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.5)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()
        assert {*active_children()} <= others
        assert await asyncio.wait_for(pool.choose("random", VIEW), 60) in VIEW.legal_moves
        pool.close()

    asyncio.run(leave())
