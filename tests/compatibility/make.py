"""Write the files of a version, which every later one has to read.

    PYTHONPATH=tests/support python tests/compatibility/make.py

writes a folder named by the version. Do so once for a release; a folder is never changed.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import numpy as np
from editions import FROZEN
from web_clients import Game, close, make_app

import livingstone as ls
from livingstone.envs import Layout

FOLDER = Path(__file__).parent / ls.__version__.rpartition(".")[0]


def play(state: ls.State, moves: int) -> ls.Table:
    """Play moves of `greedy`."""
    table, bot, rng = ls.Table(state), ls.load_player("greedy"), Random(7)
    while not table.state.is_over and len(table.history) < moves:
        table.play(bot.choose(table.view(table.state.current_player), rng))
    return table


def write_positions() -> None:
    """Write a state, a view and records: a full one, a seat's, and one of an own edition."""
    table, whole = play(ls.new_game(3, seed=7), 60), play(ls.new_game(2, seed=7), 1000)
    (FOLDER / "state.json").write_text(ls.to_json(table.state), encoding="utf-8")
    (FOLDER / "view.json").write_text(ls.to_json(table.view(1)), encoding="utf-8")
    ls.dump(whole.record(players=["Ann", "Ben"]), FOLDER / "record.toml")
    ls.dump(whole.record().seen_by(1), FOLDER / "record-of-a-seat.toml")
    ls.dump(whole.record().seen_by(None), FOLDER / "record-of-a-spectator.toml")
    (FOLDER / "record.json").write_text(ls.to_json(whole.record()), encoding="utf-8")


def write_edition() -> None:
    """Write a board and a deck, and the record of a game with them."""
    for name in ("board.toml", "cards.toml"):
        (FOLDER / name).write_bytes((FROZEN / name).read_bytes())
    own = ls.load_edition("bga", board=FOLDER / "board.toml", cards=FOLDER / "cards.toml")
    ls.dump(play(ls.new_game(2, seed=7, edition=own), 1000).record(), FOLDER / "own-record.toml")


def write_results() -> None:
    """Write a file of results."""
    ls.simulate(["greedy", "random"], 4, seed=7, sink=FOLDER / "results.db", engine="python")


def write_server() -> None:
    """Write the file of a server, with a game that has begun."""
    file = FOLDER / "server.db"
    game = Game(make_app(file))
    game.play_on(40)
    close(game.app)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=DELETE")


def write_checkpoint() -> None:
    """Write what an agent has learned, with the fingerprint of its observations and actions."""
    layout = Layout("printed", 2)
    weights = np.random.default_rng(7).random(len(layout.space), np.float32)
    np.savez_compressed(
        FOLDER / "agent.npz", fingerprint=np.array(layout.fingerprint), weights=weights
    )


if __name__ == "__main__":
    FOLDER.mkdir()
    write_positions()
    write_edition()
    write_results()
    write_server()
    write_checkpoint()
