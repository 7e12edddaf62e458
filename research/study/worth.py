"""What dice, rows, columns, cards and actions are worth: players with and without each of them."""

from math import inf

from batches import FAST, FEW_AND_MANY, HABITS, PLAYERS, WITH_HABIT, Study, of_one
from estimates import Difference, Line, Mean, Table, more

__all__ = ["gain", "tables"]


def tables(study: Study) -> dict[str, Table]:
    """Make the tables of this part, by the names of their files."""
    return {
        "wins": _worth(study, 0, "More wins with it, in per cent of the games.", 100),
        "points": _worth(study, 1, "More points with it.", 1),
    }


def gain(study: Study, habit: str, brain: str, players: int) -> tuple[Mean, Mean]:
    """Estimate what a player wins more, and has more points, than one with a habit in its place."""
    all_alike = study.self_play(brain, players)
    games = study.habit(habit, brain, players)
    wins = more(all_alike.shares.mean(axis=1).tolist(), of_one(games.shares), 1.0)
    return wins, more(all_alike.points.mean(axis=1).tolist(), of_one(games.points), inf)


def _worth(study: Study, which: int, what: str, scale: float) -> Table:
    columns = [
        (brain, players)
        for brain in FAST[::-1]
        for players in (PLAYERS if brain == "policy" else FEW_AND_MANY)
    ]
    lines: list[Line] = []
    for kind, habits in HABITS.items():
        for habit, name in habits.items():
            cells = (
                Difference(gain(study, habit, *column)[which], scale=scale) for column in columns
            )
            lines.append((kind, name, *cells))
    heads = ("kind", "without", *(f"`{brain}`, {players} players" for brain, players in columns))
    deals = ", ".join(f"{WITH_HABIT[players] * study.deals}" for players in PLAYERS)
    remark = (
        f"{what} The player compared with one that does without, in each seat of the same deals,"
        f" against players that do not: {deals} deals with two to five players."
    )
    return Table(heads, tuple(lines), remark)
