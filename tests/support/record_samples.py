"""Records of every kind, and their texts."""

import tomllib
from collections.abc import Callable, Sequence
from typing import Any

import tomli_w
from editions import card_table, make_edition, market_table, tiny_board

import livingstone as ls
from livingstone.effects import CardEffect
from livingstone.testing import Game, fold, pick_rare

MANY_CARDS = make_edition(
    tiny_board(
        start_coins=3,
        coins=[{"value": 1, "count": 30}],
        players={"least": 2, "most": 4},
        dice={"per_player": 3, "sides": 6, "donation": 1},
        columns=[{"cost": 1}] * 4,
    ),
    [
        card_table("lion", "score_points", 1, points=4),
        card_table("bird", "score_points", 2, points=1),
        card_table("coin", "gain_coins", 2, coins=1),
        card_table("free", "no_cost_tent", 1),
        card_table("any", "ignore_die", 1),
        card_table("fall", "mine_collapse", 2),
        market_table("market", 1),
    ],
)
"""Few cards that come again and again: the same one is held by one player, then by another."""


def record_of(game: Game, **parts: Any) -> ls.Record:
    return ls.Record.of(game.start, game.actions, **parts)


def played(players: int, edition: str | ls.Edition = "printed", seed: int = 7) -> Game:
    """Play a whole game with a bit of everything."""
    choices = [(number * number * 7 + seed) % 251 for number in range(5000)]
    game = fold(ls.new_game(players, seed=seed, edition=edition), choices, pick_rare)
    assert game.last.is_over
    return game


def assert_sees_the_same(game: Game, effects: Sequence[type[CardEffect]] = ()) -> None:
    """Insist that each seat sees in its record what it saw in the game."""
    full = record_of(game)
    states = list(full.states())
    for seat in (*range(len(game.start.players)), None):
        seen = full.seen_by(seat)
        assert list(seen.views()) == [ls.view(state, seat) for state in states]
        assert not seen.is_full
        assert (seen.seed, seen.comments) == (None, ())
        seen.verify()
        assert ls.loads(ls.dumps(seen), effects=effects) == seen


FULL = record_of(
    played(2),
    players=["Ann", "Ben Ä"],
    tags={"event": "Club", "day": "1"},
    comments={1: "here we go", 12: 'a "quote" and a \\'},
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
