"""Who wins by seat, how long games are, and what the other edition changes."""

from collections.abc import Callable, Iterator
from math import inf

import numpy as np
from batches import FAST, PLAYERS, Study
from estimates import Cell, Difference, Line, Mean, Rate, Table, mean_of, more
from games import BRAINS, ROUNDS, Games
from numpy.typing import NDArray

__all__ = ["CHANGES", "advantage", "differences", "tables"]


def tables(study: Study) -> dict[str, Table]:
    """Make the tables of this part, by the names of their files."""
    return {"seats": _seats(study), "length": _length(study), "editions": _editions(study)}


def advantage(games: Games, seat: int | None) -> Mean:
    """Estimate how much more of the wins a seat has than an average one, from -1 to 1.

    None is the seat that starts the last round.
    """
    count, players = games.shares.shape
    seats = (games.rounds - 1) % players if seat is None else np.full(count, seat)
    own = games.shares[np.arange(count), seats]
    return Mean.of((own - games.shares.mean(axis=1)).tolist(), -1.0, 1.0)


def _seats(study: Study) -> Table:
    lines: list[Line] = []
    for name, players, games in _batches(study.seats):
        cells: list[str | Cell] = [
            Difference(advantage(games, seat), scale=100) for seat in range(players)
        ]
        cells += [""] * (max(PLAYERS) - players)
        even = f"{100 * games.shares.mean():.1f}"
        last = Difference(advantage(games, None), scale=100)
        nobody = Rate(int((games.shares.sum(axis=1) == 0).sum()), len(games.shares))
        count = f"{len(games.shares)}"
        lines.append((name, f"{players}", count, even, *cells, last, Cell(nobody, scale=100)))
    seats = (f"seat {seat}" for seat in range(max(PLAYERS)))
    heads = (
        *("player", "players", "games", "an even share"),
        *(*seats, "who starts the last round", "nobody wins"),
    )
    remark = (
        "In per cent of the games. An even share is what each seat would win if all won alike."
        " Seats, and who starts the last round: how much more than that they win."
    )
    return Table(heads, tuple(lines), remark)


def _batches(play: Callable[..., Games]) -> Iterator[tuple[str, int, Games]]:
    for players in PLAYERS:
        for brain in BRAINS:
            yield f"`{brain}`", players, play(brain, players)
        for brain in FAST:
            yield f"`{brain}`, `bga`", players, play(brain, players, "bga")


def _length(study: Study) -> Table:
    lines: list[Line] = []
    for name, players, games in _batches(study.self_play):
        more_rounds = Rate(int((games.rounds > ROUNDS).sum()), len(games.rounds))
        low, high = np.percentile(games.moves, [5, 95])
        cells = (Cell(more_rounds, scale=100), Cell(mean_of(games.moves)))
        ends = f"{low:.0f} to {high:.0f}"
        others = (games.points, games.tents)
        lines.append((name, f"{players}", *cells, ends, *(Cell(mean_of(own)) for own in others)))
    heads = (
        *("player", "players", f"more than {ROUNDS} rounds, in %", "moves"),
        *("moves in nine of ten games", "points of a seat", "tents of a seat"),
    )
    return Table(heads, tuple(lines), "Moves are those of all players together.")


CHANGES = {
    "seat 0 wins more, in % of games": 100,
    "nobody wins more, in % of games": 100,
    "points more": 1,
    "coins donated more": 1,
    "tents more": 1,
}
"""What is compared where rules or figures differ, and the scale."""


def differences(games: Games, others: Games) -> list[Cell]:
    """Compare games with others on the same deals; points, coins and tents: mean of the seats."""
    return [
        Difference(
            more(one, other, 1.0 if scale == 100 else inf), scale=scale, digits=1 + (scale == 1)
        )
        for one, other, scale in zip(
            _figures(games), _figures(others), CHANGES.values(), strict=True
        )
    ]


def _figures(games: Games) -> list[list[float]]:
    found: list[NDArray[np.float64]] = [
        games.shares[:, 0],
        games.shares.sum(axis=1) == 0,
        *(own.mean(axis=1) for own in (games.points, games.donated, games.tents)),
    ]
    return [own.astype(float).tolist() for own in found]


def _editions(study: Study) -> Table:
    lines: list[Line] = []
    for players in PLAYERS:
        for brain in FAST:
            printed, online = (study.self_play(brain, players, own) for own in ("printed", "bga"))
            lines.append((f"`{brain}`", f"{players}", *differences(online, printed)))
    deals = len(study.self_play(FAST[0], PLAYERS[0], "bga").shares)
    remark = f"`bga` compared with `printed`; {deals} deals in each line, each played by both."
    return Table(("player", "players", *CHANGES), tuple(lines), remark)
