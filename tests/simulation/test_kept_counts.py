"""The counts beside a long file: going on is quick with them, and never depends on them."""

from binascii import crc32
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from livingstone import Progress, read_report, simulate
from livingstone.simulation import Tally
from livingstone.simulation.results import counts, sinks
from livingstone.simulation.results.checking import CheckedRows
from livingstone.simulation.results.counts import counts_path

BOTS = ["failing_bots:Crashing", "random", "random"]
EACH = 4


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (counts, sinks):
        monkeypatch.setattr(module, "EACH", EACH)


@pytest.fixture(params=[".csv", ".jsonl"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"games{request.param}"
    play(path, 8)
    return path


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games whose lines are read."""
    numbers: list[int] = []
    iterate: Any = CheckedRows.__iter__

    def noting(rows: CheckedRows) -> Iterator[Any]:
        for row in iterate(rows):
            numbers.append(row.game)
            yield row

    monkeypatch.setattr(CheckedRows, "__iter__", noting)
    return numbers


def play(path: Path | None, games: int, **options: Any) -> Any:
    return simulate(BOTS, games, seed=7, sink=path, chunk=1, **options)


def test_counted_games_are_not_read_again(path: Path, read: list[int]) -> None:
    assert play(path, 10).to_json() == play(None, 10).to_json()
    assert not read
    assert read_report(path).to_json() == play(None, 10).to_json()
    assert read == [8, 9]


def test_short_files_have_no_counts(tmp_path: Path) -> None:
    play(tmp_path / "games.csv", EACH - 1)
    assert not counts_path(tmp_path / "games.csv").exists()


def damaged(content: bytes) -> list[bytes]:
    middle = len(content) // 2
    flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    return [b"", b"\n", b"0\n{}", b"[" * 100_000, flipped, content[:middle]]


def test_counts_that_are_damaged_are_not_used(path: Path, read: list[int]) -> None:
    report = play(None, 8).to_json()
    for content in damaged(counts_path(path).read_bytes()):
        counts_path(path).write_bytes(content)
        read.clear()
        assert read_report(path).to_json() == report
        assert read == list(range(8))
    assert play(path, 8).to_json() == report
    read.clear()
    assert read_report(path).to_json() == report
    assert not read, "the batch has written them anew"


def test_counts_of_other_bytes_are_not_used(path: Path, read: list[int]) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-2]))
    assert read_report(path).to_json() == play(None, 6).to_json()
    assert read == list(range(6))


def test_counts_of_another_board_are_not_used(tmp_path: Path, read: list[int]) -> None:
    """Whoever changes them can make the checksum fit."""
    file = tmp_path / "games.csv"
    report = simulate(["random"] * 2, 4, seed=7, sink=file, chunk=1)
    values = counts_path(file).read_bytes().splitlines()[1]
    values = values.replace(b'"board_row": 6', b'"board_row": 7')
    counts_path(file).write_bytes(b"%d\n%s\n" % (crc32(values), values))
    assert read_report(file).to_json() == report.to_json()
    assert read == list(range(4))


def test_counts_of_another_version_are_not_used(
    path: Path, read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "installed_version", lambda: "0.0")
    assert read_report(path).games == 8
    assert read == list(range(8))


def test_reading_a_long_file_is_told(path: Path) -> None:
    counts_path(path).unlink()
    told: list[Progress] = []
    play(path, 9, on_progress=told.append)
    assert [(now.done, now.resumed, now.total) for now in told] == [
        *((4, 4, 9), (8, 8, 9)),
        *((8, 8, 9), (9, 8, 9)),
    ]
    assert told[0].new == 0
    assert told[0].seconds_left is None


def test_a_disk_that_has_no_room_for_the_counts_does_not_end_the_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(counts, "write_whole", full)
    counts.keep_counts(tmp_path / "games.csv", counts.Counts(1, 2, 3, Tally(2, 1)))
    assert not list(tmp_path.iterdir())
