"""The plots of the study, as SVG; the same results give the same bytes."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from batches import FAST, FEW_AND_MANY, HABITS, PLAYERS, Study
from donations import WIDTH, by_amount
from estimates import more
from games import BRAINS, GROUPS, PARTS, ROUNDS, USES
from lead import FIRST, leader_wins
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from seats import advantage
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
        for number, brain in enumerate(BRAINS):
            games = study.seats(brain, players)
            wins = [advantage(games, seat).interval(confidence) for seat in range(players)]
            places = [seat + 0.2 * number - 0.2 for seat in range(players)]
            _upright(own, places, wins, brain)
        own.axhline(0, color="0.5", linewidth=0.8, linestyle="--")
        own.set_xticks(range(players))
        own.set_xlabel("seat")
        own.set_title(f"{players} players")
    _explain(figure, axes[0])
    return figure


def _donations(study: Study, confidence: float) -> Figure:
    figure, axes = _panels(len(PLAYERS), "wins (%)")
    for players, own in zip(PLAYERS, axes, strict=True):
        for number, brain in enumerate(FAST):
            games = study.self_play(brain, players)
            wins = {
                least + WIDTH / 2 + number - 1: mean.interval(confidence)
                for least, (count, mean) in by_amount(games).items()
                if count >= FEWEST
            }
            _upright(own, list(wins), list(wins.values()), brain)
        own.axhline(100 / players, color="0.5", linewidth=0.8, linestyle="--")
        own.set_xlabel("coins donated")
        own.set_title(f"{players} players")
        own.set_ylim(bottom=0)
    _explain(figure, axes[0])
    return figure


def _lead(study: Study, confidence: float) -> Figure:
    figure, axes = _panels(len(PLAYERS), "the leader wins (%)")
    rounds = range(FIRST, ROUNDS + 1)
    for players, own in zip(PLAYERS, axes, strict=True):
        policy, greedy = (study.self_play(brain, players) for brain in ("policy", "greedy"))
        for lower, name, games, by in (
            (-0.25, "policy, by points", policy, policy.scores),
            (0.0, "policy, by chances", policy, policy.chances),
            (0.25, "greedy, by points", greedy, greedy.scores),
        ):
            wins = [leader_wins(games, by, number).interval(confidence) for number in rounds]
            _upright(own, [number + lower for number in rounds], wins, name)
        own.axhline(100 / players, color="0.5", linewidth=0.8, linestyle="--")
        own.set_xlabel("round")
        own.set_title(f"{players} players")
        own.set_ylim(0, 100)
    _explain(figure, axes[0])
    return figure


def _uses(study: Study, _: float) -> Figure:
    figure = Figure(figsize=(7.0, 5.0), layout="constrained")
    panels = figure.subplots(2, 2, sharex=True, sharey=True).flat
    bars = [
        die + (part - 1) * 0.28 for die in range(1, GROUPS[0] + 1) for part in range(len(PARTS))
    ]
    for players, axes in zip(PLAYERS, panels, strict=True):
        counts = study.self_play("policy", players).uses.sum(axis=(0, 3)).reshape(-1, len(USES))
        shares = 100 * counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        below = np.zeros(len(bars))
        for use, name in enumerate(USES):
            axes.bar(bars, shares[:, use], 0.26, below, label=name)
            below += shares[:, use]
        axes.set_title(f"{players} players")
        axes.set_xticks(range(1, GROUPS[0] + 1))
    figure.supxlabel("die; from left to right columns " + ", ".join(PARTS))
    figure.supylabel("uses (%)")
    _explain(figure, axes)
    return figure


def _worth(study: Study, confidence: float) -> Figure:
    figure = Figure(figsize=(7.0, 7.5), layout="constrained")
    kinds = [kind for kind in HABITS if kind != "action"]
    for axes, kind in zip(figure.subplots(2, 2).flat, kinds, strict=True):
        names = [name.strip("`") for name in HABITS[kind].values()]
        for number, (brain, players) in enumerate((("policy", 2), ("policy", 4), ("greedy", 2))):
            wins = [
                gain(study, habit, brain, players)[0].interval(confidence) for habit in HABITS[kind]
            ]
            _flat(axes, names, wins, 100, f"{brain}, {players} players", 0.22 * number - 0.22)
        axes.set_xlabel("more wins with it (% of games)")
        axes.set_ylabel(kind)
        axes.invert_yaxis()
    _explain(figure, axes)
    return figure


def _sensitivity(study: Study, confidence: float) -> Figure:
    variants = single_figures()
    figure = Figure(figsize=(7.0, 6.5), layout="constrained")
    axes = figure.subplots(1, len(FEW_AND_MANY), sharey=True)
    for players, own in zip(FEW_AND_MANY, axes, strict=True):
        for number, brain in enumerate(("policy", "greedy")):
            shipped = study.self_play(brain, players).points.mean(axis=1).tolist()
            points = [
                more(study.figures(name, brain, players).points.mean(axis=1).tolist(), shipped)
                for name in variants
            ]
            names = [name.replace("`", "") for name in variants]
            found = [mean.interval(confidence) for mean in points]
            _flat(own, names, found, 1, brain, 0.24 * number - 0.12)
        own.set_title(f"{players} players")
        own.set_xlabel("more points of a seat")
    axes[0].invert_yaxis()
    _explain(figure, axes[0])
    return figure


PLOTS: dict[str, Callable[[Study, float], Figure]] = {
    "seats": _seats,
    "donations": _donations,
    "lead": _lead,
    "uses": _uses,
    "worth": _worth,
    "sensitivity": _sensitivity,
}
"""By the names of their files."""


def _panels(count: int, label: str) -> tuple[Figure, Sequence[Axes]]:
    figure = Figure(figsize=(7.0, 2.9), layout="constrained")
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


def _flat(
    axes: Axes, names: list[str], differences: Sequence[Interval], scale: float, label: str,
    lower: float,
) -> None:  # fmt: skip
    """Draw differences as points with their intervals, one below the other, each a little lower."""
    errors = _errors(differences, scale)
    places = range(len(names))
    axes.errorbar(
        [scale * own.value for own in differences], [place + lower for place in places],
        xerr=errors, fmt="o", markersize=3, capsize=2, label=label,
    )  # fmt: skip
    axes.axvline(0, color="0.5", linewidth=0.8, linestyle="--")
    axes.set_yticks(places, names)


def _explain(figure: Figure, axes: Axes) -> None:
    """Put the legend of one panel above all of them, where it covers nothing."""
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=len(labels), frameon=False)


def _errors(intervals: Sequence[Interval], scale: float) -> tuple[list[float], list[float]]:
    below = [scale * (own.value - own.low) for own in intervals]
    above = [scale * (own.high - own.value) for own in intervals]
    return below, above
