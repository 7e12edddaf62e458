"""Counting deal by deal: what a bot, a seat or a card won in all games of a deal together."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple, TypeAlias

from attrs import Factory, define

from livingstone.edition.structuring.limits import Between
from livingstone.simulation.games.rows import GameRow
from livingstone.simulation.statistics.clusters import DealCount
from livingstone.support.arguments import SEED_LIMIT

__all__ = ["GROUPS", "Deals", "Event", "Subject"]

GROUPS = 20
"""How many groups of deals are told apart where several batches have the same deals."""


Event: TypeAlias = Literal["won", "out"]
"""What is counted: shares of wins, or being out for donating too little (R8.4, R9.2)."""


class Subject(NamedTuple):
    """What is counted deal by deal, and of whom."""

    event: Event
    kind: Literal["game", "bot", "seat", "place", "card", "row", "donated"]
    """`place` is a bot on a seat. `game` is about all seats of a game together, and counts whether
    anyone won it. `card`, `row` and `donated` are about the seats that played the card, that were
    paid for the majority in the row of the board, or that donated so many coins."""
    name: str = ""
    """The name of the bot, or the id of the card."""
    number: int = 0
    """The seat, from 0, the row of the board, from 1, or the coins."""


@define
class _Begun:
    """A deal of which not all games have been counted."""

    games: int = 0
    counts: dict[Subject, DealCount] = Factory(dict)


@define
class Deals:
    """The clusters of all subjects. What has been counted does not depend on the order of games."""

    games_per_deal: int
    complete: int = 0
    """How many deals have been counted with all their games."""
    clusters: dict[Subject, Counter[DealCount]] = Factory(dict)
    """Those of complete deals."""
    begun: dict[Annotated[int, Between(0, SEED_LIMIT - 1)], _Begun] = Factory(dict)
    """All other deals, by their seeds."""
    groups: dict[int, dict[Subject, DealCount]] = Factory(dict)
    """What was counted of each bot in each of `GROUPS` groups of deals."""

    @property
    def count(self) -> int:
        """How many deals there are, whether or not all their games have been counted."""
        return self.complete + len(self.begun)

    def add(self, row: GameRow, deal: int, unit: int) -> None:
        """Count a game of the deal with this number, from 0; a win has `unit` parts."""
        begun = self.begun.setdefault(row.seed, _Begun())
        begun.games += 1
        of_bots = self.groups.setdefault(deal % GROUPS, {})
        for subject, won, even in _counted(row, unit):
            _add(begun.counts, subject, _cluster(1, won, even))
            if subject.kind == "bot":
                _add(of_bots, subject, _cluster(1, won, even))
        self._close(row.seed)

    def merge(self, other: "Deals") -> None:
        """Add what another one has counted."""
        self.complete += other.complete
        for subject, clusters in other.clusters.items():
            self.clusters.setdefault(subject, Counter()).update(clusters)
        for group, counts in other.groups.items():
            _merge(self.groups.setdefault(group, {}), counts)
        for seed, part in other.begun.items():
            begun = self.begun.setdefault(seed, _Begun())
            begun.games += part.games
            _merge(begun.counts, part.counts)
            self._close(seed)

    def of(self, subject: Subject) -> Counter[DealCount]:
        """Give the clusters of a subject: one for each deal in which it had an entry."""
        clusters = Counter(self.clusters.get(subject, {}))
        clusters.update(
            begun.counts[subject] for begun in self.begun.values() if subject in begun.counts
        )
        return clusters

    def in_groups(self, subject: Subject) -> Counter[DealCount]:
        """Give the clusters of a bot with a group of deals in place of each deal.

        This is what to estimate from if the same deals were played by several lineups.
        """
        return Counter(counts[subject] for counts in self.groups.values() if subject in counts)

    def _close(self, seed: int) -> None:
        """Turn the counts of a deal into clusters, once all its games have been counted."""
        if self.begun[seed].games == self.games_per_deal:
            self.complete += 1
            for subject, cluster in self.begun.pop(seed).counts.items():
                self.clusters.setdefault(subject, Counter())[cluster] += 1


# A game has dozens of both, and most games have the same, so they are not made anew each time.
_cluster = lru_cache(maxsize=10_000)(DealCount)
_subject = lru_cache(maxsize=10_000)(Subject)


def _counted(row: GameRow, unit: int) -> Iterator[tuple[Subject, int, int]]:
    """List what a game counts for: the share of the win, and that of an average seat of the game.

    Only the wins of bots, on all seats or on one, include games that a failure ended.
    """
    winners = sum(seat.won for seat in row.seats)
    share, even = (unit // winners, unit // len(row.seats)) if winners else (0, 0)
    if row.note is None:
        yield _subject("won", "game"), (unit if winners else 0), 0
    for seat, told in enumerate(row.seats):
        won, score = (share if told.won else 0), told.score
        yield _subject("won", "bot", told.bot), won, even
        yield _subject("won", "place", told.bot, seat), won, even
        if score is None:
            continue
        out = unit if score.is_out else 0
        yield _subject("won", "seat", "", seat), won, even
        yield _subject("won", "donated", "", score.donated), won, even
        yield _subject("out", "bot", told.bot), out, 0
        yield _subject("out", "place", told.bot, seat), out, 0
        yield _subject("out", "seat", "", seat), out, 0
        yield _subject("out", "donated", "", score.donated), out, 0
        for card in dict.fromkeys(told.played):
            yield _subject("won", "card", card), won, even
        for board_row, points in enumerate(score.majorities, 1):
            if points:
                yield _subject("won", "row", "", board_row), won, even


def _add(counts: dict[Subject, DealCount], subject: Subject, more: DealCount) -> None:
    """Add to what was counted of a subject."""
    there = counts.get(subject)
    if there is None:
        counts[subject] = more
    else:
        entries, won, other = there
        counts[subject] = _cluster(entries + more.entries, won + more.won, other + more.other)


def _merge(counts: dict[Subject, DealCount], others: dict[Subject, DealCount]) -> None:
    """Add what was counted of all subjects."""
    for subject, cluster in others.items():
        _add(counts, subject, cluster)
