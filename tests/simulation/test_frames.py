"""Data frames: a row for each game and seat, the same from every format."""

import csv
from binascii import crc32
from io import StringIO
from pathlib import Path
from typing import Any

import pandas
import polars
import pytest

from livingstone import ArgumentError, read_frame, read_rows, simulate
from livingstone.support import extras
from livingstone.support.extras import MissingExtraError

ENDINGS = [".csv", ".jsonl", ".parquet"]
BOTS = ["failing_bots:Sometimes", "random", "random"]
GAMES = 12


@pytest.fixture(params=ENDINGS)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"games{request.param}"
    simulate(BOTS, GAMES, seed=7, sink=path)
    return path


def test_a_frame_has_a_row_for_each_game_and_seat(path: Path) -> None:
    frame = read_frame(path)
    rows = [(row, seat) for row in read_rows(path) for seat in range(3)]
    assert {row.note is None for row, _ in rows} == {True, False}
    assert len(frame) == 3 * GAMES
    for told, (row, seat) in zip(frame.iter_rows(named=True), rows, strict=True):
        own = row.seats[seat]
        assert (told["game"], told["seat"], told["bot"]) == (row.game, seat, own.bot)
        assert (told["rounds"], told["moves"], told["threshold"]) == (row.rounds, row.moves, None)
        assert (told["won"], told["rank"], told["played"]) == (own.won, own.rank, [*own.played])
        assert told["share"] == (1 / len(row.winners) if own.won else 0)
        assert told["failed_seat"] == (None if row.note is None else row.note.seat)
        score = own.score
        assert told["points"] == (None if score is None else score.points)
        assert told["out"] == (None if score is None else score.is_out)
        majorities = tuple(told[f"majority_{row}"] for row in range(1, 7))
        assert majorities == ((None,) * 6 if score is None else score.majorities)


def test_the_types_do_not_depend_on_the_games_or_the_format(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    simulate(["random"] * 2, 2, seed=7, sink=other)
    assert read_frame(path).schema == read_frame(other).schema
    assert read_frame(path).schema["played"] == polars.List(polars.String)


def test_a_file_without_games_has_all_columns(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    simulate(BOTS, 2, seed=7, sink=path)
    schema = read_frame(path).schema
    path.write_bytes(b"")
    assert read_frame(path).schema == schema
    assert read_frame(path).is_empty()


def test_a_frame_can_become_one_of_pandas(path: Path) -> None:
    frame = read_frame(path).to_pandas()
    assert frame.groupby("seat")["share"].sum().sum() == pytest.approx(GAMES)


@pytest.mark.parametrize("ending", [".csv", ".jsonl"])
def test_damage_is_told_as_by_the_other_readers(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"games{ending}"
    simulate(BOTS, GAMES, seed=7, sink=path)
    content = path.read_bytes()
    middle = len(content) // 2
    path.write_bytes(content[:middle] + b"~" + content[middle + 1 :])
    with pytest.raises(ArgumentError, match=r"games\.\w+: line \d+ (was|is)"):
        read_frame(path)


@pytest.mark.parametrize(
    ("bot", "column", "value"),
    [
        ("failing_bots:Crashing", "failed_seat", "9"),
        ("failing_bots:Crashing", "failed_how", "bored"),
        ("failing_bots:Crashing", "won_1", "1"),
        ("random", "failed_seat", "0"),
        ("random", "note", "tired"),
    ],
)
def test_a_note_that_does_not_fit_is_refused(
    bot: str, column: str, value: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.csv"
    simulate([bot, "random"], 2, seed=7, sink=path)
    lines = path.read_text().splitlines(keepends=True)
    *_, second = csv.DictReader(lines)
    *values, _ = (second | {column: value}).values()
    forged = StringIO()
    csv.writer(forged, lineterminator="").writerow(values)
    lines[2] = f"{forged.getvalue()},{crc32(forged.getvalue().encode())}\n"
    path.write_text("".join(lines), newline="")
    with pytest.raises(ArgumentError, match="game 1 has a note that does not fit"):
        read_frame(path)


def test_lines_of_another_batch_are_refused(tmp_path: Path) -> None:
    path, other = tmp_path / "games.csv", tmp_path / "other.csv"
    simulate(["random"] * 2, 3, seed=7, sink=path)
    simulate(["random"] * 2, 3, seed=8, sink=other)
    path.write_bytes(other.read_bytes())
    with pytest.raises(ArgumentError, match="game 0 is not that of its batch: seed differs"):
        read_frame(path)


def test_the_extra_is_named_where_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda package: None)
    with pytest.raises(MissingExtraError, match=r"pip install 'livingstone\[parquet\]'"):
        read_frame(tmp_path / "games.csv")


# Other tools on the files themselves


def test_polars_and_pandas_read_csv_with_one_type_for_each_column(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    simulate(["random"] * 3, 200, seed=7, sink=path)
    frames: list[Any] = [polars.read_csv(path), pandas.read_csv(path)]
    for frame in frames:
        assert list(frame["game"]) == list(range(200))
        names = [name for name in frame.columns if name.startswith(("points", "won", "majority"))]
        assert {str(frame[name].dtype).lower() for name in names} == {"int64"}
    won = sum(frames[0][f"won_{seat}"] for seat in range(3))
    assert list(won) == [len(row.winners) for row in read_rows(path)]


def test_polars_and_pandas_read_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    simulate(["random"] * 3, 20, seed=7, sink=path)
    for frame in (polars.read_ndjson(path), pandas.read_json(path, lines=True)):
        assert list(frame["game"]) == list(range(20))


def test_polars_reads_a_failure_that_comes_after_many_games(tmp_path: Path) -> None:
    for ending in ("csv", "jsonl"):
        simulate(["failing_bots:Rarely", "random"], 140, seed=2, sink=tmp_path / f"games.{ending}")
    frame = polars.read_csv(tmp_path / "games.csv", infer_schema_length=None)
    objects = polars.read_ndjson(tmp_path / "games.jsonl", infer_schema_length=None)
    expected = [row.note and row.note.seat for row in read_rows(tmp_path / "games.csv")]
    assert expected[:100] == [None] * 100
    assert any(seat is not None for seat in expected)
    assert list(frame["failed_seat"]) == expected
    assert [note and note["seat"] for note in objects["note"]] == expected
