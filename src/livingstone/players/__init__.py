"""The shipped bots, and how to find a bot by its name."""

import typing

from livingstone.kernel.weights import Assumptions as Assumptions
from livingstone.kernel.weights import Weights as Weights
from livingstone.kernel.weights import load_weights as load_weights
from livingstone.kernel.weights import weights_for as weights_for
from livingstone.players.bot import BlindBot as BlindBot
from livingstone.players.bot import Bot as Bot
from livingstone.players.bot import RandomBot as RandomBot
from livingstone.players.greedy import GreedyBot as GreedyBot
from livingstone.players.ismcts import IsmctsBot as IsmctsBot
from livingstone.players.learned import LearnedBot as LearnedBot
from livingstone.players.limits import BotError as BotError
from livingstone.players.listing import options_of as options_of
from livingstone.players.registry import known_players as known_players
from livingstone.players.registry import load_player as load_player
from livingstone.players.registry import name_without_options as name_without_options
from livingstone.support import naming

if typing.TYPE_CHECKING:
    from livingstone.players.process import BotProcess as BotProcess
    from livingstone.players.process import ProcessError as ProcessError
    from livingstone.players.process import check_bots as check_bots
    from livingstone.players.process import start_bot as start_bot
    from livingstone.players.program import ProgramProcess as ProgramProcess

_LATER = naming.modules_of(
    {
        "process": "BotProcess ProcessError check_bots start_bot",
        "program": "ProgramProcess",
    }
)
__all__ = naming.public(globals(), *_LATER)

if not typing.TYPE_CHECKING:  # so that type checkers still report a wrong name

    def __getattr__(name: str) -> object:
        return naming.load(globals(), _LATER, name)


def __dir__() -> list[str]:
    return __all__
