"""Other libraries that play games of random moves, measured if they are installed.

`pip install catanatron==3.2.1 chess==1.11.2 open_spiel==2.0.2 pgx==2.6.0 jax==0.10.2`.
"""

import importlib
import random
from collections.abc import Callable, Iterator
from functools import partial
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


def openspiel(name: str, module: Any) -> Play:
    """Play a game of OpenSpiel's, written in C++: list the legal actions, clone, apply."""
    game = module.load_game(name)

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


def backgammon_by_batch(pgx: Any) -> Play:
    """Step through 1,024 games of pgx's backgammon at once, with observations and masks."""
    jax = importlib.import_module("jax")
    env, keys = pgx.make("backgammon"), jax.random.split(jax.random.PRNGKey(7), WIDTH)
    auto_reset = importlib.import_module("pgx.experimental").auto_reset(env.step, env.init)

    def step(state: Any, key: Any) -> tuple[Any, Any]:
        key, choosing, stepping = jax.random.split(key, 3)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(choosing, scores)
        return jax.vmap(auto_reset)(state, action, jax.random.split(stepping, WIDTH)), key

    step = jax.jit(step)
    kept = [jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(8)]

    def play(_: random.Random) -> int:
        for _turn in range(BATCHES):
            kept[:] = step(*kept)
        kept[0].observation.block_until_ready()
        return WIDTH * BATCHES

    return play


WIDTH = 1024
"""So many games are played at once."""
BATCHES = 10
"""So many steps of all games are measured at a time."""

PEERS: dict[str, tuple[str, Callable[[Any], Play]]] = {
    "catanatron, 4 random players": ("catanatron", catanatron),
    "python-chess, random legal moves": ("chess", chess),
    "OpenSpiel hanabi (C++), with clone": ("pyspiel", partial(openspiel, "hanabi")),
    "OpenSpiel backgammon (C++), with clone": ("pyspiel", partial(openspiel, "backgammon")),
    f"pgx backgammon, {WIDTH} side by side": ("pgx", backgammon_by_batch),
}


def found() -> Iterator[tuple[str, Play | None]]:
    """List the peers; None for one that is not installed."""
    for name, (module, make) in PEERS.items():
        try:
            yield name, make(importlib.import_module(module))
        except ImportError:
            yield name, None
