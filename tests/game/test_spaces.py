"""Which tents stand where, asked of players and of what is public of them."""

import pytest
from positions import give, table

import livingstone as ls

STATE = give(table(3, 2, 4), 0, tents=[(1, 1), (6, 10), (6, 10)], scored=[(1, 10), (6, 1)])
TENTS = {(1, 1): 1, (6, 10): 2, (1, 10): 1, (6, 1): 1}


@pytest.mark.parametrize("owner", [STATE.players[0], ls.view(STATE, 1).players[0]], ids=type)
def test_tents_are_counted_on_each_space_and_nowhere_else(owner: ls.Player | ls.PlayerView) -> None:
    for row in range(-1, 9):
        for column in range(-1, 13):
            space = ls.Space(row, column)
            assert owner.tents_at(space) == TENTS.get((row, column), 0)
            assert owner.has_scored_tent_at(space) == ((row, column) in [(1, 10), (6, 1)])
    assert owner.spaces() == ((1, 1), (1, 10), (6, 1), (6, 10))
