"""The weights of `greedy`: those in files, those given in Python, and those that are shipped."""

import random
from math import nan
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from editions import new_game

import livingstone as ls
from livingstone import load_player
from livingstone.players import Assumptions, GreedyBot, Weights, load_weights, weights_for

RNG = random.Random(1)
THRIFTY = evolve(weights_for(3), assumptions=Assumptions(coin=50.0), dearest_coin=50.0)


def test_weights_come_back_from_their_file(tmp_path: Path) -> None:
    """A weight that a file leaves out is the usual one."""
    path = tmp_path / "weights.toml"
    path.write_text(THRIFTY.to_toml())
    assert load_weights(path) == THRIFTY
    assert load_player(f"greedy:weights={path}") == GreedyBot(THRIFTY)
    path.write_text("late = 1\n[assumptions]\nincome = 2.5\n")
    assert load_weights(path) == Weights(Assumptions(income=2.5), late=1.0)
    assert type(load_weights(path).late) is float


def test_other_weights_choose_other_moves() -> None:
    state = ls.apply(new_game(3, seed=4), ls.TakeDie(new_game(3, seed=4).dice[-1]))
    seen = ls.view(state, 0)
    assert GreedyBot(THRIFTY).choose(seen, RNG) != GreedyBot().choose(seen, RNG)


def test_each_number_of_players_has_its_weights_and_others_those_of_the_nearest() -> None:
    with pytest.raises(ls.ArgumentError, match="players must be a whole number"):
        weights_for(0)
    assert len({weights_for(players) for players in (2, 3, 4)}) == 3
    assert weights_for(20) == weights_for(5)
    seen = ls.view(new_game(4, seed=3), 0)
    assert GreedyBot().choose(seen, RNG) == GreedyBot(weights_for(4)).choose(seen, RNG)


def test_all_problems_of_a_file_are_told(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(
        'rivalry = "1"\nlate = 0\npatience = nan\nboldness = 2\n'
        "[assumptions]\nincome = true\ncoin = 200000\nluck = 1\n"
    )
    with pytest.raises(ls.DataError) as caught:
        load_weights(path)
    assert caught.value.source == str(path)
    assert sorted(caught.value.problems) == [
        "assumptions.coin: must be 0.001 to 100000, not 200000",
        "assumptions.income: must be a number, not true",
        "assumptions: unknown: 'luck'",
        "late: must be 0.001 to 100000, not 0",
        "patience: must be 0.001 to 100000, not nan",
        "rivalry: must be a number, not '1'",
        "unknown: 'boldness'",
    ]


def test_a_file_that_is_not_there_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(ls.ArgumentError, match="No such file or directory"):
        load_player(f"greedy:weights={tmp_path / 'none.toml'}")
    with pytest.raises(ls.ArgumentError, match="3: No such file or directory"):
        load_player("greedy:weights=3")


@pytest.mark.parametrize("value", [0, -1.0, 100_001, nan])
def test_what_is_no_weight_is_refused(value: Any) -> None:
    for make in (lambda: Weights(late=value), lambda: Assumptions(income=value)):
        with pytest.raises(ls.ArgumentError, match=r"(late|income) must be 0\.001 to 100000"):
            make()
