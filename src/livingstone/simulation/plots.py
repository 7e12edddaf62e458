"""Plots of reports, comparisons, sweeps and tournaments, as SVG or PNG (extra `plot`)."""

from collections.abc import Sequence
from math import inf, isfinite
from typing import TYPE_CHECKING, NamedTuple

from livingstone.errors import ArgumentError
from livingstone.simulation.comparison import Comparison
from livingstone.simulation.intervals import Interval
from livingstone.simulation.plot_style import METADATA, SETTINGS
from livingstone.simulation.report import Report
from livingstone.simulation.sheets import counted
from livingstone.simulation.sweeps import Sweep
from livingstone.simulation.tournaments import Tournament
from livingstone.support.files import File, new_file, path_of
from livingstone.support.machine import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw", "require_matplotlib"]


class _Panel(NamedTuple):
    """Values with their intervals, one below the other."""

    label: str
    """What stands below the axis."""
    scale: int
    """What values are multiplied with: 100 for per cent."""
    line: float
    """Where a vertical line stands, to compare the rows with."""
    rows: Sequence[tuple[str, Interval]]
    """The name of each row, and its value."""


def require_matplotlib() -> None:
    """Raise `MissingExtraError`, naming what to install, without matplotlib."""
    require("matplotlib", "plot", "plots")


def draw(findings: Report | Comparison | Sweep | Tournament, path: File | None = None) -> "Figure":
    """Draw the main figures with their intervals; an arrow is an end at infinity.

    They are the wins of each bot on each seat of a report, beside those of an average seat; the
    differences of a comparison or of each value of a sweep, in wins and in points; the ratings of a
    tournament.

    The figure of matplotlib can be changed and saved further; notebooks show it. With a `path`, it
    is written to a file as well.

    Raises `MissingExtraError` without matplotlib, and `ArgumentError` for another ending than
    ``.svg`` and ``.png``, a file that cannot be written, and a report without finished games.
    """
    require_matplotlib()
    title, panels = _panels(findings)
    target = None if path is None else path_of(path)
    ending = ".svg" if target is None else target.suffix.lower()
    if target is not None and ending not in METADATA:
        raise ArgumentError(f"a plot needs a file that ends in .svg or .png: {target.name!r}")
    from matplotlib import rc_context

    from livingstone.simulation.figures import ShownFigure

    with rc_context(SETTINGS):
        height = 1.2 + 0.35 * len(panels[0].rows)
        figure = ShownFigure(figsize=(7.0, height), layout="constrained")
        (row,) = figure.subplots(1, len(panels), squeeze=False)
        for axes, panel in zip(row, panels, strict=True):
            _draw_panel(axes, panel)
        figure.suptitle(title)
        if target is not None:
            with new_file(target, overwrite=True) as stream:
                figure.savefig(stream, format=ending[1:], dpi=150, metadata=METADATA[ending])
    return figure


def _panels(findings: Report | Comparison | Sweep | Tournament) -> tuple[str, list[_Panel]]:
    games = counted(findings.games, "game")
    match findings:
        case Report(bots_by_seat=all_bots, finished=finished, players=players):
            if not finished:
                raise ArgumentError("there is nothing to draw: no game was finished")
            won = sum(bot.win.value * bot.entries for bot in all_bots)
            even = won / (findings.games * players)  # games that failed count, too
            wins = [(f"{bot.bot}, seat {bot.seat}", bot.win) for bot in all_bots]
            label = f"wins (%); an average seat: {100 * even:.1f} %"
            return f"Wins by seat ({games}, {findings.edition})", [_Panel(label, 100, even, wins)]
        case Comparison(a=a, b=b, more_wins=more_wins, more_points=more_points):
            panels = [
                _Panel("wins (% of the games)", 100, 0.0, [("", more_wins)]),
                _Panel("points a game", 1, 0.0, [("", more_points)]),
            ]
            return f"{a} less {b} ({games} each, {counted(findings.deals, 'deal')})", panels
        case Sweep(option=option, values=values, base=base):
            wins = [(str(own.value), own.more_wins) for own in values]
            points = [("", own.more_points) for own in values]
            panels = [
                _Panel("more wins (% of the games)", 100, 0.0, wins),
                _Panel("more points a game", 1, 0.0, points),
            ]
            deals = counted(findings.deals, "deal")
            return f"{option}: less {base} ({games} each, {deals})", panels
        case Tournament(ratings=ratings, players=players):
            label = "points of Elo; the mean of all bots is 0"
            rows = [(rating.bot, rating.elo) for rating in ratings]
            return f"Ratings (lineups of {players}, {games} each)", [_Panel(label, 1, 0.0, rows)]


def _draw_panel(axes: "Axes", panel: _Panel) -> None:
    figures = [(interval.low, interval.value, interval.high) for _, interval in panel.rows]
    scaled = [[panel.scale * figure for figure in row] for row in figures]
    known = [figure for row in scaled for figure in row if isfinite(figure)]
    margin = (max(known) - min(known)) / 4 or 1.0
    for row, (low, value, high) in enumerate(scaled):
        left, right = max(low, min(known) - margin), min(high, max(known) + margin)
        reach = [[value - left], [right - value]]
        axes.errorbar([value], [row], xerr=reach, fmt="o", color="C0", capsize=4)
        for end, reached, arrow in ((low, left, "<"), (high, right, ">")):
            if abs(end) == inf:
                axes.plot(reached, row, arrow, color="C0", markersize=9)
    axes.axvline(panel.scale * panel.line, color="0.3", linewidth=0.8, linestyle="--")
    axes.set_yticks(range(len(scaled)), [name for name, _ in panel.rows])
    axes.set_ylim(len(scaled) - 0.5, -0.5)
    axes.set_xlabel(panel.label)
