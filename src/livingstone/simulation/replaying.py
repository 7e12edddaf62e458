"""Playing a kept game again, with the choices that were made."""

import struct
from collections.abc import Iterator

from attrs import evolve, frozen

from livingstone.edition.kinds import Kinds
from livingstone.errors import ArgumentError
from livingstone.game.moves import Move
from livingstone.game.state import State
from livingstone.players.limits import BotError
from livingstone.records.record import Record
from livingstone.records.toml import loads
from livingstone.simulation.batch import GameRow
from livingstone.simulation.one_game import play_game, unpack
from livingstone.simulation.results_store import StoredBatch


@frozen
class KeptGame:
    """A game as a file of results keeps it."""

    batch: StoredBatch
    row: GameRow
    choices: bytes
    """For each choice, the index of the move among the legal ones, as `pack` writes it."""
    record: str | None
    """Its record in TOML, if the batch keeps records."""


def replay(game: KeptGame, effects: Kinds = ()) -> Record:
    """Play a game again, and return its record, which goes up to a failure if one ended it.

    `effects` are classes of your own that its edition may name.

    Raises `ArgumentError` if its edition cannot be loaded, or if it goes another way now.
    """
    if game.record is not None:
        return loads(game.record, effects=effects)
    edition = game.batch.load_edition(effects)
    batch = evolve(game.batch.batch, edition=edition)
    row = game.row
    try:
        indices = unpack(game.choices)
        bots = [_Replayed(seat, indices, row) for seat in range(len(row.seats))]
        again = play_game(batch, row.game, edition, lambda _: bots, with_record=True)
    except (LookupError, struct.error):
        raise ArgumentError("its choices cannot be made") from None
    if again.row != row:
        raise ArgumentError("goes another way than it did")
    assert again.record is not None
    return loads(again.record, effects=edition)


@frozen
class _Replayed:
    """A bot that repeats the choices of a kept game, and fails where the bot of its seat did."""

    seat: int
    choices: Iterator[int]
    """Those of all seats."""
    row: GameRow

    def make(self, _: int) -> None:
        note = self.row.note
        if note is not None and note.seat == self.seat and not self.row.moves:
            raise BotError(note.kind, note.reason)

    def choose(self, _: State, moves: tuple[Move, ...]) -> Move:
        if (index := next(self.choices, None)) is not None:
            return moves[index]
        if (note := self.row.note) is None:
            raise LookupError
        raise BotError(note.kind, note.reason)
