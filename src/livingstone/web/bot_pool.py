"""Bots in processes of their own, so that their thinking never delays the server."""

import asyncio
import random
from asyncio import Semaphore
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from weakref import WeakValueDictionary

from attrs import define, field

import livingstone as ls
from livingstone.players.process import BotError, BotProcess, ProcessError


class Strength(NamedTuple):
    """A bot that people can play against; the phrases `kind` and `bot` describe it."""

    player: str
    """Its name for `load_player`. It is made again for each move."""
    rating: int | None = None
    """Its points of Elo with two players, where `greedy` has 0, as the ladder; None if unknown."""
    package: str = "livingstone"
    """It is offered only if this package is installed."""


STRENGTHS = {
    "novice": Strength("random", -1040),
    "newcomer": Strength("learned:level=newcomer", -540, "numba"),
    "porter": Strength("learned:level=porter", -391, "numba"),
    "scout": Strength("learned:level=scout", -278, "numba"),
    "trader": Strength("learned:level=trader", -124, "numba"),
    "settler": Strength("greedy", 0),
    "guide": Strength("learned:level=guide", 16, "numba"),
    "surveyor": Strength("ismcts"),
    "pathfinder": Strength("learned:level=pathfinder", 220, "numba"),
}
"""The bots by their names here, the weakest first."""
STAND_IN = "settler"
"""The bot that plays for a person who has left, and for a bot that the server does not know."""


@define(eq=False)
class BotPool:
    """Processes in which bots think, started when they are needed."""

    count: int
    seconds: float
    strengths: Mapping[str, Strength] = field(factory=lambda: STRENGTHS)
    _idle: asyncio.Queue[BotProcess | None] = field(factory=asyncio.Queue, init=False)
    """An entry for each bot that can start to think; None if it has no process yet."""
    _own: WeakValueDictionary[str, Semaphore] = field(factory=WeakValueDictionary, init=False)
    """Limits of processes and of queued choices, by address."""
    _threads: ThreadPoolExecutor = field(init=False)
    """The threads that wait for the processes."""

    def __attrs_post_init__(self) -> None:
        """Begin without any process."""
        self._threads = ThreadPoolExecutor(self.count)
        for _ in range(self.count):
            self._idle.put_nowait(None)

    async def choose(self, strength: str, view: ls.View, address: str = "") -> ls.Move:
        """Return a bot's move, or a random one if the bot fails or takes too long.

        No address uses all processes, if there are several. Cancelling this kills the process.
        """
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        async with self._own.setdefault(address, Semaphore(max(self.count - 1, 1))):
            known = self.strengths.get(strength, self.strengths[STAND_IN])
            move = await self._ask(known.player, view)
        return move if move in view.legal_moves else random.choice(view.legal_moves)

    async def _ask(self, name: str, view: ls.View) -> ls.Move | None:
        """Ask a bot as soon as there is a process; None if it fails."""
        move = None
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
        return move

    def close(self) -> None:
        """End all processes."""
        while not self._idle.empty():
            if process := self._idle.get_nowait():
                process.kill()
        self._threads.shutdown()


def _ask(process: BotProcess, name: str, view: ls.View) -> ls.Move:
    """Ask a process to play as the bot of this name."""
    process.play_as(name, view.edition)
    process.get_ready()
    process.make(random.getrandbits(64))
    return process.choose(view)
