"""The errors that the library raises, and how messages show values."""

from collections.abc import Iterable
from contextlib import suppress
from reprlib import Repr
from typing import Any

from attrs import define, field, fields

LONGEST_SHOWN = 100
"""The most characters of a value in a message."""
LONGEST_LINE = 60
"""The most characters of a line of the notation in a message."""
LONGEST_REPR = 199
"""The most characters of a `repr`."""


class LivingstoneError(Exception):
    """The base class of all errors of this library."""


class ArgumentError(LivingstoneError, ValueError):
    """An argument is out of range or does not fit the others."""


def _tuple(problems: Iterable[str]) -> tuple[str, ...]:
    return tuple(problems)


@define(slots=False, repr=False)
class DataError(LivingstoneError, ValueError):
    """A data file or a JSON text cannot be used; the error lists all its problems.

    >>> print(DataError("board.toml", ["tents: must be 1 or more, not 0"]))
    board.toml: tents: must be 1 or more, not 0
    """

    source: str
    """Such as a file."""
    problems: tuple[str, ...] = field(converter=_tuple)
    """Each begins with the path to the value."""

    def __str__(self) -> str:
        if len(self.problems) == 1:
            return f"{self.source}: {self.problems[0]}"
        lines = "".join(f"\n  - {problem}" for problem in self.problems)
        return f"{self.source}: {len(self.problems)} problems{lines}"


@define(slots=False, repr=False)
class NotationError(LivingstoneError, ValueError):
    """A line cannot be parsed as a move or an outcome."""

    line: str
    """The line that was read."""
    column: int
    """The position of the mistake in the line, from 1."""
    expected: str
    """The expected text, described in English; `describe_error` does so in all languages."""
    suggestion: str | None = None
    """What was probably meant in place of the word."""
    code: str = ""
    """The kind of text that was expected, such as `row`; the page of the notation lists them."""
    facts: tuple[tuple[str, object], ...] = ()
    """The values of the phrase for `code`, by name."""

    def __str__(self) -> str:
        line = shortened(ascii(self.line)[1:-1], LONGEST_LINE)
        meant = f"; did you mean {self.suggestion}?" if self.suggestion else ""
        return f"{line}: at {self.column}: expected {self.expected}{meant}"


@define(slots=False, repr=False)
class RecordError(LivingstoneError, ValueError):
    """A record cannot be read, written or replayed.

    >>> print(RecordError("the bank is empty", 12, "R4.2"))
    action 12: the bank is empty (R4.2)
    """

    reason: str
    """What is wrong, in a sentence."""
    action: int | None = None
    """The number of the wrong action, from 1; None if the problem is elsewhere."""
    rule: str | None = None
    """The rule that the action breaks, if any."""

    def __str__(self) -> str:
        place = "" if self.action is None else f"action {self.action}: "
        return place + self.reason + (f" ({self.rule})" if self.rule else "")


def shown(value: object) -> str:
    """Show a value in a message, cut short.

    >>> shown("4"), shown(10**5000), shown([1, 2])
    ("'4'", 'a huge number', 'a list')
    """
    if isinstance(value, list | dict):
        return f"a {type(value).__name__}"
    try:
        return shortened(repr(value), LONGEST_SHOWN)
    except ValueError:  # Python does not write out numbers of thousands of digits
        return "a huge number"


def short_repr(value: Any) -> str:
    """Show a value with long fields in one line: what its class has as `__repr__`."""
    short = Repr()
    names = getattr(value, "_fields", ())
    short.maxother = 60
    short.maxstring = 40
    names = names or [field.name for field in fields(type(value)) if field.repr]
    shown = ", ".join(f"{name}={short.repr(getattr(value, name))}" for name in names)
    return shortened(f"{type(value).__name__}({shown})", LONGEST_REPR)


def shortened(text: str, most: int) -> str:
    """Cut a text that is longer."""
    return text if len(text) <= most else text[: most - 3] + "..."


def error_line(error: BaseException) -> str:
    """Return the type and the message of an error in one line: `KeyError: 'lion'`."""
    kind = type(error).__name__
    message = ""
    with suppress(Exception):  # the `__str__` of a user's error can fail
        message = " ".join(str(error).split())
    return f"{kind}: {message}" if message else kind
