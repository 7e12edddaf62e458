"""The compiled functions that Python calls. Each is cached with all that it calls."""

from typing import Any

from livingstone.kernel import chance, engine
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import block
from livingstone.kernel.compiling import Ints, entry
from livingstone.kernel.rules import cards, ending, mine, setup
from livingstone.kernel.streams import seed_fast

__all__ = ["act", "legal_moves", "play_random"]

MOVE, DICE, STONES, CARD = range(4)
"""What `act` carries out."""


@entry
def legal_moves(edition: Ints, state: Ints, moves: Ints) -> int:
    """Write the codes of the legal moves; count them."""
    return engine.list_moves(edition, state, moves)


@entry
def act(edition: Ints, state: Ints, what: int, number: int, counts: Ints) -> None:
    """Carry out a move or an outcome.

    `number` is the code of the move or the kind of card, `counts` are the dice by value or the
    stones by colour.
    """
    if what == MOVE:
        engine.carry_out(edition, state, number)
    elif what == DICE:
        engine.receive_dice(edition, state, counts, 0)
    elif what == STONES:
        mine.receive_stones(edition, state, counts, 0)
    else:
        cards.receive_card(edition, state, number)


@entry
def play_random(
    edition: Ints, states: Any, sources: Any, moves: Ints, scratch: Ints, winners: Ints
) -> int:
    """Play games of uniformly random moves to their ends; count the moves.

    The winners of each game are written as a sum of powers of 2, one for each seat.
    """
    decisions, source, state = 0, sources[0], states[0]
    seed = source[1]
    for game in range(len(winners)):
        seed_fast(source, seed + np.uint64(game))
