"""Values that can be written as JSON, of every kind, and that they come back."""

from typing import Any

import livingstone as ls
from livingstone.documents.text import from_json, to_json
from livingstone.events import Event
from livingstone.support.structuring import union_classes

KINDS: list[tuple[type, Any]] = [
    (cls, union) for union in (ls.Move, ls.Outcome, Event) for cls in union_classes(union)
]
"""Every kind of move, outcome and event, with the union it belongs to."""

STATE = ls.new_game(2, seed=7)
VIEW = ls.view(STATE, 0)
RECORD = ls.Record.of(
    STATE,
    [ls.TakeDie(3), ls.TakeCoins(), ls.Donate(2)],
    players=["Mary", "Dav\u00efd"],
    tags={"event": "test"},
    comments={1: "a good start"},
)


def comes_back(value: object, type: Any) -> None:
    text = to_json(value)
    back = from_json(text, type)
    assert back == value
    assert hash(back) == hash(value)
    assert to_json(back) == text
    assert from_json(text.encode(), type) == value
