"""Bots for tests of the web: those that are there at once, with or without numba."""

import pytest

from livingstone.web.bot_pool import STRENGTHS

QUICK = {"novice": "random", "settler": "greedy"}


@pytest.fixture(autouse=True)
def quick_bots(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots play that need no compiled game, except in the test of the strengths."""
    if "every_strength" not in request.node.name:
        for strength, name in QUICK.items():
            monkeypatch.setitem(STRENGTHS, strength, name)
