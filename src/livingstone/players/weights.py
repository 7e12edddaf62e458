"""The weights by which the bots that think compare things.

They are no figures of the game, which come from the edition; they were tuned by playing.
"""

from attrs import field, frozen

from livingstone.players.winning import Assumptions

__all__ = ["DEFAULT", "Weights"]


@frozen
class Weights:
    """How things are weighed: in points, unless another unit is named."""

    assumptions: Assumptions = field(factory=Assumptions)
    """About the rest of the game."""
    dearest_coin: float = 3.0
    """Points that a coin is worth at most, when it decides who is out (R8.4, R9.2)."""
    rivalry: float = 0.5
    """What it is worth that a single other player loses a point; several of them share this."""
    ignored_die: float = 2.5
    """Points gained by choosing the row freely (R6.2)."""
    moved_boat: float = 2.0
    """Points gained by playing a column again at a good time (R6.7)."""
    extra_die: float = 3.5
    """Points gained by one more die (R6.4)."""
    market_hope: float = 2.0
    """Points that a market will gain with gems that are yet to come (R6.6)."""
    second_tent_hope: float = 2.0
    """Points that a second tent will gain at least, at a good time (R6.5)."""
    late: float = 0.5
    """The part of a card's worth that is left in the last round, where it may come too late."""
    further_dice: float = 0.9
    """The part of a die's worth that counts when it is to be taken later, if others leave it."""
    kept_gem: float = 1.3
    """Points that a kept gem promises: one at the end (R8.2), and the hope for a market."""
    patience: float = 2.5
    """Points that a card must gain to be played before the last round; else it is kept."""


DEFAULT = Weights()
"""The weights that `greedy` has."""
