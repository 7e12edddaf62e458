"""What the API refuses is told in the words of JSON, not of Python."""

from typing import Any

import pytest
from api_clients import ApiGame
from starlette.applications import Starlette
from words_of_json import WRONG_TEXTS, changed, speaks_of_python

VERSION = {"undone": 0, "events": 1}
MOVES: dict[str, Any] = {
    "version": VERSION,
    "target": "chest",
    "amount": 1,
    "die": 3,
    "gems": {},
    "cards": [],
    "space": {},
    "source": {},
    "seat": 0,
}


@pytest.mark.parametrize(
    ("place", "body"),
    [
        ("/moves", MOVES),
        ("/moves", {"version": VERSION, "line": "donate 1"}),
        ("/moves", {"version": VERSION, "move": {"kind": "donate"}}),
        ("/moves", {"version": VERSION, "move": {"kind": "donate", "coins": None}}),
        ("/undo", {"version": VERSION}),
        ("/leave", {"how": "pass_on"}),
        ("/customs", {"pace": "calm", "chat": True}),
        ("/chat", {"text": "hello"}),
        ("/rematch", {"moves_seats": True}),
        ("/seats", {"invitation": "x", "name": "Ann"}),
    ],
)
def test_a_wrong_body_is_refused_in_words_of_json(
    place: str, body: dict[str, Any], app: Starlette
) -> None:
    client = ApiGame(app).mover
    for wrong in changed(body):
        answer = client.ask("POST", f"{client.path}{place}", json=wrong)
        if answer.status_code >= 400:
            assert not speaks_of_python(answer.text), answer.text
            assert answer.status_code < 500


@pytest.mark.parametrize("content", WRONG_TEXTS)
def test_a_body_that_is_no_json_is_refused_in_words_of_json(content: bytes, app: Starlette) -> None:
    client = ApiGame(app).mover
    headers = {"content-type": "application/json"}
    answer = client.ask("POST", f"{client.path}/chat", content=content, headers=headers)
    assert answer.status_code == 400
    (problem,) = answer.json()["problems"]
    assert problem.startswith("is n")
    assert not speaks_of_python(problem)
