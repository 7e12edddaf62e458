"""Strategies for views, and for the same position with other secrets."""

from hypothesis import strategies as st

from livingstone.game.state import State, Streams
from livingstone.game.view import View, is_open, view
from livingstone.testing.games import seeds, states
from livingstone.values import CardPile

__all__ = ["observers", "views", "with_other_secrets"]


def observers(state: State) -> tuple[int | None, ...]:
    """List who can look at a state: a spectator (None) and each seat.

    >>> from livingstone import new_game
    >>> observers(new_game(2, seed=7))
    (None, 0, 1)
    """
    return (None, *range(len(state.players)))


@st.composite
def views(draw: st.DrawFn, positions: st.SearchStrategy[State] | None = None) -> View:
    """Draw the view of a state by any seat or a spectator.

    `positions` is the strategy for the state, any state of any game by default.

    >>> from hypothesis import given
    >>> @given(views(states(longest=20)))
    ... def a_player_sees_the_own_hand(seen):
    ...     assert (seen.own is None) == (seen.seat is None)
    >>> a_player_sees_the_own_hand()
    """
    state = draw(states() if positions is None else positions)
    return view(state, draw(st.sampled_from(observers(state))))


@st.composite
def with_other_secrets(draw: st.DrawFn, state: State, seat: int | None) -> State:
    """Draw a state that differs only in what a seat may not know (R10.2, R10.3).

    The views of that seat are equal, so a bot must act alike in both.

    >>> from hypothesis import given
    >>> from livingstone import new_game
    >>> state = new_game(2, seed=7)
    >>> @given(with_other_secrets(state, seat=0))
    ... def seat_0_sees_no_difference(other):
    ...     assert view(other, 0) == view(state, 0)
    >>> seat_0_sees_no_difference()
    """
    streams = draw(st.builds(Streams, seeds(), *[st.integers(0, 99)] * 4))
    if state.streams is not None:
        state = state.changed(streams=streams)
    if is_open(state):
        return state
    hidden = [other for other in range(len(state.players)) if other != seat]
    cards = [*state.draw_pile.cards(), *(id for s in hidden for id in state.players[s].hand)]
    shuffled = draw(st.permutations(sorted(cards)))
    holdable = [id for id in shuffled if not state.edition.is_collapse(id)]
    rest = [id for id in shuffled if state.edition.is_collapse(id)]
    players = list(state.players)
    for other in hidden:
        size = len(players[other].hand)
        dealt, holdable = holdable[:size], holdable[size:]
        funds = players[other].coins + players[other].chest
        chest = draw(st.integers(players[other].donations, players[other].chest_limit))
        players[other] = players[other].changed(
            hand=tuple(sorted(dealt)), chest=chest, coins=funds - chest
        )
    return state.changed(players=tuple(players), draw_pile=CardPile.of([*rest, *holdable]))
