"""All games of the study: which are played, how many, and where they are kept."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path

import numpy as np
from attrs import field, frozen
from games import Games, Player, play
from numpy.typing import NDArray
from variants import schemes, single_figures

from livingstone import Edition, load_edition
from livingstone.edition.loading import RULESETS
from livingstone.kernel import Kernel
from livingstone.simulation import deals_needed

__all__ = ["CONTESTS", "FAST", "FEW_AND_MANY", "HABITS", "PLAYERS", "Study", "of_one"]

PLAYERS = (2, 3, 4, 5)
FEW_AND_MANY = (2, 4)
"""Where something is not played, or not shown, with all numbers of players."""
FAST = ("greedy", "policy")
CONTESTS = (("policy", "greedy"), ("search", "policy"))
"""A stronger player and a weaker one."""
HABITS = {
    "die": {f"die {value}": f"{value}" for value in range(1, 7)},
    "row": {f"row {row}": f"{row}" for row in range(1, 7)},
    "column": {f"column {column}": f"{column}" for column in range(1, 11)},
    "card": {
        f"card {card}": f"`{card}`"
        for card in (
            *("no_cost_tent", "ignore_die", "two_dice", "second_tent"),
            *("market", "boat_back", "three_stones", "four_coins"),
        )
    },
    "action": {
        "use 0": "drawing a card (R4.1)",
        "use 1": "taking coins (R4.2)",
        "use 2": "digging (R4.3)",
        "use 3": "building a tent (R4.4)",
    },
}
"""What players do without, by kind: names of habits (`games.Habit`), and what the tables say."""

# How many deals are played by numbers of players; all are multiplied by `--deals`.
SELF_PLAY = {2: 40, 3: 40, 4: 40, 5: 40}
TWO = -(-deals_needed(0.01, 2, spread=0.5, equivalence=True) // 40)
"""Deals of two players, at `--deals 40`: enough to show that a seat without an advantage wins at
most 1 % more of the games."""
SEARCHES = {2: 10, 3: 6, 4: 4, 5: 3}
WITH_HABIT = {2: 15, 3: 8, 4: 6, 5: 4}
OTHER_FIGURES = {2: 20, 4: 10}
CONTESTED = {"policy": {2: 10, 3: 10, 4: 10, 5: 10}, "search": {2: 4, 3: 2, 4: 1, 5: 1}}


@frozen
class Batch:
    """Games of one lineup."""

    players: int
    deals: int
    others: str
    """The brain of all seats, or of all but one."""
    one: Player | None = None
    """Who sits in each seat in turn, on the same deals."""
    edition: str = "printed"
    has_values: bool = False

    def play(self, seed: int, folder: Path) -> Games:
        """Play the games, or read them if they are there."""
        one = f"{self.one.brain} {self.one.habit} against " if self.one else ""
        name = f"{one}{self.others} {self.edition} {self.players} {self.deals} {seed}"
        file = folder / f"{''.join(letter if letter.isalnum() else '-' for letter in name)}.npz"
        if not file.exists():
            found = self._play(seed)
            part = file.with_suffix(".part")
            with part.open("wb") as stream:
                np.savez_compressed(stream, **found._asdict())
            part.replace(file)
        with np.load(file) as arrays:
            return Games(*(arrays[name] for name in Games._fields))

    def _play(self, seed: int) -> Games:
        games = np.arange(self.deals * (self.players if self.one else 1))
        lineups = np.zeros((len(games), self.players), np.int64)
        everybody = [Player(self.others)]
        if self.one:
            lineups[games, games % self.players] = 1
            everybody.append(self.one)
        numbers = games // self.players if self.one else games
        deals = [(seed << 32) + int(deal) for deal in numbers]
        kernel = Kernel.of(_editions()[self.edition], self.players)
        return play(kernel, lineups, everybody, deals, seed, self.has_values)


@cache
def _editions() -> dict[str, Edition]:
    shipped = {name: load_edition(name) for name in RULESETS}
    return shipped | single_figures() | schemes()


@frozen
class Study:
    """Plays the batches of the study, all with the same seed and so on the same deals."""

    deals: int
    """What the numbers of deals are multiples of."""
    seed: int
    folder: Path
    """For the games. What it holds already is not played again."""
    _kept: dict[Batch, Games] = field(factory=dict, init=False, repr=False)

    def self_play(self, brain: str, players: int, edition: str = "printed") -> Games:
        """Have a player play itself; no deal is played twice."""
        return self._games(self._self_play(brain, players, edition))

    def seats(self, brain: str, players: int, edition: str = "printed") -> Games:
        """Have a player play itself, often enough to say what a seat is worth."""
        return self._games(self._seats(brain, players, edition))

    def figures(self, name: str, brain: str, players: int) -> Games:
        """Have a player play itself with other figures."""
        return self._games(self._figures(name, brain, players))

    def habit(self, name: str, brain: str, players: int) -> Games:
        """Have a player with a habit play against others without, each deal from each seat."""
        return self._games(self._habit(name, brain, players))

    def contest(self, stronger: str, weaker: str, players: int) -> Games:
        """Have one player play against several of another, each deal from each seat."""
        return self._games(self._contest(stronger, weaker, players))

    def play_all(self, jobs: int) -> None:
        """Play everything that the tables and plots ask for, the most important things first."""
        batches = [*dict.fromkeys(self._batches())]
        self.folder.mkdir(parents=True, exist_ok=True)
        play_one = partial(_play, seed=self.seed, folder=self.folder)
        if jobs == 1:
            any(map(play_one, batches))
            return
        with ProcessPoolExecutor(jobs) as pool:
            any(pool.map(play_one, batches))

    def _batches(self) -> Iterator[Batch]:
        for players in PLAYERS:
            for brain in ("search", *FAST):
                yield self._self_play(brain, players, "printed")
            for brain in FAST:
                yield self._self_play(brain, players, "bga")
                for edition in RULESETS:
                    yield self._seats(brain, players, edition)
        for players in PLAYERS:
            for habits in HABITS.values():
                for name in habits:
                    yield self._habit(name, "policy", players)
                    if players in FEW_AND_MANY:
                        yield self._habit(name, "greedy", players)
            for stronger, weaker in CONTESTS:
                yield self._contest(stronger, weaker, players)
        for name in single_figures() | schemes():
            for players in FEW_AND_MANY:
                for brain in FAST:
                    yield self._figures(name, brain, players)

    def _self_play(self, brain: str, players: int, edition: str) -> Batch:
        sizes = SEARCHES if brain == "search" else SELF_PLAY
        is_first = edition == "printed"
        deals = sizes[players] * self.deals
        return Batch(players, deals, brain, edition=edition, has_values=is_first)

    def _seats(self, brain: str, players: int, edition: str) -> Batch:
        if players > 2 or brain not in FAST:
            return self._self_play(brain, players, edition)
        return Batch(players, TWO * self.deals, brain, edition=edition)

    def _figures(self, name: str, brain: str, players: int) -> Batch:
        return Batch(players, OTHER_FIGURES[players] * self.deals, brain, edition=name)

    def _habit(self, name: str, brain: str, players: int) -> Batch:
        return Batch(players, WITH_HABIT[players] * self.deals, brain, Player(brain, name))

    def _contest(self, stronger: str, weaker: str, players: int) -> Batch:
        deals = CONTESTED[stronger][players] * self.deals
        return Batch(players, deals, weaker, Player(stronger))

    def _games(self, batch: Batch) -> Games:
        if batch not in self._kept:
            self._kept[batch] = batch.play(self.seed, self.folder)
        return self._kept[batch]


def _play(batch: Batch, seed: int, folder: Path) -> None:
    batch.play(seed, folder)


def of_one(by_seat: NDArray[np.float64]) -> list[float]:
    """Take what the one player that sits in each seat in turn has; give the mean of each deal."""
    games = np.arange(len(by_seat))
    players = by_seat.shape[1]
    return list(by_seat[games, games % players].reshape(-1, players).mean(axis=1).tolist())
