"""The game itself: moves, states, chance, rules, the engine, and what a seat may see.

Here are the types of parts of public values; the package has the other public names.
"""

from livingstone.game.moves import ChanceEvent
from livingstone.game.refusals import Code, Fact
from livingstone.game.rules.tents import Price
from livingstone.game.state import Known, Streams
from livingstone.values import GemColour

__all__ = ["ChanceEvent", "Code", "Fact", "GemColour", "Known", "Price", "Streams"]
