"""The game for OpenSpiel where it ends, begins in the middle, or is copied."""

import pytest

pytest.importorskip("pyspiel")

import copy
import pickle
from random import Random
from typing import Any

import numpy
import pyspiel
from editions import board_table, card_table, make_edition
from open_spiel.python.algorithms import ismcts, mcts
from openspiel_games import load, played

import livingstone as ls
from livingstone.envs import IllegalActionError
from livingstone.envs.openspiel import (
    LivingstoneGame,
    as_bot,
    as_openspiel_bot,
    most_outcomes,
)


def test_nothing_can_be_done_after_the_longest_game() -> None:
    state = played(load(players=2, max_game_length=1), 7)
    assert state.is_terminal()
    assert not state.node.state.is_over
    before = state.history()
    with pytest.raises(IllegalActionError, match="the game has ended"):
        state.apply_action(state.node.numbers[0])
    assert state.history() == before
    with pytest.raises(ls.ArgumentError, match="no move to choose: the game has ended"):
        as_openspiel_bot("greedy").step(state)


def test_a_search_of_openspiel_plays_as_a_bot_of_this_library() -> None:
    """It asks for resampled states, and the state that it gets has no history.

    In resampled states the others can hold different cards and coins, so their information states
    have to differ: the search expects the same legal actions in equal ones.
    """
    random = numpy.random.RandomState(7)
    searching = ismcts.ISMCTSBot(
        load(players=2),
        mcts.RandomRolloutEvaluator(1, random),
        uct_c=2.0,
        max_simulations=30,
        random_state=random,
    )
    bot, rng, state = as_bot(searching), Random(7), ls.new_game(2, seed=7)
    for _ in range(8):
        view = ls.view(state, state.current_player)
        move = bot.choose(view, rng)
        assert move in view.legal_moves
        state = ls.apply(state, move)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))]
)
def test_a_copy_of_a_game_can_be_played(copied: Any) -> None:
    game = load(players=2, edition="bga")
    other = copied(game)
    assert str(other) == str(game)
    assert str(played(other, 7)) == str(played(game, 7))
    assert other.make_py_observer() is not None


def test_a_game_of_a_given_edition_is_neither_copied_nor_pickled() -> None:
    game = LivingstoneGame({"players": 2}, edition=ls.load_edition("bga"))
    for copied in (copy.deepcopy, pickle.dumps):
        with pytest.raises(ls.ArgumentError, match="cannot be copied or pickled"):
            copied(game)


def test_chance_decides_no_more_often_than_is_said() -> None:
    game = load(players=2, max_game_length=40)
    for seed in range(20):
        state, rng, decided = game.new_initial_state(), Random(seed), 0
        while not state.is_terminal():
            decided += state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        assert decided <= game.max_chance_nodes_in_history()


def test_the_most_outcomes_are_those_of_the_kind_that_has_most() -> None:
    """R2.1, R9.2: rolls; R4.1: cards; R4.3: stones, for which the bag is full at the start."""

    def small(table: dict[str, Any]) -> None:
        table["dice"] |= {"per_player": 1, "sides": 2, "donation": 20}
        table["rows"] = table["rows"][:2]
        for kind, stones in table["stones"].items():
            stones["count"] = 9 if kind == "black" else 1

    def most(players: int, *cards: dict[str, Any]) -> int:
        return most_outcomes(make_edition(board_table(small), [*cards]), players)

    assert most(2) == 21  # from 0 to 20 of the dice show 2
    assert most(3) == 1 + 4 + 6  # two stones: so many of them are black, clear and so on
    assert most(3, card_table("dig", "draw_stones", stones=3)) == 1 + 4 + 6 + 4
    lions = [card_table(f"lion_{number}", "score_points", points=1) for number in range(30)]
    assert most(3, *lions) == 30


def test_no_event_has_more_outcomes_than_the_most() -> None:
    for seed in range(3):
        node, game = played(load(players=2), seed).node, load(players=2)
        while node.before is not None:
            node = node.before
            if node.state.is_chance:
                assert len(node.numbers) <= game.max_chance_outcomes()


def test_an_outcome_that_chance_does_not_have_has_no_name() -> None:
    state = load(players=2).new_initial_state()
    with pytest.raises(ls.ArgumentError, match="there is no outcome 9999"):
        state.action_to_string(pyspiel.PlayerId.CHANCE, 9999)


def test_chance_does_not_use_up_the_length_of_a_game() -> None:
    state, rng, moves = load(players=2, max_game_length=40).new_initial_state(), Random(1), 0
    while not state.is_terminal():
        moves += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    assert not state.node.state.is_over
    assert moves == 40


def test_a_resampled_game_is_as_long_as_the_one_that_it_comes_from() -> None:
    state, moves = load(players=2, max_game_length=3).new_initial_state(), 0
    while moves < 2 or state.is_chance_node():
        moves += not state.is_chance_node()
        state.apply_action(state.legal_actions()[0])
    other = state.resample_from_infostate(state.current_player(), lambda: 0.5)
    other.apply_action(other.legal_actions()[0])
    assert other.is_terminal()
