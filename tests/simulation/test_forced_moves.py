"""A bot is shown a position only where it has a choice."""

import pytest

import livingstone as ls
from livingstone.game.view import view_of_mover
from livingstone.players import bot as players
from livingstone.simulation.games.asking import bots_of
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.games.game import play_game


def test_no_view_is_made_for_a_single_legal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = list[ls.View]()

    def keep(state: ls.State, moves: tuple[ls.Move, ...]) -> ls.View:
        shown.append(view_of_mover(state, moves))
        return shown[-1]

    monkeypatch.setattr(players, "view_of_mover", keep)
    lineup = ["blind_bots:LastSeen"] * 3
    batch = Batch.of(lineup, seed=7, edition="printed", rotate=False, seconds_per_move=None)
    with bots_of(batch) as bots:
        row = play_game(batch, 0, batch.loaded_edition, bots)
    assert all(len(seen.legal_moves) > 1 for seen in shown)
    assert 0 < len(shown) < row.moves
