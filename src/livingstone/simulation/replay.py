"""Playing a game of a file again: `replay_row`."""

from collections.abc import Iterator

from attrs import evolve, frozen

from livingstone.edition.effect import Kinds
from livingstone.errors import ArgumentError
from livingstone.game.moves import Move
from livingstone.game.state import State
from livingstone.players.process import BotError
from livingstone.records.record import Record
from livingstone.records.toml import loads
from livingstone.simulation.export import selected
from livingstone.simulation.play import play_game
from livingstone.simulation.rows import GameRow
from livingstone.simulation.store import Store, StoredBatch
from livingstone.support.arguments import whole
from livingstone.support.files import File


def replay_row(
    row: GameRow | int, file: File, *, batch: int | None = None, effects: Kinds = ()
) -> Record:
    """Play a game of a file again, with the choices that were made, and give its record.

    `row` is a row of `read_rows`, or the number of a game, from 0. `batch` is the number of its
    batch, from 1; a file with one batch needs none, nor does a row. The bots are not asked, since
    the file has all choices. The record of a game that a failure ended goes up to the failure.
    `effects` are classes of your own that the edition may name.

    Raises `ArgumentError` for a game that the file does not have, for a file that cannot be read,
    and for a game that goes another way now, since the file or the library was changed.
    """
    with Store(file, read_only=True) as store:
        stored, found, choices, text = _find(store, row, batch)
    if text is not None:
        return loads(text, effects=effects)
    name = f"{file}: game {found.game} of {stored}"
    edition = stored.load_edition(effects)
    own = evolve(stored.batch, edition=edition)
    try:
        indices = iter([*map(ord, choices.decode(errors="surrogatepass"))])
        bots = [_Replayed(seat, indices, found) for seat in range(len(found.seats))]
        again = play_game(own, found.game, edition, lambda _: bots, with_record=True)
    except (LookupError, UnicodeError):
        raise ArgumentError(f"{name}: its choices cannot be made") from None
    if again.row != found:
        raise ArgumentError(f"{name}: goes another way than it did")
    assert again.record is not None
    return loads(again.record, effects=edition)


def _find(
    store: Store, row: GameRow | int, batch: int | None
) -> tuple[StoredBatch, GameRow, bytes, str | None]:
    if not isinstance(row, GameRow):
        (stored,) = selected(store, batch, "replay_row needs")
        return stored, *store.game(stored, whole("row", row, 0))
    for stored in selected(store, batch):
        if row.game < stored.games:
            found = store.game(stored, row.game)
            if found[0] == row:
                return stored, *found
    raise ArgumentError(f"{store.name}: does not have this row (game {row.game})")


@frozen
class _Replayed:
    """A seat that makes the choices that were made, and fails where its bot failed."""

    seat: int
    choices: Iterator[int]
    """Those of all seats."""
    row: GameRow

    def make(self, _: int) -> None:
        note = self.row.note
        if note is not None and note.seat == self.seat and not self.row.moves:
            raise BotError(note.kind, note.reason)

    def choose(self, _: State, moves: tuple[Move, ...]) -> Move:
        index, note = next(self.choices, None), self.row.note
        if index is not None:
            return moves[index]
        if note is None:
            raise LookupError
        raise BotError(note.kind, note.reason)
