"""The shipped bots, and how to find a bot by its name."""

from livingstone.kernel.weights import Assumptions, Weights, load_weights, weights_for
from livingstone.players.bot import BlindBot, Bot, RandomBot
from livingstone.players.greedy import GreedyBot
from livingstone.players.ismcts import IsmctsBot
from livingstone.players.learned import LearnedBot
from livingstone.players.registry import known_players, load_player

__all__ = [
    "Assumptions",
    "BlindBot",
    "Bot",
    "GreedyBot",
    "IsmctsBot",
    "LearnedBot",
    "RandomBot",
    "Weights",
    "known_players",
    "load_player",
    "load_weights",
    "weights_for",
]
