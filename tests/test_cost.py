"""The engine's cost, counted and not timed, so that no change makes it slower unnoticed.

The bounds are what the engine needs today and a tenth more. Who raises one says why.
"""

import random
import sys
from pathlib import Path
from types import FrameType

import pytest
from editions import frozen_table, new_game

import livingstone as ls
from livingstone.edition.printed import Edition
from livingstone.game.state import State

GAMES = 10
SOURCE = str(Path(ls.__file__).parent)


def decide(state: ls.State, rng: random.Random) -> ls.State:
    return ls.apply(state, rng.choice(ls.legal_moves(state)))


def counted_calls(edition: str, players: int) -> float:
    """Count the calls of this library's Python functions, for a decision."""
    rng = random.Random(7)
    calls = decisions = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        if event == "call" and frame.f_code.co_filename.startswith(SOURCE):
            calls += 1

    for seed in range(2 * GAMES):
        state = new_game(players, seed=seed, edition=edition)
        while not state.is_over:
            if seed >= GAMES:  # the games before fill the tables
                sys.setprofile(count)
                decisions += 1
            state = decide(state, rng)
            sys.setprofile(None)
    return calls / decisions


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("players", [2, 5])
def test_a_decision_takes_few_function_calls(edition: str, players: int) -> None:
    assert counted_calls(edition, players) < 25.5


def test_a_move_derives_few_states_and_players(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {ls.State: 0, ls.Player: 0}
    original = State.changed.__globals__["_changed"]

    def count(value: ls.State | ls.Player, changes: object) -> ls.State | ls.Player:
        made[type(value)] += 1
        derived: ls.State | ls.Player = original(value, changes)
        return derived

    monkeypatch.setitem(State.changed.__globals__, "_changed", count)
    rng, decisions = random.Random(7), 0
    for seed in range(GAMES):
        state = new_game(4, seed=seed)
        while not state.is_over:
            state = decide(state, rng)
            decisions += 1
    assert made[ls.State] / decisions < 1.65
    assert made[ls.Player] / decisions < 1.2


def test_moves_are_built_once_and_shared() -> None:
    rng = random.Random(7)
    state = new_game(4, seed=7)
    while not state.is_over:
        again = ls.legal_moves(state)
        assert all(one is other for one, other in zip(ls.legal_moves(state), again, strict=True))
        state = ls.apply(state, rng.choice(again))


def test_an_edition_loaded_again_is_never_compared_with_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Comparing two equal editions takes longer than a move, and workers have copies of them."""
    table, deck = frozen_table("board.toml"), frozen_table("cards.toml")
    first, again = (ls.load_edition("bga", board=table, cards=deck) for _ in range(2))

    def play(edition: Edition) -> None:
        rng = random.Random(7)
        state = ls.new_game(2, seed=7, edition=edition)
        while not state.is_over:
            state = decide(state, rng)

    def compare(one: Edition, other: object) -> bool:
        raise AssertionError("two editions are compared")

    play(first)
    monkeypatch.setattr(Edition, "__eq__", compare)
    play(again)
