"""Positions to be drawn: games of all sizes, on the shipped boards and on others."""

import random
from collections.abc import Iterator
from functools import cache

import pytest
from attrs import evolve
from editions import PRINTED, RULESETS, Table, board_table, make_edition, shipped_table, tiny_board
from positions import give

import livingstone as ls
from livingstone.testing import fold, pick_rare


def board_of(rows: int, columns: int, *, sides: int = 6, most: int = 5) -> ls.Edition:
    """Make an edition whose board has so many rows and columns."""

    def change(table: Table) -> None:
        table["rows"] = [{"value": row, "majority": 2 * row} for row in range(1, rows + 1)]
        table["columns"] = [{"cost": 1 + column // 2} for column in range(columns)]
        table["dice"] |= {"sides": sides, "per_player": 1}
        table["players"]["most"] = most

    return make_edition(board_table(change), shipped_table("cards.toml")["cards"])


GAMES = [
    *(
        pytest.param(
            players,
            ls.load_edition(name),
            id=f"{players} players, {name}",
            marks=[pytest.mark.slow] if players in (3, 4) else [],
        )
        for players in (2, 3, 4, 5)
        for name in RULESETS
    ),
    pytest.param(2, make_edition(tiny_board(), []), id="two rows, one column"),
    pytest.param(3, board_of(3, 25), id="25 columns"),
    pytest.param(20, board_of(4, 3, most=20), id="20 players"),
]
"""Players and editions."""


@cache
def sampled(players: int, edition: ls.Edition, count: int = 4) -> list[ls.State]:
    """Take states of a game, from its beginning to its end, or to where it has become long."""
    state = ls.new_game(players, edition=edition, seed=7)
    if players < 6:  # with more dice, there is too much that they can show
        state = ls.with_explicit_chance(state)
    chooser = random.Random(f"{players} {edition.id}")
    states = fold(state, chooser.choices(range(256), k=2500), pick_rare).states
    last = len(states) - 1
    return [states[index * last // (count - 1)] for index in range(count)]


def views_of(state: ls.State) -> Iterator[ls.View | ls.State]:
    """Go through what can be drawn of a state: all views, a spectator's, the state itself."""
    for seat in range(len(state.players) if len(state.players) < 6 else 1):
        yield ls.view(state, seat)
    yield ls.view(state, None)
    yield state


def crowded() -> ls.State:
    """Let five players have several tents on one space, some of them scored."""
    state = ls.new_game(5, explicit_chance=True, edition=PRINTED)
    state = evolve(state, boat=3, dice=(2, 4, 4), pending=None)
    for seat in range(5):
        state = give(state, seat, tents=[(2, 3)] * (seat + 1), scored=[(1, 1)] * 2, coins=3)
    return state
