"""Strategies for single moves, outcomes and events of every kind, possible in a game or not."""

from typing import Any

from hypothesis import strategies as st

from livingstone.events import Event
from livingstone.game.moves import Action, Move, Outcome
from livingstone.testing.values import values_of

__all__ = ["actions", "events", "moves", "outcomes"]


def moves() -> st.SearchStrategy[Move]:
    """Draw a move of any kind, which need not be legal anywhere.

    >>> from hypothesis import given
    >>> @given(moves())
    ... def a_move_can_be_a_key(move):
    ...     assert {move: 1}[move] == 1
    >>> a_move_can_be_a_key()
    """
    return _any_of(Move)


def outcomes() -> st.SearchStrategy[Outcome]:
    """Draw an outcome of chance of any kind, which need not be possible anywhere.

    >>> from hypothesis import given
    >>> @given(outcomes())
    ... def an_outcome_can_be_a_key(outcome):
    ...     assert {outcome: 1}[outcome] == 1
    >>> an_outcome_can_be_a_key()
    """
    return _any_of(Outcome)


def actions() -> st.SearchStrategy[Action]:
    """Draw a move or an outcome of any kind.

    >>> from hypothesis import given
    >>> @given(actions())
    ... def an_action_can_be_a_key(action):
    ...     assert {action: 1}[action] == 1
    >>> an_action_can_be_a_key()
    """
    return _any_of(Action)


def events() -> st.SearchStrategy[Event]:
    """Draw an event of any kind, which need not follow from any move.

    >>> from hypothesis import given
    >>> @given(events())
    ... def an_event_can_be_a_key(event):
    ...     assert {event: 1}[event] == 1
    >>> an_event_can_be_a_key()
    """
    return _any_of(Event)


def _any_of(union: Any) -> st.SearchStrategy[Any]:
    """Draw a value of a union; deferred, since there are many events."""
    return st.deferred(lambda: values_of(union))
