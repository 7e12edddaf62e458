"""Reviews of games: everybody's chances to win, what each choice cost, and what was luck.

>>> from livingstone import Record, new_game
>>> found = review(Record.of(new_game(2, seed=7)), rollouts=50)
>>> len(found.chances), len(found.luck)
(2, 1)
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from livingstone import MissingExtraError

if find_spec("numpy") is None:
    raise MissingExtraError("reviews need numpy: pip install 'livingstone[fast]'")

from livingstone.review.estimates import Estimate
from livingstone.review.findings import Choice, Luck, Review, SeatSummary
from livingstone.review.hints import Hint, HintedPlan, hint
from livingstone.review.pictures import chart, curve
from livingstone.review.reviewing import review
from livingstone.review.words import (
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


class _Callable(ModuleType):
    """Lets `livingstone.review(record)` call the function of that name, whatever was loaded."""

    def __call__(self, *arguments: Any, **options: Any) -> Review:
        return review(*arguments, **options)

    def __reduce__(self) -> tuple[Any, ...]:
        return import_module, (self.__name__,)


sys.modules[__name__].__class__ = _Callable
