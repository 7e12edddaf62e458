"""Habits are found by one command that can be interrupted; the mended bot follows its rules."""

from pathlib import Path

import pytest

pytest.importorskip("numba")

import numpy as np
from kinds import kind_of
from mended import SITUATIONS, as_policy, fit, measure, situations_of
from programs import ROOT, run_python
from reviews import compare, play, review
from value_games import Player, match
from value_games import play as play_games

import livingstone as ls
from livingstone.kernel import Kernel
from livingstone.kernel.search import policy
from livingstone.kernel.search.networks import inputs_of

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


def test_with_greedys_advice_alone_the_mended_bot_plays_like_greedy() -> None:
    weights = np.zeros((SITUATIONS, policy.MOVE_SIZE))
    weights[:, policy.IS_GREEDY] = 1.0
    me = Player(policy=as_policy(weights, inputs_of(Kernel.of("printed", 2).tables)))
    played, expected = (match(bot, Player(), 2, 20, seed=1) for bot in (me, Player()))
    np.testing.assert_array_equal(played, expected)


def test_the_mended_bot_chooses_by_the_weights_of_the_situation_and_a_fit_finds_them() -> None:
    weights = np.random.default_rng(1).normal(size=(SITUATIONS, policy.MOVE_SIZE))
    me = Player(policy=as_policy(weights, inputs_of(Kernel.of("printed", 2).tables)))
    _, choices = play_games("printed", np.zeros((100, 2), int), [me], 1, most_choices=120)
    for own, least in ((weights, 0.99), (fit(choices), 0.9)):
        scores = np.einsum("com,cm->co", choices.options, own[situations_of(choices)])
        scores[np.arange(scores.shape[1]) >= choices.counts[:, None]] = -np.inf
        assert (scores.argmax(axis=1) == choices.chosen).mean() > least


def test_a_match_that_was_played_is_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "mended-2.json"
    file.write_text('{"departures": [], "shares": [[1.0], [1.0]]}', "utf-8")
    _, shares = measure(2, 250, 250, file)
    assert shares.all()


def make(out: Path, work: Path) -> dict[str, bytes]:
    sizes = ["--part", "0.001", "--tries", "2", "--jobs", "1"]
    folders = ["--out", str(out), "--work", str(work)]
    done = run_python("research/habits/habits.py", *sizes, *folders)
    assert done.returncode == 0, done.stderr
    return {file.name: file.read_bytes() for file in out.iterdir()}


def test_an_interrupted_run_continues_and_gives_the_same(tmp_path: Path) -> None:
    made = make(tmp_path / "made", tmp_path / "work")
    assert {"greedy-2.inc", "greedy-4.inc", "newcomer-2.inc"} <= set(made)
    for file in (tmp_path / "work").iterdir():
        file.write_bytes(file.read_bytes()[:-5])
    assert make(tmp_path / "again", tmp_path / "work") == made


# What the page says


@pytest.mark.parametrize(
    ("table", "habit"),
    [
        ("newcomer-2", "dig | build | before"),
        ("newcomer-2", "take coins | build | before"),
        ("newcomer-2", "draw a card | build | before"),
        ("newcomer-2", "build | in a lower row | before"),
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


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("players", [2, 4, 5])
def test_that_the_mended_bot_wins_against_greedy_is_established(edition: str, players: int) -> None:
    lines = (RESULTS / "mended.inc").read_text("utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith(f"| {edition} | {players} |"))
    assert "**+" in line
