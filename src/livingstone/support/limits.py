"""The limits of figures and texts in data, as annotations of the types."""

from typing import Annotated, NamedTuple

from livingstone.support.arguments import SEED_LIMIT
from livingstone.values import Gems

OPTIONAL = {"optional": True}
"""The metadata of a field that is left out of written data while it has its default."""


class Between(NamedTuple):
    """The range of a figure, or of the length of a list, both ends included."""

    least: int
    """The smallest value that is allowed."""
    most: int
    """The largest value that is allowed."""


class Added(Between):
    """The range of a field of a named tuple that is left out as `OPTIONAL` fields are.

    It equals no other range: `typing` keeps one of two equal annotations for both (until 3.11.3).
    """

    def __eq__(self, other: object) -> bool:
        return type(other) is Added and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((Added, *self))


class Within(NamedTuple):
    """The range of a number that need not be whole, both ends included."""

    least: float
    """The smallest value that is allowed."""
    most: float
    """The largest value that is allowed."""


class Matching(NamedTuple):
    """A regular expression that a whole text must match, and what it means in words."""

    pattern: str
    """The regular expression."""
    meaning: str
    """What a text is that matches, such as "a line of at most 1000 characters"."""


Seed = Annotated[int, Between(0, SEED_LIMIT - 1)]
"""Written in JSON as digits in a string, since other languages have smaller numbers."""
LanguageCode = Annotated[str, Matching(r"[a-z]{2}", "the code of a language, such as en")]
LARGEST_FIGURE = 10_000
"""The largest figure in a data file, so that a mistaken or hostile file does no harm."""
MOST_TRIES = 10**7
"""The most tries of a choice of `learned`."""
MOST_ROUNDS = 1000
"""The most rounds of a simulated game; the rules have no limit (R2.7)."""
ENDLESS = (
    f"a game is not over after {MOST_ROUNDS} rounds: its bots move the boat back again and again"
    " (R2.7)"
)

LARGEST_NUMBER = 2**53 - 1
"""The largest whole number that JavaScript has exactly."""
Whole = Annotated[int, Between(0, LARGEST_NUMBER)]
"""The range of a plain `int` in data, none negative."""
Points = Annotated[int, Between(-LARGEST_NUMBER, LARGEST_NUMBER)]
"""Points at the end, which own cards can take below 0 (R8.3)."""
Natural = Annotated[int, Between(0, LARGEST_FIGURE)]
Positive = Annotated[int, Between(1, LARGEST_FIGURE)]
Identifier = Annotated[
    str, Matching(r"[a-z][a-z0-9_]{0,39}", "lower-case letters, digits and underscores")
]
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
"""Control characters, line ends, and characters that change the direction of writing."""
Line = Annotated[str, Matching(rf"[^{_UNSEEN}]{{1,200}}", "one line of 1 to 200 characters")]
Figures = Annotated[Gems, Between(0, LARGEST_FIGURE)]
Prices = Annotated[Gems, Between(1, LARGEST_FIGURE)]
