"""What is read can be written and read again, in both formats, however large it is."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from json_samples import RECORD, STATE

import livingstone as ls
from livingstone.documents import text as documents
from livingstone.records import toml as records
from livingstone.support.structuring import toml as structuring
from livingstone.support.structuring.toml import MOST_MARKS


def goes_round(record: ls.Record) -> None:
    assert ls.from_json(ls.to_json(record), ls.Record) == record
    assert ls.loads(ls.dumps(record)) == record
    assert ls.loads_all(ls.dumps_all([record, record])) == (record, record)


LETTERS = ["a", "é", "€", "😀", '"', "\\", ".", "["]
WIDTHS = [1, 4, 200]
"""Short values are written with much around them, long ones are escaped."""


@contextmanager
def smaller_limits() -> Iterator[int]:
    """Divide the limits, since reading a record of the largest size takes seconds.

    Gives the most bytes of a record. The marks are divided by less: the sample has some itself.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module, name, divisor in (
            (records, "MOST_BYTES", 100),
            (documents, "MOST_CHARACTERS", 100),
            (records, "MOST_MARKS", 20),
            (structuring, "MOST_MARKS", 20),
        ):
            patch.setattr(module, name, getattr(module, name) // divisor)
        yield structuring.MOST_BYTES // 100


@settings(max_examples=20)
@given(st.sampled_from(LETTERS), st.sampled_from(WIDTHS), st.floats(0.7, 1.1), st.booleans())
def test_a_large_record_is_refused_or_goes_round(
    letter: str, width: int, share: float, is_json: bool
) -> None:
    with smaller_limits() as most:
        count = int(share * most / (len(letter.encode()) * width + 12))
        tags = tuple((f"{n:06}", letter * width) for n in range(count))
        read: list[ls.Record] = []
        with suppress(ls.DataError, ls.RecordError):
            read.append(read_with(tags, is_json=is_json))
        for found in read:
            assert found.tags == tags
            goes_round(found)


def read_with(tags: tuple[tuple[str, str], ...], *, is_json: bool) -> ls.Record:
    """Read a record whose text has these tags."""
    if is_json:
        plain = json.loads(ls.to_json(RECORD))
        plain["value"]["tags"] = [list(pair) for pair in tags]
        return ls.from_json(json.dumps(plain, ensure_ascii=False), ls.Record)
    lines = [f"{key}={json.dumps(value, ensure_ascii=False)}\n" for key, value in tags]
    return ls.loads(ls.dumps(evolve(RECORD, tags=())) + "[tags]\n" + "".join(lines))


@pytest.mark.parametrize(
    ("key", "number"), [("points", -1), ("points", 2**53), ("rank", 2**60), ("donated", -(10**9))]
)
def test_numbers_that_json_cannot_have_are_refused_in_toml(key: str, number: int) -> None:
    standing: dict[str, Any] = {
        "round_points": 1, "majorities": [0], "gem_points": 0, "card_points": 0, "points": 1,
        "donated": 0, "tents": 0, "is_out": False, "rank": 1, key: number,
    }  # fmt: skip
    lines = "".join(f"{name} = {json.dumps(value)}\n" for name, value in standing.items())
    text = ls.dumps(RECORD) + "\n[result]\nwinners = [0]\n[[result.standings]]\n" + lines
    with pytest.raises(ls.RecordError, match=f"{key}: must be 0 to 9007199254740991"):
        ls.loads(text)
    revealed = f"\n[[revealed]]\ncoins = {number}\nchest = 0\nhand = []\n"
    with pytest.raises(ls.RecordError, match="coins: must be 0 to 9007199254740991"):
        ls.loads(ls.dumps(RECORD.seen_by(0)) + revealed)


def test_a_record_with_more_marks_than_toml_may_have_is_refused_in_json() -> None:
    plain = json.loads(ls.to_json(RECORD))
    plain["value"]["tags"] = [[f"{n:03}", "." * 200] for n in range(MOST_MARKS // 200)]
    with pytest.raises(ls.DataError, match=r"cannot be written again: .* dots"):
        ls.from_json(json.dumps(plain), ls.Record)


def test_json_that_grows_when_it_is_written_again_is_refused() -> None:
    plain = json.loads(ls.to_json(RECORD))
    plain["value"]["tags"] = [[f"{n:06}", "é" * 200] for n in range(4000)]
    with pytest.raises(ls.DataError, match="cannot be written again: "):
        ls.from_json(json.dumps(plain, ensure_ascii=False), ls.Record)


def test_json_without_blanks_is_refused_where_it_would_be_too_long_with_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = ls.to_json(STATE)
    dense = json.dumps(json.loads(whole), separators=(",", ":"))
    monkeypatch.setattr(documents, "MOST_CHARACTERS", len(whole))
    assert ls.from_json(dense, ls.State) == STATE
    monkeypatch.setattr(documents, "MOST_CHARACTERS", len(whole) - 1)
    with pytest.raises(ls.DataError, match="cannot be written again: as JSON it has more than"):
        ls.from_json(dense, ls.State)


def test_what_is_too_long_to_be_read_is_not_written() -> None:
    many = STATE.changed(dice=(1,) * 2_000_000)
    with pytest.raises(ls.ArgumentError, match="more than 4000000 characters"):
        ls.to_json(many)


def test_the_keys_of_user_values_have_a_bounded_length() -> None:
    # The heading of each table within repeats the key, so that the text grows with their product.
    with pytest.raises(ls.RecordError, match="a key of more than 100 characters"):
        evolve(RECORD, user={"_" + "a" * 100: {}})
    goes_round(evolve(RECORD, user={"_" + "a" * 99: {"b": {}}}))
