"""Whole games by the API: of people and bots, and at random beside the engine."""

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from amounts import by_profile, others_slow
from api_clients import ApiClient, begin, connection
from api_games import FORMS, SeededDealer, body_of, play_beside_engine
from choosing_cards import CARDS, EFFECTS
from choosing_effects import EDITION
from positions import give, table
from positions import play as play_moves
from starlette.applications import Starlette
from web_clients import close, make_app

import livingstone as ls
from livingstone.web.api.operations import _choices


async def play(
    client: httpx.AsyncClient, path: str, token: str, document: Any, chooser: random.Random
) -> Any:
    """Let the player of a token make a random move; return the document after it."""
    shown = document["snapshot"]["value"]
    view = ls.from_plain({**document["snapshot"], "livingstone": "snapshot"}, "snapshot").view
    move = chooser.choice(view.legal_moves)
    body = {"version": shown["version"], **body_of(move, chooser.choice(FORMS), view)}
    headers = {"authorization": f"Bearer {token}"}
    answer = await client.post(f"{path}/moves", json=body, headers=headers)
    assert answer.status_code == 200, (move, body, answer.text)
    return answer.json()


@pytest.mark.slow
def test_two_people_and_a_bot_play_a_whole_game(app: Starlette) -> None:
    seats = [{"name": "Ann"}, {"kind": "open"}, {"kind": "random"}]
    begun = begin(app, seats=seats, pace="at-once")
    invitation = begun["invitations"][0]["invitation"]
    seated = ApiClient(app, "", begun["id"]).post("/seats", invitation=invitation).json()
    tokens = {0: begun["tokens"][0]["token"], 1: seated["token"]}
    path = f"tables/{begun['id']}"
    chooser = random.Random(3)

    async def finish() -> Any:
        async with connection(app) as client:
            while True:
                headers = {"authorization": f"Bearer {tokens[0]}"}
                document = (await client.get(path, headers=headers)).json()
                shown = document["snapshot"]["value"]
                if shown["result"] is not None:
                    break
                mover = shown["mover"]
                if mover in tokens:
                    headers = {"authorization": f"Bearer {tokens[mover]}"}
                    own = (await client.get(path, headers=headers)).json()
                    await play(client, path, tokens[mover], own, chooser)
                else:
                    await asyncio.sleep(0.01)
        await app.state.bot_turns.close()
        return document

    ended = asyncio.run(finish())
    game = app.state.tables.find(begun["id"]).game
    result = ls.result(game.state)
    assert result is not None
    assert ended["snapshot"]["value"]["result"] == ls.to_plain(result)["value"]
    assert {int(line[1]) for line in game.journal if line[0] == "p"} == {0, 1, 2}


@pytest.mark.parametrize("games", [1, pytest.param(by_profile(4, 24), marks=pytest.mark.slow)])
def test_random_games_by_the_api_reach_the_states_of_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int
) -> None:
    app = make_app(tmp_path / "games.db")
    for seed in range(games):
        monkeypatch.setattr(ls, "deal", SeededDealer(seed))
        assert asyncio.run(play_beside_engine(app, seed, checked=0.2)) > 20
    close(app)


@pytest.mark.parametrize("seed", others_slow([8, 5], [8]))
def test_a_game_with_choices_by_the_api_reaches_the_states_of_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    (tmp_path / "cards.toml").write_text(CARDS, encoding="utf-8")
    app = make_app(tmp_path / "games.db", cards=tmp_path / "cards.toml", effects=EFFECTS)
    monkeypatch.setattr(ls, "deal", SeededDealer(seed))
    assert asyncio.run(play_beside_engine(app, seed, checked=0.2, effects=EFFECTS)) > 20
    (table,) = app.state.tables.live.values()
    assert any(" choose " in line for line in table.game.journal)
    close(app)


def test_the_answers_to_choose_alone_can_be_typed_each_of_them() -> None:
    dealt = give(table(2, 3, 4, edition=EDITION), 0, cards=("scout",))
    seen = ls.CardsShown(("lion", "coins", "fall"))
    view = ls.view(play_moves(dealt, ls.PlayCard("scout"), seen), 0)
    asked = ls.read_move("choose", view)
    assert isinstance(asked, ls.Question)
    typed = [ls.read_move(choice.text, view) for choice in _choices(asked, "choose", 0)]
    assert typed == [answered.moves[0] for answered in asked.choices]
    assert ls.Choose() in typed
