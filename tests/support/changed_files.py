"""Data files with changes, and the problems that loading them tells."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from editions import Table, board_table, deck_table, load_edition, write_toml

from livingstone import DataError, Edition

Change = Callable[[Table], object]


def load_changed(
    folder: Path, *, board: Change | None = None, cards: Change | None = None
) -> Edition:
    """Load the shipped files with changes."""
    files = {}
    if board is not None:
        files["board"] = write_toml(folder / "board.toml", board_table(board))
    if cards is not None:
        files["cards"] = write_toml(folder / "cards.toml", deck_table(cards))
    return load_edition("printed", **files)


def problems_with(folder: Path, **changes: Change) -> list[str]:
    with pytest.raises(DataError) as error:
        load_changed(folder, **changes)
    return sorted(error.value.problems)


def put(*path: str | int, value: object) -> Change:
    """Make a change that puts a value at a path."""

    def change(table: Any) -> None:
        *way, last = path
        for step in way:
            table = table[step]
        table[last] = copy.deepcopy(value)

    return change


def drop(*path: str | int) -> Change:
    """Make a change that removes what is at a path."""

    def change(table: Any) -> None:
        *way, last = path
        for step in way:
            table = table[step]
        del table[last]

    return change
