"""Bots that are programs: what they are told, what they may answer, and how they fail and end."""

import json
import os
import pickle
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import partial
from pathlib import Path
from random import Random
from select import select
from typing import Any

import pytest
from programs import start_python

import livingstone as ls
from livingstone.players import BotError, ProgramProcess, program, start_bot
from livingstone.players.program import Command
from livingstone.players.registry import find_player
from livingstone.support.processes import start_group

psutil: Any = pytest.importorskip("psutil")
pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs play on Linux and macOS only")

VIEW = ls.view(ls.new_game(2, seed=7), 0)
RANDOM = """
import json, random, sys
for line in sys.stdin:
    question = json.loads(line)
    if question["request"] == "game":
        rng = random.Random(question["seed"])
    else:
        print(rng.choice(question["moves"]), flush=True)
"""
CHOOSE = """'{"request": "choose"'*"""
"""The pattern in a shell of a line that asks for a move."""
GENEROUS = 60.0
"""Seconds that nothing here takes on the busiest machine."""


def shell(script: str) -> str:
    """Return the name of a bot that is a script for `sh`."""
    return f"program:sh -c {shlex.quote(script)}"


def answering(answer: str) -> str:
    """Return the name of a bot that gives one answer to each question."""
    say = f"printf '%b\\n' {shlex.quote(answer)}"
    return shell(f"while read -r line; do case $line in {CHOOSE}) {say};; esac; done")


@pytest.fixture
def random_program(tmp_path: Path) -> str:
    file = tmp_path / "random bot.py"
    file.write_text(RANDOM)
    return f"program:{shlex.join([sys.executable, str(file)])}"


@contextmanager
def playing(name: str, seconds: float | None = None) -> Iterator[ProgramProcess]:
    started = start_bot(name, "printed", seconds)
    assert isinstance(started, ProgramProcess)
    try:
        started.make(1)
        yield started
    finally:
        started.kill()


def process_of(started: ProgramProcess) -> "subprocess.Popen[bytes]":
    assert started._running is not None
    return started._running.process


def failure(name: str, seconds: float | None = None) -> BotError:
    with playing(name, seconds) as started:
        with pytest.raises(BotError) as caught:
            started.choose(VIEW)
        assert not started.is_alive
    return caught.value


def rows_of(lineup: list[Any], file: Path, **options: Any) -> list[ls.simulation.GameRow]:
    """Play two games and return their results."""
    ls.simulate(lineup, 2, seed=7, sink=file, **options)
    return [*ls.read_rows(file)]


def lines_sent(view: ls.View, file: Path, *, seconds: float | None = None) -> list[Any]:
    """Return what a program gets that is asked once."""
    keeping = f'read -r line; echo "$line" > {file}; read -r line; echo "$line" >> {file}; echo 0'
    with playing(shell(keeping), seconds) as started:
        started.choose(view)
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_a_program_answers_with_the_number_of_a_move_or_its_line() -> None:
    for number, move in enumerate(VIEW.legal_moves):
        for answer in (str(number), ls.format_move(move, 0)):
            with playing(answering(answer)) as started:
                assert started.choose(VIEW) == started.choose(VIEW) == move


def test_a_game_begins_with_all_that_stays_the_same(tmp_path: Path) -> None:
    view = ls.view(ls.new_game(3, edition="bga", first=1, seed=7), 1)
    game, choice = lines_sent(view, tmp_path / "lines")
    assert (game["request"], game["livingstone"], game["version"]) == ("game", "program", 1)
    assert (game["players"], game["seat"], game["library"]) == (3, 1, ls.__version__)
    document = {"livingstone": "edition", "version": 1, "value": game["edition"]}
    assert ls.from_json(json.dumps(document), "edition") == view.edition
    assert 0 <= game["seed"] < 2**53
    assert choice["request"] == "choose"


def test_a_choice_has_the_view_and_its_moves_in_the_notation(tmp_path: Path) -> None:
    _, choice = lines_sent(VIEW, tmp_path / "lines", seconds=GENEROUS)
    assert [*choice] == ["request", "count", "seconds", "moves", "view"]
    assert choice["count"] == len(VIEW.legal_moves)
    assert choice["seconds"] == GENEROUS
    assert choice["moves"] == [ls.format_move(move, 0) for move in VIEW.legal_moves]
    document = {"livingstone": "view", "version": 1, "value": choice["view"]}
    assert ls.from_json(json.dumps(document), "view") == VIEW


def test_the_lines_have_a_schema(tmp_path: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = program.schema_of_lines()
    jsonschema.Draft202012Validator.check_schema(schema)
    for view in (VIEW, ls.view(ls.new_game(5, edition="bga", seed=1), 0)):
        for line in lines_sent(view, tmp_path / "lines"):
            jsonschema.validate(line, schema)


def test_a_program_gets_no_secret(tmp_path: Path) -> None:
    """Two games that differ in what the seat may not know give the same lines."""
    state = ls.new_game(3, seed=7)
    rng = Random(3)
    for _ in range(60):
        state = ls.apply(state, rng.choice(ls.legal_moves(state)))
    seat = state.current_player
    seen = ls.view(state, seat)
    others = [ls.with_seed(ls.sample_state(seen, seed), seed) for seed in range(9)]
    assert len({other.players for other in others}) > 1
    sent = [lines_sent(ls.view(other, seat), tmp_path / "lines") for other in (state, *others)]
    assert all(lines == sent[0] for lines in sent)


def test_the_seed_of_a_game_comes_from_the_random_numbers(tmp_path: Path) -> None:
    seeds = set[int]()
    for _ in range(2):
        game, _ = lines_sent(VIEW, tmp_path / "lines")
        seeds.add(game["seed"])
    assert seeds == {Random(1).getrandbits(53)}


def test_a_program_plays_the_same_games_by_name_as_an_object_and_with_a_limit(
    random_program: str, tmp_path: Path
) -> None:
    def games(bot: Any, **options: Any) -> list[Any]:
        rows = rows_of([bot, "random"], tmp_path / f"{len([*tmp_path.iterdir()])}.db", **options)
        return [(row.moves, row.note, [seat.score for seat in row.seats]) for row in rows]

    found = games(random_program)
    assert found[0] != found[1]
    assert found == games(random_program)
    assert found == games(random_program, seconds_per_move=GENEROUS)
    assert found == games({"object": partial(ls.load_player, random_program)})


@pytest.mark.slow
def test_a_program_plays_the_same_games_in_workers(random_program: str, tmp_path: Path) -> None:
    lineup = [random_program, "greedy", random_program]
    here = rows_of(lineup, tmp_path / "here.db")
    assert here == rows_of(lineup, tmp_path / "there.db", executor="processes", workers=2)


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        (
            shell("echo first >&2; echo out of luck >&2; exit 3"),
            "crash",
            "its process ended with status 3; its last words: out of luck",
        ),
        (shell("kill -SEGV $$"), "crash", "was ended by signal 11 (Segmentation fault)"),
        (shell("read -r line; exit"), "crash", "its process ended with status 0"),
        (shell("exec >&-; sleep 600"), "crash", "it closed its standard output"),
        (shell("sleep 600 & exit 4"), "crash", "its process ended with status 4"),
        ("program:cat", "crash", "it answered with more than one line"),
        (shell("read -r line; yes"), "crash", "it answered with more than one line"),
        (shell("read -r line; cat /dev/zero"), "crash", "its answer is longer than 8192 bytes"),
        (shell("yes >&2"), "crash", "it wrote more than 1000000 bytes to standard error"),
        (answering("99"), "illegal", "it answered 99; the legal moves are 0 to 5"),
        (answering("-1"), "illegal", "it answered '-1', neither a number nor a move of its seat"),
        (answering(""), "illegal", "it answered '', neither"),
        (answering("01"), "illegal", "it answered '01', neither"),
        (answering("p1 take 2"), "illegal", "it answered 'p1 take 2', neither"),
        (answering("d dice 1 1 1 1"), "illegal", "it answered 'd dice 1 1 1 1', neither"),
        (answering("x" * 99), "illegal", f"it answered '{'x' * 37}...', neither"),
        (answering(r"caf\303\251"), "illegal", "it answered "),
    ],
    ids=lambda value: value[:30],
)
def test_failures_have_a_reason_and_the_last_words(
    name: str, kind: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends_by_itself = "its process" in reason
    monkeypatch.setattr(program, "END_SECONDS", GENEROUS if ends_by_itself else 0.1)
    failed = failure(name)
    assert failed.kind == kind
    assert reason in str(failed)
    assert "\n" not in str(failed)


def test_a_move_that_is_illegal_is_an_answer(tmp_path: Path) -> None:
    with playing(answering("p0 end")) as started:
        assert started.choose(VIEW) == ls.EndTurn()
    row = rows_of([answering("p0 end"), "random"], tmp_path / "games.db")[0]
    assert row.note is not None
    assert (row.note.kind, row.note.seat) == ("illegal", 0)
    assert row.note.reason == "first take a die (R3.1)"


def test_a_program_that_writes_before_it_is_asked_is_refused() -> None:
    script = "read -r line; read -r line; echo 0; sleep 0.1; echo 0; sleep 600"
    with playing(shell(script)) as started:
        started.choose(VIEW)
        output = process_of(started).stdout
        assert output is not None
        assert select([output], [], [], GENEROUS)[0]
        with pytest.raises(BotError, match="it wrote before it was asked"):
            started.choose(VIEW)


@pytest.mark.parametrize("script", ["sleep 600", "while :; do :; done", "cat > /dev/null"])
def test_a_program_that_is_late_loses_and_ends(
    script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "WALL_EXTRA", 0.2)
    failed = failure(shell(script), 0.1)
    assert (failed.kind, failed.reason) == ("late", "took longer than 0.1 s for a move")


def test_a_program_that_does_not_answer_is_told_of_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(program, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr(program, "WALL_EXTRA", 0.1)
    for _ in range(2):
        failure(shell("sleep 598"), 0.1)
    (told,) = caplog.messages
    assert told.startswith("program:sh -c 'sleep 598' has not answered")


def test_what_a_program_loads_at_its_first_choice_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(program, "WALL_EXTRA", 0.0)
    slow = "read -r line; sleep 1; while read -r line; do "
    slow += f"case $line in {CHOOSE}) echo 0;; esac; done"
    with playing(shell(slow), 0.2) as started:
        started.get_ready()
        monkeypatch.setattr(program, "WALL_EXTRA", GENEROUS)
        assert started.choose(VIEW) == VIEW.legal_moves[0]


def test_a_program_that_hangs_before_its_first_game_is_waited_for_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(program, "WARM_SECONDS", 0.1)
    monkeypatch.setattr(program, "WALL_EXTRA", 0.1)
    name = shell("sleep 599")
    with (
        playing(name, 0.1) as started,
        pytest.raises(BotError, match="for a choice before its first game"),
    ):
        started.get_ready()
    with playing(name, 0.1) as started:
        started.get_ready()
        assert started.is_alive


def test_a_program_that_ends_between_two_games_is_started_again() -> None:
    with playing(shell("read -r line; read -r line; echo 1")) as started:
        for _ in range(2):
            started.make(1)
            assert started.choose(VIEW) == VIEW.legal_moves[1]
            process_of(started).wait(GENEROUS)
        with pytest.raises(BotError, match="ended with status 0"):
            started.choose(VIEW)


def test_a_program_has_a_moment_to_end_when_its_games_are_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "END_SECONDS", GENEROUS)
    file = tmp_path / "saved"
    script = f"while read -r line; do case $line in {CHOOSE}) echo 0;; esac; done; echo > {file}"
    ls.simulate([shell(script), "random"], 1, seed=7)
    assert file.exists()


def test_nothing_is_left_of_a_program_that_has_children() -> None:
    script = "sleep 601 & setsid sleep 602 & read -r line; read -r line; echo 0; cat"
    with playing(shell(script)) as started:
        started.choose(VIEW)
        sleeping: list[Any] = []
        while len(sleeping) < 2:  # until `setsid` has become `sleep`
            below = psutil.Process().children(recursive=True)
            sleeping = [child for child in below if child.name() == "sleep"]
    _, alive = psutil.wait_procs(sleeping, timeout=GENEROUS)
    assert not alive


def test_another_thread_can_kill_a_program_that_is_asked() -> None:
    with playing("program:sleep 604") as started:
        failures = list[BotError]()

        def choose() -> None:
            with pytest.raises(BotError) as caught:
                started.choose(VIEW)
            failures.append(caught.value)

        asking = threading.Thread(target=choose)
        asking.start()
        while not [child for child in psutil.Process().children() if child.name() == "sleep"]:
            time.sleep(0.02)
        started.kill()
        asking.join(GENEROUS)
        assert [failed.kind for failed in failures] == ["crash"]
        started.kill()
        with pytest.raises(BotError, match="it was killed"):
            started.choose(VIEW)


def test_a_program_that_is_killed_while_it_starts_is_not_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = start_group
    with playing("program:sleep 605") as started:
        killers = list[threading.Thread]()

        def start_and_kill(words: Any) -> Any:
            process = start(words)
            killers.append(threading.Thread(target=started.kill))
            killers[0].start()
            while started.is_alive:
                time.sleep(0.01)
            return process

        monkeypatch.setattr(program, "start_group", start_and_kill)
        with pytest.raises(BotError, match="it was killed"):
            started.choose(VIEW)
        killers[0].join(GENEROUS)
        assert not killers[0].is_alive()
    assert not [child for child in psutil.Process().children() if child.name() == "sleep"]


def test_an_idle_process_plays_on_if_it_is_the_same_program() -> None:
    with playing("program:cat") as started:
        assert start_bot("program:'cat'", "bga", None, idle=started) is started
        other = start_bot("program:cat -", "printed", None, idle=started)
        assert other is not started
        assert not started.is_alive


def test_copies_of_a_bot_start_programs_of_their_own(random_program: str) -> None:
    bot = ls.load_player(random_program)
    before = bot.choose(VIEW, Random(1))
    for copied in (deepcopy(bot), pickle.loads(pickle.dumps(bot))):
        assert copied == bot
        assert copied.choose(VIEW, Random(1)) == before


def test_a_name_has_one_spelling_and_the_content_of_its_files(tmp_path: Path) -> None:
    file = tmp_path / "bot.sh"
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    found = find_player(f"program:{file}   --level '3'")
    assert found.name == f"program:{file} --level 3"
    assert find_player(found.name) == found
    before = found.identity
    file.write_text("#!/bin/sh\n# better\n")
    assert found.identity != before
    weights = tmp_path / "weights"
    weights.write_text("1")
    assert str(weights) in find_player(f"program:sh --weights={weights}").identity


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("program:", "after program: comes a command"),
        ("program:  ", "after program: comes a command"),
        ("program:no-such-program --level 3", "the program 'no-such-program' is not found"),
        ("program:./no-such-program", "the program './no-such-program' is not found"),
        ("program:sh -c 'x", "cannot be split into words: No closing quotation"),
        ("program:/etc/passwd", "the program '/etc/passwd' may not be run"),
        ("program:sh\0", "after program: comes a command"),
    ],
)
def test_what_is_no_program_is_refused_before_the_first_game(name: str, message: str) -> None:
    with pytest.raises(ls.ArgumentError, match=message):
        ls.load_player(name)


def test_a_file_that_is_no_program_fails_in_its_games(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_bytes(b"\0\1\2")
    file.chmod(0o755)
    assert failure(f"program:{file}").reason == "it cannot be started: Exec format error"


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    command = Command.of("sh -c true ; touch here $HOME `id` > there")
    assert command.words == (
        "sh",
        "-c",
        "true",
        ";",
        "touch",
        "here",
        "$HOME",
        "`id`",
        ">",
        "there",
    )


def test_a_program_ends_with_the_process_that_asks_it_even_if_that_is_killed() -> None:
    asking = """
import random, livingstone as ls
bot = ls.load_player("program:sh -c 'echo $$ >&2; trap true INT TERM; while :; do :; done'")
from livingstone.players import program
print(flush=True)
bot.choose(ls.view(ls.new_game(2, seed=7), 0), random.Random(1))
"""
    parent = subprocess.Popen([sys.executable, "-c", asking], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    parent.stdout.readline()
    below: list[Any] = []
    own = psutil.Process(parent.pid)
    while not any("trap true" in str(child.cmdline()) for child in below) or len(below) < 2:
        time.sleep(0.02)
        below = own.children(recursive=True)
    time.sleep(0.2)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    _, alive = psutil.wait_procs(below, timeout=GENEROUS)
    assert not alive


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows environments")
def test_a_program_ends_whose_starter_was_killed_before_it_knew_its_number() -> None:
    starting = """
import os, signal, subprocess
from livingstone.support import processes

class Popen(subprocess.Popen):
    def __init__(self, words, **options):
        super().__init__(words, **options)
        if words[0] == "sh":
            print(self.pid, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)

processes.subprocess.Popen = Popen
script = "trap true INT TERM HUP; while :; do sleep 0.05; done"
processes.start_group(["sh", "-c", script])
"""
    with start_python("-c", starting, stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        pid = int(started.stdout.readline())
    end = time.monotonic() + GENEROUS
    while psutil.pid_exists(pid):
        assert time.monotonic() < end
        time.sleep(0.05)


def names_of(processes: list[Any]) -> list[str]:
    """Name the processes that are still there; a worker starts others for a moment."""
    names = list[str]()
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            names.append(process.name())
    return names


@pytest.mark.slow
def test_nothing_is_left_after_ctrl_c_in_a_batch() -> None:
    """Workers are killed by the signal, and programs with them, even those that ignore it."""
    script = "trap true INT TERM HUP; read -r line; while :; do sleep 0.05; done"
    players = f"{shell(script)},random"
    batch = ("-m", "livingstone", "simulate", "--players", players, "--jobs", "2")
    with start_python(*batch, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as started:
        own = psutil.Process(started.pid)
        below: list[Any] = []
        while names_of(below).count("sh") < 2:
            time.sleep(0.05)
            below = own.children(recursive=True)
        started.send_signal(signal.SIGINT)
        assert started.wait() == 130
        _, alive = psutil.wait_procs(below, timeout=GENEROUS)
        assert not alive
