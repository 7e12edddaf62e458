"""Measure environments: steps a second of ours and of others, and microseconds of their parts.

    python benchmarks/environments.py

Random legal actions are played, and chosen outside the measured time. Time is processor time, so
that a rate is that of one core; the best of several turns counts. Environments whose packages are
not installed are left out: `pip install pettingzoo[classic] shimmy open-spiel pgx`.
"""

import argparse
import importlib
import platform
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
from timing import random_actions

import livingstone as ls
from livingstone.envs import ActionSpace, Layout, Observer, livingstone_v0, observe
from livingstone.kernel import Episodes, Kernel

SECONDS = 1.0
"""Seconds to measure each figure, at least."""
REPEATS = 3
"""Turns, of which the best one counts."""
NAME = "livingstone/Livingstone-v0"

Steps = Iterator[tuple[int, float]]
"""Counts of steps, each with the seconds that they took."""
clock = time.process_time


def engine(players: int, *, seen: bool) -> Steps:
    """Play on the engine alone, with a view and an observation for each move or without."""
    rng = Random(1)
    while True:
        state = ls.new_game(players, seed=rng.getrandbits(32))
        while not state.is_over:
            move, begun = rng.choice(ls.legal_moves(state)), clock()
            if seen:
                observe(ls.view(state, state.current_player))
            state = ls.apply(state, move)
            yield 1, clock() - begun


def aec(game: Any, *, seen: bool) -> Steps:
    """Play in an environment of PettingZoo; without observations, the mask comes all the same."""
    rng = Random(1)
    while True:
        game.reset(seed=rng.getrandbits(31))
        while game.agents:
            begun = clock()
            shown, _, ended, cut_off, info = game.last(observe=True)
            spent = clock() - begun if seen else 0.0
            action = None
            if not (ended or cut_off):
                mask = info["action_mask"] if "action_mask" in info else shown["action_mask"]
                action = rng.choice(np.flatnonzero(mask).tolist())
            begun = clock()
            game.step(action)
            yield int(action is not None), spent + clock() - begun


def single(**options: Any) -> Steps:
    """Play in the environment of Gymnasium."""
    game, rng = gymnasium.make(NAME, disable_env_checker=True, **options), Random(1)
    while True:
        (_, info), ended = game.reset(seed=rng.getrandbits(31)), False
        while not ended:
            action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
            begun = clock()
            _, _, ended, _, info = game.step(action)
            yield 1, clock() - begun


def vector(games: int, **options: Any) -> Steps:
    """Play in the environment of many games."""
    env: Any = gymnasium.make_vec(NAME, games, "vector_entry_point", **options)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    while True:
        actions, begun = random_actions(info["action_mask"], rng), clock()
        _, _, _, _, info = env.step(actions)
        yield games, clock() - begun


def unseen(games: int, players: int, bot: str) -> Steps:
    """Play many games on the kernel, without observations and masks."""
    kernel, rows = Kernel.of("printed", players), np.arange(games)
    episodes = Episodes(kernel, games, [bot] * (players - 1) if bot else [], "win")
    seeds = np.random.default_rng(1)

    def begin(rows: Any) -> None:
        words = seeds.integers(2**63, size=(len(rows), players + 2), dtype=np.uint64)
        seats = np.full(len(rows), -1) if not bot else seeds.integers(players, size=len(rows))
        episodes.begin(rows, words[:, :2].copy(), seats, words[:, 2:].copy())

    begin(rows)
    while True:
        moves = kernel.actions[random_actions(kernel.legal_mask(episodes.states), seeds)]
        begun = clock()
        episodes.step(rows, moves)
        begin(np.flatnonzero(episodes.is_over))
        yield games, clock() - begun


def openspiel(name: str, *, seen: bool) -> Steps:
    """Play a game of OpenSpiel; a step is a player's."""
    rng, game = Random(1), importlib.import_module("pyspiel").load_game(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            is_move = not state.is_chance_node()
            if is_move:
                begun = clock()
                actions = state.legal_actions()
                if seen:
                    state.observation_tensor(state.current_player())
                spent, action = clock() - begun, rng.choice(actions)
            else:
                numbers, chances = zip(*state.chance_outcomes(), strict=True)
                spent, action = 0.0, rng.choices(numbers, chances)[0]
            begun = clock()
            state.apply_action(action)
            yield int(is_move), spent + clock() - begun


def pgx(games: int, *, seen: bool) -> Steps:
    """Play backgammon of pgx, in which games that ended begin again."""
    jax: Any = importlib.import_module("jax")
    game: Any = importlib.import_module("pgx").make("backgammon")
    step = importlib.import_module("pgx.experimental").auto_reset(game.step, game.init)

    def play(state: Any, actions: Any, keys: Any) -> Any:
        after = jax.vmap(step)(state, actions, keys)
        return after if seen else after.replace(observation=state.observation)

    def choose(state: Any, key: Any) -> Any:
        odds = jax.numpy.log(state.legal_action_mask.astype("float32"))
        return jax.random.categorical(key, odds, axis=-1)

    played, chosen, key = jax.jit(play), jax.jit(choose), jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(game.init))(jax.random.split(key, games))
    while True:
        key, own = jax.random.split(key)
        actions, keys = chosen(state, own), jax.random.split(key, games)
        jax.block_until_ready((actions, keys))
        begun = clock()
        state = jax.block_until_ready(played(state, actions, keys))
        yield games, clock() - begun


def rate(steps: Steps, seconds: float) -> float:
    """Measure steps a second."""
    best = 0.0
    for _ in range(5):  # until everything is compiled
        next(steps)
    begun = clock()
    for _ in range(REPEATS):
        count = spent = 0.0
        while spent < seconds / REPEATS and clock() - begun < 30 * seconds:
            more, took = next(steps)
            count, spent = count + more, spent + took
        best = max(best, count / max(spent, 1e-9))
    return best


Entry = tuple[str, Callable[[], Steps], Callable[[], Steps] | None]
"""A name, and what plays with observations and without them."""


def ours(players: int) -> Iterator[Entry]:
    """List the environments of this library."""
    of = f"{players} players"
    yield f"engine, {of}", partial(engine, players, seen=True), partial(engine, players, seen=False)
    game: Any = livingstone_v0.env(players=players)
    yield f"PettingZoo: livingstone, {of}", partial(aec, game, seen=True), None
    for bot in ("", "random", "greedy"):
        options: Any = {"players": players, "opponents": (bot,) if bot else ()}
        against = f"{of}, {f'against {bot}' if bot else 'all seats'}"
        yield f"Gymnasium: livingstone, {against}", partial(single, **options), None
        for games in (64, 1024, 8192):
            name = f"Gymnasium: {games} games, {against}"
            yield name, partial(vector, games, **options), partial(unseen, games, players, bot)


def theirs() -> Iterator[Entry]:
    """List the environments of other projects."""
    plays: list[tuple[str, Callable[..., Steps], object]] = [
        *((f"PettingZoo: {name}", classic, name) for name in ("connect_four_v3", "hanabi_v5")),
        *((f"OpenSpiel: {name}", openspiel, name) for name in ("backgammon", "hanabi")),
        *((f"pgx: backgammon, {games} games", pgx, games) for games in (64, 256, 1024, 4096)),
    ]
    for name, play, which in plays:
        yield name, partial(play, which, seen=True), partial(play, which, seen=False)


def classic(name: str, *, seen: bool) -> Steps:
    """Play a game of PettingZoo."""
    return aec(importlib.import_module(f"pettingzoo.classic.{name}").env(), seen=seen)


def parts(players: int, games: int = 6) -> Iterator[tuple[str, float]]:
    """Measure microseconds of each part of a step, over all states of some games."""
    space, observer = ActionSpace("printed", players), Observer(Layout("printed", players))
    rng, states = Random(7), list[ls.State]()
    for seed in range(games):
        state = ls.new_game(players, seed=seed)
        while not state.is_over:
            states.append(state)
            state = ls.apply(state, rng.choice(ls.legal_moves(state)))
    views = [ls.view(state, state.current_player) for state in states]
    moves = [rng.choice(view.legal_moves) for view in views]
    timed: dict[str, Callable[[int], object]] = {
        "nothing": lambda number: None,
        "apply": lambda number: ls.apply(states[number], moves[number]),
        "view": lambda number: ls.view(states[number], states[number].current_player),
        "observe": lambda number: observer.observe(views[number]),
        "mask": lambda number: space.mask(views[number]),
    }
    best = dict.fromkeys(timed, float("inf"))
    for _ in range(REPEATS):
        for name, call in timed.items():
            start = clock()
            for number in range(len(states)):
                call(number)
            best[name] = min(best[name], (clock() - start) / len(states) * 1e6)
    nothing = best.pop("nothing")
    yield from ((name, spent - nothing) for name, spent in best.items())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each figure")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 4])
    options = parser.parse_args()
    print(f"CPython {platform.python_version()}, numpy {np.__version__}; steps a second of a core")
    print(f"{'':48} {'with':>12} {'without':>12} observations")
    entries = [entry for players in options.players for entry in ours(players)]
    for name, *makers in [*entries, *theirs()]:
        cells = []
        for make in makers:
            try:
                cells.append(f"{rate(make(), options.seconds):12,.0f}" if make else "")
            except ImportError as error:
                cells.append(f"{error.name or error} is not installed"[:25])
                break
        print(f"{name:48} {' '.join(cells)}", flush=True)
    print("players  " + "  ".join(f"{name:>8}" for name, _ in parts(2, 1)) + "   microseconds")
    for players in options.players:
        print(f"{players:7}  " + "  ".join(f"{spent:8.1f}" for _, spent in parts(players)))


if __name__ == "__main__":
    main()
