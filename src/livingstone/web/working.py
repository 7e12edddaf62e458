"""Processes for work that would block the server; each address uses one of a kind at a time.

`DRAWERS` reads records and draws replays; reviews, questions and hints have others.
"""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

from attrs import define, field
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

import livingstone as ls
from livingstone.support.processes import end_pool, end_with_parent
from livingstone.web.budgets import Budgets
from livingstone.web.protection import address_of
from livingstone.web.turns import Turns


@define(eq=False)
class Workers:
    """Worker processes, which are started when needed; addresses use them in turn."""

    count: int
    niceness: int = 5
    """The niceness of the processes: a higher number means a lower priority."""
    parts_done: Any = None
    """An array that the processes share, with the part of each task that is done (`note_part`)."""
    _processes: ProcessPoolExecutor | None = field(default=None, init=False)
    _turns: Turns = field(init=False)

    @_turns.default
    def _one_for_each(self) -> Turns:
        return Turns(self.count, 1)

    async def run(
        self,
        address: str,
        is_gone: Callable[[], Awaitable[bool]] | None,
        function: Any,
        *arguments: Any,
        pay: Callable[[float], object] | None = None,
    ) -> Any:
        """Call a function in a process, and `pay` its seconds of processor time.

        If there is no result, for example because the process dies, the time until then is paid.
        Raises `ClientDisconnect` if the client has gone before a process is free, and
        `LivingstoneError` if the process dies.
        """
        await self._turns.begin(address)
        seconds = 0.0
        done = None
        try:
            if is_gone is not None and await is_gone():
                raise ClientDisconnect
            if self._processes is None:
                self._processes = ProcessPoolExecutor(
                    self.count,
                    get_context("spawn"),
                    begin_worker,
                    (self.niceness, self.parts_done),
                )
            loop = asyncio.get_running_loop()
            begun = time.monotonic()
            try:
                done = await loop.run_in_executor(self._processes, _call, function, *arguments)
            except BrokenExecutor as error:
                self._processes = None  # the next call begins others
                raise ls.LivingstoneError(f"a process died: {error}") from None
            finally:
                seconds = time.monotonic() - begun if done is None else done.seconds
                if pay is not None:
                    pay(seconds)
        finally:
            self._turns.end(address, seconds)
        if done.error is not None:
            raise done.error
        return done.value

    def close(self) -> None:
        """End the processes."""
        if self._processes is not None:
            end_pool(self._processes)
            self._processes = None


_SHARED = dict[str, Any]()
"""What this process shares with the process that began it."""


def begin_worker(niceness: int = 5, parts_done: Any = None) -> None:
    """Set this process up: ignore Ctrl-C, run at a low priority, and end with the server."""
    _SHARED["parts_done"] = parts_done
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    getattr(os, "nice", int)(niceness)
    end_with_parent()


def note_part(place: int, part: float) -> None:
    """Tell the process that began this one which part of a task is done, from 0 to 1."""
    if (parts_done := _SHARED.get("parts_done")) is not None:
        parts_done[place] = part


class _Done(NamedTuple):
    """What a function returned or raised."""

    seconds: float
    """The processor time of the call. Waiting for the processor on a busy machine is not
    counted."""
    value: Any = None
    error: Exception | None = None


def _call(function: Any, *arguments: Any) -> _Done:
    """Call a function; turn its errors into ones that can be sent to any process."""
    begun = time.process_time()
    value: Any = None
    problem: Exception | None = None
    try:
        value = function(*arguments)
    except ls.LivingstoneError as error:
        problem = ls.LivingstoneError(str(error))
    except Exception as error:  # `run` raises it
        problem = error
    return _Done(time.process_time() - begun, value, problem)


DRAWERS = Workers(1)
"""The drawing processes; all servers in this process share them."""


async def draw(request: Request, function: Any, *arguments: Any) -> Any:
    """Call a function as `Workers.run` does; `HTTPException` if the client cannot pay for it."""
    budgets: Budgets = request.app.state.limits.budgets
    address = address_of(request.scope)

    async def is_gone() -> bool:
        if seconds := budgets.seconds_until_free(address):
            raise HTTPException(429, headers={"retry-after": str(seconds)})
        return await request.is_disconnected()

    pay = partial(budgets.pay, address)
    return await DRAWERS.run(address, is_gone, function, *arguments, pay=pay)
