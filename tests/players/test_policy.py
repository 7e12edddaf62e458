"""The policy, by which a search plays on quickly: what it is told, and what it chooses."""

import json
import math

import pytest
from editions import new_game
from hypothesis import given
from positions import at_die, give, table
from programs import ROOT

import livingstone as ls
from livingstone.players import policy as choices
from livingstone.players.candidates import candidates
from livingstone.players.policy import Choice, Policy, Scores, describe, policy_for
from livingstone.players.rollouts import QUICK_PLAYERS, prefer
from livingstone.players.valuation import Valuation
from livingstone.testing import Game, games

WIDTHS = {"dice": choices.DIE_FEATURES, "uses": choices.USE_FEATURES}
"""How many numbers describe a move, by the kind of choice."""


def choice_in(state: ls.State) -> Choice | None:
    return describe(Valuation.of_state(state), candidates(state, ls.legal_moves(state)))


def likes(kind: str, feature: int, weight: float = 1.0) -> Policy:
    """Make a policy that scores moves of one kind by one number, and others all alike."""
    networks = {}
    for name, width in WIDTHS.items():
        direct = [weight if (name, number) == (kind, feature) else 0.0 for number in range(width)]
        networks[name] = Scores([], [], direct, [])
    return Policy(networks)


@given(games(explicit=False))
def test_a_choice_is_described_by_as_many_numbers_on_any_board(game: Game) -> None:
    for state in game.states:
        if ls.legal_moves(state) and (choice := choice_in(state)):
            assert {len(move) for move in choice.moves} == {WIDTHS[choice.kind]}
            assert len(choice.position) == choices.POSITION_FEATURES
            numbers = [*choice.position, *(number for move in choice.moves for number in move)]
            assert all(math.isfinite(number) for number in numbers)


def test_r3_1_dice_and_their_uses_are_chosen_by_the_policy_and_the_rest_is_not() -> None:
    kinds = {None: 0, "dice": 0, "uses": 0}
    state = new_game(2, seed=5)
    while not state.is_over:
        choice = choice_in(state)
        if choice is None:
            assert policy_for(2).choose(state) == prefer(state)  # type: ignore[union-attr]
        else:
            assert (choice.kind == "uses") == (state.die is not None)
        kinds[choice and choice.kind] += 1
        state = ls.apply(state, prefer(state))
    assert all(kinds.values())


def test_r2_7_r8_1_r9_2_a_position_is_described_by_time_money_and_points() -> None:
    """Worked out by hand, but for what a coin is worth; 14 is what four dice show on average."""
    state = give(at_die(3, players=2), 0, coins=6, chest=1, points=11, cards=["lion", "market"])
    state = give(state, 1, coins=20, chest=1, points=21)
    worth = Valuation.of_state(state)
    described = choices.position_features(worth)
    time, is_last, is_next, coin, funds, lacking, richest, lead, *rest = described
    assert (time, is_last, is_next) == (0.9, 0, 0)
    assert coin == worth.coin / 2
    assert (funds, lacking, richest) == (7 / 14, 7 / 14, 21 / 14)
    assert lead == pytest.approx((worth.projection.points[0] - worth.projection.points[1]) / 20)
    assert lead < 0
    supply, has_none, hand, gems, purse, cost = rest
    assert (supply, has_none, hand, purse, cost) == (1, 0, 2 / 4, 6 / 10, 1 / 5)
    assert gems == 30 / 60
    late = choices.position_features(Valuation.of_state(state.changed(boat=10)))
    assert [*late[:3], late[-1]] == [0, 1, 0, 1]
    assert choices.position_features(Valuation.of_state(state.changed(boat=9)))[:3] == [0.1, 0, 1]
    rich = choices.position_features(Valuation.of_state(give(state, 0, coins=50)))
    assert rich[5] == 0, "nothing is lacking"


def test_r2_3_dice_are_a_rival_s_if_any_of_the_others_can_take_them() -> None:
    state = table(3, 2, 3, 4, 5)
    late = state.players[1].changed(last_die=4)
    state = state.changed(players=(state.players[0], late, state.players[2]))
    choice = choice_in(state)
    assert choice
    assert [move[4] for move in choice.moves] == [1, 1, 1, 1], "the third player has taken none"


@pytest.mark.parametrize(("coins", "told"), [(0, 0), (1, 1), (2, 1)])
def test_r4_4_a_tent_is_affordable_at_its_price(coins: int, told: int) -> None:
    choice = choice_in(give(table(2, 2, 3, 4, 5), 0, coins=coins))
    assert choice
    assert [move[10] for move in choice.moves] == [told] * 4


def test_r5_1_a_sale_is_worth_the_tent_that_it_pays_for() -> None:
    state = give(at_die(1, players=2, left=(4, 5, 6)), 0, coins=0, gems=ls.Gems(2, 0, 0))
    moves, choice = candidates(state, ls.legal_moves(state)), choice_in(state)
    assert choice
    worth = Valuation.of_state(state)
    (gain,) = [
        described[6]
        for move, described in zip(moves, choice.moves, strict=True)
        if isinstance(move, ls.SellGems)
    ]
    assert gain == pytest.approx((worth.tent(1, None) - worth.coin) / 4)


def test_what_leaves_no_choice_is_not_described() -> None:
    state = table(2, 2, 3, 4, 5)
    assert describe(Valuation.of_state(state), [ls.TakeDie(3)]) is None
    assert describe(Valuation.of_state(state), [ls.TakeDie(3), ls.TakeDie(4)]) is not None


def test_r2_3_a_die_is_described_by_the_dice_that_are_left_after_it() -> None:
    state = give(table(2, 2, 2, 4, 6), 0, coins=9)
    choice = choice_in(state)
    assert choice
    two, four, six = choice.moves
    assert [move[3] for move in (two, four, six)] == [2 / 3, 1 / 3, 0]
    assert [move[4] for move in (two, four, six)] == [1, 1, 1], "the other has taken none"
    assert [move[5] for move in (two, four, six)] == [1, 0, 0], "there is another two"
    assert [move[10] for move in (two, four, six)] == [1, 1, 1], "nine coins pay for all tents"
    assert [move[12:] for move in (two, six)] == [[0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1]]


def test_r6_1_a_tent_without_cost_is_described_as_one() -> None:
    state = give(at_die(3, players=2, left=(4, 5, 6)), 0, coins=4, cards=["no_cost_tent"])
    choice = choice_in(state)
    assert choice
    moves = candidates(state, ls.legal_moves(state))
    tents = {
        move.cards: described[-6:]
        for move, described in zip(moves, choice.moves, strict=True)
        if isinstance(move, ls.BuildTent)
    }
    assert tents[()][2:] == [1 / 5, 0, 0, 0]
    assert tents["no_cost_tent",][2:] == [0, 1, 1, 0]


def test_the_move_with_the_highest_score_is_chosen_and_the_first_of_equals() -> None:
    state = table(2, 2, 3, 5, 6)
    for value in (2, 3, 5, 6):
        assert likes("dice", 11 + value).choose(state) == ls.TakeDie(value)
    assert likes("dice", 11 + 2, -1.0).choose(state) == ls.TakeDie(3)
    used = at_die(3, players=2, left=(4, 5, 6))
    kinds = ls.DrawCard(), ls.TakeCoins(), ls.Dig(), ls.BuildTent(3)
    for number, move in enumerate(kinds):
        assert likes("uses", number).choose(used) == move


def test_scores_come_from_a_hidden_layer_that_sees_the_position_too() -> None:
    """Worked out by hand: its only unit is above 0 for a six, and only while rounds are left."""
    width = choices.DIE_FEATURES
    six = [1.0 if number == width - 1 else 0.0 for number in range(width)]
    is_last = [1.0 if number == 1 else 0.0 for number in range(choices.POSITION_FEATURES)]
    unit = [*six, *(-2 * number for number in is_last)]
    prefers_low = [-number for number in six]
    scores = Scores([unit], [-0.5], prefers_low, [3.0])  # 3 * (1 - 0.5) - 1 > 0 for a six
    policy = Policy({"dice": scores, "uses": scores})
    state = table(2, 2, 6)
    assert policy.choose(state) == ls.TakeDie(6)
    assert policy.choose(state.changed(boat=10)) == ls.TakeDie(2)
    assert Policy({"dice": scores._replace(output=[0.6])}).choose(state) == ls.TakeDie(2)


def test_tables_without_a_policy_of_their_own_are_played_as_greedy_plays() -> None:
    assert policy_for(2) is policy_for(2)
    assert [policy_for(players) for players in (3, 4, 5)] == [None] * 3
    assert QUICK_PLAYERS["policy"](4, None) is prefer  # type: ignore[arg-type]


def test_the_shipped_policy_has_a_weight_for_each_number() -> None:
    tables = json.loads((ROOT / "data" / "policies.json").read_text("utf-8"))
    assert list(tables) == ["2"]
    assert list(tables["2"]) == ["dice", "uses"]
    for kind, network in tables["2"].items():
        units = len(network["biases"])
        features = WIDTHS[kind] + choices.POSITION_FEATURES
        assert [len(unit) for unit in network["hidden"]] == [features] * units
        assert len(network["output"]) == units
        assert len(network["direct"]) == WIDTHS[kind]


def test_the_policy_for_two_players_beats_greedy() -> None:
    """It won 72 % of 1,000 games; an equal one would win 36 of 60 or more in 8 of 100 runs."""
    policy, won = policy_for(2), 0
    assert policy
    for game in range(60):
        state = ls.new_game(2, seed=game // 2)
        while not state.is_over:
            is_own = state.current_player == game % 2
            state = ls.apply(state, policy.choose(state) if is_own else prefer(state))
        result = ls.result(state)
        assert result is not None
        won += game % 2 in result.winners
    assert won >= 36
