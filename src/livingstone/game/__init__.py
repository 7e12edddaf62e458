"""The game itself: moves, states, chance, rules, the engine, and what a seat may see.

Here are the types of parts of public values; the package has the other public names.
"""

from livingstone.game.moves import ChanceEvent
from livingstone.game.refusals import Code, Fact
from livingstone.game.rules.tents import Price

__all__ = ["ChanceEvent", "Code", "Fact", "Price"]
