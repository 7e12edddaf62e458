"""The web server uses only public names of the library, as any front end can."""

import ast
from importlib.resources import files
from pathlib import Path

import pytest

import livingstone as ls
from livingstone.reviews import __all__ as names_of_reviews

SOURCES = sorted(Path(str(files("livingstone.web"))).rglob("*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_only_public_names_of_the_library_are_used(source: Path) -> None:
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
            assert not any(name.startswith("livingstone.") for name in modules)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("livingstone"):
            is_own = str(node.module).startswith(("livingstone.web", "livingstone.players.process"))
            names = {alias.name for alias in node.names}
            public = {"livingstone": ls.__all__, "livingstone.reviews": names_of_reviews}
            assert is_own or names <= set(public.get(str(node.module), ()))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert node.value.id != "ls" or node.attr in ls.__all__
