"""Bots in processes of their own."""

import asyncio
from collections.abc import Iterator
from importlib.util import find_spec
from multiprocessing import active_children

import pytest

import livingstone as ls
from livingstone.web.bot_pool import STRENGTHS, BotPool, Strength

VIEW = ls.view(ls.new_game(3, seed=7), 0)
OTHER = ls.view(ls.new_game(2, edition="bga", seed=7), 0)

GENEROUS = 60.0
"""Seconds that no move takes on the busiest machine."""


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    yield
    assert not active_children()


async def asked(pool: BotPool, *questions: tuple[str, ls.View]) -> list[ls.Move]:
    try:
        return [await pool.choose(*question) for question in questions]
    finally:
        pool.close()


def test_every_strength_is_a_shipped_bot() -> None:
    for bot in STRENGTHS.values():
        assert bot.player.partition(":")[0] in ls.known_players()
        if find_spec(bot.package):
            ls.load_player(bot.player)


def test_one_process_plays_as_every_bot_in_every_edition() -> None:
    questions = [("settler", VIEW), ("novice", VIEW), ("settler", OTHER)]
    moves = asyncio.run(asked(BotPool(1, 60), *questions))
    for (strength, view), move in zip(questions, moves, strict=True):
        greedy = ls.load_player("greedy").choose(view, None)  # type: ignore[arg-type]
        assert move in ({greedy} if strength == "settler" else view.legal_moves)


@pytest.mark.parametrize(
    ("name", "seconds"),
    [
        ("failing_bots:Unstoppable", 2.0),
        ("failing_bots:Fatal", GENEROUS),
        ("failing_bots:Illegal", GENEROUS),
    ],
)
def test_a_bot_that_fails_or_takes_too_long_moves_at_random(
    name: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(STRENGTHS, "legend", Strength(name))
    pool = BotPool(1, seconds)
    failed, *others = asyncio.run(asked(pool, ("legend", VIEW), *[("settler", OTHER)] * 9))
    assert failed in VIEW.legal_moves
    usual = ls.load_player("greedy").choose(OTHER, None)  # type: ignore[arg-type]
    # On a busy machine, the others may take too long as well where the limit is short.
    assert set(others) == {usual} if seconds == GENEROUS else usual in others


def test_a_bot_that_nobody_waits_for_stops_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STRENGTHS, "legend", Strength("ismcts:seconds=1000"))

    async def leave() -> None:
        pool = BotPool(1, 1000)
        task = asyncio.create_task(pool.choose("legend", VIEW))
        while not active_children():
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.5)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()
        assert not active_children()
        assert await asyncio.wait_for(pool.choose("novice", VIEW), 60) in VIEW.legal_moves
        pool.close()

    asyncio.run(leave())
