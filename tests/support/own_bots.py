"""Bots of a user's own, by name or as objects."""

import os
import random
from enum import Enum
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from attrs import frozen

import livingstone as ls

if TYPE_CHECKING:
    from nowhere import Unknown  # type: ignore[import-not-found]


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


@frozen
class Thrifty:
    """Takes any move but those that leave it fewer coins than its reserve."""

    reserve: int = 0

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        assert view.own is not None
        dear = ls.BuildTent | ls.DrawCard | ls.Donate
        can_spend = view.own.coins > self.reserve
        moves = [move for move in view.legal_moves if can_spend or not isinstance(move, dear)]
        return rng.choice(moves or view.legal_moves)


def make_thrifty(reserve: int, *, bold: bool) -> Thrifty:
    return Thrifty(-reserve if bold else reserve)


def anything(**options: object) -> Thrifty:
    del options
    return Thrifty()


class Mood(Enum):
    CALM = 1
    WILD = 2


class Typed(Thrifty):
    """Takes an option of each type."""

    def __init__(
        self,
        whole: int = 0,
        number: float = 0,
        flag: bool = False,
        text: str = "",
        path: Path = Path(),
        maybe: int | None = None,
        either: int | str = 0,
        style: Literal["bold", 2] = "bold",
        mood: Mood = Mood.CALM,
        untyped: Any = 0,
        unknown: "Unknown" = None,
        quoted: "int | None" = 0,
        file: str | os.PathLike[str] = "",
    ) -> None:
        super().__init__()
