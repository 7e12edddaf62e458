"""A strategy for records of games."""

from attrs import evolve
from hypothesis import strategies as st

from livingstone.records.record import Record
from livingstone.testing.games import new_games
from livingstone.testing.playing import Game

__all__ = ["records"]


@st.composite
def records(draw: st.DrawFn, games: st.SearchStrategy[Game] | None = None) -> Record:
    """Draw the record of a game, finished or not, with or without names and comments.

    `games` is the strategy for the game, which must start with a new one, as in `new_games`.

    >>> from hypothesis import given
    >>> from livingstone import dumps, loads
    >>> @given(records(new_games(longest=20)))
    ... def a_record_can_be_written_and_read(record):
    ...     assert loads(dumps(record)) == record
    >>> a_record_can_be_written_and_read()
    """
    game = draw(new_games() if games is None else games)
    names = [f"player {letter}" for letter in "abcde"[: len(game.start.players)]]
    record = Record.of(game.start, game.actions, players=draw(st.sampled_from([None, names])))
    if not record.actions:
        return record
    numbers = st.integers(1, len(record.actions))
    noted = draw(st.lists(numbers, unique=True, max_size=3).map(sorted))
    return evolve(record, comments=tuple((number, f"action {number}") for number in noted))
