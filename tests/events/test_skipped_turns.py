"""R2.4: an event for each player who is skipped."""

from hypothesis import given
from positions import play, table

import livingstone as ls
from livingstone.events import TurnBegun, TurnEnded, TurnSkipped
from livingstone.testing import Game, games


def turn(state: ls.State, die: int) -> tuple[ls.State, tuple[ls.Event, ...]]:
    """Take a die and coins for it, and end the turn; give the events of its end."""
    ended = ls.play(play(state, ls.TakeDie(die), ls.TakeCoins()), ls.EndTurn())
    return ended.state, ended.events


def test_r2_4_the_example_of_the_rules() -> None:
    """R2.6: A takes 1, B 6, C 1, A 5, B cannot, C 3, A and B cannot, C 4."""
    state, told = table(3, 1, 1, 3, 4, 5, 6), list[tuple[ls.Event, ...]]()
    for die in (1, 6, 1, 5, 3, 4):
        state, events = turn(state, die)
        told.append(events)
    assert told[:3] == [(TurnEnded(s), TurnBegun((s + 1) % 3)) for s in range(3)]
    assert told[3] == (TurnEnded(0), TurnSkipped(1), TurnBegun(2))
    assert told[4] == (TurnEnded(2), TurnSkipped(0), TurnSkipped(1), TurnBegun(2))


def test_r2_5_nobody_is_skipped_when_the_round_ends() -> None:
    _, events = turn(table(3, 6), 6)
    assert not any(isinstance(event, TurnSkipped) for event in events)


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
