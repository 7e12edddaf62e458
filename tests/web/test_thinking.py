"""Bots in processes of their own."""

import asyncio
import io
import sys

import pytest

import livingstone as ls
from livingstone.web import thinking
from livingstone.web.thinking import STRENGTHS, Thinkers

VIEW = ls.view(ls.new_game(3, seed=7), 0)


async def asked(thinkers: Thinkers, *strengths: str) -> list[ls.Move]:
    try:
        return [await thinkers.choose(strength, VIEW) for strength in strengths]
    finally:
        await thinkers.close()


def test_every_strength_is_a_bot_that_is_shipped() -> None:
    for name in STRENGTHS.values():
        assert name.partition(":")[0] in {"random", "greedy", "ismcts"}
        ls.load_player(name)


def test_a_bot_in_a_process_chooses_as_it_does_here() -> None:
    expected = ls.load_player("greedy").choose(VIEW, None)  # type: ignore[arg-type]
    moves = asyncio.run(asked(Thinkers(1, 60), "settler", "novice", "settler"))
    assert moves[0] == moves[2] == expected
    assert moves[1] in VIEW.legal_moves


def test_a_bot_that_takes_too_long_moves_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STRENGTHS, "legend", "ismcts:seconds=1000")
    (move,) = asyncio.run(asked(Thinkers(1, 0.05), "legend"))
    assert move in VIEW.legal_moves


def test_a_process_that_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    moves = asyncio.run(asked(Thinkers(1, 60), "settler", "settler"))
    assert set(moves) <= set(VIEW.legal_moves)


def test_who_is_not_waited_for_any_more_stops_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STRENGTHS, "legend", "ismcts:seconds=1000")

    async def leave() -> bool:
        started = list[asyncio.subprocess.Process]()
        start = thinking._start

        async def note() -> asyncio.subprocess.Process:
            started.append(await start())
            return started[0]

        monkeypatch.setattr(thinking, "_start", note)
        thinkers = Thinkers(1, 60)
        task = asyncio.create_task(thinkers.choose("legend", VIEW))
        while not started:
            await asyncio.sleep(0.01)
        (process,) = started
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await thinkers.close()
        assert task.cancelled()
        return bool(process.returncode)

    assert asyncio.run(leave())


def test_a_process_answers_each_question_also_where_a_bot_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Failing:
        def choose(self, view: ls.View, rng: object) -> ls.Move:
            raise ZeroDivisionError

    bots = {"failing": Failing(), "first": ls.load_player("greedy")}
    monkeypatch.setattr(thinking, "_bot", bots.get)
    questions = [thinking._packed((name, VIEW)) for name in ("failing", "first")]
    answers = io.BytesIO()
    thinking._work(questions, answers)
    first, second = map(thinking._unpacked, answers.getvalue().splitlines())
    assert first is None
    assert second in VIEW.legal_moves
