"""The most frequent events are built once."""

from editions import new_game

import livingstone as ls
from livingstone.events import Donated, TurnEnded

MOVES = (ls.TakeDie(2), ls.TakeCoins(), ls.Donate(1), ls.EndTurn())


def events(seat: int = 0) -> tuple[ls.events.Event, ...]:
    state, happened = new_game(2, seed=7).changed(current_player=seat), list[ls.events.Event]()
    for move in MOVES:
        transition = ls.play(state, move)
        state = transition.state
        happened += transition.events
    return tuple(happened)


def test_turns_and_donations_are_told_by_the_same_objects() -> None:
    one, other = events(), events()
    assert [new is old for new, old in zip(one, other, strict=True)] == [True, False, *[True] * 3]


def test_a_seat_that_only_equals_a_number_does_not_spoil_the_genuine_one() -> None:
    assert repr(events(seat=True)[-2]) == "TurnEnded(seat=True)"
    assert events(seat=1)[2:4] == (Donated(1, 1), TurnEnded(1))
    assert repr(events(seat=1)[3]) == "TurnEnded(seat=1)"
