"""What dice, rows, columns, cards and actions are worth: `greedy` with and without each of them."""

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from batches import FEW_AND_MANY, Study
from estimates import Cell, Difference, Game, Line, Mean, Table, mean_by_game, more
from study_bots import ACTIONS, CARDS, COLUMNS, DICE, ROWS, SAVERS

__all__ = ["gain", "points_of", "share_of", "tables"]


def tables(study: Study) -> dict[str, Table]:
    """Make the tables of this part, by the names of their files."""
    cards = {bot: f"`{card}`" for bot, card in CARDS.items()}
    return {
        "dice": _worth(study, "die", DICE),
        "rows": _worth(study, "row", ROWS),
        "columns": _worth(study, "column", COLUMNS),
        "cards": _worth(study, "card", cards),
        "actions": _actions(study),
        "savers": _savers(study),
    }


def share_of(game: Game, seat: int) -> float:
    """Give the part of the win that a seat has."""
    return game.shares[seat]


def points_of(game: Game, seat: int) -> float:
    """Give the points that a seat collected."""
    return game.points[seat]


def gain(study: Study, bot: str, players: int) -> tuple[Mean, Mean]:
    """Estimate what `greedy` wins more, and has more points, than the bot in its place."""
    games, deals = study.self_play(players), study.habit(bot, players)
    wins = more(_mean_of_seats(games, share_of), _mean_of_bot(deals, share_of), 1.0)
    points = more(_mean_of_seats(games, points_of), _mean_of_bot(deals, points_of))
    return wins, points


def _mean_of_seats(games: Sequence[Game], value: Callable[[Game, int], float]) -> list[float]:
    return [fmean(value(game, seat) for seat in range(len(game.shares))) for game in games]


def _mean_of_bot(
    deals: Sequence[Sequence[Game]], value: Callable[[Game, int], float]
) -> list[float]:
    return [fmean(value(game, seat) for seat, game in enumerate(deal)) for deal in deals]


def _worth(study: Study, first: str, bots: Mapping[str, str]) -> Table:
    lines: list[Line] = []
    for bot, name in bots.items():
        wins, points = gain(study, bot, 2)
        lines.append((name, Difference(wins, scale=100), Difference(points, digits=2)))
    heads = (first, "more wins with it, in % of games", "more points with it")
    deals = len(study.habit(next(iter(bots)), 2))
    remark = (
        f"Two players. `greedy` compared with a bot that does without, in both seats of the same"
        f" {deals} deals, against `greedy`."
    )
    return Table(heads, tuple(lines), remark)


def _actions(study: Study) -> Table:
    lines: list[Line] = []
    for bot, name in ACTIONS.items():
        for players in FEW_AND_MANY:
            wins, points = gain(study, bot, players)
            cells = (Difference(wins, scale=100), Difference(points, digits=2))
            lines.append((name, f"{players}", *cells))
    heads = ("action", "players", "more wins with it, in % of games", "more points with it")
    return Table(heads, tuple(lines), _of_deals(study, ACTIONS))


def _savers(study: Study) -> Table:
    lines: list[Line] = []
    for players in FEW_AND_MANY:
        for bot, habit in SAVERS.items():
            wins, points = gain(study, bot, players)
            deals = study.habit(bot, players)
            donated = [[game.donated[seat] for seat, game in enumerate(deal)] for deal in deals]
            out = [[game.out[seat] for seat, game in enumerate(deal)] for deal in deals]
            cells: tuple[Cell, ...] = (
                Cell(mean_by_game(donated)),
                Cell(mean_by_game(out, 1.0), scale=100),
                Difference(_negative(wins), scale=100),
                Difference(_negative(points), digits=2),
            )
            lines.append((f"{players}", habit, *cells))
    heads = (
        *("players", "a bot that", "donates coins", "is out, in %"),
        *("wins more than `greedy`, in % of games", "points more than `greedy`"),
    )
    return Table(heads, tuple(lines), _of_deals(study, SAVERS))


def _of_deals(study: Study, bots: Mapping[str, str]) -> str:
    deals = {players: len(study.habit(next(iter(bots)), players)) for players in FEW_AND_MANY}
    told = ", ".join(f"{number} with {players} players" for players, number in deals.items())
    return f"Each bot in each seat of the same deals, against `greedy`: {told}."


def _negative(mean: Mean) -> Mean:
    """Look at a difference from the other side."""
    return Mean(-mean.value, mean.error, mean.count, -mean.most, -mean.least)
