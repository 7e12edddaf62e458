"""Boards and cards as mappings, and the shipped files as texts to begin with."""

import tomllib
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from editions import shipped_file

import livingstone as ls
from livingstone.edition.loading import is_shipped, shipped_toml


@pytest.mark.parametrize("name", ["board", "cards"])
def test_the_text_of_a_shipped_file_is_the_file(name: Any) -> None:
    assert shipped_toml(name).encode() == shipped_file(f"{name}.toml").read_bytes()


@pytest.mark.parametrize("name", ["rulesets", "Board", ""])
def test_there_are_no_other_shipped_files(name: Any) -> None:
    with pytest.raises(ls.ArgumentError, match="must be one of board, cards"):
        shipped_toml(name)


@pytest.mark.parametrize("ruleset", ["printed", "bga"])
def test_the_shipped_texts_make_the_shipped_editions(ruleset: str, tmp_path: Path) -> None:
    board, cards = (tomllib.loads(shipped_toml(name)) for name in ("board", "cards"))
    assert is_shipped(ls.load_edition(ruleset, board=board, cards=cards))
    assert is_shipped(ls.load_edition(ruleset, board=MappingProxyType(board)))
    (tmp_path / "cards.toml").write_text(shipped_toml("cards"))
    assert is_shipped(ls.load_edition(ruleset, board=board, cards=tmp_path / "cards.toml"))


def test_a_mapping_may_change_afterwards() -> None:
    board = tomllib.loads(shipped_toml("board"))
    edition = ls.load_edition("printed", board=board)
    board["rows"].clear()
    assert len(edition.board.rows) == 6


def test_nothing_in_a_mapping_is_converted() -> None:
    board: Any = tomllib.loads(shipped_toml("board")) | {"tents": "11", "start_coins": True, 7: 7}
    with pytest.raises(ls.DataError) as caught:
        ls.load_edition("printed", board=board, cards={"cards": 7})
    assert caught.value.source == "board and cards"
    assert set(caught.value.problems) == {
        "board: tents: must be a whole number, not '11'",
        "board: start_coins: must be a whole number, not True",
        "board: unknown: 7",
        "cards: cards: must be a list, not 7",
    }
