"""A bot in a process of its own, which is killed when its time is up: the side that asks.

`livingstone.players.answering` is the other side.
"""

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import get_args, get_type_hints

from attrs import frozen

from livingstone.edition.printed import Edition
from livingstone.errors import ArgumentError, NotationError, shown
from livingstone.game.moves import Move
from livingstone.game.view import View
from livingstone.players.answering import Answer, Find, NewGame, Opening, Question, Request
from livingstone.players.channel import Channel, hand_over
from livingstone.records.notation import parse_move
from livingstone.simulation.errors import SimulationError
from livingstone.simulation.games.timing import Allowance
from livingstone.simulation.rows import Failure

__all__ = ["BotError", "BotProcess", "check_bots"]

START_SECONDS = 60.0
"""The seconds that the interpreter and this library may take to start."""
IMPORT_SECONDS = 60.0
"""The seconds that importing a bot's module may take, once in each process."""
END_SECONDS = 1.0
"""The seconds that a process has to end after closing its connection, to report its status."""
LONGEST_ANSWER = 65_536
"""The most bytes of an answer. Texts in answers are cut short, so no honest bot needs more."""
KINDS = frozenset(get_args(get_type_hints(Answer)["kind"]))
NO_ANSWER = "its process sent what is no answer"
PROGRAM = (
    "import json, sys; sys.path[:], *numbers = json.loads(sys.argv.pop());"
    " from livingstone.players.answering import run; run(*numbers)"
)
"""The program of the process, which looks for modules where this process does."""


class BotError(Exception):
    """A bot has failed."""

    def __init__(self, kind: Failure, reason: str, refusal: str | None = None) -> None:
        """Keep the kind of failure, a sentence on it, and the message of an `ArgumentError`."""
        super().__init__(kind, reason, refusal)
        self.kind, self.reason, self.refusal = kind, reason, refusal


class BotProcess:
    """A bot, and the process that it plays in.

    The process starts at once and in the background, so that several can start together.
    """

    def __init__(self, name: str, edition: str | Edition, seconds: float) -> None:
        """Start the process of the bot with this name, which has so many seconds for a move.

        Raises `SimulationError` if it cannot be started.
        """
        self.name = name
        self.is_alive = False
        self.is_ready = False
        self._edition, self._seconds = edition, seconds
        ours, theirs = socket.socketpair()
        self._channel = Channel(ours, LONGEST_ANSWER)
        path = [entry for entry in sys.path if isinstance(entry, str)]
        arguments = json.dumps([path, os.getpid(), theirs.fileno()])
        try:
            self._process = subprocess.Popen(  # noqa: S603  # this interpreter
                [sys.executable, "-c", PROGRAM, arguments],
                stdin=subprocess.PIPE,
                pass_fds=() if sys.platform == "win32" else (theirs.fileno(),),
                start_new_session=True,  # so that the processes that it starts are killed with it
            )
            hand_over(theirs, self._process)
        except OSError as error:
            ours.close()
            raise SimulationError(f"a process for a bot cannot be started: {error}") from error
        finally:
            theirs.close()
        self.is_alive = True

    def get_ready(self) -> None:
        """Have the bot found, unless it was before; its module is imported for that.

        Raises `BotError` if that fails, `SimulationError` if the process does not start.
        """
        if self.is_ready:
            return
        try:
            self._do(Opening(self._edition, self._seconds), START_SECONDS, "to start")
        except BotError as error:
            raise SimulationError(f"the process of a bot does not start: {error.reason}") from error
        main = getattr(sys.modules["__main__"], "__file__", None)
        is_there = self.name.startswith("__main__:")
        self._do(Find(self.name, main if is_there else None), IMPORT_SECONDS, "to be imported")
        self.is_ready = True

    def make(self, seed: int) -> None:
        """Have the bot, which is ready, made for a new game, with random numbers of this seed.

        Raises `BotError` if it fails.
        """
        self._do(NewGame(seed), self._seconds, "to be made")

    def choose(self, seen: View) -> Move:
        """Ask for a move; the answer may be illegal, or not even a move.

        Raises `BotError` for a bot that takes longer or raises an error, or whose process ends.
        """
        answer = self._ask(Question.of(seen), self._seconds, "for a move")
        text = answer.get("text", "")
        match answer["kind"]:
            case "index" if 0 <= answer["index"] < len(seen.legal_moves):
                return seen.legal_moves[answer["index"]]
            case "line":
                with suppress(NotationError):
                    return parse_move(text)[1]  # type: ignore[return-value]  # `apply` refuses
            case "no move":
                return _NoMove(text)  # type: ignore[return-value]  # `apply` refuses it
            case "crash" | "refused":
                raise _crash(answer)
        self.kill()
        raise BotError("crash", NO_ANSWER)

    def kill(self) -> None:
        """Kill the process and those that it has started; it may have ended already."""
        if not self.is_alive:
            return
        self.is_alive = False
        self._channel.end.close()
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()

    def _do(self, request: Request, seconds: float, purpose: str) -> None:
        answer = self._ask(request, seconds, purpose)
        if answer["kind"] != "done":
            raise _crash(answer)

    def _ask(self, request: Request, seconds: float, purpose: str) -> Answer:
        message = pickle.dumps(request)
        allowance = Allowance(self._process.pid, seconds)
        try:
            self._channel.send(message, allowance.end)
            allowance.wait(self._channel.end)
            return _read(self._channel.receive(allowance.end))
        except TimeoutError:
            self.kill()
            raise BotError("late", f"took longer than {seconds:g} s {purpose}") from None
        except (OSError, EOFError):
            raise BotError("crash", self._end()) from None
        except (ValueError, RecursionError):
            self.kill()
            raise BotError("crash", NO_ANSWER) from None

    def _end(self) -> str:
        """End a process that has closed its connection, and say how it has ended."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        status = self._process.returncode
        self.kill()
        if status is None:
            return "its process closed the connection"
        if status < 0:
            return f"its process was ended by {_signal_name(-status)}"
        return f"its process ended with status {status}"


def _signal_name(number: int) -> str:
    """Name a signal; those of real time have numbers only."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@frozen(repr=False)
class _NoMove:
    """Stands for an answer of a bot that is not a move."""

    text: str

    def __repr__(self) -> str:
        return self.text


def _read(message: bytes) -> Answer:
    """Read an answer; raises `ValueError` or `RecursionError` if it is malformed."""
    answer = json.loads(message)
    if not isinstance(answer, dict) or answer.get("kind") not in KINDS:
        raise ValueError(NO_ANSWER)
    if type(answer.get("index", 0)) is not int or type(answer.get("text", "")) is not str:
        raise ValueError(NO_ANSWER)
    return {"index": -1} | answer  # type: ignore[return-value]  # its fields were looked at


def _crash(answer: Answer) -> BotError:
    text = answer.get("text", "")
    if answer["kind"] == "refused":
        return BotError("crash", f"ArgumentError: {text}", text)
    return BotError("crash", text)


def check_bots(names: Iterable[str], edition: str | Edition, seconds: float) -> None:
    """Check that there are bots of these names, by making them in processes of their own.

    A bot that takes too long to be made, or ends its process, passes: it will lose its games.
    Raises `ArgumentError` as `load_player` does, for a bot that needs more time for a move, and if
    a module cannot be imported in time.
    """
    processes: list[BotProcess] = []
    try:
        processes += (BotProcess(name, edition, seconds) for name in names)
        for process in processes:
            _check(process)
    finally:
        for process in processes:
            process.kill()


def _check(process: BotProcess) -> None:
    try:
        process.get_ready()
        process.make(0)
    except BotError as error:
        if error.refusal is not None:
            raise ArgumentError(error.refusal) from None
        if not process.is_ready:
            name = shown(process.name)
            raise ArgumentError(f"the player {name} cannot be loaded: {error.reason}") from None
