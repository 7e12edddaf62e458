"""Every file that the library writes: whole or not at all, and never over another one unasked.

The cache of the kernel has tests of its own.
"""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from amounts import others_slow
from attrs import evolve

resource = pytest.importorskip("resource")

from programs import ROOT

import livingstone as ls
from livingstone.cli import main
from livingstone.simulation import GameRow, plots, read_batches
from livingstone.simulation.results_store import ResultsStore
from livingstone.support.files import make_folder

OLD = b"what was here before"
FULL = re.compile("File too large|No space left|disk is full|disk I/O error")
SMALL = ROOT / "tests" / "simulation" / "small-board.toml"
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
    web = pytest.importorskip("livingstone.web.game_store")
    web.GameStore(Path(f"{file}.web")).close()
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


@pytest.mark.parametrize("most", others_slow(LIMITS, [1_000]))
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


LINEUP = ["simulate", "--players", "random,random", "--seed", "7", "--jobs", "1"]
SIZES = ["--games", "400", "--engine", "python", "--board", str(SMALL), "--out"]


@pytest.fixture(scope="module")
def whole_batch(tmp_path_factory: pytest.TempPathFactory) -> list[GameRow]:
    """Play the batch where there is room."""
    file = tmp_path_factory.mktemp("whole") / "games.db"
    assert main([*LINEUP, *SIZES, str(file)]) == 0
    return [*ls.read_rows(file)]


@pytest.mark.parametrize("most", others_slow([0, 4_096, 60_000, 150_000], [0, 60_000]))
@pytest.mark.parametrize("limited", [small_files, pytest.param(small_disk, marks=pytest.mark.slow)])
def test_a_batch_keeps_its_games_and_goes_on_later(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    limited: Callable[[Path, int], Any],
    most: int,
    whole_batch: list[GameRow],
) -> None:
    (folder := tmp_path / "full").mkdir()
    (later := tmp_path / "later").mkdir()
    with limited(folder, most):
        assert main([*LINEUP, *SIZES, str(folder / "games.db")]) == 1
        told = capsys.readouterr().err
        assert len(FULL.findall(told)) == 1, told
        for path in folder.iterdir():  # with the -wal, if its games do not fit into the file
            shutil.copy(path, later)
    if (later / "games.db").stat().st_size:
        assert sum(stored.games for stored in read_batches(later / "games.db")) < 400
    assert main([*LINEUP, *SIZES, str(later / "games.db")]) == 0
    assert [*ls.read_rows(later / "games.db")] == whole_batch


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
    assert re.fullmatch(
        f"livingstone .*{name} already exists: --overwrite replaces it, or .*\n", told.err
    )
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


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def mode_of(path: Path) -> str:
    return f"{path.stat().st_mode & 0o777:o}"


PRIVATE = ("played.toml", "game.toml", "games.toml", "copy.db")
"""What holds the secrets of a game; the others are public."""


@pytest.mark.parametrize("mask", [0o000, 0o277])
@pytest.mark.parametrize("name", WRITERS)
def test_a_new_file_with_secrets_is_for_its_owner_alone(
    tmp_path: Path, games: Path, name: str, mask: int
) -> None:
    write, package = WRITERS[name]
    if package:
        pytest.importorskip(package)
    if name.endswith(".minari") and mask == 0o277:
        return  # nobody can write into a folder of this mode
    with umask(mask):
        assert write(games, tmp_path / name) == 0
    public = (0o777 if name.endswith(".minari") else 0o666) & ~mask
    assert mode_of(tmp_path / name) == f"{0o600 if name in PRIVATE else public:o}"


@pytest.mark.parametrize("mode", others_slow([0o640, 0o400], [0o400]))
@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_is_replaced_keeps_its_mode_and_its_links(
    tmp_path: Path, games: Path, name: str, mode: int
) -> None:
    write, package = WRITERS[name]
    if package:
        pytest.importorskip(package)
    if name.endswith(".minari"):
        mode |= 0o700
        assert write(games, tmp_path / name) == 0
    else:
        (tmp_path / name).write_bytes(OLD)
    (tmp_path / name).chmod(mode)
    (links := tmp_path / "links").mkdir()
    (links / name).symlink_to(Path("..", name))
    (links / f"to-{name}").symlink_to(name)
    with umask(0):
        assert write(games, links / f"to-{name}") == 0
    assert sorted(path.name for path in links.iterdir()) == sorted([name, f"to-{name}"])
    assert all(path.is_symlink() for path in links.iterdir())
    assert OLD not in content(tmp_path).values()
    assert mode_of(tmp_path / name) == f"{mode:o}"


def test_a_folder_is_made_with_its_parents_unless_it_exists(tmp_path: Path) -> None:
    folder = tmp_path / "some" / "where"
    assert make_folder(folder) == folder
    assert make_folder(folder) == folder
    assert folder.is_dir()


def test_a_link_to_a_file_that_does_not_exist_yet_makes_it(tmp_path: Path, games: Path) -> None:
    (tmp_path / "link.toml").symlink_to("new.toml")
    ls.dump(record(games), tmp_path / "link.toml")
    assert ls.load(tmp_path / "new.toml") == record(games)
    assert (tmp_path / "link.toml").is_symlink()
    assert mode_of(tmp_path / "new.toml") == "600"


def test_links_in_a_circle_are_refused(tmp_path: Path, games: Path) -> None:
    (tmp_path / "a.toml").symlink_to("b.toml")
    (tmp_path / "b.toml").symlink_to("a.toml")
    with pytest.raises(ls.RecordError, match="symbolic links"):
        ls.dump(record(games), tmp_path / "a.toml")
    assert {path.name for path in tmp_path.iterdir()} == {"a.toml", "b.toml"}


def test_another_name_of_a_file_keeps_the_old_content(tmp_path: Path, games: Path) -> None:
    (tmp_path / "game.toml").write_bytes(OLD)
    (tmp_path / "other.toml").hardlink_to(tmp_path / "game.toml")
    ls.dump(record(games), tmp_path / "game.toml")
    assert (tmp_path / "other.toml").read_bytes() == OLD


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
def test_a_file_that_is_replaced_keeps_its_owner_and_group(tmp_path: Path, games: Path) -> None:
    (tmp_path / "game.toml").write_bytes(OLD)
    os.chown(tmp_path / "game.toml", 12345, 23456)
    ls.dump(record(games), tmp_path / "game.toml")
    found = (tmp_path / "game.toml").stat()
    assert (found.st_uid, found.st_gid) == (12345, 23456)


def test_a_file_is_written_and_replaced_where_files_have_no_modes(
    tmp_path: Path, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", refuse)
    ls.dump(record(games), tmp_path / "game.toml")
    ls.dump(record(games), tmp_path / "game.toml")
    assert ls.load(tmp_path / "game.toml") == record(games)


def test_a_group_that_cannot_be_kept_gives_its_rights_to_no_other(
    tmp_path: Path, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    (tmp_path / "game.toml").write_bytes(OLD)
    (tmp_path / "game.toml").chmod(0o664)
    real = Path.stat

    def of_another_group(path: Path, **given: Any) -> os.stat_result:
        found = real(path, **given)
        return found if path.suffix == ".tmp" else os.stat_result([*found[:5], 23456, *found[6:]])

    monkeypatch.setattr(os, "chown", refuse)
    monkeypatch.setattr(Path, "stat", of_another_group)
    ls.dump(record(games), tmp_path / "game.toml")
    monkeypatch.undo()
    assert mode_of(tmp_path / "game.toml") == "644"


def test_a_game_that_is_resumed_keeps_the_mode_of_its_record(tmp_path: Path, games: Path) -> None:
    whole = record(games)
    begun = evolve(whole, actions=whole.actions[:9], result=None, seed=None)
    ls.dump(begun, tmp_path / "game.toml")
    (tmp_path / "game.toml").chmod(0o640)
    (tmp_path / "link.toml").symlink_to("game.toml")
    command = ["play", "--resume", str(tmp_path / "link.toml"), "--players", "greedy,random"]
    with umask(0):
        assert main(command) == 0
    assert mode_of(tmp_path / "game.toml") == "640"
    assert (tmp_path / "link.toml").is_symlink()
    assert ls.load(tmp_path / "game.toml").result is not None


def test_all_files_of_a_server_are_for_their_owner_alone(tmp_path: Path) -> None:
    web = pytest.importorskip("livingstone.web.game_store")
    with umask(0):
        store = web.GameStore(tmp_path / "games.db")
        store.add_record("any", "record", 5)
    names = {path.name: mode_of(path) for path in tmp_path.iterdir()}
    store.close()
    ends = ("", "-shm", "-wal")
    assert names == {f"games.db{end}": "600" for end in ends}


def test_a_server_knows_its_file_by_every_name(tmp_path: Path) -> None:
    web = pytest.importorskip("livingstone.web.game_store")
    (tmp_path / "link.db").symlink_to("games.db")
    store = web.GameStore(tmp_path / "games.db")
    with pytest.raises(web.StoreError, match="another server"):
        web.GameStore(tmp_path / "link.db", seconds=0.0)
    store.close()


def test_a_file_of_results_is_made_as_the_umask_says(tmp_path: Path) -> None:
    with umask(0o027):
        ls.simulate(["random", "random"], 2, seed=7, sink=tmp_path / "games.db")
    assert mode_of(tmp_path / "games.db") == "640"


def test_results_that_are_not_closed_are_found_through_a_link(tmp_path: Path) -> None:
    (apart := tmp_path / "apart").mkdir()
    (apart / "games.db").symlink_to(tmp_path / "games.db")
    ls.simulate(["random", "random"], 2, seed=7, sink=tmp_path / "games.db")
    with closing(sqlite3.connect(tmp_path / "games.db")) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE mine (a)")
        with ResultsStore(apart / "games.db", read_only=True) as store:
            assert not store.lacking


@pytest.mark.parametrize("limited", [small_files, small_disk])
def test_a_copy_of_many_games_that_does_not_fit_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], limited: Callable[[Path, int], Any]
) -> None:
    web = pytest.importorskip("livingstone.web.game_store")
    with closing(web.GameStore(tmp_path / "games.db")) as store:
        for number in range(20):
            store.add_record(str(number), "a" * 200_000, 100)
    (folder := tmp_path / "full").mkdir()
    with limited(folder, 200_000):
        before = content(folder)
        games = str(tmp_path / "games.db")
        assert main(["serve", "--database", games, "--backup", str(folder / "copy.db")]) == 1
        assert content(folder) == before
    assert len(FULL.findall(capsys.readouterr().err)) == 1
    with closing(web.GameStore(tmp_path / "games.db")) as again:
        assert again.record("19") == "a" * 200_000
