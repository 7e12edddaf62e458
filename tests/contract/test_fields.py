"""The public contract: the fields of states and players."""

from editions import new_game
from hypothesis import given

import livingstone as ls
from livingstone.testing import Game, games


@given(games(explicit=True))
def test_a_round_awaited_has_everything_done(game: Game) -> None:
    for before, action, state in game.steps():
        if isinstance(state.pending, ls.RoundRoll):
            assert action == ls.EndTurn()
            assert all(player.last_die == 0 for player in state.players)
            assert state.boat == before.boat + 1
            assert state.starting_player == (before.starting_player + 1) % len(state.players)
            assert state.current_player == state.starting_player
            assert (state.dice, state.die, state.dice_taken, state.dice_left) == ((), None, 0, 1)


@given(games(explicit=True))
def test_points_are_final_while_the_donations_are_rolled(game: Game) -> None:
    for before, _, after in game.steps():
        if isinstance(before.pending, ls.DonationRoll):
            assert after.is_over
            assert after.players == before.players
            assert after.boat == len(after.edition.board.columns)


@given(games(longest=100))
def test_the_chest_limit_is_what_the_public_can_deduce(game: Game) -> None:
    """The least sum of purse and chest since the last donation."""
    limits = [player.chest_limit for player in game.start.players]
    for before, action, after in game.steps():
        for seat, player in enumerate(after.players):
            total = player.coins + player.chest
            if isinstance(action, ls.Donate) and seat == before.current_player:
                limits[seat] = total
            elif player.donations:
                limits[seat] = min(limits[seat], total)
            assert player.chest_limit == limits[seat]
            assert player.chest <= player.chest_limit or not player.donations


@given(games())
def test_unused_fields_stay_empty(game: Game) -> None:
    for state in game.states:
        if state.edition.ruleset.white_stone_sells:
            assert state.gems_drawn == ls.Gems()
        if not state.is_two_player or not state.is_over:
            assert state.threshold is None


def test_a_state_is_shown_with_what_happens_next() -> None:
    seeded, open_ = new_game(2, seed=7), new_game(2, explicit_chance=True)
    assert repr(seeded).endswith("seat 0 to move, dice (2, 2, 3, 4), die None, seeded)")
    assert repr(open_).endswith("RoundRoll(count=4) awaited for seat 0, dice (), die None)")
    assert ", 2 players, column 1, " in repr(seeded)
    over = ls.with_explicit_chance(seeded).changed(is_over=True, boat=10)
    assert repr(over).endswith("column 10, over, dice (2, 2, 3, 4), die None)")
