"""The shipped bots, and how to find a bot by its name."""

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
from livingstone.players.registry import known_players as known_players
from livingstone.players.registry import load_player as load_player
from livingstone.support import naming

__all__ = naming.public(globals())
