"""R10.4: what a record reveals of a player must be possible after all that was public."""

import pytest
from positions import give, table

import livingstone as ls
from livingstone.records.replay import _can_have

DONATED = give(table(3, 2, 5), 1, coins=4, chest=2)


@pytest.mark.parametrize(
    ("shown", "is_possible"),
    [
        (ls.Private(6, 6, ()), True),
        (ls.Private(11, 1, ()), True),
        (ls.Private(12, 0, ()), False),  # a coin at least for the donation (R5.2)
        (ls.Private(4, 8, ()), False),  # more than purse and chest held then (R10.2)
        (ls.Private(6, 7, ()), False),  # more than they hold now
    ],
)
def test_r10_2_a_chest_holds_what_it_can_hold(shown: ls.Private, *, is_possible: bool) -> None:
    player = DONATED.players[1].changed(coins=10)
    assert player.chest_limit == 6
    assert _can_have(DONATED, player, shown) == is_possible


def test_r6_11_the_mine_collapse_is_in_no_hand() -> None:
    state = table(3, 2, 5)
    player = state.players[1].changed(hand=("mine_collapse",))
    assert not _can_have(state, player, ls.Private(player.coins, 0, ("mine_collapse",)))
