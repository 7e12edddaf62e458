"""Bots in processes of their own, so that their thinking never holds the server up.

`python -m livingstone.web.thinking` is such a process. It reads questions from its standard input,
each a line with a bot's name and a view, and answers each by a line with a move. The lines are
pickles in Base64: both ends of the pipes are of the same server.
"""

import asyncio
import base64
import os
import pickle
import random
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any, BinaryIO

from attrs import define, field

import livingstone as ls

__all__ = ["STRENGTHS", "Thinkers"]

STRENGTHS = {
    "novice": "random",
    "settler": "greedy",
    "explorer": "ismcts:iterations=60,others=policy",
    "legend": "ismcts:seconds=4,others=policy",
}
"""The bots that people can play against: what each is called here, and for `load_player`. They
think for many games in turn, so none of them observes a player."""
_LONGEST_LINE = 2**24


def _packed(value: object) -> bytes:
    return base64.b64encode(pickle.dumps(value)) + b"\n"


def _unpacked(line: bytes) -> Any:
    return pickle.loads(base64.b64decode(line))  # noqa: S301  # from a process of the same server


@define(eq=False)
class Thinkers:
    """A number of processes that think about one question each, started when they are needed."""

    count: int
    """How many there are."""
    seconds: float
    """How long each may take."""
    _idle: asyncio.Queue[Process | None] = field(factory=asyncio.Queue, init=False)

    def __attrs_post_init__(self) -> None:
        """Have all of them wait for a question."""
        for _ in range(self.count):
            self._idle.put_nowait(None)

    async def choose(self, strength: str, view: ls.View) -> ls.Move:
        """Give the move that a bot chooses, or a random one if it fails or takes too long.

        Where this is cancelled, the process is ended.
        """
        process, move = await self._idle.get(), None
        try:
            async with asyncio.timeout(self.seconds):
                if process is None:
                    process = await _start()
                move = await _ask(process, (STRENGTHS[strength], view))
        except (TimeoutError, OSError, EOFError):
            pass  # it gets no second chance: below, it is ended
        finally:
            if move is None and process is not None:
                await _end(process)
                process = None
            self._idle.put_nowait(process)
        return move if move in view.legal_moves else random.choice(view.legal_moves)

    async def close(self) -> None:
        """End all processes that wait for a question."""
        while not self._idle.empty():
            process = self._idle.get_nowait()
            if process is not None:
                await _end(process)


async def _start() -> Process:
    command = [sys.executable, "-m", "livingstone.web.thinking"]
    folders = os.pathsep.join(filter(None, sys.path))  # where modules with own effects are
    environment = os.environ | {"PYTHONPATH": folders}
    return await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_LONGEST_LINE, env=environment
    )


async def _ask(process: Process, question: tuple[str, ls.View]) -> ls.Move | None:
    """Have a process think; None if its bot has failed, `EOFError` if it has died."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(_packed(question))
    await process.stdin.drain()
    move: ls.Move | None = _unpacked(await process.stdout.readuntil())
    return move


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()


_bot = cache(ls.load_player)


def _answer(question: tuple[str, ls.View]) -> ls.Move | None:
    name, view = question
    try:
        return _bot(name).choose(view, random.Random())
    except Exception:  # whatever a bot raises, the game goes on
        return None


def _work(questions: Iterable[bytes], answers: BinaryIO) -> None:
    """Answer questions until there are no more."""
    for line in questions:
        answers.write(_packed(_answer(_unpacked(line))))
        answers.flush()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        _work(sys.stdin.buffer, sys.stdout.buffer)
