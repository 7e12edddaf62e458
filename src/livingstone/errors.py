"""The errors that the library raises for mistakes of its users; `refusals` has that for moves."""

import re
from collections.abc import Sequence

__all__ = [
    "ArgumentError",
    "DataError",
    "LivingstoneError",
    "NotationError",
    "RecordError",
    "message_of",
    "shown",
    "told",
]

LONGEST_SHOWN = 100
"""The most characters that a value takes in a message."""
LONGEST_LINE = 60
"""The most characters that a line of the notation takes in a message."""
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")
"""Where an object is in memory, which differs each time."""
HUGE = 10**30
"""Whole numbers from this one on are not written out in a message."""


class LivingstoneError(Exception):
    """The base of every error that this library raises on purpose."""


class ArgumentError(LivingstoneError, ValueError):
    """A function was called with an argument that it cannot work with."""


class DataError(LivingstoneError, ValueError):
    """A data file or a text of JSON cannot be used; the error lists all that is wrong with it.

    >>> print(DataError("board.toml", ["tents: must be 1 or more, not 0"]))
    board.toml: tents: must be 1 or more, not 0
    """

    def __init__(self, source: str, problems: Sequence[str]) -> None:
        """Keep where the data came from and the problems, each beginning with its path."""
        super().__init__(source, tuple(problems))
        self.source = source
        """Where the data came from."""
        self.problems: tuple[str, ...] = tuple(problems)
        """What is wrong, each problem with its path at the beginning."""

    def __str__(self) -> str:
        """Give one line for one problem, a list under a heading for more."""
        if len(self.problems) == 1:
            return f"{self.source}: {self.problems[0]}"
        lines = "".join(f"\n  - {problem}" for problem in self.problems)
        return f"{self.source}: {len(self.problems)} problems{lines}"


class NotationError(LivingstoneError, ValueError):
    """A line is neither a move nor an outcome in the notation.

    >>> print(NotationError("p1 tent x", 9, "a row, such as 4"))
    p1 tent x: at 9: expected a row, such as 4
    """

    def __init__(self, line: str, column: int, expected: str) -> None:
        """Keep the line, the column of the mistake (from 1), and what should stand there."""
        super().__init__(line, column, expected)
        self.line = line
        """The whole line."""
        self.column = column
        """Where the mistake is, from 1."""
        self.expected = expected
        """What should stand there."""

    def __str__(self) -> str:
        """Show the line, cut short and in ASCII, with what was expected where."""
        line = ascii(self.line)[1:-1]
        line = line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 3] + "..."
        return f"{line}: at {self.column}: expected {self.expected}"


class RecordError(LivingstoneError, ValueError):
    """A record cannot be read, written or replayed.

    >>> print(RecordError("the bank is empty", 12, "R4.2"))
    action 12: the bank is empty (R4.2)
    """

    def __init__(self, reason: str, action: int | None = None, rule: str | None = None) -> None:
        """Keep the reason, the number of the wrong action (from 1), and the rule it breaks."""
        super().__init__(reason, action, rule)
        self.reason = reason
        """What is wrong."""
        self.action = action
        """The number of the wrong action, from 1, if it is one."""
        self.rule = rule
        """The number of the rule that it breaks, if it breaks one."""

    def __str__(self) -> str:
        """Give the reason with the action's number and the rule, as far as there are any."""
        place = "" if self.action is None else f"action {self.action}: "
        return place + self.reason + (f" ({self.rule})" if self.rule else "")


def shown(value: object) -> str:
    """Show a value in a message, cut short; this never fails, whatever the value is.

    >>> shown("4"), shown(10**5000), shown([1, 2])
    ("'4'", 'a huge number', 'a list')
    """
    if isinstance(value, list | dict):
        return f"a {type(value).__name__}"
    try:
        if isinstance(value, int) and abs(value) >= HUGE:
            return "a huge number"
        text = _ADDRESS.sub("", repr(value))
    except Exception:  # the `repr` of a user's object may raise anything
        return f"a {type(value).__name__}"
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def message_of(error: BaseException) -> str:
    """Give the message of an error in one line; empty where it has none, or asking for it fails."""
    try:
        return " ".join(str(error).split())
    except Exception:  # the `__str__` of a user's error may raise another one
        return ""


def told(error: BaseException) -> str:
    """Give the kind and the message of an error, in one line.

    >>> told(KeyError("lion"))
    "KeyError: 'lion'"
    """
    kind, message = type(error).__name__, message_of(error)
    return f"{kind}: {message}" if message else kind
