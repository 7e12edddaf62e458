"""Type checkers pass the code of the README and of the documentation, and what is public."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from doctest import DocTestParser
from functools import cached_property
from importlib import import_module
from inspect import isclass, isfunction, signature, unwrap
from pathlib import Path
from pydoc import render_doc
from typing import Any, get_args, get_origin, get_overloads, get_type_hints

import pytest
from programs import ROOT

import livingstone as ls

BLOCK = re.compile(r"^```(python|\{doctest\}|\{testcode\})\n(.*?)^```", re.DOTALL | re.MULTILINE)
HALF_TYPED = re.compile(
    "^(from|import) (distributed|gymnasium|minari|mpi4py|open_spiel|pyspiel)|livingstone_v0",
    re.MULTILINE,
)
LENIENT = (
    "# pyright: basic, reportMissingImports=false, reportOptionalMemberAccess=false,"
    " reportOptionalSubscript=false, reportAttributeAccessIssue=false\n"
)
"""For pages with packages that have no types, or types for half of what they do."""
STRICT = {
    "typeCheckingMode": "strict",
    "reportUnusedExpression": False,  # as at a prompt
    "extraPaths": [str(ROOT / "examples")],
}


def program_of(page: Path) -> str:
    """Put the code of a page together, without the prompts and what it prints."""
    parts = list[str]()
    for kind, code in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == "{doctest}":
            code = "".join(example.source for example in DocTestParser().get_examples(code))
        parts.append("\n".join(line for line in code.splitlines() if not line.startswith(":")))
    return "\n\n".join(parts)


@pytest.fixture(scope="module")
def guide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a program for each page with code."""
    folder = tmp_path_factory.mktemp("guide")
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_")
        if program := program_of(page):
            first = LENIENT if HALF_TYPED.search(program) else ""
            (folder / f"{name}.py").write_text(f"{first}{program}\n", encoding="utf-8")
    (folder / "pyrightconfig.json").write_text(json.dumps(STRICT), encoding="utf-8")
    return folder


def check(*command: str, folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_passes_the_code_of_the_guide(guide: Path) -> None:
    pytest.importorskip("mypy")
    files = map(str, sorted(guide.glob("*.py")))
    check(sys.executable, "-m", "mypy", *files, folder=ROOT)


def test_pyright_passes_the_code_of_the_guide(guide: Path) -> None:
    if not shutil.which("pyright") or subprocess.run(["pyright", "--version"]).returncode:
        pytest.skip("needs pyright, which its package fetches when it first runs")
    pytest.importorskip("polars")  # a page reads a frame
    check("pyright", "--pythonpath", sys.executable, ".", folder=guide)


ROOMS = ["", ".edition", ".effects", ".envs", ".kernel", ".players", ".reviews", ".simulation"]
AS_OTHERS = {"LivingstoneEnv", "LivingstoneVectorEnv", "to_plain"}
"""What has the types that Gymnasium and the module `json` give."""
NEEDED = {"": "numba", ".envs": "numpy", ".kernel": "numba", ".reviews": "numba"}


@pytest.mark.parametrize("room", [*ROOMS, ".svg", ".testing", ".text", ".web"])
def test_nothing_public_gives_any(room: str) -> None:
    pytest.importorskip(NEEDED.get(room, "livingstone"))
    module = import_module(f"livingstone{room}")
    loose = [
        f"{name}.{part}"
        for name in {*module.__all__} - AS_OTHERS
        for part in loose_parts(getattr(module, name))
    ]
    assert not loose


def loose_parts(value: object) -> Iterator[str]:
    """List the fields and functions of something public that give `Any`."""
    if isclass(value):
        for name, hint in hints_of(value).items():
            if not name.startswith("_") and is_loose(hint):
                yield name
        for name, member in vars(value).items():
            if not name.startswith("_"):
                yield from (name for _ in loose_parts(function_of(member)))
    elif isfunction(value):
        for each in [*get_overloads(value), value]:
            if is_loose(hints_of(each).get("return")):
                yield "return"


def function_of(member: object) -> object:
    if isinstance(member, property):
        return member.fget
    if isinstance(member, cached_property):
        return member.func
    return unwrap(getattr(member, "__func__", member)) if callable(member) else None


def hints_of(value: Any) -> dict[str, Any]:
    try:
        return get_type_hints(value)
    except NameError:  # what it names is imported by type checkers only
        return dict(value.__annotations__)


def is_loose(hint: object) -> bool:
    if isinstance(hint, str):
        return "Any" in hint
    if getattr(get_origin(hint), "__module__", "") == "numpy":
        return False  # arrays of any shape
    return hint is Any or any(map(is_loose, hint if isinstance(hint, list) else get_args(hint)))


@pytest.mark.parametrize("name", ["edition", "effects", "events", "svg", "text"])
def test_a_public_module_can_be_imported_by_its_name(name: str) -> None:
    assert import_module(f"livingstone.{name}") is getattr(ls, name)


def test_a_function_that_is_loaded_late_has_its_signature_and_its_help() -> None:
    pytest.importorskip("numba")
    assert [*signature(ls.review).parameters][:2] == ["record", "rollouts"]
    assert "Review a game" in render_doc(ls.review)


def test_the_package_says_that_it_has_types() -> None:
    assert Path(ls.__file__).with_name("py.typed").exists()
