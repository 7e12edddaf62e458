"""Skill against luck: how much of a result is chance, of which kind, and how much is who plays."""

import numpy as np
from batches import CONTESTS, FAST, PLAYERS, Study, of_one
from estimates import Cell, Difference, Line, Mean, Rate, Table, ratio
from games import KINDS

__all__ = ["tables"]


def tables(study: Study) -> dict[str, Table]:
    """Make the tables of this part, by the names of their files."""
    return {"luck": _luck(study), "skill": _skill(study), "twice": _twice(study)}


def _luck(study: Study) -> Table:
    lines: list[Line] = []
    for players in PLAYERS:
        for brain in FAST:
            games = study.self_play(brain, players)
            apart = games.shares - games.shares.mean(axis=0)
            total = (apart**2).sum(axis=1)
            by_kind = games.explained
            parts = [*by_kind.T, total - by_kind.sum(axis=1)]
            cells = [Cell(ratio(part, total), scale=100) if part.any() else "" for part in parts]
            lines.append((f"`{brain}`", f"{players}", *cells))
    heads = ("player", "players", *(f"{kind}, in %" for kind in KINDS), "the rest, in %")
    remark = "Parts of the variance of the shares of the win, all seats together."
    return Table(heads, tuple(lines), remark)


def _skill(study: Study) -> Table:
    lines: list[Line] = []
    for stronger, weaker in CONTESTS:
        for players in PLAYERS:
            games = study.contest(stronger, weaker, players)
            wins = of_one(games.shares)
            points = of_one(games.points)
            even = of_one(np.repeat(games.shares.mean(axis=1, keepdims=True), players, axis=1))
            mean = of_one(np.repeat(games.points.mean(axis=1, keepdims=True), players, axis=1))
            more = [own - all_alike for own, all_alike in zip(wins, even, strict=True)]
            ahead = [
                (own - all_alike) * players / (players - 1)
                for own, all_alike in zip(points, mean, strict=True)
            ]
            cells = (
                Cell(Mean.of(wins, 0.0, 1.0), scale=100),
                Difference(Mean.of(more, -1.0, 1.0), scale=100),
                Difference(Mean.of(ahead), digits=2),
            )
            lines.append((f"`{stronger}`", f"{players}", f"`{weaker}`", f"{len(wins)}", *cells))
    heads = (
        *("one player", "players", "against", "deals", "wins, in %"),
        *("more than an even share, in %", "more points than the others"),
    )
    remark = (
        "One player against as many of the other as there are other seats; each deal from each"
        " seat."
    )
    return Table(heads, tuple(lines), remark)


def _twice(study: Study) -> Table:
    lines: list[Line] = []
    for stronger, weaker in CONTESTS:
        wins = study.contest(stronger, weaker, 2).shares.reshape(-1, 2, 2)
        whole = wins[(wins.max(axis=2) == 1).all(axis=1)]
        ones = whole[:, [0, 1], [0, 1]].sum(axis=1)
        counts = ((ones == 2).sum(), (ones == 0).sum(), (ones == 1).sum())
        cells = (Cell(Rate(int(count), len(whole)), scale=100) for count in counts)
        lines.append((f"`{stronger}`", f"`{weaker}`", f"{len(whole)}", *cells))
    heads = (
        *("one player", "against", "deals"),
        *("it wins from both seats, in %", "the other does, in %", "one seat wins twice, in %"),
    )
    remark = "Two players; only deals of which both games have exactly one winner."
    return Table(heads, tuple(lines), remark)
