"""The beginning of a game, as a record."""

from typing import Any

import livingstone as ls

MOVES = (ls.TakeDie(3), ls.TakeCoins(), ls.Donate(2), ls.EndTurn())


def beginning(**parts: Any) -> ls.Record:
    return ls.Record.of(ls.new_game(2, seed=7), MOVES, **parts)


ROLL = "d dice 2 2 3 4"
