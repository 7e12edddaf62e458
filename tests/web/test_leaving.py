"""Resigning, being away, passing a seat on, taking back by agreement, clocks and the chat."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from starlette.applications import Starlette
from starlette.requests import Request
from web_clients import (
    PEOPLE,
    Browser,
    begin,
    browser,
    close,
    finish,
    links_in,
    make_app,
    send,
    sit_down,
    table_at,
    two_people,
)

import livingstone as ls
from livingstone.web.actions import listen
from livingstone.web.bot_pool import STAND_IN
from livingstone.web.tables import LiveTable, new_token


class Time:
    """The time of the tables, which tests can let pass."""

    passed = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.passed


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    monkeypatch.setattr("livingstone.web.tables.time", clock := Time())
    return clock


def do(client: Browser, app: Starlette, path: str, deed: str, **form: str) -> int:
    """Do something at a table, and return the status of the answer."""
    data = {"revision": table_at(app, path).revision, **form}
    return client.post(f"{path}/do/{deed}", data=data, follow_redirects=False).status_code


def restarted(app: Starlette, file: Path) -> Starlette:
    """Begin again with what is on the disk."""
    close(app)
    return make_app(file)


def moved(app: Starlette, client: Browser) -> Browser:
    """Return the same browser, which asks another application."""
    other = browser(app)
    other.cookies.update(client.cookies)
    return other


def take_a_die(app: Starlette, path: str, clients: dict[int, Browser]) -> int:
    """Let the player to move take a die; return the seat."""
    state = table_at(app, path).game.state
    move = next(move for move in ls.legal_moves(state) if isinstance(move, ls.TakeDie))
    assert send(clients[state.current_player], app, path, move).status_code == 204
    return state.current_player


def scope_of(app: Starlette, client: Browser, path: str) -> dict[str, Any]:
    """Return what an ASGI server says of a request for the stream."""
    cookies = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
    headers = [(b"cookie", cookies.encode()), (b"accept-language", b"en")]
    usual = {"type": "http", "app": app, "query_string": b"", "headers": headers}
    return {**usual, "path_params": {"id": path.rpartition("/")[2]}}


async def stream(app: Starlette, client: Browser, path: str) -> AsyncGenerator[Any]:
    """Yield the messages of a stream."""
    answer = await listen(Request(scope_of(app, client, path)))
    messages = answer.body_iterator  # type: ignore[attr-defined]
    async with aclosing(messages):
        async for message in messages:
            yield json.loads(message.partition("data: ")[2])


async def first_message(app: Starlette, client: Browser, path: str) -> Any:
    async with aclosing(stream(app, client, path)) as messages:
        return await anext(messages)


def shown(app: Starlette, client: Browser, path: str) -> Any:
    return asyncio.run(first_message(app, client, path))


# Resigning.


def test_a_bot_plays_for_a_person_who_resigns(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db")
    path, clients = two_people(app)
    seat = take_a_die(app, path, clients)
    assert do(clients[seat], app, path, "resign") == 303
    app = restarted(app, tmp_path / "games.db")
    table, client = table_at(app, path), moved(app, clients[seat])
    assert table.kept.seats[seat].left == "resigned"
    assert table.bot == table.kinds[seat] == STAND_IN
    assert send(client, app, path, table.game.view(seat).legal_moves[0]).status_code == 403
    assert do(client, app, path, "resign") == do(client, app, path, "return") == 403
    assert "data-move" not in shown(app, client, path)["parts"]["moves"]
    assert not list(links_in(client.get(path).text))
    assert "has resigned" in shown(app, browser(app), path)["parts"]["asked"]
    close(app)


def test_who_resigned_plays_again_in_the_next_game(app: Starlette) -> None:
    path, clients = two_people(app)
    do(clients[0], app, path, "resign")
    finish(app, path)
    following = clients[0].post(f"{path}/rematch", follow_redirects=False).headers["location"]
    assert table_at(app, following).kinds == ("person", "person")
    assert do(clients[0], app, path, "resign") == 403  # it is over


def test_the_other_people_at_a_shared_screen_play_on(app: Starlette) -> None:
    client = browser(app)
    path = begin(client, **PEOPLE | {"kind-1": "person", "kind-2": "person"})
    assert do(client, app, path, "resign") == 403  # whose seat is not said
    assert client.post(f"{path}/do/resign?seat=1", follow_redirects=False).status_code == 303
    assert [bool(seat.left) for seat in table_at(app, path).kept.seats] == [False, True, False]
    assert shown(app, client, path)["handOver"] != 1


# Being away.


def test_a_bot_plays_for_a_person_who_is_away(app: Starlette, clock: Time) -> None:
    path, clients = two_people(app, away="5")
    table, tables = table_at(app, path), app.state.tables
    seat = table.game.state.current_player
    for watching in ((seat,), (1 - seat,)):
        table.watch(None, watching)
    table.watch((seat,), None)
    clock.passed = 299
    assert 0 < tables.look(table) <= 1
    assert table.bot is None
    clock.passed = 301
    tables.look(table)
    assert table.bot == STAND_IN
    assert "You were away" in clients[seat].get(path).text
    assert do(clients[1 - seat], app, path, "return") == 403
    assert do(clients[seat], app, path, "return") == 303
    tables.look(table)
    assert take_a_die(app, path, clients) == seat


@pytest.mark.parametrize("form", [{}, {"away": "0"}, {"away": "15"}], ids=str)
def test_the_others_wait_for_as_long_as_the_table_says(
    app: Starlette, clock: Time, form: dict[str, str]
) -> None:
    path, _ = two_people(app, **form)
    table = table_at(app, path)
    table.watch(None, (1 - table.game.state.current_player,))
    clock.passed = 899
    app.state.tables.look(table)
    assert table.bot is None


def test_nobody_is_away_where_only_spectators_wait(app: Starlette, clock: Time) -> None:
    path, _ = two_people(app, away="2")
    table = table_at(app, path)
    table.watch(None, ())
    clock.passed = 10_000
    app.state.tables.look(table)
    assert table.bot is None
    table.watch(None, (1 - table.game.state.current_player,))
    app.state.tables.look(table)  # the other player has just come
    assert table.bot is None


@pytest.mark.parametrize("form", [{"away": "-1"}, {"away": "x"}, {"clock": "1+1"}], ids=str)
def test_a_malformed_custom_is_refused(app: Starlette, form: dict[str, str]) -> None:
    answer = browser(app).post("/tables", data={"edition": "printed", **PEOPLE, **form})
    assert answer.status_code == 400


# Passing a seat on.


def test_a_seat_is_passed_on_by_a_link_that_works_once(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db")
    path, clients = two_people(app)
    old_device = moved(app, clients[0])
    (old_link,) = links_in(clients[0].get(path).text)
    assert do(clients[0], app, path, "pass") == 303
    app = restarted(app, tmp_path / "games.db")
    ann, ben, cem, dan = (moved(app, clients[n]) for n in (0, 1, 0, 0))
    assert cem.get(old_link).status_code == dan.post(old_link).status_code == 403
    assert do(moved(app, old_device), app, path, "resign") == 403
    own, heir = links_in(ann.get(path).text)
    assert own != old_link != heir
    assert heir not in ben.get(path).text
    cem = browser(app)
    assert "What are you called?" in cem.get(heir).text
    assert do(ann, app, path, "silence") == 204  # Ann keeps the seat until Cem sits down
    assert cem.post(heir, data={"name": "Cem"}).status_code == 200
    assert table_at(app, path).names == ("Cem", "Ben")
    assert browser(app).post(heir).status_code == browser(app).post(own).status_code == 403
    assert do(ann, app, path, "resign") == 403
    assert ann.get(f"{path}/replay?seat=0").status_code == 200
    assert do(cem, app, path, "resign") == 303
    close(app)


def test_r10_an_open_page_turns_into_a_spectators_when_the_seat_is_passed_on(
    app: Starlette,
) -> None:
    path, clients = two_people(app)
    table = table_at(app, path)
    seat = take_a_die(app, path, clients)

    async def both() -> tuple[Any, Any]:
        async with aclosing(stream(app, clients[seat], path)) as messages:
            before = await anext(messages)
            fresh = evolve(table.kept.seats[seat], token=new_token())
            app.state.tables.seat(table, seat, fresh)
            after = await anext(messages)
            assert table.watchers[seat] == 0
            return before, after

    before, after = asyncio.run(both())
    assert before["isTurn"]
    assert not after["isTurn"]
    assert "data-move" not in after["parts"]["moves"]


# Taking back by agreement.


def test_a_die_is_put_back_if_the_others_agree(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db")
    path, clients = two_people(app)
    before = table_at(app, path).game.state
    seat = take_a_die(app, path, clients)
    assert do(clients[1 - seat], app, path, "ask") == 409  # it was not the last to move
    assert do(clients[seat], app, path, "ask") == 204
    assert do(browser(app), app, path, "agree") == 403
    assert do(clients[seat], app, path, "agree") == 409
    app = restarted(app, tmp_path / "games.db")
    clients = {seat: moved(app, client) for seat, client in clients.items()}
    asked = [shown(app, client, path)["parts"]["asked"] for client in clients.values()]
    assert sum("asks to take the last move back" in text for text in asked) == 1
    assert do(clients[1 - seat], app, path, "agree", revision="0.0") == 409
    assert do(clients[1 - seat], app, path, "agree") == 204
    app = restarted(app, tmp_path / "games.db")
    table = table_at(app, path)
    assert table.game.state == before
    assert table.game.journal[-1] == f"p{seat} undo agreed"
    assert table.kept.asked is None
    close(app)


def test_the_end_of_a_turn_is_taken_back_with_what_bots_did_not_reveal(app: Starlette) -> None:
    path, clients = two_people(app, **{"kind-2": "settler"})
    table = table_at(app, path)
    while table.game.state.current_player == 2:
        app.state.tables.play(table, 2, short_move(table.game.state), table.game.version)
    seat = take_a_die(app, path, clients)
    send(clients[seat], app, path, ls.TakeCoins())
    send(clients[seat], app, path, ls.EndTurn())
    assert do(clients[seat], app, path, "ask") == 204
    assert table.is_asked
    assert table.bot is None  # bots wait for the answer
    assert do(clients[1 - seat], app, path, "agree") == 204
    assert table.game.state.current_player == seat
    assert table.game.can_undo(seat)  # the coins, by R11


def test_r11_2_what_was_revealed_cannot_be_taken_back(app: Starlette) -> None:
    path, clients = two_people(app)
    seat = take_a_die(app, path, clients)
    send(clients[seat], app, path, ls.DrawCard())
    assert do(clients[seat], app, path, "ask") == 409
    assert 'data-deed="ask"' not in shown(app, clients[seat], path)["parts"]["moves"]


def test_a_move_that_r11_1_lets_a_player_take_back_is_not_asked_for(app: Starlette) -> None:
    path, clients = two_people(app)
    seat = take_a_die(app, path, clients)
    send(clients[seat], app, path, ls.TakeCoins())
    assert do(clients[seat], app, path, "ask") == 409


def test_a_refused_question_can_be_asked_again_after_the_next_move(app: Starlette) -> None:
    path, clients = two_people(app)
    seat = take_a_die(app, path, clients)
    do(clients[seat], app, path, "ask")
    assert do(clients[1 - seat], app, path, "refuse") == 204
    assert "does not agree" in shown(app, clients[seat], path)["parts"]["asked"]
    assert do(clients[1 - seat], app, path, "agree") == 409
    assert do(clients[seat], app, path, "ask") == 409
    send(clients[seat], app, path, ls.TakeCoins())
    assert table_at(app, path).kept.asked is None
    send(clients[seat], app, path, ls.EndTurn())
    assert do(clients[seat], app, path, "ask") == 204
    assert do(clients[seat], app, path, "refuse") == 204  # who asked can stop asking
    assert table_at(app, path).kept.asked is None
    assert do(clients[seat], app, path, "ask") == 204


def test_bots_always_agree_and_so_do_those_who_leave(app: Starlette) -> None:
    client = browser(app)
    path = begin(client, **{"kind-0": "person", "kind-1": "settler", "kind-2": "novice"})
    table = table_at(app, path)
    while (seat := table.game.state.current_player) != 0:
        app.state.tables.play(table, seat, short_move(table.game.state), table.game.version)
    take_a_die(app, path, {0: client})
    assert do(client, app, path, "ask") == 204
    assert table.game.state.die is None
    path, clients = two_people(app)
    seat = take_a_die(app, path, clients)
    do(clients[seat], app, path, "ask")
    do(clients[1 - seat], app, path, "resign")
    assert table_at(app, path).game.state.die is None


def short_move(state: ls.State) -> ls.Move:
    """Choose a move that ends the turn soon."""
    wanted = (ls.EndTurn, ls.TakeCoins, ls.TakeDie)
    moves = ls.legal_moves(state)
    return next(move for kind in wanted for move in moves if isinstance(move, kind))


# Clocks.


def with_clock(app: Starlette, **form: str) -> tuple[str, dict[int, Browser], LiveTable, int]:
    """Begin a game with a clock, at which both players are; return who is to move, too."""
    path, clients = two_people(app, clock="5+10", **form)
    table = table_at(app, path)
    for seat in (0, 1):
        table.watch(None, (seat,))
    return path, clients, table, table.game.state.current_player


def test_the_clock_of_the_player_to_move_runs(app: Starlette, clock: Time) -> None:
    path, clients, table, seat = with_clock(app)
    assert table.kept.clocks == pytest.approx((300, 300), abs=4)
    clock.passed = 20
    take_a_die(app, path, clients)
    send(clients[seat], app, path, ls.TakeCoins())
    assert table.kept.clocks[seat] == pytest.approx(280, abs=4)
    send(clients[seat], app, path, ls.EndTurn())
    assert table.kept.clocks[seat] == pytest.approx(290, abs=4)
    assert table.kept.clocks[1 - seat] == pytest.approx(300, abs=4)
    message = shown(app, browser(app), path)
    assert message["timed"] == 1 - seat
    assert message["clocks"] == pytest.approx(list(table.kept.clocks), abs=4)


def test_a_bot_plays_for_a_player_whose_time_is_up(app: Starlette, clock: Time) -> None:
    path, clients, table, seat = with_clock(app)
    clock.passed = 299
    assert 0 < app.state.tables.look(table) <= 1
    assert table.bot is None
    clock.passed = 301
    app.state.tables.look(table)
    assert table.bot == STAND_IN
    assert table.kept.seats[seat].left == "late"
    assert do(clients[seat], app, path, "return") == 403
    assert table.timed is None


def test_the_clock_survives_a_restart_and_stops_meanwhile(tmp_path: Path, clock: Time) -> None:
    app = make_app(tmp_path / "games.db")
    path, _, table, seat = with_clock(app)
    clock.passed = 100
    app.state.tables.look(table)  # as every stream does
    clock.passed = 105
    app.state.tables.look(table)
    app = restarted(app, tmp_path / "games.db")
    clock.passed = 1000
    table = table_at(app, path)
    table.watch(None, (1 - seat,))
    app.state.tables.look(table)
    assert 195 <= table.kept.clocks[seat] <= 200.5
    clock.passed = 1050
    app.state.tables.look(table)
    assert 145 <= table.kept.clocks[seat] <= 150.5
    close(app)


def test_no_clock_runs_before_all_seats_are_taken_or_while_no_player_is_there(
    app: Starlette, clock: Time
) -> None:
    path = begin(browser(app), **PEOPLE, clock="5+10")
    table = table_at(app, path)
    table.watch(None, (0,))
    table.watch(None, ())
    clock.passed = 1000
    app.state.tables.look(table)
    sit_down(browser(app), app, path, 1)
    table.watch((0,), None)
    clock.passed = 2000
    app.state.tables.look(table)
    assert table.kept.clocks == pytest.approx((300, 300), abs=4)


def test_a_turn_that_is_taken_back_adds_no_time_twice(app: Starlette, clock: Time) -> None:
    path, clients, table, seat = with_clock(app)
    take_a_die(app, path, clients)
    send(clients[seat], app, path, ls.TakeCoins())
    send(clients[seat], app, path, ls.EndTurn())
    do(clients[seat], app, path, "ask")
    do(clients[1 - seat], app, path, "agree")
    assert table.game.state.current_player == seat
    assert table.kept.clocks[seat] == pytest.approx(310, abs=4)


# The chat.


def test_players_write_to_each_other_and_spectators_do_not(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db")
    path, clients = two_people(app)
    text = "  <b>Hi</b>\u202e " + "x" * 500
    assert do(clients[0], app, path, "chat", text=text) == 204
    assert do(browser(app), app, path, "chat", text="psst") == 403
    app = restarted(app, tmp_path / "games.db")
    for client in map(moved, (app, app), clients.values()):
        chat = shown(app, client, path)["parts"]["chat"]
        assert f"&lt;b&gt;Hi&lt;/b&gt; {'x' * 190}</bdi>" in chat
        assert "&lt;b&gt;Hi" in client.get(path).text
    assert "Hi" not in shown(app, browser(app), path)["parts"]["chat"]
    assert "&lt;b&gt;Hi" not in browser(app).get(path).text
    close(app)


@pytest.mark.parametrize("text", ["", " \n\t ", "\u200b\u202e"], ids=ascii)
def test_an_empty_line_is_refused(app: Starlette, text: str) -> None:
    path, clients = two_people(app)
    assert do(clients[0], app, path, "chat", text=text) == 409


def test_nobody_can_flood_the_chat(app: Starlette) -> None:
    path, clients = two_people(app)
    answers = [do(clients[0], app, path, "chat", text=str(n)) for n in range(7)]
    assert answers == [204] * 6 + [409]
    assert do(clients[1], app, path, "chat", text="well") == 204


def test_no_line_of_a_chat_is_kept_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(tmp_path / "games.db")
    now, store = 1e9, app.state.tables.store
    monkeypatch.setattr("livingstone.web.leaving.time", SimpleNamespace(time=lambda: now))
    path, clients = two_people(app)
    other, others = two_people(app)
    for number in range(60):
        now += 60
        assert do(clients[number % 2], app, path, "chat", text=f"line {number}") == 204
    id = path.rpartition("/")[2]
    assert [line.text for line in store.chat(id)] == [f"line {number}" for number in range(10, 60)]
    now += 7 * 24 * 3600 + 1
    assert do(others[0], app, other, "chat", text="hello") == 204
    assert not store.chat(id)
    close(app)


def test_the_host_turns_the_chat_off_and_on(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games.db")
    path, clients = two_people(app)
    do(clients[1], app, path, "chat", text="boo")
    assert do(clients[1], app, path, "silence") == 409
    assert do(clients[0], app, path, "silence") == 204
    app = restarted(app, tmp_path / "games.db")
    ann, ben = (moved(app, client) for client in clients.values())
    assert do(ben, app, path, "chat", text="boo") == 403
    assert "boo" not in shown(app, ben, path)["parts"]["chat"]
    assert do(ann, app, path, "speech") == 204
    assert do(ben, app, path, "chat", text="hey") == 204
    close(app)


def test_a_table_can_be_begun_without_a_chat(app: Starlette) -> None:
    path, clients = two_people(app, silent="1")
    assert do(clients[0], app, path, "chat", text="hey") == 403


def test_there_is_nobody_to_write_to_at_a_table_with_bots(app: Starlette) -> None:
    client = browser(app)
    path = begin(client, **{"kind-0": "person", "kind-1": "settler"})
    assert do(client, app, path, "chat", text="hey") == 403


def test_long_forms_are_refused(app: Starlette) -> None:
    path, clients = two_people(app)
    for deed in ("ask", "chat", "resign", "pass"):
        assert do(clients[0], app, path, deed, text="x" * 5000) == 413
