"""Playing one game between bots: from its number in the batch to its row."""

import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import NamedTuple, Protocol

from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, cut, shown, told
from livingstone.game.card_effect import effects_of
from livingstone.game.engine import apply, legal_moves, new_game
from livingstone.game.moves import BuildTent, Move, PlayCard
from livingstone.game.refusals import IllegalMoveError
from livingstone.game.rules.ending import Result, result
from livingstone.game.state import State
from livingstone.game.view import show
from livingstone.players.bot import choose_for_mover
from livingstone.players.process import BotError, BotProcess
from livingstone.players.registry import FoundPlayer, find_player
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
    seats: Callable[[Sequence[int]], Sequence[Chooser]],
    *,
    with_record: bool = False,
) -> Played:
    """Play the game with this number, from 0; `seats` gives the bots of these places."""
    names, seed = batch.seats(game), batch.seed_of(game)
    start = new_game(len(names), seed=seed, edition=edition)
    course, note, seat = _Course(start), None, None
    try:
        bots = seats(batch.places(game))
        for seat, bot in enumerate(bots):
            bot.make(bot_seed(batch.seed, game, seat))
        seat = None
        course.play(bots)
    except BotError as error:
        seat = course.state.current_player if seat is None else seat
        note = FailureNote(seat, names[seat], error.kind, one_line(error.reason))
    state, rows = course.state, course.rows(names, None if note is None else note.seat)
    counts = state.streams.rounds if state.streams else 0, len(course.moves), state.threshold
    row = GameRow(game, seed, batch.edition_hash, *counts, note, rows)
    record = dumps(Record.of(start, course.moves, players=names)) if with_record else None
    return Played(row, pack(course.choices), record)


class _Course:
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
        """Play to the end, asking where there is a choice; raises `BotError` for a failure.

        Raises `SimulationError` after `MOST_ROUNDS`.
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
            (self.market if is_market else self.cards)[seat] += gained
        elif type(move) is BuildTent and move.cards:
            self.played[before.current_player] += move.cards

    def rows(self, names: Sequence[str], loser: int | None) -> tuple[SeatRow, ...]:
        """Return the results by seat; after a failure, all others share the win."""
        cards = [tuple(sorted(played)) for played in self.played]
        if (ended := result(self.state)) is not None and loser is None:
            each = zip(names, cards, self.market, self.cards, strict=True)
            return tuple(scored_row(seat, ended, *own) for seat, own in enumerate(each))
        return tuple(
            SeatRow(name, seat != loser, len(names) if seat == loser else 1, cards[seat], None)
            for seat, name in enumerate(names)
        )


def scored_row(
    seat: int, ended: Result, bot: str, played: tuple[str, ...], market: int, cards: int
) -> SeatRow:
    """Return the result of a seat in a game that was played to its end."""
    own = ended.standings[seat]
    return SeatRow(bot, seat in ended.winners, own.rank, played, Score.of(own, market, cards))


def one_line(reason: str) -> str:
    """Put a text on one printable line of 200 characters at most."""
    line = " ".join(reason.encode(errors="replace").decode().split()) or "an error without a name"
    return cut("".join(letter if letter.isprintable() else "?" for letter in line), 200)


@contextmanager
def seated(batch: Batch) -> Iterator[Callable[[Sequence[int]], Sequence[Chooser]]]:
    """Return a function that seats the bots of these places, here or with a limit in processes.

    Raises `SimulationError` for bots that cannot be found, or are not those of the batch, also if
    their files change meanwhile.
    """
    if batch.seconds_per_move is None:
        found = [_find(entry) for entry in batch.entries]
        makers = [maker for maker, _ in found]
        yield lambda places: [_BotHere(batch.lineup[place], makers[place]) for place in places]
        for entry, (_, player) in zip(batch.entries, found, strict=True):
            if player is not None:
                _check_identity(entry, player.identity)
        return
    processes: list[_BotApart] = []

    def seat(places: Sequence[int]) -> list[_BotApart]:
        seats = list[_BotApart]()
        for entry in (batch.entries[place] for place in places):
            free = (own for own in processes if own not in seats and own.plays(entry))
            if (found := next(free, None)) is None:
                processes.append(found := _BotApart(entry, batch))
            seats.append(found)
        return seats

    try:
        yield seat
    finally:
        for process in processes:
            process.kill()


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
        told_shortly = str(error) if isinstance(error, ArgumentError) else told(error)
        raise _lacking(told_shortly) from error
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
        self.name, self.maker = name, maker

    def make(self, seed: int) -> None:
        try:
            self.bot, self.rng = self.maker(), Random(seed)
        except Exception as error:
            raise BotError("crash", told(error)) from error

    def choose(self, state: State, moves: tuple[Move, ...]) -> Move:
        try:
            return choose_for_mover(self.bot, state, moves, self.rng)
        except KeyboardInterrupt as error:  # nobody can tell whether the bot or a person raised it
            error.add_note(f"while {self.name} was choosing a move")
            raise
        except BaseException as error:  # whatever a bot raises, even `SystemExit`
            raise BotError("crash", told(error)) from error


class _BotApart:
    """A bot in a process of its own, which stays from game to game until it is killed."""

    def __init__(self, entry: Entry, batch: Batch) -> None:
        assert entry.player is not None
        assert batch.seconds_per_move is not None
        self._entry = entry
        self._process = BotProcess(entry.player, batch.edition, batch.seconds_per_move)
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
        _check_identity(self._entry, self._process.identity)
        self._process.make(seed)

    def choose(self, state: State, moves: tuple[Move, ...]) -> Move:
        return self._process.choose(show(state, state.current_player, moves))
