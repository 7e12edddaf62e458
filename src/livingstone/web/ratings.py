"""A player's rating on the scale of the bots, from games against them."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from math import exp, log
from typing import NamedTuple

from livingstone.web.game_store import KeptTable
from livingstone.web.settings import STRENGTHS

_POINTS = range(-2000, 2001, 10)
_SPREAD = 600.0
"""The standard deviation, around 0, of what is expected before any game."""
_LEAST = -1200.0
"""The rating of a bot that has won no game."""
_EDITION = "printed"
"""The rules by which the bots were measured."""


class PlayerRating(NamedTuple):
    """Points of Elo, where `greedy` has 0, with the ends of an interval of 95 %."""

    points: int
    low: int
    high: int


def rivals_of(table: KeptTable, seat: int) -> tuple[float, ...]:
    """Return the ratings of all rivals; none unless they are bots, and the game counts."""
    kinds = [own.kind for number, own in enumerate(table.seats) if number != seat]
    measured = [STRENGTHS[kind].rating(len(table.seats)) for kind in kinds if kind in STRENGTHS]
    is_fair = table.progress.winners and not table.customs.hints and not table.seats[seat].left
    ratings = [max(own, _LEAST) for own in measured if own is not None]
    counts = is_fair and table.edition == _EDITION and len(ratings) == len(kinds)
    return tuple(ratings) if counts else ()


def rating(games: Sequence[tuple[bool, tuple[float, ...]]]) -> PlayerRating | None:
    """Estimate a rating from games: whether they were won, and against whom; None without any.

    By the choice axiom of Luce (1959), as the ladder: a player with 400 points more is ten times as
    likely to win. The estimate is the median of what is likely after the games.
    """
    if not games:
        return None
    likely = [_log_likelihood(games, points) for points in _POINTS]
    sums = list(accumulate(exp(log_likelihood - max(likely)) for log_likelihood in likely))
    shares = (0.025, 0.5, 0.975)
    low, middle, high = (_POINTS[bisect_left(sums, share * sums[-1])] for share in shares)
    return PlayerRating(middle, low, high)


def _log_likelihood(games: Sequence[tuple[bool, tuple[float, ...]]], points: float) -> float:
    total = -((points / _SPREAD) ** 2) / 2
    for won, rivals in games:
        share = 1 / (1 + sum(10 ** ((rival - points) / 400) for rival in rivals))
        total += log(share if won else 1 - share)
    return total
