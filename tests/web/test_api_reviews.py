"""Hints and reviews by the API: who may ask for them, and what it gets."""

from typing import Any

import pytest

pytest.importorskip("numba")

from api_clients import ApiGame
from starlette.applications import Starlette
from web_clients import finish

import livingstone as ls
from livingstone.web.preparation import PREPARATION
from livingstone.web.working import Workers


async def at_once(_: Workers, address: str, is_gone: Any, function: Any, *arguments: Any) -> Any:
    return function(*arguments)


def test_the_player_to_move_gets_a_hint_at_a_table_with_hints(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = ls.hint

    def find_at_once(view: ls.View, seconds: float, **words: Any) -> ls.Hint:
        return find(view, seconds=0.01, **words)

    monkeypatch.setattr(ls, "hint", find_at_once)
    monkeypatch.setattr(Workers, "run", at_once)
    monkeypatch.setattr(PREPARATION, "is_ready", True)
    game = ApiGame(app, hints=True)
    answer = game.mover.get("/hint")
    assert answer.status_code == 200, answer.text
    assert ls.from_json(answer.text, ls.Hint).plans
    asked = game.mover.get("/hint", params={"language": "de"})
    assert "nehmen" in ls.from_json(asked.text, ls.Hint).plans[0].words
    assert game.other.get("/hint").json()["code"] == "not_your_turn"
    assert game.spectator().get("/hint").status_code == 401
    assert ApiGame(app).mover.get("/hint").status_code == 403
    monkeypatch.setattr(PREPARATION, "is_ready", False)
    waiting = game.mover.get("/hint")
    assert waiting.status_code == 503
    assert int(waiting.headers["retry-after"]) > 0


def test_the_players_of_a_finished_game_get_its_review_when_it_is_made(app: Starlette) -> None:
    game = ApiGame(app)
    client = game.clients[0]
    assert client.post("/review").status_code == 403
    finish(app, f"/table/{game.id}")
    assert client.get("/review").status_code == 404
    review = ls.to_json(ls.review(game.table.game.record(), rollouts=2))
    app.state.tables.store.add_review(game.id, review)
    assert client.get("/review").text == review
    assert client.post("/review").text == review
    assert game.spectator().get("/review").status_code == 401


def test_a_review_that_is_being_made_is_asked_for_again(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ApiGame(app)
    finish(app, f"/table/{game.id}")
    reviews = app.state.reviews
    monkeypatch.setattr(type(reviews), "find", lambda *_: None)
    monkeypatch.setattr(type(reviews), "knows", lambda *_: True)
    for answer in (game.clients[0].post("/review"), game.clients[1].get("/review")):
        assert answer.status_code == 202
        assert answer.json() == {"is_ready": False, "part": 0.0, "seconds": 2.0}
