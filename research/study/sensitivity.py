"""What hangs on the figures that nobody has confirmed, and on the edition."""

from collections.abc import Callable, Mapping
from statistics import fmean

from batches import FEW_AND_MANY, PLAYERS, Study
from estimates import Cell, Difference, Game, Line, Rate, Table, more
from variants import schemes, single_figures

from livingstone import Edition

__all__ = ["CHANGES", "tables"]


def tables(study: Study) -> dict[str, Table]:
    """Make the tables of this part, by the names of their files."""
    made = {"editions": _editions(study)}
    for players in FEW_AND_MANY:
        made[f"figures-{players}"] = _changes(study, players, single_figures())
        made[f"schemes-{players}"] = _changes(study, players, schemes())
    return made


CHANGES: dict[str, tuple[Callable[[Game], float], float, int]] = {
    "seat 0 wins more, in % of games": (lambda game: game.shares[0], 100, 1),
    "points more": (lambda game: fmean(game.points), 1, 2),
    "coins donated more": (lambda game: fmean(game.donated), 1, 2),
    "tents more": (lambda game: fmean(game.tents), 1, 2),
    "cards played more": (lambda game: fmean(game.cards), 1, 2),
}
"""What is shown of games with other figures: the mean of the seats, except for the wins."""


def _differences(games: list[Game], shipped: list[Game]) -> list[Cell]:
    return [
        Difference(
            more(map(value, games), map(value, shipped), 1.0 if scale == 100 else float("inf")),
            scale=scale,
            digits=digits,
        )
        for value, scale, digits in CHANGES.values()
    ]


def _changes(study: Study, players: int, variants: Mapping[str, Edition]) -> Table:
    shipped = study.self_play(players)
    batches = {name: study.figures(name, own, players) for name, own in variants.items()}
    lines: list[Line] = [(name, *_differences(games, shipped)) for name, games in batches.items()]
    deals = min(map(len, batches.values()))
    means = (
        f"{fmean(value(game) for game in shipped[:deals]) * scale:.1f}"
        for value, scale, _ in CHANGES.values()
    )
    remark = (
        f"{players} players, {deals} games in each line, compared with the shipped figures on the"
        f" same deals. There, in the same order: {', '.join(means)}."
    )
    return Table(("figure", *CHANGES), tuple(lines), remark)


def _editions(study: Study) -> Table:
    lines: list[Line] = []
    for players in PLAYERS:
        printed, online = study.self_play(players), study.online(players)
        pairs = list(zip(printed, online, strict=False))
        same = Rate(sum(one.shares == other.shares for one, other in pairs), len(pairs))
        nobody = more(
            (not any(g.shares) for g in online), (not any(g.shares) for g in printed), 1.0
        )
        cells = [*_differences(online, printed), Difference(nobody, scale=100)]
        lines.append((f"{players}", Cell(same, scale=100), *cells))
    heads = ("players", "same winners, in %", *CHANGES, "nobody wins more, in % of games")
    remark = (
        f"`bga` compared with `printed`; {len(study.online(2))} deals in each line, each played by"
        " both. Points, coins, tents and cards: mean of the seats."
    )
    return Table(heads, tuple(lines), remark)
