"""The legal moves that a search tries.

Most legal moves are left out, because another move does the same better. Cards that gain nothing by
waiting are played immediately, unless gems can be lost (R4.7). All gems of a colour are sold
together, and all gems at a market (R5.1, R6.6). Coins are donated in the last round only (R5.2). A
tent is moved from where it is missed least (R9.1). Point cards count in hand (R8.3).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from livingstone.game.effects.base import Moment, effects_of
from livingstone.game.moves import (
    BuildTent,
    Dig,
    Donate,
    DrawCard,
    EndTurn,
    Move,
    PlayCard,
    SellGems,
    TakeCoins,
    TakeDie,
)
from livingstone.game.rules.tents import coins_due
from livingstone.game.state import State
from livingstone.players.projection import unscored
from livingstone.players.valuation import proceeds, sale_for_tent, thinned
from livingstone.values import Space

MOST_SECOND_TENTS = 2
"""The most rows tried for a second tent (R6.5)."""
MOST_BUILDS = 4
"""The most ways tried to build with the die (R4.4)."""
HELPING_CARD = 1.5
"""The value of a card that is played with a tent (R6.1, R6.2)."""
HOPES = {-2: 0.1, -1: 0.25, 0: 0.5, 1: 0.5, 2: 0.35, 3: 0.15}
"""The part of a majority that one more tent is worth, by the lead that it gives."""

_Kinds = dict[type[Move], list[Move]]
"""Moves by their type."""


def candidates(state: State, moves: Sequence[Move]) -> Sequence[Move]:
    """Choose the legal moves worth trying, at least one."""
    if len(moves) == 1:
        return moves
    kinds = defaultdict[type[Move], list[Move]](list)
    for move in moves:
        kinds[type(move)].append(move)
    urgent = _plays(state, kinds, Moment.AT_ONCE)
    if safe := [move for move in urgent if not _can_lose_gems(state, move)]:
        return safe[:1]
    if state.die is not None:
        return _uses(state, kinds) + urgent
    if kinds[TakeDie]:
        before = _plays(state, kinds, Moment.BEFORE_DIE)
        return [*kinds[TakeDie], *before, *urgent, *kinds[EndTurn]]
    return _closing(state, kinds) + urgent


def _can_lose_gems(state: State, move: Move) -> bool:
    """Return whether a card draws stones and can lose gems of this turn (R4.7, R6.8)."""
    drawn = state.player.gems.least(state.gems_drawn)
    if state.edition.ruleset.white_stone_sells or not drawn.total:
        return False
    return isinstance(move, PlayCard) and effects_of(state.edition)[move.card].stones_drawn != 0


def _plays(state: State, kinds: _Kinds, moment: Moment) -> list[Move]:
    """Choose the cards that can be good to play now; a market gets all gems (R6.6)."""
    if not kinds[PlayCard]:
        return []
    effects, held = effects_of(state.edition), state.player.gems
    plays, tents, markets, others = list[Move](), list[PlayCard](), list[Move](), list[PlayCard]()
    for move in kinds[PlayCard]:
        assert isinstance(move, PlayCard)
        effect = effects[move.card]
        if moment not in effect.moments:
            continue
        if effect.places_tent:
            tents.append(move)
        elif effect.prices is not None:
            if move.gems == held:
                markets.append(move)
        elif move.gems is None and move.space is None:
            plays.append(move)
        else:
            others.append(move)
    return [*plays, *_second_tents(state, tents), *markets, *thinned(state.edition, others)]


def _uses(state: State, kinds: _Kinds) -> list[Move]:
    """Choose what to use the die for (R4), and what to sell first (R5.1, R6.6)."""
    chosen = [*kinds[DrawCard], *kinds[TakeCoins], *kinds[Dig], *_builds(state, kinds)]
    return chosen + _plays(state, kinds, Moment.WITH_DIE) + _sale_for_tent(state, kinds)


def _builds(state: State, kinds: _Kinds) -> list[Move]:
    """Choose the best ways to build with the die, one for each row and cards (R4.4)."""
    builds = kinds[BuildTent]
    if len(builds) <= MOST_BUILDS and state.player.supply:
        return builds
    best = dict[tuple[int, tuple[str, ...]], tuple[float, Move]]()
    for move in builds:
        assert isinstance(move, BuildTent)
        value = state.edition.board.rows[move.row - 1].value
        gain = value + tent_gain(state, move.row, move.source) - HELPING_CARD * len(move.cards)
        key = move.row, move.cards
        if key not in best or best[key][0] < gain:
            best[key] = gain, move
    return _best(best.values(), MOST_BUILDS)


def _second_tents(state: State, plays: Iterable[PlayCard]) -> list[Move]:
    """Choose the best rows for a second tent, each with the best source (R6.5)."""
    best = dict[int, tuple[float, Move]]()
    for move in plays:
        assert move.space is not None
        row = move.space.row
        gain = unscored(state, move.space) + tent_gain(state, row, move.source)
        if gain > 0 and (row not in best or best[row][0] < gain):
            best[row] = gain, move
    return _best(best.values(), MOST_SECOND_TENTS)


def _best(gains: Iterable[tuple[float, Move]], most: int) -> list[Move]:
    ordered = sorted(gains, key=lambda pair: pair[0], reverse=True)
    return [move for _, move in ordered[:most]]


def tent_gain(state: State, row: int, source: Space | None) -> float:
    """Estimate the gain of one more tent in a row, without its points (R8.1, R9.1)."""
    if source is None:
        return _hope(state, row)
    if source.row == row:
        return -unscored(state, source)
    return _hope(state, row) - _hope(state, source.row) / 2 - unscored(state, source)


def _hope(state: State, row: int) -> float:
    """Estimate the points of one more tent for a row's majority (R8.1)."""
    counts = [sum([column[row - 1] for column in player.tents]) for player in state.players]
    own = counts.pop(state.current_player)
    lead = max(-2, min(3, own + 1 - max(counts)))
    return state.edition.board.rows[row - 1].majority * HOPES[lead]


def _sale_for_tent(state: State, kinds: _Kinds) -> list[Move]:
    """Choose the sale that pays for a tent with the die, if any (R4.4, R5.1)."""
    if not kinds[SellGems] or not _has_tent(state, state.die or 0):
        return []
    sale = sale_for_tent(state, state.player.coins, state.player.gems, kinds[SellGems])
    return [sale] if sale else []


def _has_tent(state: State, row: int) -> bool:
    """Return whether there is a tent for a row, moved from elsewhere if need be (R4.4, R9.1)."""
    if state.player.supply or not state.is_two_player:
        return state.player.supply > 0
    return any(space != (row, state.boat) for space in state.player.spaces())


def _closing(state: State, kinds: _Kinds) -> list[Move]:
    is_last = state.boat == len(state.edition.board.columns)
    donations = _donations(state, kinds) if is_last else []
    return [
        *_plays(state, kinds, Moment.AFTER_DIE),
        *_sales(state, kinds),
        *(donations or kinds[EndTurn]),
    ]


def _sales(state: State, kinds: _Kinds) -> list[Move]:
    """Choose to sell all gems of a colour, if the bank can pay (R5.1)."""
    held, sales = state.player.gems, list[Move]()
    for move in kinds[SellGems]:
        assert isinstance(move, SellGems)
        is_all = move.count == getattr(held, move.gem)
        if is_all and proceeds(state, move) <= state.bank:
            sales.append(move)
    return sales


def _donations(state: State, kinds: _Kinds) -> list[Move]:
    """Choose to donate all coins, or all but the price of a tent that another turn may build."""
    amounts, last = kinds[Donate], state.player.last_die
    open_dice = [die for die in state.dice if die > last]  # R2.3
    if not amounts:
        return []
    prices = {
        coins_due(state, die)
        for die in open_dice
        if _has_tent(state, die) and die <= len(state.edition.board.rows)
    }
    kept = [amounts[-1 - price] for price in sorted(prices) if 0 < price < len(amounts)]
    can_end = len(amounts) in prices or len(open_dice) >= len(state.players)
    return [amounts[-1], *kept, *(kinds[EndTurn] if can_end else [])]
