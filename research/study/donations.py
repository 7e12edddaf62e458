"""The race of donations: what it takes, what players put by, and how often it decides."""

from collections.abc import Mapping
from itertools import product

import numpy as np
from batches import PLAYERS, Study
from estimates import Cell, Line, Mean, Rate, Table, mean_of, ratio
from games import BRAINS, ROUNDS, Games

from livingstone import Edition, load_edition

__all__ = ["WIDTH", "by_amount", "tables"]

WIDTH = 5
"""So many neighbouring sums make a group of donations."""
SHOWN = (3, 5, 7, 9, 10)
"""Rounds at whose beginning coins are counted."""


def tables(study: Study) -> dict[str, Table]:
    """Make the tables of this part, by the names of their files."""
    return {"threshold": _threshold(), "coins": _coins(study), "out": _out(study)}


def by_amount(games: Games) -> Mapping[int, tuple[int, Mean]]:
    """Group seats by what they donated: for each least sum, games with such seats, and wins."""
    groups = (games.donated // WIDTH).astype(int)
    found = {}
    for group in np.unique(groups):
        own = groups == group
        count = own.sum(axis=1)
        wins = np.where(own, games.shares, 0.0).sum(axis=1)
        found[int(group) * WIDTH] = int((count > 0).sum()), ratio(wins, count, 1.0)
    return found


def _coins(study: Study) -> Table:
    lines: list[Line] = []
    for players in PLAYERS:
        for brain in BRAINS:
            games = study.self_play(brain, players)
            kept = [Cell(mean_of(games.purses[:, number - 1])) for number in SHOWN]
            before = Cell(mean_of(games.chests[:, ROUNDS - 1]))
            won = ratio((games.donated * games.shares).sum(axis=1), games.shares.sum(axis=1))
            ends = (Cell(mean_of(games.donated)), Cell(won))
            lines.append((f"`{brain}`", f"{players}", *kept, before, *ends))
    heads = (
        *("player", "players", *(f"purse, round {number}" for number in SHOWN)),
        *(f"chest, round {ROUNDS}", "chest, at the end", "the same, of winners"),
    )
    remark = "Coins, when the round begins: mean of the seats."
    return Table(heads, tuple(lines), remark)


def _out(study: Study) -> Table:
    lines: list[Line] = []
    for players in PLAYERS:
        for brain in BRAINS:
            games = study.self_play(brain, players)
            order = games.points + games.donated / 1000
            is_first = order == order.max(axis=1, keepdims=True)
            happened = (
                games.out.any(axis=1),
                games.out.all(axis=1),
                (games.out & is_first).any(axis=1),
            )
            rates = (Rate(int(own.sum()), len(games.out)) for own in happened)
            cells = (Cell(rate, scale=100) for rate in rates)
            lines.append((f"`{brain}`", f"{players}", *cells))
    heads = (
        *("player", "players", "somebody is out, in %", "all are out, in %"),
        "who would have won without the rule is out, in %",
    )
    remark = (
        "Points are those collected; of equal points, those who donated more come first, as in"
        " R8.5."
    )
    return Table(heads, tuple(lines), remark)


def _threshold() -> Table:
    edition = load_edition("printed")
    dice = edition.board.dice
    sums = range(dice.donation, dice.donation * dice.sides + 1, 2)
    lines = tuple((f"{coins}", f"{100 * _chance_to_be_out(edition, coins):.1f}") for coins in sums)
    remark = "Computed from all rolls, so without an interval."
    return Table(("coins donated", "out, in %"), lines, remark)


def _chance_to_be_out(edition: Edition, coins: int) -> float:
    """Compute how likely the roll at the end of a game of two is higher (R9.2)."""
    dice = edition.board.dice
    rolls = list(product(range(1, dice.sides + 1), repeat=dice.donation))
    return sum(sum(roll) > coins for roll in rolls) / len(rolls)
