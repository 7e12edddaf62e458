"""The compiled tries of `ismcts` give what those in Python give, to the last bit."""

import pytest

pytest.importorskip("numba")

import random
from collections.abc import Sequence

from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st
from lockstep import some

import livingstone as ls
from livingstone.edition.cards import Card, CardNames
from livingstone.effects import GainCoins
from livingstone.kernel import Kernel
from livingstone.kernel.tries.trying import Tries
from livingstone.players import IsmctsBot, Network, ismcts
from livingstone.players.evaluation import FEATURES, PLACES, Evaluation, network_for
from livingstone.players.policy import policy_for
from livingstone.players.rollouts import play_on, prefer
from livingstone.players.search import Plan
from livingstone.testing import custom_editions, fold, numbers, pick_rare, shipped_editions, states

POLICY = policy_for(2)


def check_shares(
    state: ls.State, plan: Plan, with_policy: Sequence[bool], network: Network, seed: int
) -> None:
    """Try a plan in both ways; each seat is played on by the policy, or by `greedy`."""
    assert POLICY is not None
    kernel, drawn = Kernel.of(state.edition, len(state.players)), ls.with_seed(state, seed)
    tries = Tries(kernel, with_policy, network.flat(), **POLICY.weights)
    found = [round(share, PLACES) for share in tries.shares(tries.draw(drawn), plan)]

    def choose(state: ls.State) -> ls.Move:
        return (POLICY.choose if with_policy[state.current_player] else prefer)(state)

    for move in plan:
        drawn = ls.apply(drawn, move)
    evaluation = Evaluation(state.edition, len(state.players), network)
    assert found == evaluation.shares(play_on(drawn, choose))


@given(states(shipped_editions()), st.data())
def test_shares_are_equal_from_any_position(state: ls.State, data: st.DataObject) -> None:
    players, state = len(state.players), ls.with_explicit_chance(state)
    moves = ls.legal_moves(state)
    if moves:
        with_policy = data.draw(st.lists(st.booleans(), min_size=players, max_size=players))
        plan = (data.draw(st.sampled_from(moves)),)
        check_shares(state, plan, with_policy, network_for(players), data.draw(st.integers(0, 99)))


@given(custom_editions(), st.data(), numbers(60))
def test_shares_are_equal_on_any_board(
    edition: ls.Edition, data: st.DataObject, played: list[int]
) -> None:
    least, most = edition.board.players.least, edition.board.players.most
    players = data.draw(st.integers(least, most))
    start = ls.new_game(players, edition=edition, explicit_chance=True)
    state = fold(start, played, pick_rare).last
    if ls.legal_moves(state):
        check_shares(state, (prefer(state),), [True] * players, network_for(players), seed=7)


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("edition", ["printed", "bga"])
def test_shares_are_equal_throughout_games(edition: str, players: int) -> None:
    rng = random.Random(players)
    state = ls.new_game(players, seed=players, edition=edition)
    while not state.is_over:
        moves = ls.legal_moves(state)
        if len(moves) > 1 and rng.random() < some(100) / 200:
            known = ls.with_explicit_chance(state)
            with_policy = [rng.random() < 0.5 for _ in range(players)]
            check_shares(known, (rng.choice(moves),), with_policy, network_for(players), seed=5)
        state = ls.apply(state, prefer(state) if rng.random() < 0.5 else rng.choice(moves))


def test_another_network_is_taken() -> None:
    network = Network([[0.1] * FEATURES] * 3, [0.2] * 3, [0.3] * 40, [-0.1] * 40, -2.0)
    state = ls.with_explicit_chance(ls.new_game(2, seed=7))
    check_shares(state, (ls.TakeDie(4), ls.Dig()), [True, False], network, seed=3)


def choices(bot: IsmctsBot, players: int, edition: str) -> list[ls.Move]:
    """Let a bot play all seats of a game; list its choices."""
    state, chosen, rng = ls.new_game(players, seed=4, edition=edition), [], random.Random(5)
    while not state.is_over:
        chosen.append(bot.choose(ls.view(state, state.current_player), rng))
        state = ls.apply(state, chosen[-1])
    return chosen


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("edition", ["printed", "bga"])
def test_equal_seeds_give_equal_choices(
    edition: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = IsmctsBot(iterations=some(12), others="policy")
    compiled = choices(bot, players, edition)
    monkeypatch.setattr(ismcts, "_is_compiled", lambda: False)
    assert choices(bot, players, edition) == compiled


def test_a_die_is_planned_with_its_use_in_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    view = ls.view(ls.new_game(3, seed=7), 0)
    chosen = IsmctsBot(iterations=100).choose(view, random.Random(1))
    monkeypatch.setattr(ismcts, "_is_compiled", lambda: False)
    assert IsmctsBot(iterations=100).choose(view, random.Random(1)) == chosen


@frozen
class CollectCoins(GainCoins):
    """An effect that the compiled game does not know."""


@pytest.mark.parametrize(
    ("options", "is_compiled"), [("", True), ("rollout=random", False), ("others=random", False)]
)
@pytest.mark.parametrize("is_known", [True, False])
def test_python_tries_what_is_not_compiled(
    options: str, is_compiled: bool, is_known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is a quick player at random, or an effect of a program's own."""
    in_python, edition = list[ls.State](), ls.load_edition("printed")

    def remember(evaluation: Evaluation, state: ls.State) -> list[float]:
        in_python.append(state)
        return [0.5, 0.5]

    monkeypatch.setattr(Evaluation, "shares", remember)
    if not is_known:
        own = Card("own", 1, CollectCoins(3), CardNames("Own"), "Own.")
        edition = evolve(edition, cards=(*edition.cards, own))
    view = ls.view(ls.new_game(2, seed=7, edition=edition), 0)
    bot = ls.load_player(f"ismcts:iterations=3,{options}".rstrip(","))
    bot.choose(view, random.Random(1))
    assert len(in_python) == (0 if is_compiled and is_known else 3)
