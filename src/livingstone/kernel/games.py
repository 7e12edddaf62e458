"""The results of games that the kernel has played."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from livingstone.game.rules.ending import Result, Standing
from livingstone.game.state import State
from livingstone.kernel import layout as at
from livingstone.kernel import playing as notes
from livingstone.kernel import tables as of
from livingstone.kernel.bridge import Bridge, StateArray


class PlayedSeat(NamedTuple):
    """What a seat did in a game, apart from its standing."""

    played: tuple[str, ...]
    """Ids of the cards played, sorted, each as often as it was played."""
    market: int
    """Points for gems sold by cards (R6.6)."""
    cards: int
    """Points of all other cards played (R6.10)."""


class PlayedGame(NamedTuple):
    """A game that was played to its end: what a row of `livingstone.simulation` needs."""

    rounds: int
    """How many rounds were begun."""
    moves: int
    """How many moves all players made, without outcomes of chance."""
    result: Result
    """How it ended, as `livingstone.result` gives it."""
    seats: tuple[PlayedSeat, ...]
    """By seat."""


@frozen(eq=False, repr=False)
class Games:
    """Games that were played to their ends, in the order in which they were asked for."""

    _bridge: Bridge
    states: StateArray
    """The last states, a row for each game."""
    notes: NDArray[np.int64]
    """What was written down, a row for each game, as `kernel.playing` says."""
    _choices: NDArray[np.uint32]

    def __len__(self) -> int:
        """Count the games."""
        return len(self.states)

    def __iter__(self) -> Iterator[PlayedGame]:
        """Go through the games."""
        return map(self._game, self.notes.tolist())

    def __getitem__(self, game: int) -> PlayedGame:
        """Return a game by its place."""
        return self._game(self.notes[game].tolist())

    def last_state(self, game: int) -> State:
        """Return the last state of a game, with explicit chance."""
        return self._bridge.decode(self.states[game])

    def choices(self, game: int) -> NDArray[np.uint32]:
        """List the places of the moves that bots chose among two legal ones or more.

        It is empty unless the games were played with `keep_choices`.
        """
        return self._choices[game, : self.notes[game, notes.GAME_CHOICES]]

    def _game(self, note: list[int]) -> PlayedGame:
        tables = self._bridge.tables
        rows, kinds = int(tables[of.ROWS]), int(tables[of.KINDS])
        size = notes.SEAT_HEAD + rows + kinds
        seats = [note[begin : begin + size] for begin in range(notes.GAME_HEAD, len(note), size)]
        threshold = note[notes.GAME_THRESHOLD]
        standings = tuple(self._standing(seat, rows) for seat in seats)
        result = Result(
            winners=tuple(n for n, own in enumerate(standings) if own.rank == 1 and not own.is_out),
            threshold=None if threshold == at.NOT_ROLLED else threshold,
            standings=standings,
        )
        played = tuple(
            PlayedSeat(
                self._bridge.cards_of(seat[notes.SEAT_HEAD + rows :]),
                seat[notes.SEAT_MARKET],
                seat[notes.SEAT_CARDS],
            )
            for seat in seats
        )
        return PlayedGame(note[notes.GAME_ROUNDS], note[notes.GAME_MOVES], result, played)

    def _standing(self, seat: list[int], rows: int) -> Standing:
        majorities = tuple(seat[notes.SEAT_HEAD : notes.SEAT_HEAD + rows])
        points, is_out = seat[notes.SEAT_POINTS], bool(seat[notes.SEAT_OUT])
        gems, cards = seat[notes.SEAT_GEM_POINTS], seat[notes.SEAT_CARD_POINTS]
        return Standing(
            round_points=points - sum(majorities) - gems - cards,
            majorities=majorities,
            gem_points=gems,
            card_points=cards,
            points=0 if is_out and self._bridge.edition.ruleset.out_scores_zero else points,  # R8.6
            donated=seat[notes.SEAT_DONATED],
            tents=seat[notes.SEAT_TENTS],
            is_out=is_out,
            rank=seat[notes.SEAT_RANK],
        )
