"""What things are worth to a player, in points: coins, gems, tents, cards, dice.

The one yardstick of the players that think: `greedy` compares moves by it, `ismcts` positions. All
figures of the game come from the edition; the weights here are tuned by playing.
"""

from functools import cached_property
from typing import assert_never

from attrs import frozen

from livingstone.edition.effect import (
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
from livingstone.players.outlook import majority_shares, paces, win_shares
from livingstone.players.weights import Weights
from livingstone.state import Player, State
from livingstone.values import CardPile, Gems, Space
from livingstone.view import PlayerView, Private, View

__all__ = ["Appraisal"]

DEFAULT = Weights()


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
    def time(self) -> float:
        """Rounds until the end, with the part of this one that its dice tell (R2.5)."""
        position = self.position
        dice = position.edition.board.dice.per_player * len(position.players)
        return self.rounds_left + len(position.dice) / dice

    @cached_property
    def assets(self) -> list[int]:
        """Coins that could be donated now, by seat, with those for gems sold to the bank."""
        values = self.position.edition.board.gem_values
        return [
            funds + player.gems.worth(values)
            for funds, player in zip(self.funds, self.players, strict=True)
        ]

    @cached_property
    def paces(self) -> list[float]:
        """Coins that each player puts away in a round."""
        board = self.position.edition.board
        elapsed = len(board.columns) - self.time
        return paces(self.assets, board.start_coins, elapsed, self.weights.outlook)

    @cached_property
    def final_funds(self) -> list[float]:
        """Coins that each player will be able to donate."""
        return [now + pace * self.time for now, pace in zip(self.assets, self.paces, strict=True)]

    @cached_property
    def final_points(self) -> list[float]:
        """Points to be expected by seat, from what is on the board and in front of players."""
        board, column = self.position.edition.board, self.position.boat - 1
        totals = []
        for player in self.players:
            total = float(player.points + player.gems.total)
            for count, value in zip(player.tents[column], board.row_values, strict=True):
                total += count * value
            totals.append(total)
        for row, shares in zip(board.rows, self.shares, strict=True):
            for seat, share in enumerate(shares):
                totals[seat] += row.majority * share
        return totals

    @cached_property
    def shares(self) -> list[list[float]]:
        """What to expect of each row's majority, by row, then by seat (R8.1)."""
        outlook, time = self.weights.outlook, self.time
        return [majority_shares(counts, time, outlook) for counts in zip(*self.tents, strict=True)]

    def win_share(self, coins: float = 0, points: float = 0) -> float:
        """Estimate the own share of the win, with so many coins and points more or less."""
        dice, seat = self.position.edition.board.dice, self.seat
        all_points, funds = self.final_points.copy(), self.final_funds.copy()
        all_points[seat] += points
        funds[seat] += coins
        outlook = self.weights.outlook
        shares = win_shares(all_points, funds, self.time, (dice.donation, dice.sides), outlook)
        return shares[seat]

    @cached_property
    def coin(self) -> float:
        """What one coin more or less is worth in points: by what each adds to the win's share."""
        for_coins = self.win_share(coins=2) - self.win_share(coins=-2)
        for_points = self.win_share(points=2) - self.win_share(points=-2)
        if for_points <= 0:  # all is lost, or won
            return self.weights.outlook.coin
        return min(self.weights.dearest_coin, max(0.0, for_coins / for_points))

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
        counts = [tents[row] for tents in self.tents]
        points, now = self.position.edition.board.rows[row].majority, self.shares[row][self.seat]
        if not any(counts):
            now = 0.0  # a row without tents gives nothing to anybody
        counts[self.seat] += 1
        gain = majority_shares(counts, self.time, self.weights.outlook)[self.seat] - now
        return points * gain * (1 + self.weights.rivalry / (len(counts) - 1))

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
