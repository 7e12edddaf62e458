"""Records of every kind, and their texts."""

import tomllib
from collections.abc import Callable
from typing import Any

import tomli_w
from record_strategies import MANY_CARDS, played, record_of

import livingstone as ls

FULL = record_of(
    played(2),
    players=["Ann", "Ben Ä"],
    tags={"event": "Club", "day": "1"},
    comments={1: "here we go", 12: 'a "quote" and a \\'},
    user={"_rated": True, "_clock": {"minutes": [1, 2.5]}},
)


CUSTOM = record_of(played(3, MANY_CARDS))


SHORT = ls.Record.of(ls.new_game(2, seed=7), [ls.TakeDie(3), ls.TakeCoins()])


RECORDS = {"full": FULL, "seen": FULL.seen_by(1), "spectators": FULL.seen_by(None), "own": CUSTOM}


Change = Callable[[dict[str, Any]], object]


def changed(record: ls.Record, change: Change) -> str:
    """Write a record with its plain data changed."""
    table = tomllib.loads(ls.dumps(record))
    change(table)
    return tomli_w.dumps(table)
