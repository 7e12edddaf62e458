"""The plots of the ladder, as SVG; the same results give the same bytes."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from livingstone.simulation import Interval

SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "livingstone",
    "svg.fonttype": "none",
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
WIDTH = 4.6
"""In inches, so that the letters can still be read on a phone."""
MILLISECONDS = (1, 3, 10, 30, 100)
"""The marks of the axis."""


def draw_ratings(ratings: Mapping[str, Mapping[int, Mapping[str, Interval]]], file: Path) -> None:
    """Draw by edition and number of players how strong each bot is."""
    with rc_context(SETTINGS):
        figure = Figure(figsize=(WIDTH, 7.4), layout="constrained")
        axes = figure.subplots(len(ratings), 1, sharex=True, squeeze=False)[:, 0]
        for own, (edition, by_players) in zip(axes, ratings.items(), strict=True):
            for number, (players, bots) in enumerate(by_players.items()):
                places = [place + 0.18 * number - 0.27 for place in range(len(bots))]
                label = f"{players} players"
                _points(own, places, list(bots.values()), label, flat=True)
            own.axvline(0, color="0.5", linewidth=0.8, linestyle="--")
            own.set_yticks(range(len(bots)), [bot.removeprefix("learned:level=") for bot in bots])
            own.set_title(edition)
            own.invert_yaxis()
        axes[-1].set_xlabel("stronger than greedy (Elo)")
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper center", ncols=2, frameon=False)
        _save(figure, file)


def draw_strength(curves: Mapping[int, Sequence[tuple[int, float, Interval]]], file: Path) -> None:
    """Draw for numbers of players the tries, the milliseconds of a choice, and the strength."""
    with rc_context(SETTINGS):
        figure = Figure(figsize=(WIDTH, 5.2), layout="constrained")
        axes = figure.subplots(len(curves), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        for own, (players, curve) in zip(axes, curves.items(), strict=True):
            times = [milliseconds for _, milliseconds, _ in curve]
            _points(own, times, [found for _, _, found in curve])
            own.set_xscale("log")
            own.set_xticks(MILLISECONDS, list(map(str, MILLISECONDS)))
            own.minorticks_off()
            own.margins(0.08, 0.12)
            own.set_title(f"{players} players")
            for tries, milliseconds, found in curve:
                place = (milliseconds, found.high)
                own.annotate(str(tries), place, (0, 3), textcoords="offset points", ha="center")
        axes[-1].set_xlabel("milliseconds a choice")
        figure.supylabel("stronger than without tries (Elo)", fontsize="medium")
        _save(figure, file)


def draw_learning(log: Sequence[Mapping[str, Any]], file: Path) -> None:
    """Draw what the networks of each round won against those before."""
    matches = [entry for entry in log if "share" in entry]
    numbers = sorted({entry["players"] for entry in matches})
    with rc_context(SETTINGS):
        figure = Figure(figsize=(WIDTH, 4.4), layout="constrained")
        axes = figure.subplots(2, 2).flat
        for own, players in zip(axes, numbers, strict=False):
            rounds = [entry for entry in matches if entry["players"] == players]
            shares = [100 * entry["share"] for entry in rounds]
            errors = [100 * entry["half_interval"] for entry in rounds]
            places = [entry["round"] for entry in rounds]
            own.errorbar(places, shares, yerr=errors, fmt="o", markersize=4, capsize=3)
            own.axhline(100 / players, color="0.5", linewidth=0.8, linestyle="--")
            own.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
            own.set_xlim(min(places) - 0.5, max(places) + 0.5)
            own.set_title(f"{players} players")
            own.set_xlabel("round")
        figure.supylabel("wins (%)", fontsize="medium")
        _save(figure, file)


def _points(
    axes: Axes,
    places: Sequence[float],
    found: Sequence[Interval],
    label: str | None = None,
    *,
    flat: bool = False,
) -> None:
    """Draw points with their intervals, along the other axis if they are flat."""
    values = [one.value for one in found]
    errors = [[one.value - one.low for one in found], [one.high - one.value for one in found]]
    if flat:
        axes.errorbar(values, places, xerr=errors, fmt="o", markersize=3, capsize=2, label=label)
    else:
        axes.errorbar(places, values, yerr=errors, fmt="o-", markersize=4, capsize=3, label=label)


def _save(figure: Figure, file: Path) -> None:
    figure.savefig(file, metadata={"Date": None, "Creator": None})
