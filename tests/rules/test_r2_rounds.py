"""R2: rounds, and whose turn it is."""

import pytest
from editions import new_game
from positions import give, last_turn, moves_of, play, refused, table

import livingstone as ls
from livingstone.game import Code


def coins_for(state: ls.State, die: int) -> ls.State:
    """Play a turn that takes a die and coins for it."""
    return play(state, ls.TakeDie(die), ls.TakeCoins(), ls.EndTurn())


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_r2_2_turns_go_clockwise_from_the_starting_player(first: int) -> None:
    state = table(4, 1, 2, 3, 4, 5, 6, 6, 6, first=first)
    seats = []
    for die in (1, 2, 3, 4, 5):
        seats.append(state.current_player)
        state = coins_for(state, die)
    assert seats == [(first + turn) % 4 for turn in range(5)]


def test_r2_3_the_first_die_of_a_round_can_be_any() -> None:
    state = table(3, 1, 1, 3, 4, 5, 6)
    assert ls.legal_moves(give(state, 0, coins=0)) == tuple(map(ls.TakeDie, (1, 3, 4, 5, 6)))


def test_r2_3_a_later_die_must_be_higher() -> None:
    state = coins_for(coins_for(table(2, 2, 3, 3, 4), 3), 2)
    assert moves_of(state, ls.TakeDie) == (ls.TakeDie(4),)
    refused(state, ls.TakeDie(3), Code.DIE_NOT_HIGHER, "R2.3", seat=0, last=3, value=3)


def test_r2_3_higher_than_the_last_die_not_than_the_first() -> None:
    state = table(2, 1, 3, 4, 5)
    state = play(give(state, 0, cards=["two_dice"]), ls.PlayCard("two_dice"))
    state = play(state, ls.TakeDie(1), ls.TakeCoins(), ls.TakeDie(4), ls.TakeCoins(), ls.EndTurn())
    state = coins_for(state, 5)
    assert state.pending == ls.RoundRoll(4)  # a 3 lies there, above seat 0's first, not its last


def test_r2_3_taking_a_die_removes_one_of_its_value() -> None:
    state = play(table(3, 1, 4, 4, 6), ls.TakeDie(4))
    assert (state.dice, state.die, state.players[0].last_die) == ((1, 4, 6), 4, 4)
    assert (state.dice_taken, state.dice_left) == (1, 0)


def test_r2_4_who_cannot_take_a_die_is_skipped_with_cards_and_gems_in_hand() -> None:
    state = give(table(3, 2, 3, 4, 6), 1, coins=9, gems=ls.Gems(red=1), cards=["lion"])
    state = coins_for(coins_for(coins_for(state, 2), 6), 3)
    state = coins_for(state, 4)
    assert state.is_chance  # nobody is asked once no die is left
    assert state.players[1].hand == ("lion",)


def test_r2_5_the_round_ends_when_nobody_can_take_a_die() -> None:
    state = give(table(2, 1, 1, 6, 6), 0, tents=[(5, 1)])
    state = coins_for(coins_for(state, 6), 6)
    assert state.players[0].points == 5
    assert (state.boat, state.dice, state.pending) == (2, (), ls.RoundRoll(4))
    assert [player.last_die for player in state.players] == [0, 0]
    assert (state.die, state.dice_taken, state.dice_left) == (None, 0, 1)


@pytest.mark.parametrize(("first", "following"), [(0, 1), (1, 2), (2, 0)])
def test_r2_5_the_start_passes_clockwise_whoever_moved_last(first: int, following: int) -> None:
    state = coins_for(coins_for(table(3, 5, 6, first=first), 5), 6)
    assert (state.starting_player, state.current_player) == (following, following)
    state = play(state, ls.DiceRolled((1, 1, 1, 6, 6, 6)))
    assert (state.current_player, state.dice) == (following, (1, 1, 1, 6, 6, 6))


def test_r2_6_the_example_of_three_players() -> None:
    state = play(new_game(3, explicit_chance=True), ls.DiceRolled((1, 1, 3, 4, 5, 6)))
    a, b, c = 0, 1, 2
    for seat, die in ((a, 1), (b, 6), (c, 1), (a, 5), (c, 3), (c, 4)):
        assert state.current_player == seat
        state = coins_for(state, die)
    assert (state.pending, state.dice, state.boat) == (ls.RoundRoll(6), (), 2)
    assert [player.coins for player in state.players] == [3 + 6, 3 + 6, 3 + 8]


def test_r2_7_the_game_ends_after_the_last_column() -> None:
    state = coins_for(last_turn(3), 6)
    assert state.is_over
    assert (state.boat, state.pending, ls.legal_moves(state)) == (10, None, ())
    refused(state, ls.EndTurn(), Code.GAME_OVER, "R2.7")


def test_r2_7_the_boat_moved_back_prolongs_the_game() -> None:
    state = play(give(last_turn(3), 0, cards=["boat_back"]), ls.PlayCard("boat_back"))
    state = coins_for(state, 6)
    assert not state.is_over
    assert (state.boat, state.pending) == (10, ls.RoundRoll(6))
