"""How games have ended for their seats, and against whom."""

from functools import lru_cache

import livingstone as ls
from livingstone.web.game_store import KeptTable
from livingstone.web.settings import STRENGTHS
from livingstone.web.statistics import Score

_LEAST = -1200.0
"""The rating of a bot that has won no game."""
_EDITION = "printed"
"""The rules by which the bots were measured."""
_FOR_GOOD = ("resigned", "late")
"""Why a bot plays for a person who cannot come back."""


def scores_of(table: KeptTable) -> dict[int, Score | None]:
    """Return the scores of the seats for which a game is over; None for a seat left out."""
    decided = [
        seat
        for seat, own in enumerate(table.seats)
        if table.progress.is_over or own.left in _FOR_GOOD
    ]
    return {seat: score_of(table, seat) for seat in decided}


def score_of(table: KeptTable, seat: int) -> Score | None:
    """Return how a game ended for a seat; None for one that statistics leave out.

    Statistics leave out games that are not over for this seat, games that go on from a position of
    another game, and games that the player left before making a move. A player who resigns, runs
    out of time or is away at the end has lost, whatever the bot achieves that plays on.
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
    """Return the ratings of all rivals; empty unless all are bots and the game counts."""
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
