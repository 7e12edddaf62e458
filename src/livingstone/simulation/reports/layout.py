"""How a report is laid out in tables."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from livingstone.simulation.reports.sheets import Sheet
from livingstone.simulation.statistics.intervals import PERCENTS, Distribution, Interval
from livingstone.simulation.statistics.summaries import Summary

if TYPE_CHECKING:
    from livingstone.simulation.reports.report import Report

__all__ = ["percent", "sheets_of", "spread"]


def sheets_of(report: "Report") -> tuple[Sheet, ...]:
    """Lay a report out: the games, the bots, the seats, points, cards, rows, and failures."""
    sheets = [_games(report), _wins("Bots", report.bots), _wins("Seats", report.seats)]
    if len(report.names) > 1:
        sheets.append(_wins("Bots by seat", report.bots_by_seat))
    sheets += [_points(report), _sources(report), _cards(report), _rows(report)]
    return tuple(sheets) if not report.failed else (*sheets, _failures(report))


def percent(interval: Interval) -> str:
    """Write a rate with its interval.

    >>> percent(Interval(0.5, 0.41, 0.59))
    '50.0 % (41.0 to 59.0)'
    """
    return f"{_percent(interval.value)} ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def spread(distribution: Distribution) -> tuple[str, ...]:
    """Write mean, deviation, least, quantiles and most."""
    whole = (distribution.least, *distribution.quantiles, distribution.most)
    return (f"{distribution.mean:.2f}", f"{distribution.deviation:.2f}", *map(str, whole))


SPREAD = ("mean", "deviation", "least", *(f"{part} %" for part in PERCENTS), "most")


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _games(report: "Report") -> Sheet:
    title = f"{report.games} games, {report.edition}: {', '.join(report.lineup)}"
    lines = [
        ("rounds", *spread(report.rounds)),
        ("moves", *spread(report.moves)),
    ]
    told = [
        f"played to the end: {report.finished}",
        f"shared wins: {report.shared_wins}",
        f"without a winner: {report.without_winner}",
    ]
    return Sheet(title, ("per game", *SPREAD), tuple(lines), "; ".join(told) + ".")


def _label(summary: Summary) -> str:
    seat = None if summary.seat is None else f"seat {summary.seat}"
    return ", ".join(part for part in (summary.bot, seat) if part is not None)


def _wins(title: str, summaries: Iterable[Summary]) -> Sheet:
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


def _points(report: "Report") -> Sheet:
    lines = [(_label(summary), *spread(summary.points)) for summary in report.bots]
    lines += [(_label(summary), *spread(summary.points)) for summary in report.seats]
    return Sheet("Points", ("", *SPREAD), tuple(lines))


def _sources(report: "Report") -> Sheet:
    summaries = [*report.bots, *report.seats]
    heads = next((tuple(name for name, _ in summary.sources) for summary in summaries), ())
    lines = tuple(
        (_label(summary), *(f"{points.mean:.2f}" for _, points in summary.sources))
        for summary in summaries
        if summary.sources
    )
    return Sheet("Where points come from (means)", ("", *heads), lines)


def _cards(report: "Report") -> Sheet:
    entries = report.finished * report.players
    lines = tuple(
        (
            card.card,
            str(card.played),
            f"{card.played / report.finished:.2f}",
            _percent(card.entries / entries),
            percent(card.win),
        )
        for card in report.cards
    )
    heads = ("card", "played", "per game", "seats that played it", "wins of these (95 %)")
    return Sheet("Cards", heads, lines, _even(report))


def _rows(report: "Report") -> Sheet:
    entries = report.finished * report.players
    lines = tuple(
        (
            f"row {row.row}",
            f"{row.points.mean:.2f}",
            _percent(row.entries / entries),
            percent(row.win),
        )
        for row in report.rows
    )
    heads = ("majority", "mean points", "seats paid", "wins of these (95 %)")
    return Sheet("Rows", heads, lines, _even(report))


def _even(report: "Report") -> str:
    """Say what to compare the win rates with."""
    wins = report.finished - report.without_winner
    rate = wins / (report.finished * report.players) if report.finished else 0.0
    return f"All seats together win {_percent(rate)}."


def _failures(report: "Report") -> Sheet:
    lines = tuple(
        (str(game), str(seed), str(note.seat), note.bot, note.kind, note.reason)
        for seed, game, note in report.notes
    )
    counts = ", ".join(
        f"{bot} {times} ({how})"
        for bot, kinds in report.failures.items()
        for how, times in kinds.items()
    )
    remark = f"Failures: {counts}. The games ended there; all others share the win."
    return Sheet("The first failures", ("game", "seed", "seat", "bot", "how", "why"), lines, remark)
