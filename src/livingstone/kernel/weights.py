"""The weights of `greedy` and their TOML files, and the sums of its donation roll."""

import tomllib
from functools import cache, lru_cache
from math import sqrt
from os import fspath
from typing import Annotated

import tomli_w
from attrs import AttrsInstance, asdict, evolve, field, fields, frozen

from livingstone.edition.effect import Effect, converter
from livingstone.edition.loading import read_data, shipped_bytes
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, DataError, short_repr
from livingstone.game.effects.shipped import DoneEffect
from livingstone.support.arguments import whole
from livingstone.support.files import File
from livingstone.support.limits import Within
from livingstone.support.structuring import problems_of

END_SPREAD = 0.001
"""The spread, as good as 0, of numbers that cannot change any more; one divides by it."""
FAINT = 1e-9
"""The smallest chance that one divides by."""
TIE_BREAK = 0.01
"""The points of a donated coin between players with equal points (R8.5)."""
LEAST = 0.001
MOST = 100_000.0
"""The smallest and the largest weight."""
Weight = Annotated[float, Within(LEAST, MOST)]


class _Checked:
    def __attrs_post_init__(self: AttrsInstance) -> None:
        for part in fields(type(self)):
            value = getattr(self, part.name)
            if part.type is Weight and not LEAST <= value <= MOST:
                raise ArgumentError(f"{part.name} must be {LEAST:g} to {MOST:g}, not {value!r}")


@frozen(cache_hash=True)
class Assumptions(_Checked):
    """Assumptions of bots about the rest of a game; the defaults were tuned by playing.

    Raises `ArgumentError` for a value that is not from 0.001 to 100,000.
    """

    __repr__ = short_repr

    income: Weight = 1.3
    """Coins that an average player gains in a round."""
    acquaintance: Weight = 1.96
    """Rounds after which a player's own past counts as much as the average player."""
    coin: Weight = 0.558
    """Points that a coin is worth if it is spent and there is time to build."""
    tent_spread: Weight = 0.276
    """The spread that a round adds to the numbers of tents in a row."""
    point_spread: Weight = 2.95
    """The spread in points that a round adds."""
    coin_spread: Weight = 3.94
    """The spread in coins that a round adds."""

    def spreads(self, time: float) -> tuple[float, float, float]:
        """Estimate how far tents in a row, points and coins may still drift apart.

        They grow with the square root of the rounds left.
        """
        if not time:
            return END_SPREAD, END_SPREAD, END_SPREAD
        root = sqrt(time)
        return (
            0.25 + self.tent_spread * root,
            0.5 + self.point_spread * root,
            0.4 + self.coin_spread * root,
        )

    def spending(self, time: float) -> float:
        """Return the points that a coin is worth if it is spent: 0 at the end."""
        return self.coin * time / (time + 1)


@frozen
class Weights(_Checked):
    """The values of things for `greedy`, in points; the defaults were tuned by playing.

    >>> from livingstone.players import GreedyBot
    >>> bold = Weights(rivalry=0.1, late=0.9)
    >>> GreedyBot(bold).weights.rivalry
    0.1

    Raises `ArgumentError` for a weight that is not from 0.001 to 100,000.
    """

    __repr__ = short_repr

    assumptions: Assumptions = field(factory=Assumptions)
    """What is assumed of the rest of the game."""
    dearest_coin: Weight = 2.51
    """The most that a coin is worth, when it decides who is out (R8.4, R9.2)."""
    rivalry: Weight = 0.772
    """The value of a point that the only other player loses; several players share this."""
    ignored_die: Weight = 2.92
    """The value of choosing the row freely (R6.2)."""
    moved_boat: Weight = 1.62
    """The value of playing a column again at a good time (R6.7)."""
    extra_die: Weight = 3.39
    """The value of one more die (R6.4)."""
    market_hope: Weight = 2.29
    """The value of a market for gems that are yet to come (R6.6)."""
    second_tent_hope: Weight = 2.41
    """The least value of a second tent (R6.5)."""
    second_tent_part: Weight = 0.688
    """The part of the best row's majority gain that a second tent is worth in hand (R6.5)."""
    scarce_tent: Weight = 0.899
    """The value of a tent in the supply when it is the last one for many dice."""
    late: Weight = 0.491
    """The part of a card's value that is left in the last round."""
    further_dice: Weight = 0.886
    """The part of a die's value that counts if it is taken later."""
    kept_gem: Weight = 1.26
    """The value of a kept gem: a point at the end (R8.2), and the hope for a market."""
    patience: Weight = 2.51
    """The least gain for which a card is played before the last round."""

    def to_toml(self) -> str:
        """Write the weights as TOML that `load_weights` reads.

        >>> print(Weights().to_toml().splitlines()[0])
        dearest_coin = 2.51
        """
        return tomli_w.dumps(asdict(self))


def load_weights(file: File) -> Weights:
    """Read weights from a TOML file; a missing one gets its default.

    Raises `DataError` with all problems of the file.
    """
    data = read_data(file)
    try:
        return converter.structure(data, Weights)
    except Exception as error:
        raise DataError(fspath(file), problems_of(error)) from None


def weights_for(players: int) -> Weights:
    """Return the shipped weights for the number of players, or for the nearest number.

    >>> weights_for(2) == weights_for(3), weights_for(8) == weights_for(5)
    (False, True)

    Raises `ArgumentError` for a number below 1.
    """
    known = _shipped()
    players = whole("players", players, 1)
    return known.get(players) or known[min(known, key=lambda number: abs(number - players))]


@cache
def _shipped() -> dict[int, Weights]:
    tables = tomllib.loads(shipped_bytes("weights.toml").decode())
    return {
        int(players): Weights(Assumptions(**table.pop("assumptions")), **table)
        for players, table in tables.items()
    }


CARD_POINTS = 0.75
"""The mean points of a card for which the weights were tuned; the shipped decks have 0.4."""


@lru_cache(maxsize=64)
def weights_on(edition: Edition, players: int) -> Weights:
    """Return the weights for an edition: the shipped ones, unless its cards score many points."""
    points = sum(card.count * _points_of(card.effect) for card in edition.cards)
    return scaled(weights_for(players), points, edition.deck.total)


def _points_of(effect: Effect) -> int:
    return effect.done.score_points if isinstance(effect, DoneEffect) else effect.points_in_hand


def scaled(weights: Weights, points: int, cards: int) -> Weights:
    """Fit weights to a deck: all `points` of its `cards` together.

    Where points come in larger numbers, more of them can be gained and lost, and so it is worth
    more of them not to be out (R8.4).
    """
    factor = points / (CARD_POINTS * max(cards, 1))
    if factor <= 1:
        return weights
    assumptions = weights.assumptions
    spread = min(MOST, factor * assumptions.point_spread)
    dearest = min(MOST, factor * weights.dearest_coin)
    return evolve(
        weights, dearest_coin=dearest, assumptions=evolve(assumptions, point_spread=spread)
    )


@lru_cache(maxsize=256)
def sum_probabilities(dice: int, sides: int) -> tuple[float, ...]:
    """List the probability of each sum of some dice, from 0 (R9.2)."""
    probabilities = [1.0]
    for _ in range(dice):
        longer = [0.0] * (len(probabilities) + sides)
        for total, probability in enumerate(probabilities):
            for value in range(1, sides + 1):
                longer[total + value] += probability / sides
        probabilities = longer
    return tuple(probabilities)
