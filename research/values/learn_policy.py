"""Learn policies from what each move of a choice earns, by one command that continues a run.

    OPENBLAS_NUM_THREADS=1 python research/values/learn_policy.py --work taught

In each round the policy plays games. In some of its choices, each move worth trying is tried with
the same chance for all (`taught`): the game goes on by the policy for two rounds, and the networks
value the beginning of both, or the game ends. From these choices and those of the round before, the
policy learns to earn as much as it can by moves as likely as its scores say; one choice in forty is
held out to say what it gains. The values then learn from who won games of this policy.

A line of `log.jsonl` in the folder `--work` tells what a round gained. `--out` is changed only
where the policy beats the one before the first round without doubt. Choices, games and networks are
kept in `--work`.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import taught
import value_games
from numpy.typing import NDArray
from policy_network import derive, parts_of, scores
from value_games import EDITIONS, Positions, batches, play_to_file
from value_network import Adam, Array, descend, loss, shares, with_nobody

from livingstone.kernel import Kernel
from livingstone.kernel.search.networks import (
    FILE,
    Networks,
    NetworkWeights,
    inputs_of,
    make_player,
    make_search,
    read_networks,
)
from livingstone.kernel.search.policy import MOVE_SIZE

OUT = Path(__file__).parents[2] / "data" / FILE
PARTS = {2: 40, 3: 60, 4: 36, 5: 28}
"""In a round, by number of players: below about 500,000 choices a policy learns their luck."""
GAMES = 300
"""The games of a part."""
MOST_CHOICES = 25
"""The most choices of a player in a game that are noted."""
PLAN = taught.Plan(tries=4, rounds=2, explores=60, notes=250, notes_at_end=500)
EPOCHS = 8
RATE = 2e-3
BATCH = 512
HELD_OUT = 40
VALUE_GAMES = {2: 150_000, 3: 160_000, 4: 120_000, 5: 100_000}
VALUE_EPOCHS = 2
VALUE_RATE = 1e-3
KEEP = 0.25
EXPLORES = (0.0, 0.03, 0.03)
"""How often each kind of player of the games for values explores."""
HEATS = (0.0, 0.0, 0.5)
"""The temperature of each of these kinds."""
MATCH_GAMES = 12_000
SEARCH_GAMES = 600
"""Games of the match between searches with the networks of the round and with those before."""
SEARCH_TRIES = 64


class Lessons(NamedTuple):
    """Choices, and what their moves earn."""

    inputs: NDArray[np.float16]
    options: NDArray[np.float16]
    counts: NDArray[np.uint8]
    values: NDArray[np.float32]
    """By choice and move: the share of the win that it earned."""

    def part(self, which: NDArray[np.int64] | slice) -> "Lessons":
        """Return some of the choices."""
        return Lessons(
            self.inputs[which], self.options[which], self.counts[which], self.values[which]
        )

    def scored(self, weights: list[Array]) -> tuple["Lessons", Array, Array, Array]:
        """Return the choices without moves that none has, scores, units and features of moves."""
        most = int(self.counts.max(initial=1))
        options = self.options[:, :most].astype(np.float32)
        given, units = scores(weights, self.inputs.astype(np.float32), options)
        given = np.where(np.arange(most) < self.counts[:, None], given, -np.inf)
        return self._replace(values=self.values[:, :most]), given, units, options


def play_part(file: Path, players: int, number: int, games: int, networks: Networks) -> None:
    """Play some games, unless the file is there; each edition has every other part."""
    if file.exists():
        return
    kernel = Kernel.of(EDITIONS[number % 2], players)
    most = games * MOST_CHOICES * players
    rng = np.random.default_rng([players, number])
    inputs = np.zeros((most, inputs_of(kernel.tables)), np.float32)
    options = np.zeros((most, taught.MOST_OPTIONS, MOVE_SIZE), np.float32)
    counts = np.zeros(most, np.int64)
    values = np.zeros((most, taught.MOST_OPTIONS))
    words = np.asarray(rng.integers(0, 2**63, games), np.uint64)
    n = taught.teach(
        make_search(kernel.tables), kernel.new_games(games), words,
        make_player(0, 0.0, networks), PLAN, inputs, options, counts, values,
    )  # fmt: skip
    kept = Lessons(
        inputs[:n].astype(np.float16), options[:n].astype(np.float16),
        counts[:n].astype(np.uint8), values[:n].astype(np.float32),
    )  # fmt: skip
    begun = file.with_suffix(".part")
    with begun.open("wb") as stream:
        np.savez(stream, **kept._asdict())
    begun.rename(file)


def read(files: list[Path]) -> Lessons:
    """Read the choices of files."""
    found = []
    for file in files:
        with np.load(file) as arrays:
            found.append(Lessons(*(arrays[name] for name in Lessons._fields)))
    return Lessons(*(np.concatenate(own) for own in zip(*found, strict=True)))


def earned(weights: NetworkWeights, lessons: Lessons) -> float:
    """Return the mean share that the moves with the best scores earned."""
    parts = parts_of(weights, lessons.inputs.shape[1])
    total = 0.0
    for begin in range(0, len(lessons.counts), 4096):
        part, given, *_ = lessons.part(slice(begin, begin + 4096)).scored(parts)
        total += float(part.values[np.arange(len(given)), given.argmax(axis=1)].sum())
    return total / len(lessons.counts)


def learn(
    weights: NetworkWeights, lessons: Lessons, epochs: int, rng: np.random.Generator
) -> NetworkWeights:
    """Climb the mean share of choices that are as likely as the softmax of their scores says.

    A share that a few tries earned is right on average, so that no luck is learned.
    """
    inputs = lessons.inputs.shape[1]
    count = len(lessons.counts)
    adam = Adam(weights, RATE, epochs * -(-count // BATCH))
    parts, slopes = parts_of(adam.weights, inputs), parts_of(adam.gradient, inputs)
    for _ in range(epochs):
        for batch in batches(count, BATCH, rng):
            own, given, units, options = lessons.part(batch).scored(parts)
            likely = np.exp(given - given.max(axis=1, keepdims=True))
            likely /= likely.sum(axis=1, keepdims=True)
            mean = (likely * own.values).sum(axis=1, keepdims=True)
            error = (likely * (mean - own.values) / len(batch)).astype(np.float32)
            derive(parts, slopes, error, own.inputs.astype(np.float32), options, units)
            adam.step()
    return adam.weights


def learn_values(
    before: Networks, policy: NetworkWeights, file: Path, games: int, players: int, seed: int
) -> tuple[NetworkWeights, dict[str, float]]:
    """Learn who wins games of a policy; return the loss on held-out positions, before and after."""
    plays = [
        value_games.Player(explores=explores, policy=policy, temperature=heat)
        for explores, heat in zip(EXPLORES, HEATS, strict=True)
    ]
    play_to_file(file, games, players, plays, seed, keep=KEEP)
    positions = value_games.read([file], Positions)
    rng = np.random.default_rng(seed)
    wanted = with_nobody(positions.turned(positions.shares[positions.of_game]))
    known = np.flatnonzero(~positions.explored)
    cut = len(known) // HELD_OUT
    held, rest = known[:cut], known[cut:]
    after = descend(
        before.values, positions.features[rest], wanted[rest], VALUE_EPOCHS, VALUE_RATE, rng
    )
    losses = {
        name: loss(shares(weights, positions.features[held], players), wanted[held])
        for name, weights in (("loss_before", before.values), ("loss_after", after))
    }
    return after, losses


def share_of(one: Networks, other: Networks, players: int, tries: int, games: int) -> list[float]:
    """Return what one of the networks wins in a match, and the half of the interval (95 %)."""
    first, second = (
        value_games.Player(tries, 0.0, own.values if tries else None, own.policy)
        for own in (one, other)
    )
    chunk = 60 if tries else value_games.CHUNK
    won = value_games.match(first, second, players, games, 77_000 + players, chunk=chunk)
    return [float(won.mean()), 1.96 * float(won.std()) / len(won) ** 0.5]


def play_round(
    players: int, number: int, networks: tuple[Networks, Networks], options: argparse.Namespace
) -> tuple[Networks, dict[str, float]]:
    """Play and learn for a round; `networks` are those before the first one and the last ones."""
    first, last = networks
    work = options.work
    scale = options.scale
    parts = max(2, round(PARTS[players] * scale))
    games = max(1, round(GAMES * min(1, scale * 10)))
    files = []
    for part in range(parts * (number - 1), parts * number):
        files.append(work / f"{players}-{number}-{part}.npz")
        play_part(files[-1], players, part, games, last)
    known = [*sorted(work.glob(f"{players}-{number - 1}-*.npz")), *files]
    lessons = read(known)
    rng = np.random.default_rng([players, number])
    cut = max(1, len(lessons.counts) // HELD_OUT)
    policy = learn(last.policy, lessons.part(slice(-cut)), options.epochs, rng)
    values, losses = learn_values(
        last, policy, work / f"values-{players}-{number}.npz",
        max(2, round(VALUE_GAMES[players] * scale)), players, 1000 * number + players,
    )  # fmt: skip
    found = Networks(values, policy)
    held = lessons.part(slice(-cut, None))
    match = share_of(found, first, players, 0, max(1, round(MATCH_GAMES * scale)))
    searches = max(1, round(SEARCH_GAMES * scale))
    search = share_of(found, first, players, SEARCH_TRIES, searches)
    return found, {
        "choices": len(lessons.counts),
        "earned_before": earned(last.policy, held),
        "earned_after": earned(policy, held),
        **losses,
        "share": match[0],
        "half_interval": match[1],
        "search_share": search[0],
        "search_half_interval": search[1],
    }


def _write_out(out: Path, players: int, networks: Networks) -> None:
    with np.load(out) as arrays:
        known: dict[str, NDArray[np.float16]] = {name: arrays[name] for name in arrays.files}
    for name, weights in networks._asdict().items():
        known[f"{name}-{players}"] = weights.astype(np.float16)
    with out.open("wb") as stream:
        np.savez_compressed(stream, **known)  # type: ignore[arg-type]


def _log(options: argparse.Namespace, entry: Mapping[str, float]) -> None:
    line = json.dumps(entry) + "\n"
    sys.stdout.write(line)
    with (options.work / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write(line)


def main() -> None:
    """Read the arguments, and learn for each number of players."""
    parser = argparse.ArgumentParser(description="Learn what moves earn, and the values after it.")
    parser.add_argument("--players", type=int, nargs="+", default=list(PARTS))
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--scale", type=float, default=1.0, help="of all numbers of games")
    parser.add_argument("--work", type=Path, required=True, help="folder for choices and networks")
    parser.add_argument("--before", type=Path, default=OUT, help="file of networks to begin with")
    parser.add_argument("--out", type=Path, default=OUT, help="file of networks to change")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    before = read_networks(options.before.read_bytes())
    for players in options.players:
        last = before[players]
        for number in range(1, options.rounds + 1):
            file = options.work / f"networks-{players}-{number}.npz"
            if file.exists():
                with np.load(file) as arrays:
                    last = Networks(arrays["values"], arrays["policy"])
                continue
            last, told = play_round(players, number, (before[players], last), options)
            _log(options, {"players": players, "round": number, **told})
            if told["share"] - told["half_interval"] > 1 / players:
                _write_out(options.out, players, last)
            np.savez(file, **last._asdict())


if __name__ == "__main__":
    main()
