"""What is asked when a group of moves leaves a choice."""

from pathlib import Path

import pytest
from positions import give, table
from typed_lines import type_lines

import livingstone as ls
from livingstone.cli import main
from livingstone.cli.choosing import Chooser
from livingstone.cli.telling import Teller
from livingstone.cli.terminal import Terminal


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


@pytest.mark.parametrize(("answer", "sold"), [("", ls.Gems(2, 0, 1)), ("1 0 0", ls.Gems(1, 0, 0))])
def test_r6_6_all_gems_are_sold_at_a_market_unless_others_are_typed(
    answer: str, sold: ls.Gems, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = ls.view(give(table(2, 3, 4), 0, gems=ls.Gems(2, 0, 1), cards=["market"]), 0)
    chooser = Chooser(Terminal(), Teller(("Ann", "Ben"), view.edition), view)
    type_lines(monkeypatch, answer)
    moves = [move for move in view.legal_moves if isinstance(move, ls.PlayCard)]
    assert chooser.choose(moves) == ls.PlayCard("market", sold)
