"""Measure which words reviews have for the play of bots of known strength.

    python benchmarks/grades.py
    python benchmarks/grades.py --players 3 --games 12

Half of the games are played by one bot at all seats, half by all bots in turn. A line has the seats
of a bot, the mean of the cost that the words depend on (`weighed_cost`) with an interval of 95 %,
and how many seats get each word, from "played very well" to "with many mistakes".
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from random import Random

import numpy as np

import livingstone as ls
from livingstone.reviews import describe_play, review
from livingstone.reviews.sentences import weighed_cost
from livingstone.simulation.intervals import approximate_student, mean_and_error

BOTS = (
    "random",
    "learned:level=newcomer",
    "learned:level=porter",
    "greedy",
    "learned:level=trader",
    "learned:level=guide",
    "learned:level=pathfinder",
)
WORDS = ("very well", "well", "some mistakes", "many mistakes")


def seatings(players: int, games: int) -> Iterator[tuple[str, ...]]:
    """Yield who plays each game: the same bot at all seats, and all bots in turn, by halves."""
    alike = cycle((bot,) * players for bot in BOTS)
    bots = cycle(BOTS)
    for game in range(games):
        yield tuple(islice(bots, players)) if game % 2 else next(alike)


def played(bots: Sequence[str], seed: int) -> ls.Record:
    """Record a game of these bots."""
    start = state = ls.new_game(len(bots), seed=seed)
    players = [ls.load_player(bot) for bot in bots]
    rng = Random(seed)
    moves = list[ls.Move]()
    while not state.is_over:
        seat = state.current_player
        moves.append(players[seat].choose(ls.view(state, seat), rng))
        state = ls.apply(state, moves[-1])
    return ls.Record.of(start, moves)


def line(bot: str, costs: Sequence[float], words: Counter[str]) -> str:
    """Show the mean cost of a bot with its interval, and how many of its seats get each word."""
    value, error = mean_and_error(np.array(costs))
    reach = approximate_student(max(1, len(costs) - 1)) * error
    counts = "".join(f"{words[word]:7}" for word in WORDS)
    return f"{bot:26} {len(costs):5}  {value:5.2f} ± {reach:4.2f} {counts}"


def main() -> None:
    """Print a table for each number of players."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=84, help="games of each number of players")
    parser.add_argument("--players", type=int, nargs="*", default=(2, 3, 4))
    parser.add_argument("--rollouts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for players in options.players:
        costs = defaultdict[str, list[float]](list)
        words = defaultdict[str, Counter[str]](Counter)
        for game, bots in enumerate(seatings(players, options.games)):
            found = review(played(bots, options.seed + game), rollouts=options.rollouts)
            for seat, bot in enumerate(bots):
                told = describe_play(found, seat)
                words[bot].update(
                    word
                    for word in WORDS
                    if told.partition(":")[0].endswith((f"played {word}", f"with {word}"))
                )
                costs[bot].append(weighed_cost(found, seat))
        print(f"{players} players, {options.games} games")
        print(f"{'':26} seats  cost        " + "".join(f"{word:>7.6}" for word in WORDS))
        for bot in filter(costs.get, BOTS):
            print(line(bot, costs[bot], words[bot]), flush=True)


if __name__ == "__main__":
    main()
