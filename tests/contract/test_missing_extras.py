"""The public contract: naming never needs an extra, calling says which one is missing."""

import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from amounts import others_slow
from list_public_names import ROOMS
from programs import ROOT, run_python

import livingstone as ls
from livingstone.support.machine import require

DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = DECLARED["optional-dependencies"]
MODULES = {"open-spiel": "pyspiel", "pillow": "PIL", "resvg-py": "resvg_py"}
"""The modules of packages that are called otherwise."""
BLOCKED = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocker())
sys.modules.update(dict.fromkeys({missing}))
sys.path.insert(0, {tests!r})
"""
NAME_EVERYTHING = "import name_everything; name_everything.main()"
CALLS = """
import livingstone as ls
from livingstone import envs, kernel, players, simulation, testing, web
from livingstone.envs import livingstone_v0, openspiel
from livingstone.simulation import plots
from livingstone.testing import laws
def inherit():
    class Own(envs.LivingstoneEnv): pass
    return Own()
for call in (
    ls.review, ls.hint, lambda: kernel.Kernel.of("printed", 2), lambda: envs.observe(None), inherit,
    livingstone_v0.env, openspiel.as_bot, openspiel.LivingstoneGame, lambda: testing.games(),
    lambda: list(testing.PICKS), laws.check_action, lambda: web.serve(None), web.create_app,
    players.LearnedBot, lambda: plots.draw(None, "a.svg"),
):
    try:
        call()
    except ls.MissingExtraError as error:
        print(error)
try:
    raise ls.ArgumentError("no")
except (kernel.UnsupportedEditionError, laws.LawError, web.StoreError):
    print("taken for another error")
except ls.ArgumentError as error:
    print(error, isinstance(1, kernel.Kernel), hasattr(kernel, "engines"))
"""


def packages_of(extra: str) -> Iterator[str]:
    """Yield the modules of the packages of an extra, and of those that it takes along."""
    for requirement in EXTRAS[extra]:
        name, others = re.fullmatch(r"([\w-]+)(?:\[([\w,]+)\])?.*", requirement).groups()  # type: ignore[union-attr]
        if name == "livingstone":
            for other in others.split(","):
                yield from packages_of(other)
        else:
            yield MODULES.get(name, name)


def blocked(extra: str | None) -> str:
    """Return what a program begins with, so that one extra alone seems to be installed."""
    missing = {*packages_of("all")} - {*(packages_of(extra) if extra else ())}
    return BLOCKED.format(missing=sorted(missing), tests=str(ROOT / "tests"))


def run_with(extra: str | None, program: str) -> list[str]:
    """Run a program as if one extra alone were installed; return the lines that it prints."""
    done = run_python("-c", blocked(extra) + program)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    "extra", others_slow([None, "envs", "gymnasium", "testing", "web"], ["web"])
)
def test_naming_needs_no_extra(extra: str | None) -> None:
    """`.ci/extras.py` does the same in an environment of each extra."""
    if extra is not None:
        for name in packages_of(extra):
            pytest.importorskip(name)
    assert run_with(extra, NAME_EVERYTHING) == []


def test_calling_says_which_extra_is_missing() -> None:
    *told, last = run_with(None, CALLS)
    found = [re.search(r"pip install 'livingstone\[(\w+)\]'", line) for line in told]
    assert [extra and extra[1] for extra in found] == [
        *("fast", "fast", "fast", "envs", "gymnasium"),
        *("pettingzoo", "openspiel", "openspiel", "testing"),
        *("testing", "testing", "web", "web", "fast", "plot"),
    ]
    assert last == "no False False"


@pytest.mark.parametrize(
    ("packages", "listed"),
    [("no_a", "no_a"), ("no_a no_b", "no_a and no_b"), ("no_a no_b no_c", "no_a, no_b and no_c")],
)
def test_missing_packages_are_named_in_a_sentence(packages: str, listed: str) -> None:
    with pytest.raises(ls.MissingExtraError) as caught:
        require(packages, "plot", "plots")
    assert str(caught.value) == f"plots need {listed}: pip install 'livingstone[plot]'"


@pytest.mark.parametrize(
    ("line", "extra"),
    [
        ("serve", "web"),
        ("review game.toml", "fast"),
        pytest.param("compile", "fast", marks=pytest.mark.slow),
    ],
)
def test_a_command_says_which_extra_is_missing(line: str, extra: str, tmp_path: Path) -> None:
    start = ls.new_game(2, seed=7)
    ls.dump(ls.Record.of(start), tmp_path / "game.toml")
    command = line.replace("game.toml", str(tmp_path / "game.toml")).split()
    program = f"from livingstone.cli import main; sys.exit(main({command!r}))"
    done = run_python("-c", blocked(None) + program)
    (told,) = done.stderr.splitlines()
    assert told.endswith(f"pip install 'livingstone[{extra}]'")


@pytest.mark.parametrize("name", ["", *ROOMS])
def test_dir_shows_public_names_alone(name: str) -> None:
    module = importlib.import_module(f"livingstone.{name}".rstrip("."))
    if "__dir__" in vars(module):
        rooms = {room for room in ROOMS if "." not in room} if name == "" else set[str]()
        assert dir(module) == sorted({*module.__all__, *rooms})


def test_every_room_is_loaded_when_it_is_named() -> None:
    code = "import livingstone as ls\n" + "\n".join(f"ls.{room}" for room in ROOMS)
    assert run_with(None, code) == []
