"""Statistics that are added up on the way: whole numbers only, so that any order gives the same.

Everything is a histogram. A tally takes as much memory for a million games as for a thousand, and
the sum of two tallies is exactly the tally of all their games.
"""

import heapq
from collections import Counter
from collections.abc import Hashable, Iterable

from livingstone.simulation.games.batch import win_unit
from livingstone.simulation.games.rows import GameRow, Note, Score, SeatRow

__all__ = ["GROUPS", "Cell", "Notes", "Tally", "points_of", "share_of"]

Cell = dict[str, Counter[Hashable]]
"""Histograms by what they count."""
Notes = list[tuple[int, int, Note]]
"""Seed of the game, number of the game, and what failed there."""

MOST_NOTES = 20
"""So many notes are kept whole, those of the first games; all are counted."""
GROUPS = 20
"""So many groups of deals are told apart in `Tally.duels`."""


class Tally:
    """Histograms of games and of seats, filled row by row."""

    def __init__(self, players: int) -> None:
        """Begin with nothing, for games of so many players."""
        self.players = players
        self.unit = win_unit(players)
        """A win counts so much, and two winners half of it each."""
        self.games: Cell = {}
        """Histograms with an entry for each game."""
        self.cells: dict[tuple[str, int], Cell] = {}
        """By bot and seat: histograms with an entry for each game of that bot on that seat."""
        self.duels: Counter[tuple[int, str, str]] = Counter()
        """By group of deals, bot and other bot: half points, 2 for a better rank, 1 for the same.
        In a game that a bot's failure ended, only that bot has duels, and has lost them."""
        self.notes: Notes = []

    def add(self, row: GameRow, deal: int) -> None:
        """Count a game, which is of this deal (from 0)."""
        winners = sum(seat.won for seat in row.seats)
        share = self.unit // winners if winners else 0
        _count(self.games, "failed" if row.note else "winners", winners)
        for seat, told in enumerate(row.seats):
            cell = self.cells.setdefault((told.bot, seat), {})
            own = share if told.won else 0
            if told.score is None:
                _count(cell, "cut", own)
            else:
                _add_score(cell, told, told.score, own)
        if row.note is None:
            _count(self.games, "rounds", row.rounds)
            _count(self.games, "moves", row.moves)
            _count(self.games, "threshold", row.threshold)
        else:
            _count(self.cells[row.note.bot, row.note.seat], "failed", row.note.kind)
            self.notes = _first([*self.notes, (row.seed, row.game, row.note)])
        self._add_duels(row, deal % GROUPS)

    def _add_duels(self, row: GameRow, group: int) -> None:
        for place, one in enumerate(row.seats):
            for other_place, other in enumerate(row.seats):
                is_decided = row.note is None or row.note.seat in (place, other_place)
                if one.bot != other.bot and is_decided and one.rank <= other.rank:
                    half_points = 2 if one.rank < other.rank else 1
                    self.duels[group, one.bot, other.bot] += half_points

    def merge(self, other: "Tally") -> None:
        """Add all that another tally has counted."""
        assert self.players == other.players
        _merge(self.games, other.games)
        for place, cell in other.cells.items():
            _merge(self.cells.setdefault(place, {}), cell)
        self.duels.update(other.duels)
        self.notes = _first([*self.notes, *other.notes])

    def __eq__(self, other: object) -> bool:
        """Say whether the same has been counted."""
        return isinstance(other, Tally) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # it changes


def points_of(score: Score) -> dict[str, int]:
    """List where points come from, in the order in which the game gives them.

    >>> points_of(Score(9, 1, 2, 3, (0, 4), 5, 6, 7, 8, False))
    {'columns': 1, 'market': 2, 'cards': 3, 'row 1': 0, 'row 2': 4, 'gems': 5, 'hand': 6}
    """
    rows = {f"row {row}": points for row, points in enumerate(score.majorities, 1)}
    before = {"columns": score.columns, "market": score.market, "cards": score.cards}
    return before | rows | {"gems": score.gems, "hand": score.hand}


def share_of(histogram: Counter[Hashable]) -> int:
    """Sum a histogram of shares in wins, in parts of a win (`Tally.unit`)."""
    return sum(share * count for share, count in histogram.items() if isinstance(share, int))


def _add_score(cell: Cell, told: SeatRow, score: Score, share: int) -> None:
    """Count what one seat has from a game: each figure, and some together with the win."""
    _count(cell, "share", share)
    _count(cell, "rank", told.rank)
    _count(cell, "points", score.points)
    _count(cell, "tents", score.tents)
    _count(cell, "donation", (score.donated, share, score.is_out))
    for source, points in points_of(score).items():
        _count(cell, f"from {source}", points)
    for row, points in enumerate(score.majorities, 1):
        if points:
            _count(cell, "row", (row, share))
    for card, times in Counter(told.played).items():
        _count(cell, "card", (card, times, share))


def _count(cell: Cell, what: str, value: Hashable) -> None:
    histogram = cell.get(what)
    if histogram is None:
        histogram = cell[what] = Counter()
    histogram[value] += 1


def _merge(cell: Cell, other: Cell) -> None:
    for what, histogram in other.items():
        cell.setdefault(what, Counter()).update(histogram)


def _first(notes: Iterable[tuple[int, int, Note]]) -> Notes:
    return heapq.nsmallest(MOST_NOTES, notes, key=lambda note: (note[1], note[0], str(note[2])))
