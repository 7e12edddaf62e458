"""Parquet files of results: other tools read them; a killed batch loses nothing."""

from pathlib import Path
from typing import Any

import pandas
import polars
import pyarrow
import pytest
from pyarrow import parquet

from livingstone import ArgumentError, SimulationError, read_report, read_rows, simulate
from livingstone.simulation.results import counts, locking, manifest, parquet_sink, sinks, tables
from livingstone.simulation.results import parquet as files
from livingstone.simulation.results.counts import counts_path
from livingstone.simulation.results.journal import journal_path
from livingstone.support import extras
from livingstone.support.extras import MissingExtraError

BOTS = ["failing_bots:Crashing", "random", "random"]
GAMES = 12


def play(path: Path | None, games: int = GAMES, **arguments: Any) -> Any:
    told: dict[str, Any] = {"lineup": BOTS, "games": games, "seed": 7, "sink": path, "chunk": 1}
    return simulate(**(told | arguments))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.parquet"


def stopped(path: Path, games: int) -> None:
    """Play a batch that ends early, with so many games in the files."""

    def stop(progress: Any) -> None:
        if progress.done == games:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(path, on_progress=stop)


def test_polars_and_pandas_read_the_file(path: Path) -> None:
    play(path)
    rows = list(read_rows(path))
    for frame in (polars.read_parquet(path), pandas.read_parquet(path)):
        assert list(frame["game"]) == list(range(GAMES))
        assert list(frame["bot_0"]) == [row.seats[0].bot for row in rows]
        assert list(frame["won_0"]) == [row.seats[0].won for row in rows]
    types = dict(polars.read_parquet(path).schema)
    assert types["points_1"] == types["threshold"] == polars.Int32
    assert types["won_0"] == polars.Boolean
    assert types["played_0"] == polars.String


def test_it_holds_the_rows_of_the_other_formats(path: Path) -> None:
    play(path)
    other = path.with_suffix(".csv")
    report = play(other)
    assert list(read_rows(path)) == list(read_rows(other))
    assert read_report(path).to_json() == report.to_json()
    assert [file.name for file in path.parent.iterdir() if "parquet" in file.name] == [path.name]


def test_going_on_gives_the_same_bytes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (tables, files):
        monkeypatch.setattr(module, "GROUP", 5)
    play(path)
    whole = path.read_bytes()
    assert parquet.ParquetFile(path).num_row_groups == 3
    path.unlink()
    for games in (3, 4, 11, GAMES, GAMES):
        assert play(path, games).to_json() == play(None, games).to_json()
    assert path.read_bytes() == whole


def test_processes_give_the_same_bytes(path: Path) -> None:
    play(path, lineup=["random"] * 2)
    whole = path.read_bytes()
    path.unlink()
    play(path, lineup=["random"] * 2, executor="processes", workers=2)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("before", [0, 4])
def test_what_was_told_as_done_is_there_after_an_interruption(path: Path, before: int) -> None:
    if before:
        play(path, before)
    stopped(path, 7)
    assert journal_path(path).exists()
    assert [row.game for row in read_rows(path)] == list(range(7))
    assert read_report(path).to_json() == play(None, 7).to_json()
    assert play(path).to_json() == play(None).to_json()
    assert not journal_path(path).exists()


def test_a_journal_that_was_not_deleted_is_not_read_twice(path: Path) -> None:
    stopped(path, 7)
    kept = {file: file.read_bytes() for file in path.parent.iterdir()}
    play(path)
    for file, content in kept.items():
        file.write_bytes(content)
    assert [row.game for row in read_rows(path)] == list(range(GAMES))
    play(path, GAMES + 1)
    assert [row.game for row in read_rows(path)] == list(range(GAMES + 1))


def test_a_journal_that_does_not_go_on_from_the_file_is_refused(path: Path) -> None:
    play(path, 4)
    stopped(path, 7)
    rest = {file: file.read_bytes() for file in path.parent.iterdir()}
    for games in (2, 5):
        for file in path.parent.iterdir():
            file.unlink()
        play(path, games)
        for file, content in rest.items():
            if file != path:
                file.write_bytes(content)
        for use in (lambda path: list(read_rows(path)), play):
            with pytest.raises(
                ArgumentError, match=f"begins with game 4, but .* has {games} games"
            ):
                use(path)


# Files of others


@pytest.mark.parametrize(
    ("other", "named"),
    [({"seed": 8}, "seed"), ({"lineup": BOTS[::-1]}, "lineup"), ({"edition": "bga"}, "edition")],
)
@pytest.mark.parametrize("games", [GAMES, 7])
def test_a_file_of_another_batch_is_left_alone(
    path: Path, games: int, other: dict[str, Any], named: str
) -> None:
    if games == GAMES:
        play(path)
    else:
        stopped(path, games)
    there = {file: file.read_bytes() for file in path.parent.iterdir()}
    with pytest.raises(ArgumentError, match=rf"games\.parquet.* another batch: {named}"):
        play(path, **other)
    assert {file: file.read_bytes() for file in path.parent.iterdir()} == there


def test_more_games_than_asked_for_are_kept(path: Path) -> None:
    play(path)
    content = path.read_bytes()
    with pytest.raises(ArgumentError, match="holds 12 games, which is more than 4"):
        play(path, 4)
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    "content", [b"", b"PAR1", b"game,seed\n", b"PAR1" + b"\xff" * 99 + b"PAR1"]
)
def test_what_is_no_parquet_file_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for use in (read_rows, read_report, play):
        with pytest.raises(ArgumentError, match=r"games\.parquet: is no Parquet file"):
            use(path)
    assert path.read_bytes() == content


def test_a_parquet_file_of_others_is_refused(path: Path) -> None:
    polars.DataFrame({"game": [0]}).write_parquet(path)
    for use in (read_rows, read_report, play):
        with pytest.raises(ArgumentError, match="is no file of results: it has no manifest"):
            use(path)


def test_an_older_version_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(manifest, "VERSION", 2)
        play(path)
    for use in (read_rows, read_report, play):
        with pytest.raises(ArgumentError, match="is of version 2 of the format"):
            use(path)


def changed(path: Path, column: str, value: object) -> None:
    """Write the file again with another value in its second row, as pyarrow does."""
    table = parquet.read_table(path)
    values = table[column].to_pylist()
    values[1] = value
    place = table.column_names.index(column)
    field = table.schema.field(column)
    new = pyarrow.array(values, field.type)
    parquet.write_table(table.set_column(place, field, new), path)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("game", 2), ("seed", "x"), ("edition", ""), ("bot_0", "random?"), ("rounds", None)),
        *(("points_0", -1), ("points_0", None), ("out_1", None), ("won_0", None)),
        *(("failed_seat", 0), ("failed_how", "late"), ("failed_seat", 7), ("note", "so")),
    ],
)
def test_values_that_are_not_those_of_the_batch_are_refused(
    path: Path, column: str, value: object
) -> None:
    play(path, lineup=["random"] * 2, games=4)
    changed(path, column, value)
    for use in (lambda path: list(read_rows(path)), read_report):
        with pytest.raises(ArgumentError, match=r"games\.parquet: (game 1|has impossible values)"):
            use(path)


def test_no_flipped_bit_gives_a_wrong_row(path: Path) -> None:
    play(path)
    rows, content = list(read_rows(path)), path.read_bytes()
    for place in range(4, len(content), 41):
        path.write_bytes(content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :])
        try:
            assert list(read_rows(path)) == rows
        except ArgumentError as error:
            assert "games.parquet" in str(error)  # noqa: PT017


# Long files, full disks, missing packages


def test_counted_games_are_not_read_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (counts, sinks, files):
        monkeypatch.setattr(module, "EACH", 4)
    play(path)
    assert counts_path(path).exists()
    with monkeypatch.context() as patch:
        patch.setattr(files, "file_tables", None)
        assert read_report(path).to_json() == play(None).to_json()
    for damage in (lambda: counts_path(path).write_bytes(b"0\n{}"), counts_path(path).unlink):
        damage()
        assert read_report(path).to_json() == play(None).to_json()
        play(path)
        with monkeypatch.context() as patch:
            patch.setattr(files, "file_tables", None)
            assert read_report(path).to_json() == play(None).to_json(), "they were written anew"


def test_a_failure_without_a_name_is_read_again(path: Path) -> None:
    lineup = ["failing_bots:Nameless", "random"]
    for games in (2, 4):
        report = simulate(lineup, games, seed=7, sink=path)
    assert read_report(path).to_json() == report.to_json()


def test_a_file_that_cannot_be_written_leaves_its_games_in_the_journal(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(parquet_sink, "write_parquet", full)
        with pytest.raises(SimulationError, match="No space left on device; its games stay in"):
            play(path)
    assert len(list(read_rows(path))) == GAMES
    play(path)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_two_processes_do_not_write_to_one_file(path: Path) -> None:
    def again(progress: object) -> None:
        with pytest.raises(ArgumentError, match="another process"):
            play(path)

    play(path, 2, on_progress=again)
    assert len(list(read_rows(path))) == 2


def test_a_journal_that_is_deleted_before_it_is_locked_is_not_written_to(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locking, "lock_file", lambda stream, path: path.unlink())
    with pytest.raises(ArgumentError, match="another process has just deleted it"):
        play(path)


def test_the_extra_is_named_where_it_is_missing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda package: None)
    for use in (read_rows, read_report, play):
        with pytest.raises(MissingExtraError, match=r"pip install 'livingstone\[parquet\]'"):
            use(path)


def test_a_link_to_a_file_stays_a_link(tmp_path: Path) -> None:
    disk, link = tmp_path / "disk.parquet", tmp_path / "games.parquet"
    link.symlink_to(disk)
    for games in (2, 4):
        play(link, games)
        assert link.is_symlink()
        assert len(list(read_rows(link))) == games
    assert disk.stat().st_size
