"""The pages of the rules, of a table and of a seat, and the forms that begin a game."""

import random
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from attrs import evolve
from markupsafe import Markup
from starlette.datastructures import URL
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
)

import livingstone as ls
from livingstone.web import deeds
from livingstone.web.client_view import card_picture, page, page_in_slices
from livingstone.web.deeds import NAMES
from livingstone.web.game_store import Customs, StoreError
from livingstone.web.guests import GuestWatcher, guest_of, offer_of, stream_of
from livingstone.web.invitations import address_of_seat
from livingstone.web.lessons import first_roll
from livingstone.web.live_tables import LiveTable, new_token
from livingstone.web.messages import parts_for, view_for
from livingstone.web.page_phrases import PAGE_LANGUAGES
from livingstone.web.preparation import PREPARATION
from livingstone.web.protection import address_of
from livingstone.web.ratings import scores_of
from livingstone.web.requests import client_of, cookie_of, phrases_of, root_of
from livingstone.web.settings import AWAY_MINUTES, CLOCKS, EASY, PACES
from livingstone.web.streams import EventStream
from livingstone.web.turns import let_others
from livingstone.web.working import DRAWERS

CHOICES = {
    "edition": ("printed", "bga"),
    "language": PAGE_LANGUAGES,
    "clock": CLOCKS,
    "away": tuple(map(str, AWAY_MINUTES)),
}
"""What people can choose for a table; `away` is in minutes."""
_COLOURS = {"light": "#f4ecdb", "dark": "#101716"}
"""The backgrounds of the pages, which phones give the bars around them."""
_ICONS = {"icon-192.png": "192x192", "icon-512.png": "512x512"}
"""The sizes of the icons for phones."""
MIDDLE = 132
"""Choices played before the example picture is drawn."""
_LONGEST_TOKEN = 40
_DAY = 24 * 3600
_YEAR = 365 * _DAY


def shown_page(
    request: Request,
    name: str,
    /,
    status: int = 200,
    phrases: ls.edition.Phrases | None = None,
    **values: object,
) -> Response:
    """Answer with a page in the client's language."""
    phrases = phrases or phrases_of(request)
    values |= frame_of(request, phrases.language)
    content = page(name, say=phrases.say, phrases=phrases, **values)
    return with_cookies(request, HTMLResponse(content, status), phrases.language)


async def shown_in_slices(request: Request, name: str, /, **values: object) -> Response:
    """Answer as `shown_page` does, with a page that takes long, in slices."""
    phrases = phrases_of(request)
    values |= frame_of(request, phrases.language)
    content = await page_in_slices(name, say=phrases.say, phrases=phrases, **values)
    return with_cookies(request, HTMLResponse(content), phrases.language)


def frame_of(request: Request, language: str) -> dict[str, object]:
    """Return what every page shows around its content."""
    root = root_of(request)
    # The address of a form has no page: from its answer, links lead to the lobby.
    here = URL(f"{root}/") if request.method == "POST" else URL(query=request.url.query)
    addresses = {code: str(here.include_query_params(language=code)) for code in PAGE_LANGUAGES}
    return {
        "root": root,
        "site": str(request.base_url).rstrip("/"),
        "language": language,
        "addresses": addresses,
        "colours": _COLOURS,
    }


def with_cookies(request: Request, answer: Response, language: str) -> Response:
    """Add a cookie that shows whether cookies come back, and one for a chosen language."""
    if request.query_params.get("language") == language:
        _remember(request, answer, "language", language)
    if not request.cookies.get("visitor"):
        _remember(request, answer, "visitor", new_token())
    return answer


def _remember(request: Request, answer: Response, name: str, value: str, path: str = "/") -> None:
    """Set a cookie for the pages of this server, or for those below a path."""
    answer.set_cookie(
        name,
        value,
        _YEAR,
        path=f"{root_of(request)}{path}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


def error_page(request: Request, status: int, key: str = "", **values: object) -> Response:
    """Answer with a page that says what is wrong."""
    phrases = phrases_of(request)
    key = f"error.{key or status}"
    sentence = phrases.say(key if key in phrases.by_key else "error.other", **values)
    return shown_page(request, "error.html", status, sentence=sentence)


async def picture_for(request: Request, language: str, choices: int) -> Markup:
    """Return a picture; it is drawn once, in the process that draws."""
    pictures: dict[object, Markup] = request.app.state.pictures
    key = language, choices
    if key not in pictures:
        edition = request.app.state.tables.editions["printed"]
        pictures[key] = await DRAWERS.run("", None, _picture, language, choices, edition)
    return pictures[key]


@cache
def _picture(language: str, choices: int, edition: ls.Edition) -> Markup:
    """Draw the board of a game of bots after a number of choices."""
    players = max(min(4, edition.board.players.most), edition.board.players.least)
    state = ls.new_game(players, edition=edition, seed=161)
    bot = ls.load_player("greedy")
    chooser = random.Random(7)
    for _ in range(choices):
        if not state.is_over:
            state = ls.apply(state, bot.choose(ls.view(state, state.current_player), chooser))
    names = None if players > len(NAMES) else NAMES[:players]
    drawn = ls.svg.land(state, names=names, language=language, styled=False)
    return Markup(drawn)  # noqa: S704  # the library escapes


async def manifest(request: Request) -> Response:
    """Describe the pages as an app that a phone or a desktop can install."""
    phrases = phrases_of(request)
    root = root_of(request)
    sources = {f"{root}/static/{name}": size for name, size in _ICONS.items()}
    icons = [
        {"src": source, "sizes": size, "type": "image/png", "purpose": purpose}
        for source, size in sources.items()
        for purpose in ("any", "maskable")
    ]
    content = {
        "id": f"{root}/",
        "name": phrases.say("title.game"),
        "short_name": phrases.say("title.game"),
        "description": phrases.say("title.about"),
        "lang": phrases.language,
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": _COLOURS["light"],
        "theme_color": _COLOURS["light"],
        "icons": icons,
    }
    return JSONResponse(content, media_type="application/manifest+json")


async def rules(request: Request) -> Response:
    """Show the rules, with the cards of this server."""
    language = phrases_of(request).language
    edition = request.app.state.tables.editions["printed"]
    pictures = {
        rule: await picture_for(request, language, choices)
        for rule, choices in (("R1", 0), ("R7", MIDDLE))
    }
    cards = list[tuple[Markup, str]]()
    for card in edition.cards:
        picture = card_picture(edition, card.id, 1, language)
        cards.append((picture, ls.describe_card(card, language=language)))
        await let_others()
    return await shown_in_slices(
        request,
        "rules.html",
        pictures=pictures,
        cards=cards,
        figures=ls.describe_board(edition, language=language),
        chapters=ls.describe_rules(edition, language=language),
        rules_language=ls.edition.language_of_rules(language),
    )


def begin_game(request: Request, form: Mapping[str, str]) -> Response:
    """Begin a game; the client gets the seats of the people at its screen."""
    usual = {"language": phrases_of(request).language, "clock": "", "away": "0"}
    chosen = {name: form.get(name, usual.get(name, "")) for name in CHOICES}
    if any(value not in CHOICES[name] for name, value in chosen.items()):
        raise HTTPException(400)
    customs = Customs(
        language=chosen["language"],
        clock=chosen["clock"],
        away=int(chosen["away"]),
        hints="hints" in form,
        waits="waits" in form,
        chat="silent" not in form,
    )
    answer = begin_table(request, form, chosen["edition"], customs)
    if answer.status_code == 303:
        _remember(request, answer, "language", chosen["language"])
    return answer


def begin_lesson(request: Request, form: Mapping[str, str]) -> Response:
    """Begin a game against an easy bot, with a guided first round; the visitor begins."""
    settings = request.app.state.settings
    ready = [name for name in EASY if name in settings.offered and not PREPARATION.lacks(name)]
    edition = settings.edition("printed")
    players = edition.board.players.least
    seats = {f"kind-{number}": ready[0] if ready else EASY[-1] for number in range(players)}
    seats |= {"kind-0": "person", "pace": "slow"}
    seats |= {name: form[name] for name in ("name-0", "once") if name in form}
    customs = Customs(language=phrases_of(request).language, guides=True)
    table = ls.Table(ls.new_game(players, edition=edition, explicit_chance=True))
    table.play(first_roll(edition, players))
    fields: dict[str, Any] = {"entries": table.journal, "first": 0, "branched": True}
    return begin_table(request, seats, "printed", customs, **fields)


def _lacks_cookies(request: Request, form: Mapping[str, str]) -> bool:
    """Return whether a form comes from a page whose cookie did not come back."""
    return "once" in form and not request.cookies.get("visitor")


def begin_table(
    request: Request,
    form: Mapping[str, str],
    edition: str,
    customs: Customs,
    players: int = 0,
    **fields: Any,
) -> Response:
    """Begin a game of the seats in a form, of `players` unless that is 0, and redirect to it.

    `fields` are other fields of `KeptTable`, and the journal entries of a game that this one
    continues.
    """
    settings = request.app.state.settings
    if _lacks_cookies(request, form):
        return error_page(request, 400, "cookies")
    seats = _seats_in(form, settings.strengths)
    kinds = [seat.kind for seat in seats]
    if len(seats) != (players or max(2, len(seats))):
        raise HTTPException(400)
    if {"open", "public"} & {*kinds} and "person" not in kinds:  # then nobody would have the links
        return error_page(request, 400, "person", person=phrases_of(request).say("kind.person"))
    customs = evolve(
        customs,
        is_listed="is_listed" in form,
        pace=form["pace"] if form.get("pace") in PACES else settings.pace,
    )
    tables = request.app.state.tables
    address = address_of(request.scope)
    table = deeds.begin(tables, edition, seats, customs, address=address, **fields)
    people = [number for number, kind in enumerate(kinds) if kind == "person"]
    return to_table(request, table, people)


def _seats_in(form: Mapping[str, str], bots: Iterable[str]) -> list[deeds.NewSeat]:
    """Read the players; one without a name gets the default name of its place in the form."""
    seats: list[deeds.NewSeat] = []
    for number, usual in enumerate(NAMES):
        kind = form.get(f"kind-{number}", "")
        if kind in ("person", "open", "public", *bots):
            name = form.get(f"name-{number}", "")
            seats.append(deeds.NewSeat(kind, name, usual))
    return seats


def to_table(request: Request, table: LiveTable, seats: Iterable[int]) -> Response:
    """Redirect a client to a table, with cookies for these seats."""
    path = f"/table/{table.id}"
    answer = RedirectResponse(f"{root_of(request)}{path}", 303)
    tokens = ".".join(table.kept.seats[seat].token for seat in seats)
    _remember(request, answer, cookie_of(table), tokens, path)
    visitor = request.cookies.get("visitor", "")[:_LONGEST_TOKEN]
    if not visitor:
        visitor = new_token()
        _remember(request, answer, "visitor", visitor)
    with suppress(StoreError):  # a full disk must not keep a player from the seat
        request.app.state.tables.store.add_visitor(
            visitor, table.kept, seats, scores_of(table.kept)
        )
    return answer


async def table_page(request: Request) -> Response:
    """Show a table."""
    client = client_of(request)
    values: dict[str, Any] = {}
    if client.seat is not None:
        values["own_link"] = address_of_seat(client, client.table.kept.seats[client.seat].token)
    client_view = view_for(client)
    values |= {
        "parts": parts_for(client, client_view),
        "client_view": client_view,
        "phrases": client.phrases,
    }
    return shown_page(request, "table.html", client=client, **values)


async def ask_to_sit_down(request: Request) -> Response:
    """Ask for a name."""
    return sit_down(request, {})


def sit_down(request: Request, form: Mapping[str, str]) -> Response:
    """Give the client the seat of its link, or the first free one; such a link works once.

    A visitor who comes too late may watch. The player who used the link before is led to the table.
    """
    tables = request.app.state.tables
    token = request.path_params.get("token", "")
    client = client_of(request)
    table = client.table
    held_seats = client.held_seats
    is_asking = request.method != "POST"
    guest = guest_of(client, tables, token)
    if held_seats and (not token or (is_asking and guest is None)):
        return RedirectResponse(client.path, 303)
    values = {
        "client": client,
        "guest": guest,
        "offer": offer_of(client, guest),
        "stream": stream_of(client, token),
    }
    if guest is None:
        return shown_page(request, "late.html", 403, client.phrases, **values)
    if is_asking:
        return shown_page(request, "sit.html", 200, client.phrases, **values)
    if _lacks_cookies(request, form):
        return error_page(request, 400, "cookies")
    seat = deeds.sit_down(tables, table, token, form.get("name", ""))
    return to_table(request, table, sorted({*held_seats, seat}))


async def listen_before_sitting(request: Request) -> Response:
    """Send the changes at a table for as long as the page behind an invitation is open."""
    token = request.path_params.get("token", "")
    watcher = GuestWatcher(client_of(request), request.app.state.bot_turns, token=token)
    return EventStream(watcher.messages())


def rematch(request: Request, form: Mapping[str, str]) -> Response:
    """Redirect the players of a finished game to their next game; begin it the first time."""
    tables = request.app.state.tables
    table, seats = deeds.rematch(tables, client_of(request), moves_seats="seats" in form)
    return to_table(request, table, seats)


def close(request: Request, _: Mapping[str, str]) -> Response:
    """Delete an abandoned game for one of its players."""
    client = client_of(request)
    deeds.close(request.app.state.tables, client)
    return RedirectResponse(f"{client.root}/", 303)
