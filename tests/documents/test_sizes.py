"""What is read can be written and read again, in both formats, however large it is."""

import json
from typing import Any

import pytest
from json_samples import RECORD, STATE

import livingstone as ls


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


def test_what_is_too_long_to_be_read_is_not_written() -> None:
    many = STATE.changed(dice=(1,) * 2_000_000)
    with pytest.raises(ls.ArgumentError, match="more than 4000000 characters"):
        ls.to_json(many)
