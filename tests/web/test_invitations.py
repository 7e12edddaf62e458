"""Links to seats: they are shown at once, with QR codes, and nobody who opens one is sent away."""

import asyncio
import re
from contextlib import aclosing
from html import unescape

import pytest
import segno
from starlette.applications import Starlette
from web_clients import ORIGIN, Browser, Game, first_message, links_in, open_table, sit_down, stream

import livingstone as ls
from livingstone.web.conditions import conditions_of, is_host_gone
from livingstone.web.page_phrases import page_phrases


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
    page = Browser(app).get(f"{path}/sit/{table.kept.seats[1].token}").text
    text = " ".join(re.sub("<[^>]*>", " ", page).split())
    assert "Ann invites you to a game of Livingstone" in text
    assert "Ann away Ben you Chuma" in text
    assert "Online rules · 5 min + 10 s a turn · with hints · Ann is away" in text
    assert "The game goes on when you sit down. The boat is in column 1." in text


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
