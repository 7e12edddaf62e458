"""Whole numbers of numpy in records, and files that are not regular ones."""

import os
from pathlib import Path

import numpy as np
import pytest
from json_samples import STATE

import livingstone as ls


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
