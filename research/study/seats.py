"""Who wins by seat, and how long games are."""

from collections import Counter
from collections.abc import Sequence

from batches import PLAYERS, Study
from estimates import Cell, Difference, Game, Line, Mean, Rate, Table

__all__ = ["advantage", "tables"]


def tables(study: Study) -> dict[str, Table]:
    """Make the tables of this part, by the names of their files."""
    return {
        "seats": _seats({players: study.self_play(players) for players in PLAYERS}),
        "seats-shorter": _seats({players: study.shorter(players) for players in PLAYERS}),
        "length": _length(study),
    }


def advantage(games: Sequence[Game], seat: int | None) -> Mean:
    """Estimate how much more of the wins a seat has than an average one, from -1 to 1.

    None is the seat that starts the last round.
    """
    values = []
    for game in games:
        players = len(game.shares)
        own = (game.rounds - 1) % players if seat is None else seat
        values.append(game.shares[own] - sum(game.shares) / players)
    return Mean.of(values, -1.0, 1.0)


def _seats(batches: dict[int, list[Game]]) -> Table:
    lines: list[Line] = []
    for players, games in batches.items():
        cells: list[str | Cell] = [
            Difference(advantage(games, seat), scale=100) for seat in range(players)
        ]
        cells += [""] * (max(PLAYERS) - players)
        nobody = Rate(sum(not any(game.shares) for game in games), len(games))
        even = f"{100 * (1 - nobody.times / nobody.games) / players:.1f}"
        last = Difference(advantage(games, None), scale=100)
        lines.append((f"{players}", even, *cells, last, Cell(nobody, scale=100)))
    seats = (f"seat {seat}" for seat in range(max(PLAYERS)))
    heads = ("players", "an even share", *seats, "who starts the last round", "nobody wins")
    games_each = len(next(iter(batches.values())))
    remark = (
        f"In per cent of the games, {games_each} in each line, each of its own deal. An even share"
        " is what each seat would win if all won alike. Seats, and who starts the last round: how"
        " much more than that they win."
    )
    return Table(heads, tuple(lines), remark)


def _length(study: Study) -> Table:
    lines: list[Line] = []
    for players in PLAYERS:
        games = study.self_play(players)
        rounds = Counter(game.rounds for game in games).most_common(1)[0][0]
        more = Rate(sum(game.rounds > rounds for game in games), len(games))
        moves = sorted(game.moves for game in games)
        ends = f"{moves[len(moves) // 20]} to {moves[-1 - len(moves) // 20]}"
        points = Mean.of([sum(game.points) / players for game in games], 0.0)
        cells = (Cell(more, scale=100), Cell(Mean.of(moves, 0.0)), ends, Cell(points))
        lines.append((f"{players}", f"{rounds}", *cells))
    heads = (
        *("players", "rounds in most games", "more rounds, in %", "moves"),
        *("moves in nine of ten games", "points of a seat"),
    )
    remark = (
        f"{len(study.self_play(2))} games in each line. Moves are those of all players together."
    )
    return Table(heads, tuple(lines), remark)
