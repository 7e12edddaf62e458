"""What is read can be written and read again, in both formats, however large it is."""

import json
from contextlib import suppress
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from json_samples import RECORD, STATE

import livingstone as ls
from livingstone.structuring.toml import MOST_BYTES, MOST_MARKS


def goes_round(record: ls.Record) -> None:
    assert ls.from_json(ls.to_json(record), ls.Record) == record
    assert ls.loads(ls.dumps(record)) == record
    assert ls.loads_all(ls.dumps_all([record, record])) == (record, record)


LETTERS = ["a", "é", "€", "😀", '"', "\\", ".", "["]


@settings(max_examples=8)
@given(st.sampled_from(LETTERS), st.integers(1, 200), st.floats(0.05, 1.1), st.booleans())
def test_a_large_record_is_refused_or_goes_round(
    letter: str, width: int, share: float, is_json: bool
) -> None:
    count = int(share * MOST_BYTES / (len(letter.encode()) * width + 12)) % 100_000
    record = evolve(RECORD, tags=tuple((f"{n:06}", letter * width) for n in range(count)))
    plain = json.loads(ls.to_json(RECORD))
    plain["value"]["tags"] = [list(pair) for pair in record.tags]
    head, tail = ls.dumps(evolve(RECORD, tags=())), record.tags
    toml = (
        head + "[tags]\n" + "".join(f"{k}={json.dumps(v, ensure_ascii=False)}\n" for k, v in tail)
    )
    read: list[ls.Record] = []
    with suppress(ls.DataError, ls.RecordError):
        if is_json:
            read.append(ls.from_json(json.dumps(plain, ensure_ascii=False), ls.Record))
        else:
            read.append(ls.loads(toml))
    for found in read:
        goes_round(found)


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


def test_what_is_too_long_to_be_read_is_not_written() -> None:
    many = STATE.changed(dice=(1,) * 2_000_000)
    with pytest.raises(ls.ArgumentError, match="more than 4000000 characters"):
        ls.to_json(many)


def test_the_keys_of_user_values_have_a_bounded_length() -> None:
    # The heading of each table within repeats the key, so that the text grows with their product.
    with pytest.raises(ls.RecordError, match="a key of more than 100 characters"):
        evolve(RECORD, user={"_" + "a" * 100: {}})
    goes_round(evolve(RECORD, user={"_" + "a" * 99: {"b": {}}}))
