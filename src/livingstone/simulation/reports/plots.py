"""Plots of reports, as SVG or PNG; they need matplotlib (`pip install 'livingstone[plot]'`)."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from livingstone.errors import ArgumentError, shown
from livingstone.simulation.report import Report
from livingstone.simulation.reports.layout import counted
from livingstone.simulation.statistics.intervals import Interval
from livingstone.simulation.summaries import Summary
from livingstone.support.extras import require
from livingstone.support.files import File, make_folder, path_of, reason_of, replacing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_all", "draw_points", "draw_sources", "draw_wins", "require_matplotlib"]

ENDINGS = (".svg", ".png")
SETTINGS: tuple[tuple[str, Any], ...] = (
    ("svg.hashsalt", "livingstone"),  # otherwise the ids inside an SVG are random
    ("svg.fonttype", "none"),
    ("text.parse_math", False),  # the name of a bot may have a `$`
    ("font.size", 9.0),
    ("axes.spines.top", False),
    ("axes.spines.right", False),
)
METADATA = {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None}}
"""Dates and names of programs are left out, so that the same report gives the same bytes."""
WIDTH, HEIGHT = 7.0, 4.0
"""Inches."""
GROUP_WIDTH = 0.8
"""The part of the space for a seat that the bars of all bots take together."""


def require_matplotlib() -> None:
    """Raise `MissingExtraError`, saying what to install, if there is no matplotlib."""
    require("matplotlib", "plot", "plots")


def draw_all(report: Report, folder: File, ending: str = ".svg") -> tuple[Path, ...]:
    """Draw every plot of a report into a folder, which is made if it is not there.

    The files are `wins`, `points` and `sources`, with this ending: ``.svg`` or ``.png``.
    Raises as the single plots do.
    """
    require_matplotlib()
    _check(report)
    place = make_folder(folder)
    plots = {"wins": draw_wins, "points": draw_points, "sources": draw_sources}
    paths = []
    for name, draw in plots.items():
        paths.append(place / (name + ending))
        draw(report, paths[-1])
    return tuple(paths)


def draw_wins(report: Report, path: File) -> None:
    """Draw the win rate on each seat, for each bot, with intervals of 95 %.

    A line shows what an average seat won in the same games, those that a failure ended included. It
    is less than an even share where games ended without a winner.

    Raises `MissingExtraError` without matplotlib. Raises `ArgumentError` for what is no report, for
    another ending than ``.svg`` and ``.png``, for a file that cannot be written, and for a report
    without finished games.
    """

    def draw(axes: "Axes") -> None:
        groups = [
            (bot, [own for own in report.bots_by_seat if own.bot == bot]) for bot in report.names
        ]
        width = GROUP_WIDTH / len(groups)
        for number, (bot, summaries) in enumerate(groups):
            shift = (number - (len(groups) - 1) / 2) * width
            _bars(axes, summaries, shift, width, _label(bot))
        won = sum(own.win.value * own.entries for own in report.bots_by_seat)
        even = 100 * won / (report.games * report.players)
        label = f"an average seat ({even:.1f} %)"
        axes.axhline(even, label=label, color="0.5", linewidth=0.8, linestyle="--")
        axes.set_xticks(range(report.players), [f"seat {n}" for n in range(report.players)])
        axes.set_ylabel("wins (%)")
        axes.set_title(_title(report, "Wins by seat", report.games))
        axes.legend(frameon=False)

    _save(report, path, draw)


def draw_points(report: Report, path: File) -> None:
    """Draw how the points of each bot are distributed.

    Raises as `draw_wins` does.
    """

    def draw(axes: "Axes") -> None:
        for bot in report.names:
            counted = report.tally.of("points", bot)
            if counted:
                values = range(min(counted), max(counted) + 1)
                parts = [100 * counted[value] / counted.total() for value in values]
                axes.step(values, parts, where="mid", label=_label(bot))
        axes.set_xlabel("points")
        axes.set_ylabel("games (%)")
        axes.set_ylim(bottom=0)
        axes.set_title(_title(report, "Points", report.finished))
        axes.legend(frameon=False)

    _save(report, path, draw)


def draw_sources(report: Report, path: File) -> None:
    """Draw where the points of each bot come from, on average.

    Raises as `draw_wins` does.
    """

    def draw(axes: "Axes") -> None:
        from matplotlib import colormaps

        colours = colormaps["tab20"]
        summaries = [own for own in report.bots if own.finished]
        left = [0.0] * len(summaries)
        names = [name for name, _ in summaries[0].sources]
        for number, name in enumerate(names):
            means = [dict(own.sources)[name].mean for own in summaries]
            colour = colours(number % colours.N)
            axes.barh(range(len(summaries)), means, left=left, label=name, color=colour)
            left = [before + mean for before, mean in zip(left, means, strict=True)]
        axes.set_yticks(range(len(summaries)), [str(own.bot) for own in summaries])
        axes.invert_yaxis()
        axes.set_xlabel("points a game")
        axes.set_title(_title(report, "Where points come from", report.finished))
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))

    _save(report, path, draw)


def _bars(
    axes: "Axes", summaries: Sequence[Summary], shift: float, width: float, label: str
) -> None:
    """Draw bars of win rates with their intervals, beside those of other bots."""
    wins: list[Interval] = [own.win for own in summaries]
    places = [(own.seat or 0) + shift for own in summaries]
    below = [100 * (win.value - win.low) for win in wins]
    above = [100 * (win.high - win.value) for win in wins]
    axes.bar(places, [100 * win.value for win in wins], width, label=label)
    axes.errorbar(
        places,
        [100 * win.value for win in wins],
        yerr=[below, above],
        fmt="none",
        ecolor="0.2",
        capsize=3,
    )


def _label(bot: str) -> str:
    """Name a bot in a legend, where matplotlib leaves out what begins with `_`."""
    return f" {bot}" if bot.startswith("_") else bot


def _title(report: Report, what: str, games: int) -> str:
    return f"{what} ({counted(games, 'game')}, {report.edition})"


def _check(report: object) -> None:
    if not isinstance(report, Report):
        raise ArgumentError(f"a Report is needed, not {shown(report)}")


def _save(report: Report, path: File, draw: Callable[["Axes"], None]) -> None:
    """Draw on a new figure and write it; nothing of matplotlib's own state is touched."""
    require_matplotlib()
    target = path_of(path)
    ending = target.suffix.lower()
    if ending not in ENDINGS:
        raise ArgumentError(f"a plot goes to a file that ends in .svg or .png: {target.name!r}")
    _check(report)
    if not report.finished:
        raise ArgumentError("there is nothing to draw: no game was played to its end")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    settings: Any = dict(SETTINGS)  # matplotlib's own type lists every key it knows
    with rc_context(settings):
        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        draw(figure.subplots())
        try:
            with replacing(target) as stream:
                figure.savefig(stream, format=ending[1:], dpi=150, metadata=METADATA[ending])
        except OSError as error:
            raise ArgumentError(f"{target}: {reason_of(error)}") from None
