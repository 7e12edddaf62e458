"""Games of a file as records, as data frames, and in other formats."""

import csv
import json
import sys
from pathlib import Path

import failing_bots
import pytest
from amounts import others_slow

import livingstone as ls
from livingstone import ArgumentError, read_rows, replay_row, simulate
from livingstone.simulation import FailureNote, export, read_frame

LINEUPS = {
    "by chance": ["random", "greedy"],
    "failing": ["failing_bots:Sometimes", "failing_bots:Rarely", "random"],
    "unmade": ["random", "failing_bots:Unmade"],
    "without a seed": ["own_bots:Unseeded", "random"],
}


@pytest.mark.parametrize("edition", others_slow(["printed", "bga"], ["printed"]))
@pytest.mark.parametrize("lineup", LINEUPS.values(), ids=list(LINEUPS))
@pytest.mark.parametrize("records", [False, True])
def test_any_row_becomes_its_record(
    lineup: list[str], edition: str, records: bool, tmp_path: Path
) -> None:
    file, failing_bots.Unmade.made = tmp_path / "games.db", 0
    simulate(lineup, 3, seed=7, edition=edition, sink=file, records=records)
    for row in read_rows(file):
        record = replay_row(row, file)
        record.verify()
        assert record == replay_row(row.game, file) == replay_row(row.game, file, batch=1)
        assert record.players == tuple(seat.bot for seat in row.seats)
        assert record.seed == row.seed
        assert sum(action.startswith("p") for action in record.actions) == row.moves
        if row.note is not None:
            assert record.result is None
            continue
        assert record.result is not None
        assert record.result.winners == row.winners
        for seat, standing in zip(row.seats, record.result.standings, strict=True):
            assert seat.score is not None
            assert (seat.rank, seat.score.points) == (standing.rank, standing.points)


def test_a_game_that_is_not_there_is_told(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    simulate(["random", "random"], 2, seed=7, sink=file)
    row = next(read_rows(file))
    for game in (2, 10**30):
        with pytest.raises(ArgumentError, match="there is no game"):
            replay_row(game, file)
    with pytest.raises(ArgumentError, match="row must be a whole number"):
        replay_row(-1, file)
    with pytest.raises(ArgumentError, match="has no such batch"):
        replay_row(0, file, batch=2)
    simulate(["greedy", "random"], 1, seed=7, sink=file)
    with pytest.raises(ArgumentError, match="replay_row needs batch=N: batch 1: random, random"):
        replay_row(0, file)
    other = ls.simulation.GameRow(0, 7, "", 1, 1, None, FailureNote(0, "x", "late", "x"), row.seats)
    with pytest.raises(ArgumentError, match=r"does not have this row \(game 0\)"):
        replay_row(other, file)
    assert replay_row(row, file) == replay_row(0, file, batch=1)
    assert replay_row(0, file, batch=2).players == ("greedy", "random")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    small = ls.load_edition("printed", board=Path(__file__).with_name("small-board.toml"))
    simulate(["random", "failing_bots:Sometimes", "random"], 8, seed=7, sink=path)
    simulate(["random"] * 2, 2, seed=7, sink=path, edition=small)
    return path


def test_a_frame_has_a_line_for_each_game_and_seat(file: Path) -> None:
    pytest.importorskip("polars")
    frame = read_frame(file)
    lines = [(row, seat, own) for row in read_rows(file) for seat, own in enumerate(row.seats)]
    assert any(row.note for row, _, _ in lines)
    for (row, seat, own), cells in zip(lines, frame.iter_rows(named=True), strict=True):
        assert cells["batch"] == (1 if len(row.seats) == 3 else 2)
        assert (cells["game"], cells["seed"]) == (row.game, f"x{row.seed:032x}")
        assert (cells["rounds"], cells["moves"]) == (row.rounds, row.moves)
        assert (cells["threshold"], cells["edition"]) == (row.threshold, row.edition)
        note = row.note
        failure = (None, None, None) if note is None else (note.seat, note.kind, note.reason)
        assert (cells["failed_seat"], cells["failed_how"], cells["note"]) == failure
        assert (cells["seat"], cells["bot"], cells["won"]) == (seat, own.bot, own.won)
        assert (cells["rank"], tuple(cells["played"])) == (own.rank, own.played)
        assert cells["share"] == own.won / max(1, len(row.winners))
        for name in ("points", "columns", "market", "cards", "gems", "hand", "donated", "tents"):
            assert cells[name] == (own.score and getattr(own.score, name))
        assert cells["out"] == (own.score and own.score.is_out)
        majorities = own.score.majorities if own.score else ()
        for number in range(6):
            told = majorities[number] if number < len(majorities) else None
            assert cells[f"majority_{number + 1}"] == told
    assert read_frame(file, batch=1).width == frame.width
    assert read_frame(file, batch=2).height == 4


def test_a_column_has_one_type_in_all_formats(file: Path, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    frame = read_frame(file)
    targets = [tmp_path / f"games{ending}" for ending in (".parquet", ".jsonl", ".csv")]
    for target in targets:
        export(file, target)
    parquet, lines, table = targets
    assert polars.read_parquet(parquet).equals(frame)
    assert frame.schema["played"] == polars.List(polars.String)
    plain = [json.loads(line) for line in lines.read_text().splitlines()]
    assert plain == frame.to_dicts()
    with table.open(newline="") as stream:
        cells = list(csv.DictReader(stream))
    assert [row["played"].split() for row in cells] == [row["played"] for row in plain]
    assert [row["points"] for row in cells] == [
        "" if row["points"] is None else str(row["points"]) for row in plain
    ]
    export(file, table, batch=2, overwrite=True)
    assert len(table.read_text().splitlines()) == 5


def test_without_polars_text_is_written_and_the_extra_for_parquet_is_named(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.support.machine.find_spec", lambda _: None)
    monkeypatch.setitem(sys.modules, "polars", None)
    for ending in (".csv", ".jsonl"):
        export(file, tmp_path / f"games{ending}", batch=2)
    head, *lines = (tmp_path / "games.csv").read_text("utf-8").splitlines()
    plain = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert [head.split(","), len(lines)] == [list(plain[0]), 4]
    with pytest.raises(ls.MissingExtraError, match=r"livingstone\[parquet\]"):
        export(file, tmp_path / "games.parquet")
