"""Bots that are programs in any language: they read lines of JSON, and answer with a line of text.

docs/reference/lines.md describes the lines. A program gets views alone, as every bot does (R10).
"""

import json
import logging
import os
import re
import selectors
import shlex
import shutil
import subprocess
import threading
import weakref
from contextlib import suppress
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter
from typing import IO, Any

from attrs import define, field, frozen

from livingstone.documents.schemas import schema
from livingstone.documents.text import converter_for, whole_converter
from livingstone.edition.loading import edition_of
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, NotationError, shortened, shown
from livingstone.game.engine import new_game
from livingstone.game.moves import Move
from livingstone.game.view import View
from livingstone.game.viewing import view as show
from livingstone.players.bot import PROGRAM, check_turn
from livingstone.players.limits import (
    END_SECONDS,
    LONGEST_ANSWER,
    TICK,
    WALL_EXTRA,
    WALL_TIMES,
    WARM_SECONDS,
    BotError,
    how_it_ended,
)
from livingstone.records.notation import format_move, parse_move
from livingstone.support.contents import content_hash
from livingstone.support.machine import __version__, require
from livingstone.support.processes import forget_group, kill_group, start_group

with suppress(ImportError):  # `ProgramProcess` names the extra that installs it
    import psutil

VERSION = 1
"""It changes when programs of before would misread the lines."""
SEED_BITS = 53
"""The number of random bits of a program's seed, which numbers of every language have exactly."""
MOST_ERRORS = 1_000_000
"""The most bytes that a program may write to standard error for one choice."""
LAST_WORDS = 100
"""The most characters of standard error in the reason of a failure."""
GLANCE = 0.5
"""Seconds after which a program that does not answer is looked at again."""
SILENT_SECONDS = 10.0
"""Seconds without an answer after which a warning is logged, once for each program."""
LONGEST_SHOWN = 40
"""The most characters of an answer in the reason of a failure."""
_NUMBER = re.compile("0|[1-9][0-9]{0,5}")
_LOG = logging.getLogger(__name__)
_stuck = set["Command"]()
"""Programs that hung in the choice before their first game; they are not asked for it again."""
_silent = set["Command"]()
"""Programs whose silence was logged."""


@frozen
class Command:
    """A program and its arguments, which no shell reads."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "Command":
        """Split a text as a shell would, without carrying anything out.

        >>> str(Command.of("sh  -c 'exit 3'"))
        "sh -c 'exit 3'"

        Raises `ArgumentError` for an open quote and for a program that cannot be run.
        """
        if os.name != "posix":
            raise ArgumentError("programs play on Linux and macOS only")
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise ArgumentError(f"the command cannot be split into words: {error}") from None
        if not words or "\0" in text:
            raise ArgumentError("after program: comes a command, such as ./mybot --level 3")
        if shutil.which(words[0]) is None:
            is_file = Path(words[0]).is_file()
            problem = "may not be run (chmod +x)" if is_file else "is not found"
            raise ArgumentError(f"the program {shown(words[0])} {problem}")
        return cls(tuple(words))

    def __str__(self) -> str:
        return shlex.join(self.words)

    @property
    def contents(self) -> tuple[str, ...]:
        """Hashes of the files that words of the command name, as the program's own.

        Raises `ArgumentError` for a file that cannot be read.
        """
        names = (name for word in self.words for name in (word, word.partition("=")[2]))
        hashes = ((name, content_hash(name)) for name in names)
        return tuple(f"{name}={content}" for name, content in hashes if content)


@define(slots=False)
class ProgramBot:
    """A program that plays; it is started at its first choice, and ended with this object.

    Make one for each game: the program is told that a game begins at the first choice, and when the
    seat, the number of players or the edition is another one.
    """

    command: Command
    _process: "ProgramProcess | None" = field(default=None, init=False, eq=False, repr=False)
    _game: object = field(default=None, init=False, eq=False, repr=False)

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> "Move":
        """Ask the program for a move, which may be illegal; it is told the seconds.

        Raises `BotError` if it fails, `ArgumentError` for a view without legal moves.
        """
        check_turn(view)
        if self._process is None or not self._process.is_alive:
            self._process = ProgramProcess(f"{PROGRAM}{self.command}", view.edition)
            self._game = None
            weakref.finalize(self, self._process.close)
        game = view.edition, len(view.players), view.seat
        if self._game != game:
            self._process.make_with(rng)
            self._game = game
        return self._process.choose(view, seconds)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy the command; the copy starts a program of its own."""
        return ProgramBot, (self.command,)


class ProgramProcess:
    """A program that plays game after game, asked as a `BotProcess` is.

    It is started when it is needed, and again if it ended between two games. One thread at a time
    can ask it; any thread can kill it.
    """

    def __init__(self, name: str, edition: str | Edition, seconds: float | None = None) -> None:
        """Prepare to start the program; without `seconds`, a choice may take any time.

        Raises `ArgumentError` if it cannot be run, `MissingExtraError` for a limit without psutil.
        """
        if seconds is not None:
            require("psutil", "limits", "bots in processes of their own")
        self.is_alive = True
        self.command = Command.of(name.removeprefix(PROGRAM))
        self._edition = edition
        self._seconds = seconds
        self._seed: int | None = None
        self._is_warm = False
        self._running: _Running | None = None
        self._lock = threading.RLock()

    def get_ready(self) -> None:
        """Have a program with a time limit choose once, unless that was done before.

        The time of this choice, in which a program loads what it needs, does not count.

        Raises `BotError` if it takes too long.
        """
        if self._seconds is None or self._is_warm or self.command in _stuck:
            return
        self._is_warm = True
        edition = edition_of(self._edition)
        view = show(new_game(edition.board.players.least, edition=edition, seed=0), 0)
        lines = _game_line(view, 0) + _choice_line(view, self._seconds)
        try:
            self._ask(lines, WARM_SECONDS, "for a choice before its first game")
        except BotError as error:
            if error.kind == "late":
                _stuck.add(self.command)
                raise
            self.is_alive = True  # its games will show how it fails

    def make(self, seed: int) -> None:
        """Begin a new game with this seed."""
        self.make_with(Random(seed))

    def make_with(self, rng: Random) -> None:
        """Begin a new game with a seed drawn from random numbers."""
        self._seed = rng.getrandbits(SEED_BITS)
        with self._lock:
            if self._running is not None and self._running.has_ended:
                self._running.close()
                self._running = None

    def choose(self, view: View, seconds: float | None = None) -> "Move":
        """Ask for a move, which may be illegal; raises `BotError` if the program gives none.

        `seconds` is what a program without a limit is told.
        """
        told = seconds if self._seconds is None else self._seconds
        lines = _choice_line(view, told)
        if self._seed is not None:
            lines = _game_line(view, self._seed) + lines
            self._seed = None
        answer = self._ask(lines, self._seconds, "for a move")
        try:
            return _chosen(answer, view)
        except BotError as error:
            raise self._failed(error) from None

    def close(self) -> None:
        """End the program: its input ends, and a moment later it is killed."""
        self.is_alive = False
        with self._lock:
            if self._running is not None:
                self._running.close()
                self._running = None

    def kill(self) -> None:
        """Kill the program and its child processes; calling this again does nothing."""
        self.is_alive = False
        if (running := self._running) is not None:
            kill_group(running.process)
        self.close()  # when a thread that was asking has noticed

    def _ask(self, lines: bytes, seconds: float | None, purpose: str) -> str:
        with self._lock:
            if not self.is_alive:
                raise BotError("crash", "it was killed")
            try:
                if self._running is None:
                    self._running = _Running(self.command, is_timed=self._seconds is not None)
                if not self.is_alive:  # another thread has killed it while it started
                    raise BotError("crash", "it was killed")
                return self._running.ask(lines, seconds, purpose)
            except BotError as error:
                raise self._failed(error) from None
            except BaseException:  # such as Ctrl-C
                self.kill()
                raise

    def _failed(self, error: BotError) -> BotError:
        """Kill the program, and add its last words to the reason of its failure."""
        words = ""
        if self._running is not None:
            kill_group(self._running.process)
            words = self._running.last_words()
        self.kill()
        return BotError(error.kind, f"{error.reason}{words and '; its last words: '}{words}")


class _Running:
    """A process of a program, with our ends of its pipes."""

    def __init__(self, command: Command, *, is_timed: bool) -> None:
        self._command = command
        try:
            self.process = start_group(command.words)
        except OSError as error:
            raise BotError("crash", f"it cannot be started: {error.strerror or error}") from None
        self._usage = psutil.Process(self.process.pid) if is_timed else None
        self._input, self._output, self._errors = (
            stream.fileno() for stream in _streams(self.process)
        )
        self._selector = selectors.DefaultSelector()
        for end in (self._input, self._output, self._errors):
            os.set_blocking(end, False)
        for end in (self._output, self._errors):
            self._selector.register(end, selectors.EVENT_READ)
        self._words = b""
        self._words_left = MOST_ERRORS

    @property
    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def ask(self, lines: bytes, seconds: float | None, purpose: str) -> str:
        """Send lines, and return the line that answers the last of them; raises `BotError`."""
        if (early := _read(self._output)) is not None:
            unasked = BotError("crash", "it wrote before it was asked")
            raise unasked if early else self._ended("output")
        deadline = _Deadline(self._usage, seconds)
        silent_at = perf_counter() + SILENT_SECONDS
        self._words_left = MOST_ERRORS
        unsent = self._send(memoryview(lines))
        answer = b""
        while not answer.endswith(b"\n"):
            ready = self._selector.select(deadline.wait)
            if deadline.wait <= 0:
                if self.has_ended and not ready:  # a child process keeps its output open
                    raise self._ended("output")
                if deadline.has_passed():
                    raise BotError("late", f"took longer than {seconds:g} s {purpose}")
                if perf_counter() >= silent_at:
                    self._warn_of_silence()
            for key, _ in ready:
                if key.fd == self._input:
                    unsent = self._send(unsent)
                elif key.fd == self._errors:
                    self._listen()
                else:
                    answer += self._receive()
            if b"\n" in answer[:-1]:
                raise BotError("crash", "it answered with more than one line")
            if len(answer) > LONGEST_ANSWER:
                raise BotError("crash", f"its answer is longer than {LONGEST_ANSWER} bytes")
        if unsent:
            raise BotError("crash", "it answered before it had read the question")
        return answer.decode("ascii", "replace").strip()

    def _warn_of_silence(self) -> None:
        """Log once that a program does not answer: it may wait for us, as we wait for it."""
        if self._command not in _silent:
            _silent.add(self._command)
            _LOG.warning(
                "program:%s has not answered for %g s; it may keep what it reads or writes in a "
                "buffer",
                self._command,
                SILENT_SECONDS,
            )

    def _send(self, lines: memoryview) -> memoryview:
        """Write what the pipe takes; return the rest, for which the selector waits."""
        try:
            lines = lines[os.write(self._input, lines) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            raise self._ended("input") from None
        is_awaited = self._input in self._selector.get_map()
        if lines and not is_awaited:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        elif is_awaited and not lines:
            self._selector.unregister(self._input)
        return lines

    def _receive(self) -> bytes:
        if (chunk := _read(self._output)) == b"":
            raise self._ended("output")
        return chunk or b""

    def _listen(self) -> bool:
        """Read standard error, and keep the end of it; return whether there was any."""
        chunk = _read(self._errors)
        if chunk == b"":
            self._selector.unregister(self._errors)
        if not chunk:
            return False
        self._words = (self._words + chunk)[-LONGEST_ANSWER:]
        self._words_left -= len(chunk)
        if self._words_left < 0:
            raise BotError("crash", f"it wrote more than {MOST_ERRORS} bytes to standard error")
        return True

    def last_words(self) -> str:
        """Return the last line of standard error that is not empty, cut short."""
        with suppress(BotError):
            while self._errors in self._selector.get_map() and self._listen():
                pass
        lines = self._words.decode(errors="replace").splitlines()
        words = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return shortened(words, LAST_WORDS)

    def _ended(self, closed: str) -> BotError:
        """Say how the program ended, or that it closed a stream."""
        try:
            status = self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return BotError("crash", f"it closed its standard {closed}")
        return BotError("crash", f"its process {how_it_ended(status)}")

    def close(self) -> None:
        """End the input of the program, give it a moment to end, and kill what is left of it."""
        streams = _streams(self.process)
        streams[0].close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(END_SECONDS)
        kill_group(self.process)
        forget_group(self.process)
        for stream in streams:
            stream.close()
        self._selector.close()


class _Deadline:
    """The end of the time for an answer: processor time, and wall time as for every bot."""

    def __init__(self, usage: Any, seconds: float | None) -> None:
        self._usage = usage
        self._seconds = inf if seconds is None else seconds
        self._end = perf_counter() + WALL_TIMES * self._seconds + WALL_EXTRA
        self._before = self._seconds_used()
        self._look_again = perf_counter() + min(self._seconds, GLANCE)

    @property
    def wait(self) -> float:
        """Seconds until the clock must be looked at."""
        return self._look_again - perf_counter()

    def has_passed(self) -> bool:
        """Look at the clocks."""
        used = self._seconds_used() - self._before
        remaining = min(self._seconds - used, self._end - perf_counter())
        self._look_again = perf_counter() + min(max(remaining, TICK), GLANCE)
        return remaining <= 0

    def _seconds_used(self) -> float:
        """Return the processor time of the program and of its children that have ended."""
        if self._usage is None:
            return 0.0
        try:
            return float(sum(self._usage.cpu_times()[:4]))
        except psutil.Error:  # it has ended
            return 0.0


def _streams(process: "subprocess.Popen[bytes]") -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Return the pipes to and from a process of `start_group`, which has all three."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr


def _read(end: int) -> bytes | None:
    """Read what a pipe has: None if it has nothing yet, no bytes if it is closed."""
    try:
        return os.read(end, LONGEST_ANSWER + 1)
    except BlockingIOError:
        return None


def _game_line(view: View, seed: int) -> bytes:
    """Write the line that begins a game: what stays the same in all of it."""
    line = {
        "request": "game",
        "livingstone": "program",
        "version": VERSION,
        "library": __version__,
        "players": len(view.players),
        "seat": view.seat,
        "seed": seed,
        "edition": whole_converter.unstructure(view.edition, Edition),
    }
    return f"{json.dumps(line)}\n".encode()


def _choice_line(view: View, seconds: float | None) -> bytes:
    """Write the line that asks for a move; first the number of moves, for simple programs."""
    line = {
        "request": "choose",
        "count": len(view.legal_moves),
        "seconds": seconds,
        "moves": [format_move(move, view.seat) for move in view.legal_moves],
        "view": converter_for().unstructure(view, View),
    }
    return f"{json.dumps(line)}\n".encode()


def _chosen(answer: str, view: View) -> Move:
    """Read an answer: the number of a legal move, or a line of the notation.

    Raises `BotError` for anything else.
    """
    moves = view.legal_moves
    if _NUMBER.fullmatch(answer):
        if int(answer) < len(moves):
            return moves[int(answer)]
        last = len(moves) - 1
        raise BotError("illegal", f"it answered {answer}; the legal moves are 0 to {last}")
    with suppress(NotationError):
        move, seat = parse_move(answer)
        if seat == view.seat and isinstance(move, Move):
            return move
    what = shown(shortened(answer, LONGEST_SHOWN))
    raise BotError("illegal", f"it answered {what}, neither a number nor a move of its seat")


def schema_of_lines() -> dict[str, Any]:
    """Make the JSON Schema of the lines that a program reads."""
    seen = schema(View)
    figures = schema(Edition)
    whole = {"type": "integer", "minimum": 0}
    game = {
        "request": {"const": "game"},
        "livingstone": {"const": "program"},
        "version": {"const": VERSION},
        "library": {"type": "string"},
        "players": whole,
        "seat": whole,
        "seed": whole | {"maximum": 2**SEED_BITS - 1},
        "edition": figures["properties"]["value"],  # type: ignore[index]
    }
    choice = {
        "request": {"const": "choose"},
        "count": {"type": "integer", "minimum": 1},
        "seconds": {"type": ["number", "null"]},
        "moves": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        "view": seen["properties"]["value"],  # type: ignore[index]
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "livingstone program",
        "description": "A line that a program reads; it answers `choose`.",
        "oneOf": [
            {"type": "object", "properties": keys, "required": [*keys]} for keys in (game, choice)
        ],
        "$defs": seen["$defs"] | figures["$defs"],  # type: ignore[operator]
    }
