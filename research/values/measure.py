"""Measure a bot on fresh deals: what it wins against others, or the marks that reviews give it.

    python research/values/measure.py --players 2 --games 400 --out two.jsonl
    python research/values/measure.py --one hint:seconds=0.1 --others greedy --out hints.jsonl
    python research/values/measure.py --marks --one learned:level=pathfinder --out marks.jsonl

`hint:seconds=0.1` plays what `hint` says first. In a match, the bot sits in each seat in turn on
the same deals; with `--marks`, it plays all seats. Half of the deals are of each edition. Each game
is a line of `--out`; the same command continues, and at the end says the share with its 95 %
interval, over deals: of the wins, or of the choices that have a mark.
"""

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from attrs import frozen
from value_games import EDITIONS

import livingstone as ls

FIRST_SEED = 7_000_000
"""No game that was learned from had such a seed."""


@frozen
class Hinted:
    """Choose what `hint` says first."""

    seconds: float

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Choose the first move of the best plan."""
        return ls.hint(view, seconds=self.seconds, seed=rng.getrandbits(63)).plans[0].moves[0]


def bot(name: str) -> ls.Bot:
    """Make a bot by its name."""
    kind, _, seconds = name.partition(":seconds=")
    return Hinted(float(seconds)) if kind == "hint" else ls.load_player(name)


def play(names: list[str], deal: int) -> ls.Record:
    """Play a deal to its end."""
    players = len(names)
    seed = FIRST_SEED + deal
    bots = [bot(name) for name in names]
    rngs = [Random(1000 * seed + place) for place in range(players)]
    edition = EDITIONS[deal % len(EDITIONS)]
    first = deal // 2 % players
    state = start = ls.new_game(players, seed=seed, edition=edition, first=first)
    moves = list[ls.Move]()
    while not state.is_over:
        mover = state.current_player
        legal = ls.legal_moves(state)
        own = bots[mover].choose(ls.view(state, mover), rngs[mover]) if legal[1:] else legal[0]
        state = ls.apply(state, own)
        moves.append(own)
    return ls.Record.of(start, moves)


def share(one: str, others: str, players: int, number: int) -> dict[str, float]:
    """Play a game of a match, by its number; give the share of the win of the first bot."""
    deal, seat = divmod(number, players)
    *_, end = play([one if place == seat else others for place in range(players)], deal).states()
    result = ls.result(end)
    assert result is not None
    return {"share": float(result.shares[seat]), "of": 1}


def marks(one: str, players: int, number: int) -> dict[str, Any]:
    """Review a game of a bot with itself; count the choices that have a mark, and all."""
    choices = ls.review(play([one] * players, number)).choices
    marked = [(own.mark, own.kind, own.round, own.cost.value) for own in choices if own.mark]
    return {"share": len(marked), "of": len(choices), "marks": marked}


def main() -> None:
    """Play what is missing, and tell the share."""
    parser = argparse.ArgumentParser(description="Measure a bot.")
    parser.add_argument("--one", default="learned:seconds=0.01")
    parser.add_argument("--others", default="ismcts:iterations=100")
    parser.add_argument("--marks", action="store_true", help="count marks in games with itself")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    own = options.out
    players = options.players
    lines = [*map(json.loads, own.read_text("utf-8").splitlines())] if own.exists() else []
    for number in range(options.first + len(lines), options.first + options.games):
        found = (
            marks(options.one, players, number)
            if options.marks
            else share(options.one, options.others, players, number)
        )
        lines.append({"game": number, "one": options.one, "others": options.others, **found})
        with own.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(lines[-1]) + "\n")
    size = 1 if options.marks else players  # games of a deal
    deals = len(lines) // size
    parts, wholes = (
        np.array([line[name] for line in lines[: deals * size]]).reshape(deals, size).sum(axis=1)
        for name in ("share", "of")
    )
    found = parts.sum() / wholes.sum()
    error = (parts - found * wholes).std(ddof=1) / wholes.mean() / deals**0.5
    told = f"{found:.4f} ± {1.96 * error:.4f} of {wholes.sum():.0f}"
    print(f"{options.one}: {told} {'choices' if options.marks else 'games'}")  # noqa: T201


if __name__ == "__main__":
    main()
