"""`python web_program.py FILE PORT [ORIGIN ...]`: a server whose bots make their moves at once."""

import sys
from pathlib import Path

from livingstone.web import Settings, serve
from livingstone.web.preparation import Preparation


async def compile_nothing(_: Preparation) -> None:
    """Leave it to the tests that need compiled code; each server would compile all of it."""


if __name__ == "__main__":
    setattr(Preparation, "run", compile_nothing)  # noqa: B010
    _, file, port, *origins = sys.argv
    settings = Settings(database=Path(file), pace="at-once", share=1e6, origins=origins)
    serve(settings, "127.0.0.1", int(port))
