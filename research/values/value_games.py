"""Games of the compiled kernel to learn from, kept in files."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from livingstone.kernel import Kernel
from livingstone.kernel.search import matches, values
from livingstone.kernel.search.values import Weights

EDITIONS = ("printed", "bga")
CHUNK = 500
"""Games of a task; a file holds those of `FILE` tasks."""
MOST_POSITIONS = 96
"""That are written down of a game: later ones are left out."""


class Player(NamedTuple):
    """Who plays: a search, or `greedy` if there are no tries."""

    tries: int = 0
    explores: float = 0.0
    weights: Weights | None = None
    temperature: float = 0.0


class Positions(NamedTuple):
    """Positions of games, one game behind the other."""

    features: NDArray[np.float16]
    """By position and feature."""
    seats: NDArray[np.uint8]
    """Who was to move."""
    explored: NDArray[np.bool_]
    """By position: whether the player explored there, so that what follows says little about it."""
    lengths: NDArray[np.int64]
    """How many positions of each game there are."""
    shares: NDArray[np.float32]
    """By game and seat: the share of the win."""

    @property
    def of_game(self) -> NDArray[np.int64]:
        """The number of the game of each position."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    def turned(self, by_seat: NDArray[np.float32]) -> NDArray[np.float32]:
        """Put numbers by position and seat in turn order from the player to move."""
        players = by_seat.shape[1]
        order = (self.seats[:, None].astype(int) + np.arange(players)) % players
        return np.take_along_axis(by_seat, order, 1)

    def turned_back(self, in_turn: NDArray[np.float32]) -> NDArray[np.float32]:
        """Put numbers in turn order from the player to move by seat."""
        players = in_turn.shape[1]
        order = (np.arange(players) - self.seats[:, None].astype(int)) % players
        return np.take_along_axis(in_turn, order, 1)


def join(parts: Sequence[Positions]) -> Positions:
    """Put positions one behind the other."""
    return Positions(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def play(
    edition: str,
    lineups: NDArray[np.int64],
    players: Sequence[Player],
    seed: int,
    surprise: bool,
) -> Positions:
    """Play a game for each row of `lineups`: by seat, the number of its player."""
    games, seats = lineups.shape
    kernel = Kernel.of(edition, seats)
    inputs = values.inputs_of(kernel)
    rng = np.random.default_rng(seed)
    noted = np.zeros((games, MOST_POSITIONS), np.int64)
    features = np.zeros((games, MOST_POSITIONS, inputs), np.float32)
    counts, shares = np.zeros(games, np.int64), np.zeros((games, seats))
    nothing = np.zeros(values.size_of(inputs, seats), np.float32)
    matches.play_matches(
        values.make_desk(kernel),
        kernel.new_games(games),
        rng.integers(0, 2**63, games).astype(np.uint64),
        lineups,
        np.array([[p.tries, p.temperature, p.explores, p.weights is not None] for p in players]),
        np.stack([nothing if p.weights is None else p.weights for p in players]),
        surprise,
        features,
        noted,
        counts,
        shares,
    )
    known = np.arange(MOST_POSITIONS) < counts[:, None]
    return Positions(
        features[known].astype(np.float16),
        (noted[known] % matches.EXPLORED).astype(np.uint8),
        noted[known] >= matches.EXPLORED,
        counts,
        shares.astype(np.float32),
    )


def match(
    one: Player, others: Player, seats: int, games: int, seed: int, threads: int = 1
) -> NDArray[np.float64]:
    """Let one player sit in each seat in turn among others; give its share of each game.

    Half of the games are of each edition.
    """

    def task(number: int) -> NDArray[np.float64]:
        game = np.arange(CHUNK)
        lineups = np.ones((CHUNK, seats), np.int64)
        lineups[game, game % seats] = 0
        edition = EDITIONS[number % len(EDITIONS)]
        played = play(edition, lineups, (one, others), 1000 * seed + number, False)
        return played.shares[game, game % seats].astype(float)

    with ThreadPoolExecutor(threads) as pool:
        return np.concatenate(list(pool.map(task, range(-(-games // CHUNK)))))


def play_to_file(
    file: Path, games: int, seats: int, players: Sequence[Player], seed: int, *,
    keep: float = 1.0, threads: int = 1,
) -> None:  # fmt: skip
    """Play games of both editions in equal parts, unless the file is there.

    `keep` is the part of the positions that is kept; then the games cannot be followed. Without
    tries, one move of each game is any legal one.
    """
    if file.exists():
        return

    def task(number: int) -> Positions:
        rng = np.random.default_rng([seed, number])
        lineups = rng.integers(0, len(players), (min(CHUNK, games), seats))
        surprise = not any(player.tries for player in players)
        edition = EDITIONS[number % 2]
        found = play(edition, lineups, players, int(rng.integers(2**62)), surprise)
        return found if keep == 1 else _thinned(found, keep, rng)

    with ThreadPoolExecutor(threads) as pool:
        joined = join(list(pool.map(task, range(max(2, games // CHUNK)))))
    file.parent.mkdir(parents=True, exist_ok=True)
    begun = file.with_suffix(".part")
    with begun.open("wb") as stream:
        np.savez(stream, **joined._asdict())
    begun.rename(file)


def _thinned(positions: Positions, keep: float, rng: np.random.Generator) -> Positions:
    """Keep some of the positions."""
    kept = rng.random(len(positions.seats)) < keep
    lengths = np.bincount(positions.of_game[kept], minlength=len(positions.lengths))
    return Positions(
        positions.features[kept], positions.seats[kept], positions.explored[kept],
        lengths, positions.shares,
    )  # fmt: skip


def read(files: Sequence[Path]) -> Positions:
    """Read the positions of files."""
    return join(list(map(_read, files)))


def _read(file: Path) -> Positions:
    with np.load(file) as arrays:
        return Positions(*(arrays[name] for name in Positions._fields))


def batches(count: int, size: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """Deal out numbers below `count` at random."""
    order = rng.permutation(count)
    for begin in range(0, count, size):
        yield order[begin : begin + size]
