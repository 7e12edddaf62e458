"""Whatever is given for a player's name or options: a player, or an `ArgumentError` in a line."""

import sys
from pathlib import Path

import pytest

import livingstone as ls
from livingstone.players import load_player

MODULE = """
import threading

class Bot:
    def choose(self, view, rng):
        return view.legal_moves[0]

class Locked(Bot):
    def __init__(self):
        self.lock = threading.Lock()

class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError

def wordless():
    raise KeyError

def unspeakable():
    raise Unspeakable

def long_winded():
    raise ValueError("one line\\nand another")

def leave():
    raise SystemExit(3)

locked = Locked()
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd_bots.py").write_text(MODULE)
    (tmp_path / "leaving_bots.py").write_text("raise SystemExit(3)")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("odd_bots", "leaving_bots"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("odd_bots:locked", "cannot be made: cannot pickle"),
        ("odd_bots:wordless", "cannot be made: KeyError$"),
        ("odd_bots:unspeakable", "cannot be made: Unspeakable$"),
        ("odd_bots:long_winded", "cannot be made: one line and another$"),
        ("odd_bots:leave", "cannot be made: SystemExit: 3$"),
        ("leaving_bots:Bot", "cannot be loaded: SystemExit: 3$"),
        ("\0:\0", "there is no player"),
        ("\ud800", "there is no player"),
        ("greedy\n", "there is no player"),
        ("x" * 10**6, "there is no player"),
        ("random:x=1", "cannot be made"),
        ("ismcts:self=1", "cannot be made"),
        (
            "ismcts:iterations=" + "9" * 5000,
            "cannot be made: 'float' object cannot be interpreted as an integer",
        ),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_no_player_is_refused(module: None, name: str, message: str) -> None:
    with pytest.raises(ls.ArgumentError, match=message) as caught:
        load_player(name)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1000
