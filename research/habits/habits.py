"""Find the most costly habits of weak bots, and measure `greedy` with its habits mended.

    python research/habits/habits.py --work habits

It reviews games by the compiled search, plays the matches of `mended.py`, and writes the tables and
examples of docs/explanation/habits.md. The same command continues after an interruption: what the
folder holds is not played again. It needs the extras `fast` and `stats`.
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

sys.path.append(str(Path(__file__).parents[1] / "study"))

from estimates import Cell, Difference, Line, Mean, Table, confidence_for
from matches import SIDES, play_match, read_lines
from reviews import Game, Mistake, review

from examples import write_examples

HERE = Path(__file__).parent
BOTS = ("greedy", "newcomer", "scout")
PLAYERS = (2, 3, 4, 5)
MOST = 10
"""The habits that a table shows."""
Reviewed = Mapping[tuple[str, int], Sequence[Game]]
"""Games by bot and number of players."""


def review_all(options: argparse.Namespace) -> Reviewed:
    """Review what is missing; a line of a file is a game."""
    found = dict[tuple[str, int], Sequence[Game]]()
    for bot in options.bots:
        for players in options.players:
            file = options.work / f"{bot}-{players}-{options.tries}.jsonl"
            games = [
                Game(number, decisions, [Mistake(*found) for found in mistakes])
                for number, decisions, mistakes in read_lines(file)[: options.games]
            ]
            task = partial(review, bot, players, tries=options.tries)
            with ProcessPoolExecutor(options.jobs) as pool, file.open("a", encoding="utf-8") as out:
                for game in pool.map(task, range(len(games), options.games)):
                    out.write(json.dumps(game) + "\n")
                    out.flush()
                    games.append(game)
            found[bot, players] = games
    return found


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


def mended_table(options: argparse.Namespace) -> Table:
    """Play the matches, and make the table of the wins of `mended` among `greedy`."""
    lines = list[Line]()
    for edition, players in SIDES:
        deals = play_match(edition, players, options.matches, options.jobs, options.work)
        more = Mean.of([sum(deal) / players - 1 / players for deal in deals], -1.0, 1.0)
        share = Mean.of([sum(deal) / players for deal in deals], 0.0, 1.0)
        games = f"{len(deals) * players}"
        row: Line = (edition, f"{players}", games, Cell(share, 100), Difference(more, 100))
        lines.append(row)
    heads = ("edition", "players", "games", "wins, in %", "more than an even share")
    return Table(heads, tuple(lines), "")


def main() -> None:
    """Review, play, and write the files."""
    options = _parser().parse_args()
    for folder in (options.out, options.work):
        folder.mkdir(parents=True, exist_ok=True)
    reviewed, tables, compared = review_all(options), dict[str, Table](), 0
    for (bot, players), games in reviewed.items():
        table, kinds = habits_table(games, players, options.tries)
        tables[f"{bot}-{players}"], compared = table, compared + kinds + 1
    confidence = 1 - 0.05 / compared  # all kinds were looked at, not only those shown
    for name, table in tables.items():
        _write(options.out, name, table, confidence)
    if options.matches:
        mended = mended_table(options)
        _write(options.out, "mended", mended, confidence_for({"mended": mended}))
    write_examples(reviewed, options.tries, options.out)


def _write(folder: Path, name: str, table: Table, confidence: float) -> None:
    (folder / f"{name}.inc").write_text(table.markdown(confidence), encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Find habits that cost wins.")
    parser.add_argument("--games", type=int, default=400, help="reviewed, of each kind")
    parser.add_argument("--tries", type=int, default=64, help="of each plan")
    parser.add_argument("--matches", type=int, default=2000, help="games of each match")
    parser.add_argument("--bots", nargs="+", default=BOTS)
    parser.add_argument("--players", type=int, nargs="+", default=PLAYERS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--out", type=Path, default=HERE / "results", help="folder for the files")
    parser.add_argument("--work", type=Path, required=True, help="folder for what was played")
    return parser


if __name__ == "__main__":
    main()
