"""What is asked when a group of moves leaves a choice."""

from pathlib import Path

import pytest
from typed_lines import type_lines

import livingstone as ls
from livingstone.cli import main


def chosen(monkeypatch: pytest.MonkeyPatch, file: Path, *lines: str) -> tuple[str, ...]:
    """Have a person type these lines, and then leave; give the moves that were made."""
    type_lines(monkeypatch, *lines)
    arguments = ["--players", "human,random", "--seed", "7", "--record", str(file)]
    assert main(["play", *arguments]) == 130
    return ls.load(file).actions[1:]


def test_back_returns_to_the_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = chosen(monkeypatch, tmp_path / "game.toml", "donate", "back", "take 3")
    assert moves == ("p0 take 3",)


@pytest.mark.parametrize(("answer", "coins"), [("2", 2), ("", 1)])
def test_r5_2_a_donation_is_the_least_one_unless_another_is_typed(
    answer: str, coins: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = chosen(monkeypatch, tmp_path / "game.toml", "donate", answer)
    assert moves == (f"p0 donate {coins}",)
