"""Players by name: shipped ones with options, those of a module, and what is no player."""

import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

import livingstone as ls
from livingstone.players import (
    GreedyBot,
    IsmctsBot,
    RandomBot,
    known_players,
    load_player,
    registry,
)

MODULE = '''
import threading
from livingstone.players import RandomBot

class Mine(RandomBot):
    """A bot."""

class Outer:
    Inner = Mine

class NeedsMore:
    def __init__(self, more): ...
    def choose(self, view, rng): ...

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
    (tmp_path / "my_bots.py").write_text(MODULE)
    (tmp_path / "broken_bots.py").write_text("1 / 0")
    (tmp_path / "leaving_bots.py").write_text("raise SystemExit(3)")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("my_bots", "broken_bots", "leaving_bots"):
        sys.modules.pop(name, None)
    return "my_bots"


def test_shipped_players_are_known_and_take_options() -> None:
    assert {"greedy", "ismcts", "random"} <= set(known_players())
    assert isinstance(load_player("random"), RandomBot)
    assert isinstance(load_player("greedy"), GreedyBot)
    assert load_player("ismcts") == IsmctsBot()
    options = IsmctsBot(iterations=200, seconds=0.5)
    assert load_player("ismcts:iterations=200,seconds=0.5") == options


def test_each_call_makes_a_new_player(module: str) -> None:
    for name in ("greedy", "ismcts", f"{module}:Mine", f"{module}:make", f"{module}:ready"):
        assert load_player(name) is not load_player(name)


@pytest.mark.parametrize("attribute", ["Mine", "Outer.Inner", "make", "crowd", "ready"])
def test_a_module_can_hold_a_class_a_function_or_a_bot(module: str, attribute: str) -> None:
    bot = load_player(f"{module}:{attribute}")
    assert type(bot).__name__ == "Mine"


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
    with pytest.raises(
        ls.ArgumentError, match="'gone' cannot be loaded: ModuleNotFoundError: No module"
    ):
        load_player("gone")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("clever", "there is no player 'clever'; known are greedy, ismcts, learned, random"),
        ("", "there is no player ''"),
        (":", "there is no player ':'"),
        ("os:system('true')", "there is no player"),
        ("my bots:Mine", "there is no player"),
        ("no_such_module:Mine", "cannot be loaded: ModuleNotFoundError: No module named"),
        ("my_bots:Missing", "cannot be loaded: .*has no attribute 'Missing'"),
        ("broken_bots:Mine", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("my_bots:number", "is neither a bot nor makes one: 3"),
        ("my_bots:nothing", "makes 3, which has no method choose"),
        ("my_bots:fail", "cannot be made: RuntimeError: no luck"),
        (
            "my_bots:NeedsMore",
            "cannot be made: TypeError: .*missing 1 required positional",
        ),
        ("greedy:", "look like key=value"),
        ("greedy:depth=2", "cannot be made: TypeError: .*unexpected keyword argument 'depth'"),
        ("ismcts:iterations", "look like key=value"),
        ("ismcts:iterations=2,iterations=3", "look like key=value"),
        ("ismcts:iterations=0", "iterations must be a whole number, 1 or more: 0"),
        ("ismcts:iterations=1.5", "cannot be made: TypeError: 'float' object cannot be"),
        ("ismcts:seconds=-1", "seconds must be a number above 0, not -1"),
        ("ismcts:seconds=nan", "seconds must be a number above 0"),
        ("my_bots:locked", "cannot be made: TypeError: cannot pickle"),
        ("my_bots:leave", "cannot be made: SystemExit: 3$"),
        ("leaving_bots:Bot", "cannot be loaded: SystemExit: 3$"),
        ("\0:\0", "there is no player"),
        ("\ud800", "there is no player"),
        ("greedy\n", "there is no player"),
        ("x" * 10**6, "there is no player"),
        ("random:x=1", "cannot be made"),
        ("ismcts:self=1", "cannot be made"),
        ("ismcts:iterations=" + "9" * 5000, "'float' object cannot be interpreted as an integer"),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_no_player_is_refused_in_one_line(module: str, name: str, message: str) -> None:
    with pytest.raises(ls.ArgumentError, match=message) as caught:
        load_player(name)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1000
