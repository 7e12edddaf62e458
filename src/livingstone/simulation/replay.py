"""Playing a game of a file again: `replay_row`."""

from collections.abc import Sequence
from struct import error, iter_unpack

from livingstone.errors import ArgumentError
from livingstone.game.moves import Move
from livingstone.game.state import State
from livingstone.records.record import Record
from livingstone.records.toml import loads
from livingstone.simulation.export import selected
from livingstone.simulation.play import FailedError, play_game
from livingstone.simulation.rows import FailureNote, GameRow
from livingstone.simulation.store import Store, StoredBatch
from livingstone.support.arguments import whole
from livingstone.support.files import File

__all__ = ["replay_row"]


def replay_row(row: GameRow | int, file: File, *, batch: int | None = None) -> Record:
    """Play a game of a file again, with the choices that were made, and give its record.

    `row` is a row of `read_rows`, or the number of a game, from 0. `batch` is the number of its
    batch, from 1; a file with one batch needs none, nor does a row. No bot is needed, since the file
    has all choices. The record of a game that a failure ended goes up to the failure.

    >>> replay_row(17, "no such file.db")
    Traceback (most recent call last):
        ...
    livingstone.errors.ArgumentError: no such file.db: No such file or directory

    Raises `ArgumentError` for a game that the file does not have, for a file that cannot be read,
    and for a game that does not go as it did, since its file was changed or the library was.
    """
    with Store(file, read_only=True) as store:
        stored, found, choices, text = _find(store, row, batch)
        if text is not None:
            return loads(text)
        name = f"{file}: game {found.game} of {stored}"
        try:
            bots = _Choices([index for (index,) in iter_unpack("<H", choices)], found.note)
            again = play_game(
                stored.batch, found.game, stored.load_edition(), bots, with_record=True
            )
        except (LookupError, error):
            raise ArgumentError(f"{name} cannot be played again: its choices are wrong") from None
    if again.row != found:
        raise ArgumentError(f"{name} goes another way than it did")
    assert again.record is not None
    return loads(again.record)


def _find(
    store: Store, row: GameRow | int, batch: int | None
) -> tuple[StoredBatch, GameRow, bytes, str | None]:
    """Find the game, with its choices and its record."""
    if not isinstance(row, GameRow):
        (stored,) = selected(store, batch, "replay_row needs")
        return stored, *store.game(stored, whole("row", row, 0))
    for stored in selected(store, batch):
        if row.game < stored.games:
            found = store.game(stored, row.game)
            if found[0] == row:
                return stored, *found
    raise ArgumentError(f"{store.path}: does not have this row (game {row.game})")


class _Choices:
    """Plays the choices of all seats, and fails where a bot failed."""

    def __init__(self, choices: Sequence[int], note: FailureNote | None) -> None:
        self._choices, self._note = iter(choices), note

    def make(self, names: Sequence[str], seeds: Sequence[int]) -> None:
        pass

    def choose(self, state: State, moves: tuple[Move, ...]) -> Move:
        index = next(self._choices, None)
        if index is not None:
            return moves[index]
        if self._note is None:
            raise LookupError
        raise FailedError(self._note.seat, self._note.kind, self._note.reason)
