"""The package: what it ships, and the shape of its code."""

import ast
import subprocess
import sys
from importlib import import_module
from importlib.metadata import entry_points, version
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest
from programs import run_python

import livingstone
from livingstone.edition.loading import shipped

PACKAGE = Path(livingstone.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))


def test_the_game_has_no_clock_and_no_random_numbers() -> None:
    """Chance comes from seeds; only a fresh seed comes from the operating system."""
    for source in (PACKAGE / "values.py", *(PACKAGE / "game").rglob("*.py")):
        if source.name == "sampling.py":
            continue  # draws from the seed that it is given
        imported = set()
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add((node.module or "").partition(".")[0])
        assert not imported & {"datetime", "os", "random", "socket", "threading", "time"}, source


def test_every_public_name_is_listed_and_a_made_up_one_is_not_there() -> None:
    assert {*livingstone.__all__} <= {*dir(livingstone)}
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        livingstone.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_type_checkers_and_python_know_the_same_names() -> None:
    tree = ast.parse(Path(livingstone.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    known = {(alias.name, node.module) for node in imports for alias in node.names}
    for name, module in known:
        if name in livingstone.__all__ and module != "livingstone":
            value = getattr(livingstone, name)
            assert value is getattr(import_module(module or ""), name), name
    assert {*livingstone.__all__} <= {name for name, _ in known}


LATER = """
import sys
import livingstone
loaded = {name for name in sys.modules if name.startswith("livingstone.")}
inner = {name.split(".")[1] for name in loaded}
print(*sorted(inner & {"documents", "events", "players", "records", "simulation", "words"}))
print(*sorted(loaded & {"livingstone.svg", "livingstone.game.perft"}))
print(*sorted({"concurrent.futures", "importlib.metadata", "multiprocessing"} & {*sys.modules}))
print(livingstone.simulation.Options.__name__, livingstone.words.__name__)
print(livingstone.simulate.__name__, livingstone.Record.__name__, "numba" in sys.modules)
"""


def test_what_is_built_on_the_game_is_loaded_when_it_is_asked_for() -> None:
    told = subprocess.run(
        [sys.executable, "-c", LATER], capture_output=True, text=True, check=True, timeout=60
    )
    named = ["Options livingstone.words", "simulate Record False"]
    assert told.stdout.splitlines() == ["", "", "", *named]


FROM_A_ZIP = """
import sys
sys.path.insert(0, sys.argv[1])
import livingstone as ls
print(sys.argv[1] in ls.__file__, ls.new_game(2, seed=7).dice, ls.text.board(ls.new_game(2))[:8])
try:
    ls.web.create_app(ls.web.Settings(database="games.db"))
except ls.LivingstoneError as error:
    print(error)
"""


@pytest.mark.slow
def test_the_game_runs_from_a_zip_file_and_the_browser_game_says_that_it_cannot(
    tmp_path: Path,
) -> None:
    data = Path(str(shipped("board.toml"))).parent
    with ZipFile(packed := tmp_path / "packed.zip", "w") as archive:
        for file in PACKAGE.rglob("*"):
            archive.write(file, "livingstone" / file.relative_to(PACKAGE))
        for file in () if data.is_relative_to(PACKAGE) else data.rglob("*"):
            archive.write(file, "livingstone/data" / file.relative_to(data))
    command = [sys.executable, "-c", FROM_A_ZIP, str(packed)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    first, *rest = run.stdout.splitlines()
    assert first == "True (2, 2, 3, 4) per tent"
    if find_spec("starlette"):
        assert rest == ["the browser game does not run from a zip file: install the wheel"]


def test_pyinstaller_finds_the_hook_that_collects_data_and_later_imports() -> None:
    hooks = [entry.load()() for entry in entry_points(group="pyinstaller40", name="hook-dirs")]
    folders = [Path(folder) for own in hooks for folder in own]
    assert any((folder / "hook-livingstone.py").is_file() for folder in folders)


HELP = """
import sys
from livingstone.cli.parser import make_parser
for typed in ["--help"], ["rules", "R4.4"]:
    make_parser(typed)
    cli = {name.rpartition(".")[2] for name in sys.modules if name.startswith("livingstone.cli.")}
    print("livingstone.simulation" in sys.modules, *sorted(cli & {"batches", "listings", "play"}))
"""


def test_only_the_module_of_a_command_is_loaded() -> None:
    told = run_python("-c", HELP)
    assert told.stdout.splitlines() == ["False", "True listings"], told.stderr


def test_the_version_is_that_of_the_metadata() -> None:
    assert livingstone.__version__ == version("livingstone")
