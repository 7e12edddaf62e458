"""Find the most costly habits of weak bots.

    python research/habits/habits.py --work habits

It reviews games by the compiled search, and writes the tables and examples of
docs/explanation/habits.md. The same command continues after an interruption: what the folder holds
is not played again. It needs the extras `fast` and `stats`.
"""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "study"))

from estimates import Difference, Line, Mean, Table
from reviews import Game, Mistake, review

from examples import write_examples

HERE = Path(__file__).parent
GAMES = {("greedy", 2): 133, ("greedy", 4): 32, ("newcomer", 2): 104}
"""How many games are reviewed, by bot and number of players."""
MOST = 10
"""The habits that a table shows."""
Reviewed = Mapping[tuple[str, int], Sequence[Game]]
"""Games by bot and number of players."""


def review_all(options: argparse.Namespace) -> Reviewed:
    """Review what is missing; a line of a file is a game."""
    found = dict[tuple[str, int], Sequence[Game]]()
    for (bot, players), count in GAMES.items():
        count = max(1, round(options.part * count))
        file = options.work / f"{bot}-{players}-{options.tries}.jsonl"
        games = [
            Game(number, decisions, [Mistake(*found) for found in mistakes])
            for number, decisions, mistakes in _read_lines(file)[:count]
        ]
        task = partial(review, bot, players, tries=options.tries)
        with ProcessPoolExecutor(options.jobs) as pool, file.open("a", encoding="utf-8") as out:
            for game in pool.map(task, range(len(games), count)):
                out.write(json.dumps(game) + "\n")
                out.flush()
                games.append(game)
        found[bot, players] = games
    return found


def _read_lines(file: Path) -> list[Any]:
    """Read the lines of a file; one that was interrupted is cut off."""
    if not file.exists():
        return []
    whole, end, _ = file.read_text("utf-8").rpartition("\n")
    file.write_text(whole + end, "utf-8")
    return [json.loads(line) for line in whole.splitlines()]


def habits_table(games: Sequence[Game], players: int, tries: int) -> tuple[Table, int]:
    """Make the table of the most costly habits; say how many kinds of mistakes were compared."""
    times = Counter(found.kind for game in games for found in game.mistakes)
    costs = {kind: _costs(games, players, kind) for kind in times}
    order = sorted(times, key=lambda kind: -costs[kind].value)
    lines: list[Line] = [
        (*kind.split(" | "), f"{times[kind] / len(games) / players:.2f}", Difference(costs[kind]))
        for kind in order[:MOST]
    ]
    every = f"{times.total() / len(games) / players:.2f}"
    lines.append(("all mistakes", "", "", every, Difference(_costs(games, players))))
    heads = ("what was done", "what is better", "when", "times", "costs, in % of a win")
    remark = (
        f"By player and game, in {len(games)} games of {players}; {tries} tries of each plan."
        f" {len(order)} kinds were compared."
    )
    return Table(heads, tuple(lines), remark), len(order)


def _costs(games: Sequence[Game], players: int, kind: str | None = None) -> Mean:
    """Estimate what mistakes cost a player in a game, in per cent of a win."""
    return Mean.of(
        [
            sum(100 * found.cost for found in game.mistakes if kind in (None, found.kind)) / players
            for game in games
        ]
    )


def main() -> None:
    """Review, and write the files."""
    options = _parser().parse_args()
    for folder in (options.out, options.work):
        folder.mkdir(parents=True, exist_ok=True)
    reviewed = review_all(options)
    tables = dict[str, Table]()
    compared = 0
    for (bot, players), games in reviewed.items():
        table, kinds = habits_table(games, players, options.tries)
        tables[f"{bot}-{players}"] = table
        compared = compared + kinds + 1
    confidence = 1 - 0.05 / compared  # all kinds were looked at, not only those shown
    for name, table in tables.items():
        text = table.markdown(confidence)
        (options.out / f"{name}.inc").write_text(text, encoding="utf-8")
    write_examples(reviewed, options.tries, options.out)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Find habits that cost wins.")
    parser.add_argument("--part", type=float, default=1.0, help="of the games of each kind")
    parser.add_argument("--tries", type=int, default=24, help="of each plan")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--out", type=Path, default=HERE / "results", help="folder for the files")
    parser.add_argument("--work", type=Path, required=True, help="folder for what was played")
    return parser


if __name__ == "__main__":
    main()
