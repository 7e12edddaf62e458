"""R11: what can be taken back at a table, and what cannot."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from positions import at_die

import livingstone as ls
from livingstone.game import Code
from livingstone.testing import Game, games, new_games


def begin(*dice: int, edition: str = "printed") -> ls.Table:
    """Begin a game of two with explicit chance, these dice on the table."""
    table = ls.Table(ls.new_game(2, explicit_chance=True, edition=edition))
    table.play(ls.DiceRolled(dice))
    return table


@pytest.mark.parametrize(
    "moves",
    [
        (ls.Donate(2),),
        (ls.TakeDie(1), ls.TakeCoins()),
        (ls.TakeDie(1), ls.BuildTent(1)),
        (ls.TakeDie(1), ls.Dig()),
        (ls.TakeDie(3), ls.Dig(), ls.StonesDrawn(ls.Stones(blue=3)), ls.SellGems("blue", 2)),
    ],
)
def test_r11_1_a_harmless_last_move_can_be_taken_back(moves: tuple[ls.Move, ...]) -> None:
    table = begin(1, 1, 3, 4)
    for move in moves[:-1]:
        table.play(move)
    before = table.state
    transition = table.play(moves[-1])
    assert table.can_undo(0)
    assert not table.can_undo(1)
    assert table.undo(0) is before
    assert table.can_redo
    assert table.redo() is transition
    assert table.state is transition.state


@pytest.mark.parametrize(
    "actions",
    [
        (),
        (ls.TakeDie(1),),
        (ls.TakeDie(1), ls.TakeCoins(), ls.EndTurn()),
        (ls.TakeDie(1), ls.DrawCard()),
        (ls.TakeDie(1), ls.DrawCard(), ls.CardRevealed("lion")),
        (ls.TakeDie(1), ls.DrawCard(), ls.CardRevealed("lion"), ls.PlayCard("lion")),
        (ls.TakeDie(1), ls.Dig(), ls.StonesDrawn(ls.Stones(black=1))),
        (
            ls.TakeDie(1),
            ls.DrawCard(),
            ls.CardRevealed("three_stones"),
            ls.PlayCard("three_stones"),
        ),
    ],
)
def test_r11_2_nothing_else_and_nothing_past_what_was_revealed(
    actions: tuple[ls.Move | ls.Outcome, ...],
) -> None:
    table = begin(1, 1, 3, 4)
    for action in actions:
        table.play(action)
    before = table.state
    assert not any(table.can_undo(seat) for seat in (0, 1))
    with pytest.raises(ls.UndoError, match=r"R11\.1"):
        table.undo(0)
    assert table.state is before


def test_playing_on_forgets_what_was_taken_back() -> None:
    table = begin(1, 1, 3, 4)
    table.play(ls.Donate(1))
    table.undo(0)
    table.play(ls.Donate(2))
    assert not table.can_redo
    other = begin(1, 1, 3, 4)
    other.play(ls.Donate(2))
    assert table == other  # whatever was taken back before
    with pytest.raises(ls.UndoError):
        table.redo()


@pytest.mark.parametrize(
    ("move", "confirm"),
    [
        (ls.DrawCard(), True),
        (ls.Dig(), True),
        (ls.PlayCard("lion"), True),
        (ls.BuildTent(1, cards=("ignore_die",)), True),
        (ls.BuildTent(1), False),
        (ls.TakeDie(1), False),
        (ls.TakeCoins(), False),
        (ls.SellGems("red", 1), False),
        (ls.Donate(1), False),
        (ls.EndTurn(), False),
    ],
)
def test_r11_2_what_reveals_or_plays_a_card_needs_confirmation(
    move: ls.Move, *, confirm: bool
) -> None:
    assert ls.needs_confirmation(move) is confirm


@given(games(longest=120), st.integers(0, 4))
def test_r11_2_undo_gives_back_the_very_state_and_reveals_nothing(game: Game, seat: int) -> None:
    table = ls.Table(game.start)
    watcher = seat % len(game.start.players)
    for before, action, after in game.steps():
        seen = table.events(watcher)
        mover = table.state.current_player
        table.play(action)
        assert table.state == after
        if table.can_undo(mover):
            assert table.undo(mover) == before
            assert table.events(watcher) == seen
            assert table.state.bag == after.bag
            assert table.state.streams == after.streams
            table.redo()
    assert table.states == game.states
    assert table.view(watcher) == ls.view(game.last, watcher)


@given(new_games(longest=120))
def test_a_table_records_its_game(game: Game) -> None:
    table = ls.Table(game.start)
    for _, action, _ in game.steps():
        table.play(action)
    record = table.record(tags={"event": "a test"})
    *_, last = record.states()
    assert last == ls.with_explicit_chance(game.last)
    assert record.tags == (("event", "a test"),)
    record.verify()


def test_r2_2_a_move_of_a_seat_that_is_not_to_move_learns_nothing() -> None:
    table = begin(1, 1, 3, 4)
    for move in (ls.Donate(99), ls.TakeDie(1), ls.PlayCard("lion")):
        with pytest.raises(ls.IllegalMoveError) as caught:
            table.play(move, seat=1)
        assert caught.value.reason.code is Code.NOT_YOUR_TURN
    assert table.play(ls.Donate(2), seat=0).state.players[0].chest == 2
    table.play(ls.TakeDie(1), seat=0)
    table.play(ls.Dig(), seat=0)
    with pytest.raises(ls.IllegalMoveError):
        table.play(ls.StonesDrawn(ls.Stones(black=1)), seat=0)


def test_a_table_with_a_seed_tells_of_its_first_roll() -> None:
    table = ls.Table(ls.new_game(2, seed=7))
    assert table.events(None) == (ls.events.RoundBegun(1, 0, (2, 2, 3, 4)),)
    table.play(ls.Donate(2))
    assert table.events(1)[1:] == (ls.events.Donated(0, None),)
    assert ls.Table(table.state.changed(is_over=True)).events(None) == ()


@pytest.mark.parametrize("events", [-1, 99])
def test_news_since_what_never_was_are_all_events(events: int) -> None:
    table = begin(1, 2, 3, 4)
    news = table.news(0, ls.Version(0, events))
    assert news.is_anew
    assert news.events == table.events(0)


def test_r11_1_a_double_click_takes_back_one_move_and_carries_one_out_again() -> None:
    table = ls.Table(ls.new_game(2, seed=7))
    table.play(ls.Donate(1))
    table.play(ls.Donate(1))
    for again in (table.undo, table.redo):
        version, before = table.version, table.state
        again(0, version=version)
        with pytest.raises(ls.UndoError, match="the game has changed"):
            again(0, version=version)
        assert table.state.players[0].donations == 3 - before.players[0].donations


def test_if_all_agree_the_last_moves_of_several_players_are_taken_back() -> None:
    table = ls.Table(at_die(4))
    table.play(ls.TakeCoins())
    table.play(ls.EndTurn())
    before = table.state
    table.play(ls.TakeDie(before.dice[0]))
    assert not table.can_undo(1)
    assert table.undo(1, agreed=True) == before
    table.play(ls.TakeDie(before.dice[0]))
    assert table.undo(0, agreed=True).current_player == 0
    assert table.journal[-1] == "p0 undo agreed"
    assert ls.Table.from_journal(table.start, table.journal) == table


@given(seed=st.integers(0, 2**32))
def test_r11_2_nothing_that_was_revealed_is_taken_back_even_if_all_agree(seed: int) -> None:
    table, luck = ls.Table(ls.new_game(3, explicit_chance=True), dealer=ls.deal), Random(seed)
    while not table.state.is_over:
        table.play(luck.choice(ls.legal_moves(table.state)))
        for seat in range(3):
            if table.can_undo(seat, agreed=True):
                after = table.state
                before = table.undo(seat, agreed=True)
                assert secrets_of(before) == secrets_of(after)
                while table.can_redo:
                    table.redo()
                assert table.state == after


def secrets_of(state: ls.State) -> tuple[object, ...]:
    """Return what only chance or a player's hand changes."""
    hands = tuple(player.hand for player in state.players)
    return state.bag, state.draw_pile, state.played, hands, state.boat, state.is_over
