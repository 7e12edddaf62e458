"""Whatever a caller gives for a record or the parts of one ends in a clear error, or is taken."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from json_samples import RECORD, STATE

import livingstone as ls

JUNK: list[Any] = [
    None,
    7,
    1.5,
    True,
    "text",
    "a\0b",
    b"bytes",
    [1],
    {"a": 1},
    object(),
    10**5000,
    np.array([1, 2]),
    np.int64(3),
]
ENTRANCES: list[Callable[[Any], object]] = [
    lambda junk: ls.Record.of(junk),
    lambda junk: ls.Record.of(STATE, junk),
    lambda junk: ls.Record.of(STATE, players=junk),
    lambda junk: ls.Record.of(STATE, players=[junk, junk]),
    lambda junk: ls.Record.of(STATE, tags=junk),
    lambda junk: ls.Record.of(STATE, comments=junk),
    lambda junk: ls.Record.of(STATE, comments={1: junk}),
    lambda junk: ls.Record.of(STATE, user=junk),
    lambda junk: ls.Record.of(STATE, user={"_a": junk}),
    lambda junk: ls.Record(junk, ("Ann", "Ben")),
    lambda junk: ls.Record(STATE.edition, junk),
    lambda junk: ls.Record(STATE.edition, ("Ann", "Ben"), first=junk),
    lambda junk: ls.Record(STATE.edition, ("Ann", "Ben"), seat=junk),
    lambda junk: ls.Record(STATE.edition, ("Ann", "Ben"), tags=junk),
    lambda junk: ls.Record(STATE.edition, ("Ann", "Ben"), revealed=junk),
    lambda junk: RECORD.seen_by(junk),
    lambda junk: RECORD.agrees_with(junk),
    lambda junk: ls.Table.from_record(junk),
    ls.dumps,
    ls.loads,
    ls.dumps_all,
    lambda junk: ls.dumps_all([junk]),
    ls.loads_all,
    ls.load,
    ls.load_all,
    lambda junk: ls.dump(junk, "no such folder/x"),
    lambda junk: ls.dump_all(junk, "no such folder/x"),
    ls.to_json,
    lambda junk: ls.to_json(STATE.changed(boat=junk)),
    lambda junk: ls.from_json(junk, ls.State),
    lambda junk: ls.from_json("{}", junk),
    ls.schema,
    ls.load_edition,
    lambda junk: ls.load_edition("printed", board=junk),
    lambda junk: ls.load_edition("printed", cards=junk),
]


@pytest.mark.parametrize("junk", JUNK, ids=lambda junk: type(junk).__name__)
@pytest.mark.parametrize("entrance", ENTRANCES)
def test_anything_else_ends_in_an_error_of_the_library(
    entrance: Callable[[Any], object], junk: Any
) -> None:
    with suppress(ls.LivingstoneError):
        entrance(junk)


MISTAKES: list[tuple[Callable[[], object], str]] = [
    (lambda: ls.Record.of(None), "a State is needed"),  # type: ignore[arg-type]
    (lambda: ls.Record.of(STATE, None), "actions must be a list"),  # type: ignore[arg-type]
    (lambda: ls.Record.of(STATE, players="AB"), "players must be a list of names"),
    (lambda: ls.Record.of(STATE, players=7), "players must be a list of names"),  # type: ignore[arg-type]
    (lambda: ls.Record.of(STATE, tags=["a"]), "tags must be a mapping"),  # type: ignore[arg-type]
    (lambda: ls.Record.of(STATE, comments=["a"]), "comments must be a mapping"),  # type: ignore[arg-type]
    (lambda: ls.Record.of(STATE, comments={"1": "a"}), "no number of an action"),  # type: ignore[dict-item]
    (lambda: ls.Table.from_record(None), "a Record is needed"),  # type: ignore[arg-type]
    (lambda: ls.dumps_all(7), "records must be a list"),  # type: ignore[arg-type]
    (lambda: ls.dumps_all([7]), "only a Record can be written"),  # type: ignore[list-item]
]


@pytest.mark.parametrize(("mistake", "sentence"), MISTAKES)
def test_a_mistake_is_told_in_a_sentence(mistake: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ls.ArgumentError, match=sentence):
        mistake()


def test_numbers_of_numpy_are_taken_and_kept_as_plain_ones() -> None:
    record = ls.Record.of(STATE, [ls.TakeDie(3)], comments={np.int64(1): "a"})  # type: ignore[dict-item]
    assert [type(number) for number, _ in record.comments] == [int]
    assert record == ls.Record.of(STATE, [ls.TakeDie(3)], comments={1: "a"})
    seen = record.seen_by(np.int64(1))  # type: ignore[arg-type]
    assert (type(seen.seat), seen.seat) == (int, 1)
    made = ls.Record(STATE.edition, ("Ann", "Ben"), first=np.int8(1), seed=np.uint64(7))  # type: ignore[arg-type]
    assert (type(made.first), type(made.seed)) == (int, int)
    assert ls.loads(ls.dumps(made)) == made


def test_names_of_numpy_are_kept_as_plain_texts() -> None:
    record = ls.Record.of(STATE, players=np.array(["Ann", "Ben"]))
    assert [type(name) for name in record.players] == [str, str]


def test_a_file_that_is_no_regular_one_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path(os.devnull)):
        with pytest.raises(ls.RecordError, match=r"regular file|directory"):
            ls.load(path)
        with pytest.raises(ls.DataError, match=r"regular file|directory"):
            ls.load_edition("printed", board=path)
