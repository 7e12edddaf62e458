"""Learn the values and the policy of the player `learned`, by one command that continues a run.

    OPENBLAS_NUM_THREADS=1 python research/values/learn_values.py --work games

For each number of players, games of `greedy` come first, in which one move is any legal one; a
network learns who wins them. Then, in rounds, searches with the networks so far play games with
each other, and with more than two players, whose searches take long, the policy plays many more.
The values learn from these by temporal differences, and the policy learns what the searches chose.
They replace the ones before if they win more than their share against them, with the same tries;
those of the first round do in any case, since there was no policy before. Games and networks are
kept in the folder `--work`, beside `log.jsonl`; the best networks are written to `--out`.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import policy_network
from value_games import Choices, Player, Positions, match, play_to_file, read
from value_network import begin, descend, foreseen, loss, shares, with_nobody

from livingstone.kernel.search.networks import FILE, NetworkWeights

OUT = Path(__file__).parents[2] / "data" / FILE
FILES = 2
"""How many files of games of `greedy` there are."""
GREEDY_GAMES = 60_000
"""The games of each of these files."""
KEEP = 0.5
"""The part of their positions that is kept."""
EPOCHS = 4
RATE = 1e-3
GAMES = {2: 8_000, 3: 2_500, 4: 2_000, 5: 1_750}
"""Games of searches in a round."""
TRIES = 64
EXPLORES = (0.0, 0.02, 0.06)
POLICY_GAMES = {3: 40_000, 4: 30_000, 5: 20_000}
"""Games of the policy in a round."""
POLICY_EXPLORES = 0.03
TEMPERATURES = (0.0, 0.0, 0.5)
WINDOW = 3
"""How many rounds are learned from, the last ones."""
CORRECTIONS = 3
CORRECTION_EPOCHS = 2
CORRECTION_RATE = 4e-4
POLICY_EPOCHS = 4
POLICY_RATE = 2e-3
MATCH_GAMES = 1000


def main() -> None:
    """Read the arguments, and learn for each number of players, a round of each in turn."""
    options = _parser().parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    for players in options.players:
        _learn_from_greedy(players, options)
    for number in range(1, options.rounds + 1):
        for players in options.players:
            _learn_from_searches(players, number, options)
            _write_out(options)


def _learn_from_greedy(players: int, options: argparse.Namespace) -> None:
    if _logged(options, players, 0):
        return
    files = [options.work / f"{players}-0-{part}.npz" for part in range(FILES)]
    games = _scaled(GREEDY_GAMES, options)
    for part, file in enumerate(files):
        seed = options.seed + 100 * players + part
        play_to_file(file, games, players, [Player()], seed, keep=KEEP, threads=options.threads)
    positions = read(files, Positions)
    rng = np.random.default_rng([options.seed, players])
    wanted = with_nobody(positions.turned(positions.shares[positions.of_game]))
    cut = len(wanted) - len(wanted) // 50
    weights = begin(positions.features.shape[1], players, rng)
    weights = descend(weights, positions.features[:cut], wanted[:cut], EPOCHS, RATE, rng)
    given = shares(weights, positions.features[cut:], players)
    _save(options, players, 0, weights, None)
    _log(options, players, 0, True, positions=cut, loss=loss(given, wanted[cut:]))


def _learn_from_searches(players: int, number: int, options: argparse.Namespace) -> None:
    if _logged(options, players, number):
        return
    (weights, policy) = _best(options, players)
    seed = options.seed + 100 * players + 10_000 * number
    before = Player(options.tries, 0.0, weights, policy)
    searches = [before._replace(explores=explores) for explores in EXPLORES]
    games = _scaled(GAMES[players], options)
    file = options.work / f"{players}-{number}.npz"
    play_to_file(file, games, players, searches, seed, threads=options.threads)
    first = max(1, number - WINDOW + 1)
    files = [options.work / f"{players}-{n}.npz" for n in range(first, number + 1)]
    rng = np.random.default_rng([options.seed, players, number])
    if policy is not None and players in POLICY_GAMES:
        of_policy = options.work / f"{players}-{number}-policy.npz"
        chooses = [Player(0, POLICY_EXPLORES, None, policy, heat) for heat in TEMPERATURES]
        games = _scaled(POLICY_GAMES[players], options)
        play_to_file(of_policy, games, players, chooses, seed + 2, threads=options.threads)
        for _ in range(CORRECTIONS):
            weights = _corrected(weights, read([of_policy], Positions), rng)
    for _ in range(CORRECTIONS):
        weights = _corrected(weights, read(files, Positions), rng)
    choices = read(files, Choices)
    policy = policy_network.begin(choices.inputs.shape[1], rng)
    policy = policy_network.learn(policy, choices, POLICY_EPOCHS, POLICY_RATE, rng)
    _save(options, players, number, weights, policy)
    played = match(
        Player(options.tries, 0.0, weights, policy), before, players,
        _scaled(MATCH_GAMES, options), seed + 1, options.threads,
    )  # fmt: skip
    share = float(played.mean())
    error = float(played.std() / len(played) ** 0.5)
    _log(
        options, players, number, number == 1 or share > 1 / players, choices=len(choices.counts),
        share=share, half_interval=1.96 * error, games=len(played),
    )  # fmt: skip


def _corrected(
    weights: NetworkWeights, positions: Positions, rng: np.random.Generator
) -> NetworkWeights:
    wanted = foreseen(weights, positions)
    learned_from = np.flatnonzero(~positions.explored)
    return descend(
        weights, positions.features[learned_from], wanted[learned_from],
        CORRECTION_EPOCHS, CORRECTION_RATE, rng,
    )  # fmt: skip


def _scaled(games: int, options: argparse.Namespace) -> int:
    scale: float = options.scale
    return max(1, round(games * scale))


def _best(
    options: argparse.Namespace, players: int
) -> tuple[NetworkWeights, NetworkWeights | None]:
    """Read the networks of the last round that won; the policy is None before round 1."""
    entries = [entry for entry in _entries(options) if entry["players"] == players]
    last = max(entry["round"] for entry in entries if entry["won"])
    with np.load(_file(options, players, last)) as arrays:
        policy: NetworkWeights | None = arrays["policy"] if last else None
        return arrays["values"], policy


def _save(
    options: argparse.Namespace,
    players: int,
    number: int,
    weights: NetworkWeights,
    policy: NetworkWeights | None,
) -> None:
    found = {"values": weights} | ({} if policy is None else {"policy": policy})
    np.savez(_file(options, players, number), **found)  # type: ignore[arg-type]


def _write_out(options: argparse.Namespace) -> None:
    """Write the best networks of all numbers of players whose policy is learned."""
    numbers = sorted({entry["players"] for entry in _entries(options)})
    found = {players: _best(options, players) for players in numbers}
    arrays = {
        f"{kind}-{players}": network.astype(np.float16)
        for players, networks in found.items()
        for kind, network in zip(("values", "policy"), networks, strict=True)
        if network is not None and networks[1] is not None
    }
    with options.out.open("wb") as stream:
        np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]


def _file(options: argparse.Namespace, players: int, number: int) -> Path:
    work: Path = options.work
    return work / f"{players}-{number}-networks.npz"


def _entries(options: argparse.Namespace) -> list[dict[str, Any]]:
    file: Path = options.work / "log.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return list(map(json.loads, lines))


def _logged(options: argparse.Namespace, players: int, number: int) -> bool:
    known = [(entry["players"], entry["round"]) for entry in _entries(options)]
    return (players, number) in known


def _log(options: argparse.Namespace, players: int, number: int, won: bool, **more: float) -> None:
    entry = {"players": players, "round": number, "won": won, **more}
    line = json.dumps(entry) + "\n"
    with (options.work / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write(line)
    sys.stdout.write(line)
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Learn what the player `learned` knows.")
    parser.add_argument("--players", type=int, nargs="+", default=list(GAMES))
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--scale", type=float, default=1.0, help="of all numbers of games")
    parser.add_argument("--tries", type=int, default=TRIES, help="of a search in a round")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--work", type=Path, required=True, help="folder for games and networks")
    parser.add_argument("--out", type=Path, default=OUT, help="file for the best networks")
    return parser


if __name__ == "__main__":
    main()
