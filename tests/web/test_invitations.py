"""Links to seats: they are shown at once, with QR codes, and nobody who opens one is sent away."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from html import unescape
from typing import Any

import pytest
import segno
from attrs import evolve
from starlette.applications import Starlette
from starlette.requests import Request
from web_clients import (
    ORIGIN,
    Browser,
    Game,
    first_message,
    links_in,
    open_table,
    scope_of,
    sit_down,
    stream,
)

import livingstone as ls
from livingstone.web.conditions import conditions_of, is_host_gone
from livingstone.web.page_phrases import page_phrases
from livingstone.web.pages import listen_before_sitting


def modules_of(svg: str) -> set[tuple[int, int]]:
    """Return the columns and rows of the dark modules that a QR code draws, after its margin."""
    (path,) = re.findall(r'stroke="#000" d="([^"]+)"', svg)
    dark, column, row = set(), 0, 0
    for command, first, second in re.findall(r"([MmhH])(-?[\d.]+)(?: (-?[\d.]+))?", path):
        if command == "h":
            dark |= {(column + step, row) for step in range(int(first))}
            column += int(first)
        else:
            is_first = command == "M"
            column = int(first) if is_first else column + int(first)
            row = int(float(second)) if is_first else row + int(float(second))
    return {(column - 4, row - 4) for column, row in dark}


def codes_in(page: str) -> list[str]:
    return re.findall(r'(?s)<svg [^>]*class="qr">.*?</svg>', page)


def test_whoever_begins_a_game_with_a_free_seat_sees_its_link_and_qr_code_at_once(
    app: Starlette,
) -> None:
    ann, path, table = open_table(app)
    page = ann.get(path).text
    section = page.partition('<section class="invitation"')[2].partition("</section>")[0]
    (link,) = links_in(section)
    assert link == f"{path}/sit/{table.kept.seats[1].token}"
    (code,) = codes_in(section)
    matrix = segno.make(ORIGIN + link, micro=False).matrix
    dark = {(x, y) for y, line in enumerate(matrix) for x, is_dark in enumerate(line) if is_dark}
    assert modules_of(code) == dark
    assert "You can play meanwhile" in section
    assert link not in (watched := Browser(app).get(path).text)
    assert not codes_in(watched)


def test_an_invitation_goes_when_somebody_sits_down(app: Starlette) -> None:
    ann, path, _ = open_table(app)

    async def watch() -> list[str]:
        async with aclosing(stream(app, ann, path)) as messages:
            before = await anext(messages)
            await asyncio.to_thread(sit_down, Browser(app), app, path, 1, "Benno")
            after = await anext(messages)
            while "invited" not in after["parts"]:
                after = await anext(messages)
            return [before["parts"]["invited"], after["parts"]["invited"]]

    before, after = asyncio.run(watch())
    assert "Invite somebody to play as Ben" in before
    assert not after.strip()


def test_a_seat_is_passed_on_by_a_link_that_stays_in_sight(game: Game) -> None:
    assert game.do(0, "pass") == 303
    parts = asyncio.run(first_message(game.app, game.clients[0], game.path))["parts"]
    assert "Let somebody else take over from Ann" in parts["invited"]
    assert len(codes_in(parts["invited"])) == 1
    other = asyncio.run(first_message(game.app, game.clients[1], game.path))["parts"]
    assert not other["invited"].strip()


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_a_late_guest_may_watch(app: Starlette, language: str) -> None:
    _, path, table = open_table(app, **{"kind-2": "public"})
    link = f"{path}/sit/{table.kept.seats[1].token}"
    sit_down(Browser(app), app, path, 1, "Ben")
    cem = Browser(app)
    say = page_phrases(language).say
    for answer in (cem.get(link, params={"language": language}), cem.post(link)):
        assert answer.status_code == 403
        page = unescape(answer.text)
        assert say("sit.late") in page
        assert f'href="{path}"' in page
        assert f'href="{path}/sit"' in page  # another seat is free
    assert cem.get(path).status_code == 200


def test_a_guest_who_opens_the_link_again_comes_back_to_the_table(app: Starlette) -> None:
    _, path, table = open_table(app)
    link = f"{path}/sit/{table.kept.seats[1].token}"
    ben = Browser(app)
    assert ben.post(link, data={"name": "Benno"}).status_code == 200
    again = ben.get(link, follow_redirects=False)
    assert (again.status_code, again.headers["location"]) == (303, path)


def test_an_invitation_says_who_is_there_how_is_played_and_what_comes_next(app: Starlette) -> None:
    customs = {"clock": "5+10", "hints": "1", "edition": "bga", "kind-2": "greedy"}
    _, path, table = open_table(app, **customs)
    while table.kept.progress.mover != 0:
        _, path, table = open_table(app, **customs)
    page = Browser(app).get(f"{path}/sit/{table.kept.seats[1].token}").text
    text = " ".join(re.sub("<[^>]*>", " ", page).split())
    assert "Ann invites you to a game of Livingstone" in text
    assert "Ann away Ben you Chuma" in text
    assert "Online rules · 5 min + 10 s a turn · with hints · Ann is away" in text
    assert "The boat is in column 1. Ann&#39;s turn." in text


def test_an_invitation_says_that_the_game_waits_only_where_it_does(app: Starlette) -> None:
    seen = set[bool]()
    while len(seen) < 2:
        _, path, table = open_table(app)
        is_awaited = table.kept.progress.mover == 1
        page = Browser(app).get(f"{path}/sit/{table.kept.seats[1].token}").text
        assert ("The game goes on when you sit down" in page) == is_awaited
        seen.add(is_awaited)


async def offers(app: Starlette, path: str, token: str = "") -> AsyncGenerator[Any]:
    """Yield what the stream of a page behind an invitation says."""
    scope = scope_of(app, Browser(app), path)
    scope["path_params"]["token"] = token
    answer = await listen_before_sitting(Request(scope))
    async with aclosing(answer.body_iterator) as messages:  # type: ignore[attr-defined]
        async for message in messages:
            if message.startswith("data:"):
                yield json.loads(message.removeprefix("data:"))


def test_a_page_behind_an_invitation_shows_who_comes_and_that_its_seat_is_taken(
    app: Starlette,
) -> None:
    _, path, table = open_table(app, **{"kind-2": "open"})
    token = table.kept.seats[1].token

    async def watch() -> None:
        async with aclosing(offers(app, path, token)) as told:
            first = await anext(told)
            assert first["offer"] == "free"
            assert first["title"] == "Ann invites you to a game of Livingstone"
            table.watch(None, (0,))
            assert "Ann is away" not in (await anext(told))["parts"]["company"]
            await asyncio.to_thread(sit_down, Browser(app), app, path, 2, "Cem")
            assert "Cem" in (await anext(told))["parts"]["company"]
            await asyncio.to_thread(sit_down, Browser(app), app, path, 1, "Benno")
            assert (await anext(told))["offer"] == "late"

    asyncio.run(watch())


def test_a_page_for_the_first_free_seat_goes_on_to_the_next_one(app: Starlette) -> None:
    _, path, _ = open_table(app, **{"kind-1": "public", "kind-2": "public"})

    async def watch() -> None:
        async with aclosing(offers(app, path)) as told:
            assert (await anext(told))["usual"] == "Ben"
            await asyncio.to_thread(sit_down, Browser(app), app, path, 1, "Benno")
            after = await anext(told)
            assert (after["offer"], after["usual"]) == ("free", "Chuma")

    asyncio.run(watch())


def test_a_late_guest_hears_that_another_seat_is_free(game: Game) -> None:
    async def watch() -> None:
        async with aclosing(offers(game.app, game.path, "gone")) as told:
            assert (await anext(told))["offer"] == "late"
            opened = evolve(game.table.kept.seats[1], kind="open", is_public=True)
            game.app.state.tables.change_seat(game.table, 1, opened)
            assert (await anext(told))["offer"] == "another"

    asyncio.run(watch())


def test_a_host_is_gone_while_no_page_of_theirs_is_open(app: Starlette) -> None:
    _, _, table = open_table(app)
    tables, phrases = app.state.tables, page_phrases("en")
    assert is_host_gone(tables, table.kept)
    table.watch(None, (0,))
    assert not is_host_gone(tables, table.kept)
    assert conditions_of(tables, table.kept, phrases) == []
    table.watch((0,), None)
    assert conditions_of(tables, table.kept, phrases) == ["Ann is away"]
    tables.live.clear()
    assert is_host_gone(tables, table.kept)


@pytest.mark.parametrize(
    ("away", "told"),
    [
        ("0", "is away. The game waits."),
        ("5", "is away. A computer plays on after 5 minutes."),
    ],
)
def test_a_table_says_what_happens_while_the_person_to_move_is_away(
    app: Starlette, away: str, told: str
) -> None:
    game = Game(app, away=away)
    mover = game.mover
    name = game.table.names[mover]
    assert f"{name} {told}" in game.shown(1 - mover)["parts"]["status"]
    assert told not in game.shown(mover)["parts"]["status"]
    game.table.watch(None, (mover,))
    assert told not in game.shown(1 - mover)["parts"]["status"]
