"""The plots of the study, as SVG; the same results give the same bytes."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from batches import FEW_AND_MANY, PLAYERS, Study
from donations import WIDTH, by_amount
from estimates import mean_by_game, more
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from seats import advantage
from study_bots import CARDS, COLUMNS, DICE, ROWS, SAVERS
from variants import single_figures
from worth import gain

from livingstone.simulation import Interval

__all__ = ["draw_plots"]

SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "livingstone",
    "svg.fonttype": "none",
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
FEWEST = 50
"""Groups of fewer games are not drawn: their intervals would hide the others."""


def draw_plots(study: Study, confidence: float, folder: Path) -> None:
    """Draw all plots into a folder, with intervals of this confidence."""
    with rc_context(SETTINGS):
        for name, draw in PLOTS.items():
            figure = draw(study, confidence)
            figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None})


def _seats(study: Study, confidence: float) -> Figure:
    figure, axes = _panels(len(PLAYERS), "wins more (% of games)")
    for players, own in zip(PLAYERS, axes, strict=True):
        batches = {
            "all columns": study.self_play(players),
            "one column less": study.shorter(players),
        }
        for number, (label, games) in enumerate(batches.items()):
            wins = [advantage(games, seat).interval(confidence) for seat in range(players)]
            places = [seat + 0.24 * number - 0.12 for seat in range(players)]
            _upright(own, places, wins, label)
        own.axhline(0, color="0.5", linewidth=0.8, linestyle="--")
        own.set_xticks(range(players))
        own.set_xlabel("seat")
        own.set_title(f"{players} players")
    axes[0].legend(frameon=False, loc="best")
    return figure


def _donations(study: Study, confidence: float) -> Figure:
    figure, axes = _panels(len(PLAYERS), "wins (%)")
    for players, own in zip(PLAYERS, axes, strict=True):
        games = study.self_play(players)
        groups = by_amount(games)
        wins = {
            least + (WIDTH - 1) / 2: mean_by_game(
                [[game.shares[seat] for seat in seats] for game, seats in group], 1.0
            ).interval(confidence)
            for least, group in groups.items()
            if len(group) >= FEWEST
        }
        _upright(own, list(wins), list(wins.values()))
        average = 100 * fmean([sum(game.shares) for game in games]) / players
        own.axhline(average, color="0.5", linewidth=0.8, linestyle="--")
        own.set_xlabel("coins donated")
        own.set_title(f"{players} players")
        own.set_ylim(bottom=0)
    return figure


def _worth(study: Study, confidence: float) -> Figure:
    parts: Mapping[str, Mapping[str, str]] = {
        "die": DICE,
        "row": ROWS,
        "column": COLUMNS,
        "card": CARDS,
    }
    figure = Figure(figsize=(7.0, 5.6), layout="constrained")
    for axes, (part, bots) in zip(figure.subplots(2, 2).flat, parts.items(), strict=True):
        points = [gain(study, bot, 2)[1].interval(confidence) for bot in bots]
        _flat(axes, list(bots.values()), points, 1)
        axes.set_xlabel("more points with it")
        axes.set_ylabel(part)
        axes.invert_yaxis()
    return figure


def _savers(study: Study, confidence: float) -> Figure:
    figure = Figure(figsize=(7.0, 2.6), layout="constrained")
    axes = figure.subplots(1, len(FEW_AND_MANY), sharey=True)
    for players, own in zip(FEW_AND_MANY, axes, strict=True):
        wins = [gain(study, bot, players)[0].interval(confidence) for bot in SAVERS]
        more_wins = [Interval(-one.value, -one.high, -one.low) for one in wins]
        _flat(own, list(SAVERS.values()), more_wins, 100)
        own.set_title(f"{players} players")
        own.set_xlabel("more wins (%)")
    axes[0].invert_yaxis()
    return figure


def _sensitivity(study: Study, confidence: float) -> Figure:
    variants = single_figures()
    figure = Figure(figsize=(7.0, 5.6), layout="constrained")
    axes = figure.subplots(1, len(FEW_AND_MANY), sharey=True)
    for players, own in zip(FEW_AND_MANY, axes, strict=True):
        shipped = [sum(game.points) / players for game in study.self_play(players)]
        points = []
        for name, edition in variants.items():
            games = study.figures(name, edition, players)
            changed = [sum(game.points) / players for game in games]
            points.append(more(changed, shipped).interval(confidence))
        _flat(own, [name.replace("`", "") for name in variants], points, 1)
        own.set_title(f"{players} players")
        own.set_xlabel("more points of a seat")
    axes[0].invert_yaxis()
    return figure


PLOTS: dict[str, Callable[[Study, float], Figure]] = {
    "seats": _seats,
    "donations": _donations,
    "worth": _worth,
    "savers": _savers,
    "sensitivity": _sensitivity,
}
"""By the names of their files."""


def _panels(count: int, label: str) -> tuple[Figure, Sequence[Axes]]:
    figure = Figure(figsize=(7.0, 2.6), layout="constrained")
    axes: Sequence[Axes] = figure.subplots(1, count)
    axes[0].set_ylabel(label)
    return figure, axes


def _upright(
    axes: Axes, places: Sequence[float], rates: Sequence[Interval], label: str | None = None
) -> None:
    """Draw rates as points with their intervals."""
    below, above = _errors(rates, 100)
    values = [100 * rate.value for rate in rates]
    axes.errorbar(
        places, values, yerr=(below, above), fmt="o", markersize=4, capsize=3, label=label
    )


def _flat(axes: Axes, names: list[str], differences: Sequence[Interval], scale: float) -> None:
    """Draw differences as points with their intervals, one below the other."""
    errors = _errors(differences, scale)
    values = [scale * own.value for own in differences]
    axes.errorbar(values, range(len(names)), xerr=errors, fmt="o", markersize=4, capsize=3)
    axes.axvline(0, color="0.5", linewidth=0.8, linestyle="--")
    axes.set_yticks(range(len(names)), names)


def _errors(intervals: Sequence[Interval], scale: float) -> tuple[list[float], list[float]]:
    below = [scale * (own.value - own.low) for own in intervals]
    above = [scale * (own.high - own.value) for own in intervals]
    return below, above
