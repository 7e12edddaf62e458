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
from livingstone.testing.checking import EffectError, check_effect
from livingstone.testing.editions import (
    boards,
    custom_editions,
    decks,
    editions,
    shipped_editions,
)
from livingstone.testing.games import (
    games,
    new_games,
    numbers,
    observers,
    records,
    seeds,
    starts,
    states,
    views,
    with_other_secrets,
)
from livingstone.testing.laws import LawError
from livingstone.testing.playing import (
    PICKS,
    Game,
    Pick,
    fold,
    options,
    pick_any,
    pick_card,
    pick_rare,
)
from livingstone.testing.values import values_of

__all__ = [
    "EffectError",
    "Game",
    "LawError",
    "PICKS",
    "Pick",
    "boards",
    "check_effect",
    "custom_editions",
    "decks",
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
