"""Rows of games, made up: drawn by Hypothesis, or written down by hand."""

from collections import Counter
from typing import Any

from hypothesis import strategies as st

from livingstone.simulation import FailureNote, GameRow, Interval, Score, SeatRow
from livingstone.simulation.statistics.clusters import DealCount, rate_of

LINEUP = ("a", "b", "a")
"""The bots of the games that are drawn, which take any seats."""
SMALL = st.integers(0, 9)
SCORES = st.builds(
    Score, SMALL, SMALL, SMALL, SMALL, st.tuples(SMALL, SMALL), *[SMALL] * 4, st.booleans()
)
CARDS = st.lists(st.sampled_from(["lion", "market"]), max_size=4).map(
    lambda ids: tuple(sorted(ids))
)


@st.composite
def rows(draw: st.DrawFn) -> GameRow:
    players = len(LINEUP)
    note = draw(
        st.none() | st.builds(FailureNote, st.integers(0, players - 1), st.none(), st.just("late"))
    )
    names = draw(st.permutations(LINEUP))
    seats = tuple(
        SeatRow(
            bot=name,
            won=draw(st.booleans()),
            rank=draw(st.integers(1, players)),
            played=draw(CARDS),
            score=None if note else draw(SCORES),
        )
        for name in names
    )
    if note:
        note = FailureNote(
            note.seat, seats[note.seat].bot, "late", draw(st.sampled_from(["x", "y"]))
        )
    return GameRow(draw(SMALL), draw(SMALL), "", draw(SMALL), draw(SMALL), None, note, seats)


def seat(bot: str, *, won: bool, rank: int, points: int, **told: Any) -> SeatRow:
    score = Score(
        points=points,
        columns=told.get("columns", points),
        market=told.get("market", 0),
        cards=told.get("cards", 0),
        majorities=told.get("majorities", (0, 0)),
        gems=told.get("gems", 0),
        hand=told.get("hand", 0),
        donated=told.get("donated", 0),
        tents=told.get("tents", 0),
        is_out=told.get("is_out", False),
    )
    return SeatRow(bot, won, rank, tuple(told.get("played", ())), score)


def game(number: int, *seats: SeatRow) -> GameRow:
    return GameRow(number, number, "", 10 + number, 100, None, None, seats)


def failed(number: int, names: str, culprit: int) -> GameRow:
    """Make a game that ended when the bot on this seat made an illegal move."""
    seats = tuple(
        SeatRow(bot, seat != culprit, len(names) if seat == culprit else 1, ("lion",), None)
        for seat, bot in enumerate(names)
    )
    note = FailureNote(culprit, names[culprit], "illegal", "no such move")
    return GameRow(number, 100 + number, "", 3, 9, None, note, seats)


def rate(*deals: tuple[int, float], most: float = 1.0) -> Interval:
    """Estimate a rate from the entries and the wins of some deals."""
    return rate_of(Counter(DealCount(entries, round(60 * won)) for entries, won in deals), 60, most)
