"""The law for effects accuses no honest one: those shipped, of the examples and of the tests."""

from collections.abc import Iterator
from importlib import import_module
from inspect import isabstract
from pathlib import Path

import pytest
from amounts import by_profile

from livingstone.effects import CardEffect
from livingstone.game.effects.shipped import SHIPPED
from livingstone.testing import check_effect

MODULES = ("own_cards", "more_cards", "hidden_cards", "choosing_cards", "own_effects")
OF_TESTS = {
    "effects.test_bad_effects": ("Fire",),
    "effects.test_effects_with_chance": ("Gamble", "Prospect"),
    "effects.test_knowledge": ("PeekPile",),
    "effects.test_lying_events": ("Honest",),
    "effects.test_own_effects": ("Study",),
    "effects.test_passed_cards": ("SwapCards", "LayOpen", "TakeUp", "RemoveCard"),
    "events.test_own_cards": ("SwapHands",),
}


def honest_effects() -> Iterator[type[CardEffect]]:
    """Yield the effects that keep the laws; the others of tests are there to break them."""
    yield from SHIPPED
    for module in map(import_module, MODULES):
        for found in vars(module).values():
            is_own = isinstance(found, type) and found.__module__ == module.__name__
            if is_own and issubclass(found, CardEffect) and not isabstract(found):
                yield found
    for name, classes in OF_TESTS.items():
        yield from (getattr(import_module(name), cls) for cls in classes)


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.slow
@pytest.mark.parametrize("effect", [*honest_effects()], ids=lambda effect: effect.__qualname__)
def test_an_honest_effect_passes_with_every_seed(
    effect: type[CardEffect], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for seed in range(by_profile(2, 20)):
        check_effect(effect, games=3, seed=seed)
