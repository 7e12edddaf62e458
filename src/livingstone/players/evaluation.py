"""How a state will end: the share of the win that each seat can expect.

For whoever searches: a game is not played to its end, but to the end of a round or so.
"""

from collections.abc import Sequence

from livingstone.edition.effect import GainCoins, MineCollapse, NoCostTent, ScorePoints
from livingstone.players.outlook import Outlook, majority_shares, win_shares
from livingstone.rules.ending import result
from livingstone.state import State

__all__ = ["evaluate"]

CARD = 2.0
"""Points for a card in hand that has no figure of its own, with time to play it."""
SHAPING = 0.02
"""How much of the reward is for points alone, so that the hopeless still play well."""


def evaluate(state: State, paces: Sequence[float], outlook: Outlook) -> tuple[float, ...]:
    """Estimate by seat the share of the win, from 0 to 1; at the end of a game it is exact.

    `paces`: coins that each player puts away in a round. With two players the donation roll is
    averaged over, also where it was made already (R9.2).
    """
    points = _final_points(state, outlook)
    if state.is_over and not state.is_two_player:
        shares = _shared(state)
    else:
        dice = state.edition.board.dice
        time = _time_left(state)
        funds = [now + pace * time for now, pace in zip(_funds(state), paces, strict=True)]
        shares = win_shares(points, funds, time, (dice.donation, dice.sides), outlook)
    most = max(1.0, *points)
    return tuple(
        [
            (1 - SHAPING) * share + SHAPING * max(0.0, own) / most
            for share, own in zip(shares, points, strict=True)
        ]
    )


def _time_left(state: State) -> float:
    """Count the rounds until the end, with the part of this one that its dice tell."""
    if state.is_over:
        return 0.0
    board = state.edition.board
    dice = board.dice.per_player * len(state.players)
    return len(board.columns) - state.boat + len(state.dice) / dice


def _shared(state: State) -> list[float]:
    ended = result(state)
    assert ended is not None
    return [
        1 / len(ended.winners) if seat in ended.winners else 0.0
        for seat in range(len(state.players))
    ]


def _funds(state: State) -> list[int]:
    """List the coins that players could donate: now, or at the end did."""
    if state.is_over:
        return [player.chest for player in state.players]
    values = state.edition.board.gem_values
    return [player.coins + player.chest + player.gems.worth(values) for player in state.players]


def _final_points(state: State, outlook: Outlook) -> list[float]:
    """Estimate the points of R7 and R8 by seat; coins are left aside."""
    if state.is_over:
        return [float(player.points) for player in state.players]
    board, column, time = state.edition.board, state.boat - 1, _time_left(state)
    totals = []
    for player in state.players:
        total = float(player.points + player.gems.total)
        for count, value in zip(player.tents[column], board.row_values, strict=True):
            total += count * value
        totals.append(total + sum([_card(state, card, outlook, time) for card in player.hand]))
    tents = [[sum(row) for row in zip(*player.tents, strict=True)] for player in state.players]
    for row, counts in zip(board.rows, zip(*tents, strict=True), strict=True):
        for seat, share in enumerate(majority_shares(counts, time, outlook)):
            totals[seat] += row.majority * share
    return totals


def _card(state: State, card: str, outlook: Outlook, time: float) -> float:
    """Say what a card in hand will bring (R6)."""
    match state.edition.effects[card]:
        case ScorePoints(points):
            return float(points)
        case MineCollapse():
            return 0.0
        case GainCoins(coins):
            return outlook.coin * min(coins, state.bank)
        case NoCostTent():
            costs = state.edition.board.costs[state.boat - 1 :]
            return min(1.0, time) * outlook.coin * (1 + sum(costs) / len(costs))
        case _:
            return min(1.0, time) * CARD
