"""A killed batch loses nothing that was told, goes on to the same results, and can be read."""

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from programs import ROOT, start_python
from told_batches import play

import livingstone as ls
from livingstone.cli import main

LIVELY = "import livingstone as ls; ls.simulate(['random'] * 2, 10**6, seed=7, sink={!r}, chunk=5)"


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Kill a batch when it has played some games, which its `-wal` holds."""
    file = tmp_path_factory.mktemp("killed") / "games.db"
    wal = Path(f"{file}-wal")
    with start_python("-c", LIVELY.format(str(file))) as process:
        while not (wal.exists() and wal.stat().st_size > 100_000):
            assert process.poll() is None
            time.sleep(0.01)
    assert process.returncode == -signal.SIGKILL
    return file


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Path]:
    """Make a folder that can be written once: `lock` is called when it is filled."""
    (folder := tmp_path / "locked").mkdir()
    with ExitStack() as stack:
        if os.geteuid() == 0:  # who could write anywhere else
            mount = ["mount", "-t", "tmpfs", "tmpfs", str(folder)]
            if subprocess.run(mount, capture_output=True, check=False).returncode:
                pytest.skip("this user cannot mount a disk")
            stack.callback(subprocess.run, ["umount", str(folder)], check=True)
        else:
            stack.callback(folder.chmod, 0o700)
        yield folder


def lock(folder: Path) -> None:
    if os.geteuid() == 0:
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    else:
        folder.chmod(0o500)


def test_what_was_played_is_read_without_writing(
    tmp_path: Path, killed: Path, locked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("games.db", "games.db-wal"):
        shutil.copy(killed.with_name(name), tmp_path)
        shutil.copy(killed.with_name(name), locked)
    lock(locked)
    file, table = str(locked / "games.db"), tmp_path / "games.csv"
    assert len(rows := [*ls.read_rows(file)]) > 9
    assert main(["export", file, str(table)]) == 0
    assert len(table.read_text().splitlines()) == 2 * len(rows) + 1
    assert ls.simulation.read_report(file).games == len(rows)
    assert main(["replay", file, "7"]) == 0
    assert "Livingstone" in capsys.readouterr().out
    assert rows == [*ls.read_rows(tmp_path / "games.db")]  # SQLite makes one file of both
    assert not (tmp_path / "games.db-wal").exists()
    assert sorted(path.name for path in locked.iterdir()) == ["games.db", "games.db-wal"]


def test_a_file_that_was_not_closed_is_read_once_it_is_complete(
    tmp_path: Path, killed: Path, locked: Path
) -> None:
    for name in ("games.db", "games.db-wal"):
        shutil.copy(killed.with_name(name), tmp_path)
    rows = [*ls.read_rows(tmp_path / "games.db")]
    shutil.copy(tmp_path / "games.db", locked)
    lock(locked)
    assert [*ls.read_rows(locked / "games.db")] == rows


def test_a_file_without_its_wal_says_what_is_missing(
    killed: Path, locked: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(killed, tmp_path)
    shutil.copy(killed, locked)
    lock(locked)
    for folder in (locked, tmp_path):
        for command in (["export", "games.csv"], ["replay", "1"]):
            target = str(tmp_path / command[1]) if command[0] == "export" else command[1]
            assert main([command[0], str(folder / "games.db"), target]) == 2
            assert "it was not closed, and games.db-wal is missing" in capsys.readouterr().err


def test_a_batch_that_others_play_is_read_meanwhile(
    tmp_path: Path, killed: Path, locked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file beside it changes between two looks, and then no more."""
    for name in ("games.db", "games.db-wal"):
        shutil.copy(killed.with_name(name), locked)
    expected, changes = [*ls.read_rows(killed)], iter([1, 2])
    lock(locked)
    copy = shutil.copyfile

    def late(source: Path, target: Path) -> object:
        found = copy(source, target)
        if next(changes, None) and os.geteuid() == 0:
            subprocess.run(["mount", "-o", "remount,rw", str(locked)], check=True)
            os.utime(locked / "games.db-wal", (1, 1))
            subprocess.run(["mount", "-o", "remount,ro", str(locked)], check=True)
        return found

    monkeypatch.setattr(shutil, "copyfile", late)
    assert [*ls.read_rows(locked / "games.db")] == expected


def kill_when_done(words: list[str], games: int) -> int:
    """Play until so many games are told to be done, and kill; return how many were told."""
    program = str(ROOT / "tests" / "support" / "told_batches.py")
    with start_python(program, *words, stdout=subprocess.PIPE) as process:
        assert process.stdout
        told = 0
        while told < games:
            told = int(process.stdout.readline())
        process.kill()
        rest = process.stdout.read().split()
    assert process.returncode == -signal.SIGKILL
    return int(rest[-1]) if rest else told


@pytest.mark.parametrize(
    ("what", "engine"),
    [
        pytest.param("simulate", "fast", marks=pytest.mark.slow),
        pytest.param("compare", "fast", marks=pytest.mark.slow),
        pytest.param("tournament", "fast", marks=pytest.mark.slow),
        pytest.param("simulate", "python", marks=pytest.mark.slow),
    ],
)
def test_a_killed_batch_goes_on_to_the_same_results(tmp_path: Path, what: str, engine: str) -> None:
    if engine == "fast":
        pytest.importorskip("numba")
    file = str(tmp_path / "games.db")
    whole = play(what, engine, str(tmp_path / "whole.db"))
    expected = [*ls.read_rows(tmp_path / "whole.db")]
    kills = (1, len(expected) // 9, len(expected) // 4)
    for games in kills:
        told = kill_when_done([what, engine, file], games)
        (copy := tmp_path / f"at-{games}").mkdir()
        for path in tmp_path.glob("games.db*"):
            shutil.copy(path, copy)
        rows = [*ls.read_rows(copy / "games.db")]
        assert len(rows) >= told, "what was told is in the file"
        assert all(row in expected for row in rows)
        with closing(sqlite3.connect(copy / "games.db")) as opened:
            assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert len(rows) < len(expected)
    resumed = play(what, engine, file)
    assert [*ls.read_rows(file)] == expected
    assert resumed.to_json() == whole.to_json()
