"""The ranges that the figures and texts of data may have; loading checks them."""

from typing import Annotated, NamedTuple

from livingstone.values import Gems

__all__ = [
    "LARGEST_FIGURE",
    "Between",
    "Figures",
    "Identifier",
    "Line",
    "Matching",
    "Natural",
    "Positive",
    "Prices",
    "Whole",
]


class Between(NamedTuple):
    """The range of a figure, or of the length of a list; both ends belong to it."""

    least: int
    """No less is possible."""
    most: int
    """No more is possible."""


class Matching(NamedTuple):
    """The form of a text: a pattern for the whole of it, and the pattern in words."""

    pattern: str
    """A regular expression for the whole text."""
    meaning: str
    """The pattern in words."""


LARGEST_FIGURE = 10_000
"""No figure may be larger, so that a mistaken or hostile file stays harmless."""

Whole = Annotated[int, Between(0, 2**53 - 1)]
"""What `int` alone means in data: never negative, and exact in every language."""
Natural = Annotated[int, Between(0, LARGEST_FIGURE)]
Positive = Annotated[int, Between(1, LARGEST_FIGURE)]
Identifier = Annotated[
    str, Matching(r"[a-z][a-z0-9_]{0,39}", "lower-case letters, digits and underscores")
]
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
"""Control characters, ends of lines, and what turns the direction of writing."""
Line = Annotated[str, Matching(rf"[^{_UNSEEN}]{{1,200}}", "one line of 1 to 200 characters")]
Figures = Annotated[Gems, Between(0, LARGEST_FIGURE)]
Prices = Annotated[Gems, Between(1, LARGEST_FIGURE)]
