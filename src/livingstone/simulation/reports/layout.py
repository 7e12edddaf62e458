"""The tables of a report."""

from collections.abc import Iterable, Mapping, Sequence
from math import isnan

from attrs import astuple, frozen

from livingstone.simulation.reports.sheets import Sheet
from livingstone.simulation.statistics.intervals import (
    PERCENTS,
    Distribution,
    Interval,
    missing_stats,
)
from livingstone.simulation.summaries import (
    CardSummary,
    MajoritySummary,
    Summary,
    Tested,
)
from livingstone.simulation.tally import FailedGame

SPREAD = ("mean", "deviation", "least", *(f"{part} %" for part in PERCENTS), "most")
"""The columns of a `Distribution`."""


def counted(number: int, noun: str) -> str:
    """Write a number of things.

    >>> counted(1, "game"), counted(0, "game")
    ('1 game', '0 games')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def percent(interval: Interval) -> str:
    """Write a rate with its interval, if that is known, in per cent.

    >>> percent(Interval(0.5, 0.412, 0.59)), percent(Interval(1.0, 0.412, 1.0))
    ('50.0 % (41.2 to 59.0)', '100 % (41.2 to 100)')
    """
    value, low, high = map(_hundred_times, astuple(interval)[:3])
    return f"{value} %" if isnan(interval.low) else f"{value} % ({low} to {high})"


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


def p_value(value: float) -> str:
    """Write a p-value.

    >>> p_value(0.04321), p_value(0.00004)
    ('0.043', '<0.001')
    """
    return "<0.001" if value < 0.001 else f"{value:.3f}"


@frozen
class Tests:
    """The tests of a report: what they compare with, and their adjusted p-values."""

    even_share: Interval | None
    """What an average seat wins; None without a finished game."""
    p_values: Mapping[Tested, float]
    """Empty without the extra `stats`."""

    def heads(self, wins: str) -> tuple[str, ...]:
        """Give the heads of `cells`."""
        return (f"{wins} (95 %)", "p") if self.p_values else (wins,)

    def cells(self, tested: Tested) -> tuple[str, ...]:
        """Write the wins of a bot, a seat and so on, and the p-value, if there is a test."""
        p_values = (p_value(self.p_values[tested]) if tested in self.p_values else "",)
        return (percent(tested.win), *(p_values if self.p_values else ()))

    @property
    def remark(self) -> str:
        """Say what is tested, or what tests need."""
        if hint := missing_stats():
            return hint
        share = self.even_share and percent(self.even_share)
        won = f"Of the finished games, an average seat won {share}. " if share else ""
        return (
            f"{won}p tests the difference from an average seat in the same games, corrected for the"
            f" {len(self.p_values)} tests of this report (Holm)."
        )


def games_sheet(title: str, rounds: Distribution, moves: Distribution, remark: str) -> Sheet:
    """Show how long the finished games were."""
    lines = (("rounds", *_spread(rounds)), ("moves", *_spread(moves)))
    return Sheet(title, ("per game", *SPREAD), lines, remark)


def wins_sheet(title: str, summaries: Sequence[Summary], tests: Tests, remark: str = "") -> Sheet:
    """Show how often bots or seats won, with the means of their other results."""
    lines = []
    for own in summaries:
        # The wins of a seat are of finished games only, those of a bot are of all.
        entries = own.finished if own.bot is None else own.entries
        won = tests.cells(own) if entries else ("",) * len(tests.heads(""))
        rest = (_percent(own.out.value), f"{own.rank.mean:.2f}", f"{own.donated.mean:.2f}")
        lines.append((label_of(own), str(entries), *won, *(rest if own.finished else ("",) * 3)))
    heads = ("", "entries", *tests.heads("wins"), "out", "rank", "donated")
    if any(own.bot is not None and own.entries > own.finished for own in summaries):
        counts = "Entries, wins and p" if tests.p_values else "Entries and wins"
        remark += f" {counts} are of all games, the rest is of finished ones."
    return Sheet(title, heads, tuple(lines), remark.strip())


def points_sheet(summaries: Iterable[Summary]) -> Sheet:
    """Show the distribution of the points of bots or seats."""
    lines = tuple((label_of(summary), *_spread(summary.points)) for summary in summaries)
    return Sheet("Points", ("", *SPREAD), lines)


def sources_sheet(summaries: Sequence[Summary]) -> Sheet:
    """Show where the points of bots or seats come from, if they finished a game."""
    finished = [summary for summary in summaries if summary.sources]
    names = [name for name, _ in finished[0].sources] if finished else []
    lines = tuple(
        (label_of(own), *(f"{points.mean:.2f}" for _, points in own.sources)) for own in finished
    )
    return Sheet("Where points come from (means)", ("", *names), lines).transposed()


def cards_sheet(cards: Iterable[CardSummary], games: int, entries: int, tests: Tests) -> Sheet:
    """Show how often each card was played in the finished games, and how often its players won."""
    lines = []
    for card in cards:
        uses = (str(card.played), f"{card.played / games:.2f}", _percent(card.entries / entries))
        lines.append((card.card, *uses, *tests.cells(card)))
    heads = ("card", "played", "per game", "seats", *tests.heads("their wins"))
    return Sheet("Cards", heads, tuple(lines))


def majorities_sheet(majorities: Iterable[MajoritySummary], entries: int, tests: Tests) -> Sheet:
    """Show what each row of the board paid for its majority in the finished games (R8.1)."""
    lines = []
    for own in majorities:
        paid = (f"{own.points.mean:.2f}", _percent(own.entries / entries))
        lines.append((label_of(own), *paid, *tests.cells(own)))
    heads = ("row of the board", "mean points", "seats paid", *tests.heads("their wins"))
    return Sheet("Majorities", heads, tuple(lines))


def failures_sheet(games: Iterable[FailedGame], counts: dict[str, dict[str, int]]) -> Sheet:
    """Show the games that a bot's failure ended, and how often each bot failed in which way."""
    lines = tuple(
        (str(game), str(seed), str(note.seat), note.bot, note.kind, note.reason)
        for seed, game, note in games
    )
    failures = ", ".join(
        f"{bot} {times} ({kind})" for bot, kinds in counts.items() for kind, times in kinds.items()
    )
    remark = f"Failures: {failures}. These games ended there, and all others share the win."
    return Sheet("The first failures", ("game", "seed", "seat", "bot", "how", "why"), lines, remark)


def _spread(distribution: Distribution) -> tuple[str, ...]:
    if not distribution.count:
        return ("",) * len(SPREAD)
    whole = (distribution.least, *distribution.quantiles, distribution.most)
    return (f"{distribution.mean:.2f}", f"{distribution.deviation:.2f}", *map(str, whole))


def _percent(value: float) -> str:
    return f"{_hundred_times(value)} %"


def _hundred_times(value: float) -> str:
    """Write a rate in per cent with a decimal, but for 0 and 100."""
    return f"{100 * value:.0f}" if value in (0, 1) else f"{100 * value:.1f}"


def label_of(tested: Tested) -> str:
    """Name a bot, a seat, a card or a row of the board as the tables do."""
    if isinstance(tested, CardSummary):
        return tested.card
    if isinstance(tested, MajoritySummary):
        return f"row {tested.board_row}"
    seat = "" if tested.seat is None else f"seat {tested.seat}"
    return ", ".join(filter(None, (tested.bot, seat)))
