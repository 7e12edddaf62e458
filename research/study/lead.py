"""How early a lead decides."""

import numpy as np
from batches import PLAYERS, Study
from estimates import Cell, Line, Mean, Table
from games import ROUNDS, Games
from numpy.typing import NDArray

__all__ = ["FIRST", "leader_wins", "tables"]

FIRST = 2
"""The first round that is looked at: before it nobody has points."""


def tables(study: Study) -> dict[str, Table]:
    """Make the tables of this part, by the names of their files."""
    lines: list[Line] = []
    for number in range(FIRST, ROUNDS + 1):
        cells = [
            Cell(leader_wins(games, own, number), scale=100)
            for games in (study.self_play("policy", players) for players in PLAYERS)
            for own in (games.scores, games.chances)
        ]
        lines.append((f"{number}", *cells))
    told = ("points", "chances")
    heads = ("round", *(f"{own}, {players} players" for players in PLAYERS for own in told))
    remark = (
        "How often the one who leads when the round begins wins, in per cent of the games of"
        " `policy`: by points, or by the chances to win that the learned values see. Of several"
        " leaders, the mean."
    )
    return {"lead": Table(heads, tuple(lines), remark)}


def leader_wins(games: Games, by: NDArray[np.float64], number: int) -> Mean:
    """Estimate how often the one wins who leads when a round begins."""
    own = by[:, number - 1]
    leads = own == own.max(axis=1, keepdims=True)
    wins = (games.shares * leads).sum(axis=1) / leads.sum(axis=1)
    return Mean.of(wins.tolist(), 0.0, 1.0)
