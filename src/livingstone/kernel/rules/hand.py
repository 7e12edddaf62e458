"""R6: cards held, and how they leave the hand."""

from livingstone.kernel import tables as of
from livingstone.kernel.compiling import Ints, compile_module


def lay_open(edition: Ints, state: Ints, player: int, kind: int) -> None:
    """Move a card from the hand of the player to the cards that lie open (R6)."""
    state[player + edition[of.HAND] + kind] -= 1
    state[edition[of.PLAYED] + kind] += 1


compile_module(__name__)
