"""Random games by the API beside the engine.

`PYTHONPATH=tests/support python -m api_games 1000` plays as many, and says so.
"""

import asyncio
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

from api_clients import connection, plain_move
from starlette.applications import Starlette
from web_clients import close, make_app

import livingstone as ls
from livingstone.effects import CardEffect

FORMS = ("target", "line", "move")
Effects: TypeAlias = Sequence[type[CardEffect]]


def body_of(move: ls.Move, form: str, state: ls.State | ls.View) -> dict[str, Any]:
    """Write a legal move in one of the three ways; `choose` alone is a move with its player."""
    if form == "line":
        line = ls.format_move(move, state.current_player)
        return {"line": line if move == ls.Choose() else line.partition(" ")[2]}
    if form == "move":
        return {"move": plain_move(move)}
    chosen = plain_move(move)
    names = ("gems", "cards", "space", "source", "seat", "amount")
    body = {name: chosen[name] for name in names if chosen.get(name) not in (None, [])}
    match move:
        case ls.Choose():
            body = {}  # its target says all
        case ls.Donate(amount) | ls.SellGems(_, amount):
            body["amount"] = amount
    return body | {"target": ls.table.target_of(move, state.boat)}


class SeededDealer:
    """Decides chance by a seed, so that two of them decide the same."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)

    def __call__(self, state: ls.State) -> ls.Outcome:
        return ls.sample_outcome(state, self.luck.getrandbits(64))


async def play_beside_engine(
    app: Starlette, seed: int, *, checked: float, effects: Effects = ()
) -> int:
    """Play a random game by the API and by the engine; return the number of its moves.

    All states are compared, and `checked` of the documents with the view of the engine.
    """
    chooser = random.Random(seed)
    dealer = SeededDealer(seed)
    moves = 0
    async with connection(app) as client:
        wishes: Any = {"seats": [{}] * (2 + seed % 4), "edition": ("printed", "bga")[seed % 2]}
        begun = (await client.post("tables", json=wishes)).json()
        table = app.state.tables.find(begun["id"])
        state: ls.State = table.game.start
        version = ls.Version(*table.game.version)
        while not state.is_over:
            if state.is_chance:
                state = ls.apply(state, dealer(state))
                continue
            assert table.game.state == state
            seat = state.current_player
            move = chooser.choice(ls.legal_moves(state))
            body = {
                "version": version._asdict(),
                **body_of(move, chooser.choice(FORMS), state),
            }
            headers = {"authorization": f"Bearer {begun['tokens'][seat]['token']}"}
            answer = await client.post(f"tables/{begun['id']}/moves", json=body, headers=headers)
            assert answer.status_code == 200, (move, body, answer.text)
            snapshot = answer.json()["snapshot"]
            version = ls.Version(**snapshot["value"]["version"])
            state = ls.apply(state, move)
            moves += 1
            if chooser.random() < checked and not state.is_chance:
                read = ls.from_plain(snapshot, "snapshot", effects=effects)
                assert read.view == ls.view(state, seat)
    assert table.game.state == state
    return moves


def play_many(seeds: range) -> int:
    """Play a game for each seed, each beside the engine; return the number of all moves."""
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Path(folder) / "games.db", syncs=False)
        moves = 0
        for seed in seeds:
            setattr(ls, "deal", SeededDealer(seed))  # noqa: B010
            moves += asyncio.run(play_beside_engine(app, seed, checked=0.05))
        close(app)
    return moves


if __name__ == "__main__":
    seeds = range(*map(int, sys.argv[1:]))
    print(f"{len(seeds)} games, {play_many(seeds)} moves: all states are those of the engine")
