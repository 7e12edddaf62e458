"""The events of single moves, value by value."""

import pytest
from positions import at_die, give, last_turn, lay_aside, play, sail, table

import livingstone as ls
from livingstone import events as happened
from livingstone.events import WhiteStoneFound
from livingstone.events.transitions import opening
from livingstone.game.state import Streams


def test_r6_4_more_dice_are_an_event_with_their_number() -> None:
    state = give(at_die(2), 0, cards=["two_dice"])
    (played, allowed) = ls.play(state, ls.PlayCard("two_dice")).events
    assert played == happened.CardPlayed(0, "two_dice")
    assert allowed == happened.MoreDiceAllowed(0, 1)


def test_r4_4_a_tent_is_an_event_with_what_was_paid_to_whom() -> None:
    state = give(give(sail(at_die(4), 3), 1, tents=[(4, 3)]), 0, coins=9)
    cost = state.edition.board.costs[2]
    (built,) = ls.play(state, ls.BuildTent(4)).events
    assert built == happened.TentBuilt(0, ls.Space(4, 3), cost, (0, 1, 0), ())


def test_r9_1_a_tent_that_moved_is_an_event_with_both_spaces() -> None:
    start = table(2, 4, 5)
    tents = [(1, 1)] * start.player.supply
    state = give(give(sail(start, 3), 0, coins=9, tents=tents), 1, tents=[(4, 3)])
    state = play(state, ls.TakeDie(4))
    cost = state.edition.board.costs[2]
    (moved,) = ls.play(state, ls.BuildTent(4, source=ls.Space(1, 1))).events
    assert moved == happened.TentMoved(0, ls.Space(4, 3), ls.Space(1, 1), cost, (0, 1), ())


def test_r8_the_end_of_a_game_of_three_is_told_from_the_last_column_to_the_winner() -> None:
    state = give(give(last_turn(3), 0, chest=2, cards=["lion"]), 1, chest=1, gems=ls.Gems(2, 1, 0))
    state = give(state, 1, tents=[(6, 10)])
    state = play(state, ls.TakeDie(6), ls.TakeCoins())
    points, values = state.edition.board.rows[5].majority, state.edition.board.row_values
    lion = ls.apply(state, ls.PlayCard("lion")).player.points - state.player.points
    assert ls.play(state, ls.EndTurn()).events == (
        happened.TurnEnded(0),
        happened.ColumnScored(10, (0, values[5], 0)),
        *(happened.RowScored(row, (0, 0, 0)) for row in range(1, 6)),
        happened.RowScored(6, (0, points, 0)),
        happened.GemsCounted((0, 3, 0)),
        happened.CardsCounted((lion, 0, 0), (("lion",), (), ())),
        happened.DonationsRevealed((2, 1, 0)),
        happened.PlayersOut((2,)),
        happened.GameOver((1,)),
    )


def test_only_the_very_beginning_of_a_game_has_an_opening() -> None:
    start = ls.new_game(2, seed=7)
    assert len(opening(start)) == 1
    assert opening(start.changed(streams=Streams(7, rounds=2))) == ()
    assert opening(ls.apply(start, ls.Donate(1))) == ()
    assert opening(ls.apply(start, ls.TakeDie(3))) == ()
    assert opening(table(2, 3, 4)) == ()


def test_r4_8_the_white_stone_returns_the_stones_that_lay_aside() -> None:
    lost = ls.Stones(red=2)
    state = play(lay_aside(at_die(2), lost), ls.Dig())
    events = ls.play(state, ls.StonesDrawn(ls.Stones(black=1, white=1))).events
    [found] = [event for event in events if isinstance(event, WhiteStoneFound)]
    assert found.aside == lost


def test_r10_1_nobody_sits_below_seat_0() -> None:
    with pytest.raises(ls.ArgumentError, match="seat must be a whole number, 0 or more"):
        ls.visible(ls.events.Donated(0, 3), -1)
