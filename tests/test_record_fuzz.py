"""Records as TOML: what is written is read back, and nothing else gets in."""

import datetime
import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from record_strategies import MANY_CARDS, new_games, played, record_of
from strategies import Game

import livingstone as ls
from livingstone.records.toml import MOST_BYTES
from livingstone.structuring.toml import MOST_MARKS

FULL = record_of(
    played(2),
    players=["Ann", "Ben Ä"],
    tags={"event": "Club", "day": "1"},
    comments={1: "here we go", 12: 'a "quote" and a \\'},
    user={"_rated": True, "_clock": {"minutes": [1, 2.5]}},
)
CUSTOM = record_of(played(3, MANY_CARDS))
SHORT = ls.Record.of(ls.new_game(2, seed=7), [ls.TakeDie(3), ls.TakeCoins()])
RECORDS = {"full": FULL, "seen": FULL.seen_by(1), "spectators": FULL.seen_by(None), "own": CUSTOM}
TEXTS = [ls.dumps(record) for record in (*RECORDS.values(), SHORT, SHORT.seen_by(0))]

Change = Callable[[dict[str, Any]], object]


def changed(record: ls.Record, change: Change) -> str:
    """Write a record with its plain data changed."""
    table = tomllib.loads(ls.dumps(record))
    change(table)
    return tomli_w.dumps(table)


def replay(record: ls.Record) -> None:
    """Replay a record from anywhere; any fault in it is told as a `RecordError`."""
    try:
        for _ in record.states() if record.is_full else record.views():
            pass
        record.verify()
    except ls.RecordError:
        pass


# What is written.


def test_the_layout_of_a_record() -> None:
    text = ls.dumps(
        evolve(SHORT, tags=(("event", "Club"),), comments=((2, "bold"),), user="_a = 1")
    )
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
_a = 1

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
    with pytest.raises(ls.RecordError, match="game 2: there is something else beside it"):
        ls.loads_all(text + "[more]\n")
    with pytest.raises(ls.RecordError, match="something else before the first"):
        ls.loads_all("more = 1\n" + text)
    with pytest.raises(ls.RecordError, match="game 1: is larger than"):
        ls.loads_all("[[games]]\n" + "#" * MOST_BYTES)
    with pytest.raises(ls.RecordError, match="more than 20000 games"):
        ls.loads_all("[[games]]\n" * 20_001)


scalars = st.one_of(
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    st.text(max_size=20),
    st.dates(),
    st.datetimes(),
    st.datetimes(timezones=st.just(datetime.UTC)),
    st.times(),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
lines = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=200)


@given(
    st.dictionaries(st.text(max_size=8).map("_{}".format), values, max_size=4),
    st.dictionaries(lines, lines, max_size=4),
    st.dictionaries(st.integers(1, 3), lines, max_size=3),
    st.tuples(lines, lines),
)
def test_texts_and_values_of_any_kind_are_kept(
    user: dict[str, Any], tags: dict[str, str], comments: dict[int, str], names: tuple[str, str]
) -> None:
    record = ls.Record.of(
        ls.new_game(2, seed=7),
        [ls.TakeDie(3), ls.TakeCoins()],
        players=names,
        tags=tags,
        comments=comments,
        user=user,
    )
    again = ls.loads(ls.dumps(record))
    assert again == record
    # NaN does not equal itself, but it is written alike.
    assert repr(again.user_values) == repr(record.user_values)
    assert dict(again.tags) == tags
    assert dict(again.comments) == comments
    assert again.players == names
    assert ls.loads_all(ls.dumps_all([record, record])) == (record, record)


UNWRITABLE: list[dict[str, Any]] = [
    {"players": ("Ann\n", "Ben")},
    {"players": (1, 2)},
    {"players": ["Player 0", "Player 1"]},
    {"players": ("\ud800", "Ben")},
    {"actions": ("p0 end\n",)},
    {"actions": (None,)},
    {"actions": ("x" * 1001,)},
    {"actions": ("p0 end",) * 100_000},
    {"first": True},
    {"seed": 2**128},
    {"seed": 1.0},
    {"format": 2},
    {"tags": (("a", "b\nc"),)},
    {"comments": ((1, ""),)},
    {"edition_hash": ""},
    {"edition": evolve(MANY_CARDS, id="Bad")},
    {"result": 1},
]


@pytest.mark.parametrize("parts", UNWRITABLE)
def test_what_could_not_be_read_back_is_not_written(parts: dict[str, Any]) -> None:
    record = evolve(SHORT, **parts)
    with pytest.raises(ls.RecordError):
        ls.dumps(record)
    with pytest.raises(ls.RecordError):
        ls.dumps_all([record])


# What is read.


def put(key: str, value: object) -> Change:
    def change(table: dict[str, Any]) -> None:
        *path, last = key.split("/")
        for step in path:
            table = table[int(step)] if isinstance(table, list) else table[step]
        table[last] = value

    return change


WRONG: list[tuple[Change, str]] = [
    (lambda table: table.clear(), "edition: is missing; players: is missing"),
    (put("format", "1"), "format: must be a whole number, not '1'"),
    (put("format", 2), "format: must be 1, not 2"),
    (put("format", 1.0), "format: must be a whole number, not 1.0"),
    (put("format", True), "format: must be a whole number, not True"),
    (put("players", "Ann"), "players: must be a list, not 'Ann'"),
    (put("players", ["Ann"]), "players: must have 2 to 20 entries, not 1"),
    (put("players", ["Ann"] * 6), "players: must be 2 to 5 names, not 6"),
    (put("players", ["Ann", 1]), r"players\[1\]: must be a text, not 1"),
    (put("players", ["Ann", "B\nen"]), r"players\[1\]: must be one line"),
    (put("first", 2), "first: must be a seat from 0 to 1"),
    (put("seed", -1), "seed: must be 0 to"),
    (put("seed", 2**128), "seed: must be 0 to"),
    (put("seat", 1), "seed: what it decided is hidden"),
    (put("is_spectators", 1), "is_spectators: must be true or false, not 1"),
    (put("actions", [["p0 end"]]), r"actions\[0\]: must be a text, not a list"),
    (put("actions", ["p0 énd"]), r"actions\[0\]: must be a line of"),
    (put("more", 1), "unknown: 'more'"),
    (put("user", "_a = 1"), "unknown: user"),
    (put("edition_hash", "00"), "unknown: edition_hash"),
    (put("_deep", [[[[[[[[[[[1]]]]]]]]]]]), "nested too deeply"),
    (put("_huge", 2**63), "more than 64 bits"),
    (put("tags", ["a"]), r"tags\[0\]: must be a list, not 'a'"),
    (put("tags", {"a": 1}), r"tags\[0\]\[1\]: must be a text, not 1"),
    (put("comments", 1), "comments: must be a list, not 1"),
    (put("comments", {"0": "a"}), "comments: '0' is no number of an action"),
    (put("comments", {"01": "a"}), "comments: '01' is no number"),
    (put("comments", {"x": "a"}), "comments: 'x' is no number"),
    (put("comments", {"9999": "a"}), "comments: there are .* actions only"),
    (put("edition", "printed"), "edition: must be a table, not 'printed'"),
    (put("edition/id", "other"), "edition: the edition must be one of printed, bga, not 'other'"),
    (put("edition/id", 1), "edition: must be a text, not 1"),
    (put("edition/hash", 1), "edition_hash: must be a text, not 1"),
    (put("edition/board", {}), "edition.ruleset: is missing"),
    (put("result", []), "result: must be a table"),
    (put("result/winners", ["0"]), r"result.winners\[0\]: must be a whole number, not '0'"),
    (put("result/standings/0/rank", 1.5), r"result.standings\[0\].rank: must be a whole number"),
    (put("result/more", 1), "result: unknown: 'more'"),
    (put("revealed", [{"coins": 1}]), r"revealed\[0\].chest: is missing"),
]


@pytest.mark.parametrize(("change", "reason"), WRONG)
def test_what_is_wrong_is_told_with_its_place(change: Change, reason: str) -> None:
    with pytest.raises(ls.RecordError, match=reason):
        ls.loads(changed(FULL, change))


def test_a_custom_edition_is_checked() -> None:
    for change, reason in (
        (put("edition/board/tents", 0), "edition.board.tents: must be 1 to 10000, not 0"),
        (put("edition/board/start_coins", 99), "coins: worth 30 together"),
        (put("edition/cards/0/effect/kind", "x"), r"edition.cards\[0\].effect: kind must be one"),
    ):
        with pytest.raises(ls.RecordError, match=reason):
            ls.loads(changed(CUSTOM, change))


HOSTILE = {
    "empty": "",
    "not TOML": "]",
    "a cut string": ls.dumps(SHORT)[:60],
    "a byte order mark": "\ufeff" + ls.dumps(SHORT),
    "a lone surrogate": ls.dumps(SHORT).replace("Player 0", "\ud800"),
    "a null": ls.dumps(SHORT).replace("Player 0", "\0"),
    "too large": "#" * (MOST_BYTES + 1),
    "too large in bytes": "#" + "ä" * (MOST_BYTES // 2),
    "a million actions": 'actions = [\n"p0 end",' + '\n"p0 end",' * 1_000_000 + "]",
    "deep lists": "a = " + "[" * 19_000,
    "deep tables": "a = " + "{a = " * 9_000,
    "a long key": "a" + ".a" * 19_000 + " = 1",
    "a long key of texts": "'a'" + ' . "a"' * 19_000 + " = 1",
    "a long key in a table": "a = {b" + ".b" * 19_000 + " = 1}",
    "a long header": "[a" + ".a" * 19_000 + "]",
    "too many marks": "a = [" + "[]," * MOST_MARKS,
    "a huge number": "seed = " + "9" * 5_000,
    "a huge hexadecimal number": "seed = 0x" + "f" * 900_000,
    "a huge number of one's own": ls.dumps(SHORT).replace(
        "seed", "_a = 0x" + "f" * 9_000 + "\nseed"
    ),
    "a nan": "seed = nan",
    "a date": "seed = 2009-10-01",
    "a table again": ls.dumps(SHORT) + "[edition]\n",
    "many problems": "players = [" + "1," * 100_000 + "]",
    "many games": ls.dumps_all([SHORT]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_refused_in_a_few_words(name: str) -> None:
    for loads in (ls.loads, ls.loads_all):
        if (name, loads) in (("empty", ls.loads_all), ("many games", ls.loads_all)):
            continue
        with pytest.raises(ls.RecordError) as caught:
            loads(HOSTILE[name])
        assert len(str(caught.value)) < 2_000


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """Draw a record's text with something flipped, cut out, doubled or inserted."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.one_of(st.integers(0, 3), st.integers(0, 200))))
        new = draw(
            st.one_of(st.just(""), st.text(max_size=3), st.just(text[start:end] * 2), pieces)
        )
        text = text[:start] + new + text[end:]
    return text


pieces = st.sampled_from(
    ["??", '"', "[", "]", "{", "}", "=", ".", "\n", "0", "-1", "1e9", "nan", "true", "[a]", "_a"]
    + [line for text in TEXTS for line in text.splitlines(keepends=True)[:40]]
)


@given(mutations())
def test_a_mutated_record_is_a_record_or_is_refused(text: str) -> None:
    try:
        record = ls.loads(text)
    except ls.RecordError:
        return
    assert ls.loads(ls.dumps(record)) == record
    replay(record)


@given(new_games(longest=60), st.data())
def test_mutated_actions_replay_up_to_the_fault(game: Game, data: st.DataObject) -> None:
    full = record_of(game)
    seat = data.draw(st.none() | st.integers(0, len(full.players) - 1))
    record = data.draw(st.sampled_from([full, full.seen_by(seat)]))
    actions = list(record.actions)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(actions)))
        other = st.sampled_from([*actions, *FULL.actions[:50], "d card ??", "p0 donate ??", "x"])
        actions[place : place + data.draw(st.integers(0, 1))] = data.draw(
            st.lists(other, max_size=1)
        )
    replay(evolve(record, actions=tuple(actions)))


@given(new_games(longest=60), st.data())
def test_wrong_numbers_in_a_record_are_refused_or_noticed(game: Game, data: st.DataObject) -> None:
    """Whatever number is put in the place of any other: nothing but `RecordError` comes of it."""
    table = tomllib.loads(ls.dumps(record_of(game).seen_by(None)))
    places = list(numbers_in(table))
    parent, key = data.draw(st.sampled_from(places))
    parent[key] = data.draw(st.sampled_from([-1, 0, 1, 2, 19, 20, 10**4, 10**9, True, "1", 1.0]))
    try:
        record = ls.loads(tomli_w.dumps(table))
    except ls.RecordError:
        return
    replay(record)


def numbers_in(value: Any) -> list[tuple[Any, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    found = [(value, key) for key, item in items if type(item) is int]
    for item in value.values() if isinstance(value, dict) else value:
        if isinstance(item, dict | list):
            found += numbers_in(item)
    return found


# Files.


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
    with pytest.raises(ls.RecordError, match="null"):
        ls.load("a\0b")
    with pytest.raises(ls.RecordError):
        ls.dump(SHORT, tmp_path)
    with pytest.raises(ls.RecordError):
        ls.dump(SHORT, tmp_path / "no folder" / "game.toml")
    path.write_bytes(b"\xff")
    with pytest.raises(ls.RecordError, match="is not UTF-8 at byte 0"):
        ls.load(path)
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(ls.RecordError, match="is larger than 1000000 bytes"):
        ls.load(path)
    for wrong in (3, None, b"game.toml"):
        with pytest.raises(ls.ArgumentError, match="a file must be given by its path"):
            ls.load(wrong)  # type: ignore[arg-type]


def test_only_records_and_texts_are_taken() -> None:
    with pytest.raises(ls.ArgumentError, match="only a Record can be written, not a str"):
        ls.dumps("record")  # type: ignore[arg-type]
    with pytest.raises(ls.ArgumentError, match="a record must be a text, not a bytes"):
        ls.loads(b"")  # type: ignore[arg-type]
