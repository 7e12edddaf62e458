"""Learn the networks by which the player `ismcts` judges positions.

    OPENBLAS_NUM_THREADS=1 python research/training/train.py --work games

Greedy players, who sometimes explore, play games; a network learns from their positions who will
win. With two players, searches by this network play games as well, and it learns what is different
in these, in stages. It needs numpy. The games are kept in the folder `--work`; the same command
continues with those that are there. On one machine it finds the same networks each time; numpy
rounds otherwise with another number of threads, or on another processor. The searches whose games
taught the shipped network for two players also dropped plans that were clearly worse.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from learning import Weights, correct, learn, loss
from lessons import GREEDY, Lessons, Players, lessons_of, play_games, searching

from livingstone.players.evaluation import Network

DATA = Path(__file__).parents[2] / "data"
GAMES = {2: 60000, 3: 36000, 4: 40000, 5: 25000}
"""How many games are learned from, by number of players."""
STAGES = {2: (1600, 1600)}
"""From how many games of searches it is learned after that, stage by stage."""
HELD_BACK = 20
"""Of this many positions, one is set aside to measure how good the network is."""


def main() -> None:
    """Read the arguments, and learn a network for each number of players."""
    options = _parser().parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    for players in options.players:
        network = train(players, options)
        _keep(options.out / "networks.json", players, network._asdict())


def train(players: int, options: argparse.Namespace) -> Network:
    """Play and learn, stage by stage."""
    lessons = _play(0, players, options.games or GAMES[players], options, GREEDY)
    learned, held_back = _split(lessons)
    network = learn(learned, options.hidden, options.seed).network()
    _report(0, players, network, learned, held_back)
    for stage, games in enumerate(_stages(players, options), 1):
        more = _play(stage, players, games, options, searching(network))
        lessons = more if stage == 1 else lessons.joined(more)
        learned, held_back = _split(lessons)
        network = correct(network, learned, options.seed).network()
        _report(stage, players, network, learned, held_back)
    return network


def _keep(file: Path, players: int, table: dict[str, Any]) -> None:
    """Write what was learned for a number of players beside what a file has for others."""
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    tables = dict(sorted({**known, str(players): table}.items()))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(written(tables), encoding="utf-8")


def _stages(players: int, options: argparse.Namespace) -> Sequence[int]:
    """Say from how many games of searches it is learned, by stage."""
    given: Sequence[int] | None = options.search_games
    return STAGES.get(players, ()) if given is None else given


def _play(
    stage: int, seats: int, games: int, options: argparse.Namespace, players: Players
) -> Lessons:
    """Play the games of a stage, unless they are there."""
    file = _file(stage, seats, options)
    play_games(seats, games, options.seed + stage, file, players)
    return lessons_of(file, games)


def _file(stage: int, seats: int, options: argparse.Namespace) -> Path:
    """Name the file of the games of a stage."""
    work: Path = options.work
    return work / (f"{seats}-{stage}.jsonl" if stage else f"{seats}.jsonl")


def _split(lessons: Lessons) -> tuple[Lessons, Lessons]:
    """Part the lessons into those learned from and those held back."""
    cut = len(lessons.features) - max(1, len(lessons.features) // HELD_BACK)
    return lessons.taken(slice(cut)), lessons.taken(slice(cut, None))


def _report(
    stage: int, players: int, network: Network, learned: Lessons, held_back: Lessons
) -> None:
    """Tell how good a network is."""
    positions = len(learned.features)
    how_good = loss(Weights.of(network), held_back)
    _say(f"{players} players, stage {stage}: {positions} positions, loss {how_good:.4f}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def written(value: Any, indent: str = "") -> str:
    """Write tables as JSON, a list of numbers a line."""
    deeper = indent + "  "
    if isinstance(value, dict):
        lines = [f'{deeper}"{key}": {written(part, deeper)}' for key, part in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}" + ("" if indent else "\n")
    if isinstance(value, list) and isinstance(value[0], list):
        return "[\n" + ",\n".join(deeper + json.dumps(part) for part in value) + f"\n{indent}]"
    return json.dumps(value)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Learn what the player `ismcts` knows.")
    parser.add_argument("--players", type=int, nargs="+", default=list(GAMES))
    parser.add_argument("--games", type=int, help="other than those set for the number of players")
    parser.add_argument(
        "--search-games",
        type=int,
        nargs="*",
        help="the same for those of searches, by stage",
    )
    parser.add_argument("--hidden", type=int, default=32, help="units of the hidden layer")
    parser.add_argument("--seed", type=int, default=0, help="of the games and of the learning")
    parser.add_argument("--work", type=Path, required=True, help="folder for the games")
    parser.add_argument("--out", type=Path, default=DATA, help="folder for what is learned")
    return parser


if __name__ == "__main__":
    main()
