"""Other libraries that play games of random moves, measured if they are installed.

`pip install catanatron==3.2.1 chess==1.11.2
open_spiel==2.0.2`.
"""

import importlib
import random
from collections.abc import Callable, Iterator
from typing import Any

from timing import Play


def catanatron(catan: Any) -> Play:
    """Play Catan with four random players of catanatron."""
    colours = [catan.Color.RED, catan.Color.BLUE, catan.Color.WHITE, catan.Color.ORANGE]

    def play(rng: random.Random) -> int:
        seed, decisions = rng.getrandbits(32), 0
        random.seed(seed)
        game = catan.Game([catan.RandomPlayer(colour) for colour in colours], seed=seed)
        while game.winning_color() is None and decisions < 5000:
            game.play_tick()
            decisions += 1
        return decisions

    return play


def chess(module: Any) -> Play:
    """Play chess with random legal moves of python-chess."""

    def play(rng: random.Random) -> int:
        board, decisions = module.Board(), 0
        while decisions < 200:
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(rng.random() * len(moves))])
            decisions += 1
        return decisions

    return play


def hanabi(module: Any) -> Play:
    """Play OpenSpiel's Hanabi, written in C++: list the legal actions, clone, apply."""
    game = module.load_game("hanabi")

    def play(rng: random.Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                action = rng.choices(
                    [outcome for outcome, _ in outcomes], [weight for _, weight in outcomes]
                )[0]
            else:
                actions = state.legal_actions()
                action = actions[int(rng.random() * len(actions))]
                decisions += 1
            state = state.clone()
            state.apply_action(action)
        return decisions

    return play


PEERS: dict[str, tuple[str, Callable[[Any], Play]]] = {
    "catanatron, 4 random players": ("catanatron", catanatron),
    "python-chess, random legal moves": ("chess", chess),
    "OpenSpiel hanabi (C++), with clone": ("pyspiel", hanabi),
}


def found() -> Iterator[tuple[str, Play | None]]:
    """List the peers; None for one that is not installed."""
    for name, (module, make) in PEERS.items():
        try:
            yield name, make(importlib.import_module(module))
        except ImportError:
            yield name, None
