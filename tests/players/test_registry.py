"""Players by name: shipped ones with options, those of a module, and what is no player."""

import sys
from importlib.metadata import EntryPoint, EntryPoints
from importlib.util import find_spec
from pathlib import Path

import pytest
from own_bots import Mood, Thrifty

import livingstone as ls
from livingstone import load_player
from livingstone.players import (
    GreedyBot,
    IsmctsBot,
    RandomBot,
    known_players,
    options_of,
    registry,
)

MODULE = '''
import threading
from livingstone.players import RandomBot

class Mine(RandomBot):
    """A bot, which can also be called."""

    def __call__(self, view): ...

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
    assert [option.partition("=")[0] for option in options_of("mine")] == ["size"]
    assert options_of("made") == (), "it is a bot already"
    with pytest.raises(ls.ArgumentError, match="'made:size=3': it is a bot already, and takes no"):
        load_player("made:size=3")
    with pytest.raises(ls.ArgumentError, match="'gone' cannot be loaded: ModuleNotFoundError"):
        load_player("gone")


def test_a_bot_of_a_module_takes_options_as_a_shipped_one_does() -> None:
    assert load_player("own_bots:Thrifty:reserve=3") == Thrifty(3)
    assert load_player("livingstone.players:IsmctsBot:iterations=3") == IsmctsBot(3)
    made = load_player("own_bots:make_thrifty:bold=true,reserve=4")
    assert made == Thrifty(-4)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("whole=3", 3),
        ("whole=3.0", "whole must be a whole number, not '3.0'"),
        ("number=3", 3.0),
        ("number=1e-3", 0.001),
        ("number=many", "number must be a number, not 'many'"),
        ("flag=true", True),
        ("flag=False", False),
        ("flag=1", "flag must be true or false, not '1'"),
        ("text=3", "3"),
        ("path=3", Path("3")),
        ("maybe=None", None),
        ("maybe=3", 3),
        ("maybe=x", "maybe must be a whole number or None, not 'x'"),
        ("either=3", 3),
        ("either=x", "x"),
        ("style=bold", "bold"),
        ("style=2", 2),
        ("style=shy", "style must be one of bold, 2, not 'shy'"),
        ("mood=CALM", Mood.CALM),
        ("mood=calm", "mood must be one of CALM, WILD, not 'calm'"),
        ("untyped=3", 3),
        ("untyped=0.5", 0.5),
        ("untyped=x", "x"),
        ("unknown=3", 3),
        ("quoted=3", 3),
        ("quoted=x", "quoted must be a whole number or None, not 'x'"),
        ("file=3", "3"),
    ],
)
def test_options_are_read_as_the_signature_says(text: str, value: object) -> None:
    """Annotations that only type checkers can evaluate leave the others as they are."""
    name = f"own_bots:Typed:{text}"
    if isinstance(value, str) and "must be" in value:
        with pytest.raises(ls.ArgumentError, match=f"{value}$"):
            load_player(name)
        return
    (found,) = found_options(name).values()
    assert (type(found), found) == (type(value), value)


def found_options(name: str) -> dict[str, object]:
    return dict(registry.find_player(name).options)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("ismcts:seconds=2.0,iterations=050", "ismcts:iterations=50,seconds=2"),
        ("ismcts:temperature=0.123456789,iterations=None", None),
        ("own_bots:Typed:flag=TRUE,whole=+3", "own_bots:Typed:whole=3,flag=true"),
        ("own_bots:Typed:mood=WILD,path=./x", "own_bots:Typed:path=x,mood=WILD"),
        ("own_bots:Typed:untyped=2.0", "own_bots:Typed:untyped=2.0"),
        ("own_bots:anything:size=2,depth=1", "own_bots:anything:depth=1,size=2"),
        pytest.param(
            *["learned:tries=8,temperature=1"] * 2,
            marks=pytest.mark.skipif(not find_spec("numba"), reason="it needs numba"),
        ),
    ],
)
def test_each_player_has_one_name_whatever_the_order_of_its_options(
    typed: str, name: str | None
) -> None:
    found = registry.find_player(typed)
    assert registry.find_player(found.name) == found
    if name is not None:
        assert (found.name, found.identity) == (name, name)


def test_the_content_of_a_file_in_the_options_is_a_part_of_the_identity(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    options = "greedy:weights", "own_bots:Typed:untyped", "own_bots:Typed:path"
    names = [f"{option}={file}" for option in options]
    identities = set[str]()
    for content in ("late = 0.4", "late = 0.5"):
        file.write_text(content)
        identities |= {registry.find_player(name).identity for name in names}
    assert len(identities) == 6
    file.unlink()
    (tmp_path / "weights.toml").mkdir()
    folder = registry.find_player(names[2])
    before = folder.identity
    (file / "more").write_text("x")
    assert folder.identity != before


def test_a_folder_that_a_text_names_is_no_part_of_the_identity(tmp_path: Path) -> None:
    found = registry.find_player(f"own_bots:Typed:untyped={tmp_path}")
    assert found.identity == found.name


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
        ("greedy:depth=2", "greedy:depth=2': there is no option 'depth'; the options are weights$"),
        ("random:depth=2", "there is no option 'depth'; it takes none$"),
        ("my_bots:crowd:sizes=2", "there is no option 'sizes'; the options are size$"),
        ("my_bots:ready:size=2", "'my_bots:ready:size=2': it is a bot already"),
        ("my_bots:crowd:", "look like key=value"),
        ("my_bots:crowd:size", "look like key=value"),
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
        ("ismcts:iterations=" + "9" * 5000, "iterations must be a whole number or None, not '9"),
        ("ismcts:seconds=soon", "seconds must be a number or None, not 'soon'$"),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_no_player_is_refused_in_one_line(module: str, name: str, message: str) -> None:
    with pytest.raises(ls.ArgumentError, match=message) as caught:
        load_player(name)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1000
