"""What the study estimates from rows: differences on the same deals, rates of groups; as text."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import inf, sqrt
from statistics import fmean, stdev

from livingstone import Edition, GameRow
from livingstone.simulation import DonationSummary, Interval, Score, Summary
from livingstone.simulation.statistics.intervals import Distribution, student, wilson

__all__ = [
    "Group",
    "by_amount",
    "by_place",
    "chance_to_be_out",
    "donated",
    "figure",
    "mean_of",
    "negative",
    "paired",
    "percents",
    "points",
    "share",
    "signed",
    "spread_over",
    "summary_of",
]

Group = tuple[str, int, Interval, Interval]
"""What it is called, how many seats, how often out, how often winning."""


def share(row: GameRow, seat: int = 0) -> float:
    """Give what a seat has of the win: 1, a part of it, or 0."""
    return 1 / len(row.winners) if seat in row.winners else 0.0


def points(row: GameRow) -> float:
    """Average the points of all seats, out or not: R8.6 would make the editions incomparable."""
    return fmean(_collected(score) for score in _scores(row))


def donated(row: GameRow) -> float:
    """Average the coins that the seats donated."""
    return fmean(score.donated for score in _scores(row))


def _collected(score: Score) -> int:
    own = score.columns + score.market + score.cards + score.gems + score.hand
    return own + sum(score.majorities)


def _scores(row: GameRow) -> list[Score]:
    return [seat.score for seat in row.seats if seat.score is not None]


def mean_of(values: Sequence[float]) -> Interval:
    """Estimate a mean from independent values, with Student's interval."""
    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, -inf, inf)
    half = student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Interval(mean, mean - half, mean + half)


def paired(
    ones: Iterable[GameRow], others: Iterable[GameRow], value: Callable[[GameRow], float]
) -> Interval:
    """Estimate what the first batch has more, deal by deal, as far as both go."""
    differences = []
    for one, other in zip(ones, others, strict=False):
        assert one.seed == other.seed
        differences.append(value(one) - value(other))
    return mean_of(differences)


def spread_over(values: Distribution, independent: int) -> Interval:
    """Estimate the mean of values of which no more than so many are surely independent."""
    if independent < 2:
        return Interval(values.mean, -inf, inf)
    half = student(independent - 1) * values.deviation / sqrt(independent)
    return Interval(values.mean, values.mean - half, values.mean + half)


def by_amount(sums: Sequence[DonationSummary], width: int) -> list[Group]:
    """Put donations into groups of so many neighbouring sums."""
    groups: dict[int, list[DonationSummary]] = {}
    for own in sums:
        groups.setdefault(own.coins // width, []).append(own)
    return [
        (
            f"{place * width} to {place * width + width - 1}",
            count := sum(own.entries for own in group),
            wilson(sum(own.out.value * own.entries for own in group), count),
            wilson(sum(own.win.value * own.entries for own in group), count),
        )
        for place, group in sorted(groups.items())
    ]


def by_place(rows: Iterable[GameRow]) -> list[Group]:
    """Group seats by how many others donated more; those with equal sums share the better place."""
    counts: dict[int, list[float]] = {}
    for row in rows:
        sums = [score.donated for score in _scores(row)]
        for seat, score in enumerate(_scores(row)):
            place = sum(other > score.donated for other in sums)
            count = counts.setdefault(place, [0, 0, 0])
            count[0] += 1
            count[1] += score.is_out
            count[2] += share(row, seat)
    return [
        (str(place + 1), int(count), wilson(out, int(count)), wilson(won, int(count)))
        for place, (count, out, won) in sorted(counts.items())
    ]


def chance_to_be_out(edition: Edition, coins: int) -> float:
    """Compute how likely the roll at the end of a game of two is higher (R9.2)."""
    dice = edition.board.dice
    rolls = list(product(range(1, dice.sides + 1), repeat=dice.donation))
    return sum(sum(roll) > coins for roll in rolls) / len(rolls)


def negative(interval: Interval) -> Interval:
    """Look at a difference from the other side."""
    return Interval(-interval.value, -interval.high, -interval.low)


def percents(interval: Interval) -> str:
    """Write a rate in per cent.

    >>> percents(Interval(0.5, 0.4, 0.6))
    '50.0 (40.0 to 60.0)'
    """
    return figure(Interval(100 * interval.value, 100 * interval.low, 100 * interval.high))


def figure(interval: Interval) -> str:
    """Write a figure and its interval."""
    return f"{interval.value:.1f} ({interval.low:.1f} to {interval.high:.1f})"


def signed(interval: Interval, scale: float = 1) -> str:
    """Write a difference, in bold if its interval leaves 0 out; points and coins more exactly."""
    digits = 1 if scale == 100 else 2
    ends = (interval.value, interval.low, interval.high)
    value, low, high = (round(scale * part, digits) + 0.0 for part in ends)  # no -0.0
    text = f"{value:+.{digits}f} ({low:+.{digits}f} to {high:+.{digits}f})"
    return f"**{text}**" if interval.low > 0 or interval.high < 0 else text


def summary_of(summaries: Sequence[Summary], bot: str) -> Summary:
    """Find the summary of a bot."""
    return next(own for own in summaries if own.bot == bot)
