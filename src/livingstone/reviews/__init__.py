"""Reviews of games: everybody's chances to win, what each choice cost, and what was luck."""

import typing

from livingstone.support import naming

if typing.TYPE_CHECKING:
    from livingstone.reviews.charts import chart as chart
    from livingstone.reviews.charts import curve as curve
    from livingstone.reviews.findings import Choice as Choice
    from livingstone.reviews.findings import Estimate as Estimate
    from livingstone.reviews.findings import Luck as Luck
    from livingstone.reviews.findings import Reason as Reason
    from livingstone.reviews.findings import Review as Review
    from livingstone.reviews.findings import SeatSummary as SeatSummary
    from livingstone.reviews.hints import Hint as Hint
    from livingstone.reviews.hints import HintedPlan as HintedPlan
    from livingstone.reviews.hints import hint as hint
    from livingstone.reviews.reviewing import review as review
    from livingstone.reviews.sentences import describe_best as describe_best
    from livingstone.reviews.sentences import describe_choice as describe_choice
    from livingstone.reviews.sentences import describe_hidden as describe_hidden
    from livingstone.reviews.sentences import describe_legend as describe_legend
    from livingstone.reviews.sentences import describe_luck as describe_luck
    from livingstone.reviews.sentences import describe_mark as describe_mark
    from livingstone.reviews.sentences import describe_plan as describe_plan
    from livingstone.reviews.sentences import describe_play as describe_play
    from livingstone.reviews.sentences import describe_played as describe_played
    from livingstone.reviews.sentences import describe_reason as describe_reason
    from livingstone.reviews.sentences import describe_review as describe_review
    from livingstone.reviews.sentences import describe_seats as describe_seats
    from livingstone.reviews.sentences import describe_why as describe_why
    from livingstone.reviews.sentences import great_moments as great_moments
    from livingstone.reviews.sentences import summary_table as summary_table
    from livingstone.reviews.sentences import worst as worst

_LATER = naming.modules_of(
    {
        "charts": "chart curve",
        "findings": "Choice Estimate Luck Reason Review SeatSummary",
        "hints": "Hint HintedPlan hint",
        "reviewing": "review",
        "sentences": "describe_best describe_choice describe_hidden describe_legend describe_luck "
        "describe_mark describe_plan describe_play describe_played describe_reason "
        "describe_review describe_seats describe_why great_moments summary_table worst",
    }
)
__all__ = sorted(_LATER)

if not typing.TYPE_CHECKING:  # so that type checkers still report a wrong name

    def __getattr__(name: str) -> object:
        return naming.load(globals(), _LATER, name, "numba", "fast", "reviews")


def __dir__() -> list[str]:
    return __all__
