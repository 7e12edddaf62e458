"""Between the events of one action, a view shows what was told so far."""

from itertools import accumulate

import pytest
from hypothesis import given
from positions import at_die, finish, give, last_turn, play, sail

import livingstone as ls
from livingstone import events as happened
from livingstone.events.advancing import _AFTER
from livingstone.support.structuring import union_classes
from livingstone.testing import Game, games


def views(state: ls.State, action: ls.Action, seat: int | None) -> list[ls.View]:
    """List the view before the events of an action, and the one after each."""
    start = ls.view(state, seat)
    return [*accumulate(ls.play(state, action).events, happened.advance, initial=start)]


def test_every_kind_of_event_leads_to_a_view() -> None:
    assert set(_AFTER) == set(union_classes(ls.Event))


def test_r2_5_the_column_is_scored_before_the_boat_moves_and_the_dice_are_rolled() -> None:
    state = give(sail(at_die(6, left=()), 2), 0, tents=[(6, 2)])
    state = ls.with_seed(play(state, ls.TakeCoins()), 7)
    before, ended, scored, moved, awaited, begun = views(state, ls.EndTurn(), 1)
    assert [seen.players[0].points for seen in (before, ended, scored)] == [0, 0, 6]
    assert scored.players[0].scored == (ls.Space(6, 2),)
    assert [seen.boat for seen in (scored, moved)] == [2, 3]
    assert (moved.players[0].last_die, awaited.players[0].last_die) == (6, 0)
    assert awaited.pending == ls.RoundRoll(6)
    assert (begun.pending, len(begun.dice), begun.current_player) == (None, 6, 1)
    each = (before, ended, scored, moved, awaited, begun)
    assert [len(seen.legal_moves) > 0 for seen in each] == [False] * 5 + [True]


def test_r8_the_points_of_the_end_come_one_by_one_and_then_all_is_open() -> None:
    state = give(give(last_turn(3), 0, chest=2, cards=["lion"]), 1, gems=ls.Gems(2, 1, 0))
    state = play(state, ls.TakeDie(6), ls.TakeCoins())
    shown = views(state, ls.EndTurn(), None)
    points = [tuple(player.points for player in seen.players) for seen in shown]
    assert points == sorted(points)
    assert [seen.revealed is None for seen in shown[-4:]] == [True, False, False, False]
    opened = shown[-3].revealed
    assert opened is not None
    assert (opened[0].chest, opened[0].hand) == (2, ("lion",))
    assert [seen.is_over for seen in shown[-2:]] == [False, True]


def test_r9_2_the_roll_of_two_players_ends_the_wait_and_sets_the_threshold() -> None:
    state = finish(last_turn(2))
    assert state.pending == ls.DonationRoll(4)
    rolled = views(state, ls.DiceRolled((1, 2, 3, 4)), 1)[1]
    assert (rolled.pending, rolled.threshold) == (None, 10)


@given(games(longest=60))
def test_views_between_events_are_drawn_and_their_moves_are_told(game: Game) -> None:
    for before, action, _ in game.steps():
        for seen in views(before, action, before.current_player)[1:-1]:
            assert ls.text.board(seen)
            for group in ls.group_moves(seen):
                assert ls.describe_group(group, seen)


def test_r3_1_nobody_has_a_move_between_two_turns() -> None:
    state = play(at_die(4, left=(5, 6)), ls.TakeCoins())
    for seat in (0, 1, 2):
        before, ended, begun = views(state, ls.EndTurn(), seat)
        assert not ended.legal_moves
        assert (ended.dice_taken, ended.dice_left) == (0, 0)
        assert bool(before.legal_moves) == (seat == 0)
        assert bool(begun.legal_moves) == (seat == 1)


def test_r10_2_what_a_seat_may_not_see_of_an_event_is_not_used() -> None:
    seen = ls.view(at_die(4), 1)
    for secret in (happened.Donated(0, 2), happened.CardDrawn(0, "lion")):
        hidden = ls.visible(secret, 1)
        assert hidden != secret
        assert happened.advance(seen, secret) == happened.advance(seen, hidden)


@pytest.mark.parametrize(
    "event",
    [
        happened.CardPlayed(0, "no_such_card"),
        happened.CardTook(0, 0, ls.Gems(9, 0, 0), 0),
        happened.TentRemoved(0, ls.Space(1, 1)),
        happened.TentBuilt(0, ls.Space(1, 99), 0, (0, 0, 0)),
        happened.PointsScored(7, 1),
        happened.DonationsRevealed((1,)),
    ],
)
def test_an_event_of_another_game_is_refused(event: ls.Event) -> None:
    with pytest.raises(ls.ArgumentError, match="cannot follow this view"):
        happened.advance(ls.view(at_die(4), 0), event)


def test_after_the_end_a_view_stays_as_it_is() -> None:
    over = finish(last_turn(3))
    seen = ls.view(over, 0)
    assert happened.advance(seen, happened.PlayersOut(())) == seen


@pytest.mark.parametrize(
    ("value", "event"),
    [
        ('{"kind": "coins_taken", "seat": 0, "coins": 3}', happened.CoinsTaken(0, 3)),
        ('{"kind": "deck_renewed", "cards": 9}', happened.DeckRenewed(9)),
        ('{"kind": "donations_revealed", "coins": [1, 2]}', happened.DonationsRevealed((1, 2))),
        (
            '{"kind": "chance_awaited", "seat": 0, "event": {"kind": "stone_draw", "count": 2}}',
            happened.ChanceAwaited(0, ls.StoneDraw(2)),
        ),
    ],
)
def test_events_are_written_and_read_without_the_fields_that_are_not_set(
    value: str, event: ls.Event
) -> None:
    text = f'{{"livingstone": "event", "version": 1, "value": {value}}}'
    assert ls.from_json(text, ls.Event) == event
    assert ls.to_json(event) == text
