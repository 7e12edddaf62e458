"""Tracebacks of errors in what others wrote, such as bots."""

import re
import traceback
from pathlib import Path, PurePath

from livingstone.errors import shortened

_PACKAGE = str(Path(__file__).parents[1])
LONGEST_TRACEBACK = 4000
"""The most characters of a traceback that is kept."""
LONGEST_PART = 1000
"""The most characters of a call or a message, so that no message leaves out the calls."""
_CALL = re.compile(r'^  File "([^"\n]+)", line (\d+)', re.MULTILINE)
_MOST_CALLS = 20
"""How many of the last calls a traceback shows."""


def traceback_of(error: BaseException | None) -> str:
    """Return the traceback of an error, without the calls of this library that led to it."""
    if error is None:
        return ""
    try:
        shown_error = traceback.TracebackException.from_exception(error)
        calls = shown_error.stack
        outside = (n for n, call in enumerate(calls) if not call.filename.startswith(_PACKAGE))
        first = max(next(outside, 0), len(calls) - _MOST_CALLS)
        shown_error.stack = traceback.StackSummary.from_list(calls[first:])
        parts = (part.rstrip("\n") for part in shown_error.format())
        text = "".join(f"{shortened(part, LONGEST_PART)}\n" for part in parts)
    except Exception:  # the error is somebody's own, and so is what Python asks it for
        return ""
    return printable_lines(text)


def place_in(text: str) -> str:
    """Return the file and the line of the last call in a traceback; empty without one.

    >>> place_in('  File "/home/ann/my_bots.py", line 12, in choose')
    'my_bots.py:12'
    """
    calls = _CALL.findall(text)
    if not calls:
        return ""
    file, line = calls[-1]
    return f"{PurePath(file).name}:{line}"


def printable_lines(text: str) -> str:
    """Keep the end of a text, with nothing but lines of printable signs."""
    end = text.encode(errors="replace").decode()[-LONGEST_TRACEBACK:]
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in end)
