"""What hangs on the figures that nobody has confirmed."""

from collections.abc import Iterable

from batches import FEW_AND_MANY, Study
from estimates import Line, Table
from seats import CHANGES, differences
from variants import schemes, single_figures

__all__ = ["tables"]


def tables(study: Study) -> dict[str, Table]:
    """Make the tables of this part, by the names of their files."""
    return {
        f"{name}-{players}": _changes(study, players, variants)
        for players in FEW_AND_MANY
        for name, variants in (("figures", single_figures()), ("schemes", schemes()))
    }


def _changes(study: Study, players: int, variants: Iterable[str]) -> Table:
    lines: list[Line] = []
    for name in variants:
        cells = {
            brain: differences(study.figures(name, brain, players), study.self_play(brain, players))
            for brain in ("policy", "greedy")
        }
        lines.append((name, *cells["policy"], cells["greedy"][0], cells["greedy"][2]))
    deals = len(study.figures(next(iter(variants)), "policy", players).shares)
    heads = [*CHANGES]
    return Table(
        ("figure", *heads, f"`greedy`: {heads[0]}", f"`greedy`: {heads[2]}"),
        tuple(lines),
        f"`policy` and, last, `greedy` with {players} players, {deals} games in each line,"
        " compared with the shipped figures on the same deals.",
    )
