"""The expected end of a game by public information: points, coins, and chances to win."""

import sys
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache, reduce
from math import ceil, exp
from operator import add, mul

from attrs import frozen

from livingstone.game.state import Player, State
from livingstone.game.view import PlayerView, View
from livingstone.kernel.weights import FAINT, TIE_BREAK, Assumptions, sum_probabilities
from livingstone.values import Space

Rows = tuple[tuple[int, ...], ...]
"""The number of tents by row, then by seat."""


def add_up(numbers: Iterable[float]) -> float:
    """Add numbers one after the other, as compiled code does; since Python 3.12 `sum` does not."""
    return reduce(add, numbers, 0.0) if sys.version_info >= (3, 12) else sum(numbers)


@lru_cache(maxsize=1 << 13)
def majority_points(rows: Rows, majorities: tuple[int, ...], spread: float) -> tuple[float, ...]:
    """Estimate by seat the points for majorities (R8.1).

    `spread` is by about how many tents each player's number in a row may still change.
    """
    shares = [_shares(tents, spread) for tents in rows]
    return tuple([add_up(map(mul, majorities, parts)) for parts in zip(*shares, strict=True)])


@lru_cache(maxsize=1 << 15)
def majority_gains(
    rows: Rows, majorities: tuple[int, ...], spread: float, seat: int, more: int = 1
) -> tuple[float, ...]:
    """Estimate by row the points that `more` tents gain a player (R8.1).

    The first tent in a row gains its whole majority. `more` may be -1, for a tent moved away.
    """
    gains = list[float]()
    for now, majority in zip(rows, majorities, strict=True):
        then = (*now[:seat], max(0, now[seat] + more), *now[seat + 1 :])
        gain = _shares(then, spread)[seat] if any(then) else 0.0
        gains.append(majority * (gain - (_shares(now, spread)[seat] if any(now) else 0.0)))
    return tuple(gains)


@lru_cache(maxsize=1 << 15)
def _shares(tents: tuple[int, ...], spread: float) -> tuple[float, ...]:
    return tuple(softmax(tents, spread))


def win_shares(
    points: Sequence[float],
    coins: Sequence[float],
    time: float,
    dice: tuple[int, int],
    assumptions: Assumptions,
) -> list[float]:
    """Estimate by seat the share of the win, from 0 to 1 (R8.4, R8.5, R9.2).

    `points` and `coins` are those expected at the end, by seat; `time` is in rounds; `dice` are
    the number and the sides of those in the donation roll. The sum is 1 unless all can be out.
    """
    _, _, coin_spread = assumptions.spreads(time)
    if len(points) == 2:
        best = _best(points, coins, time, assumptions)
        own, other = (chance_to_reach(round(held), dice, coin_spread) for held in coins)
        both = min(own, other)
        return [own - both * best[1], other - both * best[0]]
    shares = [0.0] * len(points)
    for seats, probability in _not_out(coins, time, coin_spread):
        held = [coins[seat] for seat in seats]
        best = _best([points[seat] for seat in seats], held, time, assumptions)
        for seat, chance in zip(seats, best, strict=True):
            shares[seat] += probability * chance
    return shares


def _not_out(
    coins: Sequence[float], time: float, spread: float
) -> list[tuple[Sequence[int], float]]:
    """List the seats that may be left when the poorest are out (R8.4), with probabilities.

    At the end it is known who is out; before, one player is, more likely one with fewer coins.
    """
    seats = range(len(coins))
    least = min(coins)
    if not time:
        return [([seat for seat in seats if coins[seat] > least], 1.0)]
    out = softmax([-held for held in coins], spread)
    return [([other for other in seats if other != seat], out[seat]) for seat in seats]


def coin_worth(
    seat: int,
    points: Sequence[float],
    coins: Sequence[float],
    time: float,
    dice: tuple[int, int],
    assumptions: Assumptions,
) -> float:
    """Estimate the points that add as much to a player's share of the win as one more coin."""
    _, point_spread, coin_spread = assumptions.spreads(time)
    best = _best(points, coins, time, assumptions)[seat]
    # `for_coins` is the derivative of the share of the win by coins, `for_points` that by points
    # times their spread.
    if len(points) == 2:
        own, other = round(coins[seat]), round(coins[1 - seat])
        less, more = (chance_to_reach(own + by, dice, coin_spread) for by in (-1, 1))
        for_coins = 0.5 * (more - less)
        if own <= other:
            for_coins *= best
        for_points = best * (1 - best) * chance_to_reach(min(own, other), dice, coin_spread)
    else:
        # The same, both divided by the share of the win.
        for_coins = softmax([-held for held in coins], coin_spread)[seat] / coin_spread
        for_points = 1 - best
    if not for_coins:
        return assumptions.spending(time)
    return assumptions.spending(time) + for_coins * point_spread / max(for_points, FAINT)


def _best(
    points: Sequence[float], coins: Sequence[float], time: float, assumptions: Assumptions
) -> list[float]:
    """Estimate by seat the chance to be the best if nobody is out (R8.5)."""
    spending = TIE_BREAK + assumptions.spending(time)
    _, spread, _ = assumptions.spreads(time)
    values = [mine + spending * held for mine, held in zip(points, coins, strict=True)]
    return softmax(values, spread)


@lru_cache(maxsize=1 << 14)
def chance_to_reach(coins: float, dice: tuple[int, int], spread: float) -> float:
    """Estimate the probability that an expected donation reaches the donation roll (R9.2)."""
    rolls = enumerate(sum_probabilities(*dice))
    return add_up([chance * softmax([coins + 0.5, roll], spread)[0] for roll, chance in rolls])


def softmax(values: Sequence[float], spread: float) -> list[float]:
    """Estimate the chances of values to be the largest, if each may change by about `spread`."""
    most = max(values, default=0.0)
    weights = [exp((value - most) / spread) for value in values]
    total = add_up(weights)
    return [weight / total for weight in weights]


@frozen(slots=False, eq=False)
class Projection:
    """The expected points, coins and rounds of a running game; lists are by seat."""

    position: View | State
    assumptions: Assumptions

    @property
    def players(self) -> tuple[PlayerView | Player, ...]:
        """The players."""
        return self.position.players

    @cached_property
    def rounds_left(self) -> int:
        """Rounds after this one, if the boat does not go back (R2.7)."""
        return len(self.position.edition.board.columns) - self.position.boat

    @cached_property
    def time(self) -> float:
        """Rounds until the end; this one counts by its share of dice left (R2.5)."""
        position = self.position
        dice = position.edition.board.dice.per_player * len(position.players)
        return self.rounds_left + len(position.dice) / dice

    @cached_property
    def wealth(self) -> list[int]:
        """Coins in purse and chest and for all gems (R5.1)."""
        values = self.position.edition.board.gem_values
        return [player.funds + player.gems.worth(values) for player in self.players]

    @cached_property
    def paces(self) -> list[float]:
        """The coins that each player gains in a round.

        Two players, who both save for the donation roll (R9.2), gain the average income. Of more
        players, it is what each has gained so far, mixed with some rounds of the average income.
        """
        board = self.position.edition.board
        assumed_rounds = self.assumptions.acquaintance
        if len(self.players) == 2:
            return [self.assumptions.income] * 2
        assumed_coins = assumed_rounds * self.assumptions.income
        rounds = len(board.columns) - self.time + assumed_rounds
        return [(now - board.start_coins + assumed_coins) / rounds for now in self.wealth]

    @cached_property
    def coins(self) -> list[float]:
        """The coins that each player can donate at the end."""
        time = self.time
        coins = [now + pace * time for now, pace in zip(self.wealth, self.paces, strict=True)]
        if self.rounds_left:
            return coins
        return [min(hoped, limit) for hoped, limit in zip(coins, self.limits, strict=True)]

    @cached_property
    def limits(self) -> list[int]:
        """The most that each player can donate in the last round (R10.2), with one more die.

        Players without another turn can have no more in the chest than is public (R2.3, R2.4).
        """
        position = self.position
        limits = list[int]()
        highest = max(position.dice, default=0)
        for seat, (player, wealth) in enumerate(zip(self.players, self.wealth, strict=True)):
            known = player.chest_limit if isinstance(player, Player) else player.chest_most
            moves = seat == position.current_player or highest > player.last_die
            limits.append(wealth + position.edition.board.dice.sides if moves else known)
        return limits

    @cached_property
    def _tents(self) -> list[tuple[tuple[int, ...], int]]:
        boat = self.position.boat
        values = self.position.edition.board.row_values
        return [count_tents(player.tents, boat, values) for player in self.players]

    @cached_property
    def rows(self) -> Rows:
        """The number of tents by row, then by seat."""
        return tuple(zip(*[in_rows for in_rows, _ in self._tents], strict=True))

    @cached_property
    def tent_spread(self) -> float:
        """The spread of the tents in a row until the end; for whole rounds, so that caches work."""
        return self.assumptions.spreads(ceil(self.time))[0]

    @cached_property
    def points(self) -> list[float]:
        """The expected points of R7 and R8, without those for coins and cards."""
        each = self.position.edition.board.majorities
        majorities = majority_points(self.rows, each, self.tent_spread)
        sources = zip(self.players, self._tents, majorities, strict=True)
        return [
            player.points + player.gems.total + pending + for_majorities
            for player, (_, pending), for_majorities in sources
        ]


def unscored(position: View | State, space: Space) -> int:
    """Return the points that a tent on a space is still to score (R6.7, R7.1)."""
    if space.column < position.boat:
        return 0
    return position.edition.board.rows[space.row - 1].value


@lru_cache(maxsize=1 << 14)
def count_tents(
    tents: tuple[tuple[int, ...], ...], boat: int, row_values: tuple[int, ...]
) -> tuple[tuple[int, ...], int]:
    """Count a player's tents by row (R8.1), and the points that they are still to score (R7.1)."""
    in_rows = tuple([sum(row) for row in zip(*tents, strict=True)])
    columns = [column for column in tents[boat - 1 :] if any(column)]
    return in_rows, sum([sum(map(mul, column, row_values)) for column in columns])
