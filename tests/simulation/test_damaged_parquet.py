"""Going on with a damaged Parquet file is refused, and leaves nothing behind."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from livingstone import ArgumentError, read_frame, read_report, simulate
from livingstone.simulation.results.journal import journal_path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.parquet"


def play(path: Path, games: int, **options: Any) -> None:
    simulate(["random", "random"], games, seed=7, sink=path, chunk=2, **options)


def damage(path: Path) -> None:
    """Change a byte of the rows, which stand behind the first four of the format."""
    content = bytearray(path.read_bytes())
    content[60] ^= 255
    path.write_bytes(content)


def test_no_journal_is_left_beside_a_damaged_file(path: Path) -> None:
    play(path, 2)
    damage(path)
    with pytest.raises(ArgumentError, match=r"games\.parquet: "):
        play(path, 4)
    assert list(path.parent.iterdir()) == [path]


def test_a_journal_with_games_stays_beside_a_damaged_file(path: Path) -> None:
    def stop(progress: Any) -> None:
        if progress.done == 4:
            raise KeyboardInterrupt

    play(path, 2)
    with pytest.raises(KeyboardInterrupt):
        play(path, 6, on_progress=stop)
    before = {file: file.read_bytes() for file in path.parent.iterdir() if file != path}
    assert journal_path(path) in before
    damage(path)
    with pytest.raises(ArgumentError, match=r"games\.parquet: "):
        play(path, 6)
    assert {file: file.read_bytes() for file in path.parent.iterdir() if file != path} == before


def test_any_damage_to_the_last_part_of_a_file_is_refused_or_does_no_harm(path: Path) -> None:
    """What describes the columns stands there, also in a form that other libraries trust."""
    play(path, 2)
    whole, expected = path.read_bytes(), read_frame(path)
    for place in range(len(whole) // 2, len(whole), 16):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 128]) + whole[place + 1 :])
        with suppress(ArgumentError):
            assert read_frame(path).equals(expected)


def test_an_error_of_the_disk_is_not_taken_for_damage(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    play(path, 2)
    monkeypatch.setattr("pyarrow.parquet.ParquetFile", fail)
    with pytest.raises(ArgumentError, match=r"games\.parquet: Input/output error$"):
        read_frame(path)


def test_damage_is_told_in_one_line_that_says_what_to_do(path: Path) -> None:
    """Not in the words of pyarrow, which have several lines and control characters."""
    play(path, 2)
    whole = path.read_bytes()
    damage(path)
    with pytest.raises(ArgumentError, match=r"^[^\n]*damaged one; take another file[^\n]*$"):
        read_frame(path)
    told = list[str]()
    for place in range(4, len(whole), 16):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 128]) + whole[place + 1 :])
        try:
            read_frame(path)
        except ArgumentError as error:
            told.append(str(error))
    assert len(told) > 100
    assert all(map(str.isprintable, told))


def test_a_pipe_in_place_of_a_journal_is_not_waited_for(path: Path) -> None:
    play(path, 2)
    os.mkfifo(journal_path(path))
    with pytest.raises(ArgumentError, match=r"journal\.csv: is a folder or a device"):
        read_report(path)


@pytest.mark.parametrize("limit", ["GROUP", "LARGEST_GROUP"])
def test_groups_of_rows_that_would_take_much_memory_are_not_read(
    limit: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small file can hold millions of equal rows in one group."""
    play(path, 4)
    monkeypatch.setattr(f"livingstone.simulation.results.parquet.{limit}", 3)
    with pytest.raises(ArgumentError, match=r"games\.parquet: has groups of more than "):
        read_report(path)


def test_what_somebody_else_has_put_beside_a_file_is_not_written_to(path: Path) -> None:
    diary = path.with_name("diary.txt")
    diary.write_text("dear diary")
    path.with_name(".games.parquet.tmp").symlink_to(diary)
    play(path, 2)
    assert diary.read_text() == "dear diary"
    assert not path.is_symlink()
