"""The weights by which the bots that think compare things.

They are no figures of the game, which come from the edition; they were tuned by playing.
"""

from attrs import field, frozen

from livingstone.players.winning import Assumptions

__all__ = ["Weights", "weights_for"]


@frozen
class Weights:
    """How things are weighed: in points, unless another unit is named."""

    assumptions: Assumptions = field(factory=Assumptions)
    """About the rest of the game."""
    dearest_coin: float = 2.51
    """Points that a coin is worth at most, when it decides who is out (R8.4, R9.2)."""
    rivalry: float = 0.772
    """What it is worth that a single other player loses a point; several of them share this."""
    ignored_die: float = 2.92
    """Points gained by choosing the row freely (R6.2)."""
    moved_boat: float = 1.62
    """Points gained by playing a column again at a good time (R6.7)."""
    extra_die: float = 3.39
    """Points gained by one more die (R6.4)."""
    market_hope: float = 2.29
    """Points that a market will gain with gems that are yet to come (R6.6)."""
    second_tent_hope: float = 2.41
    """Points that a second tent will gain at least, at a good time (R6.5)."""
    second_tent_part: float = 0.688
    """The part of the best row's majority gain that a second tent is worth in hand (R6.5)."""
    scarce_tent: float = 0.899
    """Points that a tent in the supply is worth when it is the last for many dice."""
    late: float = 0.491
    """The part of a card's worth that is left in the last round, where it may come too late."""
    further_dice: float = 0.886
    """The part of a die's worth that counts when it is to be taken later, if others leave it."""
    kept_gem: float = 1.26
    """Points that a kept gem promises: one at the end (R8.2), and the hope for a market."""
    patience: float = 2.51
    """Points that a card must gain to be played before the last round; else it is kept."""


def weights_for(players: int) -> Weights:
    """Look up the weights that `greedy` has at a table with so many players.

    >>> weights_for(2) == weights_for(3), weights_for(8) == weights_for(5)
    (False, True)
    """
    return _BY_PLAYERS.get(players, _BY_PLAYERS[max(_BY_PLAYERS)])


_BY_PLAYERS = {
    2: Weights(
        Assumptions(
            income=3.92,
            acquaintance=2.23,
            coin=1.24,
            tent_spread=0.0796,
            point_spread=5.07,
            coin_spread=1.57,
        ),
        dearest_coin=3.61,
        rivalry=1.08,
        ignored_die=1.8,
        moved_boat=1.34,
        extra_die=3.29,
        market_hope=2.34,
        second_tent_hope=2.2,
        second_tent_part=0.649,
        scarce_tent=0.859,
        late=0.827,
        further_dice=1.0,
        kept_gem=1.29,
        patience=1.99,
    ),
    3: Weights(
        Assumptions(
            income=1.3,
            acquaintance=1.72,
            coin=0.537,
            tent_spread=0.316,
            point_spread=2.87,
            coin_spread=4.92,
        ),
        dearest_coin=1.86,
        rivalry=0.96,
        ignored_die=4.07,
        moved_boat=1.7,
        extra_die=2.5,
        market_hope=1.9,
        second_tent_hope=2.5,
        second_tent_part=1.05,
        scarce_tent=0.838,
        late=0.383,
        further_dice=0.901,
        kept_gem=0.859,
        patience=2.37,
    ),
    4: Weights(),
    5: Weights(),
}
"""The weights tuned for each number of players; more players get the last ones."""
