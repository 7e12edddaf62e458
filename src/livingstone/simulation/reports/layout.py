"""The tables of a report, each made from the part of the report that it shows."""

from collections.abc import Iterable, Sequence

from livingstone.simulation.reports.sheets import Sheet
from livingstone.simulation.statistics.intervals import PERCENTS, Distribution, Interval
from livingstone.simulation.statistics.summaries import CardSummary, MajoritySummary, Summary
from livingstone.simulation.statistics.tally import FailedGame

__all__ = [
    "cards_sheet",
    "failures_sheet",
    "games_sheet",
    "majorities_sheet",
    "percent",
    "points_sheet",
    "rate_of_all",
    "signed",
    "sources_sheet",
    "wins_sheet",
]

SPREAD = ("mean", "deviation", "least", *(f"{part} %" for part in PERCENTS), "most")
"""The heads of the columns that show a `Distribution`."""


def percent(interval: Interval) -> str:
    """Write a rate with its interval, in per cent.

    >>> percent(Interval(0.5, 0.41, 0.59))
    '50.0 % (41.0 to 59.0)'
    """
    return f"{_percent(interval.value)} ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def signed(interval: Interval, scale: int = 1, decimals: int = 2, unit: str = "") -> str:
    """Write a figure that can be negative with its interval, both multiplied by `scale`.

    >>> signed(Interval(0.05, -0.01, 0.11), scale=100, decimals=1, unit=" %")
    '+5.0 % (-1.0 to +11.0)'
    """
    value, low, high = (
        f"{scale * figure:+.{decimals}f}"
        for figure in (interval.value, interval.low, interval.high)
    )
    return f"{value}{unit} ({low} to {high})"


def games_sheet(title: str, rounds: Distribution, moves: Distribution, remark: str) -> Sheet:
    """Show how long the games were."""
    lines = (("rounds", *_spread(rounds)), ("moves", *_spread(moves)))
    return Sheet(title, ("per game", *SPREAD), lines, remark)


def wins_sheet(title: str, summaries: Iterable[Summary]) -> Sheet:
    """Show how often bots or seats won, with the means of their other results."""
    lines = tuple(
        (
            _label(summary),
            str(summary.entries),
            percent(summary.win),
            str(summary.shared),
            _percent(summary.out.value),
            f"{summary.rank.mean:.2f}",
            f"{summary.points.mean:.2f}",
            f"{summary.donated.mean:.2f}",
        )
        for summary in summaries
    )
    heads = ("", "games", "wins (95 %)", "shared", "out", "rank", "points", "donated")
    return Sheet(title, heads, lines)


def points_sheet(summaries: Iterable[Summary]) -> Sheet:
    """Show how the points of bots or seats are spread."""
    lines = tuple((_label(summary), *_spread(summary.points)) for summary in summaries)
    return Sheet("Points", ("", *SPREAD), lines)


def sources_sheet(summaries: Sequence[Summary]) -> Sheet:
    """Show where the points of bots or seats come from, on average.

    A bot that has not finished a game is left out.
    """
    finished = [summary for summary in summaries if summary.sources]
    names = [name for name, _ in finished[0].sources] if finished else []
    lines = tuple(
        (_label(summary), *(f"{points.mean:.2f}" for _, points in summary.sources))
        for summary in finished
    )
    return Sheet("Where points come from (means)", ("", *names), lines)


def cards_sheet(cards: Iterable[CardSummary], games: int, players: int, remark: str) -> Sheet:
    """Show how often each card was played in the finished games, and how often with success."""
    lines = tuple(
        (
            card.card,
            str(card.played),
            f"{card.played / games:.2f}",
            _percent(card.entries / (games * players)),
            percent(card.win),
        )
        for card in cards
    )
    heads = ("card", "played", "per game", "seats that played it", "wins of these (95 %)")
    return Sheet("Cards", heads, lines, remark)


def majorities_sheet(
    majorities: Iterable[MajoritySummary], games: int, players: int, remark: str
) -> Sheet:
    """Show what each row of the board paid for its majority in the finished games (R8.1)."""
    lines = tuple(
        (
            f"row {majority.board_row}",
            f"{majority.points.mean:.2f}",
            _percent(majority.entries / (games * players)),
            percent(majority.win),
        )
        for majority in majorities
    )
    heads = ("row of the board", "mean points", "seats paid", "wins of these (95 %)")
    return Sheet("Majorities", heads, lines, remark)


def rate_of_all(wins: int, entries: int) -> str:
    """Say how often all seats together win, to compare the win rates of some seats with.

    >>> rate_of_all(9, 20)
    'All seats together win 45.0 %.'
    """
    return f"All seats together win {_percent(wins / entries if entries else 0.0)}."


def failures_sheet(games: Iterable[FailedGame], counts: dict[str, dict[str, int]]) -> Sheet:
    """Show games that a bot's failure ended, and how often each bot failed in which way."""
    lines = tuple(
        (str(game), str(seed), str(note.seat), note.bot, note.kind, note.reason)
        for seed, game, note in games
    )
    told = ", ".join(
        f"{bot} {times} ({kind})" for bot, kinds in counts.items() for kind, times in kinds.items()
    )
    remark = f"Failures: {told}. The games ended there; all others share the win."
    return Sheet("The first failures", ("game", "seed", "seat", "bot", "how", "why"), lines, remark)


def _spread(distribution: Distribution) -> tuple[str, ...]:
    whole = (distribution.least, *distribution.quantiles, distribution.most)
    return (f"{distribution.mean:.2f}", f"{distribution.deviation:.2f}", *map(str, whole))


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _label(summary: Summary) -> str:
    seat = None if summary.seat is None else f"seat {summary.seat}"
    return ", ".join(part for part in (summary.bot, seat) if part is not None)
