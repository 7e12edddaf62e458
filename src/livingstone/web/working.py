"""Processes for work that would block the server; each address uses one of them at a time.

`DRAWERS` reads records and draws replays; reviews and hints have others.
"""

import asyncio
import os
import signal
import time
from asyncio import Semaphore
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from attrs import define, field
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

import livingstone as ls
from livingstone.support.processes import end_with_parent
from livingstone.web.protection import address_of


@define(eq=False)
class Workers:
    """Processes that are started when they are needed."""

    count: int
    _processes: Executor | None = field(default=None, init=False)
    _limits: WeakValueDictionary[str | None, Semaphore] = field(
        factory=WeakValueDictionary, init=False
    )
    """The limit of each address, and for None that of all together."""

    async def run(
        self,
        address: str,
        is_gone: Callable[[], Awaitable[bool]] | None,
        function: Any,
        *arguments: Any,
        pay: Callable[[float], object] | None = None,
    ) -> Any:
        """Call a function in a process, and `pay` with its seconds of processor time.

        What ends without a result, as when the process dies, costs the time until then.
        Raises `ClientDisconnect` if nobody waits for it any more when a process is free, and
        `LivingstoneError` if the process dies.
        """
        of_address = self._limits.setdefault(address, Semaphore(1))
        free = self._limits.setdefault(None, Semaphore(self.count))
        async with of_address, free:
            if is_gone is not None and await is_gone():
                raise ClientDisconnect
            if self._processes is None:
                self._processes = ProcessPoolExecutor(
                    self.count, get_context("spawn"), begin_worker
                )
            loop = asyncio.get_running_loop()
            begun = time.monotonic()
            done = None
            try:
                done = await loop.run_in_executor(self._processes, _call, function, *arguments)
            except BrokenExecutor as error:
                self._processes = None  # the next call begins others
                raise ls.LivingstoneError(f"a process died: {error}") from None
            finally:
                if pay is not None:
                    pay(time.monotonic() - begun if done is None else done.seconds)
            if done.error is not None:
                raise done.error
            return done.value

    def close(self) -> None:
        """End the processes."""
        if self._processes is not None:
            self._processes.shutdown(wait=False, cancel_futures=True)
            self._processes = None


def begin_worker() -> None:
    """Set this process up: ignore Ctrl-C, run at a low priority, and end with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    getattr(os, "nice", int)(5)
    end_with_parent()


class _Done(NamedTuple):
    """What a function returned or raised."""

    seconds: float
    """Its processor time. A process of low priority waits on a busy machine; this costs nothing."""
    value: Any = None
    error: Exception | None = None


def _call(function: Any, *arguments: Any) -> _Done:
    """Call a function; make its errors such that they can be sent to any process."""
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
"""The ones of this process; all servers in it share them."""


async def draw(request: Request, function: Any, *arguments: Any) -> Any:
    """Call a function as `Workers.run` does; `HTTPException` if the client cannot pay for it."""

    async def is_gone() -> bool:
        if not request.state.pay(0.0):
            raise HTTPException(429)
        return await request.is_disconnected()

    address = address_of(request.scope)
    return await DRAWERS.run(address, is_gone, function, *arguments, pay=request.state.pay)
