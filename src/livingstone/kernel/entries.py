"""The compiled functions that Python calls. Each is cached with all that it calls."""

from typing import Any

from livingstone.kernel import engine
from livingstone.kernel.compiling import entry, pointer_to
from livingstone.kernel.greedy.decisions import decide
from livingstone.kernel.rules import cards, mine
from livingstone.kernel.streams import seed_fast, seed_streams

MOVE, DICE, STONES, CARD = range(4)
"""What `act` carries out."""


@entry
def legal_moves(edition: Any, state: Any, moves: Any) -> int:
    """Write the codes of the legal moves; count them."""
    return engine.list_moves(pointer_to(edition), pointer_to(state), pointer_to(moves))


@entry
def choose(edition: Any, state: Any, mind: Any, knows_pile: bool, moves: Any) -> int:
    """Choose a legal move as `greedy` does."""
    table, room = pointer_to(edition), pointer_to(moves)
    return decide(table, pointer_to(state), pointer_to(mind), knows_pile, room)


@entry
def seed(source: Any, words: Any, is_seeded: bool) -> None:
    """Seed a source by two words: the streams of the seed that has them, or the generator."""
    if is_seeded:
        seed_streams(pointer_to(source), words[0], words[1])
    else:
        seed_fast(pointer_to(source), words[0] ^ words[1])


@entry
def act(edition: Any, state: Any, what: int, number: int, counts: Any) -> None:
    """Carry out a move or an outcome.

    `number` is the code of the move or the kind of card, `counts` are the dice by value or the
    stones by colour.
    """
    table, position, numbers = pointer_to(edition), pointer_to(state), pointer_to(counts)
    if what == MOVE:
        engine.carry_out(table, position, number)
    elif what == DICE:
        engine.receive_dice(table, position, numbers, 0)
    elif what == STONES:
        mine.receive_stones(table, position, numbers, 0)
    else:
        cards.receive_card(table, position, number)
