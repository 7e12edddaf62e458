"""A bot that plays in a process of its own: what this process does.

It takes pickled requests from a socket and answers each in JSON, so that whoever asks needs to
trust nothing that a bot has made. `livingstone.simulation.games.processes` is the other side.
"""

import ctypes
import json
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.spawn import import_main_path
from random import Random
from typing import Literal, TypedDict, assert_never, get_args

from attrs import fields, frozen

from livingstone.edition.loading import load_edition
from livingstone.edition.printed import Edition
from livingstone.errors import ArgumentError, shown, told
from livingstone.game.moves import Move
from livingstone.game.view import View
from livingstone.players.bot import Bot, check_time, choose_within
from livingstone.players.channel import Channel, accepted
from livingstone.players.registry import find_player
from livingstone.records.notation import format_move

__all__ = ["Answer", "Find", "NewGame", "Opening", "Question", "Request", "run", "serve"]

MOST_BYTES = 2**32 - 1
"""Requests come from a process that is trusted: a view has as many bytes as it needs."""
MOST_LETTERS = 1000
"""No text in an answer is longer than this."""
PARENT_DEATH = 1
"""The number of Linux's option `PR_SET_PDEATHSIG` (`man 2 prctl`)."""


@frozen
class Opening:
    """The first request: what is played."""

    edition: str | Edition
    """A name of a shipped one, or one of the user's own."""
    seconds: float | None = None
    """The limit for a move; None for none."""


@frozen
class Find:
    """The request to import the bot that plays in this process."""

    name: str
    main: str | None
    """The file of the program that simulates, if it is this file that the bot is defined in."""


@frozen
class NewGame:
    """The request to make the bot anew."""

    seed: int
    """Of its random numbers."""


@frozen
class Question:
    """The request to choose a move: a view without its edition, which this process has already."""

    values: tuple[object, ...]

    @classmethod
    def of(cls, seen: View) -> "Question":
        """Take a view apart."""
        return cls(tuple([getattr(seen, name) for name in _FIELDS]))

    def view(self, edition: Edition) -> View:
        """Put the view together again."""
        return View(edition, *self.values)  # type: ignore[arg-type]  # they are those of a view


_FIELDS = tuple(field.name for field in fields(View) if field.name != "edition")

_MOVES = frozenset(get_args(Move))

Request = Opening | Find | NewGame | Question


class Answer(TypedDict, total=False):
    """What is answered to a request, in JSON."""

    kind: Literal["done", "index", "line", "no move", "crash", "refused"]
    """`done`: what was asked for. `index`: a legal move. `line`: any other move. `no move`: the bot
    gave something else. `crash`: it raised an error. `refused`: it raised `ArgumentError`."""
    index: int
    """Of the legal move among those of the view, from 0."""
    text: str
    """A move in the notation, what was given instead of a move, or the message of an error."""


class Seat:
    """The seat that plays in this process."""

    _edition: Edition
    _seconds: float | None
    _make: Callable[[], Bot]
    _bot: Bot
    _rng: Random

    def answer(self, request: Request) -> Answer:
        """Do what is requested; whatever a bot raises becomes an answer."""
        try:
            return self._answer(request)
        except ArgumentError as error:
            return {"kind": "refused", "text": str(error)[:MOST_LETTERS]}
        except BaseException as error:  # what a bot raises, `SystemExit` included, is its failure
            return {"kind": "crash", "text": told(error)[:MOST_LETTERS]}

    def _answer(self, request: Request) -> Answer:
        match request:
            case Opening(edition, seconds):
                self._seconds = seconds
                self._edition = load_edition(edition) if isinstance(edition, str) else edition
            case Find(name, main):
                if main is not None:
                    import_main_path(main)
                self._make = find_player(name)
            case NewGame(seed):
                self._bot, self._rng = self._make(), Random(seed)
                check_time(self._bot, self._seconds)
            case Question():
                seen = request.view(self._edition)
                return _answer_with(choose_within(self._bot, seen, self._rng, self._seconds), seen)
            case unknown:
                assert_never(unknown)
        return {"kind": "done"}


def _answer_with(move: object, seen: View) -> Answer:
    """Name what a bot has chosen, without which no process could be told of it."""
    for index, legal in enumerate(seen.legal_moves):
        if type(move) is type(legal) and move == legal:
            return {"kind": "index", "index": index}
    if type(move) in _MOVES:
        with suppress(ArgumentError):
            return {"kind": "line", "text": format_move(move, seen.seat)}  # type: ignore[arg-type]
    return {"kind": "no move", "text": shown(move)}


def serve(channel: Channel) -> None:
    """Answer requests until the other side closes the connection."""
    seat = Seat()
    with suppress(OSError, EOFError):
        while True:
            request = pickle.loads(channel.receive())  # noqa: S301  # from who started this process
            channel.send(json.dumps(seat.answer(request)).encode())


def run(parent: int, number: int) -> None:
    """Be the process of a bot, which the process `parent` has started.

    `number` is that of the file of its socket. The process ends with its parent: its standard input
    is a pipe that the parent holds open. Where the parent is killed, Linux kills this process too;
    other systems leave it to run until code in C comes back to the interpreter.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted, and ends this process
    lifeline = os.dup(0)
    end = accepted(number, lifeline)
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # a C library that has no such function
            ctypes.CDLL(None).prctl(PARENT_DEATH, signal.SIGKILL)
        if os.getppid() != parent:
            return
    threading.Thread(target=end_with, args=(lifeline,), daemon=True).start()
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    serve(Channel(end, MOST_BYTES))


def end_with(lifeline: int) -> None:
    """End this process as soon as nobody can write to a pipe any more."""
    while os.read(lifeline, 1):
        pass
    os._exit(1)
