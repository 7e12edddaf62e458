"""The legal moves that a search tries.

Cards that gain nothing by waiting are played at once, unless gems can be lost (R4.7). All gems of a
colour are sold together, and all at a market (R5.1, R6.6). Coins are donated in the last round only
(R5.2). Tents are those that `greedy` values most (R4.4, R6.5, R9.1). Point cards are kept (R8.3).
"""

from collections.abc import Hashable, Iterable, Sequence

from livingstone.game.card_effect import Moment, effects_of
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
from livingstone.game.rules.tents import coins_due, sources
from livingstone.game.state import State
from livingstone.players.valuation import (
    M,
    Valuation,
    of_kind,
    proceeds,
    sale_for_tent,
    thinned,
    use_gain,
)

MOST_SECOND_TENTS = 2
"""The most rows tried for a second tent (R6.5)."""
MOST_BUILDS = 4
"""The most ways tried to build with the die (R4.4)."""


def candidates(state: State, moves: Sequence[Move]) -> Sequence[Move]:
    """Choose the legal moves worth trying, at least one."""
    if len(moves) == 1 or state.choice is not None:
        return moves
    urgent = _plays(state, moves, Moment.AT_ONCE)
    if safe := [move for move in urgent if not _can_lose_gems(state, move)]:
        return safe[:1]
    if state.die is not None:
        return _uses(state, moves) + urgent
    ends = of_kind(EndTurn, moves)
    if dice := of_kind(TakeDie, moves):
        return [*dice, *_plays(state, moves, Moment.BEFORE_DIE), *urgent, *ends]
    is_last = state.boat == len(state.edition.board.columns)
    donations = _donations(state, moves) if is_last else []
    plays = _plays(state, moves, Moment.AFTER_DIE)
    return [*plays, *_sales(state, moves), *(donations or ends), *urgent]


def _can_lose_gems(state: State, move: PlayCard) -> bool:
    """Return whether a card draws stones and can lose gems of this turn (R4.7, R6.8)."""
    drawn = state.player.gems & state.gems_drawn
    if state.edition.ruleset.white_stone_sells or not drawn.total:
        return False
    return effects_of(state.edition)[move.card].stones_drawn != 0


def _plays(state: State, moves: Iterable[Move], moment: Moment) -> list[PlayCard]:
    """Choose the cards that may be worth playing now; a market gets all gems (R6.6)."""
    effects = effects_of(state.edition)
    plain, tents, markets, others = (list[PlayCard]() for _ in range(4))
    for move in of_kind(PlayCard, moves):
        effect = effects[move.card]
        if moment not in effect.moments:
            continue
        if effect.places_tent:
            tents.append(move)
        elif effect.prices is not None:
            if move.gems == state.player.gems:
                markets.append(move)
        elif move == PlayCard(move.card):
            plain.append(move)
        else:
            others.append(move)
    return [*plain, *_second_tents(state, tents), *markets, *thinned(state.edition, others)]


def _uses(state: State, moves: Sequence[Move]) -> list[Move]:
    """Choose what to use the die for (R4), and what to sell first (R5.1, R6.6)."""
    plain = [move for kind in (DrawCard, TakeCoins, Dig) for move in of_kind(kind, moves)]
    sale = sale_for_tent(Valuation.of(state), moves)
    plays = _plays(state, moves, Moment.WITH_DIE)
    return [*plain, *_builds(state, moves), *plays, *([sale] if sale else [])]


def _builds(state: State, moves: Iterable[Move]) -> list[BuildTent]:
    """Choose the best ways to build with the die, one for each row and cards (R4.4)."""
    builds = of_kind(BuildTent, moves)
    valuation = Valuation.of(state)
    if len(builds) <= MOST_BUILDS and state.player.supply:
        return builds
    gains = ((use_gain(valuation, move), (move.row, move.cards), move) for move in builds)
    return _best(gains, MOST_BUILDS)


def _second_tents(state: State, plays: Iterable[PlayCard]) -> list[PlayCard]:
    """Choose the best rows for a second tent, each with the best source (R6.5)."""
    valuation = Valuation.of(state)
    gains = ((valuation.play(move), move.space and move.space.row, move) for move in plays)
    return _best((gain for gain in gains if gain[0] > 0), MOST_SECOND_TENTS)


def _best(gains: Iterable[tuple[float, Hashable, M]], most: int) -> list[M]:
    """Choose for each key the move that gains the most; list the best of these moves."""
    best = dict[Hashable, tuple[float, M]]()
    for gain, key, move in gains:
        if key not in best or best[key][0] < gain:
            best[key] = gain, move
    ordered = sorted(best.values(), key=lambda pair: pair[0], reverse=True)
    return [move for _, move in ordered[:most]]


def _sales(state: State, moves: Iterable[Move]) -> list[SellGems]:
    """Choose to sell all gems of a colour, if the bank can pay (R5.1)."""
    held = state.player.gems
    return [
        move
        for move in of_kind(SellGems, moves)
        if move.count == getattr(held, move.gem) and proceeds(state, move) <= state.bank
    ]


def _donations(state: State, moves: Iterable[Move]) -> list[Move]:
    """Choose to donate all coins, or all but the price of a tent that may come in another turn."""
    amounts = of_kind(Donate, moves)
    rows = len(state.edition.board.rows)
    if not amounts:
        return []
    open_dice = [die for die in state.dice if die > state.player.last_die]  # R2.3
    prices = {
        coins_due(state, die)
        for die in open_dice
        if die <= rows and any(source != (die, state.boat) for source in sources(state))
    }
    kept = [amounts[-1 - price] for price in sorted(prices) if 0 < price < len(amounts)]
    can_end = len(amounts) in prices or len(open_dice) >= len(state.players)
    return [amounts[-1], *kept, *(of_kind(EndTurn, moves) if can_end else [])]
