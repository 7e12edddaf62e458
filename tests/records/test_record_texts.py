"""Records as TOML: what is written is read back."""

import tomllib

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from record_samples import CUSTOM, FULL, MANY_CARDS, RECORDS, SHORT, changed

import livingstone as ls
from livingstone.support.files import MOST_BYTES


def test_the_layout_of_a_record() -> None:
    text = ls.dumps(evolve(SHORT, tags=(("event", "Club"),), comments=((2, "bold"),)))
    assert (
        text
        == f"""format = 1
players = [
    "Player 0",
    "Player 1",
]
first = 0
seed = 7
actions = [
    "d dice 2 2 3 4",
    "p0 take 3",
    "p0 coins",
]

[edition]
id = "printed"
hash = "{SHORT.edition_hash}"

[tags]
event = "Club"

[comments]
2 = "bold"
"""
    )


@pytest.mark.parametrize("name", RECORDS)
def test_records_are_read_back(name: str) -> None:
    record = RECORDS[name]
    again = ls.loads(ls.dumps(record))
    assert again == record
    assert hash(again) == hash(record)
    assert ls.dumps(again) == ls.dumps(record)
    again.verify()


def test_a_custom_edition_is_written_as_a_whole() -> None:
    table = tomllib.loads(ls.dumps(CUSTOM))
    assert table["edition"]["cards"][0]["id"] == "lion"
    assert set(tomllib.loads(ls.dumps(FULL))["edition"]) == {"id", "hash"}
    assert ls.loads(ls.dumps(CUSTOM)).edition == MANY_CARDS


def test_a_hash_may_be_left_out_but_a_wrong_one_is_kept() -> None:
    assert ls.loads(changed(FULL, lambda table: table["edition"].pop("hash"))) == FULL
    wrong = ls.loads(changed(FULL, lambda table: table["edition"].update(hash="00")))
    assert wrong == evolve(FULL, edition_hash="00")
    with pytest.raises(ls.RecordError, match="the edition's hash is"):
        wrong.verify()


def test_many_records_are_one_text_of_toml() -> None:
    records = tuple(RECORDS.values())
    text = ls.dumps_all(records)
    assert len(tomllib.loads(text)["games"]) == len(records)
    assert ls.loads_all(text) == records
    assert ls.loads_all(text.replace("\n", "\r\n")) == records
    assert ls.loads_all("# none\n") == ls.loads_all(ls.dumps_all([])) == ()


def test_a_bad_game_among_many_is_told_by_its_number() -> None:
    text = ls.dumps_all([SHORT, evolve(FULL, seed=8)])
    with pytest.raises(ls.RecordError, match="game 2: seed: must be a whole number, not '8'"):
        ls.loads_all(text.replace("seed = 8", 'seed = "8"'))
    with pytest.raises(ls.RecordError, match="game 1: must be a table"):
        ls.loads_all("games = [1]")
    for other in ("more = 1\n" + text, "games = 1"):
        with pytest.raises(ls.RecordError, match="something else beside the list of games"):
            ls.loads_all(other)
    with pytest.raises(ls.RecordError, match="more than 20000 games"):
        ls.loads_all("[[games]]\n" * 20_001)


lines = st.text(
    st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), min_size=1, max_size=200
)


@given(
    st.dictionaries(lines, lines, max_size=4),
    st.dictionaries(st.integers(1, 3), lines, max_size=3),
    st.tuples(lines, lines),
)
def test_texts_of_any_kind_are_kept(
    tags: dict[str, str], comments: dict[int, str], names: tuple[str, str]
) -> None:
    record = ls.Record.of(
        ls.new_game(2, seed=7),
        [ls.TakeDie(3), ls.TakeCoins()],
        players=names,
        tags=tags,
        comments=comments,
    )
    again = ls.loads(ls.dumps(record))
    assert again == record
    assert dict(again.tags) == tags
    assert dict(again.comments) == comments
    assert again.players == names
    assert ls.loads_all(ls.dumps_all([record, record])) == (record, record)


def test_a_record_that_is_too_large_to_be_read_back_is_not_written() -> None:
    record = evolve(SHORT, actions=("p0 end",) * 80_000)
    with pytest.raises(ls.RecordError, match="is larger than 1000000 bytes"):
        ls.dumps(record)
    with pytest.raises(ls.RecordError, match="more than 20000 games"):
        ls.dumps_all([SHORT] * 20_001)


def test_a_text_may_have_the_most_bytes_but_no_more() -> None:
    text = ls.dumps(SHORT)
    text += "#" * (MOST_BYTES - len(text))
    assert ls.loads(text) == SHORT
    with pytest.raises(ls.RecordError, match=f"is larger than {MOST_BYTES} bytes"):
        ls.loads(text + "#")
