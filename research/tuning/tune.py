"""Look for better weights of `greedy` by playing, with SPSA.

    python research/tuning/tune.py --players 3 --out tuned

Simultaneous perturbation stochastic approximation (J. C. Spall, IEEE Transactions on Automatic
Control 37 (3), 1992; gain sequences: IEEE Transactions on Aerospace and Electronic Systems 34 (3),
1998): in each iteration all weights are changed at once, each up or down at random, and two
opposite sets play two games of one deal, alternating around the table. What one wins more than the
other moves all weights a little. The logarithms of the weights are changed, so that a step is a
part of a weight and no weight becomes negative. The result is the mean over the second half of the
iterations (Polyak and Juditsky, SIAM Journal on Control and Optimization 30 (4), 1992).

The folder gets `steps.jsonl`, a line for each iteration, and `weights.toml`, which then plays a
match against the start on new deals. The same command continues an interrupted run; with more
iterations it continues one that had ended. It needs the extra `stats`.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from math import exp, log
from pathlib import Path
from random import Random

from attrs import asdict

import livingstone as ls
from livingstone.players import Assumptions, GreedyBot, Weights, load_weights, weights_for

STEP, CHANGE = 0.12, 0.3
"""The factors of the sizes of the steps, and of the changes that are tried."""
STEP_POWER, CHANGE_POWER = 0.602, 0.101
"""The powers of the iteration by which both decrease (Spall 1998)."""
STABILITY = 100
"""Added to the iteration, so that the first steps are not too long."""
LEAST, MOST = 0.001, 1000.0
"""The range of a weight."""


def main() -> None:
    """Read the arguments, climb, write the weights, and play the match."""
    parser = ArgumentParser(description="Look for better weights of greedy.")
    parser.add_argument("--players", type=int, required=True, help="how many play at the table")
    parser.add_argument("--iterations", type=int, default=2000, help="of two games each")
    parser.add_argument("--games", type=int, default=1000, help="of the match, in whole deals")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--edition", default="printed")
    parser.add_argument("--start", type=Path, help="a file of weights (default: those shipped)")
    parser.add_argument("--jobs", type=int, help="processes of the match (default: all cores)")
    parser.add_argument("--out", type=Path, required=True, help="folder for the files")
    options = parser.parse_args()
    start = load_weights(options.start) if options.start else weights_for(options.players)
    options.out.mkdir(parents=True, exist_ok=True)
    files = options.out / "weights.toml", options.out / "start.toml"
    for file, weights in zip(files, (climb(start, options), start), strict=True):
        file.write_text(weights.to_toml(), encoding="utf-8")
    tuned, *others = (f"greedy:weights={file}" for file in files)
    report = ls.simulate(
        [tuned, *others * (options.players - 1)],
        -(-options.games // options.players) * options.players,
        seed=deal_seed(options.seed, options.iterations),  # so that its deals are new
        edition=options.edition,
        executor="processes",
        workers=options.jobs,
    )
    sys.stdout.write(f"{report}\n")


def climb(start: Weights, options: Namespace) -> Weights:
    """Take all steps; give the mean of the second half, to three digits."""
    place = logarithms(start)
    later = list[list[float]]()
    file = options.out / "steps.jsonl"
    known = _known_gains(file, start, options)
    with file.open("a", encoding="utf-8") as lines:
        for iteration in range(options.iterations):
            deal = deal_seed(options.seed, iteration)
            signs = Random(deal).choices((1, -1), k=len(place))
            change = CHANGE / (iteration + 1) ** CHANGE_POWER
            if iteration < len(known):
                gain = known[iteration]
            else:
                sets = [shifted(place, signs, way * change) for way in (1, -1)]
                gain = play_both(weights_of(sets[0]), weights_of(sets[1]), deal, options)
                lines.write(f"{json.dumps([iteration, gain])}\n")
                lines.flush()
            size = STEP / (iteration + 1 + STABILITY) ** STEP_POWER
            place = shifted(place, signs, size * gain / (2 * change))
            if 2 * iteration >= options.iterations - 1:
                later.append(place)
    return weights_of([sum(values) / len(later) for values in zip(*later, strict=True)], digits=3)


def _known_gains(file: Path, start: Weights, options: Namespace) -> list[float]:
    """Read the steps that a file holds; write the header of a new one.

    Raises `SystemExit` for a file of another tuning.
    """
    named = {name: getattr(options, name) for name in ("players", "seed", "edition")}
    header = json.dumps({**named, "start": asdict(start)})
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    first, *lines = text[: text.rfind("\n") + 1].splitlines() or [header]
    if first != header:
        raise SystemExit(f"{file}: is of another tuning; choose another folder")
    # A last line that was not written whole goes.
    file.write_text("".join(f"{line}\n" for line in (header, *lines)), encoding="utf-8")
    return [float(json.loads(line)[1]) for line in lines]


def play_both(plus: Weights, minus: Weights, deal: int, options: Namespace) -> float:
    """Play a deal twice; give what `plus` won more than `minus`, from -1 to 1."""
    players: int = options.players
    won = {True: 0.0, False: 0.0}
    for first in (0, 1):
        is_plus = [(first + seat) % 2 == 0 for seat in range(players)]
        shares = _play([plus if own else minus for own in is_plus], deal, options.edition)
        for share, own in zip(shares, is_plus, strict=True):
            # A seat counts by how many of its set were in this game.
            won[own] += share / is_plus.count(own)
    most = 1 / (-(-players // 2)) + 1 / (players // 2)
    return (won[True] - won[False]) / most


def _play(weights: Sequence[Weights], deal: int, edition: str) -> tuple[float, ...]:
    """Play a game between bots with these weights, by seat; return the share of each seat."""
    bots = [GreedyBot(own) for own in weights]
    rng = Random(0)
    state = ls.new_game(len(weights), seed=deal, edition=edition)
    while not state.is_over:
        seat = state.current_player
        state = ls.apply(state, bots[seat].choose(ls.view(state, seat), rng))
    result = ls.result(state)
    assert result is not None
    return result.shares


def deal_seed(seed: int, number: int) -> int:
    """Derive the seed of a deal."""
    return Random(f"{seed} {number}").getrandbits(63)


def shifted(place: Sequence[float], signs: Sequence[int], distance: float) -> list[float]:
    """Move each logarithm by the distance, up or down, within the range of weights."""
    return [
        min(log(MOST), max(log(LEAST), own + sign * distance))
        for own, sign in zip(place, signs, strict=True)
    ]


def logarithms(weights: Weights) -> list[float]:
    """Give the logarithms of all weights, those of the assumptions first."""
    data = asdict(weights)
    return [log(value) for value in (*data.pop("assumptions").values(), *data.values())]


def weights_of(place: Sequence[float], digits: int = 15) -> Weights:
    """Make weights of logarithms."""
    values = [float(f"{min(MOST, max(LEAST, exp(own))):.{digits}g}") for own in place]
    count = len(asdict(Assumptions()))
    return Weights(Assumptions(*values[:count]), *values[count:])


if __name__ == "__main__":
    main()
