"""The bots of a game, which are asked in this process or in processes of their own."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Protocol

from livingstone.edition.printed import Edition
from livingstone.errors import LivingstoneError, told
from livingstone.game.moves import Move
from livingstone.game.state import State
from livingstone.game.view import view_of_mover
from livingstone.players import Bot
from livingstone.players.bot import choose_for_mover
from livingstone.players.process import BotError, BotProcess
from livingstone.players.registry import find_player
from livingstone.simulation.errors import SimulationError
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.games.rows import Failure

__all__ = ["Bots", "FailedError", "bots_of"]


_found = set[str]()
"""The names of bots that processes of this worker have found before."""


class FailedError(Exception):
    """The bot on a seat has failed, which ends the game."""

    def __init__(self, seat: int, kind: Failure, reason: str) -> None:
        """Keep the seat, the kind of failure, and a sentence on it."""
        super().__init__(seat, kind, reason)
        self.seat, self.kind, self.reason = seat, kind, reason


class Bots(Protocol):
    """The bots of one game after another, by seat."""

    def make(self, names: Sequence[str], seeds: Sequence[int]) -> None:
        """Make new bots for a game, each with random numbers of its own seed.

        Raises `FailedError` for the first one that cannot be made, and `SimulationError` for one
        that is not found here at all: it was when the batch began, so the worker is at fault.
        """
        ...

    def choose(self, state: State, moves: tuple[Move, ...]) -> Move:
        """Ask the bot to move for one of its legal moves, with nothing but what its seat may see.

        The answer may be illegal, or not even a move.

        Raises `FailedError` for a bot that raises an error or takes too long.
        """
        ...


@contextmanager
def bots_of(batch: Batch) -> Iterator[Bots]:
    """Give the bots of a batch, for as long as its games are played.

    With a limit on the time for a move, each bot has a process of its own, which ends afterwards at
    the latest.
    """
    if batch.seconds_per_move is None:
        yield _BotsHere()
        return
    bots = _BotsApart(batch.edition, batch.seconds_per_move)
    try:
        yield bots
    finally:
        bots.end()


class _BotsHere:
    """Bots in this process, without a limit on their time."""

    def __init__(self) -> None:
        self._makers: dict[str, Callable[[], Bot]] = {}
        self._bots: list[tuple[Bot, Random]] = []

    def make(self, names: Sequence[str], seeds: Sequence[int]) -> None:
        self._bots = []
        for seat, (name, seed) in enumerate(zip(names, seeds, strict=True)):
            make = self._makers.get(name)
            if make is None:
                make = self._makers[name] = _find(name)
            try:
                self._bots.append((make(), Random(seed)))
            except Exception as error:
                raise FailedError(seat, "crash", told(error)) from error

    def choose(self, state: State, moves: tuple[Move, ...]) -> Move:
        seat = state.current_player
        bot, rng = self._bots[seat]
        try:
            return choose_for_mover(bot, state, moves, rng)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # all that a bot raises, even `SystemExit`
            raise FailedError(seat, "crash", told(error)) from error


def _find(name: str) -> Callable[[], Bot]:
    try:
        return find_player(name)
    except LivingstoneError as error:
        raise _lacking(str(error)) from error


def _lacking(reason: str) -> SimulationError:
    """Make the error for a bot that this worker does not have; that is no fault of the bot."""
    return SimulationError(
        f"a worker lacks a bot: {reason}; give it the modules and files that the batch began with"
    )


class _BotsApart:
    """Bots in processes of their own, which stay from game to game until they are killed."""

    def __init__(self, edition: str | Edition, seconds: float) -> None:
        self._edition = edition
        self._seconds = seconds
        self._processes: list[BotProcess] = []
        self._seats: list[BotProcess] = []

    def make(self, names: Sequence[str], seeds: Sequence[int]) -> None:
        self._sit_down(names)
        for seat, (process, seed) in enumerate(zip(self._seats, seeds, strict=True)):
            try:
                process.get_ready()
                _found.add(process.name)
                process.make(seed)
            except BotError as error:
                if error.refusal is not None and process.name not in _found:
                    raise _lacking(error.refusal) from error
                raise FailedError(seat, error.kind, error.reason) from error

    def choose(self, state: State, moves: tuple[Move, ...]) -> Move:
        seat = state.current_player
        try:
            return self._seats[seat].choose(view_of_mover(state, moves))
        except BotError as error:
            raise FailedError(seat, error.kind, error.reason) from error

    def end(self) -> None:
        """Kill all processes."""
        for process in self._processes:
            process.kill()

    def _sit_down(self, names: Sequence[str]) -> None:
        """Give each seat a process of its bot, and start those that are missing."""
        self._processes = [process for process in self._processes if process.is_alive]
        self._seats = []
        free = self._processes.copy()
        for name in names:
            found = next((process for process in free if process.name == name), None)
            if found is None:
                found = BotProcess(name, self._edition, self._seconds)
                self._processes.append(found)
            else:
                free.remove(found)
            self._seats.append(found)
