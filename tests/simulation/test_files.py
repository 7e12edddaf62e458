"""Files of results: interrupted anywhere, continued to the same bytes; others' left alone."""

import csv
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from programs import LONGEST, start_python

from livingstone import ArgumentError, SimulationError, load_edition, read_rows, simulate
from livingstone.simulation import read_report
from livingstone.simulation.results.manifest import manifest_path

BOTS = ["random", "livingstone.players:RandomBot"]
ENDINGS = [".csv", ".jsonl"]


def play(path: Path | None, games: int = 8, **arguments: Any) -> Any:
    told: dict[str, Any] = {"lineup": BOTS, "games": games, "seed": 7, "sink": path}
    return simulate(**(told | arguments))


@pytest.fixture(scope="module", params=ENDINGS)
def whole(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Path:
    path: Path = tmp_path_factory.mktemp("whole") / f"games{request.param}"
    play(path)
    return path


def copied(whole: Path, folder: Path, content: bytes | None = None) -> Path:
    path = folder / whole.name
    path.write_bytes(whole.read_bytes() if content is None else content)
    manifest_path(path).write_bytes(manifest_path(whole).read_bytes())
    return path


# Going on


def test_a_file_cut_anywhere_is_continued(whole: Path, tmp_path: Path) -> None:
    content = whole.read_bytes()
    report = play(None).to_json()
    for length in [*range(0, len(content), 397), len(content) - 1, len(content)]:
        path = copied(whole, tmp_path, content[:length])
        assert play(path).to_json() == report
        assert path.read_bytes() == content


def test_zeros_that_a_power_cut_left_are_cut_off(whole: Path, tmp_path: Path) -> None:
    content = whole.read_bytes()
    half = content.index(b"\n", len(content) // 2) + 1
    for tail in (b"\0" * 100, b"\0" * 50 + b"\n" + b"\0" * 20 + b"\n", b"{\0\n"):
        path = copied(whole, tmp_path, content[:half] + tail)
        play(path)
        assert path.read_bytes() == content


def test_a_batch_can_be_made_longer(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / whole.name
    for games in (1, 5, 8):
        assert play(path, games).games == games
    assert path.read_bytes() == whole.read_bytes()
    assert manifest_path(path).read_bytes() == manifest_path(whole).read_bytes()


def test_a_finished_batch_is_only_read(whole: Path, tmp_path: Path) -> None:
    path = copied(whole, tmp_path)
    assert play(path, lineup=BOTS).to_json() == play(None).to_json()
    assert path.read_bytes() == whole.read_bytes()


SCRIPT = """
import sys
from livingstone import simulate
if __name__ == "__main__":
    executor = sys.argv[2] if sys.argv[2:] else None
    lineup = ["random", "livingstone.players:RandomBot"]
    simulate(lineup, 10**9, seed=7, sink=sys.argv[1], executor=executor, chunk=2)
"""


def interrupted(arguments: list[str], path: Path, number: signal.Signals, told: Path) -> bytes:
    """Run a batch, send it a signal once its file has some games, and give what it told."""
    with told.open("wb") as stream, start_python(*arguments, stderr=stream.fileno()) as process:
        while not path.exists() or path.stat().st_size < 5000:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(number)
        assert process.wait(LONGEST) != 0
    return told.read_bytes()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize(("executor", "ending"), [(None, ".csv"), ("processes", ".jsonl")])
def test_a_killed_batch_is_continued(
    ending: str, executor: str | None, number: signal.Signals, tmp_path: Path
) -> None:
    path, whole = tmp_path / f"games{ending}", tmp_path / f"whole{ending}"
    script = tmp_path / "batch.py"
    script.write_text(SCRIPT)
    arguments = [str(script), str(path), *([executor] if executor else [])]
    told = interrupted(arguments, path, number, tmp_path / "stderr")
    if number == signal.SIGINT:
        assert told.rstrip().endswith(b"KeyboardInterrupt")
        assert path.read_bytes().endswith(b"\n")
    games = path.read_bytes().count(b"\n") + 5
    play(path, games, executor=executor)
    play(whole, games)
    assert path.read_bytes() == whole.read_bytes()
    assert [row.game for row in read_rows(path)] == list(range(games))


# Files of others


@pytest.mark.parametrize(
    ("other", "named"),
    [
        ({"seed": 8}, "seed"),
        ({"lineup": BOTS[::-1]}, "lineup"),
        ({"lineup": [*BOTS, "random"]}, "lineup"),
        ({"edition": "bga"}, "edition"),
        ({"rotate": False}, "games_per_deal"),
        ({"seconds_per_move": 60}, "seconds_per_move"),
    ],
    ids=str,
)
def test_a_file_of_another_batch_is_left_alone(
    whole: Path, tmp_path: Path, other: dict[str, Any], named: str
) -> None:
    path = copied(whole, tmp_path)
    with pytest.raises(ArgumentError, match=named):
        play(path, **other)
    assert path.read_bytes() == whole.read_bytes()
    assert manifest_path(path).read_bytes() == manifest_path(whole).read_bytes()


def test_a_manifest_whose_games_are_gone_is_named(whole: Path, tmp_path: Path) -> None:
    """They may have been moved, and would be lost without it."""
    path = copied(whole, tmp_path)
    path.unlink()
    before = manifest_path(path).read_bytes()
    for _ in range(2):
        with pytest.raises(
            ArgumentError, match=r"batch\.json: is of another batch: seed .* delete"
        ):
            play(path, seed=8)
        assert manifest_path(path).read_bytes() == before
        path.touch()
    play(path)
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("content", [b"a,b\n1,2\n", b"{}\n", b"game", b"\0"])
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_without_a_manifest_is_left_alone(
    ending: str, content: bytes, tmp_path: Path
) -> None:
    path = tmp_path / f"diary{ending}"
    path.write_bytes(content)
    with pytest.raises(ArgumentError, match="no file of results"):
        play(path)
    assert path.read_bytes() == content
    assert [other.name for other in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("manifest", [b"", b"[]", b"{}", b"\xff", b'{"format": 1, "version": 1}'])
def test_a_strange_manifest_is_refused(whole: Path, tmp_path: Path, manifest: bytes) -> None:
    path = copied(whole, tmp_path)
    manifest_path(path).write_bytes(manifest)
    with pytest.raises(ArgumentError, match=r"manifest|version"):
        play(path)
    assert path.read_bytes() == whole.read_bytes()
    path.unlink()
    with pytest.raises(ArgumentError, match=r"manifest|version"):
        play(path)
    assert not path.exists()


def damaged(content: bytes) -> list[tuple[str, bytes]]:
    lines = content.splitlines(keepends=True)
    return [
        ("a game is missing", b"".join([*lines[:3], *lines[4:]])),
        ("a game is there twice", b"".join([*lines[:3], lines[2], *lines[3:]])),
        ("a line is no row", b"".join([*lines[:3], b"hello\n", *lines[4:]])),
        ("a line is empty", b"".join([*lines[:3], b"\n", *lines[3:]])),
        ("a line is not UTF-8", b"".join([*lines[:3], b"\xff\n", *lines[4:]])),
        ("the first line is another", b"hello\n" + b"".join(lines[1:])),
    ]


def test_a_damaged_file_is_left_alone(whole: Path, tmp_path: Path) -> None:
    for _, content in damaged(whole.read_bytes()):
        path = copied(whole, tmp_path, content)
        with pytest.raises(ArgumentError, match=r"line [145] "):
            play(path)
        assert path.read_bytes() == content


def test_more_games_than_asked_for_are_kept(whole: Path, tmp_path: Path) -> None:
    path = copied(whole, tmp_path)
    with pytest.raises(ArgumentError, match="holds 8 games, which is more than 4"):
        play(path, 4)
    assert path.read_bytes() == whole.read_bytes()


def test_two_processes_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"

    def again(progress: object) -> None:
        with pytest.raises(ArgumentError, match="another process"):
            play(path)

    play(path, on_progress=again)
    assert len(list(read_rows(path))) == 8


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "games.csv").mkdir()
    with pytest.raises(ArgumentError, match=r"games\.csv"):
        play(tmp_path / "games.csv")


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.csv"

    def full(number: int) -> None:
        if path.exists() and path.stat().st_size > 1500:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SimulationError, match="No space left"):
        play(path, chunk=1)
    monkeypatch.undo()
    play(path)
    assert len(list(read_rows(path))) == 8


# Reading


def test_a_file_is_read_as_the_report_on_it(whole: Path) -> None:
    assert read_report(whole).to_json() == play(None).to_json()


def test_both_forms_hold_the_same_rows(tmp_path: Path) -> None:
    for number, lineup in enumerate((BOTS, ["random"] * 3, ["failing_bots:Crashing", "random"])):
        paths = [tmp_path / f"{number}{ending}" for ending in ENDINGS]
        for path in paths:
            play(path, lineup=lineup)
        assert list(read_rows(paths[0])) == list(read_rows(paths[1]))


def test_an_empty_file_of_results_has_no_games(whole: Path, tmp_path: Path) -> None:
    path = copied(whole, tmp_path, b"")
    assert read_report(path).games == 0
    assert str(read_report(path))
    assert read_report(path).to_markdown()


def test_a_line_cut_off_is_not_read(whole: Path, tmp_path: Path) -> None:
    path = copied(whole, tmp_path, whole.read_bytes()[:-5])
    assert len(list(read_rows(path))) == 7


def test_what_is_no_row_is_refused(whole: Path, tmp_path: Path) -> None:
    path = copied(whole, tmp_path, whole.read_bytes() + b"{}\n")
    with pytest.raises(ArgumentError, match="no row of results"):
        read_report(path)
    manifest_path(path).unlink()
    with pytest.raises(ArgumentError, match="no file of results"):
        read_report(path)


def test_other_tools_read_the_files(whole: Path) -> None:
    with whole.open(newline="") as stream:
        rows = list(csv.DictReader(stream) if whole.suffix == ".csv" else map(json.loads, stream))
    assert len(rows) == 8
    assert [int(row["game"]) for row in rows] == list(range(8))
    manifest = json.loads(manifest_path(whole).read_bytes())
    assert manifest["lineup"] == BOTS
    assert manifest["edition"] == load_edition("printed").id


def test_names_with_commas_and_quotes_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    simulate(["failing_bots:Crashing", "random"], 2, seed=7, sink=path)
    (first, second) = read_rows(path)
    assert first.note is not None
    assert first.note.reason == 'ValueError: lost, the "map"'
    assert second.note is not None
    assert (first.note.seat, second.note.seat) == (0, 1)
