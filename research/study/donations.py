"""The race of donations: what it takes, who is out, and who would have won."""

from itertools import product

from batches import PLAYERS, Study
from estimates import Cell, Game, Line, Rate, Table, mean_by_game

from livingstone import Edition, load_edition

__all__ = ["WIDTH", "by_amount", "tables"]

WIDTH = 5
"""So many neighbouring sums make a group of donations."""


def tables(study: Study) -> dict[str, Table]:
    """Make the tables of this part, by the names of their files."""
    made = {"threshold": _threshold(), "places": _places(study), "out": _out(study)}
    return made | {f"donations-{players}": _amounts(study, players) for players in PLAYERS}


def by_amount(games: list[Game]) -> dict[int, list[tuple[Game, list[int]]]]:
    """Group seats by what they donated: for each least sum of a group, games with these seats."""
    groups: dict[int, list[tuple[Game, list[int]]]] = {}
    for game in games:
        seats: dict[int, list[int]] = {}
        for seat, coins in enumerate(game.donated):
            seats.setdefault(coins // WIDTH * WIDTH, []).append(seat)
        for least, own in seats.items():
            groups.setdefault(least, []).append((game, own))
    return dict(sorted(groups.items()))


def _out_and_won(group: list[tuple[Game, list[int]]]) -> tuple[Cell, Cell]:
    out = mean_by_game([[game.out[seat] for seat in seats] for game, seats in group], 1.0)
    won = mean_by_game([[game.shares[seat] for seat in seats] for game, seats in group], 1.0)
    return Cell(out, scale=100), Cell(won, scale=100)


def _amounts(study: Study, players: int) -> Table:
    games = study.self_play(players)
    lines: list[Line] = []
    for least, group in by_amount(games).items():
        count = sum(len(seats) for _, seats in group)
        name = f"{least} to {least + WIDTH - 1}"
        lines.append((name, f"{count}", *_out_and_won(group)))
    mean = mean_by_game([game.donated for game in games])
    remark = f"{players} players, {len(games)} games. Mean donation: {mean.value:.1f} coins."
    return Table(("coins donated", "seats", "out, in %", "wins, in %"), tuple(lines), remark)


def _places(study: Study) -> Table:
    lines: list[Line] = []
    for players in PLAYERS:
        groups: dict[int, list[tuple[Game, list[int]]]] = {}
        for game in study.self_play(players):
            seats: dict[int, list[int]] = {}
            for seat, coins in enumerate(game.donated):
                place = 1 + sum(other > coins for other in game.donated)
                seats.setdefault(place, []).append(seat)
            for place, own in seats.items():
                groups.setdefault(place, []).append((game, own))
        for place, group in sorted(groups.items()):
            sums = mean_by_game([[game.donated[seat] for seat in own] for game, own in group])
            lines.append((f"{players}", f"{place}", Cell(sums), *_out_and_won(group)))
    heads = ("players", "place among donors", "coins", "out, in %", "wins, in %")
    games = len(study.self_play(2))
    remark = f"{games} games for each number of players. Equal sums share the better place."
    return Table(heads, tuple(lines), remark)


def _out(study: Study) -> Table:
    lines: list[Line] = []
    for players in PLAYERS:
        games = study.self_play(players)
        someone = [game for game in games if any(game.out)]
        robbed = sum(_is_first_out(game) for game in games)
        rates = (
            Rate(len(someone), len(games)),
            Rate(sum(all(game.out) for game in games), len(games)),
            Rate(robbed, len(games)),
            Rate(robbed, len(someone)),
        )
        lines.append((f"{players}", *(Cell(rate, scale=100) for rate in rates)))
    heads = (
        *("players", "somebody is out, in %", "all are out, in %"),
        *(
            "who would have won without the rule is out, in %",
            "the same, in % of games with somebody out",
        ),
    )
    remark = (
        f"{len(study.self_play(2))} games in each line. Points are those collected; of equal"
        " points, those who donated more come first, as in R8.5."
    )
    return Table(heads, tuple(lines), remark)


def _is_first_out(game: Game) -> bool:
    """Say whether somebody who is out would have won, had nobody been out."""
    first = max(zip(game.points, game.donated, strict=True))
    ranked = zip(game.points, game.donated, game.out, strict=True)
    return any(is_out for points, coins, is_out in ranked if (points, coins) == first)


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
