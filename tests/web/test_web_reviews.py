"""Who may see a review or ask for a hint; reviews are kept."""

import asyncio
import gc
import os
from collections.abc import Callable
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("numba")

from positions import beginning
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from web_clients import Browser, Game, form_of, open_table, others_go_on

import livingstone as ls
from livingstone.reviews import (
    Estimate,
    describe_best,
    describe_choice,
    describe_legend,
    describe_played,
    describe_why,
    worst,
)
from livingstone.reviews.findings import exact
from livingstone.web import review_pages
from livingstone.web.replays import Film
from livingstone.web.review_pages import Reviews, verdict
from livingstone.web.working import Workers

JSON = {"accept": "application/json"}


def test_only_players_of_a_finished_game_get_its_review(game: Game) -> None:
    path, clients = game.path, game.clients
    game.play_on(20)
    assert clients[0].get(f"{path}/review").status_code == 403
    game.finish()
    assert Browser(game.app).get(f"{path}/review").status_code == 403
    assert clients[0].get(f"{path}/review").status_code == 202


def test_a_kept_review_is_shown_with_the_positions_of_the_record(game: Game) -> None:
    game.finish()
    path, clients, table = game.path, game.clients, game.table
    store = game.app.state.tables.store
    record = table.game.record(players=("<b>Ann</b>", "Ben"))
    found = ls.review(record, rollouts=2)
    store.add_review(table.id, ls.to_json(found))
    page = clients[0].get(f"{path}/review", params={"language": "it"})
    assert page.status_code == 200
    assert "Che cosa ha portato la fortuna" in page.text
    assert "<b>Ann" not in page.text
    assert f'max="{len(record.actions)}"' in page.text
    assert page.text.count(" data-asks>") == len(found.marked())
    assert f"<td>{found.summary[0].blunders}</td>" in page.text
    moments = worst(found, [0])
    text = unescape(page.text)
    for own in moments:
        for tell in (describe_played, describe_best, describe_why):
            assert tell(found, own, language="it") in text
    assert text.count('class="moment"') == len(moments)
    assert all(meaning in text for _, meaning in describe_legend(language="it"))
    for own in found.choices[:9]:
        last = own.position + len(own.played) - 1
        for at in (own.position, last):
            asked = {"at": str(at), "language": "it"}
            shown = clients[1].get(f"{path}/review", params=asked, headers=JSON).json()
            assert shown["at"] == at
            told = describe_choice(found, own, language="it")
            assert (shown["cost"] == told) == (own.played != own.best)
            assert shown["cost"]
    clients[0].post(f"{path}/rematch")
    assert store.review(table.id) == ls.to_json(found)


def test_a_review_that_is_being_made_says_how_far_it_is(game: Game) -> None:
    game.finish()
    path, client = f"{game.path}/review", game.clients[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Reviews, "find", lambda *_: None)
        patch.setattr(Reviews, "part_made", lambda *_: 0.25)
        page = client.get(path)
        assert page.status_code == 202
        assert '<progress id="made" class="made" max="1" value="0.25"' in page.text
        answer = client.get(path, headers=JSON)
        assert (answer.status_code, answer.json()) == (202, {"part": 0.25})


def test_a_hint_at_a_table_says_why(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(_: Workers, address: str, is_gone: Any, function: Any, *arguments: Any) -> Any:
        return function(*arguments)

    def hint(view: ls.View, **_: Any) -> ls.Hint:
        plan = ls.reviews.HintedPlan(view.legal_moves[:1], exact(0.5), "do this")
        return ls.Hint((plan,), "learned", why="Compared with “that”: it is better.")

    monkeypatch.setattr(Workers, "run", run)
    monkeypatch.setattr(ls, "hint", hint)
    client, path, table = open_table(app, hints="1")
    if table.game.state.current_player == 0:
        words = client.get(f"{path}/hint").json()["words"]
        assert words == "Good: do this (50 % to win). Compared with “that”: it is better."


def test_a_review_whose_process_dies_is_tried_again(game: Game) -> None:
    game.finish()
    film = SimpleNamespace(id=game.table.id, address="", text="")
    store = game.app.state.tables.store
    reviews: Any = Reviews(store)

    async def is_gone() -> bool:
        return False

    async def ask(function: Callable[..., object]) -> object:
        try:
            return await reviews.workers.run("", is_gone, function)
        finally:
            reviews.close()

    with pytest.raises(ls.LivingstoneError, match="a process died"):
        asyncio.run(ask(os.abort))
    assert asyncio.run(ask(os.getpid)) != os.getpid()

    async def fail(*_: object) -> None:
        raise ls.LivingstoneError("a process died")

    async def find_twice() -> None:
        assert reviews.find(film) is None
        await others_go_on()
        with pytest.raises(ls.LivingstoneError, match="died"):
            reviews.find(film)
        assert reviews.find(film) is None

    async def find_many() -> None:
        for number in range(9):
            reviews.find(SimpleNamespace(id=str(number), address="here", text=""))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Workers, "run", fail)
        asyncio.run(find_twice())
        with pytest.raises(HTTPException) as refused:
            asyncio.run(find_many())
        assert refused.value.status_code == 429


def test_a_failed_review_that_nobody_asks_for_again_is_not_logged_by_the_loop(
    game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    reviews: Any = Reviews(game.app.state.tables.store)

    async def fail(*_: object) -> None:
        raise ls.LivingstoneError("a process died")

    async def find() -> None:
        reviews.find(SimpleNamespace(id="a", address="here", text=""))
        await others_go_on()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Workers, "run", fail)
        asyncio.run(find())
    reviews._making.clear()
    gc.collect()
    assert not caplog.records


def test_a_game_that_cannot_be_reviewed_says_why(game: Game) -> None:
    def refuse(*_: object) -> None:
        raise ls.ArgumentError("the kernel does not know it")

    game.finish()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Reviews, "find", refuse)
        answer = game.clients[0].get(f"{game.path}/review")
    assert answer.status_code == 503
    assert "This game cannot be reviewed: the kernel does not know it" in answer.text


def test_who_makes_a_review_notes_which_part_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    find = ls.review
    parts = list[tuple[int, float]]()

    def review(record: ls.Record, *, rollouts: int, on_progress: Any) -> ls.Review:
        return find(record, rollouts=2, on_progress=on_progress)

    monkeypatch.setattr(ls, "review", review)
    monkeypatch.setattr(review_pages, "note_part", lambda *noted: parts.append(noted))
    film: Any = SimpleNamespace(record_text=ls.dumps(beginning()), effects=())
    assert ls.from_json(review_pages._review(film, 7), ls.Review)
    assert {place for place, _ in parts} == {7}
    assert parts[-1] == (7, 1.0)


def test_a_game_of_thousands_of_actions_is_not_reviewed() -> None:
    async def run(_: object, address: str, is_gone: object, function: Any, *own: Any) -> Any:
        return function(*own)

    async def find() -> None:
        reviews = Reviews(SimpleNamespace(review=lambda _: None))  # type: ignore[arg-type]
        reviews.find(film)
        await others_go_on()
        reviews.find(film)

    rolls = ls.Record(ls.load_edition("printed"), ("Ann", "Ben"), actions=("d dice 1",) * 2001)
    film = Film(id="1", address="here", text=ls.dumps(rolls), path="", language="en")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Workers, "run", run)
        with pytest.raises(ls.LivingstoneError, match="more than 2000 actions"):
            asyncio.run(find())


@pytest.mark.parametrize("seat", ["full", None, 0])
def test_an_uploaded_record_gets_a_review_too(game: Game, seat: int | str | None) -> None:
    game.play_on(30)
    record = game.table.game.record(players=("Ann", "Ben"))
    if not isinstance(seat, str):
        record = record.seen_by(seat)
    client, store = Browser(game.app), game.app.state.tables.store
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Reviews, "find", lambda reviews, film: reviews.store.review(film.id))
        form = {"record": ls.dumps(record), "then": "review"}
        answer = client.post("/records", data=form)
        assert answer.status_code == 202
        path = answer.url.path
        id = path.split("/")[2]
        store.add_review(id, ls.to_json(ls.review(record, rollouts=2)))
        page = client.get(path)
        assert page.status_code == 200
        assert "data-path" in page.text
        assert ("these choices cannot be judged" in page.text) == (seat != "full")
        assert "No mistake is beyond doubt" not in page.text or seat is not None
        for number in range(3):
            store.add_record(str(number), "text", most=3)
        assert store.review(id) is None, "it goes with its record"


def test_a_question_is_answered_after_a_move_and_tells_nothing_before(game: Game) -> None:
    game.finish()
    path, ann = f"{game.path}/review", game.clients[0]
    record = game.table.game.record(players=("Ann", "Ben"))
    states = list(record.states())
    at = max(n for n, own in enumerate(states) if not own.is_chance and len(own.dice) > 2)
    seat, legal = states[at].current_player, ls.legal_moves(states[at])
    asked = {"at": str(at)}
    shown = ann.get(f"{path}/question", params=asked).json()
    assert shown["eyes"] == str(seat)
    assert "data-move" in shown["parts"]["moves"]
    assert "Your turn" in shown["parts"]["status"]
    assert 'data-deed="undo"' not in shown["parts"]["moves"]
    assert "done" not in str(shown)
    assert ann.get(f"{path}/question", params={"at": "0"}).status_code == 404
    form = asked | form_of(ls.Donate(1), ls.view(states[at], seat))
    move = next(own for own in legal if isinstance(own, ls.TakeDie))
    die = asked | {"die": str(move.value), "target": "deck"}
    words = [ann.get(f"{path}/words", params=own) for own in (die, asked | {"target": "end"})]
    assert "card" in words[0].json()["words"]
    assert words[1].status_code == 409
    answer = ann.get(f"{path}/answer", params=die)
    assert answer.json()["answer"].count("(your move)") == 1
    assert 2 <= answer.json()["answer"].count("<meter") <= 4
    assert ann.get(f"{path}/answer", params=asked | {"target": "end"}).status_code == 409
    for end in ("question", "words", "answer"):
        assert Browser(game.app).get(f"{path}/{end}", params=form).status_code == 403


def near(value: float, half: float) -> Estimate:
    return Estimate(value, value - half, value + half)


@pytest.mark.parametrize(
    ("chances", "place", "key"),
    [
        ([near(0.62, 0.001), near(0.60, 0.001)], 0, "equal"),
        ([near(0.62, 0.001), near(0.60, 0.001)], 1, "equal"),
        ([near(0.62, 0.1), near(0.52, 0.1)], 0, "equal"),
        ([near(0.62, 0.01), near(0.52, 0.01)], 0, "place_1"),
        ([near(0.62, 0.01), near(0.52, 0.01)], 1, "place_2"),
        ([near(0.62, 0.01), near(0.52, 0.01), near(0.42, 0.01)], 1, "place_2"),
        ([near(0.62, 0.01), near(0.52, 0.01), near(0.51, 0.01)], 1, "place_4"),
        ([exact(0.62), exact(0.61)], 1, "place_2"),
        ([exact(0.62), exact(0.62)], 1, "equal"),
        ([exact(0.62)], 0, "place_1"),
    ],
)
def test_plans_that_cannot_be_told_apart_are_told_as_equal(
    chances: list[Estimate], place: int, key: str
) -> None:
    assert verdict(chances, place) == key


def test_r10_2_hints_are_for_the_seat_to_move_at_tables_that_allow_them(app: Starlette) -> None:
    client, path, _ = open_table(app)
    assert client.get(f"{path}/hint").status_code == 403
    assert "data-hints" not in client.get(path).text
    client, path, table = open_table(app, hints="1")
    assert table.kept.customs.hints
    assert "data-hints" in client.get(path).text
    assert Browser(app).get(f"{path}/hint").status_code == 403
    waiting = table.game.state.current_player == 1
    answer = client.get(f"{path}/hint").json()
    assert answer["words"].startswith("This is not possible" if waiting else "Good: ")
    assert waiting or set(answer["targets"]) & {f"die-{die}" for die in table.game.state.dice}
