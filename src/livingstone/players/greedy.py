"""The player `greedy`: it does at once what gains the most, by rules of thumb.

It looks no move ahead. What things are worth is in `worth`, `dice` and `cards`.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import accumulate
from os import PathLike
from random import Random

from attrs import field, frozen

from livingstone.errors import ArgumentError, shown
from livingstone.game.moves import (
    BuildTent,
    Dig,
    Donate,
    DrawCard,
    Move,
    PlayCard,
    SellGems,
    TakeCoins,
    TakeDie,
)
from livingstone.game.view import View
from livingstone.players.bot import check_turn
from livingstone.players.cards import Moment, moments, play_gain
from livingstone.players.dice import best_die, best_gain, use_worth
from livingstone.players.sales import gem_price, proceeds, sale_for_tent
from livingstone.players.weights import Weights, load_weights
from livingstone.players.worth import Worth
from livingstone.support.files import File
from livingstone.values import GEM_COLOURS

__all__ = ["GreedyBot", "close_turn", "decide", "sale_for"]


def _weights(value: Weights | File | None) -> Weights | None:
    """Take weights as they are, and read those of a file."""
    if value is None or isinstance(value, Weights):
        return value
    if isinstance(value, str | PathLike):
        return load_weights(value)
    raise ArgumentError(f"weights must be Weights or the path of a file, not {shown(value)}")


@frozen
class GreedyBot:
    """Choose what gains the most at once.

    >>> from livingstone import new_game, view
    >>> GreedyBot().choose(view(new_game(2, seed=7, edition="bga"), 0), Random(1))
    TakeDie(value=2)

    Raises `DataError` with all problems of a file of weights, `ArgumentError` for what is neither
    weights nor a path.
    """

    weights: Weights | None = field(default=None, converter=_weights, repr=False)
    """The weights by which the bot compares things, or the path of a file with them; None for those
    that are shipped for the number of players."""

    def choose(self, view: View, rng: Random) -> Move:
        """Choose by rules of thumb; nothing is left to the random numbers.

        Raises `ArgumentError` if there is no legal move.
        """
        del rng
        check_turn(view)
        return decide(Worth.of_view(view, self.weights), view.legal_moves)


def decide(worth: Worth, moves: Sequence[Move]) -> Move:
    """Choose one of the legal moves, by what things are worth to the player to move."""
    if len(moves) == 1:
        return moves[0]
    if worth.own.hand and (play := _best_play(worth, moves)):
        return play
    if worth.position.die is not None:
        return _use_die(worth, moves)
    dice = [move for move in moves if isinstance(move, TakeDie)]
    if dice:
        return best_die(worth, dice)
    return close_turn(worth, moves)


def _best_play(worth: Worth, moves: Iterable[Move]) -> PlayCard | None:
    """Choose the card to play that gains the most, if any gains enough (R6)."""
    effects = worth.position.edition.effects
    best, best_gain = None, worth.weights.patience if worth.projection.rounds_left else 0.0
    for move in moves:
        if not isinstance(move, PlayCard):
            continue
        gain = play_gain(worth, move)
        if gain >= 0 and Moment.AT_ONCE in moments(effects[move.card]):
            return move
        if gain > best_gain:
            best, best_gain = move, gain
    return best


def _use_die(worth: Worth, moves: Iterable[Move]) -> Move:
    """Choose what to use the die for (R4); sell gems first if that pays for a better tent."""
    uses = [move for move in moves if isinstance(move, DrawCard | TakeCoins | Dig | BuildTent)]
    best = max(uses, key=lambda move: use_worth(worth, move))
    if sale := sale_for(worth, moves):
        row = worth.position.die or 0
        if best_gain(worth, row) - worth.coin * worth.price(row) > use_worth(worth, best):
            return sale
    return best


def sale_for(worth: Worth, moves: Iterable[Move]) -> SellGems | None:
    """Choose a sale towards the tent that the die can build, if there is a tent (R4.4, R5.1)."""
    if not worth.sources:
        return None
    return sale_for_tent(worth.position, worth.own.coins, worth.player.gems, moves)


def close_turn(worth: Worth, moves: Sequence[Move]) -> Move:
    """End the turn; if it may be the last one, sell gems and donate before (R5.1, R5.2).

    A donation made earlier gives away what others need to know, and ties up money.
    """
    if worth.projection.rounds_left:
        return _worthwhile_sale(worth, moves) or moves[-1]
    if _has_another_turn(worth):
        return moves[-1]
    if sale := _last_sale(worth):
        return sale
    useful = donation(worth)
    donations = [move for move in moves if isinstance(move, Donate) and move.coins <= useful]
    return donations[-1] if donations else moves[-1]


def donation(worth: Worth) -> int:
    """Choose how many coins to donate at the end of what may be the last turn (R8.4, R8.5, R9.2).

    All coins, if no die is left that the player can take. Otherwise what is not needed is kept: two
    players need no more than can be rolled, several no more than is above the most that one of the
    others can have.
    """
    position, projection = worth.position, worth.projection
    dice = position.edition.board.dice
    if not position.dice or position.dice[-1] <= worth.player.last_die:
        return worth.own.coins
    if position.is_two_player:
        needed = dice.donation * dice.sides
    else:
        least = min(most for seat, most in enumerate(projection.limits) if seat != worth.seat)
        needed = least + 1
    return min(worth.own.coins, needed - worth.own.chest)


def _worthwhile_sale(worth: Worth, moves: Iterable[Move]) -> SellGems | None:
    """Choose gems whose coins are worth more than keeping them, before the last round (R5.1)."""
    sales = [
        move
        for move in moves
        if isinstance(move, SellGems)
        and gem_price(worth.position, move.gem) * worth.coin > worth.weights.kept_gem
        and proceeds(worth.position, move) <= worth.position.bank
    ]
    return max(sales, key=lambda sale: sale.count, default=None)


def _has_another_turn(worth: Worth) -> bool:
    """Tell whether a die will be left for this player if the others take one each (R2.2).

    That a card may let them take more is not thought of (R6.4).
    """
    position, last = worth.position, worth.player.last_die
    return sum(die > last for die in position.dice) >= len(position.players)


def _last_sale(worth: Worth) -> SellGems | None:
    """Choose a sale of the last turn, if selling adds to the share of the win (R5.1, R8.2).

    As many gems as are best are sold, those with the highest price first, since each that is sold
    costs one point. What is to be expected includes the coins for all gems held, which this turn
    alone can bring.
    """
    if not worth.player.gems.total:
        return None
    price = partial(gem_price, worth.position)
    order = sorted(GEM_COLOURS, key=price, reverse=True)
    gems = [gem for gem in order for _ in range(getattr(worth.player.gems, gem))]
    coins = [0, *accumulate(map(price, gems))]
    shares = [
        worth.win_share(min(brings, worth.position.bank) - coins[-1], -count)
        for count, brings in enumerate(coins)
    ]
    if not (best := shares.index(max(shares))):
        return None
    return SellGems(gems[0], gems[:best].count(gems[0]))
