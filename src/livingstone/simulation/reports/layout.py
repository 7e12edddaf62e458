"""The tables of a report, each made from the part of the report that it shows."""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from attrs import frozen

from livingstone.simulation.reports.sheets import Sheet
from livingstone.simulation.statistics.intervals import PERCENTS, Distribution, Interval
from livingstone.simulation.summaries import (
    CardSummary,
    MajoritySummary,
    Summary,
    Tested,
)
from livingstone.simulation.tally import FailedGame

__all__ = [
    "Tests",
    "cards_sheet",
    "counted",
    "failures_sheet",
    "games_sheet",
    "label_of",
    "majorities_sheet",
    "p_value",
    "percent",
    "points_sheet",
    "signed",
    "sources_sheet",
    "wins_sheet",
]

SPREAD = ("mean", "deviation", "least", *(f"{part} %" for part in PERCENTS), "most")
"""The heads of the columns that show a `Distribution`."""


def counted(number: int, noun: str) -> str:
    """Write how many there are of something.

    >>> counted(1, "game"), counted(0, "game")
    ('1 game', '0 games')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


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
        f"{scale * figure:+.{decimals}f}".replace("inf", "∞")
        for figure in (interval.value, interval.low, interval.high)
    )
    return f"{value}{unit} ({low} to {high})"


def games_sheet(title: str, rounds: Distribution, moves: Distribution, remark: str) -> Sheet:
    """Show how long the games were that were played to their end."""
    lines = (("rounds", *_spread(rounds)), ("moves", *_spread(moves)))
    return Sheet(title, ("per game", *SPREAD), lines, remark)


@frozen
class Tests:
    """What the tests of a report compare with, and what comes out."""

    even_share: Interval | None
    """What an average seat wins; None if no game was played to its end."""
    p_values: Mapping[Tested, float]
    """The adjusted p-values."""

    def told(self, tested: Tested) -> str:
        """Write the p-value of a bot, a seat and so on; empty if there is no test of it."""
        return p_value(self.p_values[tested]) if tested in self.p_values else ""

    @property
    def remark(self) -> str:
        """What is tested, and how many tests there are."""
        share = self.even_share and percent(self.even_share)
        won = f"Of the games played to the end, an average seat won {share}; " if share else ""
        return (
            f"{won}p is about the difference from an average seat in the same games, corrected for"
            f" the {len(self.p_values)} tests of this report (Holm)."
        )


def p_value(value: float) -> str:
    """Write a p-value.

    >>> p_value(0.04321), p_value(0.00004)
    ('0.043', '< 0.001')
    """
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def wins_sheet(title: str, summaries: Sequence[Summary], tests: Tests) -> Sheet:
    """Show how often bots or seats won, with the means of their other results."""
    lines = tuple(
        (
            label_of(summary),
            str(_entries(summary)),
            *((percent(summary.win), tests.told(summary)) if _entries(summary) else ("", "")),
            str(summary.shared),
            *(_of_finished(summary) if summary.finished else ("", "", "", "")),
        )
        for summary in summaries
    )
    heads = ("", "entries", "wins (95 %)", "p", "shared", "out", "rank", "points", "donated")
    is_cut = any(own.bot is not None and own.entries > own.finished for own in summaries)
    of_others = " All but entries, wins and p are of the games played to the end." if is_cut else ""
    return Sheet(title, heads, lines, tests.remark + of_others)


def _entries(summary: Summary) -> int:
    """Count what the wins are of: for a seat, only games that were played to the end."""
    return summary.finished if summary.bot is None else summary.entries


def _of_finished(summary: Summary) -> tuple[str, ...]:
    means = (summary.rank.mean, summary.points.mean, summary.donated.mean)
    return (_percent(summary.out.value), *(f"{mean:.2f}" for mean in means))


def points_sheet(summaries: Iterable[Summary]) -> Sheet:
    """Show how the points of bots or seats are spread."""
    lines = tuple((label_of(summary), *_spread(summary.points)) for summary in summaries)
    return Sheet("Points", ("", *SPREAD), lines)


def sources_sheet(summaries: Sequence[Summary]) -> Sheet:
    """Show where the points of bots or seats come from, on average.

    A bot that has not finished a game is left out.
    """
    finished = [summary for summary in summaries if summary.sources]
    names = [name for name, _ in finished[0].sources] if finished else []
    lines = tuple(
        (label_of(summary), *(f"{points.mean:.2f}" for _, points in summary.sources))
        for summary in finished
    )
    return Sheet("Where points come from (means)", ("", *names), lines)


def cards_sheet(cards: Iterable[CardSummary], games: int, entries: int, tests: Tests) -> Sheet:
    """Show how often each card was played in the finished games, and how often with success."""
    lines = tuple(
        (
            card.card,
            str(card.played),
            f"{card.played / games:.2f}",
            _percent(card.entries / entries),
            percent(card.win),
            tests.told(card),
        )
        for card in cards
    )
    heads = ("card", "played", "per game", "seats that played it", "wins of these (95 %)", "p")
    return Sheet("Cards", heads, lines, tests.remark)


def majorities_sheet(majorities: Iterable[MajoritySummary], entries: int, tests: Tests) -> Sheet:
    """Show what each row of the board paid for its majority in the finished games (R8.1)."""
    lines = tuple(
        (
            label_of(majority),
            f"{majority.points.mean:.2f}",
            _percent(majority.entries / entries),
            percent(majority.win),
            tests.told(majority),
        )
        for majority in majorities
    )
    heads = ("row of the board", "mean points", "seats paid", "wins of these (95 %)", "p")
    return Sheet("Majorities", heads, lines, tests.remark)


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
    """Write a distribution; nothing of one of no values."""
    if not distribution.count:
        return ("",) * len(SPREAD)
    whole = (distribution.least, *distribution.quantiles, distribution.most)
    return (f"{distribution.mean:.2f}", f"{distribution.deviation:.2f}", *map(str, whole))


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def label_of(tested: Tested) -> str:
    """Name a bot, a seat, a card or a row of the board as the tables do."""
    match tested:
        case CardSummary():
            return tested.card
        case MajoritySummary():
            return f"row {tested.board_row}"
        case Summary(bot=bot, seat=None):
            return bot or ""
        case Summary(bot=None, seat=seat):
            return f"seat {seat}"
        case Summary(bot=bot, seat=seat):
            return f"{bot}, seat {seat}"
        case unknown:
            assert_never(unknown)
