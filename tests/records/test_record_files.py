"""Records in texts and files: what is written, whole or not at all, is read back."""

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from json_samples import STATE
from record_samples import FULL, RECORDS, SHORT, changed

import livingstone as ls
from livingstone.support.files import MOST_BYTES


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    ls.dump(FULL, path)
    assert ls.load(path) == ls.load(str(path)) == FULL
    assert path.read_text(encoding="utf-8") == ls.dumps(FULL)
    ls.dump(SHORT, path)
    assert ls.load(path) == SHORT
    ls.records.dump_all([FULL, SHORT], path)
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


def test_numbers_of_numpy_are_taken_and_kept_as_plain_ones() -> None:
    record = ls.Record.of(STATE, [ls.TakeDie(3)], comments={np.int64(1): "a"})  # type: ignore[dict-item]
    assert [type(number) for number, _ in record.comments] == [int]
    assert record == ls.Record.of(STATE, [ls.TakeDie(3)], comments={1: "a"})
    seen = record.seen_by(np.int64(1))  # type: ignore[arg-type]
    assert (type(seen.seat), seen.seat) == (int, 1)
    made = ls.Record(STATE.edition, ("Ann", "Ben"), first=np.int8(1), seed=np.uint64(7))
    assert (type(made.first), type(made.seed)) == (int, int)
    assert ls.loads(ls.dumps(made)) == made


@pytest.mark.parametrize("seed", [2**63 - 1, 2**63, 2**128 - 1])
def test_a_seed_beyond_the_integers_of_toml_is_text_and_earlier_records_are_read(seed: int) -> None:
    text = ls.dumps(record := ls.Record.of(ls.new_game(2, seed=seed)))
    assert type(tomllib.loads(text)["seed"]) is (int if seed < 2**63 else str)
    for line in (f'seed = "{seed}"', f"seed = {seed}"):
        assert ls.loads(re.sub("^seed = .*", line, text, flags=re.MULTILINE)) == record


PARSERS = {
    "smol-toml": "import { parse } from 'smol-toml'",
    "@iarna/toml": "import toml from '@iarna/toml'; const { parse } = toml",
}


@pytest.mark.parametrize("name", PARSERS)
def test_other_parsers_read_records_boards_and_decks(name: str, tmp_path: Path) -> None:
    modules = os.environ.get("TOML_PARSERS")
    if not modules or not (Path(modules) / name).is_dir():
        pytest.skip(f"TOML_PARSERS is not a folder with {name} from npm")
    (tmp_path / "node_modules").symlink_to(modules)
    (tmp_path / "read.mjs").write_text(
        f"import {{ readFileSync }} from 'node:fs'; {PARSERS[name]};\n"
        "const plain = (key, value) => (typeof value === 'bigint' ? Number(value) : value);\n"
        "console.log(JSON.stringify(parse(readFileSync(0, 'utf8')), plain))"
    )
    record = ls.Record.of(ls.new_game(2, seed=2**128 - 1), [ls.TakeDie(2)])
    for text in (ls.dumps(record), ls.shipped_toml("board"), ls.shipped_toml("cards")):
        command = ["node", str(tmp_path / "read.mjs")]
        read = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        assert json.loads(read.stdout) == tomllib.loads(text)


def test_only_a_regular_file_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path(os.devnull)):
        with pytest.raises(ls.RecordError, match=r"regular file|directory"):
            ls.load(path)
        with pytest.raises(ls.DataError, match=r"regular file|directory"):
            ls.load_edition("printed", board=path)


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


def test_a_hash_may_be_left_out_but_must_be_known() -> None:
    assert ls.loads(changed(FULL, lambda table: table["edition"].pop("hash"))) == FULL
    with pytest.raises(
        ls.RecordError, match="printed: this version knows no figures with the hash"
    ):
        ls.loads(changed(FULL, lambda table: table["edition"].update(hash="00")))


def test_a_wrong_hash_of_an_edition_that_is_written_whole_is_kept_and_told() -> None:
    """So is one of a record whose edition the hash would not find."""
    for record in (FULL, evolve(FULL, embed_edition=True)):
        wrong = ls.loads(ls.dumps(evolve(record, edition_hash="00")))
        assert wrong == evolve(FULL, embed_edition=True, edition_hash="00")
        with pytest.raises(ls.RecordError, match="not 00: these are not the figures that the game"):
            wrong.verify()


def test_many_records_are_one_text_of_toml() -> None:
    records = tuple(RECORDS.values())
    text = ls.records.dumps_all(records)
    assert len(tomllib.loads(text)["games"]) == len(records)
    assert ls.records.loads_all(text) == records
    assert ls.records.loads_all(text.replace("\n", "\r\n")) == records
    assert ls.records.loads_all("# none\n") == ls.records.loads_all(ls.records.dumps_all([])) == ()


def test_a_bad_game_among_many_is_told_by_its_number() -> None:
    text = ls.records.dumps_all([SHORT, evolve(FULL, seed=8)])
    with pytest.raises(ls.RecordError, match=r"game 2: seed: '8\.' is not a whole number"):
        ls.records.loads_all(text.replace("seed = 8", 'seed = "8."'))
    with pytest.raises(ls.RecordError, match="game 1: must be a table"):
        ls.records.loads_all("games = [1]")
    for other in ("more = 1\n" + text, "games = 1"):
        with pytest.raises(ls.RecordError, match="something else beside the list of games"):
            ls.records.loads_all(other)
    with pytest.raises(ls.RecordError, match="more than 20000 games"):
        ls.records.loads_all("[[games]]\n" * 20_001)


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
    assert ls.records.loads_all(ls.records.dumps_all([record, record])) == (record, record)


def test_a_text_that_is_too_large_for_one_record_is_not_read() -> None:
    long = ls.dumps(SHORT) + "#" * 1_000_000
    with pytest.raises(ls.RecordError, match="is larger than 1000000 bytes"):
        ls.loads(long)


@pytest.mark.slow
def test_a_record_that_is_too_large_to_be_read_back_is_not_written() -> None:
    record = evolve(SHORT, actions=("p0 end",) * 80_000)
    with pytest.raises(ls.RecordError, match="is larger than 1000000 bytes"):
        ls.dumps(record)
    with pytest.raises(ls.RecordError, match="more than 20000 games"):
        ls.records.dumps_all([SHORT] * 20_001)
