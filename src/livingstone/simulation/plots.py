"""Plots of reports, comparisons and tournaments, as SVG or PNG (extra `plot`)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from livingstone.errors import ArgumentError
from livingstone.simulation.intervals import Interval
from livingstone.simulation.sheets import counted, signed
from livingstone.support.files import File, make_folder, path_of, reason_of, replacing
from livingstone.support.machine import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from livingstone.simulation.comparison import Comparison
    from livingstone.simulation.report import Report
    from livingstone.simulation.tournaments import Tournament

SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "livingstone",  # otherwise the ids inside an SVG are random
    "svg.fonttype": "none",
    "text.parse_math": False,  # the name of a bot may have a `$`
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "legend.frameon": False,
}
METADATA = {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None}}
"""Without dates and names of programs, the same report gives the same bytes."""
ZERO: dict[str, Any] = {"color": "0.3", "linewidth": 0.8, "linestyle": "--"}
"""The style of the line to compare with."""


def require_matplotlib() -> None:
    """Raise `MissingExtraError`, naming what to install, without matplotlib."""
    require("matplotlib", "plot", "plots")


def draw_wins(report: "Report", path: File) -> None:
    """Draw the win rate of each bot on each seat, with intervals, and that of an average seat.

    Raises `MissingExtraError` without matplotlib, and `ArgumentError` for another ending than
    ``.svg`` and ``.png``, a file that cannot be written, and a report without finished games.
    """
    with _drawn(path, report.finished) as (axes,):
        width = 0.8 / len(report.names)
        for number, (bot, colour) in enumerate(_coloured(report.names)):
            of_bot = [own for own in report.bots_by_seat if own.bot == bot]
            shift = (number - (len(report.names) - 1) / 2) * width
            places = [(own.seat or 0) + shift for own in of_bot]
            heights = [100 * own.win.value for own in of_bot]
            axes.bar(places, heights, width, label=_label(bot), color=colour)
            reach = _reach([own.win for own in of_bot], 100)
            axes.errorbar(places, heights, yerr=reach, color="0.6", capsize=3, linestyle="none")
        won = sum(own.win.value * own.entries for own in report.bots_by_seat)
        even = 100 * won / (report.games * report.players)  # games that failed count, too
        axes.axhline(even, label=f"an average seat ({even:.1f} %)", **ZERO)
        axes.set_xticks(range(report.players), [f"seat {n}" for n in range(report.players)])
        axes.set_ylabel("wins (%)")
        axes.set_title(f"Wins by seat ({counted(report.games, 'game')}, {report.edition})")


def draw_comparison(comparison: "Comparison", folder: File) -> Path:
    """Draw the differences of two bots with intervals into a folder, as `differences`."""
    require_matplotlib()
    path = make_folder(folder) / "differences.svg"
    with _drawn(path, comparison.games, columns=2, height=2.0) as both:
        differences = ((comparison.more_wins, 100), (comparison.more_points, 1))
        names = ("wins (% of the games)", "points a game")
        for axes, name, (found, scale) in zip(both, names, differences, strict=True):
            axes.axvline(0, **ZERO)
            axes.set(xlabel=name, yticks=[])
            axes.set_title(signed(found, scale), loc="center", fontsize="medium")
            if found.high < inf:
                _draw_interval(axes, 0, found, scale)
        size = f"{counted(comparison.games, 'game')} each, {counted(comparison.deals, 'deal')}"
        figure: Any = both[0].figure
        figure.suptitle(f"{comparison.a} less {comparison.b} ({size})")
    return path


def draw_tournament(tournament: "Tournament", folder: File, ending: str = ".svg") -> Path:
    """Draw the ratings of all bots with intervals into a folder; an arrow is an end at infinity."""
    require_matplotlib()
    path, count = make_folder(folder) / f"ratings{ending}", len(tournament.ratings)
    with _drawn(path, tournament.games, height=1.2 + 0.35 * count) as (axes,):
        found = [rating.elo for rating in tournament.ratings]
        ends = [end for own in found for end in (own.low, own.value, own.high) if abs(end) < inf]
        low, high = min(ends) - 100, max(ends) + 100
        for row, own in enumerate(found):
            _draw_interval(axes, row, Interval(own.value, max(low, own.low), min(high, own.high)))
            for end, reached, arrow in ((own.low, low, "<"), (own.high, high, ">")):
                if abs(end) == inf:
                    axes.plot(reached, row, arrow, color="C0", markersize=9)
        axes.axvline(0, **ZERO)
        axes.set_yticks(range(count), [rating.bot for rating in tournament.ratings])
        axes.set_ylim(count - 0.5, -0.5)
        axes.set_xlabel("points of Elo; the mean of all bots is 0")
        games = counted(tournament.games, "game")
        axes.set_title(f"Ratings (lineups of {tournament.players}, {games} each)")
    return path


def _draw_interval(axes: "Axes", row: int, found: Interval, scale: int = 1) -> None:
    reach = _reach([found], scale)
    axes.errorbar([scale * found.value], [row], xerr=reach, fmt="o", color="C0", capsize=4)


def _reach(found: Sequence[Interval], scale: int) -> list[list[float]]:
    low = [scale * (own.value - own.low) for own in found]
    return [low, [scale * (own.high - own.value) for own in found]]


def _coloured(bots: Sequence[str]) -> list[tuple[str, Any]]:
    from matplotlib import colormaps

    last = max(1, len(bots) - 1)
    return [(bot, colormaps["viridis"](0.15 + 0.7 * n / last)) for n, bot in enumerate(bots)]


def _label(bot: str) -> str:
    """Name a bot in a legend, where matplotlib leaves out what begins with `_`."""
    return f" {bot}" if bot.startswith("_") else bot


@contextmanager
def _drawn(
    path: File, games: int, columns: int = 1, height: float = 4.0
) -> Iterator[Sequence["Axes"]]:
    """Yield axes to draw on; then add a legend and write the file."""
    require_matplotlib()
    target = path_of(path)
    ending = target.suffix.lower()
    if ending not in METADATA:
        raise ArgumentError(f"a plot needs a file that ends in .svg or .png: {target.name!r}")
    if not games:
        raise ArgumentError("there is nothing to draw: no game was finished")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(SETTINGS):
        figure = Figure(figsize=(7.0, height), layout="constrained")
        yield figure.subplots(1, columns, squeeze=False)[0]
        handles, labels = figure.axes[0].get_legend_handles_labels()
        if labels:
            across = max(1, 80 // (max(map(len, labels)) + 3))
            figure.legend(handles, labels, loc="outside lower left", ncols=across)
        try:
            with replacing(target) as stream:
                figure.savefig(stream, format=ending[1:], dpi=150, metadata=METADATA[ending])
        except OSError as error:
            raise ArgumentError(f"{target}: {reason_of(error)}") from None
