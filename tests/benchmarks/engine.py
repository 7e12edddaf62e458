"""Measure the engine: decisions a second, and microseconds for each call.

    python tests/benchmarks/engine.py                what this library does
    python tests/benchmarks/engine.py --peers        and what others do in the same run

Games of uniformly random moves from the full list, chance included. Figures depend on the machine
and on what else it does; the ratios of one run are what can be compared. Peers are measured where
they are installed: `pip install catanatron==3.2.1 chess==1.11.2 open_spiel==2.0.2`.
"""

import argparse
import importlib
import platform
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import livingstone as ls

SECONDS = 1.0
"""How long each measurement runs, at least."""
REPEATS = 5
"""Each figure is the best of so many measurements: the one least disturbed by other processes."""

Play = Callable[[random.Random], int]
"""Play one game with this source of random numbers; give the number of decisions."""


def rate(play: Play, seconds: float, repeats: int = REPEATS) -> float:
    """Measure decisions per second of CPU time, the best of some measurements."""
    rng = random.Random(7)
    play(rng)
    best = 0.0
    for _ in range(repeats):
        decisions, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / repeats:
            decisions += play(rng)
        best = max(best, decisions / spent)
    return best


def seeded(players: int) -> Play:
    """Play with a seed, which decides chance inside `apply`."""

    def play(rng: random.Random) -> int:
        legal_moves, apply, draw = ls.legal_moves, ls.apply, rng.random
        state, decisions = ls.new_game(players, seed=rng.getrandbits(32)), 0
        while not state.is_over:
            moves = legal_moves(state)
            state = apply(state, moves[int(draw() * len(moves))])
            decisions += 1
        return decisions

    return play


def explicit(players: int) -> Play:
    """Play with explicit chance: outcomes are drawn here, by their exact probabilities."""

    def play(rng: random.Random) -> int:
        state, decisions = ls.new_game(players, explicit_chance=True), 0
        while not state.is_over:
            if state.is_chance:
                outcomes = ls.chance_outcomes(state)
                weights = [float(probability) for probability in outcomes.values()]
                state = ls.apply(state, rng.choices(list(outcomes), weights)[0])
            else:
                moves = ls.legal_moves(state)
                state = ls.apply(state, moves[int(rng.random() * len(moves))])
                decisions += 1
        return decisions

    return play


def calls(players: int, games: int = 30) -> Iterator[tuple[str, float]]:
    """Measure microseconds per call of each function, over all states of some games."""
    rng = random.Random(7)
    steps = list[tuple[ls.State, ls.Move]]()
    for seed in range(games):
        state = ls.new_game(players, seed=seed)
        while not state.is_over:
            move = rng.choice(ls.legal_moves(state))
            steps.append((state, move))
            state = ls.apply(state, move)
    timed: dict[str, Callable[[ls.State, ls.Move], object]] = {
        "nothing": lambda state, move: None,
        "legal_moves": lambda state, move: ls.legal_moves(state),
        "apply": lambda state, move: ls.apply(state, move),
        "view": lambda state, move: ls.view(state, state.current_player),
    }
    best = dict.fromkeys(timed, float("inf"))
    for _ in range(REPEATS):
        for name, call in timed.items():
            start = time.process_time()
            for state, move in steps:
                call(state, move)
            best[name] = min(best[name], (time.process_time() - start) / len(steps))
    for name in ("legal_moves", "apply", "view"):
        yield name, (best[name] - best["nothing"]) * 1e6


def catanatron(_: Any) -> Play:
    """Play Catan with four random players of catanatron."""
    catan = importlib.import_module("catanatron")
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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--peers", action="store_true", help="measure other libraries, too")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each measurement")
    options = parser.parse_args()
    print(f"CPython {platform.python_version()}, livingstone")
    print("players  seeded/s  explicit/s  legal_moves us  apply us  view us")
    own = {}
    for players in range(2, 6):
        own[players] = rate(seeded(players), options.seconds)
        free = rate(explicit(players), options.seconds)
        figures = "  ".join(f"{microseconds:9.2f}" for _, microseconds in calls(players))
        print(f"{players:7}  {own[players]:8,.0f}  {free:10,.0f}  {figures}")
    if options.peers:
        compare(options.seconds)


def compare(seconds: float) -> None:
    """Measure the peers, and this library before and after each of them."""
    print("\npeer                                 decisions/s  livingstone/s  ratio")
    for name, (module, make) in PEERS.items():
        try:
            found = importlib.import_module(module)
        except ImportError:
            print(f"{name:36} is not installed")
            continue
        play = make(found)
        rates = [rate(seeded(4), seconds), rate(play, seconds), rate(seeded(4), seconds)]
        own = max(rates[0], rates[2])
        print(f"{name:36} {rates[1]:11,.0f}  {own:13,.0f}  {own / rates[1]:5.2f}")


if __name__ == "__main__":
    main()
