"""Playing one game between bots: from its number in the batch to its row."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from struct import pack
from typing import NamedTuple, Protocol

from livingstone.edition.effect import Market
from livingstone.edition.printed import Edition
from livingstone.errors import ArgumentError, told
from livingstone.game.engine import apply, legal_moves, new_game
from livingstone.game.moves import BuildTent, Move, PlayCard
from livingstone.game.refusals import IllegalMoveError
from livingstone.game.rules.ending import Standing, result
from livingstone.game.state import State
from livingstone.game.view import view_of_mover
from livingstone.players import Bot
from livingstone.players.bot import choose_for_mover
from livingstone.players.registry import find_player
from livingstone.records.record import Record
from livingstone.records.toml import dumps
from livingstone.simulation.batch import Batch, bot_seed
from livingstone.simulation.errors import SimulationError
from livingstone.simulation.games.processes import BotError, BotProcess
from livingstone.simulation.rows import Failure, FailureNote, GameRow, Score, SeatRow

__all__ = ["Bots", "FailedError", "Played", "bots_of", "play_game"]

LONGEST_REASON = 200
"""The most characters of the reason in a failure note."""


class Played(NamedTuple):
    """A game that was played."""

    row: GameRow
    choices: bytes
    """For each choice, the index of the move among the legal ones, as 16 bits, little-endian."""
    record: str | None
    """The record as TOML, if it was asked for."""


class FailedError(Exception):
    """The bot on a seat has failed, which ends the game."""

    def __init__(self, seat: int, kind: Failure, reason: str) -> None:
        """Keep the seat, the kind of failure, and a sentence on it."""
        super().__init__(seat, kind, reason)
        self.seat, self.kind, self.reason = seat, kind, reason


class Bots(Protocol):
    """The bots of one game after another, by seat."""

    def make(self, names: Sequence[str], seeds: Sequence[int]) -> None:
        """Make the bots for a game, each with random numbers of its own seed.

        Raises `FailedError` for the first one that cannot be made, and `SimulationError` for one
        that this worker does not have.
        """
        ...

    def choose(self, state: State, moves: tuple[Move, ...]) -> Move:
        """Ask the bot to move for one of its legal moves; the answer may be anything.

        Raises `FailedError` for a bot that raises an error or takes too long.
        """
        ...


class _Course:
    """A game while it is played: its state, and what the last state alone does not show."""

    def __init__(self, state: State) -> None:
        seats = len(state.players)
        self.state = state
        self.moves = list[Move]()
        self.choices = list[int]()
        self.played = [list[str]() for _ in range(seats)]
        self.market = [0] * seats
        self.cards = [0] * seats

    def play(self, bots: Bots) -> None:
        """Play to the end; raises `FailedError` if a bot does not give a legal move in time.

        A bot with one legal move is not asked.
        """
        while not self.state.is_over:
            moves = legal_moves(self.state)
            if len(moves) == 1:
                self._carry_out(moves[0])
                continue
            move = bots.choose(self.state, moves)
            try:
                self._carry_out(move)
            except IllegalMoveError as error:
                raise FailedError(self.state.current_player, "illegal", str(error.reason)) from None
            self.choices.append(moves.index(move))

    def _carry_out(self, move: Move) -> None:
        """Carry out a move, and count the cards that it plays and their points."""
        before = self.state
        self.state = after = apply(before, move)
        self.moves.append(move)
        if type(move) is PlayCard:
            seat = before.current_player
            self.played[seat].append(move.card)
            gained = after.players[seat].points - before.players[seat].points
            is_market = isinstance(before.edition.effects[move.card], Market)
            (self.market if is_market else self.cards)[seat] += gained
        elif type(move) is BuildTent and move.cards:
            self.played[before.current_player] += move.cards

    def seats(self, names: Sequence[str], note: FailureNote | None) -> tuple[SeatRow, ...]:
        """Give the results by seat; after a failure, all others share the win."""
        played = [tuple(sorted(cards)) for cards in self.played]
        if note is not None:
            last = len(names)
            return tuple(
                SeatRow(name, seat != note.seat, last if seat == note.seat else 1, cards, None)
                for seat, (name, cards) in enumerate(zip(names, played, strict=True))
            )
        ended = result(self.state)
        assert ended is not None
        return tuple(
            SeatRow(name, seat in ended.winners, own.rank, cards, self._score(seat, own))
            for seat, (name, cards, own) in enumerate(
                zip(names, played, ended.standings, strict=True)
            )
        )

    def _score(self, seat: int, standing: Standing) -> Score:
        market, cards = self.market[seat], self.cards[seat]
        return Score(
            points=standing.points,
            columns=standing.round_points - market - cards,
            market=market,
            cards=cards,
            majorities=standing.majorities,
            gems=standing.gem_points,
            hand=standing.card_points,
            donated=standing.donated,
            tents=standing.tents,
            is_out=standing.is_out,
        )


def play_game(
    batch: Batch, game: int, edition: Edition, bots: Bots, *, with_record: bool = False
) -> Played:
    """Play the game of a batch that has this number, from 0.

    Each bot has random numbers of its own for each game, so that the result does not depend on
    where a game is played or which games came before.
    """
    names, seed = batch.seats(game), batch.seed_of(game)
    start = new_game(len(names), seed=seed, edition=edition)
    course, note = _Course(start), None
    try:
        bots.make(names, [bot_seed(batch.seed, game, seat) for seat in range(len(names))])
        course.play(bots)
    except FailedError as failed:
        note = FailureNote(failed.seat, names[failed.seat], failed.kind, _one_line(failed.reason))
    state = course.state
    row = GameRow(
        game=game,
        seed=seed,
        edition=batch.edition_hash,
        rounds=state.streams.rounds if state.streams else 0,
        moves=len(course.moves),
        threshold=state.threshold,
        note=note,
        seats=course.seats(names, note),
    )
    record = dumps(Record.of(start, course.moves, players=names)) if with_record else None
    return Played(row, pack(f"<{len(course.choices)}H", *course.choices), record)


def _one_line(reason: str) -> str:
    """Put a text on one line that every file and every terminal can show."""
    line = " ".join(reason.encode(errors="replace").decode().split())
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    line = line or "an error without a name"
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 3] + "..."


@contextmanager
def bots_of(batch: Batch) -> Iterator[Bots]:
    """Give the bots of a batch: in this process, or with a limit of time in their own."""
    if batch.seconds_per_move is None:
        yield _BotsHere(batch)
        return
    bots = _BotsApart(batch.edition, batch.seconds_per_move)
    try:
        yield bots
    finally:
        bots.kill()


class _BotsHere:
    """Bots in this process, without a limit on their time."""

    def __init__(self, batch: Batch) -> None:
        self._makers: dict[str, Callable[[], Bot]] = dict(batch.makers)
        self._bots: list[tuple[Bot, Random]] = []

    def make(self, names: Sequence[str], seeds: Sequence[int]) -> None:
        self._bots = []
        for seat, (name, seed) in enumerate(zip(names, seeds, strict=True)):
            if name not in self._makers:
                self._makers[name] = _find(name)
            try:
                self._bots.append((self._makers[name](), Random(seed)))
            except Exception as error:
                raise FailedError(seat, "crash", told(error)) from error

    def choose(self, state: State, moves: tuple[Move, ...]) -> Move:
        seat = state.current_player
        bot, rng = self._bots[seat]
        try:
            return choose_for_mover(bot, state, moves, rng)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a bot raises, even `SystemExit`
            raise FailedError(seat, "crash", told(error)) from error


def _find(name: str) -> Callable[[], Bot]:
    """Find a bot, which was found when the batch began: without it, the worker is at fault."""
    try:
        return find_player(name)
    except ArgumentError as error:
        raise _lacking(str(error)) from error


def _lacking(reason: str) -> SimulationError:
    return SimulationError(
        f"a worker lacks a bot: {reason}; give it the modules and files that the batch began with"
    )


class _BotsApart:
    """Bots in processes of their own, which stay from game to game until they are killed."""

    def __init__(self, edition: str | Edition, seconds: float) -> None:
        self._edition, self._seconds = edition, seconds
        self._processes: list[BotProcess] = []
        self._seats: list[BotProcess] = []

    def make(self, names: Sequence[str], seeds: Sequence[int]) -> None:
        free = [process for process in self._processes if process.is_alive]
        self._processes, self._seats = free.copy(), []
        for name in names:
            process = next((one for one in free if one.name == name), None)
            if process is None:
                process = BotProcess(name, self._edition, self._seconds)
                self._processes.append(process)
            else:
                free.remove(process)
            self._seats.append(process)
        for seat, (process, seed) in enumerate(zip(self._seats, seeds, strict=True)):
            try:
                process.get_ready()
                process.make(seed)
            except BotError as error:
                if error.refusal is not None and not process.is_ready:
                    raise _lacking(error.refusal) from error
                raise FailedError(seat, error.kind, error.reason) from error

    def choose(self, state: State, moves: tuple[Move, ...]) -> Move:
        seat = state.current_player
        try:
            return self._seats[seat].choose(view_of_mover(state, moves))
        except BotError as error:
            raise FailedError(seat, error.kind, error.reason) from error

    def kill(self) -> None:
        for process in self._processes:
            process.kill()
