"""A player's rating on the scale of the bots, from games against them."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import exp, log
from typing import NamedTuple

import livingstone as ls
from livingstone.web.game_store import KeptTable
from livingstone.web.settings import STRENGTHS

_POINTS = range(-2000, 2001, 10)
_SPREAD = 600.0
"""The standard deviation, around 0, of what is expected before any game."""
_LEAST = -1200.0
"""The rating of a bot that has won no game."""
_EDITION = "printed"
"""The rules by which the bots were measured."""
_FOR_GOOD = ("resigned", "late")
"""Why a bot plays for a person who cannot come back."""


class PlayerRating(NamedTuple):
    """Points of Elo, where `greedy` has 0, with the ends of an interval of 95 %."""

    points: int
    low: int
    high: int


class Score(NamedTuple):
    """How a game has ended for a player."""

    points: int | None
    """None for a player who left: a bot made the points."""
    won: bool
    rivals: tuple[float, ...]
    """Their ratings; empty if the game does not count for a rating."""


def score_of(table: KeptTable, seat: int) -> Score | None:
    """Return how a game ended for a seat; None for one that statistics leave out.

    They leave out games that are not over for this seat, that go on from a position of another
    game, and those that the player left before making a move. Who resigns, whose time is up, and
    who is away at the end has lost, whatever the bot then makes of it.
    """
    progress = table.progress
    own = table.seats[seat]
    is_over = progress.is_over or own.left in _FOR_GOOD
    if not is_over or table.branched or own.left_before_moving:
        return None
    if own.left:
        return Score(None, False, rivals_of(table, seat))
    if not progress.points:
        return None
    won = seat in progress.winners
    rivals = rivals_of(table, seat) if progress.winners else ()
    return Score(progress.points[seat], won, rivals)


def rivals_of(table: KeptTable, seat: int) -> tuple[float, ...]:
    """Return the ratings of all rivals; none unless they are bots, and the game counts."""
    kinds = [own.kind for number, own in enumerate(table.seats) if number != seat]
    measured = [STRENGTHS[kind].rating(len(table.seats)) for kind in kinds if kind in STRENGTHS]
    ratings = [max(own, _LEAST) for own in measured if own is not None]
    is_fair = not table.customs.hints and len(ratings) == len(kinds)
    counts = is_fair and table.edition == _EDITION and _is_shipped(table.hash)
    return tuple(ratings) if counts else ()


@lru_cache(1000)
def _is_shipped(hash: str) -> bool:
    """Return whether some version shipped the printed edition with this hash."""
    try:
        ls.edition.find_edition(_EDITION, hash)
    except ls.DataError:
        return False
    return True


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
