"""No command writes over a file that somebody uses, whatever its name; no two servers use one."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib import invalidate_caches
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from programs import start_python

import livingstone as ls
from livingstone.cli import main
from livingstone.edition.loading import shipped_toml
from livingstone.players import Weights
from livingstone.support.files import database_of, refuse_inputs
from livingstone.support.locks import FileLock

web = pytest.importorskip("livingstone.web.game_store")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def store(folder: Path) -> Iterator[object]:
    """Keep a record in `games.db`, as a server does that is running."""
    opened = web.GameStore(folder / "games.db")
    opened.add_record("any", "the only copy", 5)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("batch") / "batch.db"
    ls.simulate(["random", "random"], 2, seed=7, sink=file)
    return file


def absolute(name: str) -> str:
    return str(Path(name).absolute())


def through_a_folder(name: str) -> str:
    Path("elsewhere").symlink_to(".")
    return f"elsewhere/./{name}"


def symbolic(name: str) -> str:
    Path("link.csv").symlink_to(name)
    return "link.csv"


def hard(name: str) -> str:
    Path("other.csv").hardlink_to(name)
    return "other.csv"


NAMES: list[Callable[[str], str]] = [str, absolute, through_a_folder, symbolic, hard]


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
@pytest.mark.parametrize("name", NAMES)
def test_no_backup_goes_onto_the_files_of_its_own_database(
    store: object, end: str, name: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    target = name(f"games.db{end}")
    before = Path(target).stat()
    assert main(["serve", "--database", "games.db", "--backup", target, "--overwrite"]) == 2
    assert "choose another name" in capsys.readouterr().err
    assert os.path.samestat(before, Path(target).stat())
    Path("other.csv").unlink(missing_ok=True)
    store.close()  # type: ignore[attr-defined]
    with closing(web.GameStore(Path("games.db"))) as again:
        assert again.record("any") == "the only copy"


OVER = ["--overwrite"]
WRITERS: dict[str, Callable[[str, Path], object]] = {
    "backup": lambda name, _: main(["serve", "--database", "own.db", "--backup", name, *OVER]),
    "record": lambda name, _: main(["play", "--players", "random,random", "--record", name, *OVER]),
    "dump": lambda name, batch: ls.dump(ls.replay_row(0, batch), name),
    "dump_all": lambda name, batch: ls.records.dump_all([ls.replay_row(0, batch)], name),
    "batch": lambda name, _: main([*["simulate", "--players", "2", "--games", "2", "--out"], name]),
    "server": lambda name, _: web.GameStore(Path(name), seconds=0.0),
    "shared": lambda name, _: web.prune(name, 1),
}


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
@pytest.mark.parametrize("name", [str, symbolic])
def test_nothing_is_written_onto_the_files_of_another_database(
    store: object, batch: Path, writer: str, end: str, name: Callable[[str], str]
) -> None:
    web.GameStore(Path("own.db")).close()
    if writer == "shared" and not end:
        return  # beside a server, it may write
    target = name(f"games.db{end}")
    before = {path.name for path in Path().iterdir()}
    try:
        status = WRITERS[writer](target, batch)
    except ls.LivingstoneError:
        status = 2
    assert status == 2
    assert {path.name for path in Path().iterdir()} == before
    assert store.record("any") == "the only copy"  # type: ignore[attr-defined]


@pytest.mark.parametrize("end", ["-wal", "-journal", "-shm"])
def test_an_empty_file_beside_a_database_is_no_new_database(folder: Path, end: str) -> None:
    web.GameStore(folder / "games.db").close()
    (folder / f"games.db{end}").touch()
    with pytest.raises(web.StoreError, match=r"belongs to the database games\.db"):
        web.GameStore(folder / f"games.db{end}")
    with pytest.raises(ls.ArgumentError, match=r"belongs to the database games\.db"):
        ls.simulate(["random", "random"], 2, seed=7, sink=folder / f"games.db{end}")
    assert (folder / f"games.db{end}").stat().st_size == 0


@pytest.mark.parametrize("end", ["-wal", "-journal"])
def test_a_database_that_was_not_closed_is_not_replaced(folder: Path, end: str) -> None:
    """SQLite would put the changes of the old one into the new one."""
    web.GameStore(folder / "games.db").close()
    (folder / "old.db").write_bytes(b"an old copy")
    (folder / f"old.db{end}").write_bytes(b"its changes")
    with pytest.raises(ls.ArgumentError, match="in use, or was not closed"):
        web.back_up(folder / "games.db", folder / "old.db", overwrite=True)
    assert (folder / "old.db").read_bytes() == b"an old copy"


def test_a_database_that_is_opened_while_a_copy_is_made_is_not_replaced(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("games.db", "old.db"):
        web.GameStore(folder / name).close()
    opened = []

    def sync(_: int) -> None:
        opened.append(web.GameStore(folder / "old.db"))

    monkeypatch.setattr(os, "fsync", sync)
    with pytest.raises(ls.ArgumentError, match="in use"):
        web.back_up(folder / "games.db", folder / "old.db", overwrite=True)
    opened[0].add_record("any", "kept", 5)
    opened[0].close()
    with closing(web.GameStore(folder / "old.db")) as again:
        assert again.record("any") == "kept"


def test_a_file_belongs_to_a_database_as_the_file_system_says(folder: Path) -> None:
    (folder / "Games.db").touch()
    assert database_of(folder / "Games.db-WAL") == folder / "Games.db"
    assert database_of(folder / "Games.db-wal2") is None
    assert database_of(folder / "none.db-wal") is None
    assert database_of(folder / "-wal") is None


@pytest.mark.parametrize("end", ["-wal", "-journal", "-shm"])
def test_no_folder_is_made_where_a_database_needs_a_file(
    folder: Path, end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    web.GameStore(folder / "games.db").close()
    words = f"simulate --players 2 --games 2 --plots games.db{end}"
    assert main(words.split()) == 2
    assert "belongs to the database games.db" in capsys.readouterr().err
    web.GameStore(folder / "games.db").close()


# What a command reads.

READING = {
    "board": "play --players random,random --board {} --record {to} --overwrite",
    "cards": "play --players random,random --cards {} --record {to} --overwrite",
    "weights": "play --players random,greedy:weights={} --record {to} --overwrite",
    "module": "play --players mine:Mine,random --record {to} --overwrite",
    "copy": "serve --database {} --backup {to} --overwrite",
    "board of a server": "serve --database games.db --board {} --backup {to} --overwrite",
    "bot of a server": "serve --database games.db --bot mine:Mine --backup {to} --overwrite",
    "export": "export {} {to} --overwrite",
    "data set": "export {} {to} --overwrite",
    "review": "review {} --plot {to} --overwrite",
    "plot": "simulate --players 2 --games 2 --board {} --plots . --overwrite",
    "plot of weights": "compare greedy:weights={} random --games 2 --plots . --overwrite",
    "tournament": "tournament greedy:weights={} random --games 2 --plots . --overwrite",
}
FILES = {
    "board": "board.toml",
    "cards": "cards.toml",
    "weights": "weights.toml",
    "module": "mine.py",
    "copy": "games.db",
    "board of a server": "board.toml",
    "bot of a server": "mine.py",
    "export": "batch.csv",
    "data set": "set.minari/batch.db",
    "review": "review.svg",
    "plot": "simulate.svg",
    "plot of weights": "compare.svg",
    "tournament": "tournament.svg",
}
NEEDED = {"data set": "minari", "review": "numba", "plot": "matplotlib"}
NEEDED |= dict.fromkeys(("plot of weights", "tournament"), "matplotlib")
MINE = """
import random
class Mine:
    def choose(self, view, rng): return rng.choice(view.legal_moves)
"""


def write(kind: str, batch: Path) -> None:
    web.GameStore(Path("games.db")).close()
    file = Path(FILES[kind])
    if kind.endswith("weights") or kind == "tournament":
        file.write_text(Weights().to_toml())
    elif kind.startswith("board") or kind == "plot":
        file.write_text(shipped_toml("board"))
    elif kind == "cards":
        file.write_text(shipped_toml("cards"))
    elif file.suffix == ".py":
        file.write_text(MINE)
    elif kind == "export":
        copy(batch, file)
    elif kind == "data set":
        assert main(["export", str(batch), "set.minari"]) == 0
        copy(batch, file)
    elif kind == "review":
        ls.dump(ls.replay_row(0, batch), file)


@pytest.mark.parametrize("kind", READING)
@pytest.mark.parametrize("name", [str, absolute, symbolic, hard])
def test_no_command_overwrites_what_it_reads(
    folder: Path,
    batch: Path,
    kind: str,
    name: Callable[[str], str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if kind in NEEDED:
        pytest.importorskip(NEEDED[kind])
    monkeypatch.setitem(sys.modules, "mine", None)
    del sys.modules["mine"]
    invalidate_caches()
    write(kind, batch)
    file = FILES[kind]
    before = Path(file).read_bytes()
    if kind == "data set":
        target = file.partition("/")[0]
        file = file if name is hard or name is symbolic else name(file)
    elif "{to}" in READING[kind]:
        target = name(file)
        ending = Path(file).suffix
        if not target.endswith(ending) and ending in (".csv", ".svg"):
            target = str(Path(target).rename(Path(target).with_suffix(ending)))
    else:
        target = ""
        file = name(file)
    assert main([word.format(file, to=target) for word in READING[kind].split()]) == 2
    assert "choose another name" in capsys.readouterr().err
    assert Path(FILES[kind]).read_bytes() == before


def test_a_plot_does_not_replace_the_games_it_shows(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    (folder / "plots").mkdir()
    (folder / "link").symlink_to("plots")
    words = "simulate --players 2 --games 2 --seed 7 --out link/Simulate.svg --plots plots"
    assert main(words.split()) == 2
    assert "choose another name" in capsys.readouterr().err


def test_files_that_do_not_exist_yet_are_one_by_their_folder_and_name(folder: Path) -> None:
    (folder / "some").mkdir()
    (folder / "link").symlink_to("some")
    with pytest.raises(ls.ArgumentError, match="which is read"):
        refuse_inputs("some/new.db", ["link/new.db"])
    with pytest.raises(ls.ArgumentError, match=r"belongs to link/new\.db"):
        refuse_inputs("some/new.db-wal", ["link/new.db"])
    refuse_inputs("some/new.db", ["new.db", "some/newer.db", "some/new.db-wal"])


# One server for a file.


def test_a_file_with_two_names_is_no_file_of_a_server(store: object, folder: Path) -> None:
    (folder / "other.db").hardlink_to(folder / "games.db")
    with pytest.raises(web.StoreError, match="has several names"):
        web.GameStore(folder / "other.db", seconds=0.0)
    with pytest.raises(web.StoreError, match="has several names"):
        web.prune(folder / "other.db", 1)
    with pytest.raises(web.StoreError, match="has several names"):
        web.back_up(folder / "other.db", "copy.db")
    assert not [*folder.glob("other.db-*"), *folder.glob("copy.db*")]
    (folder / "other.db").unlink()
    assert store.record("any") == "the only copy"  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["other.db", "an other\\.db"])
def test_a_file_that_is_mounted_by_itself_is_no_file_of_a_server(
    store: Any, folder: Path, name: str
) -> None:
    """As with `docker run -v games.db:/other.db`: what SQLite keeps beside it is not mounted."""
    other = folder / name
    other.touch()
    mount = ["mount", "--bind", str(folder / "games.db"), str(other)]
    if (
        sys.platform != "linux"
        or subprocess.run(mount, capture_output=True, check=False).returncode
    ):
        pytest.skip("this user cannot mount a file")
    try:
        with pytest.raises(web.StoreError, match="is mounted as a single file"):
            web.GameStore(other, seconds=0.0)
        with pytest.raises(web.StoreError, match="is mounted as a single file"):
            web.prune(other, 1)
        with pytest.raises(web.StoreError, match="is mounted as a single file"):
            web.back_up(other, "copy.db")
    finally:
        subprocess.run(["umount", str(other)], check=True)
    assert not [*folder.glob("*other*-*"), *folder.glob("copy.db*")]
    assert store.record("any") == "the only copy"


def test_a_batch_with_two_names_gets_no_more_games(folder: Path, batch: Path) -> None:
    copy(batch, folder / "batch.db")
    (folder / "other.db").hardlink_to(folder / "batch.db")
    with pytest.raises(ls.ArgumentError, match="has several names"):
        ls.simulate(["random", "random"], 4, seed=7, sink=folder / "other.db")
    assert ls.simulation.read_report(folder / "other.db").games == 2
    (folder / "other.db").unlink()
    ls.simulate(["random", "random"], 4, seed=7, sink=folder / "batch.db")


LOCKS = """
import sys
from pathlib import Path
from livingstone.web.game_store import GameStore
store = GameStore(Path(sys.argv[1]), seconds=0.0)
print("open", flush=True)
sys.stdin.read()
"""


def test_a_file_that_was_moved_stays_that_of_its_server_until_that_ends(folder: Path) -> None:
    with start_python(
        "-c", LOCKS, "games.db", stdout=subprocess.PIPE, stdin=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"open\n"
        (folder / "games.db").rename(folder / "moved.db")
        with pytest.raises(web.StoreError, match="another server has it open"):
            web.GameStore(folder / "moved.db", seconds=0.0)
        assert not [*folder.glob("moved.db-*")]
        (folder / "moved.db").rename(folder / "games.db")
        process.send_signal(signal.SIGKILL)
        process.wait()
        web.GameStore(folder / "games.db", seconds=0.0).close()


def test_other_connections_do_not_end_the_lock(store: object, folder: Path) -> None:
    with closing(sqlite3.connect(folder / "games.db")) as other:
        other.execute("SELECT * FROM tables").fetchall()
    web.prune(folder / "games.db", 90)
    done = subprocess.run(
        [sys.executable, "-c", LOCKS, "games.db"], capture_output=True, check=False, stdin=-3
    )
    assert b"another server has it open" in done.stderr


def test_a_server_can_start_while_a_command_prunes(folder: Path) -> None:
    web.GameStore(folder / "games.db").close()
    with closing(web.GameStore(folder / "games.db", is_shared=True)):
        done = subprocess.run(
            [sys.executable, "-c", LOCKS, "games.db"], capture_output=True, check=True, stdin=-3
        )
    assert done.stdout == b"open\n"


def test_a_lock_is_had_by_one_and_passed_on(folder: Path) -> None:
    (folder / "games.db").touch()
    first, second = FileLock(folder / "games.db"), FileLock(folder / "games.db")
    assert first.take()
    assert not second.take()
    first.close()
    assert second.take()
    del second  # a lock that nobody refers to keeps nobody away
    assert first.take()
    first.close()
