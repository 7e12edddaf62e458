"""R1: material and set-up."""

import pytest
from editions import load_edition, new_game
from positions import at_die, give, leave_in_bank, play, small_board, small_deck, sound

import livingstone as ls

BOTH = pytest.mark.parametrize("edition", ["printed", "bga"])


@BOTH
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r1_1_two_to_five_players_are_seated(players: int, edition: str) -> None:
    state = sound(new_game(players, explicit_chance=True, edition=edition))
    assert len(state.players) == players


@BOTH
def test_r1_2_r1_3_r1_4_r1_5_r1_6_r1_7_the_material_is_that_of_the_box(edition: str) -> None:
    """All stones are in the bag, all cards face down, and the bank has what players do not have."""
    state = new_game(5, explicit_chance=True, edition=edition)
    board = state.edition.board
    assert (board.row_values, board.majorities) == ((1, 2, 3, 4, 5, 6), (12, 10, 8, 6, 4, 2))
    assert board.costs == (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
    assert [len(column) for column in state.players[0].tents] == [6] * 10
    assert state.bag == ls.Stones(black=29, clear=15, blue=10, red=5, white=1)
    assert (state.bag.total, state.aside) == (60, ls.Stones())
    assert (state.draw_pile, state.draw_pile.total) == (state.edition.deck, 27)
    assert not state.played
    assert state.bank == 204 - 5 * 3


@pytest.mark.parametrize(
    "actions",
    [
        (ls.TakeCoins(),),
        (ls.SellGems("red", 2),),
        (ls.PlayCard("four_coins"),),
        (ls.PlayCard("market", gems=ls.Gems(red=2)),),
        (ls.Dig(), ls.StonesDrawn(ls.Stones(blue=1, red=2, white=1))),
    ],
)
def test_r1_7_the_bank_gives_no_more_than_it_holds(actions: tuple[ls.Action, ...]) -> None:
    state = give(at_die(4), 0, gems=ls.Gems(red=2), cards=["four_coins", "market"])
    after = play(leave_in_bank(state, 3, to=2), *actions)
    assert (after.players[0].coins, after.bank) == (6, 0)
    assert after.players[0].points in (0, 6)  # the market's are paid in full (R6.6)


def test_r1_7_a_tiny_bank_is_emptied_and_filled_again() -> None:
    edition = load_edition("printed", board=small_board(coins=12))
    state = at_die(6, players=2, left=(1, 6), edition=edition)
    assert state.bank == 6
    state = play(state, ls.TakeCoins(), ls.EndTurn(), ls.TakeDie(1))
    assert state.bank == 0
    assert play(state, ls.BuildTent(1)).bank == 1


@BOTH
@pytest.mark.parametrize("players", [2, 5])
def test_r1_8_each_player_begins_with_tents_and_coins_alone(players: int, edition: str) -> None:
    for player in new_game(players, explicit_chance=True, edition=edition).players:
        assert (player.supply, player.coins) == (11, 3)
        assert (player.chest, player.donations, player.chest_limit, player.points) == (0, 0, 0, 0)
        assert (player.hand, player.gems, player.spaces()) == ((), ls.Gems(), ())
        assert (player.last_die, player.scored) == (0, ())


def test_r1_8_the_start_follows_the_edition() -> None:
    board = small_board(tents=2, start_coins=5, coins=21)
    edition = load_edition("printed", board=board, cards=small_deck(lion=2))
    state = sound(new_game(4, explicit_chance=True, edition=edition))
    assert [(player.supply, player.coins) for player in state.players] == [(2, 5)] * 4
    assert (state.bank, state.bag.total, state.draw_pile.total) == (1, 11, 2)


@BOTH
@pytest.mark.parametrize(("players", "dice"), [(2, 4), (3, 6), (4, 8), (5, 10)])
def test_r1_9_the_boat_starts_left_with_two_dice_a_player(
    players: int, dice: int, edition: str
) -> None:
    state = new_game(players, explicit_chance=True, edition=edition)
    assert (state.boat, state.pending) == (1, ls.RoundRoll(dice))
    assert (state.starting_player, state.current_player) == (0, 0)
