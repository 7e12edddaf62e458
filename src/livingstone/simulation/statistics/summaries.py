"""What a tally says of a bot, a seat, a card, a row of the board, a donation."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from attrs import frozen

from livingstone.simulation.statistics.intervals import Distribution, Interval, wilson
from livingstone.simulation.statistics.tally import Cell, Tally, share_of

__all__ = [
    "CardSummary",
    "DonationSummary",
    "RowSummary",
    "Summary",
    "summarize",
    "summarize_cards",
    "summarize_donations",
    "summarize_rows",
]


@frozen
class Summary:
    """How a bot, a seat, or a bot on a seat did.

    One entry counts for each game and seat: a bot that sits on two seats has two entries a game.
    Everything but `entries`, `failed` and a bot's `win` leaves out games that a failure ended.
    """

    bot: str | None
    """None for all bots together."""
    seat: int | None
    """None for all seats together; seat 0 begins the game."""
    entries: int
    failed: int
    """How many games it ended by a failure."""
    finished: int
    """How many were played to their end."""
    win: Interval
    """The part of the wins; winners who share one have equal parts. For bots also of the games
    that a failure ended: lost by who failed, shared by all others."""
    shared: int
    """How many wins were shared."""
    out: Interval
    """How often out for donating too little (R8.4, R9.2)."""
    rank: Distribution
    points: Distribution
    sources: tuple[tuple[str, Distribution], ...]
    """Where the points come from, in the order in which the game gives them."""
    donated: Distribution
    """In coins."""
    tents: Distribution
    """On the board at the end."""


@frozen
class CardSummary:
    """What a card was worth to those who played it."""

    card: str
    """Its id."""
    played: int
    """How many times."""
    entries: int
    """By how many seats, summed over the games."""
    win: Interval
    """The part of the wins that these had."""


@frozen
class RowSummary:
    """What the majority of a row of the board was worth to those who were paid for it (R8.1)."""

    row: int
    """From 1."""
    entries: int
    """How many seats were paid, summed over the games."""
    points: Distribution
    """Of every seat in every game, 0 included."""
    win: Interval
    """The part of the wins that those who were paid had."""


@frozen
class DonationSummary:
    """What became of those who donated so much."""

    coins: int
    entries: int
    out: Interval
    win: Interval


def summarize(tally: Tally, bot: str | None, seat: int | None) -> Summary:
    """Summarize a bot on all seats, a seat with all bots, or a bot on one seat."""
    cell = _united(
        own
        for (name, place), own in tally.cells.items()
        if bot in (None, name) and seat in (None, place)
    )
    whole, cut = cell.get("share", Counter()), cell.get("cut", Counter())
    finished = whole.total()
    donations: Counter[Any] = cell.get("donation", Counter())
    won = whole if bot is None else whole + cut
    return Summary(
        bot=bot,
        seat=seat,
        entries=finished + cut.total(),
        failed=cell.get("failed", Counter()).total(),
        finished=finished,
        win=_rate(won, tally.unit),
        shared=finished - whole[0] - whole[tally.unit],
        out=wilson(sum(times for (_, _, out), times in donations.items() if out), finished),
        rank=_distribution(cell, "rank"),
        points=_distribution(cell, "points"),
        sources=tuple(
            (what.removeprefix("from "), _distribution(cell, what))
            for what in cell
            if what.startswith("from ")
        ),
        donated=Distribution.of(_marginal(donations, lambda value: value[0])),
        tents=_distribution(cell, "tents"),
    )


def summarize_cards(tally: Tally) -> tuple[CardSummary, ...]:
    """Summarize each card that was played, by id."""
    counted: Counter[Any] = _united(tally.cells.values()).get("card", Counter())
    return tuple(
        CardSummary(
            card=card,
            played=sum(value[1] * times for value, times in of_card.items()),
            entries=of_card.total(),
            win=_rate(_marginal(of_card, lambda value: value[2]), tally.unit),
        )
        for card, of_card in _grouped(counted)
    )


def summarize_rows(tally: Tally) -> tuple[RowSummary, ...]:
    """Summarize each row of the board of which a majority was paid."""
    cell = _united(tally.cells.values())
    counted: Counter[Any] = cell.get("row", Counter())
    return tuple(
        RowSummary(
            row=row,
            entries=of_row.total(),
            points=_distribution(cell, f"from row {row}"),
            win=_rate(_marginal(of_row, lambda value: value[1]), tally.unit),
        )
        for row, of_row in _grouped(counted)
    )


def summarize_donations(tally: Tally) -> tuple[DonationSummary, ...]:
    """Summarize each sum that somebody donated."""
    counted: Counter[Any] = _united(tally.cells.values()).get("donation", Counter())
    return tuple(
        DonationSummary(
            coins=coins,
            entries=of_sum.total(),
            out=wilson(sum(n for value, n in of_sum.items() if value[2]), of_sum.total()),
            win=_rate(_marginal(of_sum, lambda value: value[1]), tally.unit),
        )
        for coins, of_sum in _grouped(counted)
    )


def _united(cells: Iterable[Cell]) -> Cell:
    """Add histograms of several cells up."""
    united: Cell = {}
    for cell in cells:
        for what, histogram in cell.items():
            united.setdefault(what, Counter()).update(histogram)
    return united


def _grouped(counted: Counter[Any]) -> list[tuple[Any, Counter[Any]]]:
    """Split a histogram of tuples by their first item, sorted by it."""
    groups: dict[Any, Counter[Any]] = {}
    for value, times in counted.items():
        groups.setdefault(value[0], Counter())[value] += times
    return sorted(groups.items())


def _marginal(counted: Counter[Any], part: Callable[[Any], Hashable]) -> Counter[Any]:
    """Count a part of what was counted together with others."""
    marginal: Counter[Any] = Counter()
    for value, times in counted.items():
        marginal[part(value)] += times
    return marginal


def _distribution(cell: Cell, what: str) -> Distribution:
    counted: Counter[Any] = cell.get(what, Counter())
    return Distribution.of(counted)


def _rate(shares: Counter[Hashable], unit: int) -> Interval:
    return wilson(share_of(shares) / unit, shares.total())
