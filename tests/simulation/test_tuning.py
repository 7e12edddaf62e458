"""Tuning: it climbs, goes on after a kill as if nothing had been, and refuses what cannot be."""

import json
from errno import ENOSPC
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from attrs import evolve
from editions import load_edition

import livingstone as ls
from livingstone.cli import main
from livingstone.players import Weights, load_weights, weights_for
from livingstone.simulation import Progress, tune, tuning
from livingstone.simulation.games.batch import win_unit
from livingstone.simulation.games.seeds import deal_seed
from livingstone.simulation.results import counts
from livingstone.simulation.results.steps import opened_steps
from livingstone.simulation.spsa import Climb, Trial
from livingstone.simulation.tuning import _gain, _play_both

SMALL: dict[str, Any] = {"players": 2, "iterations": 4, "games": 2, "seed": 7}
PRINTED = load_edition("printed")


def files_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """All files of a tuning that nothing interrupted, with their names as the bots have them."""
    folder = tmp_path_factory.mktemp("whole") / "tuned"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder.parent)
        tune("tuned", **SMALL)
    return files_in(folder)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_does_not_differ_gains_nothing(players: int) -> None:
    own, unit = weights_for(players), 60
    wins = _play_both(Trial(own, own, (), 0.0), players, 11, PRINTED, unit)
    assert _gain(wins, players, unit) == pytest.approx(0)
    assert _gain([unit, 0, unit, 0], players, unit) == pytest.approx(1)
    assert _gain([0, unit, 0, unit], players, unit) == pytest.approx(-1)


@pytest.mark.parametrize("part", [0, 0.02, 0.3, 0.93, 0.97, 0.99, 1])
def test_a_tuning_killed_anywhere_goes_on_and_gives_the_same_bytes(
    part: float, whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tuned").mkdir()
    steps = whole["steps.jsonl"]
    Path("tuned/steps.jsonl").write_bytes(steps[: round(part * len(steps))])
    tune("tuned", **SMALL)
    assert files_in(Path("tuned")) == whole


@pytest.mark.parametrize("begun", [0, 40])
def test_a_tuning_begins_anew_where_the_power_failed_at_its_first_line(
    begun: int, whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was not written to the disk yet can come back as zeros."""
    monkeypatch.chdir(tmp_path)
    Path("tuned").mkdir()
    Path("tuned/steps.jsonl").write_bytes(whole["steps.jsonl"][:begun] + bytes(300))
    tune("tuned", **SMALL)
    assert files_in(Path("tuned")) == whole


def test_a_tuning_goes_on_to_more_iterations(
    whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = list[Progress]()
    tune("tuned", **(SMALL | {"iterations": 2}))
    tune("tuned", **SMALL, on_progress=told.append)
    both = files_in(Path("tuned"))
    assert {name: both[name] for name in whole} == whole
    assert (told[0].done, told[0].total, told[0].resumed) == (4, 10, 4)
    assert (told[-1].done, told[-1].total) == (10, 10)


def test_the_progress_of_a_tuning_that_goes_on_never_goes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "EACH", 1)  # so that the games that are there are told as read
    told = list[Progress]()
    tune(tmp_path, **SMALL)
    tune(tmp_path, **SMALL, on_progress=told.append)
    assert len(told) > 2
    assert {progress.done for progress in told} == {10}


def test_what_is_found_is_the_mean_of_the_second_half_and_plays_new_deals(tmp_path: Path) -> None:
    arguments = SMALL | {"players": 3, "games": 4}
    tuned = tune(tmp_path, **arguments)
    climb, unit = Climb.of(weights_for(3)), win_unit(3)
    for iteration in range(4):
        deal = deal_seed(7, iteration)
        trial = climb.trial(iteration, deal)
        gain = _gain(_play_both(trial, 3, deal, PRINTED, unit), 3, unit)
        climb.step(iteration, trial, gain, counts=iteration >= 2)
    assert tuned.weights == climb.mean()
    played = {row.seed for row in ls.read_rows(tmp_path / "match-4.csv")}
    assert len(played) == 2, "four games are rounded up to two deals of three"
    assert not played & {deal_seed(7, iteration) for iteration in range(4)}


def test_what_was_found_is_in_its_file_and_in_the_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = tmp_path / "mine.toml"
    start.write_text("rivalry = 0.3")
    arguments = ["--players", "3", "--iterations", "1", "--games", "3", "--seed", "1"]
    folder = str(tmp_path / "out")
    options = [
        *arguments,
        "--start",
        str(start),
        "--out",
        folder,
        "--jobs",
        "1",
        "--edition",
        "bga",
    ]
    assert main(["tune", *options, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["start"]["rivalry"] == 0.3
    found = load_weights(tmp_path / "out" / "weights-1.toml")
    assert told["weights"]["rivalry"] == found.rivalry
    assert main(["tune", *options]) == 0
    assert "rivalry" in (tables := capsys.readouterr().out)
    assert "Tuned against start, on new deals" in tables


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"iterations": 0}, "iterations must be a whole number from 1"),
        ({"games": 0}, "games must be a whole number from 1"),
        ({"players": 1}, "players must be a whole number from 2 to 5"),
        ({"players": 6}, "players must be a whole number from 2 to 5"),
        ({"seed": -1}, "seed must be"),
        ({"start": 3}, "a file must be given by its path"),
        ({"on_progress": 3}, "on_progress must be a function"),
        ({"folder": "a,b"}, "one line without a comma"),
        ({"folder": "a\tb"}, "one line without a comma"),
        ({"executor": "here"}, "executor must be"),
        ({"workers": 3}, "more workers than one need an executor"),
        ({"folder": None}, "a file must be given by its path"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_written(
    wrong: dict[str, Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ls.ArgumentError, match=message):
        tune(**({"folder": "tuned"} | SMALL | wrong))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("other", "difference"),
    [({"seed": 8}, "seed"), ({"players": 3}, "players"), ({"edition": "bga"}, "edition")],
)
def test_a_folder_of_another_tuning_is_left_as_it_is(
    other: dict[str, Any], difference: str, whole: dict[str, bytes], tmp_path: Path
) -> None:
    (tmp_path / "steps.jsonl").write_bytes(whole["steps.jsonl"])
    with pytest.raises(ls.ArgumentError, match=f"of another tuning.*differs: {difference}"):
        tune(tmp_path, **(SMALL | other))
    with pytest.raises(ls.ArgumentError, match="differs: start"):
        tune(tmp_path, **SMALL, start=evolve(Weights(), late=0.3))
    assert files_in(tmp_path) == {"steps.jsonl": whole["steps.jsonl"]}


def test_another_tuning_is_told_before_the_games_of_its_match(tmp_path: Path) -> None:
    """The match is one of files and seeds that the user never gave."""
    tune(tmp_path, **SMALL)
    before = files_in(tmp_path)
    with pytest.raises(ls.ArgumentError, match=r"another tuning.*another folder.*differs: seed"):
        tune(tmp_path, **(SMALL | {"seed": 8}))
    assert files_in(tmp_path) == before


def test_a_step_that_was_changed_to_another_possible_one_is_refused(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    """It has other wins and the checksum of what was played."""
    lines = whole["steps.jsonl"].splitlines()
    number, *wins, check = json.loads(lines[2])
    first = 1 - wins[0] if wins[0] < 2 else 0
    lines[2] = json.dumps([number, first, *wins[1:], check]).encode()
    (tmp_path / "steps.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(ls.ArgumentError, match="line 3 was changed or damaged"):
        tune(tmp_path, **SMALL)


def checked(step: bytes) -> bytes:
    """Write a step with the checksum that fits it."""
    return step + b", %d]" % crc32(step)


@pytest.mark.parametrize(
    "line",
    [
        *map(checked, (b"[1, 2, 0, 2", b"[0, 2, 0, 0, 2", b"[1, 9, 0, 0, 2", b"[1, 2, 0, 0, 2, 0")),
        checked(b"[1, 2, 0, 0, 2").replace(b"2, 0, 0, 2", b"0, 2, 2, 0"),
        b"[1, 2, 0, 0, 2]",
        b"[[[",
    ],
)
def test_a_step_that_was_changed_is_refused(
    line: bytes, whole: dict[str, bytes], tmp_path: Path
) -> None:
    lines = whole["steps.jsonl"].splitlines()
    lines[2] = line
    (tmp_path / "steps.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(ls.ArgumentError, match="line 3 was changed or damaged"):
        tune(tmp_path, **SMALL)


def test_a_match_that_cannot_go_on_is_refused_before_the_first_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tune("tuned", **(SMALL | {"games": 4}))
    Path("tuned/steps.jsonl").unlink()
    before = files_in(Path("tuned"))
    with pytest.raises(ls.ArgumentError, match="holds 4 games, which is more than 2"):
        tune("tuned", **SMALL)
    assert files_in(Path("tuned")) == before


def test_the_weights_of_the_match_are_those_of_its_start_and_of_its_end(tmp_path: Path) -> None:
    tuned = tune(tmp_path, **SMALL)
    assert load_weights(tuned.file) == tuned.weights
    assert load_weights(tmp_path / "start.toml") == tuned.start == weights_for(2)
    assert tuned.report.lineup == tuple(
        f"greedy:weights={tmp_path / name}" for name in ("weights-4.toml", "start.toml")
    )


def test_a_file_that_is_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "steps.jsonl").write_text("my diary")
    with pytest.raises(ls.ArgumentError, match="the file is no file of a tuning"):
        tune(tmp_path, **SMALL)
    assert files_in(tmp_path) == {"steps.jsonl": b"my diary"}


@pytest.mark.parametrize("name", ["start.toml", "weights-4.toml"])
def test_a_folder_in_place_of_weights_is_refused_before_anything_is_played(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(ls.ArgumentError, match=rf"{name}: is a folder or a device, not a file"):
        tune(tmp_path, **SMALL)
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_weights_that_cannot_be_written_leave_the_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are played no more when there is room again."""

    def full(path: Path, content: bytes) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(tuning, "write_whole", full)
    with pytest.raises(ls.SimulationError, match=r"start\.toml: No space left on device"):
        tune(tmp_path, **SMALL)
    assert len((tmp_path / "steps.jsonl").read_bytes().splitlines()) == 1 + SMALL["iterations"]


def test_whole_numbers_as_weights_are_those_of_the_file(tmp_path: Path) -> None:
    """So the file can be named in their place."""
    begun = tune(tmp_path, start=Weights(rivalry=1), **SMALL)
    again = tune(tmp_path, start=tmp_path / "start.toml", **SMALL)
    assert begun.to_json() == again.to_json()


def test_two_processes_cannot_write_to_one_tuning(tmp_path: Path) -> None:
    with (
        opened_steps(tmp_path / "steps.jsonl", 2, 7, PRINTED, weights_for(2)),
        pytest.raises(ls.ArgumentError, match="another process is writing to it"),
    ):
        tune(tmp_path, **SMALL)


def test_a_file_that_is_too_large_for_a_tuning_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "steps.jsonl").open("wb") as stream:
        stream.truncate(2**29 + 1)
    with pytest.raises(ls.ArgumentError, match="is larger than 536870912 bytes"):
        tune(tmp_path, **SMALL)
