"""Which die is taken for what, by the part of the game and by the purse."""

import numpy as np
from batches import FEW_AND_MANY, Study
from estimates import Cell, Line, Mean, Table, ratio
from games import GROUPS, PARTS, PURSES, USES
from numpy.typing import NDArray

__all__ = ["share_of_uses", "tables"]

BRAIN = "policy"


def tables(study: Study) -> dict[str, Table]:
    """Make the tables of this part, by the names of their files."""
    return {
        f"{name}-{players}": _uses(study, players, names, head, axis)
        for players in FEW_AND_MANY
        for name, names, head, axis in (
            ("uses", PARTS, "column", 3),
            ("purses", PURSES, "coins in the purse", 2),
        )
    }


def share_of_uses(uses: NDArray[np.int64], die: int, group: int, use: int) -> Mean:
    """Estimate the share of a use; `uses` are by game, die, group and use."""
    own = uses[:, die, group]
    return ratio(own[:, use].astype(float), own.sum(axis=1).astype(float), 1.0)


def _uses(study: Study, players: int, names: tuple[str, ...], head: str, axis: int) -> Table:
    """Make a table; the groups on the axis of the counts are added up."""
    uses = study.self_play(BRAIN, players).uses.sum(axis=axis)
    lines: list[Line] = []
    for die in range(GROUPS[0]):
        for group, name in enumerate(names):
            count = uses[:, die, group].sum()
            if count:
                shares = [share_of_uses(uses, die, group, use) for use in range(len(USES))]
                cells = (Cell(share, scale=100, digits=0) for share in shares)
                lines.append((f"{die + 1}", name, f"{count}", *cells))
    heads = ("die", head, "dice", *(f"{use}, in %" for use in USES))
    return Table(heads, tuple(lines), f"`{BRAIN}` with {players} players.")
