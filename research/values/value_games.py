"""Games of the compiled kernel to learn from, kept in files."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, TypeVar

import matches
import numpy as np
from numpy.typing import NDArray

from livingstone.kernel import Kernel
from livingstone.kernel.search import policy
from livingstone.kernel.search.networks import NetworkWeights, inputs_of, make_search

EDITIONS = ("printed", "bga")
CHUNK = 250
"""Games of a task."""
MOST_POSITIONS = 50
"""The most positions of a game, by player, that are written down; later ones are left out."""
MOST_CHOICES = 60
"""The most choices of a game, by player, that are written down; later ones are left out."""


class Player(NamedTuple):
    """Who plays: a search; without tries a policy, and without a policy `greedy`."""

    tries: int = 0
    explores: float = 0.0
    weights: NetworkWeights | None = None
    policy: NetworkWeights | None = None
    temperature: float = 0.0


class Choices(NamedTuple):
    """Choices of searches, to learn a policy from."""

    inputs: NDArray[np.float16]
    """By choice and feature of the position."""
    options: NDArray[np.float16]
    """By choice, move and feature."""
    counts: NDArray[np.uint8]
    """By choice: how many moves there are."""
    chosen: NDArray[np.uint8]
    """By choice: the place of the move that was chosen."""


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


Part = TypeVar("Part", Positions, Choices)


def join(parts: Sequence[Part]) -> Part:
    """Put positions or choices one behind the other."""
    return type(parts[0])(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def play(
    edition: str, lineups: NDArray[np.int64], players: Sequence[Player], seed: int, *,
    surprise: bool = False, most_positions: int = 0, most_choices: int = 0,
) -> tuple[Positions, Choices]:  # fmt: skip
    """Play a game for each row of `lineups`: by seat, the number of its player."""
    games, seats = lineups.shape
    kernel = Kernel.of(edition, seats)
    inputs = inputs_of(kernel.tables)
    rng = np.random.default_rng(seed)
    features = np.zeros((games, most_positions, inputs), np.float32)
    movers, explored = np.zeros((2, games, most_positions), np.int64)
    seen = np.zeros((games, most_choices, inputs), np.float32)
    options = np.zeros((games, most_choices, policy.MOST_SCORED, policy.MOVE_SIZE), np.float32)
    chosen = np.zeros((games, most_choices, 2), np.int64)
    counts = np.zeros((games, 2), np.int64)
    shares = np.zeros((games, seats))
    matches.play_matches(
        make_search(kernel.tables),
        kernel.new_games(games),
        np.asarray(rng.integers(0, 2**63, games), np.uint64),
        lineups,
        matches.Players(
            np.array([player.tries for player in players]),
            np.array([float(player.temperature) for player in players]),
            np.array([_has_networks(player) for player in players]),
            _stacked([player.weights for player in players]),
            _stacked([_policy_of(player, inputs) for player in players]),
            np.array([float(player.explores) for player in players]),
        ),
        surprise,
        matches.Notes(features, movers, explored, seen, options, chosen, counts),
        (most_positions, most_choices),
        shares,
    )
    known = np.arange(most_positions) < counts[:, :1]
    positions = Positions(
        features[known].astype(np.float16),
        movers[known].astype(np.uint8),
        explored[known] > 0,
        counts[:, 0],
        shares.astype(np.float32),
    )
    made = np.arange(most_choices) < counts[:, 1:]
    return positions, Choices(
        seen[made].astype(np.float16),
        options[made].astype(np.float16),
        *chosen[made].T.astype(np.uint8),
    )


def _has_networks(player: Player) -> bool:
    return player.weights is not None or player.policy is not None


def _policy_of(player: Player, inputs: int) -> NetworkWeights | None:
    """Return the policy of a player; for one with values alone, one that chooses as `greedy`."""
    if player.policy is not None or player.weights is None:
        return player.policy
    direct = (inputs + 1 + policy.MOVE_SIZE + 1) * policy.UNITS
    weights = np.zeros(direct + policy.MOVE_SIZE, np.float32)
    weights[direct + policy.IS_GREEDY] = 1.0
    return weights


def _stacked(weights: Sequence[NetworkWeights | None]) -> NetworkWeights:
    """Make a row of each network, of zeros where there is none."""
    size = max([1, *(own.size for own in weights if own is not None)])
    return np.stack([np.zeros(size, np.float32) if own is None else own for own in weights])


def match(
    one: Player, others: Player, seats: int, games: int, seed: int, threads: int = 1,
    chunk: int = CHUNK,
) -> NDArray[np.float64]:  # fmt: skip
    """Let one player sit in each seat in turn among others; give its share of each game.

    Each edition has every other chunk of games.
    """

    def task(number: int) -> NDArray[np.float64]:
        game = np.arange(chunk)
        lineups = np.ones((chunk, seats), np.int64)
        lineups[game, game % seats] = 0
        edition = EDITIONS[number % len(EDITIONS)]
        played, _ = play(edition, lineups, (one, others), 1000 * seed + number)
        return played.shares[game, game % seats].astype(float)

    with ThreadPoolExecutor(threads) as pool:
        return np.concatenate(list(pool.map(task, range(-(-games // chunk)))))


def play_to_file(
    file: Path, games: int, seats: int, players: Sequence[Player], seed: int, *,
    keep: float = 1.0, threads: int = 1,
) -> None:  # fmt: skip
    """Play games of both editions in equal parts, unless the file is there.

    `keep` is the part of the positions that is kept; then the games cannot be followed. In games of
    `greedy` alone, one move is any legal one. Only choices of searches are written down.
    """
    if file.exists():
        return

    def task(number: int) -> tuple[Positions, Choices]:
        rng = np.random.default_rng([seed, number])
        lineups = rng.integers(0, len(players), (min(CHUNK, games), seats))
        searches = any(player.tries for player in players)
        knows = searches or any(player.policy is not None for player in players)
        positions, choices = play(
            EDITIONS[number % 2], lineups, players, int(rng.integers(2**62)),
            surprise=not knows, most_positions=MOST_POSITIONS * seats,
            most_choices=MOST_CHOICES * seats if searches else 0,
        )  # fmt: skip
        return positions if keep == 1 else _thinned(positions, keep, rng), choices

    with ThreadPoolExecutor(threads) as pool:
        played = list(pool.map(task, range(max(2, games // CHUNK))))
    positions, choices = (join(list(part)) for part in zip(*played, strict=True))
    file.parent.mkdir(parents=True, exist_ok=True)
    begun = file.with_suffix(".part")
    with begun.open("wb") as stream:
        np.savez(stream, **positions._asdict(), **choices._asdict())
    begun.rename(file)


def _thinned(positions: Positions, keep: float, rng: np.random.Generator) -> Positions:
    """Keep some of the positions."""
    kept = rng.random(len(positions.seats)) < keep
    lengths = np.bincount(positions.of_game[kept], minlength=len(positions.lengths))
    return Positions(
        positions.features[kept], positions.seats[kept], positions.explored[kept],
         lengths, positions.shares,
    )  # fmt: skip


def read(files: Sequence[Path], kind: type[Part]) -> Part:
    """Read the positions or the choices of files."""
    return join([_read(file, kind) for file in files])


def _read(file: Path, kind: type[Part]) -> Part:
    with np.load(file) as arrays:
        return kind(*(arrays[name] for name in kind._fields))


def batches(count: int, size: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """Deal out numbers below `count` at random."""
    order = rng.permutation(count)
    for begin in range(0, count, size):
        yield order[begin : begin + size]
