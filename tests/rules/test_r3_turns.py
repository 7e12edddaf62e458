"""R3: a turn."""

import pytest
from positions import at_die, give, moves_of, play, refused, table

import livingstone as ls
from livingstone.game import Code

FREE_ACTIONS: list[ls.Move] = [
    ls.PlayCard("lion"),
    ls.PlayCard("three_stones"),
    ls.PlayCard("market", gems=ls.Gems(clear=1)),
    ls.SellGems("clear", 1),
    ls.Donate(1),
]
BOTH = pytest.mark.parametrize("edition", ["printed", "bga"])
EVERY = pytest.mark.parametrize("move", FREE_ACTIONS)


def equipped(state: ls.State) -> ls.State:
    """Give seat 0 what every free action needs."""
    return give(state, 0, gems=ls.Gems(clear=2), cards=["lion", "three_stones", "market"])


@BOTH
def test_r3_1_a_turn_takes_a_die_uses_it_and_ends(edition: str) -> None:
    state = table(3, 4, 5, edition=edition)
    assert moves_of(state, ls.EndTurn) == ()
    state = play(state, ls.TakeDie(4))
    assert moves_of(state, ls.EndTurn) == ()
    state = play(state, ls.TakeCoins())
    assert moves_of(state, ls.EndTurn) == (ls.EndTurn(),)
    assert state.current_player == 0  # until the player says so
    assert play(state, ls.EndTurn()).current_player == 1


@BOTH
def test_r3_1_the_turn_cannot_end_before_a_die_is_taken(edition: str) -> None:
    state = table(3, 4, edition=edition)
    refused(state, ls.EndTurn(), Code.TURN_NOT_BEGUN, "R3.1")


@pytest.mark.parametrize("move", [ls.EndTurn(), ls.TakeDie(5)])
def test_r3_1_the_die_is_used_before_another_and_before_the_end(move: ls.Move) -> None:
    refused(at_die(4), move, Code.DIE_UNUSED, "R3.1", die=4)


def test_r3_1_exactly_one_die_a_turn() -> None:
    state = play(at_die(4), ls.TakeCoins())
    refused(state, ls.TakeDie(5), Code.NO_MORE_DICE, "R3.1")
    assert moves_of(state, ls.TakeDie) == ()


ACTIONS: list[tuple[ls.Move, str]] = [
    (ls.DrawCard(), "R4.1"),
    (ls.TakeCoins(), "R4.2"),
    (ls.Dig(), "R4.3"),
    (ls.BuildTent(4), "R4.4"),
]


@pytest.mark.parametrize(("move", "rule"), ACTIONS)
def test_r3_1_each_action_needs_a_die(move: ls.Move, rule: str) -> None:
    refused(table(3, 4), move, Code.NO_DIE, rule)


@pytest.mark.parametrize(("move", "rule"), ACTIONS)
def test_r3_1_a_die_is_used_for_one_action_only(move: ls.Move, rule: str) -> None:
    used = play(at_die(4), ls.BuildTent(4))
    assert used.die is None
    refused(used, move, Code.NO_DIE, rule)


@EVERY
def test_r3_2_printed_allows_free_actions_before_the_die(move: ls.Move) -> None:
    state = equipped(table(3, 4, 5))
    assert move in ls.legal_moves(state)
    after = play(state, move)
    assert (after.current_player, after.dice_taken, after.dice_left) == (0, 0, 1)


@EVERY
def test_r3_2_bga_wants_a_die_first(move: ls.Move) -> None:
    state = equipped(table(3, 4, 5, edition="bga"))
    refused(state, move, Code.TURN_NOT_BEGUN, "R3.2")
    assert ls.legal_moves(state) == (ls.TakeDie(4), ls.TakeDie(5))


@BOTH
@EVERY
def test_r3_2_free_actions_between_taking_and_using_a_die(move: ls.Move, edition: str) -> None:
    state = equipped(at_die(4, edition=edition))
    assert move in ls.legal_moves(state)
    assert play(state, move).die == 4


@BOTH
@EVERY
def test_r3_2_free_actions_after_the_last_die_was_used(move: ls.Move, edition: str) -> None:
    state = play(equipped(at_die(4, edition=edition)), ls.TakeCoins())
    assert move in ls.legal_moves(state)
    assert play(state, move).current_player == 0
