"""R2.5: a round ends when no die is left, whoever has taken how many."""

from positions import give, play, table

import livingstone as ls


def test_r2_5_the_round_ends_without_dice_though_a_player_took_none() -> None:
    """One player takes all dice by cards; the other has no last die, but nothing is left."""
    state = give(table(2, 1, 2), 0, cards=["two_dice"])
    state = play(state, ls.TakeDie(1), ls.PlayCard("two_dice"), ls.TakeCoins())
    state = play(state, ls.TakeDie(2), ls.TakeCoins(), ls.EndTurn())
    assert state.pending == ls.RoundRoll(4)
    assert (state.boat, state.current_player) == (2, 1)
