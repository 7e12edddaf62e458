"""Look for rules of thumb with which the mended bot wins, by successive halving.

    python research/habits/thumbs.py --players 2 --work thumbs

All candidates play the same deals against `greedy`; the better half plays on, on twice as many. The
best one of all goes into `thumbs.json`; that it wins has to be shown on other deals, by
`habits.py`. The same command continues after an interruption.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from attrs import asdict, evolve
from matches import play_deal, read_lines
from mended import FILE, PLAIN, THUMBS, Mended, Thumb
from reviews import EDITIONS

FIRST_DEAL = 1_000_000
"""No match of `habits.py` has such a deal."""
SPREADS = {
    "card": 1.0, "coins": 0.7, "rent": 1.0, "tent": 0.3, "room": 0.3, "top": 1.0, "early": 1.0,
    "skipped": 0.3,
}  # fmt: skip
"""How far candidates are from what is known, rule by rule; half of the rules stay as they are."""


def vary(thumb: Thumb, rng: Random) -> Thumb:
    """Change about half of the rules at random."""
    changed = {
        name: max(0.1, value) if name in ("tent", "room") else value
        for name, spread in SPREADS.items()
        if rng.random() < 0.5
        for value in [round(getattr(thumb, name) + rng.gauss(0, spread), 2)]
    }
    return evolve(thumb, **changed)


def score(task: tuple[Thumb, int, int, int]) -> float:
    """Give the wins of a candidate in some deals, half of them of each edition."""
    thumb, players, first, deals = task
    bot = Mended(thumb)
    return sum(
        sum(play_deal(bot, EDITIONS[deal % len(EDITIONS)], players, deal))
        for deal in range(first, first + deals)
    )


def main() -> None:
    """Halve the candidates until one is left."""
    parser = argparse.ArgumentParser(description="Look for better rules of thumb.")
    parser.add_argument("--players", type=int, choices=(2, 4), required=True)
    parser.add_argument("--candidates", type=int, default=64)
    parser.add_argument("--deals", type=int, default=50, help="of the first round")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--work", type=Path, required=True, help="folder for what was played")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    file, key = options.work / f"thumbs-{options.players}.jsonl", min(options.players, 3)
    rng, known = Random(options.players), read_lines(file)
    left = [PLAIN, THUMBS[key]]
    left += [vary(rng.choice(left[:2]), rng) for _ in range(options.candidates - 2)]
    first, deals = FIRST_DEAL, options.deals
    with ProcessPoolExecutor(options.jobs) as pool, file.open("a", encoding="utf-8") as out:
        while len(left) > 1:
            scores, known = known[: len(left)], known[len(left) :]
            tasks = [(thumb, options.players, first, deals) for thumb in left[len(scores) :]]
            for wins in pool.map(score, tasks):
                out.write(f"{wins}\n")
                out.flush()
                scores.append(wins)
            order = sorted(range(len(left)), key=lambda place: -scores[place])
            left = [left[place] for place in order[: len(left) // 2]]
            first, deals = first + deals, 2 * deals
    found = {str(key): asdict(thumb) for key, thumb in (THUMBS | {key: left[0]}).items()}
    options.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
