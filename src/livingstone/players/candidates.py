"""Which of the legal moves are worth a thought: what a search branches over.

Most of the long list is left out, because another move does the same better: points in hand count
as well as played (R8.3), a donation can wait for the last chance (R5.2), gems are sold by colour
as a whole, a tent is moved from where it is missed the least, and coins or stones that a card
gives are taken at once.
"""

from collections.abc import Iterable, Sequence

from livingstone.edition.effect import BoatBack, DrawStones, GainCoins, Market, MoreDice, SecondTent
from livingstone.moves import BuildTent, Dig, DrawCard, Move, PlayCard, SellGems, TakeCoins, TakeDie
from livingstone.players.appraisal import Appraisal
from livingstone.players.greedy import close, sale_for, use_worth

__all__ = ["candidates"]

MOST_SECOND_TENTS = 2
"""So many rows are tried for a second tent (R6.5), the best ones first."""
MOST_BUILDS = 4
"""So many ways to build with the die are tried (R4.4), the best ones first."""


def candidates(worth: Appraisal, moves: Sequence[Move]) -> list[Move]:
    """Choose from the legal moves those worth trying; at least one."""
    if len(moves) == 1:
        return [moves[0]]
    kinds: dict[type[Move], list[Move]] = {}
    for move in moves:
        kinds.setdefault(type(move), []).append(move)
    plays = [move for move in kinds.get(PlayCard, ()) if isinstance(move, PlayCard)]
    effects = worth.position.edition.effects
    for play in plays:
        if isinstance(effects[play.card], GainCoins | DrawStones):
            return [play]
    if worth.position.die is not None:
        return _uses(worth, moves, plays)
    if TakeDie in kinds:
        return kinds[TakeDie] + _plays(worth, plays, BoatBack)
    closing = _plays(worth, plays, BoatBack, MoreDice, Market, SecondTent)
    first = close(worth, moves)
    closing += [first, *_sales(worth, kinds.get(SellGems, ()))]
    if isinstance(first, SellGems) and worth.rounds_left:
        closing.append(moves[-1])  # the end of the turn, which keeps the gems
    return list(dict.fromkeys(closing))


def _uses(worth: Appraisal, moves: Sequence[Move], plays: list[PlayCard]) -> list[Move]:
    """Choose what to use the die for (R4), and what brings the coins for a tent."""
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
    best = sorted(builds.values(), key=lambda pair: pair[0], reverse=True)[:MOST_BUILDS]
    chosen += [move for _, move in best]
    die = worth.position.die or 0
    if die <= len(worth.position.edition.board.rows) and worth.players[worth.seat].supply:
        missing = worth.price(die) - worth.own.coins
        if missing > 0 and (sale := sale_for(worth, missing, moves)):
            chosen.append(sale)
    return chosen + _plays(worth, plays, Market)


def _plays(worth: Appraisal, plays: Iterable[PlayCard], *kinds: type[object]) -> list[Move]:
    """Choose the cards to play among those with these effects, each in the best way (R6)."""
    chosen = list[Move]()
    tents: dict[int, tuple[float, Move]] = {}
    for play in plays:
        effect = worth.position.edition.effects[play.card]
        if not isinstance(effect, kinds):
            continue
        if isinstance(effect, Market):
            gems, gain = worth.market(effect)
            if gain > 0 and play.gems == gems:
                chosen.append(play)
        elif isinstance(effect, SecondTent):
            assert play.space is not None
            gain = worth.rows[play.space.row - 1] - worth.loss(play.source)
            if gain > 0 and (play.space.row not in tents or tents[play.space.row][0] < gain):
                tents[play.space.row] = gain, play
        else:
            chosen.append(play)
    best = sorted(tents.values(), key=lambda pair: pair[0], reverse=True)[:MOST_SECOND_TENTS]
    return chosen + [move for _, move in best]


def _sales(worth: Appraisal, sales: Iterable[Move]) -> list[Move]:
    """Choose to sell all gems of a colour, if the bank can pay for them (R5.1)."""
    bank, held = worth.position.bank, worth.players[worth.seat].gems
    return [
        sale
        for sale in sales
        if isinstance(sale, SellGems)
        and sale.count == getattr(held, sale.gem)
        and sale.count * getattr(worth.position.edition.board.gem_values, sale.gem) <= bank
    ]
