"""Games to learn from: who plays them, how they are kept, and what is taken from them."""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from livingstone import Donate, EndTurn, Move, SellGems, State, apply, legal_moves, new_game, view
from livingstone.players.candidates import candidates
from livingstone.players.evaluation import Network, features_of, final_shares
from livingstone.players.ismcts import prefer, search
from livingstone.players.valuation import gem_price

EDITIONS = ("printed", "bga")
LONGEST = 3000
"""Games with more moves are left out: a game ends with probability 1, not surely (R2.7)."""
ITERATIONS = 16
"""How far a search looks ahead that plays games to learn from."""

Choose = Callable[[State, Random], Move]
"""Chooses a move for the player to move."""


class Players(NamedTuple):
    """Who plays the games, in all seats."""

    choose: Choose
    explorations: Sequence[float]
    """How likely a choice of a game is left to luck: one of these."""


def _choose_greedily(state: State, rng: Random) -> Move:
    del rng
    return prefer(state)


GREEDY = Players(_choose_greedily, (0.01, 0.03, 0.1))


def searching(network: Network) -> Players:
    """Let `ismcts` play with a network of its own."""

    def choose(state: State, rng: Random) -> Move:
        best, *_ = search(view(state, state.current_player), rng, ITERATIONS, network=network)
        return best[0]

    return Players(choose, (0.0, 0.02, 0.06))


class Played(TypedDict):
    """A game, in the form in which it is kept: a line of JSON."""

    edition: str
    seed: int
    moves: list[int]
    """By their numbers among the legal moves."""
    shares: list[float]
    """The share of the win, by seat."""


class Lessons(NamedTuple):
    """What is learned from: positions, and who won from there."""

    features: NDArray[np.float32]
    """By position, seat and feature."""
    shares: NDArray[np.float32]
    """By position and seat."""
    is_last: NDArray[np.bool_]
    """By position: whether it is the last one of its game."""

    def taken(self, which: slice | NDArray[np.int64]) -> "Lessons":
        """Take some of the positions."""
        return Lessons(self.features[which], self.shares[which], self.is_last[which])

    def joined(self, other: "Lessons") -> "Lessons":
        """Put others behind these."""
        return Lessons(
            np.concatenate([self.features, other.features]),
            np.concatenate([self.shares, other.shares]),
            np.concatenate([self.is_last, other.is_last]),
        )


def play(seats: int, rng: Random, players: Players) -> Played | None:
    """Play a game; None for one that is too long."""
    name = rng.choice(EDITIONS)
    seed = rng.getrandbits(63)
    state = new_game(seats, seed=seed, edition=name)
    exploration = rng.choice(players.explorations)
    chosen = list[int]()
    while not state.is_over and len(chosen) < LONGEST:
        moves = legal_moves(state)
        if len(moves) == 1:
            move = moves[0]
        elif rng.random() < exploration:
            move = _explore(state, moves, rng)
        else:
            move = players.choose(state, rng)
        chosen.append(moves.index(move))
        state = apply(state, move)
    if not state.is_over:
        return None
    return Played(edition=name, seed=seed, moves=chosen, shares=final_shares(state))


def _explore(state: State, moves: Sequence[Move], rng: Random) -> Move:
    """Choose a move by luck: often one worth trying, or else one of any kind.

    Sales that are hardly ever worth it are left out of the former, and donations if the turn can as
    well end without.
    """
    if rng.random() < 0.7:
        worth_trying = [
            move for move in candidates(state, moves) if not _sells_cheaply(state, move)
        ]
        if EndTurn() in worth_trying:
            worth_trying = [move for move in worth_trying if not isinstance(move, Donate)]
        return rng.choice(worth_trying)
    kind = rng.choice(list(dict.fromkeys(map(type, moves))))
    return rng.choice([move for move in moves if type(move) is kind])


def _sells_cheaply(state: State, move: Move) -> bool:
    """Tell whether a turn ends by selling gems for no more than their points at the end (R8.2).

    In the last round that can be good, for the donation.
    """
    is_last = state.boat == len(state.edition.board.columns)
    if not isinstance(move, SellGems) or state.die or is_last:
        return False
    return gem_price(state, move.gem) <= 1


def round_begins(state: State) -> bool:
    """Tell whether nobody has taken a die in this round."""
    return not any(player.last_die for player in state.players)


def play_games(seats: int, games: int, seed: int, file: Path, players: Players = GREEDY) -> None:
    """Add games to a file until it has as many as are asked for."""
    done = len(file.read_text(encoding="utf-8").splitlines()) if file.exists() else 0
    with file.open("a", encoding="utf-8") as lines:
        for game in range(done, games):
            played = play(seats, Random(f"{seats} {seed} {game}"), players)
            lines.write(json.dumps(played, separators=(",", ":")) + "\n")
            lines.flush()


def read_games(file: Path, games: int) -> Iterator[Played]:
    """Read the first games of a file."""
    with file.open(encoding="utf-8") as lines:
        yield from filter(None, map(json.loads, islice(lines, games)))


def _replayed(played: Played) -> Iterator[tuple[State, Move]]:
    """Play a game again: each state, and the move that was made there."""
    state = new_game(len(played["shares"]), seed=played["seed"], edition=played["edition"])
    for number in played["moves"]:
        move = legal_moves(state)[number]
        yield state, move
        state = apply(state, move)


def lessons_of(file: Path, games: int) -> Lessons:
    """Play the first games of a file again, and describe the beginnings of their rounds."""
    features = list[list[list[float]]]()
    shares = list[list[float]]()
    is_last = list[bool]()
    for played in read_games(file, games):
        has_begun = False
        for state, _ in _replayed(played):
            if not has_begun and round_begins(state):
                features.append(features_of(state))
                shares.append(played["shares"])
                is_last.append(False)
            has_begun = round_begins(state)
        is_last[-1] = True
    return Lessons(np.array(features, np.float32), np.array(shares, np.float32), np.array(is_last))
