"""Compiles the fast game in a process of its own, once on a machine, while people play."""

import asyncio
import sys
from contextlib import suppress
from importlib.util import find_spec

from attrs import define

from livingstone.kernel.caching import is_compiled, make_writable
from livingstone.web.protection import LOG
from livingstone.web.settings import STRENGTHS

SECONDS = 40
"""About how long it takes."""
_PARTS = "learned", "reviews"
_PROGRAM = f"""
import os, threading
def end_with_server():
    os.read(0, 1)  # until the server is killed
    os._exit(1)
threading.Thread(target=end_with_server, daemon=True).start()
from livingstone.kernel.preparing import prepare
getattr(os, "nice", int)(5)  # people who play come first
list(prepare(*{_PARTS!r}))
"""
_PAUSE = 0.2


@define(eq=False)
class Preparation:
    """Whether what bots, reviews and hints need is compiled."""

    is_ready: bool = True
    """Whether nobody has to wait; so it is where nothing can be compiled."""

    async def run(self) -> None:
        """Compile what the cache lacks; cancelling this ends the process."""
        self.is_ready = find_spec("numba") is None or is_compiled(*_PARTS)
        if self.is_ready:
            return
        make_writable()
        command, pipe = (sys.executable, "-c", _PROGRAM), asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe)
        try:
            await process.wait()
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()  # or its end would be told to a loop that is closed
        self.is_ready = is_compiled(*_PARTS)
        if not self.is_ready:
            LOG.error("the fast game cannot be compiled and kept: see `livingstone compile`")

    def lacks(self, kind: str) -> bool:
        """Return whether a bot, by its name in `STRENGTHS`, is not ready."""
        return not self.is_ready and kind in STRENGTHS and STRENGTHS[kind].package == "numba"

    async def wait(self) -> None:
        """Wait until everything is ready."""
        while not self.is_ready:
            await asyncio.sleep(_PAUSE)


PREPARATION = Preparation()
"""That of this process, for all servers in it."""
