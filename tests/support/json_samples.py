"""Values that can be written as JSON, of every kind, and that they come back."""

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

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


Json = Any
"""What `json.loads` gives."""

JUNK: list[Json] = [
    None, True, False, 0, 1, -1, 2, 7, 1.0, 1.9, 1e400, 2**53, 10**39, "", "4", "lion", "\ud800",
    "take_die", "printed", [], [0], [[]], {}, {"kind": "dig"}, {"lion": 1}, {"row": 1, "column": 1},
]  # fmt: skip


@st.composite
def spoilt_documents(draw: st.DrawFn, document: Json) -> Json:
    """Change what a document says in one to three places, anywhere in it."""
    document = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        containers = [found for found in _containers(document) if found]
        if not containers:
            return document
        _spoil(draw, draw(st.sampled_from(containers)))
    return document


def _containers(value: Json) -> Iterator[Json]:
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _containers(inner)


def _spoil(draw: st.DrawFn, container: Json) -> None:
    keys = list(container) if isinstance(container, dict) else range(len(container))
    key = draw(st.sampled_from(keys))
    old, junk = container[key], copy.deepcopy(draw(st.sampled_from(JUNK)))
    change = draw(st.sampled_from(("number", "junk", "drop", "add", "swap")))
    if change == "number" and type(old) is int:
        container[key] = old + draw(st.sampled_from((-1, 1, 2**53, 0.0)))
    elif change == "drop":
        del container[key]
    elif change == "add" and isinstance(container, dict):
        container[draw(st.sampled_from(("kind", "seed", "lion", "x")))] = junk
    elif change == "add":
        container.append(old)
    elif change == "swap":
        other = draw(st.sampled_from(keys))
        container[key], container[other] = container[other], old
    else:
        container[key] = junk
