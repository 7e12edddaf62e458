"""Reviews of games: everybody's chances to win, what each choice cost, and what was luck."""

from importlib.util import find_spec

from livingstone import MissingExtraError

if find_spec("numba") is None:
    raise MissingExtraError("reviews need numba: pip install 'livingstone[fast]'")

from livingstone.reviews.findings import Choice, Estimate, Luck, Review, SeatSummary
from livingstone.reviews.hints import Hint, HintedPlan, hint
from livingstone.reviews.pictures import chart, curve
from livingstone.reviews.reviewing import review
from livingstone.reviews.words import (
    describe_choice,
    describe_luck,
    describe_plan,
    describe_review,
    describe_seats,
    great_moments,
    summary_table,
)

__all__ = [
    "Choice",
    "Estimate",
    "Hint",
    "HintedPlan",
    "Luck",
    "Review",
    "SeatSummary",
    "chart",
    "curve",
    "describe_choice",
    "describe_luck",
    "describe_plan",
    "describe_review",
    "describe_seats",
    "great_moments",
    "hint",
    "review",
    "summary_table",
]
