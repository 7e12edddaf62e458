"""Players: what a bot is, those that are shipped, and how to find one by its name."""

from livingstone.players.bot import BlindBot, Bot
from livingstone.players.evaluation import Network
from livingstone.players.greedy import GreedyBot
from livingstone.players.ismcts import IsmctsBot
from livingstone.players.registry import known_players, load_player
from livingstone.players.uniform import RandomBot
from livingstone.players.weights import Weights, load_weights, weights_for
from livingstone.players.winning import Assumptions

__all__ = [
    "Assumptions",
    "BlindBot",
    "Bot",
    "GreedyBot",
    "IsmctsBot",
    "Network",
    "RandomBot",
    "Weights",
    "known_players",
    "load_player",
    "load_weights",
    "weights_for",
]
