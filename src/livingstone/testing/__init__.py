"""Hypothesis strategies for programs that build on this library: `livingstone[testing]`.

A game is a list of small integers. Each integer picks one of the options in a state, so a failure
shrinks to a short game of first choices. The strategies for moves, outcomes, events and cards are
derived from their types, so they cover every kind.
"""

import importlib
import typing

from livingstone.support import naming

if typing.TYPE_CHECKING:
    from livingstone.testing import laws as laws
    from livingstone.testing.data import custom_editions as custom_editions
    from livingstone.testing.data import editions as editions
    from livingstone.testing.data import shipped_editions as shipped_editions
    from livingstone.testing.data import values_of as values_of
    from livingstone.testing.laws import EffectError as EffectError
    from livingstone.testing.laws import LawError as LawError
    from livingstone.testing.laws import check_effect as check_effect
    from livingstone.testing.strategies import PICKS as PICKS
    from livingstone.testing.strategies import Game as Game
    from livingstone.testing.strategies import Pick as Pick
    from livingstone.testing.strategies import fold as fold
    from livingstone.testing.strategies import games as games
    from livingstone.testing.strategies import new_games as new_games
    from livingstone.testing.strategies import numbers as numbers
    from livingstone.testing.strategies import observers as observers
    from livingstone.testing.strategies import options as options
    from livingstone.testing.strategies import pick_any as pick_any
    from livingstone.testing.strategies import pick_card as pick_card
    from livingstone.testing.strategies import pick_rare as pick_rare
    from livingstone.testing.strategies import records as records
    from livingstone.testing.strategies import seeds as seeds
    from livingstone.testing.strategies import starts as starts
    from livingstone.testing.strategies import states as states
    from livingstone.testing.strategies import views as views
    from livingstone.testing.strategies import with_other_secrets as with_other_secrets

_NEEDED = "hypothesis", "testing", "strategies"
_LATER = naming.modules_of(
    {
        "data": "custom_editions editions shipped_editions values_of",
        "strategies": "PICKS Game Pick fold games new_games numbers observers options "
        "pick_any pick_card pick_rare records seeds starts states views with_other_secrets",
        "laws": "EffectError LawError check_effect",
    }
)
__all__ = sorted({*_LATER, "laws"})

naming.guard(__name__, "laws", *_NEEDED)

if not typing.TYPE_CHECKING:  # so that type checkers still report a wrong name

    def __getattr__(name: str) -> object:
        if name == "laws":
            return importlib.import_module(f"{__name__}.{name}")
        return naming.load(globals(), _LATER, name, *_NEEDED)


def __dir__() -> list[str]:
    return __all__
