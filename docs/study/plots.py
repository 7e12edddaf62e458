"""The plots of the study, as SVG; the same results give the same bytes."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from batches import PLAYERS, SENSITIVITY_PLAYERS, Study, load_variants
from estimates import by_amount, negative, paired, share
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from study_bots import CARDS, SAVERS
from tables import WIDTH

from livingstone.simulation import Interval

__all__ = ["draw_plots"]

SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "livingstone",
    "svg.fonttype": "none",
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
FEWEST = 20
"""Groups of fewer seats are not drawn: their intervals would hide the others."""


def draw_plots(study: Study, folder: Path) -> None:
    """Draw all plots into a folder."""
    with rc_context(SETTINGS):
        for name, draw in PLOTS.items():
            figure = draw(study)
            figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None})


def _seats(study: Study) -> Figure:
    figure, axes = _panels(len(PLAYERS), "wins (%)")
    for players, own in zip(PLAYERS, axes, strict=True):
        batches = {
            "all columns": study.self_play(players),
            "one column less": study.shorter(players),
        }
        for number, (label, games) in enumerate(batches.items()):
            wins = [seat.win for seat in games.report.seats]
            places = [seat + 0.24 * number - 0.12 for seat in range(players)]
            _upright(own, places, wins, label)
        own.set_xticks(range(players))
        own.set_xlabel("seat")
        own.set_title(f"{players} players")
        own.set_ylim(bottom=0)
    axes[0].legend(frameon=False, loc="lower left")
    return figure


def _donations(study: Study) -> Figure:
    figure, axes = _panels(len(PLAYERS), "wins (%)")
    for players, own in zip(PLAYERS, axes, strict=True):
        groups = by_amount(study.self_play(players).report.donations, WIDTH)
        drawn = [(name, win) for name, count, _, win in groups if count >= FEWEST]
        places = [int(name.split()[0]) + (WIDTH - 1) / 2 for name, _ in drawn]
        _upright(own, places, [win for _, win in drawn])
        own.axhline(100 / players, color="0.5", linewidth=0.8, linestyle="--")
        own.set_xlabel("coins donated")
        own.set_title(f"{players} players")
        own.set_ylim(bottom=0)
    return figure


def _cards(study: Study) -> Figure:
    compared = {card: study.card(card) for card in CARDS} | {"drawing at all": study.drawing()}
    figure = Figure(figsize=(7.0, 3.2), layout="constrained")
    wins, points = figure.subplots(1, 2, sharey=True)
    _flat(wins, list(compared), [own.more_wins for own in compared.values()], 100)
    _flat(points, list(compared), [own.more_points for own in compared.values()], 1)
    wins.set_xlabel("more wins (% of games)")
    points.set_xlabel("more points")
    wins.invert_yaxis()
    return figure


def _savers(study: Study) -> Figure:
    figure = Figure(figsize=(7.0, 2.6), layout="constrained")
    axes = figure.subplots(1, len(PLAYERS), sharey=True)
    for players, own in zip(PLAYERS, axes, strict=True):
        more = [negative(study.saving(bot, players).more_wins) for bot in SAVERS]
        _flat(own, list(SAVERS.values()), more, 100)
        own.set_title(f"{players} players")
        own.set_xlabel("more wins (%)")
    axes[0].invert_yaxis()
    return figure


def _sensitivity(study: Study) -> Figure:
    variants = load_variants()
    figure = Figure(figsize=(7.0, 3.2), layout="constrained")
    axes = figure.subplots(1, len(SENSITIVITY_PLAYERS), sharey=True)
    for players, own in zip(SENSITIVITY_PLAYERS, axes, strict=True):
        shipped = study.self_play(players)
        more = [
            paired(study.variant(name, edition, players).rows(), shipped.rows(), share)
            for name, edition in variants.items()
        ]
        _flat(own, list(variants), more, 100)
        own.set_title(f"{players} players")
        own.set_xlabel("more wins of seat 0 (% of games)")
    axes[0].invert_yaxis()
    return figure


PLOTS: dict[str, Callable[[Study], Figure]] = {
    "seats": _seats,
    "donations": _donations,
    "cards": _cards,
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
