"""The public contract: what `help` shows is complete, and short enough to be read."""

import copy
import inspect
import pickle
from collections.abc import Iterator
from enum import Enum
from pydoc import plain, render_doc
from types import ModuleType
from typing import Any, ClassVar, get_origin, get_type_hints

import pytest
from attrs import evolve, fields
from hypothesis import given
from hypothesis import strategies as st
from list_public_names import public_modules, public_names

import livingstone as ls
from livingstone.simulation import Options
from livingstone.support import helping

LONGEST = 300


def classes(module: ModuleType) -> Iterator[type]:
    """Yield the public classes of a module that are the library's own."""
    for name in public_names(module):
        thing = getattr(module, name)
        if isinstance(thing, type) and thing.__module__.startswith("livingstone"):
            yield thing


def functions(module: ModuleType) -> Iterator[Any]:
    """Yield the public functions of a module, and the public methods of its classes."""
    things = (getattr(module, name) for name in public_names(module))
    yield from filter(inspect.isfunction, things)
    for cls in classes(module):
        for part, member in vars(cls).items():
            method = getattr(member, "__func__", member)  # of a class method
            if not part.startswith("_") and inspect.isfunction(method):
                yield method


def called(module: ModuleType) -> Iterator[Any]:
    """Yield everything public that has a signature."""
    yield from functions(module)
    for cls in classes(module):
        try:
            inspect.signature(cls)
        except ValueError:  # of an error or a dict, which have none
            continue
        yield cls


def field_names(cls: type) -> Iterator[str]:
    """Yield the public fields of a class and of those that it extends; members of an enum."""
    if issubclass(cls, Enum):
        yield from cls.__members__
        return
    for base in cls.__mro__:
        for name, wanted in inspect.get_annotations(base).items():
            is_own = base.__module__.startswith("livingstone") and not name.startswith("_")
            kind: object = get_origin(wanted)
            if is_own and kind is not ClassVar:
                yield name


@pytest.mark.parametrize("module", [*public_modules()], ids=lambda module: module.__name__)
def test_a_signature_names_unions_instead_of_listing_their_classes(module: ModuleType) -> None:
    lengths = {own.__qualname__: len(str(inspect.signature(own))) for own in called(module)}
    assert not {name: length for name, length in lengths.items() if length > LONGEST}


@pytest.mark.parametrize("module", [*public_modules()], ids=lambda module: module.__name__)
def test_help_has_a_text_for_each_field(module: ModuleType) -> None:
    for cls in classes(module):
        shown, texts = words_of(render_doc(cls)), helping.fields_of(cls)
        for name in field_names(cls):
            assert name in texts, f"{cls.__qualname__}.{name} has no text below it"
            assert words_of(texts[name][1]) in shown


def words_of(shown: str) -> str:
    """Return the words of a text as `help` shows it, without emphasis, lines and margins."""
    return " ".join(word for word in plain(shown).split() if word != "|")


def test_help_shows_a_field_with_its_type_and_its_text() -> None:
    assert "    coins: int\n        How many coins, from 1.\n" in str(ls.Donate.__doc__)


def test_without_sources_the_docstring_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helping, "_by_class", helping._by_class.__wrapped__)
    monkeypatch.setattr(inspect, "getsource", refuse_source)
    assert ls.Dig.__doc__ == "Use the die to draw that many stones from the bag (R4.3)."
    assert "Fields" not in str(ls.Donate.__doc__)
    assert "Donate" in render_doc(ls.Donate)


def refuse_source(thing: object) -> str:
    raise OSError(f"there is no source of {thing}")


def test_a_class_of_ones_own_has_its_own_docstring_and_signature() -> None:
    class Own(ls.View):
        def __init__(self, first: int) -> None:
            raise NotImplementedError

    assert Own.__doc__ is None
    assert str(inspect.signature(Own)) == "(first: int) -> None"


def test_a_class_with_a_short_signature_is_used_as_any_other() -> None:
    state = ls.new_game(3, seed=7)
    assert str(inspect.signature(ls.State)).startswith("(edition, current_player, ")
    assert get_type_hints(ls.State.__init__)["boat"] is int
    assert evolve(state, boat=2).boat == 2
    assert {field.name for field in fields(ls.State)} == {*inspect.signature(ls.State).parameters}
    assert copy.deepcopy(state) == pickle.loads(pickle.dumps(state)) == state


@given(st.from_type(ls.PlayCard))
def test_hypothesis_draws_objects_of_a_class_with_a_short_signature(move: ls.PlayCard) -> None:
    assert isinstance(move.card, str)


@pytest.mark.parametrize(
    "function", [ls.apply, ls.legal_moves, ls.play, ls.describe, ls.parse_move, ls.Transition]
)
def test_types_of_a_signature_can_be_asked_for(function: Any) -> None:
    assert "Annotated" not in str(inspect.signature(function))
    assert not any(isinstance(hint, str) for hint in get_type_hints(function).values())


@pytest.mark.parametrize("function", [ls.simulate, ls.compare, ls.tournament])
def test_help_shows_the_options_of_batches(function: Any) -> None:
    shown = words_of(render_doc(function))
    for option in get_type_hints(Options):
        wanted, text = helping.fields_of(Options)[option]
        assert words_of(f"{option}: {wanted} {text}") in shown
