"""Estimate values of things and gains of moves, in points for the player to move."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import TypeVar, assert_never

from attrs import frozen

from livingstone.edition.types import Edition
from livingstone.effects import (
    BoatBack,
    CardEffect,
    IgnoreDie,
    Market,
    MineCollapse,
    MoreDice,
    NoCostTent,
    Parts,
    ScorePoints,
    SecondTent,
    effects_of,
)
from livingstone.game.chance import chance_outcomes
from livingstone.game.effects.shipped import Done, DoneEffect
from livingstone.game.hand import lay_open
from livingstone.game.moves import (
    BuildTent,
    CardDraw,
    CardLook,
    CardRoll,
    Choose,
    Dig,
    DrawCard,
    HandDraw,
    Move,
    PlayCard,
    SellGems,
    StoneDraw,
    TakeCoins,
    TakeDie,
)
from livingstone.game.rules import ending
from livingstone.game.rules.cards import choose, options, play_card, receive
from livingstone.game.rules.rounds import column_points
from livingstone.game.rules.tents import coins_due, sources
from livingstone.game.sampling import sample_state
from livingstone.game.state import Player, State
from livingstone.game.view import PlayerView, Private, View
from livingstone.kernel.weights import Weights, weights_on
from livingstone.players.projection import (
    Projection,
    add_up,
    coin_worth,
    majority_gains,
    unscored,
    win_shares,
)
from livingstone.values import GEM_COLOURS, CardPile, GemColour, Gems, Space

M = TypeVar("M", bound=Move)

LOOK = 0.01
"""By how much looking at cards gains more than the least that a card is played for: it is played at
once, since it gains nothing by waiting."""
UNKNOWN = 2.0
"""The value in hand of a card whose effect does not tell its value. Of several in hand, which wait
and may never be played, each is worth less."""


@frozen(slots=False, eq=False)
class Valuation:
    """The values of things to the player to move, in points, by what that player knows."""

    position: View | State
    seat: int
    own: Private | Player
    """The secrets of this seat."""
    unseen: CardPile
    """The cards that can be drawn."""
    projection: Projection
    weights: Weights

    @classmethod
    def of(cls, position: View | State, weights: Weights | None = None) -> "Valuation":
        """Value things for the seat of a view, or the player to move, who knows the draw pile."""
        weights = weights or weights_on(position.edition, len(position.players))
        projection = Projection(position, weights.assumptions)
        if isinstance(position, State):
            seat = position.current_player
            own = position.player
            unseen = position.draw_pile
            return cls(position, seat, own, unseen or position.played, projection, weights)
        assert position.seat is not None
        assert position.own is not None
        unseen = position.unseen if position.draw_pile_size else position.played  # drawn (R4.1)
        return cls(position, position.seat, position.own, unseen, projection, weights)

    @property
    def player(self) -> PlayerView | Player:
        """The player to move."""
        return self.projection.players[self.seat]

    @property
    def _roll(self) -> tuple[int, int]:
        dice = self.position.edition.board.dice
        return dice.donation, dice.sides

    def win_share(self, coins: float = 0, points: float = 0) -> float:
        """Estimate the share of the win with these coins, points and the cards in hand (R8.3)."""
        all_points = self.projection.points.copy()
        all_coins = self.projection.coins.copy()
        all_points[self.seat] += points + self._points_in_hand
        all_coins[self.seat] += coins
        time = self.projection.time
        assumptions = self.weights.assumptions
        return win_shares(all_points, all_coins, time, self._roll, assumptions)[self.seat]

    @cached_property
    def _points_in_hand(self) -> int:
        """The points of the cards in hand, as if the game ended now (R8.3)."""
        effects = effects_of(self.position.edition)
        if ending.counts_by_state(effects.values()):
            return ending.card_points(self._possible_state)[self.seat]
        return sum([effects[card].points_in_hand for card in self.own.hand])

    def _kept(self, effect: CardEffect) -> int:
        """Return the points that a card with an own effect scores if it is kept (R8.3)."""
        if not ending.counts_by_state([effect]):
            return effect.points_in_hand
        return effect.end_points(ending.before_scoring(self._possible_state), self.seat)

    @cached_property
    def coin(self) -> float:
        """The value of a coin, spent or donated."""
        points = self.projection.points
        coins = self.projection.coins
        time = self.projection.time
        worth = coin_worth(self.seat, points, coins, time, self._roll, self.weights.assumptions)
        return min(self.weights.dearest_coin, worth)

    @cached_property
    def _gem_kept(self) -> list[float]:
        """The value of a gem by colour, without a card: its point or its price (R5.1, R8.2)."""
        return [max(1.0, self.coin * value) for value in self.position.edition.board.gem_values]

    @cached_property
    def _gem_each(self) -> list[float]:
        """The value of a gem by colour, kept or sold (R5.1, R6.6, R8.2)."""
        coin = self.coin
        each = self._gem_kept
        effects = effects_of(self.position.edition)
        for card in dict.fromkeys(self.own.hand):
            if prices := effects[card].prices:
                each = [
                    max(before, coin * coins + points)
                    for before, coins, points in zip(each, *prices, strict=True)
                ]
        return each

    def gems(self, gems: Gems) -> float:
        """Sum the values of gems."""
        clear, blue, red = self._gem_each
        return gems.clear * clear + gems.blue * blue + gems.red * red

    def stones(self, count: int) -> float:
        """Estimate the value of drawing stones: less where the white one takes all (R4.7)."""
        bag = self.position.bag
        count = min(count, bag.total)
        worth = self.gems(bag.gems) / bag.total * count
        if self.position.edition.ruleset.white_stone_sells:
            return worth
        drawn = self.player.gems & self.position.gems_drawn  # the others were sold
        return worth - (worth + self.gems(drawn)) * count / bag.total

    def coins(self, count: int) -> float:
        """Estimate the value of taking coins, at most those that the bank has (R1.7, R4.2)."""
        return self.coin * min(count, self.position.bank)

    @cached_property
    def majority_gains(self) -> tuple[float, ...]:
        """The value of one more tent for the majority, by row (R8.1)."""
        return self._majority_gains(1)

    @cached_property
    def _majority_losses(self) -> tuple[float, ...]:
        return self._majority_gains(-1)

    def _majority_gains(self, more: int) -> tuple[float, ...]:
        rows = self.projection.rows
        spread = self.projection.tent_spread
        majorities = self.position.edition.board.majorities
        gains = majority_gains(rows, majorities, spread, self.seat, more)
        with_rivals = 1 + self.weights.rivalry / (len(self.position.players) - 1)
        return tuple([gain * with_rivals for gain in gains])

    @cached_property
    def reserved_tent(self) -> float:
        """The value of keeping a tent in the supply: more, the fewer are left for the dice."""
        dice = self.position.edition.board.dice.per_player * self.projection.time
        return self.weights.scarce_tent * max(0.0, dice - self.player.supply) / max(dice, 1.0)

    @cached_property
    def sources(self) -> tuple[Space | None, ...]:
        """The possible sources of the next tent; None is the supply (R4.4, R9.1)."""
        return sources(self.position)

    def tent(self, row: int, source: Space | None) -> float:
        """Estimate the gain of a tent, without its price; `source` is None for the supply."""
        return self._tent(self.position.edition.board.row_values[row - 1], row, source)

    def _tent(self, points: int, row: int, source: Space | None) -> float:
        if source is None:
            return points + self.majority_gains[row - 1] - self.reserved_tent
        if source.row != row:
            return points + self.majority_gains[row - 1] - self.loss(source)
        return float(points - unscored(self.position, source))

    def price(self, row: int) -> int:
        """Return the price of a tent in the boat's column (R4.4)."""
        return coins_due(self.position, row)

    def loss(self, source: Space) -> float:
        """Estimate the loss of moving a tent away from a space (R9.1)."""
        return unscored(self.position, source) - self._majority_losses[source.row - 1]

    def market(self, coins: Gems, points: Gems) -> tuple[Gems, float]:
        """Choose the gems to sell at these prices, perhaps none, and estimate the gain (R6.6)."""
        held = self.player.gems
        coin = self.coin
        sold = [0, 0, 0]
        gain = 0.0
        for colour, count in enumerate(held):
            each = coins[colour] * coin + points[colour] - self._gem_kept[colour]
            if count and each > 0:
                sold[colour] = count
                gain += each * count
        return Gems(*sold), gain

    def card(self, effect: CardEffect) -> float:
        """Estimate the value of a card in hand by its effect (R6)."""
        if (told_by_effect := effect.value(self.position)) is not None:
            return told_by_effect
        late = 1.0 if self.projection.rounds_left else self.weights.late
        match effect:
            case Parts(move_boat=boat):
                if self.position.boat + boat > len(self.position.edition.board.columns):
                    return 0.0  # it cannot be played any more
                gain = self._gain(effect.done)
                return max(gain + late * self.weights.moved_boat if boat else gain, 0.0)
            case BoatBack():
                return late * self.weights.moved_boat
            case DoneEffect():
                return self._gain(effect.done)
            case MineCollapse():
                others = [self.gems(player.gems) for player in self.projection.players]
                mine = others.pop(self.seat)
                return self.weights.rivalry * add_up(others) / len(others) - mine
            case NoCostTent():
                costs = self.position.edition.board.costs[self.position.boat - 1 :]
                return late * self.coin * sum(costs) / len(costs)
            case IgnoreDie():
                return late * self.weights.ignored_die
            case MoreDice():
                return late * self.weights.extra_die * effect.dice
            case SecondTent():
                best = max(self.majority_gains) * self.weights.second_tent_part
                return late * max(self.weights.second_tent_hope, best)
            case Market():
                gain = self.market(effect.coins, effect.points)[1]
                return late * (gain + self.weights.market_hope)
            case _:
                alike = sum(effects_of(self.position.edition)[id] == effect for id in self.own.hand)
                hope = late * UNKNOWN / max(1, alike) if effect.moments else 0.0
                return self._kept(effect) + hope

    def play(self, move: PlayCard) -> float:
        """Estimate the gain of playing a card now instead of keeping it (R6)."""
        effect = effects_of(self.position.edition)[move.card]
        if (told_by_effect := effect.value(self.position, move)) is not None:
            return told_by_effect
        match effect:
            case ScorePoints():
                return 0.0  # it counts as much in hand (R8.3)
            case DoneEffect():
                return self._gain(effect.done) + self._boat(effect.done.move_boat)
            case MoreDice():
                return self._another_die
            case SecondTent():
                assert move.space is not None
                points = unscored(self.position, move.space)
                return self._tent(points, move.space.row, move.source)
            case Market():
                gems, gain = self.market(effect.coins, effect.points)
                return gain if move.gems == gems else 0.0
            case _:
                return self._change(move) - self._kept(effect)

    @property
    def _another_die(self) -> float:
        """The gain of one more die, which must be higher than the first (R6.4)."""
        position = self.position
        last = self.player.last_die
        dice = [die for die in position.dice if die > last and position.dice_taken]
        return max([die_gain(self, die) for die in dice], default=0.0)

    def _gain(self, done: Done) -> float:
        """Estimate the value of what a card does now, but for the boat."""
        total = float(done.score_points)
        if done.pay_coins:
            total -= self.coin * done.pay_coins
        if done.take_coins:
            total += self.coins(done.take_coins)
        return total + self.stones(done.draw_stones) if done.draw_stones else total

    def _boat(self, count: int) -> float:
        """Estimate what the moved boat gains over the best other player (R6.7).

        Columns that it goes back over are scored again; those that it passes are not scored.
        """
        if not count:
            return 0.0
        boat = self.position.boat
        values = self.position.edition.board.row_values
        columns = range(min(boat, boat + count), max(boat, boat + count))
        points = [
            sum([column_points(player, column, values) for column in columns])
            for player in self.position.players
        ]
        mine = points.pop(self.seat)
        return float(mine - max(points) if count < 0 else max(points) - mine)

    def _change(self, move: PlayCard) -> float:
        """Estimate the gain of a card with chance at its mean, less what a used die is worth."""
        before = self._possible_state
        after = play_card(before, move)
        used = die_gain(self, before.die) if before.die and not after.die else 0.0
        if isinstance(after.pending, CardRoll):
            outcomes = chance_outcomes(after)
            if len(outcomes) > MOST_OUTCOMES:
                return 0.0
            mean = sum(
                float(probability) * self._gain_of(before, receive(after, outcome), move)
                for outcome, probability in outcomes.items()
            )
            return mean - used
        return self._gain_of(before, after, move) - used

    def _gain_of(self, before: State, after: State, move: PlayCard) -> float:
        """Estimate the gain of the state after a card, less what the card was worth in hand."""
        laid = lay_open(before, before.player, (move.card, *move.cards))
        gain = self._balance_chosen(after) - self._balance(laid)
        if isinstance(after.pending, StoneDraw):
            gain += self.stones(after.pending.count)
        elif isinstance(after.pending, CardDraw):
            gain += self.draw
        elif self._looks(after):
            gain += self.weights.patience + LOOK
        return gain + self.weights.extra_die * (after.dice_left - laid.dice_left)

    def _looks(self, state: State) -> bool:
        """Return whether this player is about to see hidden cards."""
        if isinstance(state.pending, CardLook):
            return state.pending.looker(state.current_player) == self.seat
        return isinstance(state.pending, HandDraw)

    def option(self, option: Choose) -> float:
        """Estimate the position after an option of the card that waits for the player (R6)."""
        return self._balance(choose(self._possible_state, option))

    def _balance_chosen(self, state: State) -> float:
        """Estimate a position after the choice that a card waits for, if there is one.

        The player makes the best one, another player that which is worst for this one.
        """
        if state.choice is None:
            return self._balance(state)
        found = [self._balance(choose(state, option)) for option in spread(options(state))]
        return max(found) if state.choice.seat == self.seat else min(found)

    @cached_property
    def _possible_state(self) -> State:
        """A state with explicit chance that fits what the player knows."""
        if isinstance(self.position, View):
            return sample_state(self.position, 0)
        return self.position.changed(streams=None)

    def _balance(self, state: State) -> float:
        """Estimate the points, coins and cards of the player, less the mean of the others'."""
        projection = Projection(state, self.weights.assumptions)
        effects = effects_of(state.edition)
        worth = [self.draw * len(player.hand) for player in state.players]
        own_hand = state.players[self.seat].hand
        worth[self.seat] = add_up([self.card(effects[card]) for card in own_hand])
        totals = [
            points + self.coin * coins + cards
            for points, coins, cards in zip(projection.points, projection.coins, worth, strict=True)
        ]
        mine = totals.pop(self.seat)
        return mine - self.weights.rivalry * add_up(totals) / len(totals)

    @cached_property
    def draw(self) -> float:
        """The mean value of drawing a card (R4.1)."""
        effects = effects_of(self.position.edition)
        total = 0.0
        for known in self.own.known:
            if known.owner is None:
                return self.card(effects[known.cards[0]])
        for card, count in self.unseen:
            total += count * self.card(effects[card])
        return total / (self.unseen.total or 1)


Use = DrawCard | TakeCoins | Dig | BuildTent
"""The moves that use a die (R4)."""


def use_gain(valuation: Valuation, move: Use) -> float:
    """Estimate the gain of using the die in hand like this (R4)."""
    die = valuation.position.die or 0
    match move:
        case DrawCard():
            return valuation.draw
        case TakeCoins():
            return valuation.coins(die)
        case Dig():
            return valuation.stones(die)
        case BuildTent(row, cards, source):
            effects = [effects_of(valuation.position.edition)[card] for card in cards]
            gain = valuation.tent(row, source)
            for effect in effects:
                gain -= valuation.card(effect)
            is_free = any(effect.pays_for_tent for effect in effects)
            return gain if is_free else gain - valuation.coin * valuation.price(row)
        case unknown:
            assert_never(unknown)


def die_gain(valuation: Valuation, die: int) -> float:
    """Estimate the gain of taking a die and using it in the best way."""
    best = max(valuation.draw, valuation.coins(die), valuation.stones(die))
    board = valuation.position.edition.board
    coins = valuation.own.coins
    effects = effects_of(valuation.position.edition)
    held = [effects[card] for card in valuation.own.hand]
    payer = next((effect for effect in held if effect.pays_for_tent), None)
    reacher = next((effect for effect in held if effect.reaches_any_row), None)
    if die <= len(board.rows) and (gain := best_gain(valuation, die)) > best:
        price = valuation.price(die)
        if price <= coins + valuation.player.gems.worth(board.gem_values):
            best = max(best, gain - valuation.coin * price)
        if payer:
            best = max(best, gain - valuation.card(payer))
    if reacher:
        for row in range(1, len(board.rows) + 1):
            if (price := valuation.price(row)) <= coins:
                gain = best_gain(valuation, row) - valuation.coin * price
                best = max(best, gain - valuation.card(reacher))
    return best


def best_gain(valuation: Valuation, row: int) -> float:
    """Estimate the gain of a tent from the best source, without its price; -inf for none (R9.1)."""
    space = row, valuation.position.boat
    gains = [valuation.tent(row, source) for source in valuation.sources if source != space]
    return max(gains, default=-inf)


def best_die(valuation: Valuation, moves: Sequence[TakeDie]) -> TakeDie:
    """Choose a die by its best use and by the dice that can be taken later (R2.2, R2.3)."""
    gains = {value: die_gain(valuation, value) for value in set(valuation.position.dice)}
    return max(moves, key=lambda move: hoped_for(valuation, gains, move.value))


def hoped_for(valuation: Valuation, gains: Mapping[int, float], value: int) -> float:
    """Estimate the gain of a die and of the higher dice after it (R2.3).

    `gains` are those of each die alone. A later die counts by the chance that it is still there.
    """
    players = len(valuation.position.players)
    still_open = valuation.weights.further_dice

    def total(value: int, dice: tuple[int, ...]) -> float:
        higher = tuple([die for die in dice if die > value])
        dice_next_turn = len(dice) - players
        if not higher or dice_next_turn <= 0:
            return gains[value]
        stays = dice_next_turn / (len(dice) - 1)
        hope = 0.0
        is_open = still_open
        for further in sorted([total(die, higher) for die in dict.fromkeys(higher)], reverse=True):
            hope += is_open * stays * further
            is_open *= 1 - stays
        return gains[value] + hope

    return total(value, valuation.position.dice)


MOST_OUTCOMES = 60
"""The most outcomes of a card's roll whose mean gain is taken; a card with more gains nothing."""
MOST_TRIED = 12
"""The most ways to play a card that are tried, unless a rule of thumb chooses among them."""


def thinned(edition: Edition, plays: Iterable[PlayCard]) -> list[PlayCard]:
    """Keep at most `MOST_TRIED` ways to play each card, evenly chosen.

    The ways of a card come one after the other. Those for second tents and markets are all kept.
    """
    kept = list[PlayCard]()
    for card, same in groupby(plays, attrgetter("card")):
        effect = effects_of(edition)[card]
        moves = [*same]
        is_free = not effect.places_tent and effect.prices is None
        kept += spread(moves) if is_free else moves
    return kept


def spread(moves: Sequence[M]) -> Sequence[M]:
    """Keep at most `MOST_TRIED` moves, evenly chosen."""
    if len(moves) <= MOST_TRIED:
        return moves
    return [moves[number * len(moves) // MOST_TRIED] for number in range(MOST_TRIED)]


def of_kind(kind: type[M], moves: Iterable[Move]) -> list[M]:
    """List the moves of one type."""
    return [move for move in moves if isinstance(move, kind)]


def gem_price(position: State | View, gem: GemColour) -> int:
    """Return the coins that the bank pays for a gem (R5.1)."""
    return position.edition.board.gem_values[GEM_COLOURS.index(gem)]


def proceeds(position: State | View, sale: SellGems) -> int:
    """Return the coins for a sale, provided the bank has them (R5.1)."""
    return sale.count * gem_price(position, sale.gem)


def sale_for_tent(valuation: Valuation, moves: Iterable[Move]) -> SellGems | None:
    """Choose the sale that best pays what is missing for the die's tent, if any (R4.4, R5.1)."""
    position = valuation.position
    board = valuation.position.edition.board
    space = die, _ = position.die or 0, position.boat
    if die > len(board.rows) or all(source == space for source in valuation.sources):
        return None
    missing = valuation.price(die) - valuation.own.coins
    if not 0 < missing <= min(valuation.player.gems.worth(board.gem_values), position.bank):
        return None

    def waste(sale: SellGems) -> tuple[bool, int]:
        brings = proceeds(position, sale)
        return brings < missing, abs(brings - missing)

    return min(of_kind(SellGems, moves), key=waste, default=None)
