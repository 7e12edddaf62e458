"""R4.1, R6 and R6.11 to R6.12: drawing cards, the mine collapse, and playing cards."""

from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.blocks import add_up, block, clear, mover
from livingstone.kernel.codes import DRAW_CARD, code_of, part
from livingstone.kernel.compiling import Ints, compile_module
from livingstone.kernel.rules import effects
from livingstone.kernel.rules.hand import lay_open
from livingstone.kernel.rules.mine import CLEAR


def cards_in(edition: Ints, state: Ints, pile: int) -> int:
    """Count the cards of a pile, given where it begins."""
    return add_up(state, pile, edition[of.KINDS])


def legal_draw(edition: Ints, state: Ints, moves: Ints, count: int) -> int:
    """List the move of drawing a card, if one is left; the caller has checked the die (R4.1)."""
    # The played cards are right behind the draw pile.
    for place in range(edition[of.PILE], edition[of.PLAYED] + edition[of.KINDS]):
        if state[place]:
            moves[count] = code_of(DRAW_CARD, 0, 0, 0)
            return count + 1
    return count


def draw_card(edition: Ints, state: Ints) -> None:
    """Draw a card; if the draw pile is empty, the played cards become it first (R4.1)."""
    if not cards_in(edition, state, edition[of.PILE]):
        _move_played(edition, state, True)
    state[at.DIE] = 0
    state[at.PENDING] = at.CARD_DRAW


def receive_card(edition: Ints, state: Ints, kind: int) -> None:
    """Give the card drawn to the player, or carry out the mine collapse (R4.1, R6.11).

    Ruling: after the replacement, the collapse and all played cards join the draw pile.
    """
    state[edition[of.PILE] + kind] -= 1
    if edition[of.EFFECT + kind] == of.MINE_COLLAPSE:
        state[edition[of.PLAYED] + kind] += 1
        _collapse(edition, state)
        return
    if state[at.PENDING] == at.REPLACEMENT_DRAW:
        _move_played(edition, state, True)
    state[mover(edition, state) + edition[of.HAND] + kind] += 1
    state[at.PENDING] = at.NOTHING


def _collapse(edition: Ints, state: Ints) -> None:
    """Put all players' gems back into the bag, and have a replacement drawn (R6.11, R6.12).

    Ruling: if the draw pile is empty, the played cards become it first, without collapses; if there
    are none, there is no replacement, and the collapse becomes the draw pile at once.
    """
    for seat in range(edition[of.PLAYERS]):
        player = block(edition, seat)
        for colour in range(3):
            state[at.BAG_NOW + CLEAR + colour] += state[player + at.GEMS + colour]
        clear(state, player + at.GEMS, 3)
    state[at.PENDING] = at.REPLACEMENT_DRAW
    if cards_in(edition, state, edition[of.PILE]):
        return
    _move_played(edition, state, False)
    if not cards_in(edition, state, edition[of.PILE]):
        _move_played(edition, state, True)
        state[at.PENDING] = at.NOTHING


def _move_played(edition: Ints, state: Ints, with_collapses: bool) -> None:
    """Add the played cards to the draw pile, with or without mine collapses."""
    for kind in range(edition[of.KINDS]):
        if with_collapses or edition[of.EFFECT + kind] != of.MINE_COLLAPSE:
            state[edition[of.PILE] + kind] += state[edition[of.PLAYED] + kind]
            state[edition[of.PLAYED] + kind] = 0


def legal_plays(edition: Ints, state: Ints, moves: Ints, count: int) -> int:
    """List the ways to play cards, by id; the caller knows that free actions are possible (R6)."""
    hand = mover(edition, state) + edition[of.HAND]
    for kind in range(edition[of.KINDS]):
        if state[hand + kind]:
            count = effects.legal(edition, state, kind, moves, count)
    return count


def play_card(edition: Ints, state: Ints, move: int) -> None:
    """Play a card from the hand; it lies open afterwards (R6)."""
    lay_open(edition, state, mover(edition, state), part(move, 1))
    effects.carry_out(edition, state, move)


compile_module(__name__)
