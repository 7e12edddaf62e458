"""R4.1: a card can be drawn as long as one lies in the draw pile or was played."""

from positions import at_die, lay_open, moves_of, play

import livingstone as ls


def test_r4_1_drawing_is_offered_when_only_played_cards_are_left() -> None:
    state = at_die(4)
    state = lay_open(state, *state.draw_pile.cards())
    assert not state.draw_pile
    assert moves_of(state, ls.DrawCard) == (ls.DrawCard(),)
    assert play(state, ls.DrawCard()).draw_pile.total == 27


def test_r4_1_drawing_is_offered_when_no_card_was_played() -> None:
    state = at_die(4)
    assert not state.played
    assert moves_of(state, ls.DrawCard) == (ls.DrawCard(),)
