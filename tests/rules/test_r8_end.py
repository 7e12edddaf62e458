"""R8: the end of the game."""

import pytest
from positions import finish, give, last_turn, outcome

import livingstone as ls

BOTH = pytest.mark.parametrize("edition", ["printed", "bga"])


def donors(state: ls.State, *chests: int) -> ls.State:
    """Fill the treasure chests, by seat."""
    for seat, coins in enumerate(chests):
        state = give(state, seat, chest=coins) if coins else state
    return state


def in_row(row: int, *counts: int, edition: str = "printed") -> ls.State:
    """Set up the last turn with so many tents in a row, by seat, over columns scored before."""
    state = last_turn(len(counts), edition=edition)
    for seat, count in enumerate(counts):
        state = give(state, seat, scored=[(row, 1 + number % 9) for number in range(count)])
    return state


@pytest.mark.parametrize(
    ("row", "counts", "shares"),
    [
        (2, (3, 2, 2), [10, 0, 0]),
        (2, (2, 2, 2), [3, 3, 3]),
        (1, (1, 0, 0), [12, 0, 0]),
        (1, (2, 2, 1), [6, 6, 0]),
        (3, (0, 4, 4, 4), [0, 2, 2, 2]),
        (4, (1, 1, 1, 1), [1, 1, 1, 1]),
        (5, (2, 2, 2, 2, 1), [1, 1, 1, 1, 0]),
        (6, (1, 1, 1), [0, 0, 0]),
        (6, (5, 4, 4), [2, 0, 0]),
        (2, (0, 0, 0), [0, 0, 0]),
    ],
)
def test_r8_1_tied_players_share_rounded_down(
    row: int, counts: tuple[int, ...], shares: list[int]
) -> None:
    state = finish(in_row(row, *counts))
    standings = outcome(state).standings
    assert [standing.majorities[row - 1] for standing in standings] == shares
    assert [sum(standing.majorities) for standing in standings] == shares
    assert [player.points for player in state.players] == shares


def test_r8_1_each_row_has_its_majority() -> None:
    state = last_turn(3)
    for row in range(1, 7):
        state = give(state, row % 3, scored=[(row, 1)])
    standings = outcome(finish(state)).standings
    assert [standing.majorities for standing in standings] == [
        (0, 0, 8, 0, 0, 2),
        (12, 0, 0, 6, 0, 0),
        (0, 10, 0, 0, 4, 0),
    ]


@BOTH
def test_r8_2_each_gem_held_is_one_point(edition: str) -> None:
    state = donors(last_turn(3, edition=edition), 1, 1, 0)
    state = finish(give(give(state, 0, gems=ls.Gems(3, 2, 1), points=5), 1, gems=ls.Gems(red=1)))
    standings = outcome(state).standings
    assert [standing.gem_points for standing in standings] == [6, 1, 0]
    assert [standing.points for standing in standings] == [11, 1, 0]
    assert state.players[0].gems == ls.Gems(3, 2, 1)  # they stay where they are


@BOTH
def test_r8_3_point_cards_in_hand_count_but_the_market_does_not(edition: str) -> None:
    state = donors(last_turn(3, edition=edition), 1, 1, 0)
    state = give(state, 0, cards=["lion", "antelope", "antelope", "market"], points=1)
    state = finish(give(state, 1, cards=["rhinoceros", "four_coins", "boat_back"]))
    standings = outcome(state).standings
    assert [standing.card_points for standing in standings] == [8, 3, 0]
    assert [standing.points for standing in standings] == [9, 3, 0]
    assert state.players[0].hand == ("antelope", "antelope", "lion", "market")


def test_r8_2_r8_3_the_parts_of_a_standing_make_up_its_points() -> None:
    state = give(last_turn(3), 0, points=7, scored=[(1, 3), (4, 2)], gems=ls.Gems(blue=2))
    state = finish(give(state, 0, cards=["lion"], tents=[(5, 10)], chest=4))
    assert outcome(state).standings[0] == ls.Standing(
        round_points=7 + 5,
        majorities=(12, 0, 0, 6, 4, 0),
        gem_points=2,
        card_points=4,
        points=40,
        donated=4,
        tents=3,
        is_out=False,
        rank=1,
    )


@BOTH
@pytest.mark.parametrize(
    ("chests", "out"),
    [
        ((2, 1, 3), [False, True, False]),
        ((0, 1, 1), [True, False, False]),
        ((1, 1, 5), [True, True, False]),
        ((2, 2, 2), [True, True, True]),
        ((0, 0, 0), [True, True, True]),
        ((4, 3, 2, 1), [False, False, False, True]),
        ((4, 3, 3, 9, 3), [False, True, True, False, True]),
    ],
)
def test_r8_4_the_least_donors_are_out(
    chests: tuple[int, ...], out: list[bool], edition: str
) -> None:
    result = outcome(finish(donors(last_turn(len(chests), edition=edition), *chests)))
    assert [standing.is_out for standing in result.standings] == out
    assert [standing.donated for standing in result.standings] == list(chests)
    assert result.threshold is None


def test_r8_4_the_purse_is_no_donation() -> None:
    state = give(donors(last_turn(3), 1, 2, 3), 0, coins=50)
    assert outcome(finish(state)).standings[0].is_out


def test_r8_4_players_who_are_out_still_take_and_share_majorities() -> None:
    state = donors(in_row(1, 3, 2, 0), 0, 1, 1)
    state = give(give(state, 0, scored=[(2, 1)]), 1, scored=[(2, 1)])
    standings = outcome(finish(state)).standings
    assert [standing.is_out for standing in standings] == [True, False, False]
    assert [standing.majorities[:2] for standing in standings] == [(12, 5), (0, 5), (0, 0)]
    assert standings[1].points == 5


def ranks(state: ls.State) -> tuple[tuple[int, ...], list[int]]:
    """Play to the end; give the winners, and the ranks by seat."""
    result = outcome(finish(state))
    return result.winners, [standing.rank for standing in result.standings]


def scores(state: ls.State, *points: int) -> ls.State:
    """Give points, by seat."""
    for seat, number in enumerate(points):
        state = give(state, seat, points=number)
    return state


@BOTH
@pytest.mark.parametrize(
    ("chests", "points", "winners", "ranked"),
    [
        pytest.param((1, 9, 2, 0), (20, 10, 30, 5), (2,), [2, 3, 1, 4], id="most points win"),
        pytest.param((0, 2, 2), (99, 10, 20), (2,), [3, 2, 1], id="who is out cannot win"),
        pytest.param((3, 5, 4, 0), (20,) * 4, (1,), [3, 1, 2, 4], id="donations break a tie"),
        pytest.param((2, 2, 2, 2, 1), (9, 9, 5, 5, 0), (0, 1), [1, 1, 3, 3, 5], id="shared ranks"),
        pytest.param((1, 2, 1, 3, 1), (50, 4, 40, 3, 30), (1,), [3, 1, 3, 2, 3], id="last rank"),
        pytest.param((2, 2, 2), (9, 5, 1), (), [1, 1, 1], id="all are out"),
    ],
)
def test_r8_5_points_then_donations_rank_those_who_are_not_out(
    chests: tuple[int, ...],
    points: tuple[int, ...],
    winners: tuple[int, ...],
    ranked: list[int],
    edition: str,
) -> None:
    state = donors(last_turn(len(chests), edition=edition), *chests)
    assert ranks(scores(state, *points)) == (winners, ranked)


def tied(edition: str) -> ls.State:
    """Tie seats 0 to 2 in points and donations; seat 1 has most tents, seat 2 one."""
    state = donors(last_turn(4, edition=edition), 3, 3, 3, 0)
    state = give(state, 1, scored=[(6, 1), (6, 1)])
    state = give(state, 2, scored=[(5, 1)])
    return scores(state, 20, 20 - 2, 20 - 4, 50)


def test_r8_5_printed_lets_players_share_the_win() -> None:
    assert ranks(tied("printed")) == ((0, 1, 2), [1, 1, 1, 4])


def test_r8_5_winners_have_equal_shares_and_others_none() -> None:
    assert outcome(finish(tied("printed"))).shares == (1 / 3, 1 / 3, 1 / 3, 0)
    assert outcome(finish(donors(last_turn(3), 1, 2, 0))).shares == (0, 1, 0)
    assert outcome(finish(donors(last_turn(3), 0, 0, 0))).shares == (0, 0, 0)


def test_r8_5_bga_lets_the_most_tents_break_the_tie() -> None:
    assert ranks(tied("bga")) == ((1,), [3, 1, 2, 4])


def test_r8_5_bga_shares_the_win_where_the_tents_are_equal_too() -> None:
    state = give(give(tied("bga"), 2, scored=[(5, 2)]), 0, points=-1)
    assert ranks(state) == ((1, 2), [3, 1, 1, 4])


@pytest.mark.parametrize(("edition", "shown"), [("printed", 30), ("bga", 0)])
def test_r8_6_the_final_score_of_a_player_who_is_out(edition: str, shown: int) -> None:
    state = give(donors(last_turn(3, edition=edition), 0, 2, 2), 0, points=30 - 13)
    state = finish(scores(give(state, 0, scored=[(1, 1)], gems=ls.Gems(red=1)), 0, 10, 20))
    standings = outcome(state).standings
    assert [standing.points for standing in standings] == [shown, 10, 20]
    assert state.players[0].points == 30  # on record
    standing = standings[0]
    assert (standing.round_points, standing.majorities[0], standing.gem_points) == (17, 12, 1)
