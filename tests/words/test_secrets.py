"""R10: no sentence depends on what its seat cannot know."""

from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.testing import Game, games, observers, with_other_secrets

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


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
