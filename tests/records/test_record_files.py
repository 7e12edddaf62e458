"""Records in files: written as a whole or not at all."""

import os
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from json_samples import STATE
from record_samples import FULL, SHORT

import livingstone as ls
from livingstone.support.files import MOST_BYTES


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    ls.dump(FULL, path)
    assert ls.load(path) == ls.load(str(path)) == FULL
    assert path.read_text(encoding="utf-8") == ls.dumps(FULL)
    ls.dump(SHORT, path)
    assert ls.load(path) == SHORT
    ls.dump_all([FULL, SHORT], path)
    assert ls.load_all(path) == (FULL, SHORT)
    assert [file.name for file in tmp_path.iterdir()] == ["game.toml"]


def test_a_file_is_written_as_a_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    ls.dump(SHORT, path)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for function in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, function, fail)
            with pytest.raises(ls.RecordError, match=r"game\.toml: No space left on device"):
                ls.dump(FULL, path)
        assert ls.load(path) == SHORT
        assert [file.name for file in tmp_path.iterdir()] == ["game.toml"]
    with pytest.raises(ls.RecordError):
        ls.dump(evolve(SHORT, players=("a\n", "b")), path)
    assert ls.load(path) == SHORT


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    with pytest.raises(ls.RecordError, match=r"game\.toml: No such file"):
        ls.load(path)
    with pytest.raises(ls.RecordError, match="Is a directory"):
        ls.load(tmp_path)
    with pytest.raises(ls.ArgumentError, match="NUL"):
        ls.load("a\0b")
    with pytest.raises(ls.ArgumentError, match="a path must be one line"):
        ls.load(ls.dumps(SHORT))
    with pytest.raises(ls.RecordError):
        ls.dump(SHORT, tmp_path)
    with pytest.raises(ls.RecordError):
        ls.dump(SHORT, tmp_path / "no folder" / "game.toml")
    path.write_bytes(b"\xff")
    with pytest.raises(ls.RecordError, match="is not UTF-8: invalid start byte at byte 0"):
        ls.load(path)
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(ls.RecordError, match="is larger than 1000000 bytes"):
        ls.load(path)
    path.write_bytes(ls.dumps(SHORT).encode().ljust(MOST_BYTES, b"#"))
    assert ls.load(path) == SHORT
    path.write_text("garbage")
    for read in (ls.load, ls.load_all):
        with pytest.raises(ls.RecordError, match=r"game\.toml: is not TOML"):
            read(path)


def test_a_mark_of_the_order_of_bytes_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(b"\xef\xbb\xbf" + ls.dumps(SHORT).encode())
    assert ls.load(path) == SHORT


def test_numbers_of_numpy_are_taken_and_kept_as_plain_ones() -> None:
    record = ls.Record.of(STATE, [ls.TakeDie(3)], comments={np.int64(1): "a"})  # type: ignore[dict-item]
    assert [type(number) for number, _ in record.comments] == [int]
    assert record == ls.Record.of(STATE, [ls.TakeDie(3)], comments={1: "a"})
    seen = record.seen_by(np.int64(1))  # type: ignore[arg-type]
    assert (type(seen.seat), seen.seat) == (int, 1)
    made = ls.Record(STATE.edition, ("Ann", "Ben"), first=np.int8(1), seed=np.uint64(7))
    assert (type(made.first), type(made.seed)) == (int, int)
    assert ls.loads(ls.dumps(made)) == made


def test_only_a_regular_file_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path(os.devnull)):
        with pytest.raises(ls.RecordError, match=r"regular file|directory"):
            ls.load(path)
        with pytest.raises(ls.DataError, match=r"regular file|directory"):
            ls.load_edition("printed", board=path)
