"""Which mistakes a bot makes, by kind of choice and by part of the game, from reviews of its games.

python research/study/mistakes.py --bot greedy --players 2 --games 40

The games are independent, and each is one value for the intervals, which hold together.
"""

import argparse
import os
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from estimates import Cell, Line, Mean, Table

from livingstone import replay_row, simulate
from livingstone.reviews import Choice, Review, review

KINDS = ("die", "use", "card", "sale", "donation", "end")
PARTS = {"rounds 1 to 3": range(1, 4), "4 to 7": range(4, 8), "from 8 on": range(8, 10**6)}
TOGETHER = 0.95


class Sums(NamedTuple):
    """What was found in a game for a kind of choice in a part of it."""

    choices: int = 0
    cost: float = 0.0
    """In wins of all seats together."""
    marks: int = 0

    def add(self, choice: Choice) -> "Sums":
        """Add a choice."""
        cost = choice.cost.value if choice.best != choice.played else 0.0
        return Sums(self.choices + 1, self.cost + cost, self.marks + bool(choice.mark))


def sums_of(found: Review) -> dict[tuple[str, str], Sums]:
    """Add up the choices of a game by kind and part."""
    sums = defaultdict[tuple[str, str], Sums](Sums)
    for choice in found.choices:
        part = next(name for name, rounds in PARTS.items() if choice.round in rounds)
        sums[choice.kind, part] = sums[choice.kind, part].add(choice)
    return dict(sums)


def table(reviews: Iterable[Review], remark: str) -> Table:
    """Make a table of the mistakes in some games."""
    games = [sums_of(own) for own in reviews]
    lines = list[Line]()
    for kind, part in product(KINDS, PARTS):
        found = [game.get((kind, part), Sums()) for game in games]
        if choices := sum(own.choices for own in found):
            cost = Cell(Mean.of([own.cost for own in found]), scale=100)
            marks = sum(own.marks for own in found)
            line: Line = (
                kind,
                part,
                f"{choices / len(games):.1f}",
                cost,
                f"{marks / len(games):.2f}",
            )
            lines.append(line)
    heads = ("choice", "when", "a game", "cost a game, in % of a win", "marked a game")
    return Table(heads, tuple(lines), remark)


def main() -> None:
    """Play, review, and write the table."""
    parser = argparse.ArgumentParser(description="Make a table of the mistakes of a bot.")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--rollouts", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("mistakes.inc"))
    options = parser.parse_args()
    with TemporaryDirectory() as folder, ProcessPoolExecutor(options.jobs) as pool:
        file = Path(folder) / "games.db"
        lineup = [options.bot] * options.players
        simulate(lineup, options.games, seed=7, sink=file)
        records = [replay_row(game, file) for game in range(options.games)]
        reviews = list(pool.map(partial(review, rollouts=options.rollouts), records))
    remark = (
        f"{options.games} games of {options.players} `{options.bot}`, all seats together, each with"
        f" {options.rollouts} rollouts by `greedy`. The choices of a turn are judged together."
    )
    found = table(reviews, remark)
    text = found.markdown(1 - (1 - TOGETHER) / max(1, len(found.cells)))
    options.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
