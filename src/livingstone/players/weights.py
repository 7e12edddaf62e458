"""What a player that thinks counts with: weights, tuned by playing.

None is a figure of the game; those come from the edition.
"""

from attrs import frozen

__all__ = ["Weights"]


@frozen
class Weights:
    """How `greedy` weighs things, in points unless another unit is named."""

    staying_in: float = 40.0
    """Points that it is worth not to be out at the end (R8.4, R9.2): about what a win is won by."""
    base_coin: float = 0.55
    """Points that a coin buys by building, as long as there is time for it."""
    saving: float = 1.6
    """Coins that a player can put away in each round to come."""
    spread: float = 3.0
    """By how many coins funds go apart in a round (3 to 5 players)."""
    margin: float = 3.0
    """Coins that a player wants to have more than the poorest of the others (R8.4)."""
    catch_up: float = 2.0
    """Coins of shortage, for a round to come, that make a coin much more worth."""
    short_coin: float = 2.0
    """Points that a coin more is worth while it is missing (3 to 5 players)."""
    late_income: float = 2.0
    """Coins that another still gains in a round, when a chest has to be the fuller one."""
    majority_spread: float = 0.35
    """By how many tents rows go apart in a round: the less, the surer is a lead."""
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
    further_dice: float = 0.7
    """What dice that can still be taken later count for, as others take some of them."""
    kept_gem: float = 1.3
    """Points that a gem promises that is kept: one at the end, and the hope for a market."""
    patience: float = 2.5
    """A card waits for a better time unless it gains so many points, in the last round any."""
