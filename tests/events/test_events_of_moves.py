"""The events of single moves, value by value."""

import pytest
from hypothesis import given
from positions import at_die, give, last_turn, lay_aside, lay_open, play, table

import livingstone as ls
from livingstone import events as happened
from livingstone.events import DeckRenewed, TurnBegun, TurnSkipped, WhiteStoneFound
from livingstone.events.transitions import opening
from livingstone.game.state import Streams
from livingstone.testing import Game, games


def test_r6_4_more_dice_are_an_event_with_their_number() -> None:
    state = give(at_die(2), 0, cards=["two_dice"])
    (played, allowed) = ls.play(state, ls.PlayCard("two_dice")).events
    assert played == happened.CardPlayed(0, "two_dice")
    assert allowed == happened.MoreDiceAllowed(0, 1)


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
        happened.DonationsRevealed((2, 1, 0), (("lion",), (), ())),
        happened.PlayersOut((2,)),
        happened.GameOver((1,)),
    )


def test_only_the_very_beginning_of_a_game_has_an_opening() -> None:
    start = ls.new_game(2, seed=7)
    assert opening(start) == (happened.RoundBegun(1, 0, start.dice),)
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


def drawing(*played: str) -> ls.State:
    """Let only the mine collapse be left in the draw pile; of the other cards these were played."""
    state = at_die(4)
    rest = [card for card in state.draw_pile.cards() if card != "mine_collapse"]
    for card in played:
        rest.remove(card)
    state = lay_open(state, *played)
    others = state.players[1].changed(hand=tuple(rest))
    state = state.changed(
        players=(state.players[0], others, state.players[2]),
        draw_pile=ls.CardPile.of(["mine_collapse"]),
    )
    assert ls.validate(state) == []
    return play(state, ls.DrawCard())


@pytest.mark.parametrize(("played", "left"), [((), 1), (("lion",), 1), (("lion", "market"), 2)])
def test_r6_12_a_collapse_drawn_last_renews_the_deck(played: tuple[str, ...], left: int) -> None:
    """From the other played cards, or, without any, from itself alone."""
    events = ls.play(drawing(*played), ls.CardRevealed("mine_collapse")).events
    collapses = ("mine_collapse",) if played else ()
    renewed = [event for event in events if isinstance(event, DeckRenewed)]
    assert renewed == [DeckRenewed(left, collapses)]


@given(games())
def test_r2_4_players_who_cannot_take_a_die_are_skipped(game: Game) -> None:
    for before, action, after in game.steps():
        events = ls.play(before, action).events
        skipped = [event.seat for event in events if isinstance(event, TurnSkipped)]
        if TurnBegun(after.current_player) not in events:
            assert not skipped
            continue
        count = len(after.players)
        distance = (after.current_player - before.current_player - 1) % count
        assert skipped == [(before.current_player + n) % count for n in range(1, distance + 1)]
        for seat in skipped:
            assert all(die <= after.players[seat].last_die for die in after.dice)


def test_r9_1_a_tent_that_is_moved_by_a_card_tells_its_spaces_and_the_card() -> None:
    tents = [(2, 3)] * 11
    state = give(at_die(4, players=2), 0, coins=9, cards=["no_cost_tent"], scored=tents)
    move = ls.BuildTent(4, ("no_cost_tent",), ls.Space(2, 3))
    told = happened.TentMoved(
        0, ls.Space(4, state.boat), ls.Space(2, 3), 0, (0, 0), ("no_cost_tent",), 4
    )
    assert ls.play(state, move).events[0] == told
