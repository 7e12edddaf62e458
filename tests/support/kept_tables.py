"""Tables in the file of a server that is not running yet, in a position that a test wants."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from web_windows import Server, Window, wait_for

import livingstone as ls
from livingstone.web.game_store import Customs, GameStore, TableSeat
from livingstone.web.live_tables import LiveTable, Tables, new_token


def keep_table(
    folder: Path, edition: ls.Edition, is_wanted: Callable[[ls.State], bool], seed: int = 7
) -> LiveTable:
    """Keep a table at which Ann is to move, in the first position found that is as wanted."""
    rng = Random(seed)
    while True:
        game = ls.Table(ls.new_game(2, edition=edition, seed=rng.randrange(999)))
        while not (game.state.is_over or is_wanted(game.state)):
            moves = game.view(game.state.current_player).legal_moves
            liked = [move for move in moves if isinstance(move, ls.BuildTent | ls.DrawCard)]
            game.play(rng.choice(liked or moves))
        if not game.state.is_over:
            break
    store = GameStore(folder / "games.db")
    seats = (TableSeat("Ann", "person", new_token()), TableSeat("Ben", "random", new_token()))
    tables = Tables(store, lambda _: edition)
    entries = game.record().actions
    first = game.start.starting_player
    table = tables.begin("printed", seats, Customs(language="en"), entries, first=first)
    store.close()
    return table


def sit_down(window: Window, server: Server, table: LiveTable) -> None:
    """Take Ann's seat at a kept table, and wait for her turn."""
    window.open(f"{server.address}/table/{table.id}/sit/{table.kept.seats[0].token}")
    window.click("main form button")
    wait_for(lambda: window.is_turn)
