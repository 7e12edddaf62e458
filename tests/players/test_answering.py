"""The side of a bot that plays in a process of its own, without the process."""

import json
import pickle
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

import livingstone as ls
from livingstone import TakeDie, load_edition, new_game, view
from livingstone.players.answering import (
    MOST_LETTERS,
    Find,
    NewGame,
    Opening,
    Question,
    Seat,
    _answer_with,
    serve,
)
from livingstone.players.channel import Channel

SEEN = view(new_game(2, seed=7), 0)
WAIT = 60.0


@contextmanager
def connected() -> Iterator[Channel]:
    """Have requests answered in a thread, which ends with the connection."""
    ours, theirs = socket.socketpair()
    thread = threading.Thread(target=serve, args=(Channel(theirs, 10**6),), daemon=True)
    thread.start()
    with theirs:
        with ours:
            yield Channel(ours, 10**6)
        thread.join(WAIT)
        assert not thread.is_alive()


def asked(channel: Channel, *requests: Any) -> list[Any]:
    answers = []
    for request in requests:
        channel.send(pickle.dumps(request), perf_counter() + WAIT)
        answers.append(json.loads(channel.receive(perf_counter() + WAIT)))
    return answers


def played(name: str) -> Any:
    requests = Opening("printed"), Find(name, None), NewGame(1), Question.of(SEEN)
    with connected() as channel:
        *done, answer = asked(channel, *requests)
    assert done == [{"kind": "done"}] * 3
    return answer


def test_a_legal_move_is_answered_by_its_number() -> None:
    answer = played("random")
    assert answer["kind"] == "index"
    assert 0 <= answer["index"] < len(SEEN.legal_moves)


def test_any_other_move_is_answered_in_the_notation() -> None:
    assert played("failing_bots:Illegal") == {"kind": "line", "text": "p0 take 77"}


def test_what_is_no_move_is_answered_by_a_short_text() -> None:
    answer = played("failing_bots:Nonsense")
    assert answer["kind"] == "no move"
    assert len(answer["text"]) <= 100


def test_errors_are_answered() -> None:
    assert played("failing_bots:Leaving") == {"kind": "crash", "text": "SystemExit: 3"}
    with connected() as channel:
        (answer,) = asked(channel, Find("clever", None))
    assert answer["kind"] == "refused"
    assert answer["text"].startswith("there is no player 'clever'")


def test_a_bot_is_made_anew_for_each_game_with_the_numbers_of_its_seed() -> None:
    edition = load_edition("printed")
    game = NewGame(5), *[Question.of(SEEN)] * 8
    with connected() as channel:
        answers = asked(channel, Opening(edition), Find("random", None), *game, *game)
    assert answers[2:11] == answers[11:]


def test_a_view_is_the_same_when_it_is_put_together_again() -> None:
    question = pickle.loads(pickle.dumps(Question.of(SEEN)))
    assert question.view(SEEN.edition) == SEEN
    assert len(pickle.dumps(question)) < 2500, "without the edition"


def test_a_message_that_is_too_long_or_cut_off_is_refused() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        channel = Channel(ours, 10)
        theirs.sendall(b"\0\0\0\x0b")
        with pytest.raises(ValueError, match="too long"):
            channel.receive()
        theirs.sendall(b"\0\0\0\x05abc")
        theirs.close()
        with pytest.raises(EOFError):
            channel.receive()


def test_nobody_waits_longer_than_until_the_deadline() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        channel = Channel(ours, 10)
        for deadline in (perf_counter() + 0.01, perf_counter() - 1):
            with pytest.raises(TimeoutError):
                channel.receive(deadline)
            with pytest.raises(TimeoutError):
                channel.send(bytes(10**7), deadline)


def test_what_is_legal_only_by_equality_is_not_taken_for_it() -> None:
    class Same:
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = None  # type: ignore[assignment]

    assert _answer_with(Same(), SEEN)["kind"] == "no move"
    assert _answer_with(TakeDie(SEEN.dice[0]), SEEN)["kind"] == "index"


BOTS = """
import os, signal
from livingstone import ArgumentError

class Interrupted:
    def choose(self, view, rng):
        os.kill(os.getpid(), signal.SIGINT)
        return view.legal_moves[0]

class Wordy:
    def choose(self, view, rng):
        raise ArgumentError("no " * 5000)
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "odd_bots_here.py").write_text(BOTS)
    monkeypatch.syspath_prepend(tmp_path)
    return "odd_bots_here"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_is_for_the_batch_and_no_failure_of_a_bot(module: str) -> None:
    """A terminal sends it to all processes of a command."""
    report = ls.simulate([f"{module}:Interrupted", "random"], 1, seed=7, seconds_per_move=60)
    assert (report.games, report.failures) == (1, {})


def test_the_words_of_a_refusal_are_cut(module: str) -> None:
    seat, seen = Seat(), ls.view(ls.new_game(2, seed=7), 0)
    for request in (Opening("printed"), Find(f"{module}:Wordy", None), NewGame(1)):
        assert seat.answer(request) == {"kind": "done"}
    answer = seat.answer(Question.of(seen))
    assert answer["kind"] == "refused"
    assert len(answer["text"]) == MOST_LETTERS
