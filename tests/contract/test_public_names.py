"""The public contract: the names and parameters that people rely on."""

from pathlib import Path
from types import ModuleType

import pytest
from list_public_names import promised, public_modules

LISTED = Path(__file__).with_name("public-names.txt")


@pytest.mark.parametrize("module", [*public_modules()], ids=lambda module: module.__name__)
def test_the_public_names_are_those_of_the_list(module: ModuleType) -> None:
    """After a change that is meant: `python tests/list_public_names.py`, as its docstring says."""
    listed = LISTED.read_text(encoding="utf-8").splitlines()
    own = [line for line in listed if line.startswith(f"{module.__name__} ")]
    assert [*promised(module)] == own
