"""Bots of a user's own, by name or as objects."""

import random
from random import Random

import livingstone as ls


class ForTwo:
    """Refuses to play with more players, and counts its choices over all its games."""

    def __init__(self) -> None:
        self.choices = 0

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        if len(view.players) != 2:
            raise ls.ArgumentError("it is for 2 players")
        self.choices += 1
        return rng.choice(view.legal_moves)


class Unseeded:
    """Chooses by random numbers that no seed decides."""

    def choose(self, view: ls.View, _: object) -> ls.Move:
        return random.choice(view.legal_moves)
