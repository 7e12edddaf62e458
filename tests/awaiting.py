"""States in which chance is awaited."""

from typing import Any

from editions import new_game

from livingstone import State
from livingstone.game.moves import ChanceEvent


def awaiting(event: ChanceEvent | None, players: int = 2, **changes: Any) -> State:
    state = new_game(players, explicit_chance=True)
    return state.changed(pending=event, **changes)
