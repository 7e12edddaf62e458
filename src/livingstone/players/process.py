"""Bots in processes of their own, which are killed when their time is up.

A bot is not trusted: its process receives pickles, but answers in JSON, which is checked.
"""

import faulthandler
import json
import os
import signal
import threading
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from random import Random
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any, get_args

from attrs import asdict

from livingstone.edition.loading import edition_of
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, LivingstoneError, error_line, shown
from livingstone.game.engine import new_game
from livingstone.game.moves import Move
from livingstone.game.refusals import Code, refuse
from livingstone.game.view import View
from livingstone.game.viewing import view as show
from livingstone.players.bot import check_time, choose_within
from livingstone.players.limits import (
    END_SECONDS,
    TICK,
    WALL_EXTRA,
    WALL_TIMES,
    WARM_SECONDS,
    BotError,
    how_it_ended,
)
from livingstone.players.registry import find_player, is_program, is_shipped
from livingstone.records.notation import format_move, parse_move
from livingstone.support.machine import require
from livingstone.support.processes import end_with_parent
from livingstone.support.tracebacks import printable_lines, traceback_of

if TYPE_CHECKING:
    from livingstone.players.program import ProgramProcess

with suppress(ImportError):  # `BotProcess` names the extra that installs it
    import psutil

LOAD_SECONDS = 300.0
"""The limit for starting a process or importing a module."""
_stuck = set[str]()
"""Bots that hung in the choice before their first game; they are not asked for it again."""
LONGEST_MESSAGE = 2**15
"""The most bytes of an answer: a line of text, a traceback, and the JSON around them."""
LONGEST_TEXT = 1000
"""The most characters of an error that an answer tells."""


class ProcessError(LivingstoneError):
    """A process for a bot cannot be started."""


class BotProcess:
    """A bot in a process of its own, which ends with this process at the latest.

    The process starts in the background. One thread at a time can ask the bot; any thread can kill
    it.
    """

    def __init__(self, name: str, edition: str | Edition, seconds: float) -> None:
        """Start the process; the bot has `seconds` of processor time for each move.

        Raises `ProcessError` if the process cannot be started, `MissingExtraError` without psutil.
        """
        require("psutil", "limits", "bots in processes of their own")
        self.name = name
        self.found_name = ""
        self.identity = ""
        self.is_ready = False
        self._warm = set[str]()
        self._edition = edition
        self._seconds = seconds
        self._lock = threading.RLock()
        current_process().daemon = False  # Dask's workers are daemons: they could start no process
        ends_at_once = signal.getsignal(signal.SIGINT) == signal.SIG_DFL  # as a worker of a pool
        on_interrupt = signal.SIG_DFL if ends_at_once else signal.SIG_IGN  # then `kill` follows
        context = get_context("spawn")
        self._pipe, far_end = context.Pipe()
        try:
            arguments = far_end, on_interrupt
            self._process = context.Process(target=_serve, args=arguments, daemon=True)
            self._process.start()
            self._usage = psutil.Process(self._process.pid)
        except (OSError, psutil.Error) as error:
            self._pipe.close()
            raise ProcessError(f"a process for a bot cannot be started: {error}") from error
        finally:
            far_end.close()
        self.is_alive = True

    def play_as(self, name: str, edition: str | Edition) -> None:
        """Change the bot and the edition; call `get_ready` and `make` next."""
        if (name, edition) != (self.name, self._edition):
            self.name = name
            self._edition = edition
            self.is_ready = False

    def get_ready(self) -> None:
        """Import and find the bot, and have it choose once, unless that was done before.

        The time of this choice, in which a bot loads or compiles what it needs, does not count.

        Raises `BotError` if that fails, `ProcessError` if the process does not start.
        """
        self.load()
        if self.name in self._warm | _stuck:
            return
        self._warm.add(self.name)
        try:
            self._ask("warm", None, WARM_SECONDS, "for a choice before its first game")
        except BotError as error:
            if error.kind == "late":
                _stuck.add(self.name)
            raise

    def load(self) -> None:
        """Import and find the bot, unless that was done before; raises as `get_ready` does."""
        if self.is_ready:
            return
        try:
            self._ask("open", (self._edition, self._seconds), LOAD_SECONDS, "to start")
        except BotError as error:
            raise ProcessError(
                f"the process of a bot does not start: {error.reason} (a script must play its games"
                " under if __name__ == '__main__')"
            ) from error
        name_and_identity = self._ask("find", self.name, LOAD_SECONDS, "to be imported")
        assert isinstance(name_and_identity, tuple)
        self.found_name, self.identity = name_and_identity
        self.is_ready = True

    def make(self, seed: int) -> None:
        """Make the bot for a new game with this seed; raises `BotError` if that fails."""
        self._ask("make", seed, self._seconds, "to be made")

    def choose(self, view: View) -> "Move":
        """Ask for a move, which may be illegal; raises `BotError` if the bot gives none in time."""
        values = asdict(view, recurse=False)
        del values["edition"]  # the process has it
        return self._ask("choose", values, self._seconds, "for a move")  # type: ignore[return-value]

    def kill(self) -> None:
        """Kill the process and its child processes; calling this again does nothing."""
        if self.is_alive:
            processes: list[Any] = [self._process]
            with suppress(psutil.Error):
                processes += self._usage.children(recursive=True)
            for process in processes:
                with suppress(psutil.Error):
                    process.kill()
        with self._lock:  # a thread that was asking the bot has noticed
            if self.is_alive:
                self.is_alive = False
                self._process.join()
                self._pipe.close()

    def _ask(
        self, kind: str, value: object, seconds: float, purpose: str
    ) -> Move | tuple[str, str] | None:
        wall = WALL_TIMES * seconds + WALL_EXTRA
        with self._lock:
            try:
                if self._pipe.poll():  # closed, unless the bot answers before it is asked
                    raise ValueError(self._receive())
                before = self._seconds_used()
                end = perf_counter() + wall
                remaining = seconds
                self._pipe.send((wall, kind, value))
                while not self._pipe.poll(max(remaining, TICK)):
                    used = self._seconds_used() - before
                    remaining = min(seconds - used, end - perf_counter())
                    if remaining <= 0:
                        self.kill()
                        raise BotError("late", f"took longer than {seconds:g} s {purpose}")
                return _read(self._receive(), kind)
            except (EOFError, ConnectionError, psutil.Error):
                raise BotError("crash", self._how_it_ended()) from None
            except (OSError, ValueError, RecursionError):
                self.kill()
                raise BotError("crash", "its process sent a malformed answer") from None

    def _seconds_used(self) -> float:
        """Return the processor time of the process so far."""
        return float(sum(self._usage.cpu_times()[:4]))

    def _receive(self) -> bytes:
        """Receive an answer; an incomplete one raises `BlockingIOError` instead of blocking."""
        if os.name == "posix":
            os.set_blocking(self._pipe.fileno(), False)
        answer = self._pipe.recv_bytes(LONGEST_MESSAGE)
        if os.name == "posix":
            os.set_blocking(self._pipe.fileno(), True)
        return answer

    def _how_it_ended(self) -> str:
        """Kill a process that has closed its pipe, and say how it ended."""
        end = perf_counter() + END_SECONDS
        while self._process.exitcode is None and perf_counter() < end:
            sleep(TICK)
        self.kill()
        return f"its process {how_it_ended(self._process.exitcode or 0)}"


def _read(answer: bytes, asked: str) -> Move | tuple[str, str] | None:
    """Check an answer of `_serve`; return a move, or the name and the identity of a found bot."""
    match json.loads(answer):
        case ["done"] if asked not in ("choose", "find"):
            return None
        case ["found", str(name), str(identity)] if asked == "find":
            return name, identity
        case ["move", str(line)] if asked == "choose":
            move = parse_move(line)[0]
            if isinstance(move, Move):
                return move
        case ["illegal", str(text)]:
            raise BotError("illegal", text)
        case ["crash", str(text), str(calls)]:
            raise BotError("crash", text, traceback=printable_lines(calls))
        case ["refused", str(text)]:
            raise BotError("crash", f"ArgumentError: {text}", text)
    raise ValueError("the answer has a wrong form")


def start_bot(
    name: str,
    edition: str | Edition,
    seconds: float | None,
    *,
    idle: "BotProcess | ProgramProcess | None" = None,
) -> "BotProcess | ProgramProcess":
    """Start a bot in a process of its own, or let an idle process play as it, if that is possible.

    An idle process that cannot is killed. For a program (`program:COMMAND`), `seconds` may be None,
    which means no limit.

    Raises as `BotProcess`, also for a program that cannot be run.
    """
    if is_program(name):
        return _start_program(name, edition, seconds, idle)
    if isinstance(idle, BotProcess):
        idle.play_as(name, edition)
        return idle
    if idle is not None:
        idle.kill()
    assert seconds is not None
    return BotProcess(name, edition, seconds)


def _start_program(
    name: str,
    edition: str | Edition,
    seconds: float | None,
    idle: "BotProcess | ProgramProcess | None",
) -> "ProgramProcess":
    from livingstone.players.program import ProgramProcess  # most games have no programs

    try:
        started = ProgramProcess(name, edition, seconds)
    except ArgumentError as error:
        raise ProcessError(str(error)) from None
    if isinstance(idle, ProgramProcess) and idle.command == started.command:
        return idle
    if idle is not None:
        idle.kill()
    return started


def check_bots(
    names: Iterable[str], edition: str | Edition, seconds: float
) -> dict[str, tuple[str, str]]:
    """Make each bot once; return by name its `FoundPlayer.name` and `identity`.

    Bots that are not the library's own are made in processes of their own. One that is not made in
    time, or that ends its process, passes: it will lose its games.

    Raises `ArgumentError` as `load_player` does, and for a bot that needs more time for a move.
    """
    known = dict[str, tuple[str, str]]()
    with ExitStack() as killing:
        processes = dict[str, BotProcess]()
        for name in names:
            if is_program(name) or is_shipped(name):
                player = find_player(name)
                if not is_program(name):
                    check_time(player.make(), seconds)
                known[name] = player.name, player.identity
                continue
            processes[name] = BotProcess(name, edition, seconds)
            killing.callback(processes[name].kill)
        for process in processes.values():
            try:
                process.load()
                process.make(0)
            except BotError as error:
                if error.refusal is not None:
                    raise ArgumentError(error.refusal) from None
                if not process.is_ready:
                    problem = f"the player {shown(process.name)} cannot be loaded"
                    raise ArgumentError(f"{problem}: {error.reason}") from None
        return known | {
            name: (process.found_name, process.identity) for name, process in processes.items()
        }


def _serve(pipe: "Connection[Any, Any]", on_interrupt: signal.Handlers) -> None:
    """Answer requests until the pipe is closed: the main function of the process."""
    signal.signal(signal.SIGINT, on_interrupt)
    end_with_parent()
    with suppress(OSError, EOFError), open(os.devnull, "w") as nowhere:
        while True:
            wall, kind, value = pipe.recv()
            # Ends the process even if the parent is dead and code in C holds the interpreter.
            faulthandler.dump_traceback_later(wall + END_SECONDS, exit=True, file=nowhere)
            answer: tuple[object, ...] = ("done",)
            try:
                if kind == "open":
                    edition, seconds = value
                    edition = edition_of(edition)
                elif kind == "find":
                    player = find_player(value)
                    answer = "found", player.name, player.identity
                elif kind == "warm":
                    start = show(new_game(edition.board.players.least, edition=edition, seed=0), 0)
                    with suppress(BaseException):  # its games will show how it fails
                        choose_within(player.make(), start, Random(0), seconds)
                elif kind == "make":
                    bot = player.make()
                    rng = Random(value)
                    check_time(bot, seconds)
                else:
                    view = View(edition=edition, **value)
                    move = choose_within(bot, view, rng, seconds)
                    answer = "illegal", str(refuse(Code.NOT_A_MOVE, "R3", given=shown(move)))
                    if type(move) in get_args(Move):
                        with suppress(ArgumentError):
                            answer = "move", format_move(move, view.seat)
            except ArgumentError as error:
                answer = "refused", str(error)[:LONGEST_TEXT]
            except BaseException as error:  # `SystemExit`, too, is a failure of the bot
                answer = "crash", error_line(error)[:LONGEST_TEXT], traceback_of(error)
            faulthandler.cancel_dump_traceback_later()
            pipe.send_bytes(json.dumps(answer).encode())
