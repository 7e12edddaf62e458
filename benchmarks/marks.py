"""Measure how often a review marks a choice that costs nothing.

    python benchmarks/marks.py
    python benchmarks/marks.py --games 20 --players 2

A bot plays all seats, and each game is reviewed. Every choice that would have a mark by the search
alone is judged by pairs of games that are played to the end after the best plan and after the best
one that begins with the move, with seeds of their own: by the policy of `learned`, and by `greedy`.
A sign is wrong if the move is clearly better in these games, by an interval of 95 %. `before` has
all these choices, `after` those that have a mark. Exact costs need no judge, and are not counted.
What a player does better than the policy after stones or a card of the same turn is left out. Times
are CPU seconds of the reviews.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

import livingstone as ls
from livingstone.kernel import Kernel, valuing
from livingstone.kernel.search.networks import networks_for
from livingstone.reviews import Choice, Review, review
from livingstone.simulation.intervals import approximate_student, mean_and_error, wilson

JUDGES = ("policy", "greedy")
SEED = 10**6
"""What is added to a position for the seed of its judge."""


def played(players: int, seed: int, bot: str) -> ls.Record:
    """Record a game of a bot with itself."""
    start = state = ls.new_game(players, seed=seed)
    player = ls.load_player(bot)
    rng = Random(seed)
    moves = list[ls.Move]()
    while not state.is_over:
        moves.append(player.choose(ls.view(state, state.current_player), rng))
        state = ls.apply(state, moves[-1])
    return ls.Record.of(start, moves)


def judged(found: Review, choice: Choice, state: ls.State, pairs: int) -> Iterator[tuple[str, int]]:
    """Say for each judge whether the move is clearly worse, 1, clearly better, -1, or neither."""
    kernel = Kernel.of(found.record.edition, len(found.record.players))
    networks = networks_for(kernel.tables)
    array = kernel.encode(ls.sample_state(ls.view(state, choice.seat), 0))
    assert choice.kept is not None
    plans = (choice.best, choice.kept)
    for number, judge in enumerate(JUDGES):
        seed = SEED * (1 + number) + choice.position
        tries = range(pairs)
        _, shares = valuing.play_plans(
            kernel, array, plans, seed, tries, None if judge == "greedy" else networks
        )
        value, error = mean_and_error((shares[0] - shares[1])[:, choice.seat])
        reach = approximate_student(pairs - 1) * error
        yield judge, int(value > reach) - int(value < -reach)


def line(counts: Counter[tuple[str, int]], marks: int, judge: str) -> str:
    """Show how many signs are right, wrong and not told apart by a judge."""
    right = counts[judge, 1]
    wrong = counts[judge, -1]
    rate = wilson(wrong, marks)
    return (
        f"{judge:8} {marks:6} {right:6} {wrong:6} {marks - right - wrong:6}"
        f"  {rate.value:.1%} ({rate.low:.1%} to {rate.high:.1%})"
    )


def main() -> None:
    """Print a table for each number of players."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--players", type=int, nargs="*", default=(2, 4))
    parser.add_argument("--player", default="learned:level=trader")
    parser.add_argument("--rollouts", type=int, default=2000)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for players in options.players:
        counts = {True: Counter[tuple[str, int]](), False: Counter[tuple[str, int]]()}
        marks = Counter[bool]()
        seconds = 0.0
        review(played(players, 0, "greedy"), rollouts=2)  # loads what is compiled
        for game in range(options.games):
            record = played(players, options.seed + game, options.player)
            begun = time.process_time()
            found = review(record, rollouts=options.rollouts)
            seconds += time.process_time() - begun
            states = list(record.states())
            for choice in found.choices:
                if choice.opinion is not None:
                    has_mark = choice.mark is not None
                    marks[has_mark] += 1
                    state = states[choice.position]
                    counts[has_mark].update(judged(found, choice, state, options.pairs))
        print(f"{players} players, {options.games} games, {seconds / options.games:.1f} s a review")
        print("judge     marks  right  wrong unclear  wrong signs")
        for judge in JUDGES:
            print("before", line(counts[True] + counts[False], marks.total(), judge))
            print("after ", line(counts[True], marks[True], judge), flush=True)


if __name__ == "__main__":
    main()
