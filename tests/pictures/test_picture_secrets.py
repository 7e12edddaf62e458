"""No picture depends on what the seat cannot know (R10)."""

from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.pictures import svg, text
from livingstone.testing import observers, seeds, states, views, with_other_secrets


@given(st.data())
def test_states_that_differ_in_secrets_only_look_the_same(data: st.DataObject) -> None:
    state = data.draw(states())
    seat = data.draw(st.sampled_from(observers(state)))
    other = data.draw(with_other_secrets(state, seat))
    for board in (svg.board, text.board):
        assert board(ls.view(state, seat)) == board(ls.view(other, seat))
        if seat is None:
            assert board(state) == board(other)


@given(views(), seeds())
def test_samples_of_a_view_look_like_it(view: ls.View, seed: int) -> None:
    sample = ls.view(ls.sample_state(view, seed), view.seat)
    assert svg.board(view) == svg.board(sample)
    assert text.board(view) == text.board(sample)
