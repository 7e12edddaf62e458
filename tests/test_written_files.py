"""Every file that the library writes: whole or not at all, and never over another one unasked.

The cache of the kernel has tests of its own.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

resource = pytest.importorskip("resource")

import livingstone as ls
from livingstone.cli import main
from livingstone.simulation import plots, read_batches

OLD = b"what was here before"
FULL = re.compile("File too large|No space left|disk is full|disk I/O error")
LIMITS = (0, 1_000, 50_000)
"""Bytes that still fit: none; some; nearly all of the largest file."""


def command(words: str, source: Path, target: Path) -> int:
    names = {"games": source, "to": target, "folder": target.parent}
    return main([word.format(**names) for word in words.split()])


def function(write: Callable[[Any, Path], object]) -> Callable[[Path, Path], int]:
    """Call a function as a program would: its errors are lines."""

    def call(source: Path, target: Path) -> int:
        try:
            write(source, target)
        except ls.LivingstoneError as error:
            print(error, file=sys.stderr)
            return 1
        return 0

    return call


def record(source: Path) -> ls.Record:
    return ls.replay_row(0, source)


def draw(source: Path, target: Path) -> None:
    plots.draw(ls.simulation.read_report(source), target)


PLOTS = "--games 2 --seed 7 --plots {folder}"
COMMANDS = {
    "table.csv": ("export {games} {to}", ""),
    "table.jsonl": ("export {games} {to}", ""),
    "table.parquet": ("export {games} {to}", "polars"),
    "games.minari": ("export {games} {to}", "minari"),
    "played.toml": ("play --players greedy,random --seed 7 --record {to}", ""),
    "review.svg": ("review {games} --rollouts 2 --plot {to}", "numba"),
    "simulate.svg": (f"simulate --players greedy,random {PLOTS}", "matplotlib"),
    "compare.svg": (f"compare greedy random {PLOTS}", "matplotlib"),
    "tournament.svg": (f"tournament greedy random {PLOTS}", "matplotlib"),
    "copy.db": ("serve --database {games}.web --backup {to}", "starlette"),
}
FUNCTIONS = {
    "wins.svg": (function(draw), "matplotlib"),
    "wins.png": (function(draw), "matplotlib"),
    "game.toml": (function(lambda source, to: ls.dump(record(source), to)), ""),
    "games.toml": (function(lambda source, to: ls.records.dump_all([record(source)] * 9, to)), ""),
}
"""By the name of the file: what writes it, and a package that this needs."""
WRITERS = FUNCTIONS | {
    name: (partial(command, f"{words} --overwrite"), package)
    for name, (words, package) in COMMANDS.items()
    if PLOTS not in words  # their function is among the others
}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play some games outside of the disk that is full, and keep those of a server."""
    file = tmp_path_factory.mktemp("games") / "games.db"
    ls.simulate(["greedy", "random"], 20, seed=7, sink=file)
    web = pytest.importorskip("livingstone.web.store")
    web.Store(Path(f"{file}.web")).close()
    return file


@contextmanager
def small_files(_: Path, most: int) -> Iterator[None]:
    """Let no file be longer than `most` bytes: a full disk for everybody."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def small_disk(folder: Path, most: int) -> Iterator[None]:
    """Mount a small disk where the kernel lets this user do so."""
    mount = [
        "mount",
        "-t",
        "tmpfs",
        "-o",
        f"size={(most // 4096 + 2) * 4096}",
        "tmpfs",
        str(folder),
    ]
    done = subprocess.run(mount, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("this user cannot mount a disk")
    try:
        (folder / "filler").write_bytes(bytes(4096))
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def content(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.mark.parametrize("most", LIMITS)
@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("limited", [small_files, small_disk])
def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    games: Path,
    limited: Callable[[Path, int], Any],
    name: str,
    most: int,
) -> None:
    write, package = WRITERS[name]
    most *= 20 if name.endswith(".minari") else 1
    if package:
        pytest.importorskip(package)
    (whole := tmp_path / "whole").mkdir()
    assert write(games, whole / name) == 0
    (folder := tmp_path / "full").mkdir()
    capsys.readouterr()
    with limited(folder, most):
        if not name.endswith(".minari"):  # which is a folder
            (folder / name).write_bytes(b"" if limited is small_files and not most else OLD)
        before = content(folder)
        status = write(games, folder / name)
        after = content(folder)
    told = "".join(capsys.readouterr())
    if status:
        assert (status, len(FULL.findall(told))) == (1, 1), told
        assert "Traceback" not in told
        if name == "played.toml" and after[name] != before[name]:  # the first moves of the game
            assert ls.loads(after.pop(name).decode()).actions
            del before[name]
        assert after == before
    else:
        assert after == before | content(whole)
    size = max(map(len, content(whole).values()))
    assert bool(status) == (size > most), "it should have been full"


@pytest.mark.parametrize("most", [0, 4_096, 60_000, 150_000])
@pytest.mark.parametrize("limited", [small_files, small_disk])
def test_a_batch_keeps_its_games_and_goes_on_later(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    limited: Callable[[Path, int], Any],
    most: int,
) -> None:
    (folder := tmp_path / "full").mkdir()
    (later := tmp_path / "later").mkdir()
    lineup = ["simulate", "--players", "random,random", "--seed", "7", "--jobs", "1"]
    sizes = ["--games", "400", "--engine", "python", "--out"]
    with limited(folder, most):
        assert main([*lineup, *sizes, str(folder / "games.db")]) == 1
        told = capsys.readouterr().err
        assert len(FULL.findall(told)) == 1, told
        for path in folder.iterdir():  # with the -wal, if its games do not fit into the file
            shutil.copy(path, later)
    if (later / "games.db").stat().st_size:
        assert sum(stored.games for stored in read_batches(later / "games.db")) < 400
    assert main([*lineup, *sizes, str(later / "games.db")]) == 0
    assert main([*lineup, *sizes, str(later / "other.db")]) == 0
    assert [*ls.read_rows(later / "games.db")] == [*ls.read_rows(later / "other.db")]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_replaces_what_exists_only_if_it_is_told_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], games: Path, name: str
) -> None:
    words, package = COMMANDS[name]
    if package:
        pytest.importorskip(package)
    write = partial(command, words, games, tmp_path / name)
    if name.endswith(".minari"):
        assert write() == 0
    else:
        (tmp_path / name).write_bytes(OLD)
    before = content(tmp_path)
    assert write() == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert re.fullmatch(f"livingstone .*{name} already exists: overwrite it, or .*\n", told.err)
    assert content(tmp_path) == before
    assert command(f"{words} --overwrite", games, tmp_path / name) == 0
    assert OLD not in content(tmp_path).values()


def test_a_folder_that_is_no_data_set_is_never_replaced(tmp_path: Path, games: Path) -> None:
    pytest.importorskip("minari")
    (folder := tmp_path / "photos.minari").mkdir()
    (folder / "photo").write_bytes(OLD)
    assert main(["export", str(games), str(folder), "--overwrite"]) == 2
    assert content(folder) == {"photo": OLD}


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there are no devices")
def test_a_device_is_never_replaced(tmp_path: Path, games: Path) -> None:
    (link := tmp_path / "nothing.csv").symlink_to("/dev/null")
    assert main(["export", str(games), str(link), "--overwrite"]) == 2
    with pytest.raises(ls.RecordError, match="not a regular file"):
        ls.dump(record(games), link)
    assert link.is_symlink()
