"""Measure which words reviews have for the play of bots of known strength.

    python benchmarks/grades.py
    python benchmarks/grades.py --players 3 --games 12
    python benchmarks/grades.py --seed 7000             other games

Half of the games are played by one bot at all seats, half by all bots in turn. A line has the seats
of a bot, the mean of the cost that the words depend on (`weighed_cost`), how many seats get each
word, from "played very well" to "with many mistakes", and the share of the seats that played well
or very well. The intervals of 95 % allow for seats of a game that depend on each other: that of the
cost comes from drawing the bot's games again, that of the share counts each game once.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from random import Random

import numpy as np

import livingstone as ls
from livingstone.reviews import describe_play, review
from livingstone.reviews.sentences import weighed_cost
from livingstone.simulation.intervals import wilson

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
DRAWS = 2_000
"""How often the games of a bot are drawn again for an interval."""


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


def mean_over_games(games: Sequence[Sequence[float]]) -> str:
    """Show the mean over all seats of some games, with an interval of 95 %."""
    sums = np.array([sum(seats) for seats in games])
    counts = np.array([len(seats) for seats in games])
    drawn = np.random.default_rng(1).integers(len(games), size=(DRAWS, len(games)))
    low, high = np.percentile(sums[drawn].sum(1) / counts[drawn].sum(1), (2.5, 97.5))
    return f"{sums.sum() / counts.sum():5.2f} ({low:.2f} to {high:.2f})"


def line(bot: str, played_by: Mapping[int, Sequence[tuple[float, str]]]) -> str:
    """Show the costs and the words of a bot, given those of its seats by game."""
    games = list(played_by.values())
    words = Counter(word for game in games for _, word in game)
    costs = mean_over_games([[cost for cost, _ in game] for game in games])
    seats = sum(map(len, games))
    good = (words["very well"] + words["well"]) / seats
    praised = wilson(good * len(games), len(games))
    counts = "".join(f"{words[word]:7}" for word in WORDS)
    share = f"{praised.value:5.2f} ({praised.low:.2f} to {praised.high:.2f})"
    return f"{bot:26} {seats:5} {costs}{counts} {share}"


def word_of(told: str) -> str:
    """Return the word for how well a seat played; empty if the review has none."""
    ends = ((word, (f"played {word}", f"with {word}")) for word in WORDS)
    head = told.partition(":")[0]
    return next((word for word, ways in ends if head.endswith(ways)), "")


def main() -> None:
    """Print a table for each number of players."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=84, help="games of each number of players")
    parser.add_argument("--players", type=int, nargs="*", default=(2, 3, 4))
    parser.add_argument("--rollouts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for players in options.players:
        found_of = defaultdict[str, dict[int, list[tuple[float, str]]]](dict)
        for game, bots in enumerate(seatings(players, options.games)):
            found = review(played(bots, options.seed + game), rollouts=options.rollouts)
            for seat, bot in enumerate(bots):
                word = word_of(describe_play(found, seat))
                found_of[bot].setdefault(game, []).append((weighed_cost(found, seat), word))
        print(f"{players} players, {options.games} games")
        heads = "".join(f"{word:>7.6}" for word in WORDS)
        print(f"{'':26} seats  cost               {heads}  well or very well")
        for bot in filter(found_of.get, BOTS):
            print(line(bot, found_of[bot]), flush=True)


if __name__ == "__main__":
    main()
