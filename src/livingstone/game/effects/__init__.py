"""The effects of cards (R6): a base class, and a file for each effect or a few of a sort.

A new shipped effect is a file here. An effect of your own is a class anywhere: see
`livingstone.effects`.
"""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules

from livingstone.edition.effect import ship
from livingstone.game.effects.base import CardEffect, NeverPlayed, PlainEffect

_BASES = (CardEffect, PlainEffect, NeverPlayed)


def effects_in(names: Iterable[object]) -> Iterator[type[CardEffect]]:
    """List the public classes of effects among the values of a module, without the shared bases."""
    for value in names:
        if isinstance(value, type) and issubclass(value, CardEffect) and value not in _BASES:
            cls: type[CardEffect] = value
            yield from () if cls.__name__.startswith("_") else (cls,)


def _rule(cls: type[CardEffect]) -> tuple[int, ...]:
    return tuple(map(int, cls.rule.removeprefix("R").split(".")))


_modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
_classes = {cls for module in _modules for cls in effects_in(vars(module).values())}
ship(*sorted(_classes, key=_rule))
