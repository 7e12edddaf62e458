"""Measure exact odds: `expected` for digs of one to six stones, with bags that are new or known.

    python benchmarks/odds.py

With a bag that was asked about before, the chances of its draws are found in a cache. Each figure
is the least CPU time of several measurements, in microseconds.
"""

import time
from collections.abc import Callable

from timing import build

import livingstone as ls

REPEATS = 40
"""How often each figure is measured."""


def ready_to_dig(die: int, red: int) -> ls.State:
    """Return a state with a die of this value taken, and this number of red gems in the bag."""
    state = ls.apply(
        ls.new_game(2, explicit_chance=True), ls.DiceRolled(tuple(sorted((1, 2, 3, die))))
    )
    state = ls.apply(state, ls.TakeDie(die))
    return state.changed(bag=ls.Stones(29, 15, 10, red, 1))


def microseconds(work: Callable[[int], object]) -> float:
    """Return the least CPU time of a call, which gets another number each time."""
    best = float("inf")
    for number in range(REPEATS):
        begun = time.process_time_ns()
        work(number)
        best = min(best, (time.process_time_ns() - begun) / 1000)
    return best


def main() -> None:
    """Print a line for each number of stones."""
    print(build())
    print("stones  outcomes  known bag (µs)  new bag (µs)")
    for die in range(1, 7):
        states = [ready_to_dig(die, red) for red in range(200, 200 + REPEATS)]
        known = ready_to_dig(die, 5)
        outcomes = len(ls.chance_outcomes(ls.apply(known, ls.Dig())))

        def ask_known(_: int, state: ls.State = known) -> None:
            ls.expected(state, "gems", move=ls.Dig())

        def ask_new(number: int, states: list[ls.State] = states) -> None:
            ls.expected(states[number], "gems", move=ls.Dig())

        figures = microseconds(ask_known), microseconds(ask_new)
        print(f"{die:6}  {outcomes:8}  {figures[0]:14.0f}  {figures[1]:12.0f}")


if __name__ == "__main__":
    main()
