"""The example of an own bot runs as it stands, and beats `random`."""

import re
import runpy
from random import Random
from typing import Any

import pytest
from programs import ROOT, run_python

import livingstone as ls


def test_the_example_plays_better_than_random() -> None:
    pytest.importorskip("statsmodels")
    done = run_python("examples/own_bot.py", "--games", "20")
    assert done.returncode == 0, done.stderr
    found = re.search(r"wins against random: (\d+)%", done.stdout)
    assert found is not None
    assert int(found[1]) > 70


def test_the_page_has_the_same_bot() -> None:
    page = (ROOT / "docs/how-to/own-bot.md").read_text(encoding="utf-8")
    _, code, _ = page.split("'''")
    of_page: dict[str, Any] = {}
    exec(re.sub(r"^\.\.\. ?", "", code, flags=re.MULTILINE), of_page)
    of_example = runpy.run_path(str(ROOT / "examples/own_bot.py"))
    for seed in range(5):
        state = ls.new_game(3, seed=seed)
        while not state.is_over:
            seen = ls.view(state, state.current_player)
            move = of_page["Saver"]().choose(seen, Random(seed))
            assert move == of_example["Saver"]().choose(seen, Random(seed))
            state = ls.apply(state, move)
