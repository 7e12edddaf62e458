"""The study can be made again, with every file that its page shows."""

import fcntl
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")

import many
import numpy as np
from claims import CLAIMS, claimed
from games import Player, play
from programs import ROOT, run_python

from livingstone import TakeDie
from livingstone.kernel import Kernel, valuing
from livingstone.kernel import layout as at
from livingstone.kernel.search.networks import shipped_networks

PAGE = ROOT / "docs" / "explanation" / "study.md"
RESULTS = ROOT / "research" / "study" / "results"
SHOWN = set(
    re.findall(r"\.\./\.\./research/study/results/([\w-]+\.(?:inc|svg))", PAGE.read_text("utf-8"))
)


def make(out: Path, work: Path, jobs: int) -> Path:
    options = ["--deals", "1", "--jobs", str(jobs), "--out", str(out), "--work", str(work)]
    done = run_python("research/study/run.py", *options)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a folder that all processes of a run share."""
    base = tmp_path_factory.getbasetemp()
    shared = (base if worker_id == "master" else base.parent) / "study"
    shared.mkdir(exist_ok=True)
    return shared


@pytest.fixture(scope="module")
def made(folder: Path) -> Path:
    """Make the study once, while other processes that need it wait."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "made").exists():
            make(folder / "unfinished", folder / "games", jobs=2).rename(folder / "made")
    return folder / "made"


def test_the_study_makes_every_file_that_its_page_shows_and_no_other(made: Path) -> None:
    assert SHOWN
    assert {file.name for file in made.iterdir()} == SHOWN


def test_the_study_continues_with_its_games_and_gives_the_same_bytes(
    made: Path, folder: Path
) -> None:
    again = make(folder / "again", folder / "games", jobs=1)
    for file in made.iterdir():
        assert (again / file.name).read_bytes() == file.read_bytes()


def test_every_file_that_the_page_shows_is_there_and_has_the_columns_that_are_made_now(
    made: Path,
) -> None:
    assert {file.name for file in RESULTS.iterdir()} == SHOWN
    for name in SHOWN:
        shown = RESULTS / name
        if name.endswith(".inc"):
            assert _heads(shown) == _heads(made / name)
        else:
            assert shown.read_text("utf-8").startswith("<?xml")


def _heads(file: Path) -> str:
    return file.read_text("utf-8").splitlines()[0]


# What the page says


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim["says"])
def test_what_the_page_claims_is_established_in_the_tables(claim: dict[str, Any]) -> None:
    """No difference is claimed whose interval, corrected for all of the study, includes 0."""
    for cell in claimed(claim, RESULTS):
        assert cell.startswith(f"**{claim['sign']}"), cell


# What is played


@pytest.mark.parametrize("brain", ["greedy", "policy"])
def test_a_player_with_a_habit_avoids_what_it_can_avoid_and_otherwise_plays_on(brain: str) -> None:
    kernel = Kernel.of("printed", 2)
    deals = range(20)
    alike = np.zeros((len(deals), 2), np.int64)
    usual = play(kernel, alike, [Player(brain)], deals, 1, False)
    for habit, uses in (("use 2", np.s_[..., 2]), ("use 3", np.s_[..., 3])):
        avoiding = play(kernel, alike, [Player(brain, habit)], deals, 1, False)
        assert usual.uses[uses].sum() > 0
        assert avoiding.uses[uses].sum() == 0


@pytest.mark.parametrize("brain", ["greedy", "policy"])
def test_a_player_that_avoids_a_die_takes_another_if_there_is_one(brain: str) -> None:
    kernel = Kernel.of("printed", 2)
    games = 30
    states = kernel.new_games(games)
    kernel.step(states, np.full(games, -1), kernel.luck([*range(games)]))
    dice = states[:, at.DICE : at.DICE + 6] > 0
    for die in range(1, 7):
        player = Player(brain, f"die {die}")
        seeds = np.zeros(games, np.uint64)
        chosen = player.choose(kernel, states.copy(), seeds)
        takes = chosen == kernel.code(TakeDie(die))
        assert (takes == (dice[:, die - 1] & (dice.sum(axis=1) == 1))).all()


@pytest.mark.parametrize("tries", [0, 30])
def test_choices_of_many_states_are_those_of_each_alone(tries: int) -> None:
    kernel = Kernel.of("printed", 3)
    networks = shipped_networks()[3]
    states = kernel.new_games(3)
    kernel.step(states, np.full(3, -1), kernel.luck([7, 8, 9]))
    seeds = np.array([1, 2, 1], np.uint64)
    alone = [
        kernel.code(valuing.choose(kernel, state, int(seed), tries, 0.0, networks))
        for state, seed in zip(states, seeds, strict=True)
    ]
    assert many.choose(kernel, states, seeds, tries, networks).tolist() == alone


def test_greedy_on_the_kernel_wins_what_it_wins_in_the_engine() -> None:
    deals = range(5)
    kernel = Kernel.of("printed", 3)
    alike = np.zeros((len(deals), 3), np.int64)
    games = play(kernel, alike, [Player("greedy")], deals, 1, False)
    for deal, points, donated in zip(deals, games.points, games.donated, strict=True):
        (row,) = kernel.play([["greedy"] * 3], [deal], [[0, 0, 0]])
        standings = row.result.standings
        assert [own.donated for own in standings] == donated.tolist()
        assert [own.points for own in standings] == points.tolist()


def test_luck_explains_a_part_of_the_result_and_leaves_the_rest() -> None:
    kernel = Kernel.of("printed", 2)
    alike = np.zeros((400, 2), np.int64)
    games = play(kernel, alike, [Player("policy")], range(400), 1, True)
    variance = games.shares.var(axis=0).sum()
    assert 0 < games.explained.mean(axis=0).sum() < variance
