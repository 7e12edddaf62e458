"""Habits are found by one command that can be interrupted; the mended bot follows its rules."""

from pathlib import Path

import pytest

pytest.importorskip("numba")

import numpy as np
from kinds import kind_of
from matches import play_deal
from mended import PLAIN, Mended
from programs import ROOT, run_python
from reviews import compare, play, review

import livingstone as ls

RESULTS = ROOT / "research" / "habits" / "results"
ROW_2, DIG, COINS = ((ls.TakeDie(2), use) for use in (ls.BuildTent(2), ls.Dig(), ls.TakeCoins()))
END = (ls.EndTurn(),)


def test_a_plan_is_chosen_by_one_half_of_the_tries_and_judged_by_the_other() -> None:
    shares = np.zeros((3, 8))
    shares[1, ::2], shares[2, 1::2] = 0.5, 1.0
    plans = [ROW_2, DIG, COINS]
    assert compare(plans, shares, ROW_2) == (1, 0, 0.0)
    assert compare(plans, shares, COINS) == (1, 2, -1.0)
    assert compare(plans, shares, DIG) == (1, 1, 0.0)


def test_a_plan_that_the_search_leaves_out_is_the_best_that_begins_like_it() -> None:
    shares = np.zeros((3, 8))
    shares[1] = 0.5
    _, played, _ = compare([ROW_2, DIG, END], shares, COINS)
    assert played == 1


@pytest.mark.parametrize(
    ("played", "best", "kind"),
    [
        (ROW_2, DIG, "build | dig | before"),
        (COINS, (ls.TakeDie(1), ls.TakeCoins()), "take coins | with a lower die | before"),
        (ROW_2, (ls.TakeDie(4), ls.BuildTent(4)), "build | in a higher row | before"),
        (END, (ls.SellGems("red", 1),), "end the turn | sell gems | before"),
        ((ls.PlayCard("lion"),), END, "play `lion` | end the turn | before"),
    ],
)
def test_a_kind_says_what_was_done_and_what_is_better(
    played: tuple[ls.Move, ...], best: tuple[ls.Move, ...], kind: str
) -> None:
    assert kind_of(ls.new_game(2, seed=7), played, best) == kind


def test_the_positions_of_a_review_are_those_of_a_game_with_its_seed() -> None:
    state = ls.new_game(2, seed=41_000_000)
    for _, plan in play("greedy", 2, 0):
        for move in plan:
            state = ls.apply(state, move)
    assert state.is_over


def test_a_review_gives_the_same_every_time() -> None:
    assert review("scout", 2, 1, tries=2) == review("scout", 2, 1, tries=2)


def test_without_rules_the_mended_bot_plays_like_greedy() -> None:
    assert play_deal(Mended(PLAIN), "printed", 2, 0) in ([1.0, 0.0], [0.0, 1.0], [0.0, 0.0])
    assert play_deal(Mended(PLAIN), "bga", 2, 1) == play_deal(Mended(PLAIN), "bga", 2, 1)


def make(out: Path, work: Path) -> dict[str, bytes]:
    sizes = ["--games", "1", "--tries", "2", "--matches", "2", "--players", "2", "--jobs", "1"]
    folders = ["--out", str(out), "--work", str(work)]
    done = run_python("research/habits/habits.py", *sizes, *folders)
    assert done.returncode == 0, done.stderr
    return {file.name: file.read_bytes() for file in out.iterdir()}


def test_an_interrupted_run_continues_and_gives_the_same(tmp_path: Path) -> None:
    made = make(tmp_path / "made", tmp_path / "work")
    assert {"greedy-2.inc", "newcomer-2.inc", "scout-2.inc", "mended.inc"} <= set(made)
    for file in (tmp_path / "work").iterdir():
        file.write_bytes(file.read_bytes()[:-5])
    assert make(tmp_path / "again", tmp_path / "work") == made


# What the page says


@pytest.mark.parametrize(
    ("table", "habit"),
    [
        ("greedy-2", "build | dig | before"),
        ("greedy-2", "build | draw a card | before"),
        ("greedy-2", "build | in a higher row | before"),
        ("greedy-2", "build | take coins | in the last round"),
        ("greedy-2", "sell gems | end the turn | before"),
        ("greedy-4", "draw a card | build | before"),
        ("greedy-4", "dig | build | before"),
        ("greedy-4", "build | in a higher row | before"),
        ("greedy-4", "end the turn | sell gems | before"),
    ],
)
def test_what_the_page_how_to_play_well_claims_is_established(table: str, habit: str) -> None:
    lines = (RESULTS / f"{table}.inc").read_text("utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith(f"| {habit} |"))
    assert "**+" in line
