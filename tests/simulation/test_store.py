"""Files of results: many batches in one, whole after kills, full disks and two writers."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

import livingstone as ls
from livingstone import (
    ArgumentError,
    LivingstoneError,
    SimulationError,
    compare,
    read_rows,
    simulate,
    tournament,
)
from livingstone.simulation import read_batches, read_report
from livingstone.simulation.batch import FIGURES, Batch
from livingstone.simulation.entrants import enter
from livingstone.simulation.results_store import ResultsStore

BOTS = ["random", "random"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    simulate(BOTS, 4, seed=7, sink=path)
    return path


def test_one_file_holds_any_number_of_batches(file: Path) -> None:
    first = list(read_rows(file))
    simulate(["greedy", "random"], 2, seed=8, sink=file, edition="bga", rotate=False)
    compare("greedy", "random", against=["random"], games=4, seed=9, sink=file)
    tournament(["greedy", "random", "livingstone.players:RandomBot"], games=4, seed=9, sink=file)
    found = read_batches(file)
    assert [own.number for own in found] == list(range(1, len(found) + 1))
    assert [(own.lineup, own.seed, own.games) for own in found[:3]] == [
        (("random", "random"), 7, 4),
        (("greedy", "random"), 8, 2),
        (("greedy", "random"), 9, 4),
    ]
    assert len(found) == 6, "the comparison's first batch is one of the tournament, too"
    assert [own.games_per_deal for own in found[:3]] == [1, 1, 2]
    assert list(read_rows(file, batch=1)) == first
    assert len(list(read_rows(file))) == sum(own.games for own in found)
    assert read_report(file, batch=2).edition == "bga"
    with pytest.raises(ArgumentError, match="a report needs batch=N: batch 1: random, random;"):
        read_report(file)
    with pytest.raises(ArgumentError, match="has no such batch"):
        list(read_rows(file, batch=7))


def test_batches_of_different_boards_are_told_apart(file: Path) -> None:
    small = ls.load_edition("printed", board=Path(__file__).with_name("small-board.toml"))
    simulate(BOTS, 4, seed=7, sink=file, edition=small)
    simulate(BOTS, 4, seed=7, sink=file, label="as in the box")
    own = f"batch 2: random, random; printed {small.hash[:8]}, seed 7, 4 games"
    shipped = "batch 1 (as in the box): random, random; printed, seed 7, 4 games"
    assert list(map(str, read_batches(file))) == [shipped, own]
    assert f"printed {small.hash[:8]}: random" in str(read_report(file, batch=2))
    with pytest.raises(ArgumentError, match="the label must be one line"):
        simulate(BOTS, 4, seed=7, sink=file, label="two\nlines")


def test_a_batch_is_continued_and_the_same_as_if_played_at_once(file: Path, tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="holds 4 games, which is more than 3"):
        simulate(BOTS, 3, seed=7, sink=file)
    report = simulate(BOTS, 9, seed=7, sink=file, chunk=2)
    assert report.to_json() == simulate(BOTS, 9, seed=7, sink=tmp_path / "whole").to_json()
    assert list(read_rows(file)) == list(read_rows(tmp_path / "whole"))
    assert simulate(BOTS, 9, seed=7, sink=file).to_json() == report.to_json()


def test_an_edition_of_ones_own_is_kept_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    small = ls.load_edition("printed", board=Path(__file__).with_name("small-board.toml"))
    report = simulate(BOTS, 3, seed=7, edition=small, sink=file, executor="processes", workers=1)
    (found,) = read_batches(file)
    assert found.load_edition() == small
    assert report.edition_hash == found.edition_hash == small.hash
    ls.replay_row(2, file).verify()
    other = ls.to_json(ls.load_edition("bga")).replace("'", "''")
    edit(file, f"UPDATE batches SET edition_json = '{other}'")
    with pytest.raises(ArgumentError, match="the edition printed is not the one that was played"):
        ls.replay_row(2, file)


def edit(file: Path, *sql: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in sql:
            connection.execute(statement)


def content_of(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


def use(file: Path) -> None:
    """Do everything that can be done with a file."""
    for row in read_rows(file):
        ls.replay_row(row, file)
    read_report(file)
    simulate(BOTS, 5, seed=7, sink=file)


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("UPDATE seats SET points = 'many' WHERE game = 1", "CHECK constraint failed in seats"),
        ("UPDATE seats SET gems = -1 WHERE game = 1", "CHECK constraint failed in seats"),
        ("UPDATE seats SET won = 2 WHERE game = 1", "CHECK constraint failed in seats"),
        ("UPDATE seats SET bot = x'00' WHERE game = 1", "CHECK constraint failed in seats"),
        ("UPDATE games SET moves = 1.5 WHERE game = 1", "CHECK constraint failed in games"),
        ("UPDATE games SET choices = 'x' WHERE game = 1", "CHECK constraint failed in games"),
        ("UPDATE batches SET seconds_per_move = 'x'", "is damaged: seconds_per_move"),
        ("UPDATE seats SET bot = 'greedy' WHERE game = 1", "game 1 is damaged: its number"),
        ("UPDATE seats SET rank = 3 WHERE game = 1", "game 1 is damaged: a rank"),
        ("UPDATE seats SET rank = 0 WHERE game = 1", "game 1 is damaged: a rank"),
        ("UPDATE seats SET points = NULL WHERE game = 1", "CHECK constraint failed in seats"),
        (
            f"UPDATE seats SET {'=NULL, '.join(FIGURES)}=NULL, is_out=NULL, majorities=NULL",
            "game 0 is damaged: a seat has",
        ),
        ("UPDATE seats SET played = '[1]' WHERE game = 1", "game 1 is damaged: played"),
        ("UPDATE seats SET played = '{' WHERE game = 1", "game 1 is damaged"),
        (f"UPDATE seats SET played = '{'[' * 90000}' WHERE game = 1", "game 1 is damaged"),
        ("UPDATE seats SET majorities = '[\"x\"]' WHERE game = 1", "game 1 is damaged"),
        ("UPDATE games SET note = 'x' WHERE game = 1", "CHECK constraint failed in games"),
        (
            "UPDATE games SET note = 'x', failed_how = 'late', failed_seat = 2 WHERE game = 1",
            "game 1 is damaged: its failure note",
        ),
        ("UPDATE games SET choices = x'' WHERE game = 1", "its choices cannot be made"),
        ("UPDATE games SET choices = x'ff' WHERE game = 1", "its choices cannot be made"),
        ("UPDATE games SET choices = x'ff7f' WHERE game = 1", "its choices cannot be made"),
        ("UPDATE games SET rounds = 99 WHERE game = 1", "game 1 of .* goes another way"),
        ("UPDATE games SET record = 'x' WHERE game = 1", "TOML|line 1"),
        ("DELETE FROM games WHERE game = 1", "games or seats are missing"),
        ("DELETE FROM seats WHERE game = 1 AND seat = 1", "games or seats are missing"),
        ("UPDATE batches SET lineup = '[\"random\"]'", "is damaged: lineup"),
        ("UPDATE batches SET lineup = '7'", "is damaged: lineup"),
        ("UPDATE batches SET identities = '[7, 7]'", "is damaged: identities"),
        ("UPDATE batches SET identities = '[\"random\"]'", "is damaged: identities: are not those"),
        ("UPDATE batches SET seed = 'xyz'", "is damaged"),
        ("UPDATE batches SET games_per_deal = 3", "is damaged: games_per_deal"),
        ("UPDATE batches SET games_per_deal = 0", "is damaged: games_per_deal"),
        ("UPDATE batches SET edition = 'rhino'", "the edition rhino"),
        ("UPDATE batches SET livingstone = '0.0'", "version 0.0 of livingstone played"),
        ("PRAGMA user_version = 3", "has tables of version 3, not 7: choose a new file"),
        ("PRAGMA application_id = 7", "an SQLite file of another program"),
        ("ALTER TABLE games ADD COLUMN more", "other tables"),
    ],
)
def test_a_file_that_was_changed_gets_one_clear_error(file: Path, sql: str, message: str) -> None:
    edit(file, "PRAGMA ignore_check_constraints = ON", sql)
    before = content_of(file)
    with pytest.raises(LivingstoneError, match=message) as error:
        use(file)
    assert len(str(error.value).splitlines()) == 1
    assert content_of(file) == before


@pytest.mark.parametrize(
    "sql",
    [
        "ANALYZE",
        "CREATE INDEX by_rounds ON games (rounds)",
        "CREATE UNIQUE INDEX own ON mine (a)",
        "CREATE VIEW winners AS SELECT bot FROM seats WHERE won",
        "CREATE TRIGGER of_own AFTER INSERT ON mine BEGIN DELETE FROM mine; END",
        "PRAGMA journal_mode = WAL",
        "PRAGMA journal_mode = PERSIST; DELETE FROM mine",
        "PRAGMA auto_vacuum = FULL; VACUUM",
        "PRAGMA page_size = 512; VACUUM",
    ],
)
def test_a_file_that_other_programs_added_to_is_read_and_goes_on(file: Path, sql: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(f"CREATE TABLE mine (a); INSERT INTO mine VALUES (1); {sql}")
    assert len(list(read_rows(file))) == 4
    simulate(BOTS, 6, seed=7, sink=file)
    assert read_report(file).games == 6
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM mine").fetchone() is not None


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("CREATE TRIGGER t AFTER INSERT ON Games BEGIN DELETE FROM seats; END", "the trigger 't'"),
        ("CREATE UNIQUE INDEX i ON games (game, batch)", "the index 'i'"),
    ],
)
def test_a_file_whose_games_others_would_change_is_read_but_not_written(
    file: Path, sql: str, message: str
) -> None:
    edit(file, sql)
    assert len(list(read_rows(file))) == 4
    before = content_of(file)
    with pytest.raises(ArgumentError, match=f"{message} on its table games, which can change"):
        simulate(BOTS, 6, seed=7, sink=file)
    assert content_of(file) == before


def test_a_file_of_an_earlier_version_is_read_but_gets_no_more_games(tmp_path: Path) -> None:
    old = Path(__file__).parents[1] / "compatibility" / "0.1" / "results.db"
    file = Path(shutil.copy(old, tmp_path))
    assert len(list(read_rows(file))) == 4
    assert [batch.identities for batch in read_batches(file)] == [(None, None)]
    before = content_of(file)
    with pytest.raises(ArgumentError, match="can be read, but new ones need another file"):
        simulate(BOTS, 6, seed=7, sink=file)
    assert content_of(file) == before


@pytest.mark.parametrize("seed", range(12))
def test_a_file_with_random_bytes_in_it_is_read_or_refused(file: Path, seed: int) -> None:
    luck = random.Random(seed)
    content = bytearray(file.read_bytes())
    for _ in range(luck.randrange(1, 60)):
        content[luck.randrange(len(content))] = luck.randrange(256)
    file.write_bytes(content[: luck.randrange(len(content) // 2, 2 * len(content))])
    try:
        use(file)
    except LivingstoneError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017


@pytest.mark.parametrize("content", [b"x", b"game,seed\n" * 50, b"SQLite format 3\0", bytes(4096)])
def test_a_file_of_another_kind_stays_as_it_is(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "games.db"
    file.write_bytes(content)
    for read in (use, lambda path: simulate(BOTS, 2, seed=7, sink=path)):
        with pytest.raises(ArgumentError, match="SQLite file of"):
            read(file)
    assert file.read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["games.db"]


def test_a_path_that_cannot_be_a_file_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, message in (
        ("no/such/games.db", "No such file or directory"),
        ("", "is not a regular file"),
        ("pipe", "is not a regular file"),
        ("games.csv", r"livingstone export games\.db games\.csv"),
        ("games.PARQUET", "livingstone export"),
        ("games.jsonl", "livingstone export"),
    ):
        with pytest.raises(ArgumentError, match=message):
            simulate(BOTS, 2, seed=7, sink=tmp_path / name)
        with pytest.raises(ArgumentError):
            list(read_rows(tmp_path / name))
    (tmp_path / "empty.db").touch()
    with pytest.raises(ArgumentError, match="is not an SQLite file of results"):
        read_rows(tmp_path / "empty.db")
    assert simulate(BOTS, 2, seed=7, sink=tmp_path / "empty.db").games == 2


def test_bots_that_go_elsewhere_take_no_file_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other").mkdir()
    simulate(
        BOTS,
        4,
        seed=7,
        sink="games.db",
        chunk=1,
        on_progress=lambda _: os.chdir("other") if Path("other").exists() else None,
    )
    assert len(list(read_rows(tmp_path / "games.db"))) == 4


BATCH = """
import sys
from livingstone import SimulationError, simulate
def play(file, games, seed=7, **options):
    return simulate(["random", "random"], games, seed=seed, sink=file, chunk=1, **options)
"""


@pytest.mark.slow
def test_a_batch_killed_at_any_instant_is_continued(tmp_path: Path) -> None:
    """`kill -9` at 20 instants, the first of them before there is a file."""
    whole, script = tmp_path / "whole.db", tmp_path / "batch.py"
    simulate(BOTS, 30, seed=7, sink=whole)
    expected = list(read_rows(whole))
    script.write_text(
        BATCH
        + """
import os, threading, time
play(None, 1)
for line in sys.stdin:
    file, delay, in_play = line.split()
    if os.fork() == 0:
        def end():
            time.sleep(float(delay))
            os.kill(os.getpid(), 9)
        timer = threading.Thread(target=end)
        if in_play == "0":
            timer.start()
        def on_progress(progress):
            if in_play == "1" and progress.done == 0:
                timer.start()
        play(file, 10**6, engine="python", on_progress=on_progress)
    os.wait()
"""
    )
    delays = [(0.001 * 1.8**number, 0) for number in range(8)]  # while the file is made
    delays += [(0.001 * 1.8**number, 1) for number in range(12)]
    files = [tmp_path / f"{number}.db" for number in range(len(delays))]
    jobs = "".join(
        f"{file} {delay} {in_play}\n" for file, (delay, in_play) in zip(files, delays, strict=True)
    )
    subprocess.run([sys.executable, str(script)], input=jobs, text=True, check=True, timeout=100)
    held = []
    for file in files:
        with suppress(ArgumentError):  # it was killed before there were tables
            held.append(sum(own.games for own in read_batches(file)))
        simulate(BOTS, max(30, *held, 0), seed=7, sink=file)
        assert list(read_rows(file))[:30] == expected
    assert len(set(held)) > 3, "the instants are far enough apart"
    assert len(held) >= len(delays) - 8


def test_a_file_that_cannot_be_written_stays_as_it_is(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    before = file.read_bytes()
    if os.geteuid() == 0:
        monkeypatch.setattr(Path, "open", refuse)
    else:
        file.chmod(0o444)
    with pytest.raises(ArgumentError, match="Permission denied"):
        simulate(BOTS, 9, seed=7, sink=file)
    monkeypatch.undo()
    assert file.read_bytes() == before


def test_two_writers_wait_for_each_other_and_lose_nothing(tmp_path: Path) -> None:
    """Both play one batch, and each another one, in a file that is not there before."""
    file = tmp_path / "games.db"
    code = BATCH + "play(sys.argv[1], 12); play(sys.argv[1], 8, seed=int(sys.argv[2]))"
    writers = [
        subprocess.Popen([sys.executable, "-c", code, str(file), seed], stderr=subprocess.PIPE)
        for seed in ("1", "2")
    ]
    for writer in writers:
        _, told = writer.communicate(timeout=100)
        assert (writer.returncode, told) == (0, b"")
    found = {own.seed: own.games for own in read_batches(file)}
    assert found == {7: 12, 1: 8, 2: 8}
    for own in read_batches(file):
        whole = tmp_path / f"{own.seed}.db"
        simulate(BOTS, own.games, seed=own.seed, sink=whole)
        assert list(read_rows(file, batch=own.number)) == list(read_rows(whole))


def test_a_file_that_another_process_holds_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.simulation.results_store.PATIENCE", 0.05)
    with sqlite3.connect(file, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        assert len(list(read_rows(file))) == 4, "reading goes on"
        with pytest.raises(SimulationError, match="database is locked; the games before stay"):
            simulate(BOTS, 9, seed=7, sink=file)
    other.close()
    assert simulate(BOTS, 9, seed=7, sink=file).games == 9


def test_games_that_another_process_adds_meanwhile_do_not_count(file: Path) -> None:
    def add(progress: ls.simulation.Progress) -> None:
        if progress.done == 5:
            simulate(BOTS, 20, seed=7, sink=file)

    report = simulate(BOTS, 8, seed=7, sink=file, chunk=1, on_progress=add)
    assert report.to_json() == simulate(BOTS, 8, seed=7).to_json()
    assert len(list(read_rows(file))) == 20


def test_a_file_is_one_file_when_nobody_uses_it(file: Path) -> None:
    next(read_rows(file))
    assert [path.name for path in file.parent.iterdir()] == ["games.db"]


def test_a_batch_without_games_has_no_rows(tmp_path: Path) -> None:
    with ResultsStore(tmp_path / "games.db") as store:
        store.add_batch(Batch.of(enter(["random", "random"]), seed=7))
    assert list(read_rows(tmp_path / "games.db")) == []
