"""Reviews of games: everybody's chances to win, what each choice cost, and what was luck."""

from livingstone.support import machine, naming

machine.require("numba", "fast", "reviews")

from livingstone.reviews.findings import Choice as Choice
from livingstone.reviews.findings import Estimate as Estimate
from livingstone.reviews.findings import Luck as Luck
from livingstone.reviews.findings import Review as Review
from livingstone.reviews.findings import SeatSummary as SeatSummary
from livingstone.reviews.hints import Hint as Hint
from livingstone.reviews.hints import HintedPlan as HintedPlan
from livingstone.reviews.hints import hint as hint
from livingstone.reviews.pictures import chart as chart
from livingstone.reviews.pictures import curve as curve
from livingstone.reviews.reviewing import review as review
from livingstone.reviews.words import describe_choice as describe_choice
from livingstone.reviews.words import describe_luck as describe_luck
from livingstone.reviews.words import describe_plan as describe_plan
from livingstone.reviews.words import describe_review as describe_review
from livingstone.reviews.words import describe_seats as describe_seats
from livingstone.reviews.words import great_moments as great_moments
from livingstone.reviews.words import summary_table as summary_table

__all__ = naming.public(globals())
