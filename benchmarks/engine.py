"""Measure the engine: decisions a second, microseconds for each call, and what they depend on.

    python benchmarks/engine.py                what this library does
    python benchmarks/engine.py --peers        and what others do in the same run

Games of uniformly random moves from the full list, chance included. Figures depend on the machine,
on what else it does, and on how Python was built; the ratios of one run are what can be compared.
"""

import argparse
import random

from peers import found
from sizes import longest_lists, table
from timing import CALLS, Play, build, costs, random_steps, rates

import livingstone as ls

SECONDS = 3.0
"""How long each way to play is measured."""
GAMES = 12
"""Calls are measured on the states of so many games."""


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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--peers", action="store_true", help="measure other libraries, too")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each way to play")
    options = parser.parse_args()
    print(build())
    if options.peers:
        compare(options.seconds)
    measure_players(options.seconds)
    measure_sizes()
    measure_hoarders()


def compare(seconds: float) -> None:
    """Measure the peers and this library with four players, in turn."""
    print("\npeer                                 decisions/s  livingstone/s  ratio")
    peers = dict(found())
    installed = {name: play for name, play in peers.items() if play is not None}
    own, *others = rates([seeded(4), *installed.values()], seconds)
    measured = dict(zip(installed, others, strict=True))
    for name in peers:
        if name in measured:
            print(f"{name:36} {measured[name]:11,.0f}  {own:13,.0f}  {own / measured[name]:5.2f}")
        else:
            print(f"{name:36} is not installed")


def measure_players(seconds: float) -> None:
    """Measure whole games and single calls for each number of players."""
    print("\nplayers  seeded/s  explicit/s  legal_moves us  apply us  view us")
    for players in range(2, 6):
        own, free = rates([seeded(players), explicit(players)], seconds)
        steps = random_steps(players, GAMES)
        legal_moves, apply, view = costs(steps, list(CALLS))
        print(
            f"{players:7}  {own:8,.0f}  {free:10,.0f}  {legal_moves:14.2f}  {apply:8.2f}"
            f"  {view:7.2f}"
        )


def measure_sizes() -> None:
    """Measure single calls where one size differs from the game with four players."""
    print("\nfour players, but          legal_moves us  apply us")
    for name, (legal_moves, apply) in table():
        print(f"{name:25}  {legal_moves:14.2f}  {apply:8.2f}")


def measure_hoarders() -> None:
    """Measure the longest lists of moves."""
    print("\nplayers  longest list of a hoarder  no list exceeds  legal_moves us")
    for players in range(2, 6):
        length, limit, spent = longest_lists(players)
        print(f"{players:7}  {length:25,}  {limit:15,}  {spent:14.2f}")


if __name__ == "__main__":
    main()
