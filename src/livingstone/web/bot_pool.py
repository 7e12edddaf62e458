"""Bots in processes of their own, so that their thinking never delays the server."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

from attrs import define, field

import livingstone as ls
from livingstone.players.learned import LEVELS
from livingstone.players.process import BotError, BotProcess, ProcessError

__all__ = ["STRENGTHS", "BotPool"]

_WITHOUT_NUMBA = {
    "novice": "random",
    "settler": "greedy",
    "explorer": "ismcts:iterations=60,others=policy",
    "legend": "ismcts:seconds=4,others=policy",
}
STRENGTHS = (
    {level: f"learned:level={level}" for level in LEVELS} | {"legend": _WITHOUT_NUMBA["legend"]}
    if find_spec("numba")
    else _WITHOUT_NUMBA
)
"""The bots that people can play against: from their names here to their names for `load_player`.
They are made again for each move, so none of them can observe a player."""


@define(eq=False)
class BotPool:
    """Processes in which bots think, started when they are needed."""

    count: int
    """The most bots that think at the same time."""
    seconds: float
    """The limit for a move, in seconds."""
    _idle: asyncio.Queue[BotProcess | None] = field(factory=asyncio.Queue, init=False)
    """An entry for each bot that can start to think; None if it has no process yet."""
    _threads: ThreadPoolExecutor = field(init=False)
    """The threads that wait for the processes."""

    def __attrs_post_init__(self) -> None:
        """Begin without any process."""
        self._threads = ThreadPoolExecutor(self.count)
        for _ in range(self.count):
            self._idle.put_nowait(None)

    async def choose(self, strength: str, view: ls.View) -> ls.Move:
        """Return a bot's move, or a random one if the bot fails or takes too long.

        Cancelling this kills the bot's process.
        """
        name, move = STRENGTHS[strength], None
        process = await self._idle.get()
        try:
            process = process or BotProcess(name, view.edition, self.seconds)
            loop = asyncio.get_running_loop()
            async with asyncio.timeout(self.seconds):
                move = await loop.run_in_executor(self._threads, _ask, process, name, view)
        except (BotError, ProcessError, TimeoutError):
            pass
        finally:
            if process is not None and move is None:
                process.kill()
                process = None
            self._idle.put_nowait(process)
        return move if move in view.legal_moves else random.choice(view.legal_moves)

    def close(self) -> None:
        """End all processes."""
        while not self._idle.empty():
            if process := self._idle.get_nowait():
                process.kill()
        self._threads.shutdown()


def _ask(process: BotProcess, name: str, view: ls.View) -> ls.Move:
    process.play_as(name, view.edition)
    process.get_ready()
    process.make(random.getrandbits(64))
    return process.choose(view)
