"""The game itself: moves, states, chance, rules, the engine, and what a seat may see.

Here are the types of parts of public values; the package has the other public names.
"""

from livingstone.game.moves import ChanceEvent as ChanceEvent
from livingstone.game.refusals import Code as Code
from livingstone.game.refusals import Fact as Fact
from livingstone.game.rules.tents import Price as Price
from livingstone.game.state import Known as Known
from livingstone.game.state import Streams as Streams
from livingstone.support import naming
from livingstone.values import GemColour as GemColour

__all__ = naming.public(globals())
