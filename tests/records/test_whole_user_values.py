"""What a record holds where nothing is said, and which whole numbers of the user's it keeps."""

import pytest
from attrs import evolve
from record_samples import SHORT

import livingstone as ls


def test_seat_0_begins_where_a_record_does_not_say_who() -> None:
    assert ls.Record(SHORT.edition, ("Ann", "Ben")).first == 0


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63)])
def test_whole_numbers_of_64_bits_are_kept(number: int) -> None:
    record = evolve(SHORT, user={"_number": number})
    assert ls.loads(ls.dumps(record)).user_values == {"_number": number}


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1])
def test_whole_numbers_of_more_bits_are_refused(number: int) -> None:
    with pytest.raises(ls.RecordError, match="an integer of more than 64 bits"):
        evolve(SHORT, user={"_number": number})


def test_equal_values_give_equal_records_whatever_the_order_of_their_keys() -> None:
    first = evolve(SHORT, user={"_a": {"b": [{"d": 1, "c": 2}], "a": 3}})
    assert first == evolve(SHORT, user={"_a": {"a": 3, "b": [{"c": 2, "d": 1}]}})
