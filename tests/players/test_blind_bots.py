"""Bots that do not look at the position choose the same without a view of it."""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from blind_bots import Looking
from editions import new_game

import livingstone as ls
from livingstone.players import BlindBot, RandomBot
from livingstone.players.bot import choose_for_mover
from livingstone.simulation import read_rows


def rows(bot: str, folder: Path, **options: Any) -> list[tuple[object, ...]]:
    """Play a batch of a bot against greedy; list what its file says but the bots' names."""
    file = folder / f"{bot.rpartition(':')[2]}{len(options)}.db"
    ls.simulate([bot, "greedy"], 2, seed=7, sink=file, **options)
    return [
        (row.seed, row.moves, row.threshold, [(seat.played, seat.score) for seat in row.seats])
        for row in read_rows(file)
    ]


def test_an_own_blind_bot_plays_the_same_games_as_with_a_view(tmp_path: Path) -> None:
    blind = rows("blind_bots:Last", tmp_path)
    assert blind == rows("blind_bots:LastSeen", tmp_path)
    assert blind == rows("blind_bots:Last", tmp_path, seconds_per_move=60)


def test_a_blind_bot_gets_the_legal_moves_and_nothing_of_the_state() -> None:
    given = list[object]()

    class Watching(BlindBot):
        def choose_from(self, *arguments: Any) -> ls.Move:
            given.extend(arguments)
            return ls.EndTurn()

    state, rng = new_game(2, seed=7), Random(1)
    moves = ls.legal_moves(state)
    assert choose_for_mover(Watching(), state, moves, rng) == ls.EndTurn()
    assert given == [moves, rng]


def test_a_subclass_that_looks_at_the_position_gets_a_view() -> None:
    state, rng = new_game(2, seed=7), Random(1)
    moves = ls.legal_moves(state)
    for bot in (Looking(), SimpleNamespace(choose=Looking().choose)):
        assert choose_for_mover(bot, state, moves, rng) == moves[0]
    assert rng.getstate() == Random(1).getstate()


def test_a_blind_bot_is_a_bot_wherever_a_view_is_at_hand() -> None:
    seen = ls.view(new_game(2, seed=7), 0)
    assert RandomBot().choose(seen, Random(1)) == Random(1).choice(seen.legal_moves)
    with pytest.raises(ls.ArgumentError, match="there is no move to choose"):
        RandomBot().choose(ls.view(new_game(2, seed=7), 1), Random(1))
