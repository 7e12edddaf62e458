"""Records as TOML: each mistake is told with its place."""

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from record_samples import CUSTOM, FULL, RECORDS, SHORT, Change, changed, record_of

import livingstone as ls
from livingstone.support.files import MOST_BYTES, MOST_MARKS
from livingstone.testing import Game, new_games


def put(key: str, value: object) -> Change:
    def change(table: dict[str, Any]) -> None:
        *path, last = key.split("/")
        for step in path:
            table = table[int(step)] if isinstance(table, list) else table[step]
        table[last] = value

    return change


WRONG: list[tuple[Change, str]] = [
    (lambda table: table.clear(), "edition: is missing; players: is missing"),
    (put("format", 2), "format: must be 1, not 2"),
    (put("players", "Ann"), "players: must be an array, not 'Ann'"),
    (put("players", ["Ann"]), "players: must have 2 to 20 entries, not 1"),
    (put("players", ["Ann", "B\nen"]), r"players\[1\]: must be one line"),
    (put("seed", -1), "seed: must be 0 to"),
    (put("seed", 2**128), "seed: must be 0 to"),
    (put("is_spectators", 1), "unknown: 'is_spectators'"),
    (put("seat", "nobody"), "seat: must be one of spectator, not 'nobody'"),
    (put("actions", ["p0 énd"]), r"actions\[0\]: must be a line of"),
    (put("more", 1), "unknown: 'more'"),
    (put("_a", 1), "unknown: '_a'"),
    (put("edition_hash", "00"), "unknown: edition_hash"),
    (put("tags", {"a": 1}), r"tags\[0\]\[1\]: must be a text, not 1"),
    (put("comments", 1), "comments: must be an array, not 1"),
    (put("comments", {"0": "a"}), "comments: '0' is not the number of an action"),
    (put("comments", {"01": "a"}), "comments: '01' is not the number"),
    (put("comments", {"x": "a"}), "comments: 'x' is not the number"),
    (put("edition/id", "other"), "edition: the edition must be one of printed, bga: 'other'"),
    (put("edition/id", 1), "edition: must be a text, not 1"),
    (put("edition/hash", 1), "edition_hash: must be a text, not 1"),
    (put("edition/board", {}), "edition.ruleset: is missing"),
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
    ):
        with pytest.raises(ls.RecordError, match=reason):
            ls.loads(changed(CUSTOM, change))
    unknown = changed(CUSTOM, put("edition/cards/0/effect/kind", "x"))
    with pytest.raises(
        ls.DataError, match=r"^record: edition.cards\[0\].effect: kind must be one of .*effects="
    ):
        ls.loads(unknown)


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
    "a nan": "seed = nan",
    "a date": "seed = 2009-10-01",
    "a table again": ls.dumps(SHORT) + "[edition]\n",
    "many problems": "players = [" + "1," * 100_000 + "]",
    "many games": ls.records.dumps_all([SHORT]),
}


FITS_MANY = ("empty", "too large", "too large in bytes", "many games")
"""Texts of no, one or many records that `loads_all` takes."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if "million" in name else []) for name in HOSTILE],
)
def test_hostile_texts_are_refused_in_a_few_words(name: str) -> None:
    for loads in (ls.loads, ls.records.loads_all):
        if loads is ls.records.loads_all and name in FITS_MANY:
            continue
        with pytest.raises(ls.RecordError) as caught:
            loads(HOSTILE[name])
        assert len(str(caught.value)) < 2_000


@pytest.mark.parametrize(
    ("wrong_names", "ending"), [(9, r"players\[8\]: .*1"), (10, "; \\.\\.\\.")]
)
def test_the_first_ten_problems_are_told(wrong_names: int, ending: str) -> None:
    text = "format = 1\nplayers = [" + "1," * wrong_names + "]\nedition = {id = 'no such'}"
    with pytest.raises(ls.RecordError, match=f"{ending}$") as caught:
        ls.loads(text)
    assert str(caught.value).removesuffix("; ...").count(";") == 9


TEXTS = [ls.dumps(record) for record in (*RECORDS.values(), SHORT, SHORT.seen_by(0))]


def replay(record: ls.Record) -> None:
    """Replay a record from anywhere; any fault in it is told as a `RecordError`."""
    try:
        for _ in record.states() if record.is_full else record.views():
            pass
        record.verify()
    except ls.RecordError:
        pass


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
