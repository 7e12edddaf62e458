"""Compiles the fast game in a process of its own, once on a machine, while people play."""

import asyncio
import time
from importlib.util import find_spec
from multiprocessing import get_context

from attrs import define

import livingstone as ls
from livingstone.web.logs import OPERATOR_LOG
from livingstone.web.settings import STRENGTHS
from livingstone.web.working import begin_worker

SECONDS = 40
"""About how many seconds compiling takes."""
_PARTS = "learned", "reviews"
_PAUSE = 0.2


@define(eq=False)
class Preparation:
    """Whether what bots, reviews and hints need is compiled."""

    is_ready: bool = True
    """Whether nothing has to be compiled any more: it is done, has failed, or is not needed."""
    has_failed: bool = False
    """Whether compiling has failed, so that no bot that needs it can play."""

    async def run(self) -> None:
        """Compile what is missing in the cache; cancelling this ends the process."""
        self.is_ready = await asyncio.to_thread(_has_all)  # it imports for 70 ms
        if self.is_ready:
            return
        OPERATOR_LOG.info(
            "The fast game is being compiled for this machine, for about %s s; meanwhile, greedy"
            " plays for bots that need it.",
            SECONDS,
        )
        ls.kernel.make_cache_writable()
        begun = time.monotonic()
        status = await _compile()
        self.has_failed = status != 0
        self.is_ready = True
        seconds = time.monotonic() - begun
        if self.has_failed:
            OPERATOR_LOG.error(
                "The fast game cannot be compiled (status %s): greedy plays for bots that need it."
                " `livingstone compile` tells why.",
                status,
            )
        elif ls.kernel.is_compiled(*_PARTS):
            OPERATOR_LOG.info(
                "The fast game is compiled after %.0f s, in %s.", seconds, ls.kernel.cache_folder()
            )
        else:
            OPERATOR_LOG.warning(
                "The fast game cannot be kept, so that each process compiles it: the first move"
                " of a bot, a hint and a review take longer. `livingstone compile` tells why."
            )

    def lacks(self, kind: str) -> bool:
        """Return whether a bot, by its name in `STRENGTHS`, is not ready."""
        is_compiled = kind not in STRENGTHS or STRENGTHS[kind].package != "numba"
        return not is_compiled and (self.has_failed or not self.is_ready)

    async def wait(self) -> None:
        """Wait until compiling is done or has failed."""
        while not self.is_ready:
            await asyncio.sleep(_PAUSE)


def _has_all() -> bool:
    """Return whether nothing has to be compiled."""
    return find_spec("numba") is None or ls.kernel.is_compiled(*_PARTS)


async def _compile() -> int | None:
    """Compile in a process of its own; return its status, which is 0 if it succeeds."""
    process = get_context("spawn").Process(target=_prepare, daemon=True)
    process.start()
    try:
        while process.is_alive():
            await asyncio.sleep(_PAUSE)
    finally:
        process.kill()
        process.join()  # or it would stay a zombie
    return process.exitcode


def _prepare() -> None:
    """Compile; this is the main function of the process."""
    begin_worker()
    ls.kernel.prepare(*_PARTS)


PREPARATION = Preparation()
"""The only instance in this process; all servers in it share it."""
