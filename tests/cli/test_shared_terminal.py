"""Two people at one terminal."""

import random

import pytest

from livingstone.cli import main
from livingstone.cli.terminal import Terminal


def test_nobodys_last_lines_stay_in_sight_when_the_game_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done, rng = list[str](), random.Random(7)

    def answer(prompt: str) -> str:
        done.append("ask")
        if prompt.endswith("> "):
            return f"{rng.randint(1, 6)}!"
        return rng.choice(["", "", "1", "2", "back", "x"])

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr(Terminal, "clear", lambda _: done.append("clear"))
    assert main(["play", "--players", "human,human"]) == 0
    assert done[-1] == "clear"
