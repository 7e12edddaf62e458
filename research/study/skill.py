"""Skill against luck: how much of a result depends on who plays, and how much on the deal."""

from statistics import fmean

from batches import CONTESTS, Study
from estimates import Cell, Difference, Line, Mean, Rate, Table

__all__ = ["tables"]


def tables(study: Study) -> dict[str, Table]:
    """Make the tables of this part, by the names of their files."""
    return {"skill": _skill(study), "luck": _luck(study)}


def _skill(study: Study) -> Table:
    lines: list[Line] = []
    for stronger, weaker, numbers in CONTESTS:
        for players in numbers:
            deals = study.contest(stronger, weaker, players)
            wins, more, points = [], [], []
            for deal in deals:
                wins.append(fmean(game.shares[seat] for seat, game in enumerate(deal)))
                even = fmean(sum(game.shares) / players for game in deal)
                more.append(wins[-1] - even)
                others = (sum(game.points) - game.points[seat] for seat, game in enumerate(deal))
                own = fmean(game.points[seat] for seat, game in enumerate(deal))
                points.append(own - fmean(others) / (players - 1))
            cells = (
                Cell(Mean.of(wins, 0.0, 1.0), scale=100),
                Difference(Mean.of(more, -1.0, 1.0), scale=100),
                Difference(Mean.of(points), digits=2),
            )
            lines.append((f"`{stronger}`", f"`{weaker}`", f"{players}", f"{len(deals)}", *cells))
    heads = (
        *("one bot", "against", "players", "deals", "wins, in %"),
        *("more than an even share, in %", "more points than the others"),
    )
    remark = (
        "One bot against as many of the other as there are other seats; each deal from each seat."
    )
    return Table(heads, tuple(lines), remark)


def _luck(study: Study) -> Table:
    lines: list[Line] = []
    for stronger, weaker, _ in CONTESTS:
        deals = study.contest(stronger, weaker, 2)
        whole = [deal for deal in deals if all(max(game.shares) == 1 for game in deal)]
        by_bot = [(deal[0].shares[0] == 1, deal[1].shares[1] == 1) for deal in whole]
        kinds = [(True, True), (False, False)]
        counts = [sum(own == kind for own in by_bot) for kind in kinds]
        counts.append(len(whole) - sum(counts))
        cells = (Cell(Rate(count, len(whole)), scale=100) for count in counts)
        lines.append((f"`{stronger}`", f"`{weaker}`", f"{len(whole)}", *cells))
    heads = (
        *("one bot", "against", "deals"),
        *("it wins from both seats, in %", "the other does, in %", "one seat wins twice, in %"),
    )
    remark = "Two players; only deals of which both games have exactly one winner."
    return Table(heads, tuple(lines), remark)
