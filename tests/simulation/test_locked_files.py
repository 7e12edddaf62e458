"""Files of results that are opened to be written to, and let go again."""

import os
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

import pytest

from livingstone import ArgumentError, read_report, read_rows, simulate
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.results import locking
from livingstone.simulation.results.locking import _close_inherited, close_unlocked, open_locked
from livingstone.simulation.results.manifest import Manifest, manifest_path

MANIFEST = Manifest.of(Batch(("random", "random"), 7, "printed"))


@pytest.fixture
def stream(tmp_path: Path) -> Iterator[FileIO]:
    stream = open_locked(tmp_path / "games.csv", MANIFEST)
    yield stream
    stream.close()


def test_an_open_file_is_refused_to_another_writer(stream: FileIO, tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="another process is writing to it"):
        open_locked(tmp_path / "games.csv", MANIFEST)


def test_a_file_is_unlocked_though_another_process_has_inherited_it(
    stream: FileIO, tmp_path: Path
) -> None:
    inherited = os.dup(stream.fileno())  # it shares the lock, as the file of a forked process does
    try:
        close_unlocked(stream)
        close_unlocked(open_locked(tmp_path / "games.csv", MANIFEST))
    finally:
        os.close(inherited)


def test_a_forked_process_closes_what_its_parent_has_open(stream: FileIO) -> None:
    _close_inherited()
    assert stream.closed


def test_rows_are_on_the_disk_before_they_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synchronized = list[tuple[int, int]]()

    def record(number: int) -> None:
        synchronized.append((os.fstat(number).st_ino, os.fstat(number).st_size))

    monkeypatch.setattr(os, "fsync", record)
    path = tmp_path / "games.csv"
    simulate(["random"] * 2, 4, seed=7, sink=path, chunk=2)
    sizes = [size for file, size in synchronized if file == path.stat().st_ino]
    assert len(sizes) >= 2
    assert sizes[-1] == path.stat().st_size


def test_the_disk_is_told_the_names_of_new_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[int]()
    monkeypatch.setattr(os, "fsync", lambda number: told.append(os.fstat(number).st_ino))
    open_locked(tmp_path / "games.csv", MANIFEST).close()
    assert told[-1] == tmp_path.stat().st_ino


def test_a_file_of_results_that_was_renamed_is_refused_at_once(tmp_path: Path) -> None:
    simulate(["random"] * 2, 2, seed=7, sink=tmp_path / "games.csv")
    renamed = (tmp_path / "games.csv").rename(tmp_path / "games.xlsx")
    manifest_path(tmp_path / "games.csv").rename(manifest_path(renamed))
    for read in (read_rows, read_report):
        with pytest.raises(ArgumentError, match=r"ends in \.csv, .* or \.parquet: '\.xlsx'"):
            read(renamed)


def test_a_file_that_is_deleted_while_it_is_locked_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locking, "lock_file", lambda _, place: place.unlink())
    with pytest.raises(ArgumentError, match="has just deleted it"):
        simulate(["random"] * 2, 2, seed=7, sink=tmp_path / "games.csv")
