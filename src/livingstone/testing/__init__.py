"""Hypothesis strategies for programs that build on this library: `livingstone[testing]`.

A game is a list of small integers. Each picks one of the options in a state, so a failure
shrinks to a short game of first choices. The strategies for moves, outcomes, events and cards are
derived from their types, so they cover every kind.
"""

from livingstone.support import machine, naming

machine.require("hypothesis", "testing", "strategies")

from livingstone.testing import laws as laws
from livingstone.testing.data import custom_editions as custom_editions
from livingstone.testing.data import editions as editions
from livingstone.testing.data import shipped_editions as shipped_editions
from livingstone.testing.data import values_of as values_of
from livingstone.testing.games import PICKS as PICKS
from livingstone.testing.games import Game as Game
from livingstone.testing.games import Pick as Pick
from livingstone.testing.games import fold as fold
from livingstone.testing.games import games as games
from livingstone.testing.games import new_games as new_games
from livingstone.testing.games import numbers as numbers
from livingstone.testing.games import observers as observers
from livingstone.testing.games import options as options
from livingstone.testing.games import pick_any as pick_any
from livingstone.testing.games import pick_card as pick_card
from livingstone.testing.games import pick_rare as pick_rare
from livingstone.testing.games import records as records
from livingstone.testing.games import seeds as seeds
from livingstone.testing.games import starts as starts
from livingstone.testing.games import states as states
from livingstone.testing.games import views as views
from livingstone.testing.games import with_other_secrets as with_other_secrets
from livingstone.testing.laws import EffectError as EffectError
from livingstone.testing.laws import LawError as LawError
from livingstone.testing.laws import check_effect as check_effect

__all__ = naming.public(globals(), "laws")
