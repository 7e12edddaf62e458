"""Hypothesis strategies for programs that build on this library: `livingstone[testing]`.

A game is a list of small integers. Each picks one of the options in a state, so a failure
shrinks to a short game of first choices. The strategies for moves, outcomes, events and cards are
derived from their types, so they cover every kind.
"""

from importlib.util import find_spec

from livingstone.support.machine import MissingExtraError

if find_spec("hypothesis") is None:
    raise MissingExtraError("strategies need hypothesis: pip install 'livingstone[testing]'")

from livingstone.testing import laws
from livingstone.testing.data import (
    custom_editions,
    editions,
    shipped_editions,
    values_of,
)
from livingstone.testing.games import (
    PICKS,
    Game,
    Pick,
    fold,
    games,
    new_games,
    numbers,
    observers,
    options,
    pick_any,
    pick_card,
    pick_rare,
    records,
    seeds,
    starts,
    states,
    views,
    with_other_secrets,
)
from livingstone.testing.laws import EffectError, LawError, check_effect

__all__ = [
    "EffectError",
    "Game",
    "LawError",
    "PICKS",
    "Pick",
    "check_effect",
    "custom_editions",
    "editions",
    "fold",
    "games",
    "laws",
    "new_games",
    "numbers",
    "observers",
    "options",
    "pick_any",
    "pick_card",
    "pick_rare",
    "records",
    "seeds",
    "shipped_editions",
    "starts",
    "states",
    "values_of",
    "views",
    "with_other_secrets",
]
