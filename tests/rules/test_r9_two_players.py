"""R9: two players."""

import pytest
from positions import at_die, finish, give, last_turn, moves_of, outcome, play, refused, sail

import livingstone as ls
from livingstone.game import Code

BOTH = pytest.mark.parametrize("edition", ["printed", "bga"])


def spread(boat: int = 3, edition: str = "printed") -> ls.State:
    """Give seat 0 a 4, and all of its tents on the board: two spaces scored, two not."""
    state = sail(at_die(4, players=2, edition=edition), boat)
    state = give(state, 0, coins=10, scored=[(6, 1)] * 4 + [(4, 2)])
    return give(state, 0, coins=10, tents=[(1, 3)] + [(2, 8)] * 5)


FROM = {place: ls.Space(*place) for place in ((6, 1), (4, 2), (1, 3), (2, 8), (4, 3))}


@BOTH
def test_r9_1_with_an_empty_supply_a_tent_is_moved_at_the_usual_price(edition: str) -> None:
    state = give(spread(edition=edition), 1, tents=[(4, 3), (4, 3)])
    after = play(state, ls.BuildTent(4, source=FROM[2, 8]))
    fee = 2 if edition == "bga" else 1
    assert [player.coins for player in after.players] == [10 - 2 - fee, 3 + fee]
    assert after.bank == state.bank + 2
    player = after.players[0]
    assert (player.tents_at(FROM[2, 8]), player.tents_at(FROM[4, 3]), player.supply) == (4, 1, 0)
    assert after.die is None


def test_r9_1_any_own_tent_on_another_space_may_be_moved() -> None:
    assert moves_of(spread(), ls.BuildTent) == tuple(
        ls.BuildTent(4, source=FROM[place]) for place in ((1, 3), (2, 8), (4, 2), (6, 1))
    )
    after = play(spread(), ls.BuildTent(4, source=FROM[1, 3]))  # in the boat's column
    assert after.players[0].tents_at(FROM[1, 3]) == 0


@pytest.mark.parametrize("place", [None, (4, 2), (5, 5), (0, 1), (1, 11), (99, 99)])
def test_r9_1_only_from_another_space_with_an_own_tent(place: tuple[int, int] | None) -> None:
    state = give(spread(boat=2), 1, tents=[(5, 5)])
    move = ls.BuildTent(4, source=place and ls.Space(*place))
    refused(state, move, Code.WRONG_SOURCE, "R9.1", seat=0)
    assert move not in moves_of(state, ls.BuildTent)


def test_r9_1_only_of_two_players_with_an_empty_supply_who_can_pay() -> None:
    move = ls.BuildTent(4, source=FROM[2, 8])
    with_supply = give(at_die(4, players=2), 0, tents=[(2, 8)] * 10)
    refused(with_supply, move, Code.WRONG_SOURCE, "R9.1")
    assert moves_of(with_supply, ls.BuildTent) == (ls.BuildTent(4),)
    of_three = give(at_die(4, players=3), 0, tents=[(2, 8)] * 11)
    refused(of_three, move, Code.NO_TENT_LEFT, "R4.4")
    assert moves_of(of_three, ls.BuildTent) == ()
    refused(give(spread(), 0, coins=1), move, Code.CANNOT_PAY, "R4.4")


def test_r9_1_the_cards_for_building_move_tents_too() -> None:
    state = give(spread(), 0, coins=0, cards=["no_cost_tent", "ignore_die"])
    move = ls.BuildTent(6, cards=("no_cost_tent", "ignore_die"), source=FROM[4, 2])
    assert move in ls.legal_moves(state)
    after = play(state, move)
    assert after.players[0].tents_at(ls.Space(6, 3)) == 1
    assert after.players[0].scored == (FROM[6, 1],)
    assert after.players[0].coins == 0


def test_r9_1_the_second_tent_is_moved_too() -> None:
    state = give(spread(), 0, coins=0, cards=["second_tent"])
    moves = tuple(
        ls.PlayCard("second_tent", space=FROM[space], source=FROM[source])
        for space, sources in (
            ((4, 2), ((1, 3), (2, 8), (6, 1))),
            ((6, 1), ((1, 3), (2, 8), (4, 2))),
        )
        for source in sources
    )
    assert moves_of(state, ls.PlayCard) == moves
    after = play(state, moves[0])
    player = after.players[0]
    assert (player.tents_at(FROM[4, 2]), player.tents_at(FROM[1, 3])) == (2, 0)
    assert (player.coins, player.supply, after.die) == (0, 0, 4)
    bare = ls.PlayCard("second_tent", space=FROM[4, 2])
    refused(state, bare, Code.WRONG_SOURCE, "R9.1")
    own = ls.PlayCard("second_tent", space=FROM[4, 2], source=FROM[4, 2])
    refused(state, own, Code.WRONG_SOURCE, "R9.1")


def test_r9_1_points_scored_stay_but_a_deserted_space_is_no_longer_scored() -> None:
    state = give(spread(), 0, coins=10, points=28)
    after = play(state, ls.BuildTent(4, source=FROM[4, 2]))
    assert after.players[0].points == 28
    assert after.players[0].scored == (FROM[6, 1],)
    kept = play(state, ls.BuildTent(4, source=FROM[6, 1]))
    assert kept.players[0].scored == (FROM[4, 2], FROM[6, 1])


def ended(first: int, second: int, *, edition: str = "printed") -> ls.State:
    """Play a game of two to its end, up to the roll for the donations."""
    state = give(last_turn(2, edition=edition), 0, points=20, gems=ls.Gems(red=2))
    state = give(state, 1, points=30, cards=["lion"])
    state = give(state, 0, chest=first) if first else state
    state = give(state, 1, chest=second) if second else state
    return finish(state)


@BOTH
def test_r9_2_four_dice_decide_after_all_points_are_counted(edition: str) -> None:
    state = ended(9, 9, edition=edition)
    assert state.pending == ls.DonationRoll(4)
    assert [player.points for player in state.players] == [22, 34]
    assert (state.is_over, state.boat, ls.result(state)) == (False, 10, None)
    assert ls.legal_moves(state) == ()
    refused(state, ls.DiceRolled((1, 2, 3)), Code.IMPOSSIBLE_OUTCOME, "R10.3")
    state = play(state, ls.DiceRolled((1, 2, 2, 4)))
    assert (state.is_over, state.pending, state.threshold) == (True, None, 9)
    assert [player.points for player in state.players] == [22, 34]


@BOTH
@pytest.mark.parametrize(
    ("chests", "out", "winners", "ranks"),
    [
        ((9, 9), [False, False], (1,), [2, 1]),
        ((9, 8), [False, True], (0,), [1, 2]),
        ((8, 9), [True, False], (1,), [2, 1]),
        ((8, 8), [True, True], (), [1, 1]),
        ((0, 0), [True, True], (), [1, 1]),
        ((10, 30), [False, False], (1,), [2, 1]),
    ],
)
def test_r9_2_a_player_who_donated_less_than_the_sum_is_out(
    chests: tuple[int, int],
    out: list[bool],
    winners: tuple[int, ...],
    ranks: list[int],
    edition: str,
) -> None:
    state = play(ended(*chests, edition=edition), ls.DiceRolled((1, 1, 1, 6)))
    result = outcome(state)
    assert [standing.is_out for standing in result.standings] == out
    assert [standing.rank for standing in result.standings] == ranks
    assert (result.winners, result.threshold) == (winners, 9)
