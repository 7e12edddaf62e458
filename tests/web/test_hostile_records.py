"""Uploaded records that lie, in reviews and questions: refused with a reason, or shown."""

import random
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("numba")

import tomli_w
from record_samples import played, record_of
from starlette.applications import Starlette
from web_clients import Browser

import livingstone as ls
from livingstone.web.review_pages import Reviews
from livingstone.web.working import Workers

pytestmark = pytest.mark.slow  # reviews take seconds
MARKUP = "<img src=x onerror=alert(1)>"
GAME = played(2)
FULL = record_of(GAME)
HALF = ls.Record.of(GAME.start, GAME.actions[: len(GAME.actions) // 2])
RECORDS = {
    "full": FULL,
    "half": HALF,
    "seat": FULL.seen_by(0),
    "spectator": FULL.seen_by(None),
    "half of a seat": HALF.seen_by(1),
}
WORDS = [word for line in (*FULL.actions, *FULL.seen_by(0).actions) for word in line.split()]
Change = Callable[[dict[str, Any], random.Random], object]


def drop_a_line(table: dict[str, Any], chooser: random.Random) -> None:
    table["actions"].pop(chooser.randrange(len(table["actions"])))


def double_a_line(table: dict[str, Any], chooser: random.Random) -> None:
    place = chooser.randrange(len(table["actions"]))
    table["actions"].insert(place, table["actions"][place])


def change_a_word(table: dict[str, Any], chooser: random.Random) -> None:
    place = chooser.randrange(len(table["actions"]))
    words = table["actions"][place].split()
    words[chooser.randrange(len(words))] = chooser.choice(WORDS)
    table["actions"][place] = " ".join(words)


def end_early(table: dict[str, Any], chooser: random.Random) -> None:
    del table["actions"][chooser.randrange(len(table["actions"])) :]


def change_the_seat(table: dict[str, Any], chooser: random.Random) -> None:
    table["seat"] = chooser.choice([0, 1, 4, "spectator"])


def forget_parts(table: dict[str, Any], chooser: random.Random) -> None:
    table.pop(chooser.choice(["seat", "result", "revealed", "told"]), None)


def change_who_begins(table: dict[str, Any], _: random.Random) -> None:
    table["first"] = 1 - table.get("first", 0)


def change_what_was_told(table: dict[str, Any], chooser: random.Random) -> None:
    told = table.get("told") or table.setdefault("comments", {"1": ""})
    told[chooser.choice(list(told))] = chooser.choice([*WORDS, MARKUP])


def change_what_was_revealed(table: dict[str, Any], chooser: random.Random) -> None:
    for player in table.get("revealed", ()):
        player["coins"] = chooser.randrange(40)


def write_markup(table: dict[str, Any], _: random.Random) -> None:
    table |= {"players": [MARKUP, f"{MARKUP} {{seat}} %s"], "tags": {MARKUP: MARKUP}}
    table["comments"] = {"1": MARKUP}


CHANGES: tuple[Change, ...] = (
    drop_a_line,
    double_a_line,
    change_a_word,
    end_early,
    change_the_seat,
    forget_parts,
    change_who_begins,
    change_what_was_told,
    change_what_was_revealed,
    write_markup,
)
QUERIES: tuple[dict[str, str], ...] = (
    {},
    {"at": ""},
    {"at": "-1"},
    {"at": "999999"},
    {"at": "1" * 5000},
    {"at": "NaN", "target": MARKUP},
    {"target": MARKUP, "die": MARKUP, "cards": MARKUP, "space": MARKUP},
    {"target": "chest", "amount": "9" * 6},
    {"target": "chest", "amount": "-1"},
    {"target": "deck", "die": "0"},
    {"target": "space-r99c99", "die": "6", "cards": "lion " * 50},
    {"target": "", "choice": "999999"},
    {"target": "die-\u0663", "seat": "999999"},
    {"eyes": MARKUP, "language": MARKUP, "at": "3"},
)


@pytest.fixture
def reviewing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make reviews at once, with few tries, as the server's processes do."""

    def find(reviews: Reviews, film: Any) -> str:
        record = ls.loads(film.text, effects=film.effects)
        text = ls.to_json(ls.review(record, rollouts=2))
        reviews.store.add_review(film.id, text)
        return text

    async def run(_: object, _address: str, _is_gone: object, *call: Any, **_options: Any) -> Any:
        function, *values = call
        return function(*values)

    monkeypatch.setattr(Reviews, "find", find)
    monkeypatch.setattr(Workers, "run", run)
    monkeypatch.setattr("livingstone.web.review_pages._SECONDS", 0.05)


def hostile(kind: str, change: Change) -> str:
    table = tomllib.loads(ls.dumps(RECORDS[kind]))
    change(table, random.Random(1))
    return tomli_w.dumps(table)


def texts_in(value: Any) -> Iterator[str]:
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict | list):
            yield from texts_in(part)


@pytest.mark.usefixtures("reviewing")
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("kind", RECORDS)
def test_a_record_that_lies_is_refused_or_reviewed(
    app: Starlette, kind: str, change: Change
) -> None:
    client = Browser(app)
    form = {"record": hostile(kind, change), "then": "review"}
    page = client.post("/records", data=form)
    assert page.status_code in (200, 400, 503)
    assert MARKUP not in page.text
    if page.status_code != 200:
        assert "<h1>" in page.text  # with the reason
        return
    path = page.url.path
    positions = range(0, len(RECORDS[kind].actions), 40)
    for at in positions:
        shown = client.get(path, params={"at": str(at)}, headers={"accept": "application/json"})
        asked = client.get(f"{path}/question", params={"at": str(at)})
        assert (shown.status_code, asked.status_code) in ((200, 200), (200, 404))
        answers = [shown.json(), *([asked.json()] if asked.status_code == 200 else [])]
        assert not [text for answer in answers for text in texts_in(answer) if MARKUP in text]


@pytest.mark.usefixtures("reviewing")
@pytest.mark.parametrize("kind", RECORDS)
def test_hostile_questions_are_answered_with_a_refusal(app: Starlette, kind: str) -> None:
    client = Browser(app)
    page = client.post("/records", data={"record": ls.dumps(RECORDS[kind]), "then": "review"})
    path = page.url.path
    steps = [str(at) for at in range(0, len(RECORDS[kind].actions), 9)]
    questions = [
        at for at in steps if client.get(f"{path}/question", params={"at": at}).status_code == 200
    ]
    assert bool(questions) == (kind != "spectator")
    for query in QUERIES:
        asked = {"at": questions[0] if questions else "0", **query}
        for end in ("", "/question", "/words", "/answer"):
            answer = client.get(f"{path}{end}", params=asked)
            assert answer.status_code in (200, 404, 409, 414, 503), (query, end)
            assert MARKUP not in answer.text or answer.headers["content-type"].endswith("json")
