"""The public contract: what `help` shows is short enough to be read."""

import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any, get_type_hints

import pytest
from list_public_names import public_modules, public_names

import livingstone as ls
from livingstone.simulation import Options

LONGEST = 300


def functions(module: ModuleType) -> Iterator[Any]:
    """Yield the public functions of a module, and the public methods of its classes."""
    for name in public_names(module):
        thing = getattr(module, name)
        if inspect.isfunction(thing):
            yield thing
        elif isinstance(thing, type) and thing.__module__.startswith("livingstone"):
            for part, member in vars(thing).items():
                plain = getattr(member, "__func__", member)  # of a class method
                if not part.startswith("_") and inspect.isfunction(plain):
                    yield plain


@pytest.mark.parametrize("module", [*public_modules()], ids=lambda module: module.__name__)
def test_a_signature_names_unions_instead_of_listing_their_classes(module: ModuleType) -> None:
    lengths = {own.__qualname__: len(str(inspect.signature(own))) for own in functions(module)}
    assert not {name: length for name, length in lengths.items() if length > LONGEST}


@pytest.mark.parametrize(
    "function", [ls.apply, ls.legal_moves, ls.play, ls.describe, ls.parse_move, ls.Transition]
)
def test_types_of_a_signature_can_be_asked_for(function: Any) -> None:
    assert "Annotated" not in str(inspect.signature(function))
    assert not any(isinstance(hint, str) for hint in get_type_hints(function).values())


def test_help_names_the_options_of_batches() -> None:
    for option in get_type_hints(Options):
        assert f"`{option}`" in str(ls.simulate.__doc__)
