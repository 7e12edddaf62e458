"""The log: a line for each answer, and messages for the operator, as many as a disk can bear."""

import logging
import time

from attrs import define, field

LOG = logging.getLogger("livingstone.web")
"""A line for each answer at level `INFO`, or `ERROR` if the server fails (5xx); without tokens."""
OPERATOR_LOG = LOG.getChild("told")
"""Messages for the operator of the server, which are logged even if requests are not."""
_MOST_IN_A_MINUTE = 10
"""The most warnings and errors of a kind in a minute."""
_SECONDS = 60.0
_LETTERS_OF_KIND = 30
_MOST_KINDS = 200
"""With more kinds than this, the counts begin anew."""


@define(eq=False)
class LineLimit:
    """A filter for a handler: it lets ten warnings and errors of each kind through in a minute.

    So visitors cannot fill a disk with what they ask for. The first line of a kind in a later
    minute tells how many were left out. Lines below these levels are there only with `--log`, and
    are not limited.
    """

    _counts: dict[tuple[str, str], tuple[float, int]] = field(factory=dict, init=False)
    """By kind, since when lines are counted, by `time.monotonic`, and how many there were."""

    def __call__(self, record: logging.LogRecord) -> bool:
        """Return whether a line is written; its kind is how its text begins, without arguments."""
        if record.levelno < logging.WARNING:
            return True
        kind = (record.name, str(record.msg)[:_LETTERS_OF_KIND])
        now = time.monotonic()
        since, count = self._counts.get(kind, (now, 0))
        if now - since >= _SECONDS:
            left_out = max(count - _MOST_IN_A_MINUTE, 0)
            since = now
            count = 0
            if left_out:
                record.msg = f"{record.getMessage()} ({left_out} more like this were left out)"
                record.args = ()
        if len(self._counts) >= _MOST_KINDS:
            self._counts.clear()
        self._counts[kind] = (since, count + 1)
        return count < _MOST_IN_A_MINUTE


def set_up_logs(*, requests: bool) -> None:
    """Write the log to standard error, with a line for each request if `requests`.

    If the program has set up handlers for all logs, they get the lines instead, without a limit.
    """
    handler = logging.StreamHandler()
    handler.addFilter(LineLimit())
    logging.basicConfig(format="%(asctime)s %(message)s", handlers=[handler])
    LOG.setLevel(logging.INFO if requests else logging.ERROR)
    OPERATOR_LOG.setLevel(logging.INFO)
