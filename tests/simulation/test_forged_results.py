"""Lines and manifests that are not what this library writes, though their checksums fit."""

import json
from binascii import crc32
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from livingstone import ArgumentError, read_report, read_rows, simulate
from livingstone.simulation.results.formats import line_format
from livingstone.simulation.results.manifest import manifest_path

BOTS = ["random", "livingstone.players:RandomBot"]
GAMES = 6


@pytest.fixture(params=[".csv", ".jsonl"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"games{request.param}"
    simulate(BOTS, GAMES, seed=7, sink=path)
    return path


def csv_line(values: str) -> bytes:
    return f"{values},{crc32(values.encode())}\n".encode()


def json_line(values: str) -> bytes:
    return f'{values},"check":{crc32(values.encode())}}}\n'.encode()


def test_a_line_has_the_seats_and_the_majorities_of_its_batch(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    simulate(BOTS, 2, seed=7, sink=path)
    line = path.read_bytes().splitlines(keepends=True)[0]
    assert line_format(".jsonl", 2, 6).row(line)
    with pytest.raises(ValueError, match="it has 2 seats, not 3"):
        line_format(".jsonl", 3, 6).row(line)
    with pytest.raises(ValueError, match="it must have 5 majorities for each seat"):
        line_format(".jsonl", 2, 5).row(line)


@pytest.mark.parametrize(("moves", "is_read"), [(2**53 - 1, True), (2**53, False)])
def test_whole_numbers_are_those_that_every_tool_can_hold(
    moves: int, is_read: bool, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    simulate(BOTS, 2, seed=7, sink=path)
    values = json.loads(path.read_bytes().splitlines()[0])
    del values["check"]
    values["moves"] = moves
    line = json_line(json.dumps(values, separators=(",", ":"))[:-1])
    if is_read:
        assert line_format(".jsonl", 2, 6).row(line).moves == moves
    else:
        with pytest.raises(ValueError, match="moves: must be 0 to 9007199254740991"):
            line_format(".jsonl", 2, 6).row(line)


@pytest.mark.parametrize("number", ["+1", " 1", "1 ", "1_0", "01", "1.0", "1e0", "\u0661", "", "x"])
@pytest.mark.parametrize("column", [0, 1, 3, 4, 11])
def test_numbers_of_a_csv_file_are_written_in_one_way(
    column: int, number: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.csv"
    simulate(BOTS, 2, seed=7, sink=path)
    lines = line_format(".csv", 2, 6)
    cells = lines.line(next(read_rows(path))).decode().rstrip().split(",")[:-1]
    assert lines.row(csv_line(",".join(cells)))
    cells[column] = number
    with pytest.raises(ValueError, match=r"."):
        lines.row(csv_line(",".join(cells)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (",crash,", ",asleep,"),
        (",crash,", ",,"),
        (",0,crash,", ",1,crash,"),
        (",0,crash,", ",-1,crash,"),
        (",0,crash,", ",2,crash,"),
        (",0,crash,", f",{'9' * 5000},crash,"),
        (",random,1,1,", ",random,2,1,"),
        (",random,1,1,", ",random,True,1,"),
        (",random,1,1,", ",random,1,1,,7,"),
        (",random,", ',"random",'),
        (",random,", ',"random,'),
        (",random,", ",ran\rdom,"),
        (",random,", ","),
        (",random,", ",,random,"),
        (",random,", f",{'x' * 200_000},"),
    ],
)
def test_a_csv_line_that_is_not_quite_a_row_is_refused(old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    simulate(["failing_bots:Crashing", "random"], 2, seed=7, sink=path)
    lines = line_format(".csv", 2, 6)
    values = lines.line(next(read_rows(path))).decode().rpartition(",")[0]
    assert old in values
    with pytest.raises(ValueError, match=r"."):
        lines.row(csv_line(values.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"game":0', '"game":false'),
        ('"game":0', '"game":0.0'),
        ('"game":0', '"game":-0'),
        ('"game":0', '"game":"0"'),
        ('"game":0', '"game":null'),
        ('"game":0', f'"game":{"9" * 5000}'),
        ('"game":0', f'"game":{"9" * 30}'),
        ('"game":0', '"game":NaN'),
        ('"game":0', '"game":1,"game":0'),
        ('"game":0', '"game": 0'),
        ('"game":0', '"games":0'),
        ('"game":0', '"more":1,"game":0'),
        ('"game":0,', ""),
        ('"game":0', f'"game":{"[" * 100_000}'),
        ('"game":0', f'"game":{"[" * 400}{"]" * 400}'),
        ('"won":true', '"won":1'),
        ('"seats":[', '"seats":[[],'),
        ('"note":null', '"note":{"seat":0,"bot":"random","kind":"crash","reason":"so"}'),
        ('"note":null', '"note":[]'),
        ('"majorities":[', '"majorities":[0,'),
        ('"score":{', '"score":null,"other":{'),
        ('"bot":"random"', '"bot":"ran\\udc00dom"'),
        ("{", "["),
        ("{", ""),
    ],
)
def test_a_json_line_that_is_not_quite_a_row_is_refused(old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    simulate(BOTS, 2, seed=7, sink=path)
    lines = line_format(".jsonl", 2, 6)
    line = lines.line(next(read_rows(path)))
    values = line.decode().rpartition(",")[0]
    assert json_line(values) == line
    assert old in values
    with pytest.raises(ValueError, match=r"."):
        lines.row(json_line(values.replace(old, new, 1)))


def test_a_row_of_other_bots_is_refused(path: Path) -> None:
    other = path.with_stem("other")
    simulate(["greedy", "random"], GAMES, seed=7, sink=other)
    path.write_bytes(other.read_bytes())
    number = 2 if path.suffix == ".csv" else 1
    with pytest.raises(ArgumentError, match=f"line {number} is not that of game 0"):
        read_report(path)


# Manifests


@pytest.mark.parametrize(
    "change",
    [
        {"lineup": "random"},
        {"lineup": []},
        {"lineup": ["random"] * 21},
        {"lineup": ["random", 7]},
        {"lineup": None},
        {"seed": "7"},
        {"seed": -1},
        {"seed": 2**128},
        {"seed": 7.0},
        {"rows": True},
        {"rows": 0},
        {"rows": 10**6},
        {"games_per_deal": True},
        {"games_per_deal": 0},
        {"games_per_deal": 3},
        {"edition": []},
        {"edition_hash": None},
        {"seconds_per_move": "1"},
        {"seconds_per_move": float("nan")},
        {"seconds_per_move": float("inf")},
        {"seconds_per_move": True},
        {"livingstone": {}},
        {"more": 1},
        {"check": None},
        {"version": None},
        {"version": [[[]]]},
        {"format": "other"},
    ],
    ids=str,
)
def test_a_manifest_of_other_types_is_refused(path: Path, change: dict[str, Any]) -> None:
    plain = json.loads(manifest_path(path).read_bytes())
    plain.pop("check")
    plain |= change
    plain["check"] = crc32(json.dumps(plain).encode()) if "check" not in change else None
    manifest_path(path).write_text(json.dumps(plain, indent=1) + "\n")
    for use in (read_rows, read_report, lambda path: simulate(BOTS, 2, seed=7, sink=path)):
        with pytest.raises(ArgumentError, match=r"batch\.json"):
            use(path)


@pytest.mark.parametrize(
    "content",
    [b"[" * 100_000, b"[]", b"null", b"7", b'{"format":' + b"9" * 5000 + b"}", b"\xff\xfe", b"\0"],
    ids=lambda content: repr(content[:9]),
)
def test_a_manifest_that_is_no_table_is_refused(path: Path, content: bytes) -> None:
    manifest_path(path).write_bytes(content)
    for use in (read_rows, read_report, lambda path: simulate(BOTS, 2, seed=7, sink=path)):
        with pytest.raises(ArgumentError, match=r"batch\.json: is no manifest"):
            use(path)


@pytest.mark.parametrize("ending", [".csv", ".jsonl"])
def test_a_row_with_the_seed_of_another_deal_is_refused(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games{ending}"
    simulate(["random"] * 2, 1, seed=7, sink=path)
    (row,), lines = list(read_rows(path)), line_format(ending, 2, 6)
    path.write_bytes(lines.header + lines.line(evolve(row, seed=1)))
    with pytest.raises(ArgumentError, match="is not that of game 0"):
        list(read_rows(path))
