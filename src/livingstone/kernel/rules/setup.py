"""R1.9: the dice of a round; the engine sets a game up."""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.compiling import Ints, compile_module


def await_round(edition: Ints, state: Ints) -> None:
    """Await the roll of a round, with the same number of dice for each player (R1.9, R9.1)."""
    state[at.PENDING] = at.ROUND_ROLL
    state[at.PENDING_COUNT] = edition[of.ROUND_DICE]


compile_module(__name__)
