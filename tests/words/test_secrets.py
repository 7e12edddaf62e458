"""R10: no sentence depends on what its seat cannot know."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.game.moves import Action
from livingstone.testing import Game, games, observers, values_of, with_other_secrets

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


@given(st.data(), games(longest=150), st.sampled_from(ls.LANGUAGES))
def test_r10_2_moves_are_said_alike_whatever_others_hide(
    data: st.DataObject, game: Game, language: str
) -> None:
    state = game.last
    seat = state.current_player
    other = data.draw(with_other_secrets(state, seat))
    said = [
        [ls.describe_move(move, view, language=language) for move in view.legal_moves[:200]]
        for view in (ls.view(state, seat), ls.view(other, seat))
    ]
    assert said[0] == said[1]


@given(st.data(), games(longest=150), st.lists(values_of(Action), max_size=20))
def test_r10_2_refusals_are_said_alike_whatever_others_hide(
    data: st.DataObject, game: Game, tried: list[Any]
) -> None:
    state = game.last
    seat = data.draw(st.sampled_from(observers(state)))
    other = data.draw(with_other_secrets(state, seat))
    views = [ls.view(position, seat) for position in (state, other)]
    for action in (*tried, *game.actions):
        said = []
        for view in views:
            refused = ls.why_illegal(view, action)
            said.append(refused and ls.describe_refusal(refused, edition=state.edition, you=seat))
        assert said[0] == said[1]


@given(st.data(), games(explicit=True, longest=150), st.sampled_from(ls.LANGUAGES))
def test_r10_2_events_are_told_alike_whatever_others_hide(
    data: st.DataObject, game: Game, language: str
) -> None:
    """Moves that reveal nothing, made in two states that differ for others only."""
    state = game.last
    names, edition = NAMES[: len(state.players)], state.edition
    seat = data.draw(st.sampled_from(observers(state)))
    other = data.draw(with_other_secrets(state, seat))
    for move in ls.legal_moves(state)[:50]:
        if isinstance(move, ls.EndTurn) or not ls.is_legal(other, move):
            continue  # the end of the game opens hands and chests (R10.4)
        said = [
            [
                ls.describe(
                    ls.visible(event, seat),
                    names=names,
                    language=language,
                    you=seat,
                    edition=edition,
                )
                for event in ls.play(position, move).events
            ]
            for position in (state, other)
        ]
        assert said[0] == said[1]
