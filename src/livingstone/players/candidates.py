"""The legal moves that are worth a thought: those that a search tries.

Most of the long list is left out, because another move does the same better: points in hand count
as well as played (R8.3), a donation can wait for the last turn (R5.2), all gems of a colour are
sold together, a tent is moved from where it is missed the least, and cards from which nothing is
gained by waiting are played at once.
"""

from collections.abc import Iterable, Sequence

from livingstone.moves import BuildTent, Dig, DrawCard, Move, PlayCard, SellGems, TakeCoins, TakeDie
from livingstone.players.cards import Moment, moments, play_gain
from livingstone.players.dice import use_worth
from livingstone.players.greedy import close_turn, sale_for
from livingstone.players.worth import Worth

__all__ = ["candidates"]

MOST_SECOND_TENTS = 2
"""How many rows are tried at most for a second tent (R6.5): the best ones."""
MOST_BUILDS = 4
"""How many ways to build with the die are tried at most (R4.4): the best ones."""


def candidates(worth: Worth, moves: Sequence[Move]) -> list[Move]:
    """Choose from the legal moves those worth trying; at least one."""
    if len(moves) == 1:
        return [moves[0]]
    plays = [move for move in moves if isinstance(move, PlayCard)]
    if urgent := _plays(worth, plays, Moment.AT_ONCE):
        return urgent[:1]
    if worth.position.die is not None:
        return _uses(worth, moves) + _plays(worth, plays, Moment.WITH_DIE)
    if dice := [move for move in moves if isinstance(move, TakeDie)]:
        return [*dice, *_plays(worth, plays, Moment.BEFORE_DIE)]
    first = close_turn(worth, moves)
    closing = [*_plays(worth, plays, Moment.AFTER_DIE), first, *_sales(worth, moves)]
    if isinstance(first, SellGems) and worth.projection.rounds_left:
        closing.append(moves[-1])  # the end of the turn, which keeps the gems
    return list(dict.fromkeys(closing))


def _uses(worth: Worth, moves: Sequence[Move]) -> list[Move]:
    """Choose what to use the die for (R4), and the sale of gems that a tent needs (R5.1)."""
    builds: dict[tuple[int, tuple[str, ...]], tuple[float, Move]] = {}
    chosen = list[Move]()
    for move in moves:
        if isinstance(move, BuildTent):
            gain = use_worth(worth, move)
            key = move.row, move.cards
            if key not in builds or builds[key][0] < gain:
                builds[key] = gain, move
        elif isinstance(move, DrawCard | TakeCoins | Dig):
            chosen.append(move)
    chosen += _best(builds.values(), MOST_BUILDS)
    if sale := sale_for(worth, moves):
        chosen.append(sale)
    return chosen


def _plays(worth: Worth, plays: Iterable[PlayCard], moment: Moment) -> list[Move]:
    """Choose the cards to play at this moment, each in the best way (R6).

    A card that leaves no choice is tried whatever it gains; the search will tell. Of the ways to
    play another, those are tried that gain something; of tents the best one in each row.
    """
    chosen = list[Move]()
    tents: dict[int, tuple[float, Move]] = {}
    for play in plays:
        if moment not in moments(worth.position.edition.effects[play.card]):
            continue
        if play.space is not None:
            gain, row = play_gain(worth, play), play.space.row
            if gain > 0 and (row not in tents or tents[row][0] < gain):
                tents[row] = gain, play
        elif play.gems is None or play_gain(worth, play) > 0:
            chosen.append(play)
    return chosen + _best(tents.values(), MOST_SECOND_TENTS)


def _best(gains: Iterable[tuple[float, Move]], most: int) -> list[Move]:
    """Take the moves that gain the most; the first of equals."""
    ordered = sorted(gains, key=lambda pair: pair[0], reverse=True)
    return [move for _, move in ordered[:most]]


def _sales(worth: Worth, moves: Iterable[Move]) -> list[Move]:
    """Choose to sell all gems of a colour, if the bank can pay for them (R5.1)."""
    bank, held = worth.position.bank, worth.player.gems
    return [
        move
        for move in moves
        if isinstance(move, SellGems)
        and move.count == getattr(held, move.gem)
        and worth.proceeds(move) <= bank
    ]
