"""The game for OpenSpiel: importing this module registers it as `python_livingstone`.

>>> import livingstone.envs.openspiel
>>> import pyspiel
>>> game = pyspiel.load_game("python_livingstone(players=2,edition=bga)")
>>> game.num_players(), game.num_distinct_actions()
(2, 6370)

Chance is explicit, with float probabilities. `PARAMETERS` lists the parameters of a game.
"""

from livingstone.support.extras import require

require("pyspiel", "openspiel", "games of OpenSpiel")

from livingstone.envs.openspiel.bots import (  # noqa: E402
    OpenSpielBot,
    ShippedBot,
    as_bot,
    as_openspiel_bot,
)
from livingstone.envs.openspiel.game import NAME, PARAMETERS, LivingstoneGame  # noqa: E402
from livingstone.envs.openspiel.observer import LivingstoneObserver  # noqa: E402
from livingstone.envs.openspiel.state import LivingstoneState  # noqa: E402

__all__ = [
    "NAME",
    "PARAMETERS",
    "LivingstoneGame",
    "LivingstoneObserver",
    "LivingstoneState",
    "OpenSpielBot",
    "ShippedBot",
    "as_bot",
    "as_openspiel_bot",
]
