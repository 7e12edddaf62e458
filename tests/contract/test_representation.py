"""What is shown of a state in short."""

from editions import new_game

import livingstone as ls


def test_a_state_is_shown_with_what_happens_next() -> None:
    seeded, open_ = new_game(2, seed=7), new_game(2, explicit_chance=True)
    assert repr(seeded).endswith("seat 0 to move, dice (2, 2, 3, 4), die None, seeded)")
    assert repr(open_).endswith("RoundRoll(count=4) awaited for seat 0, dice (), die None)")
    assert ", 2 players, column 1, " in repr(seeded)
    over = ls.with_explicit_chance(seeded).changed(is_over=True, boat=10)
    assert repr(over).endswith("column 10, over, dice (2, 2, 3, 4), die None)")
