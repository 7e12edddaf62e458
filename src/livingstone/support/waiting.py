"""What people wait for: it is logged, and the command line shows it on a terminal."""

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

LOG = logging.getLogger("livingstone")
show: Callable[[str], AbstractContextManager[object]] = nullcontext
"""Shows a text while a block runs; the command line puts its own function here."""
_logged = list[str]()


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Say that a block takes long: to the log at the first time, to a terminal each time."""
    if not _logged:
        _logged.append(text)
        LOG.info(text)
    with show(text):
        yield
