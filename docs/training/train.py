"""Learn the networks by which the player `ismcts` judges positions.

    python docs/training/train.py --work games

Greedy players, who sometimes explore, play games; a network learns from their positions who will
win. It needs numpy. The games are kept in the folder `--work`; the same command goes on with those
that are there, and finds the same networks each time.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from learning import learn, loss
from lessons import Lessons, lessons_of, play_games

from livingstone.players.evaluation import Network

NETWORKS = Path(__file__).parents[2] / "data" / "networks.json"
GAMES = {2: 60000, 3: 36000, 4: 40000, 5: 25000}
"""How many games are learned from, by number of players."""
HELD_BACK = 20
"""Of so many positions, one is not learned from and tells how good the network is."""


def main() -> None:
    """Read the arguments, and learn a network for each number of players."""
    options = _parser().parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    networks = json.loads(options.out.read_text(encoding="utf-8")) if options.out.exists() else {}
    for players in options.players:
        network = train(players, options)
        networks[str(players)] = network._asdict()
        options.out.write_text(written(networks), encoding="utf-8")


def train(players: int, options: argparse.Namespace) -> Network:
    """Play and learn."""
    file, games = options.work / f"{players}.jsonl", options.games or GAMES[players]
    play_games(players, games, options.seed, file)
    lessons = lessons_of(file, players, games)
    cut = len(lessons.features) - len(lessons.features) // HELD_BACK
    weights = learn(Lessons(*(part[:cut] for part in lessons)), options.hidden, options.seed)
    held_back = loss(weights, Lessons(*(part[cut:] for part in lessons)))
    sys.stdout.write(f"{players} players: {cut} positions, loss {held_back:.4f}\n")
    return weights.network()


def written(networks: dict[str, dict[str, Any]]) -> str:
    """Write networks as JSON, a list of numbers a line."""
    tables = []
    for players, parts in sorted(networks.items()):
        lines = [f'    "{name}": {_lines(value)}' for name, value in parts.items()]
        tables.append(f'  "{players}": {{\n' + ",\n".join(lines) + "\n  }")
    return "{\n" + ",\n".join(tables) + "\n}\n"


def _lines(value: Any) -> str:
    """Write a number, a list of them, or a list of lists."""
    if isinstance(value, list) and isinstance(value[0], list):
        return "[\n      " + ",\n      ".join(map(json.dumps, value)) + "\n    ]"
    return json.dumps(value)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Learn the networks of the player `ismcts`.")
    parser.add_argument("--players", type=int, nargs="+", default=list(GAMES))
    parser.add_argument("--games", type=int, help="other than those set for the number of players")
    parser.add_argument("--hidden", type=int, default=32, help="units of the hidden layer")
    parser.add_argument("--seed", type=int, default=0, help="of the games and of the learning")
    parser.add_argument("--work", type=Path, required=True, help="folder for the games")
    parser.add_argument("--out", type=Path, default=NETWORKS, help="file with the networks")
    return parser


if __name__ == "__main__":
    main()
