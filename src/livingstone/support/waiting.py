"""Announce slow work in the log: when it begins, and when it is over."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

LOG = logging.getLogger("livingstone.waiting")
"""Its records say by `is_over` whether the work ends here, so that a handler can show it until
then, as the command line does."""
_logged = list[str]()


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Log that a block takes long: the first one of a program as `INFO`, any other as `DEBUG`."""
    level = logging.DEBUG if _logged else logging.INFO
    _logged.append(text)
    LOG.log(level, text, extra={"is_over": False})
    try:
        yield
    finally:
        LOG.debug("done: %s", text, extra={"is_over": True})
