"""The player `greedy`: it chooses what gains the most now, by rules of thumb."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import accumulate
from random import Random

from attrs import field, frozen

from livingstone.game.card_effect import Moment, effects_of
from livingstone.game.moves import Choose, Donate, Move, PlayCard, SellGems, TakeDie
from livingstone.game.view import View
from livingstone.kernel.weights import Weights, load_weights
from livingstone.players.bot import check_turn
from livingstone.players.options import LISTED
from livingstone.players.valuation import (
    Use,
    Valuation,
    best_die,
    best_gain,
    gem_price,
    of_kind,
    proceeds,
    sale_for_tent,
    thinned,
    use_gain,
)
from livingstone.support.files import File
from livingstone.values import GEM_COLOURS


def _weights(value: Weights | File | None) -> Weights | None:
    return value if value is None or isinstance(value, Weights) else load_weights(value)


@frozen
class GreedyBot:
    """Choose what gains the most now.

    >>> from livingstone import new_game, view
    >>> GreedyBot().choose(view(new_game(2, seed=7, edition="bga"), 0), Random(1))
    TakeDie(value=2)

    Raises `DataError` with all problems of a file of weights.
    """

    weights: Weights | None = field(
        default=None, converter=_weights, repr=False, metadata={LISTED: "None  the shipped ones"}
    )
    """The weights, or the path of their file; None for the shipped ones."""

    def choose(self, view: View, rng: Random) -> "Move":
        """Choose a move; raises `ArgumentError` if there is no legal move."""
        del rng
        check_turn(view)
        return decide(Valuation.of(view, self.weights), view.legal_moves)


def decide(valuation: Valuation, moves: Sequence[Move]) -> Move:
    """Choose one of the legal moves."""
    if len(moves) == 1:
        return moves[0]
    if valuation.position.choice is not None:
        return max(of_kind(Choose, moves), key=valuation.option)
    if valuation.own.hand and (play := _best_play(valuation, moves)):
        return play
    if valuation.position.die is not None:
        return _use_die(valuation, moves)
    if dice := of_kind(TakeDie, moves):
        return best_die(valuation, dice)
    return close_turn(valuation, moves)


def _best_play(valuation: Valuation, moves: Iterable[Move]) -> PlayCard | None:
    """Choose the card that gains the most, if any gains enough (R6)."""
    edition = valuation.position.edition
    effects = effects_of(valuation.position.edition)
    best = None
    best_gain = valuation.weights.patience if valuation.projection.rounds_left else 0.0
    for move in thinned(edition, of_kind(PlayCard, moves)):
        gain = valuation.play(move)
        if gain >= 0 and Moment.AT_ONCE in effects[move.card].moments:
            return move
        if gain > best_gain:
            best, best_gain = move, gain
    return best


def _use_die(valuation: Valuation, moves: Iterable[Move]) -> Move:
    """Choose what to use the die for (R4), or a sale that pays for a better tent."""
    uses = [move for move in moves if isinstance(move, Use)]
    gain, best = max(((use_gain(valuation, move), move) for move in uses), key=lambda pair: pair[0])
    if sale := sale_for_tent(valuation, moves):
        row = valuation.position.die or 0
        if best_gain(valuation, row) - valuation.coin * valuation.price(row) > gain:
            return sale
    return best


def close_turn(valuation: Valuation, moves: Sequence[Move]) -> Move:
    """End the turn; if it may be the last one, sell gems and donate first (R5.1, R5.2)."""
    if valuation.projection.rounds_left:
        return _worthwhile_sale(valuation, moves) or moves[-1]
    position = valuation.position
    last = valuation.player.last_die
    if sum(die > last for die in position.dice) >= len(position.players):  # another turn (R2.2)
        return moves[-1]
    if sale := _last_sale(valuation):
        return sale
    useful = donation(valuation)
    donations = [move for move in of_kind(Donate, moves) if move.coins <= useful]
    return donations[-1] if donations else moves[-1]


def donation(valuation: Valuation) -> int:
    """Choose the donation at the end of what may be the last turn (R8.4, R8.5, R9.2).

    It is all coins if no die is left that the player can take. Otherwise two players need no more
    than the highest roll, and more players no more than one above the most that the poorest of the
    others can donate.
    """
    position = valuation.position
    projection = valuation.projection
    dice = position.edition.board.dice
    if not position.dice or position.dice[-1] <= valuation.player.last_die:
        return valuation.own.coins
    needed = dice.donation * dice.sides
    if not position.is_two_player:
        limits = enumerate(projection.limits)
        needed = 1 + min(most for seat, most in limits if seat != valuation.seat)
    return min(valuation.own.coins, needed - valuation.own.chest)


def _worthwhile_sale(valuation: Valuation, moves: Iterable[Move]) -> SellGems | None:
    """Choose to sell gems whose coins are worth more than the gems (R5.1)."""
    sales = [
        move
        for move in of_kind(SellGems, moves)
        if gem_price(valuation.position, move.gem) * valuation.coin > valuation.weights.kept_gem
        and proceeds(valuation.position, move) <= valuation.position.bank
    ]
    return max(sales, key=lambda sale: sale.count, default=None)


def _last_sale(valuation: Valuation) -> SellGems | None:
    """Choose a sale in the last turn, the dearest gems first, if it pays (R5.1, R8.2)."""
    price = partial(gem_price, valuation.position)
    order = sorted(GEM_COLOURS, key=price, reverse=True)
    gems = [gem for gem in order for _ in range(getattr(valuation.player.gems, gem))]
    coins = [0, *accumulate(map(price, gems))]
    shares = [
        valuation.win_share(min(brings, valuation.position.bank) - coins[-1], -count)
        for count, brings in enumerate(coins)
    ]
    if not (best := shares.index(max(shares))):
        return None
    return SellGems(gems[0], gems[:best].count(gems[0]))
