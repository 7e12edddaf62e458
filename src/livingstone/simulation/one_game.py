"""Playing one game between bots: from its number in the batch to its row."""

import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import NamedTuple, Protocol

from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, error_line, shortened, shown
from livingstone.game.card_effect import effects_of
from livingstone.game.engine import apply, legal_moves, new_game
from livingstone.game.moves import BuildTent, Move, PlayCard
from livingstone.game.refusals import IllegalMoveError
from livingstone.game.rules.ending import Result, result
from livingstone.game.state import State
from livingstone.game.view import show
from livingstone.players.bot import choose_for_mover
from livingstone.players.limits import BotError
from livingstone.players.process import BotProcess, start_bot
from livingstone.players.registry import FoundPlayer, find_player, is_program
from livingstone.records.record import Record
from livingstone.records.toml import dumps
from livingstone.simulation.batch import (
    Batch,
    FailureNote,
    GameRow,
    Score,
    SeatRow,
    SimulationError,
    bot_seed,
)
from livingstone.simulation.entrants import Entry, Maker
from livingstone.support.limits import ENDLESS, MOST_ROUNDS
from livingstone.support.tracebacks import traceback_of


class Played(NamedTuple):
    """A game that was played."""

    row: GameRow
    choices: bytes
    """For each choice, the index of the move among the legal ones, as `pack` writes it."""
    record: str | None


def pack(choices: Sequence[int]) -> bytes:
    """Pack choices, each below 65,536, into two bytes each, the lower one first."""
    return struct.pack(f"<{len(choices)}H", *choices)


def unpack(choices: bytes) -> Iterator[int]:
    """Iterate over packed choices; raises `struct.error` for an odd number of bytes."""
    return (choice for (choice,) in struct.iter_unpack("<H", choices))


class Chooser(Protocol):
    """The bot on a seat, in this process or in another; both methods raise `BotError`."""

    def make(self, seed: int) -> None:
        """Make the bot for a new game, with random numbers of this seed."""

    def choose(self, state: State, moves: tuple[Move, ...]) -> Move:
        """Ask the bot for one of its legal moves; the answer may be anything."""
        ...


def play_game(
    batch: Batch,
    game: int,
    edition: Edition,
    seats: "Seating",
    *,
    with_record: bool = False,
) -> Played:
    """Play the game with this number, from 0."""
    names = batch.seats(game)
    seed = batch.seed_of(game)
    start = new_game(len(names), seed=seed, edition=edition)
    course = _GameInPlay(start)
    note = None
    made_seat = None  # the seat whose bot is being made
    try:
        bots = seats(batch.places(game))
        for made_seat, bot in enumerate(bots):
            bot.make(bot_seed(batch.seed, game, made_seat))
        made_seat = None
        course.play(bots)
    except BotError as error:
        loser = course.state.current_player if made_seat is None else made_seat
        reason = one_line(error.reason)
        calls = error.traceback or traceback_of(error.__cause__)
        note = FailureNote(loser, names[loser], error.kind, reason, calls)
    row = GameRow(
        game=game,
        seed=seed,
        edition=batch.edition_hash,
        rounds=course.state.streams.rounds if course.state.streams else 0,
        moves=len(course.moves),
        threshold=course.state.threshold,
        note=note,
        seats=course.rows(names, None if note is None else note.seat),
    )
    record = dumps(Record.of(start, course.moves, players=names)) if with_record else None
    return Played(row, pack(course.choices), record)


class _GameInPlay:
    """A game while it is played: its state, its moves, and the cards and points on the way."""

    def __init__(self, state: State) -> None:
        seats = len(state.players)
        self.state = state
        self.moves = list[Move]()
        self.choices = list[int]()
        self.played = [list[str]() for _ in range(seats)]
        self.market = [0] * seats
        self.cards = [0] * seats

    def play(self, bots: Sequence[Chooser]) -> None:
        """Play to the end; ask the bots only where there is a choice.

        Raises `BotError` if a bot fails, and `SimulationError` after `MOST_ROUNDS`.
        """
        while not self.state.is_over:
            if self.state.streams and self.state.streams.rounds > MOST_ROUNDS:
                raise SimulationError(ENDLESS)
            moves = legal_moves(self.state)
            if len(moves) == 1:
                self._carry_out(moves[0])
                continue
            move = bots[self.state.current_player].choose(self.state, moves)
            try:
                self._carry_out(move)
            except IllegalMoveError as error:
                raise BotError("illegal", str(error.reason)) from None
            self.choices.append(moves.index(move))

    def _carry_out(self, move: Move) -> None:
        """Carry out a move, and count the cards that it plays and their points."""
        before = self.state
        self.state = after = apply(before, move)
        self.moves.append(move)
        if type(move) is PlayCard:
            seat = before.current_player
            self.played[seat] += move.card, *move.cards
            gained = after.players[seat].points - before.players[seat].points
            is_market = effects_of(before.edition)[move.card].prices is not None
            points = self.market if is_market else self.cards
            points[seat] += gained
        elif type(move) is BuildTent and move.cards:
            self.played[before.current_player] += move.cards

    def rows(self, names: Sequence[str], loser: int | None) -> tuple[SeatRow, ...]:
        """Return the results by seat; after a failure, all others share the win."""
        cards = [tuple(sorted(played)) for played in self.played]
        if (ended := result(self.state)) is not None and loser is None:
            return tuple(
                scored_row(
                    seat,
                    ended,
                    bot=name,
                    played=cards[seat],
                    market=self.market[seat],
                    cards=self.cards[seat],
                )
                for seat, name in enumerate(names)
            )
        last = len(names)
        return tuple(
            SeatRow(name, seat != loser, last if seat == loser else 1, cards[seat], None)
            for seat, name in enumerate(names)
        )


def scored_row(
    seat: int, ended: Result, *, bot: str, played: tuple[str, ...], market: int, cards: int
) -> SeatRow:
    """Return the result of a seat in a game that was played to its end.

    `market` are its points for gems sold by cards, `cards` those of all other cards it played.
    """
    standing = ended.standings[seat]
    score = Score.of(standing, market, cards)
    return SeatRow(bot, seat in ended.winners, standing.rank, played, score)


def one_line(reason: str) -> str:
    """Put a text on one printable line of 200 characters at most."""
    line = " ".join(reason.encode(errors="replace").decode().split()) or "an error without a name"
    return shortened("".join(letter if letter.isprintable() else "?" for letter in line), 200)


Seating = Callable[[Sequence[int]], Sequence[Chooser]]
"""A function that seats the bots of these places of the lineup."""


@contextmanager
def seated(batch: Batch) -> Iterator[Seating]:
    """Have bots ready: in this process; programs, and all with a limit, in one of their own.

    Raises `SimulationError` for bots that cannot be found, or are not those of the batch, also if
    their files change meanwhile.
    """
    bots = _Bots(batch)
    try:
        yield bots.seat
        bots.end()
    finally:
        bots.kill()


class _Bots:
    """The bots of a batch: what makes those of this process, and the processes of all others."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._makers = dict[int, Maker]()
        self._named = list[tuple[Entry, FoundPlayer]]()
        self._processes = list[_BotApart]()
        for place, entry in enumerate(batch.entries):
            if batch.seconds_per_move is None or _is_program(entry):
                self._makers[place], player = _find(entry)
                if player is not None:
                    self._named.append((entry, player))

    def seat(self, places: Sequence[int]) -> list[Chooser]:
        """Seat the bots of these places of the lineup."""
        seats = list[Chooser]()
        for place in places:
            entry = self._batch.entries[place]
            if self._batch.seconds_per_move is None and not _is_program(entry):
                seats.append(_BotHere(self._batch.lineup[place], self._makers[place]))
            else:
                seats.append(self._process_for(entry, seats))
        return seats

    def _process_for(self, entry: Entry, taken: Sequence[Chooser]) -> "_BotApart":
        for process in self._processes:
            if process not in taken and process.plays(entry):
                return process
        process = _BotApart(entry, self._batch)
        self._processes.append(process)
        return process

    def end(self) -> None:
        """End programs; raises `SimulationError` if files of bots changed while they played."""
        for process in self._processes:
            process.end()
        for entry, player in self._named:
            _check_identity(entry, player.identity)

    def kill(self) -> None:
        """Kill all processes that have not ended."""
        for process in self._processes:
            process.kill()


def _is_program(entry: Entry) -> bool:
    return entry.player is not None and is_program(entry.player)


def _find(entry: Entry) -> tuple[Maker, FoundPlayer | None]:
    """Find a bot on a worker; it was found before when the batch began."""
    try:
        if entry.player is None:
            return entry.maker(), None
        player = find_player(entry.player)
        _check_identity(entry, player.identity)
    except SimulationError:
        raise
    except Exception as error:
        if isinstance(error, ArgumentError):  # it has the name
            raise _lacking(str(error)) from error
        raise _lacking(f"{shown(entry.label)}: {error_line(error)}") from error
    return player.make, player


def _check_identity(entry: Entry, identity: str) -> None:
    if identity != entry.identity:
        raise SimulationError(
            f"the files of the bot {shown(entry.player)} are not those with which the batch began;"
            " the games before are kept, and the same call begins a batch with the new ones"
        )


def _lacking(reason: str) -> SimulationError:
    return SimulationError(
        f"a worker lacks a bot: {reason}; give it the modules and files that the batch began with"
    )


class _BotHere:
    def __init__(self, name: str, maker: Maker) -> None:
        self.name = name
        self.maker = maker

    def make(self, seed: int) -> None:
        try:
            self.bot = self.maker()
            self.rng = Random(seed)
        except Exception as error:
            raise BotError("crash", error_line(error)) from error

    def choose(self, state: State, moves: tuple[Move, ...]) -> Move:
        try:
            return choose_for_mover(self.bot, state, moves, self.rng)
        except BotError:  # of a program
            raise
        except KeyboardInterrupt as error:  # nobody can tell whether the bot or a person raised it
            error.add_note(f"while {self.name} was choosing a move")
            raise
        except BaseException as error:  # whatever a bot raises, even `SystemExit`
            raise BotError("crash", error_line(error)) from error


class _BotApart:
    """A bot in a process of its own, which stays from game to game until it is killed."""

    def __init__(self, entry: Entry, batch: Batch) -> None:
        assert entry.player is not None
        self._entry = entry
        self._process = start_bot(entry.player, batch.edition, batch.seconds_per_move)
        self.kill = self._process.kill

    def plays(self, entry: Entry) -> bool:
        return self._process.is_alive and self._entry == entry

    def make(self, seed: int) -> None:
        try:
            self._process.get_ready()
        except BotError as error:
            if error.refusal is not None:
                raise _lacking(error.refusal) from error
            raise
        if isinstance(self._process, BotProcess):  # `_Bots` has checked programs
            _check_identity(self._entry, self._process.identity)
        self._process.make(seed)

    def choose(self, state: State, moves: tuple[Move, ...]) -> Move:
        return self._process.choose(show(state, state.current_player, moves))

    def end(self) -> None:
        """End a program, which may have something to save."""
        if not isinstance(self._process, BotProcess):
            self._process.close()
