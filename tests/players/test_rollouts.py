"""Rollouts: by whose moves a search plays on, for itself and for the others."""

import random
from collections.abc import Callable
from typing import Any, Literal

import pytest
from editions import new_game

import livingstone as ls
from livingstone.players import IsmctsBot, ismcts
from livingstone.players.policy import policy_for
from livingstone.players.rollouts import QUICK_PLAYERS, Choose, prefer
from livingstone.players.search import Search


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({}, [("policy", 0), ("policy", 1)]),
        ({"others": "greedy"}, [("policy", 0), ("greedy", 1)]),
        ({"rollout": "greedy"}, [("greedy", 0), ("policy", 1)]),
        ({"rollout": "random", "others": "greedy"}, [("random", 0), ("greedy", 1)]),
    ],
)
def test_the_player_and_the_others_are_played_on_by_the_players_that_are_named(
    options: dict[str, Any], asked: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = set[tuple[str, int]]()

    def watched(name: str) -> Callable[[int, random.Random], Choose]:
        def make(players: int, rng: random.Random) -> Choose:
            assert players == 2
            choose = QUICK_PLAYERS[name](players, rng)

            def watch(state: ls.State) -> ls.Move:
                told.add((name, state.current_player))
                return choose(state)

            return watch

        return make

    monkeypatch.setattr(ismcts, "_is_compiled", lambda: False)
    monkeypatch.setattr(ismcts, "QUICK_PLAYERS", {name: watched(name) for name in QUICK_PLAYERS})
    IsmctsBot(iterations=8, **options).choose(ls.view(new_game(2, seed=4), 0), random.Random(1))
    assert told == set(asked)


@pytest.mark.parametrize("rollout", ["greedy", "policy", "random"])
def test_the_first_plan_is_what_the_player_itself_would_do_quickly(
    rollout: Literal["greedy", "policy", "random"], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No move is liked for being random: it is that of `greedy` then."""
    tried = list[ls.Move]()

    def first(search: Search[Any]) -> ls.Move:
        tried.append(search.plans[0][0])
        return tried[-1]

    monkeypatch.setattr(Search, "best", first)
    policy, differ = policy_for(2), 0
    assert policy
    state = new_game(2, seed=5)
    while state.boat < 4:
        if len(ls.legal_moves(state)) > 1 and state.die is None and state.dice_left:
            tried.clear()
            bot = IsmctsBot(iterations=1, rollout=rollout)
            bot.choose(ls.view(state, state.current_player), random.Random(1))
            quick = policy.choose(state) if rollout == "policy" else prefer(state)
            assert not tried or tried == [quick]
            differ += bool(tried) and policy.choose(state) != prefer(state)
        state = ls.apply(state, prefer(state))
    assert differ, "both would always do the same"
