"""What things are worth to a player, in points: coins, gems, tents, cards, dice.

The one yardstick of the players that think: `greedy` compares moves by it, `ismcts` positions. All
figures of the game come from the edition; the weights here are tuned by playing.
"""

from functools import cached_property, lru_cache
from math import exp
from typing import assert_never

from attrs import frozen

from livingstone.effect import (
    BoatBack,
    DrawStones,
    Effect,
    GainCoins,
    IgnoreDie,
    Market,
    MineCollapse,
    MoreDice,
    NoCostTent,
    ScorePoints,
    SecondTent,
)
from livingstone.players.weights import Weights
from livingstone.state import Player, State
from livingstone.values import CardPile, Gems, Space
from livingstone.view import PlayerView, Private, View

__all__ = ["Appraisal", "chances", "safety"]

DEFAULT = Weights()


@lru_cache(maxsize=256)
def chances(count: int, sides: int) -> tuple[float, ...]:
    """List the probability of each sum from 0 of so many dice (R9.2)."""
    chances = [1.0]
    for _ in range(count):
        longer = [0.0] * (len(chances) + sides)
        for total, chance in enumerate(chances):
            for value in range(1, sides + 1):
                longer[total + value] += chance / sides
        chances = longer
    return tuple(chances)


@lru_cache(maxsize=1 << 12)
def safety(coins: int, dice: int, sides: int) -> float:
    """Give the probability that a roll asks for no more than so many coins (R9.2).

    >>> safety(13, 4, 6) < 0.5 < safety(14, 4, 6), safety(3, 4, 6)
    (True, 0)
    """
    return min(1.0, sum(chances(dice, sides)[: max(0, coins + 1)]))


@frozen(slots=False, eq=False)
class Appraisal:
    """What things are worth to the seat to move."""

    position: View | State
    seat: int
    own: Private | Player
    """What only this seat knows."""
    funds: tuple[int, ...]
    """Coins in purse and chest together, by seat: public (R10.2)."""
    unseen: CardPile
    """The cards that can come when one is drawn."""
    weights: Weights

    @classmethod
    def of_view(cls, view: View, weights: Weights = DEFAULT) -> "Appraisal":
        """Appraise for the seat whose view this is, which must be a player's."""
        assert view.seat is not None
        assert view.own is not None
        funds = tuple([player.funds for player in view.players])
        return cls(view, view.seat, view.own, funds, view.unseen, weights)

    @classmethod
    def of_state(cls, state: State, weights: Weights = DEFAULT) -> "Appraisal":
        """Appraise for the player to move, by what that player knows of the state."""
        funds = tuple([player.coins + player.chest for player in state.players])
        return cls(state, state.current_player, state.player, funds, state.draw_pile, weights)

    @property
    def players(self) -> tuple[PlayerView | Player, ...]:
        """What is public of all players, by seat."""
        return self.position.players

    @cached_property
    def rounds_left(self) -> int:
        """Rounds after this one, if the boat does not go back (R2.7)."""
        return len(self.position.edition.board.columns) - self.position.boat

    @cached_property
    def wealth(self) -> int:
        """Coins in purse and chest, and what the own gems bring when sold to the bank."""
        gems = self.players[self.seat].gems
        return self.funds[self.seat] + gems.worth(self.position.edition.board.gem_values)

    @cached_property
    def poorest(self) -> int:
        """What the poorest of the others can donate."""
        values = self.position.edition.board.gem_values
        return min(
            self.funds[seat] + player.gems.worth(values)
            for seat, player in enumerate(self.players)
            if seat != self.seat
        )

    @cached_property
    def time(self) -> float:
        """Rounds until the end, with the part of this one that its dice tell (R2.5)."""
        position = self.position
        dice = position.edition.board.dice.per_player * len(position.players)
        return self.rounds_left + len(position.dice) / dice

    def standing(self, coins: int) -> float:
        """Give what it is worth, in points, to have so many coins for the chest."""
        if len(self.players) == 2:
            dice = self.position.edition.board.dice
            coins += int(self.weights.saving * self.time)
            return self.weights.staying_in * safety(coins, dice.donation, dice.sides)
        lead = (
            coins - self.poorest - 0.5 - self.weights.late_income * (self.time - self.rounds_left)
        ) / (0.4 + self.weights.spread * self.time**0.5)
        return self.weights.staying_in / (1 + exp(-lead))

    @cached_property
    def coin(self) -> float:
        """What one coin more or less is worth."""
        wealth, rounds = self.wealth, self.rounds_left
        base = self.weights.base_coin * rounds / (rounds + 1)
        if rounds and len(self.players) > 2:
            short = (self.poorest + self.weights.margin - wealth) / (
                self.weights.catch_up * rounds**0.5
            )
            return base + self.weights.short_coin / (1 + exp(-short))
        step = 3
        slope = (self.standing(wealth + step) - self.standing(wealth - step)) / (2 * step)
        return base + slope

    @cached_property
    def gems(self) -> tuple[float, float, float]:
        """What a gem of each colour is worth, held or sold (R5.1, R6.6, R8.2)."""
        coin, values = self.coin, self.position.edition.board.gem_values
        worth = [max(1.0, coin * value) for value in values]
        effects = self.position.edition.effects
        for card in dict.fromkeys(self.own.hand):
            effect = effects[card]
            if isinstance(effect, Market):
                worth = [
                    max(known, coin * coins + points)
                    for known, coins, points in zip(worth, effect.coins, effect.points, strict=True)
                ]
        clear, blue, red = worth
        return clear, blue, red

    def worth_of(self, gems: Gems) -> float:
        """Sum what gems are worth."""
        clear, blue, red = self.gems
        return gems[0] * clear + gems[1] * blue + gems[2] * red

    @cached_property
    def stone(self) -> float:
        """What a stone out of the bag is worth on average (R4.3)."""
        bag = self.position.bag
        return self.worth_of(bag.gems) / bag.total

    def dig(self, stones: int) -> float:
        """Give the worth of drawing stones; where the white one takes all, less (R4.7)."""
        bag = self.position.bag
        stones = min(stones, bag.total)
        worth = self.stone * stones
        if self.position.edition.ruleset.white_stone_sells:
            return worth
        drawn = self.worth_of(self.position.gems_drawn)
        return worth - (worth + drawn) * stones / bag.total

    def take(self, die: int) -> float:
        """Give the worth of taking coins (R4.2)."""
        return self.coin * min(die, self.position.bank)

    @cached_property
    def rows(self) -> tuple[float, ...]:
        """What one more own tent in each row is worth for its majority (R8.1)."""
        return tuple([self._majority(row) for row in range(len(self.position.edition.board.rows))])

    @cached_property
    def tents(self) -> list[list[int]]:
        """Tents by seat, then by row."""
        return [[sum(row) for row in zip(*player.tents, strict=True)] for player in self.players]

    def _majority(self, row: int) -> float:
        points = self.position.edition.board.rows[row].majority
        spread = 0.25 + self.weights.majority_spread * self.time**0.5
        own = self.tents[self.seat][row]
        weights = [exp((tents[row] - own) / spread) for tents in self.tents]
        others = sum(weights) - 1.0
        more = exp(1 / spread)
        gain = more / (more + others) - 1 / (1 + others)
        if others and not any(tents[row] for tents in self.tents):
            gain = more / (more + others)  # a row without tents gives nothing to anybody
        return points * gain * (1 + self.weights.rivalry / (len(weights) - 1))

    def tent(self, row: int) -> float:
        """Give the worth of a tent in a row of the boat's column, its price aside (R4.4, R7.1)."""
        return self.position.edition.board.rows[row - 1].value + self.rows[row - 1]

    def price(self, row: int) -> int:
        """Sum the coins due for a tent in a row of the boat's column (R4.4)."""
        position = self.position
        edition, column = position.edition, position.boat - 1
        per_tent, due = edition.ruleset.neighbour_fee_per_tent, 0
        for seat, player in enumerate(self.players):
            if seat != self.seat and (tents := player.tents[column][row - 1]):
                due += tents if per_tent else 1
        return edition.board.costs[column] + due * edition.board.neighbour_fee

    def loss(self, source: Space | None) -> float:
        """Give the worth of the tent that is moved away from there (R9.1)."""
        if source is None:
            return 0.0
        unscored = source.column == self.position.boat
        value = self.position.edition.board.rows[source.row - 1].value if unscored else 0
        return value + self.rows[source.row - 1]

    def market(self, effect: Market) -> tuple[Gems, float]:
        """Say which gems to sell at a market, and what is gained over keeping them (R6.6)."""
        held, coin = self.players[self.seat].gems, self.coin
        sold, gain = [0, 0, 0], 0.0
        values = self.position.edition.board.gem_values
        for colour, count in enumerate(held):
            each = effect.coins[colour] * coin + effect.points[colour]
            each -= max(1.0, coin * values[colour])
            if count and each > 0:
                sold[colour] = count
                gain += each * count
        return Gems(*sold), gain

    def card(self, effect: Effect) -> float:
        """Give the worth of holding a card with this effect (R6)."""
        late = 1.0 if self.rounds_left else self.weights.late
        match effect:
            case NoCostTent():
                costs = self.position.edition.board.costs[self.position.boat - 1 :]
                return late * self.coin * sum(costs) / len(costs)
            case IgnoreDie():
                return late * self.weights.ignored_die
            case MoreDice(dice):
                return late * self.weights.extra_die * dice
            case SecondTent():
                return late * max(self.weights.second_tent_hope, max(self.rows) * 0.7)
            case Market():
                return late * (self.market(effect)[1] + self.weights.market_hope)
            case BoatBack():
                return late * self.weights.moved_boat
            case DrawStones(stones):
                return self.dig(stones)
            case GainCoins(coins):
                return self.take(coins)
            case ScorePoints(points):
                return float(points)
            case MineCollapse():
                return self._collapse()
            case unknown:
                assert_never(unknown)

    def _collapse(self) -> float:
        """Give what it is worth that all gems go back into the bag (R6.11): mostly a loss."""
        players = self.players
        others = sum(
            self.worth_of(player.gems) for seat, player in enumerate(players) if seat != self.seat
        )
        return self.weights.rivalry * others / (len(players) - 1) - self.worth_of(
            players[self.seat].gems
        )

    @cached_property
    def draw(self) -> float:
        """What drawing a card is worth on average (R4.1)."""
        effects, total = self.position.edition.effects, 0.0
        for card, count in self.unseen:
            total += count * self.card(effects[card])
        return total / (self.unseen.total or 1)
