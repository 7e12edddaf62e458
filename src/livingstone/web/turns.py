"""Places that addresses get in turn, on the server's loop and in processes.

The address that has used the least time is served first: start-time fair queueing, by Goyal, Vin
and Cheng (1996). A new address begins with as much used time as the others, so nobody can save up
turns.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from types import coroutine
from typing import Any, TypeVar

from attrs import define, field

_MOST_KNOWN = 10_000
"""With more addresses than this, those are forgotten that a new one would equal."""
_ENDS = (asyncio.CancelledError, GeneratorExit)
"""Errors that end work at once, without a turn."""
_T = TypeVar("_T")


@define(eq=False)
class Turns:
    """Gives places to addresses in turn; urgent work goes first."""

    places: int
    most: int
    """The most places of an address at the same time."""
    used: dict[str, float] = field(factory=dict, init=False)
    """By address, the seconds that it has used, including those with which it began."""
    _reached: float = field(default=0.0, init=False)
    """The most seconds that an address had used when it got a place; a new address begins here."""
    _busy: Counter[str] = field(factory=Counter, init=False)
    """The places of each address."""
    _idle: int = field(default=0, init=False)
    """The places of work that is not urgent; at least one place is kept for urgent work."""
    _waiting: dict[tuple[bool, str], deque[asyncio.Future[None]]] = field(factory=dict, init=False)
    """The queues for a place, by whether the work is not urgent, and by address; none is empty."""

    async def begin(self, address: str, *, is_urgent: bool = True) -> None:
        """Wait for a place; `end` gives it back."""
        granted = self.join(address, is_urgent=is_urgent)
        self.grant()
        await self.wait(address, granted, is_urgent=is_urgent)

    def join(
        self, address: str, *, is_urgent: bool = True, continues: bool = False
    ) -> "asyncio.Future[None]":
        """Queue for a place, which `grant` gives; `wait` waits for it.

        Work that `continues` goes before work that the same address has not begun yet.
        """
        if not self._busy[address] and not any(who == address for _, who in self._waiting):
            self.used[address] = max(self.used.get(address, 0.0), self._reached)
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue = self._waiting.setdefault((not is_urgent, address), deque())
        if continues:
            queue.appendleft(granted)
        else:
            queue.append(granted)
        return granted

    async def wait(
        self, address: str, granted: "asyncio.Future[None]", *, is_urgent: bool = True
    ) -> None:
        """Wait for a place after `join`; if cancelled, leave the place to others."""
        try:
            if not granted.done():
                await granted
        except asyncio.CancelledError:
            self.leave(address, granted, is_urgent=is_urgent)
            raise

    def leave(
        self, address: str, granted: "asyncio.Future[None]", *, is_urgent: bool = True
    ) -> None:
        """Leave the queue, or a place that was just given."""
        if granted.done() and not granted.cancelled():
            self.end(address, is_urgent=is_urgent)
        else:
            self._forget((not is_urgent, address), granted)
            self.grant()

    def end(
        self,
        address: str,
        seconds: float = 0.0,
        *,
        is_urgent: bool = True,
        grants: bool = True,
    ) -> None:
        """Give back a place that was used for some seconds, and give it to the next in line.

        Without `grants`, nobody gets it until `grant` is called.
        """
        self.used[address] = self.used.get(address, 0.0) + seconds
        self._busy[address] -= 1
        self._idle -= not is_urgent
        if not self._busy[address]:
            del self._busy[address]
        if grants:
            self.grant()
        if len(self.used) > _MOST_KNOWN:
            self.used = {who: used for who, used in self.used.items() if used > self._reached}

    def grant(self) -> None:
        """Give free places to those whose turn it is."""
        while self._busy.total() < self.places:
            keys = [key for key in self._waiting if self._may_begin(*key)]
            if not keys:
                return
            key = min(keys, key=lambda key: (key[0], self.used.get(key[1], 0.0)))
            is_idle, address = key
            granted = self._waiting[key][0]
            self._forget(key, granted)
            if granted.cancelled():
                continue
            self._reached = max(self._reached, self.used.get(address, 0.0))
            self._busy[address] += 1
            self._idle += is_idle
            granted.set_result(None)

    def _may_begin(self, is_idle: bool, address: str) -> bool:
        has_room = not is_idle or self._idle < max(self.places - 1, 1)
        return has_room and self._busy[address] < self.most

    def _forget(self, key: tuple[bool, str], granted: asyncio.Future[None]) -> None:
        queue = self._waiting.get(key, deque())
        if granted in queue:
            queue.remove(granted)
        if not queue:
            self._waiting.pop(key, None)


@define(eq=False)
class LoopTurns:
    """Carries out work of clients on the server's loop; a turn is from one `await` to the next."""

    pay: Callable[[str, float], object]
    """A function that is called with an address and the seconds that it has used."""
    _turns: Turns = field(factory=lambda: Turns(1, 1), init=False)
    _tasks: set[asyncio.Task[Any] | None] = field(factory=set, init=False)
    """The tasks that take turns now."""

    async def run(
        self, address: str, work: Coroutine[Any, Any, _T], *, is_free: bool = False
    ) -> _T:
        """Carry out a coroutine in turns of an address, which pays for it unless it is free.

        A coroutine that runs within another one, in the same task, runs in the turns of that one.
        """
        task = asyncio.current_task()
        if task in self._tasks:
            return await work
        self._tasks.add(task)
        try:
            made: _T = await self._in_turns(address, work, is_free)
            return made
        finally:
            work.close()
            self._tasks.discard(task)

    @coroutine
    def _in_turns(self, address: str, work: Coroutine[Any, Any, _T], is_free: bool) -> Any:
        """Continue a coroutine whenever it is its turn; a cancelled one ends at once."""
        error: BaseException | None = None
        granted: asyncio.Future[None] | None = self._turns.join(address)
        while True:
            try:
                if granted is not None:
                    self._turns.grant()
                    yield from self._turns.wait(address, granted).__await__()
            except _ENDS as end:
                granted = None
                error = end
            begun = time.monotonic()
            goes_on = False
            try:
                awaited = work.send(None) if error is None else work.throw(error)
                goes_on = awaited is None
            except StopIteration as end:
                return end.value
            finally:
                error = None  # it knows this frame: the circle would stay in memory
                following = self._turns.join(address, continues=True) if goes_on else None
                if granted is not None:
                    self._end(address, time.monotonic() - begun, is_free, grants=not goes_on)
            granted = following
            try:
                yield awaited
            except _ENDS as end:
                if granted is not None:
                    self._turns.leave(address, granted)
                granted = None
                error = end
            except BaseException as thrown:  # the work gets it
                error = thrown
            if granted is None and not isinstance(error, _ENDS):
                granted = self._turns.join(address, continues=True)

    def _end(self, address: str, seconds: float, is_free: bool, *, grants: bool) -> None:
        if not is_free:
            self.pay(address, seconds)
        self._turns.end(address, seconds, grants=grants)


async def let_others() -> None:
    """Let others have their turn, in the middle of long work."""
    await asyncio.sleep(0)
