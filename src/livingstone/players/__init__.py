"""Players: what a bot is, those that are shipped, and how to find one by its name."""

from livingstone.players.bot import Bot
from livingstone.players.greedy import GreedyBot
from livingstone.players.ismcts import IsmctsBot
from livingstone.players.registry import known_players, load_player
from livingstone.players.uniform import RandomBot

__all__ = ["Bot", "GreedyBot", "IsmctsBot", "RandomBot", "known_players", "load_player"]
