"""Players by name: shipped ones with options, those of a module, and what is no player."""

import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

import livingstone as ls
from livingstone import load_player
from livingstone.players import GreedyBot, IsmctsBot, RandomBot, known_players, registry

MODULE = '''
import threading
from livingstone.players import RandomBot

class Mine(RandomBot):
    """A bot."""

class Outer:
    Inner = Mine

def make():
    return Mine()

def fail():
    raise RuntimeError("no luck")

def nothing():
    return 3

def crowd(size=1):
    return Mine()

class Locked:
    def __init__(self):
        self.lock = threading.Lock()

    def choose(self, view, rng): ...

def leave():
    raise SystemExit(3)

ready = Mine()
locked = Locked()
number = 3
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    leaving = "raise SystemExit(3)"
    for name, text in ("my_bots", MODULE), ("broken_bots", "1 / 0"), ("leaving_bots", leaving):
        (tmp_path / f"{name}.py").write_text(text)
        sys.modules.pop(name, None)
    monkeypatch.syspath_prepend(tmp_path)
    return "my_bots"


def test_shipped_players_are_known_and_take_options() -> None:
    assert {"greedy", "ismcts", "random"} <= set(known_players())
    assert isinstance(load_player("random"), RandomBot)
    assert isinstance(load_player("greedy"), GreedyBot)
    assert load_player("ismcts") == IsmctsBot()
    assert load_player("ismcts:iterations=20,seconds=0.5") == IsmctsBot(iterations=20, seconds=0.5)


def test_each_call_makes_a_new_player(module: str) -> None:
    """A module can hold a class, a function or a bot."""
    assert load_player("greedy") is not load_player("greedy")
    for attribute in ("Mine", "Outer.Inner", "make", "crowd", "ready"):
        first, second = (load_player(f"{module}:{attribute}") for _ in range(2))
        assert first is not second
        assert type(first).__name__ == "Mine"


def test_a_package_can_register_a_player(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = {"mine": "my_bots:crowd", "made": "my_bots:ready", "gone": "no_such_module:Mine"}
    entries = EntryPoints(EntryPoint(*entry, registry.GROUP) for entry in made.items())
    monkeypatch.setattr(registry, "registered", lambda: entries)
    assert registry.GROUP == "livingstone.players"
    assert {"gone", "mine", "random"} <= set(known_players())
    assert type(load_player("mine:size=3")).__name__ == "Mine"
    assert type(load_player("made")).__name__ == "Mine"
    with pytest.raises(ls.ArgumentError, match="'made:size=3' takes no options: it is a bot"):
        load_player("made:size=3")
    with pytest.raises(ls.ArgumentError, match="'gone' cannot be loaded: ModuleNotFoundError"):
        load_player("gone")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("clever", "there is no player 'clever'; known are greedy, ismcts, learned, random"),
        ("", "there is no player ''"),
        ("my bots:Mine", "there is no player"),
        ("no_such_module:Mine", "cannot be loaded: ModuleNotFoundError: No module named"),
        ("my_bots:Missing", "cannot be loaded: .*has no attribute 'Missing'"),
        ("broken_bots:Mine", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("my_bots:number", "is neither a bot nor makes one: 3"),
        ("my_bots:nothing", "makes 3, which has no method choose"),
        ("my_bots:fail", "cannot be made: RuntimeError: no luck"),
        ("greedy:", "look like key=value"),
        ("greedy:depth=2", "cannot be made: TypeError: .*unexpected keyword argument 'depth'"),
        ("ismcts:iterations", "look like key=value"),
        ("ismcts:iterations=2,iterations=3", "look like key=value"),
        ("ismcts:iterations=0", "iterations must be a whole number, 1 or more: 0"),
        ("ismcts:seconds=-1", "seconds must be a number above 0, not -1"),
        ("my_bots:locked", "cannot be made: TypeError: cannot pickle"),
        ("my_bots:leave", "cannot be made: SystemExit: 3$"),
        ("leaving_bots:Bot", "cannot be loaded: SystemExit: 3$"),
        ("\0:\0", "there is no player"),
        ("\ud800", "there is no player"),
        ("greedy\n", "there is no player"),
        ("x" * 10**6, "there is no player"),
        ("ismcts:iterations=" + "9" * 5000, "'float' object cannot be interpreted as an integer"),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_no_player_is_refused_in_one_line(module: str, name: str, message: str) -> None:
    with pytest.raises(ls.ArgumentError, match=message) as caught:
        load_player(name)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1000
