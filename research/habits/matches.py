"""Matches of the mended bot in each seat against `greedy`, on the compiled game."""

import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from mended import Mended, Use
from reviews import EDITIONS

import livingstone as ls
from livingstone.kernel import Kernel
from livingstone.kernel import layout as at

SIDES = tuple((edition, players) for edition in EDITIONS for players in (2, 4))
FIRST_SEED = 43_000_000
"""No reviewed game has such a seed."""


def play_match(edition: str, players: int, games: int, jobs: int, work: Path) -> list[list[float]]:
    """Play what is missing of a match; give by deal the share of the win from each seat."""
    file = work / f"mended-{edition}-{players}.jsonl"
    deals, task = read_lines(file), partial(play_deal, Mended(), edition, players)
    with ProcessPoolExecutor(jobs) as pool, file.open("a", encoding="utf-8") as out:
        for deal in pool.map(task, range(len(deals), -(-games // players))):
            out.write(json.dumps(deal) + "\n")
            out.flush()
            deals.append(deal)
    return deals


def read_lines(file: Path) -> list[Any]:
    """Read the lines of a file; one that was interrupted is cut off."""
    if not file.exists():
        return []
    whole, end, _ = file.read_text("utf-8").rpartition("\n")
    file.write_text(whole + end, "utf-8")
    return [json.loads(line) for line in whole.splitlines()]


def play_deal(bot: Mended, edition: str, players: int, deal: int) -> list[float]:
    """Play a deal with the bot in each seat; give its share of the win from each."""
    kernel = Kernel.of(edition, players)
    return [_share(bot, kernel, FIRST_SEED + deal, seat) for seat in range(players)]


def _share(bot: Mended, kernel: Kernel, seed: int, seat: int) -> float:
    states, luck, move = kernel.new_games(1), kernel.luck([seed], fast=False), -1
    while True:
        kernel.step(states, np.array([move]), luck)
        array = states[0]
        if array[at.IS_OVER]:
            return float(kernel.shares(states)[0, seat])
        chosen = kernel.greedy(array)
        if array[at.CURRENT_PLAYER] == seat and isinstance(chosen, Use | ls.TakeDie):
            chosen = bot.mend(ls.view(kernel.decode(array), seat), chosen)
        move = kernel.code(chosen)
