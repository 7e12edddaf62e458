"""What a player that thinks counts with: weights, tuned by playing.

None is a figure of the game; those come from the edition.
"""

from attrs import field, frozen

from livingstone.players.outlook import Outlook

__all__ = ["Weights"]


@frozen
class Weights:
    """How `greedy` weighs things, in points unless another unit is named."""

    outlook: Outlook = field(factory=Outlook)
    """How the end of the game is foreseen."""
    dearest_coin: float = 3.0
    """Points that a coin is worth at most, when it decides who is out (R8.4, R9.2)."""
    rivalry: float = 0.5
    """What a point less for the others is worth, among two; among more it is spread over them."""
    ignored_die: float = 2.5
    """Points gained by the free choice of a row (R6.2)."""
    moved_boat: float = 2.0
    """Points gained by playing a column again at a good time (R6.7)."""
    extra_die: float = 3.5
    """Points gained by one more die (R6.4)."""
    market_hope: float = 2.0
    """Points that a market will gain by gems yet to come (R6.6)."""
    second_tent_hope: float = 2.0
    """Points that a second tent will gain at least, at a good time (R6.5)."""
    late: float = 0.5
    """What is left of a card's worth in the last round, where it may come too late."""
    further_dice: float = 0.9
    """What dice that can still be taken later count for, as others take some of them."""
    kept_gem: float = 1.3
    """Points that a gem promises that is kept: one at the end, and the hope for a market."""
    patience: float = 2.5
    """A card waits for a better time unless it gains so many points, in the last round any."""
