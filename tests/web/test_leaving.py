"""Resigning, being away, passing a seat on, taking back by agreement, clocks and the chat."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import aclosing
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from starlette.applications import Starlette
from web_clients import Browser, Game, close, links_in, open_table, sit_down, table_at
from web_clients import stream as stream_of

import livingstone as ls
from livingstone.web.live_tables import LiveTable, new_token
from livingstone.web.settings import STAND_IN


class Time:
    """The time of the tables, which tests can let pass."""

    passed = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.passed


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    monkeypatch.setattr("livingstone.web.live_tables.time", clock := Time())
    return clock


# Resigning.


def test_a_bot_plays_for_a_person_who_resigns(game: Game) -> None:
    seat = game.take_a_die()
    assert game.do(seat, "resign") == 303
    game.restart()
    assert game.table.kept.seats[seat].left == "resigned"
    assert game.table.bot == game.table.kinds[seat] == STAND_IN
    assert game.do(seat, "play", target="purse") == 403
    assert game.do(seat, "resign") == game.do(seat, "return") == 403
    assert "data-move" not in game.shown(seat)["parts"]["moves"]
    assert not list(links_in(game.clients[seat].get(game.path).text))
    assert "has resigned" in game.shown(Browser(game.app))["parts"]["asked"]


def test_a_player_who_resigned_plays_again_in_the_next_game(game: Game) -> None:
    game.do(0, "resign")
    game.finish()
    answer = game.clients[0].post(f"{game.path}/rematch", follow_redirects=False)
    assert table_at(game.app, answer.headers["location"]).kinds == ("person", "person")
    assert game.do(0, "resign") == 403  # it is over


def test_the_other_people_at_a_shared_screen_play_on(app: Starlette) -> None:
    client, path, table = open_table(app, **{"kind-1": "person", "kind-2": "person"})
    assert client.post(f"{path}/do/resign").status_code == 403  # no seat is named
    assert client.post(f"{path}/do/resign?seat=1", follow_redirects=False).status_code == 303
    assert [bool(seat.left) for seat in table.kept.seats] == [False, True, False]


# Being away.


def test_a_bot_plays_for_a_person_who_is_away(app: Starlette, clock: Time) -> None:
    game = Game(app, away="5")
    table = game.table
    seat = game.mover
    play_for_absent = app.state.tables.play_for_absent
    for watching in ((seat,), (1 - seat,)):
        table.watch(None, watching)
    table.watch((seat,), None)
    clock.passed = 299
    assert 0 < play_for_absent(table) <= 1
    assert table.bot is None
    clock.passed = 301
    play_for_absent(table)
    assert table.bot == STAND_IN
    assert "You were away" in game.clients[seat].get(game.path).text
    assert game.do(1 - seat, "return") == 303
    assert table.bot == STAND_IN
    assert game.do(seat, "return") == game.do(seat, "return") == 303
    play_for_absent(table)
    assert game.take_a_die() == seat


@pytest.mark.parametrize("form", [{}, {"away": "0"}, {"away": "15"}], ids=str)
def test_the_others_wait_for_as_long_as_the_table_says(
    app: Starlette, clock: Time, form: dict[str, str]
) -> None:
    game = Game(app, **form)
    game.table.watch(None, (1 - game.mover,))
    clock.passed = 899
    app.state.tables.play_for_absent(game.table)
    assert game.table.bot is None


def test_nobody_is_away_where_only_spectators_wait(app: Starlette, clock: Time) -> None:
    game, look = Game(app, away="2"), app.state.tables.play_for_absent
    game.table.watch(None, ())
    clock.passed = 10_000
    look(game.table)
    assert game.table.bot is None
    game.table.watch(None, (1 - game.mover,))
    look(game.table)  # the other player has just come
    assert game.table.bot is None


# Passing a seat on.


def test_a_seat_is_passed_on_by_a_link_that_works_once(game: Game) -> None:
    path, old = game.path, Browser(game.app, cookies=game.clients[0].cookies)
    (old_link,) = links_in(game.clients[0].get(path).text)
    assert game.post(0, "pass").headers["location"] == path
    game.restart()
    ann, ben = game.clients.values()
    assert Browser(game.app).get(old_link).status_code == ann.post(old_link).status_code == 403
    assert game.do(Browser(game.app, cookies=old.cookies), "resign") == 403
    new_link, own = links_in(ann.get(path).text)
    assert own != old_link != new_link
    assert new_link not in ben.get(path).text
    cem = Browser(game.app)
    assert "What are you called?" in cem.get(new_link).text
    assert game.do(ann, "silence") == 204  # Ann keeps the seat until Cem sits down
    assert cem.post(new_link, data={"name": "Cem"}).status_code == 200
    assert game.table.names == ("Cem", "Ben")
    assert Browser(game.app).post(new_link).status_code == Browser(game.app).post(own).status_code
    assert Browser(game.app).post(new_link).status_code == 403
    assert game.do(ann, "resign") == 403
    assert ann.get(f"{path}/replay?seat=0").status_code == 200
    assert game.do(cem, "resign") == 303


def test_r10_an_open_page_turns_into_a_spectators_when_the_seat_is_passed_on(game: Game) -> None:
    seat, table = game.take_a_die(), game.table

    async def both() -> tuple[Any, Any]:
        async with aclosing(stream_of(game.app, game.clients[seat], game.path)) as messages:
            before = await anext(messages)
            fresh = evolve(table.kept.seats[seat], token=new_token())
            game.app.state.tables.change_seat(table, seat, fresh)
            after = await anext(messages)
            assert table.watchers[seat] == 0
            return before, after

    before, after = asyncio.run(both())
    assert before["isTurn"]
    assert not after["isTurn"]
    assert "data-move" not in after["parts"]["moves"]
    assert (before["own"], after["own"]) == (str(seat), "")
    assert "taken over your seat" in after["parts"]["asked"]
    assert "taken over" not in Browser(game.app).get(game.path).text


# Taking back by agreement.


def test_a_die_is_put_back_if_the_others_agree(game: Game) -> None:
    before, seat = game.state, game.take_a_die()
    assert game.do(1 - seat, "ask") == 409  # it was not the last to move
    assert game.do(seat, "ask") == 204
    assert game.do(Browser(game.app), "agree") == 403
    assert game.do(seat, "agree") == 409
    game.restart()
    asked = [game.shown(who)["parts"]["asked"] for who in (0, 1)]
    assert sum("asks to take the last move back" in text for text in asked) == 1
    assert game.do(1 - seat, "agree", revision="0.0") == 409
    assert game.do(1 - seat, "agree") == 204
    game.restart()
    assert game.state == before
    assert game.table.game.journal[-1] == f"p{seat} undo agreed"
    assert game.table.kept.agreement.asked is None


def test_the_end_of_a_turn_is_taken_back_with_what_bots_did_not_reveal(app: Starlette) -> None:
    game = Game(app, **{"kind-2": "greedy"})
    let_bots_play(app, game.table)
    seat = game.take_a_die()
    game.play(ls.TakeCoins(), ls.EndTurn())
    assert game.do(seat, "ask") == 204
    assert game.table.is_asked
    assert game.table.bot is None  # bots wait for the answer
    assert game.do(1 - seat, "agree") == 204
    assert game.mover == seat
    assert game.table.game.can_undo(seat)  # the coins, by R11


@pytest.mark.parametrize("move", [ls.DrawCard(), ls.TakeCoins()], ids=str)
def test_r11_what_is_revealed_or_free_to_take_back_is_not_asked_for(
    game: Game, move: ls.Move
) -> None:
    seat = game.take_a_die()
    game.play(move)
    assert game.do(seat, "ask") == 409
    assert 'data-deed="ask"' not in game.shown(seat)["parts"]["moves"]


def test_a_refused_question_can_be_asked_again_after_the_next_move(game: Game) -> None:
    seat = game.take_a_die()
    game.do(seat, "ask")
    assert game.do(1 - seat, "refuse") == 204
    assert "does not agree" in game.shown(seat)["parts"]["asked"]
    assert game.do(1 - seat, "agree") == game.do(seat, "ask") == 409
    game.play(ls.TakeCoins())
    assert game.table.kept.agreement.asked is None
    game.play(ls.EndTurn())
    assert game.do(seat, "ask") == 204
    assert game.do(seat, "refuse") == 204  # who asked can stop asking
    assert game.table.kept.agreement.asked is None
    assert game.do(seat, "ask") == 204


def test_bots_always_agree_and_so_do_those_who_leave(app: Starlette, game: Game) -> None:
    client, path, table = open_table(app, **{"kind-1": "greedy", "kind-2": "random"})
    let_bots_play(app, table)
    die = {"target": f"die-{table.game.state.dice[0]}", "revision": table.revision}
    assert client.post(f"{path}/do/play", data=die).status_code == 204
    asked = client.post(f"{path}/do/ask", data={"revision": table.revision})
    assert asked.status_code == 204
    assert table.game.state.die is None
    seat = game.take_a_die()
    game.do(seat, "ask")
    game.do(1 - seat, "resign")
    assert game.state.die is None


def let_bots_play(app: Starlette, table: LiveTable) -> None:
    """Let bots end their turns soon, until a person is to move."""
    while table.bot:
        moves = ls.legal_moves(table.game.state)
        wanted = (ls.EndTurn, ls.TakeCoins, ls.TakeDie)
        move = next(move for kind in wanted for move in moves if isinstance(move, kind))
        app.state.tables.do(table, table.game.state.current_player, (move,), table.game.version)


# Clocks.


@pytest.fixture
def timed(app: Starlette, clock: Time) -> Iterator[Game]:
    """Begin a game with a clock, at which both players are."""
    game = Game(app, clock="5+10")
    for seat in (0, 1):
        game.table.watch(None, (seat,))
    yield game
    close(game.app)


def test_the_clock_of_the_player_to_move_runs(timed: Game, clock: Time) -> None:
    assert timed.table.kept.clocks == pytest.approx((300, 300), abs=4)
    clock.passed = 20
    seat = timed.take_a_die()
    timed.play(ls.TakeCoins())
    assert timed.table.kept.clocks[seat] == pytest.approx(280, abs=4)
    timed.play(ls.EndTurn())
    assert timed.table.kept.clocks[seat] == pytest.approx(290, abs=4)
    assert timed.table.kept.clocks[1 - seat] == pytest.approx(300, abs=4)
    message = timed.shown(Browser(timed.app))
    assert message["timed"] == 1 - seat
    assert message["clocks"] == pytest.approx(list(timed.table.kept.clocks), abs=4)


def test_a_bot_plays_for_a_player_whose_time_is_up(timed: Game, clock: Time) -> None:
    table, seat, look = timed.table, timed.mover, timed.app.state.tables.play_for_absent
    clock.passed = 299
    assert 0 < look(table) <= 1
    assert table.bot is None
    clock.passed = 301
    look(table)
    assert table.bot == STAND_IN
    assert table.kept.seats[seat].left == "late"
    assert timed.do(seat, "return") == 403
    assert table.timed_seat is None


def test_the_clock_survives_a_restart_and_stops_meanwhile(timed: Game, clock: Time) -> None:
    seat = timed.mover
    for clock.passed in (100, 105):
        timed.app.state.tables.play_for_absent(timed.table)  # as every stream does
    timed.restart()
    clock.passed = 1000
    timed.table.watch(None, (1 - seat,))
    timed.app.state.tables.play_for_absent(timed.table)
    assert 195 <= timed.table.kept.clocks[seat] <= 200.5
    clock.passed = 1050
    timed.app.state.tables.play_for_absent(timed.table)
    assert 145 <= timed.table.kept.clocks[seat] <= 150.5


def test_no_clock_runs_before_all_seats_are_taken_or_while_no_player_is_there(
    app: Starlette, clock: Time
) -> None:
    _, path, table = open_table(app, clock="5+10")
    table.watch(None, (0,))
    table.watch(None, ())
    clock.passed = 1000
    app.state.tables.play_for_absent(table)
    sit_down(Browser(app), app, path, 1)
    table.watch((0,), None)
    clock.passed = 2000
    app.state.tables.play_for_absent(table)
    assert table.kept.clocks == pytest.approx((300, 300), abs=4)


def test_a_turn_that_is_taken_back_adds_no_time_twice(timed: Game) -> None:
    seat = timed.take_a_die()
    timed.play(ls.TakeCoins(), ls.EndTurn())
    timed.do(seat, "ask")
    timed.do(1 - seat, "agree")
    assert timed.mover == seat
    assert timed.table.kept.clocks[seat] == pytest.approx(310, abs=4)


# The chat.


def test_players_write_to_each_other_and_spectators_do_not(game: Game) -> None:
    text = "  <b>Hi</b>\u202e " + "x" * 500
    assert game.do(0, "chat", text=text) == 204
    assert game.do(Browser(game.app), "chat", text="psst") == 403
    game.restart()
    for client in game.clients.values():
        chat = game.shown(client)["parts"]["chat"]
        assert f"&lt;b&gt;Hi&lt;/b&gt; {'x' * 190}</bdi>" in chat
        assert "&lt;b&gt;Hi" in client.get(game.path).text
    assert "Hi" not in game.shown(Browser(game.app))["parts"]["chat"]
    assert "&lt;b&gt;Hi" not in Browser(game.app).get(game.path).text


def test_nobody_can_flood_the_chat_or_write_an_empty_line(game: Game) -> None:
    for empty in ("", " \n\t ", "\u200b\u202e"):
        assert game.do(0, "chat", text=empty) == 409
    assert [game.do(0, "chat", text=str(n)) for n in range(7)] == [204] * 6 + [409]
    assert game.do(1, "chat", text="well") == 204


def test_no_line_of_a_chat_is_kept_for_ever(
    app: Starlette, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, store, other = 1e9, app.state.tables.store, Game(app)
    clock = SimpleNamespace(time=lambda: now, monotonic=lambda: now)
    monkeypatch.setattr("livingstone.web.deeds.time", clock)
    for method in ("now", "stamp"):
        monkeypatch.setattr(store, method, lambda: now)
    for number in range(60):
        now += 60
        assert game.do(number % 2, "chat", text=f"line {number}") == 204
    lines = store.chat(game.table.id)
    assert [line.text for line in lines] == [f"line {number}" for number in range(10, 60)]
    now += 6 * 24 * 3600
    assert other.do(0, "chat", text="hello") == 204
    assert len(store.chat(game.table.id)) == 50
    now += 24 * 3600 + 1
    assert other.do(0, "chat", text="hello") == 204
    assert not store.chat(game.table.id)


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_clock_that_is_set_back_does_not_close_the_chat(
    game: Game, monkeypatch: pytest.MonkeyPatch, is_restarted: bool
) -> None:
    clock = SimpleNamespace(time=lambda: 1e9, monotonic=lambda: 100.0)
    monkeypatch.setattr("livingstone.web.deeds.time", clock)
    assert [game.do(0, "chat", text=str(n)) for n in range(7)] == [204] * 6 + [409]
    clock.time, clock.monotonic = lambda: 1e9 - 3600, lambda: 110.0
    assert game.do(0, "chat", text="too soon") == 409
    clock.monotonic = lambda: 121.0
    if is_restarted:
        game.restart()
    assert game.do(0, "chat", text="again") == 204


def test_a_clock_that_is_set_forward_deletes_nothing(app: Starlette, game: Game) -> None:
    store, other, later = app.state.tables.store, Game(app), time.time() + 1e8
    assert game.do(0, "chat", text="here") == 204
    clock = SimpleNamespace(time=lambda: later, monotonic=time.monotonic)
    with pytest.MonkeyPatch.context() as patch:
        for module in ("game_store", "deeds"):
            patch.setattr(f"livingstone.web.{module}.time", clock)
        assert other.do(0, "chat", text="from the future") == 204
        asyncio.run(app.state.tables.prune(days=30, most=1))
    assert other.do(1, "chat", text="and now") == 204
    assert [line.text for line in store.chat(game.table.id)] == ["here"]
    assert [line.text for line in store.chat(other.table.id)] == ["from the future", "and now"]
    assert store.count_tables() == 2


def test_a_clock_that_is_set_back_for_a_while_deletes_nothing(app: Starlette, game: Game) -> None:
    store, earlier = app.state.tables.store, time.time() - 1e8
    game.play(ls.Donate(1))
    assert game.do(0, "chat", text="before") == 204
    clock = SimpleNamespace(time=lambda: earlier, monotonic=time.monotonic)
    with pytest.MonkeyPatch.context() as patch:
        for module in ("game_store", "deeds"):
            patch.setattr(f"livingstone.web.{module}.time", clock)
        assert game.do(game.mover, "undo") == 204
        assert game.do(1, "chat", text="meanwhile") == 204
    asyncio.run(app.state.tables.prune(days=30, most=1))
    assert game.do(1, "chat", text="after") == 204
    assert [line.text for line in store.chat(game.table.id)] == ["before", "meanwhile", "after"]
    assert store.count_tables() == 1


def test_the_host_turns_the_chat_off_and_on(game: Game) -> None:
    game.do(1, "chat", text="boo")
    assert game.do(1, "silence") == 409
    assert game.do(0, "silence") == 204
    game.restart()
    assert game.do(1, "chat", text="boo") == 403
    assert "boo" not in game.shown(1)["parts"]["chat"]
    assert game.do(0, "speech") == 204
    assert game.do(1, "chat", text="hey") == 204


def test_a_chat_is_for_people_elsewhere_and_can_be_left_out(app: Starlette) -> None:
    assert Game(app, silent="1").do(0, "chat", text="hey") == 403
    client, path, _ = open_table(app, **{"kind-1": "greedy"})
    assert client.post(f"{path}/do/chat", data={"text": "hey"}).status_code == 403
