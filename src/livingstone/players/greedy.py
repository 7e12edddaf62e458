"""The player `greedy`: it does at once what is worth the most, by rules of thumb.

It looks no move ahead. What things are worth is in `appraisal`; here stands what follows from it.
"""

from collections.abc import Iterable, Sequence
from random import Random

from attrs import field, frozen

from livingstone.edition.effect import (
    BoatBack,
    DrawStones,
    GainCoins,
    IgnoreDie,
    Market,
    MoreDice,
    NoCostTent,
    SecondTent,
)
from livingstone.moves import (
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
from livingstone.players.appraisal import DEFAULT, Appraisal
from livingstone.players.weights import Weights
from livingstone.values import GEM_COLOURS
from livingstone.view import View

__all__ = ["GreedyBot", "close", "decide", "sale_for", "use_worth"]


@frozen
class GreedyBot:
    """Choose what is worth the most at once.

    >>> from livingstone import new_game, view
    >>> GreedyBot().choose(view(new_game(2, seed=7, edition="bga"), 0), Random(1))
    TakeDie(value=2)
    """

    weights: Weights = field(default=DEFAULT, repr=False)
    """What it counts with."""

    def choose(self, view: View, rng: Random) -> Move:
        """Choose by rules of thumb; nothing is left to the random numbers."""
        del rng
        return decide(Appraisal.of_view(view, self.weights), view.legal_moves)


def decide(worth: Appraisal, moves: Sequence[Move]) -> Move:
    """Choose one of the legal moves, by what things are worth to the player to move."""
    if len(moves) == 1:
        return moves[0]
    if play := _best_play(worth, moves):
        return play
    if worth.position.die is not None:
        return _use(worth, moves)
    dice = [move for move in moves if isinstance(move, TakeDie)]
    if dice:
        return _best_die(worth, dice)
    return close(worth, moves)


def _best_play(worth: Appraisal, moves: Iterable[Move]) -> PlayCard | None:
    """Choose the card to play that gains the most, if any gains enough (R6)."""
    best, best_gain = None, worth.weights.patience if worth.rounds_left else 0.0
    for move in moves:
        if isinstance(move, PlayCard) and (gain := _gain(worth, move)) > best_gain:
            best, best_gain = move, gain
    return best


def _gain(worth: Appraisal, move: PlayCard) -> float:
    """Say what playing a card gains now; the points of R6.10 count in hand as well (R8.3)."""
    match worth.position.edition.effects[move.card]:
        case GainCoins() | DrawStones():
            return float("inf")
        case Market() as market:
            gems, gain = worth.market(market)
            return gain if move.gems == gems else 0.0
        case SecondTent():
            assert move.space is not None
            return worth.rows[move.space.row - 1] - worth.loss(move.source)
        case MoreDice():
            last = worth.position.players[worth.seat].last_die
            higher = [_best_use(worth, die) for die in set(worth.position.dice) if die > last]
            return max(higher, default=0.0) if worth.position.dice_taken else 0.0
        case BoatBack(columns):
            return _boat_gain(worth, columns)
        case _:
            return 0.0


def _boat_gain(worth: Appraisal, columns: int) -> float:
    """Compare the own points with the most of another in the column that is scored again."""
    values = worth.position.edition.board.row_values
    column = worth.position.boat - 1 - columns
    points = [
        sum(count * value for count, value in zip(player.tents[column], values, strict=True))
        for player in worth.position.players
    ]
    own = points.pop(worth.seat)
    return own - float(max(points))


def _use(worth: Appraisal, moves: Iterable[Move]) -> Move:
    """Choose what to use the die for (R4); sell gems first if that pays for a better tent."""
    uses = [move for move in moves if isinstance(move, DrawCard | TakeCoins | Dig | BuildTent)]
    best = max(uses, key=lambda move: use_worth(worth, move))
    die, position = worth.position.die or 0, worth.position
    if die <= len(position.edition.board.rows) and position.players[worth.seat].supply:
        missing = worth.price(die) - worth.own.coins
        pays = worth.tent(die) - worth.coin * worth.price(die) > use_worth(worth, best)
        if missing > 0 and pays and (sale := sale_for(worth, missing, moves)):
            return sale
    return best


def use_worth(worth: Appraisal, move: Move) -> float:
    """Say what an action with the die at hand is worth."""
    die = worth.position.die or 0
    match move:
        case DrawCard():
            return worth.draw
        case TakeCoins():
            return worth.take(die)
        case Dig():
            return worth.dig(die)
        case BuildTent(row, cards, source):
            effects = worth.position.edition.effects
            gain = worth.tent(row) - worth.loss(source)
            is_free = False
            for card in cards:
                is_free = is_free or isinstance(effects[card], NoCostTent)
                gain -= worth.card(effects[card])
            return gain if is_free else gain - worth.coin * worth.price(row)
        case _:
            return 0.0


def sale_for(worth: Appraisal, missing: int, moves: Iterable[Move]) -> SellGems | None:
    """Choose a sale towards the coins missing, if all gems together bring so many (R5.1)."""
    values = worth.position.edition.board.gem_values
    gems = worth.position.players[worth.seat].gems
    if gems.worth(values) < missing or worth.position.bank < missing:
        return None
    sales = [move for move in moves if isinstance(move, SellGems)]

    def waste(sale: SellGems) -> tuple[bool, int]:
        price = sale.count * values[GEM_COLOURS.index(sale.gem)]
        return price < missing, abs(price - missing)

    return min(sales, key=waste, default=None)


def _best_use(worth: Appraisal, die: int) -> float:
    """Say what a die on the table is worth, used in the best way."""
    best = max(worth.draw, worth.take(die), worth.dig(die))
    position, edition = worth.position, worth.position.edition
    if not position.players[worth.seat].supply:
        return best
    effects = edition.effects
    if die <= len(edition.board.rows):
        price = worth.price(die)
        if price <= worth.own.coins + worth.wealth - worth.funds[worth.seat]:
            best = max(best, worth.tent(die) - worth.coin * price)
        if any(isinstance(effects[card], NoCostTent) for card in worth.own.hand):
            best = max(best, worth.tent(die) - worth.card(NoCostTent()))
    if any(isinstance(effects[card], IgnoreDie) for card in worth.own.hand):
        for row in range(1, len(edition.board.rows) + 1):
            price = worth.price(row)
            if price <= worth.own.coins:
                gain = worth.tent(row) - worth.coin * price - worth.card(IgnoreDie())
                best = max(best, gain)
    return best


def _best_die(worth: Appraisal, dice: Sequence[TakeDie]) -> TakeDie:
    """Choose a die by its best use now and by what can be taken after it (R2.2, R2.3)."""
    position = worth.position
    uses = {value: _best_use(worth, value) for value in set(position.dice)}

    def total(value: int, dice: tuple[int, ...]) -> float:
        """Add what can be expected of later turns: the others leave each die with a chance."""
        higher = tuple([die for die in dice if die > value])
        left = len(dice) - len(position.players)
        if not higher or left <= 0:
            return uses[value]
        stays = left / (len(dice) - 1)
        hope, open_chance = 0.0, worth.weights.further_dice
        for further in sorted([total(die, higher) for die in dict.fromkeys(higher)], reverse=True):
            hope += open_chance * stays * further
            open_chance *= 1 - stays
        return uses[value] + hope

    return max(dice, key=lambda move: total(move.value, position.dice))


def close(worth: Appraisal, moves: Sequence[Move]) -> Move:
    """End the turn; before the last of the game, put all coins into the chest (R5.2).

    A donation made earlier gives away what others need to know, and ties up money.
    """
    if sale := _worthwhile_sale(worth, moves):
        return sale
    if not worth.rounds_left and not _has_another_turn(worth):
        sales = [move for move in moves if isinstance(move, SellGems)]
        best = max(sales, key=lambda sale: _sale_gain(worth, sale), default=None)
        if best is not None and _sale_gain(worth, best) > 0:
            return best
        donations = [move for move in moves if isinstance(move, Donate)]
        if donations:
            return donations[-1]
    return moves[-1]


def _worthwhile_sale(worth: Appraisal, moves: Iterable[Move]) -> SellGems | None:
    """Choose gems whose coins are worth more than keeping them, which a collapse can undo."""
    if not worth.rounds_left:
        return None
    values = worth.position.edition.board.gem_values
    sales = [
        move
        for move in moves
        if isinstance(move, SellGems)
        and values[GEM_COLOURS.index(move.gem)] * worth.coin > worth.weights.kept_gem
        and values[GEM_COLOURS.index(move.gem)] * move.count <= worth.position.bank
    ]
    return max(sales, key=lambda sale: sale.count, default=None)


def _has_another_turn(worth: Appraisal) -> bool:
    """Say whether a die will be left for this player, whatever the others take (R2.2)."""
    position = worth.position
    last = position.players[worth.seat].last_die
    return sum(die > last for die in position.dice) >= len(position.players)


def _sale_gain(worth: Appraisal, sale: SellGems) -> float:
    """Say what gems gain for the chest over the points they are worth in the end (R8.2)."""
    values = worth.position.edition.board.gem_values
    price = sale.count * values[GEM_COLOURS.index(sale.gem)]
    coins = min(price, worth.position.bank)
    return worth.win_share(coins - price, -sale.count) - worth.win_share()
