"""Bots in processes of their own, so that their thinking never holds the server up.

`python -m livingstone.web.thinking` is such a process. It reads questions from its standard input,
each a bot's name and a view, and writes moves to its standard output, both as pickles after their
length. Only the server that started it can write to it.
"""

import asyncio
import pickle
import random
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from functools import cache
from typing import Any, BinaryIO

from attrs import define, field

import livingstone as ls

__all__ = ["STRENGTHS", "Thinkers"]

STRENGTHS = {
    "novice": "random",
    "settler": "greedy",
    "explorer": "ismcts:iterations=60",
    "legend": "ismcts:seconds=4",
}
"""The bots that people can play against: what each is called here, and for `load_player`."""
_LENGTH = 4
"""Bytes of a length."""


def _packed(value: object) -> bytes:
    content = pickle.dumps(value)
    return len(content).to_bytes(_LENGTH) + content


def _unpacked(content: bytes) -> Any:
    return pickle.loads(content)  # noqa: S301  # from a process of the same server


@define(eq=False)
class _Thinker:
    """One process, started when it is first needed, and again when it was stopped."""

    process: Process | None = None

    async def ask(self, question: tuple[str, ls.View]) -> ls.Move | None:
        """Have it think; raises `OSError` or `EOFError` if it dies meanwhile."""
        if self.process is None:
            command = [sys.executable, "-m", "livingstone.web.thinking"]
            self.process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
            )
        asked, answered = self.process.stdin, self.process.stdout
        assert asked
        assert answered
        asked.write(_packed(question))
        await asked.drain()
        length = int.from_bytes(await answered.readexactly(_LENGTH))
        move: ls.Move | None = _unpacked(await answered.readexactly(length))
        return move

    async def stop(self) -> None:
        """End the process, whatever it is doing."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


@define(eq=False)
class Thinkers:
    """A number of processes that think about one question each."""

    count: int
    """How many there are."""
    seconds: float
    """How long each may take."""
    _idle: asyncio.Queue[_Thinker] = field(factory=asyncio.Queue, init=False)

    def __attrs_post_init__(self) -> None:
        """Have all of them wait for a question."""
        for _ in range(self.count):
            self._idle.put_nowait(_Thinker())

    async def choose(self, strength: str, view: ls.View) -> ls.Move:
        """Give the move that a bot chooses, or a random one if it fails or takes too long.

        Where this is cancelled, the process is ended.
        """
        thinker = await self._idle.get()
        move = None
        try:
            async with asyncio.timeout(self.seconds):
                move = await thinker.ask((STRENGTHS[strength], view))
        except (TimeoutError, OSError, EOFError):
            await thinker.stop()
        except asyncio.CancelledError:
            await thinker.stop()
            raise
        finally:
            self._idle.put_nowait(thinker)
        return move if move in view.legal_moves else random.choice(view.legal_moves)

    async def close(self) -> None:
        """End all processes that wait for a question."""
        while not self._idle.empty():
            await self._idle.get_nowait().stop()


_bot = cache(ls.load_player)


def _answer(question: tuple[str, ls.View]) -> ls.Move | None:
    name, view = question
    try:
        return _bot(name).choose(view, random.Random())
    except Exception:  # whatever a bot raises, the game goes on
        return None


def _work(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until there are no more."""
    while length := questions.read(_LENGTH):
        question = _unpacked(questions.read(int.from_bytes(length)))
        answers.write(_packed(_answer(question)))
        answers.flush()


if __name__ == "__main__":
    try:
        _work(sys.stdin.buffer, sys.stdout.buffer)
    except KeyboardInterrupt:
        sys.exit(130)
