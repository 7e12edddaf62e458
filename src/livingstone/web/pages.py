"""The pages: the lobby, the tables, and sitting down at one."""

import secrets

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

import livingstone as ls
from livingstone.web.actions import seat_now
from livingstone.web.messages import eyes_of, showing
from livingstone.web.requests import (
    cookie_of,
    language_of,
    read_form,
    seats_of,
    table_of,
    tidy_name,
    words_of,
)
from livingstone.web.showing import page, shown_parts
from livingstone.web.store import Seat
from livingstone.web.tables import NAMES, LiveTable, Tables, new_token
from livingstone.web.thinking import STRENGTHS
from livingstone.web.words import words_in

__all__ = ["begin", "error_page", "lobby", "rematch", "shown_page", "sit_down", "table_page"]

_SHORTEST_GAME = 2
_YEAR = 365 * 24 * 3600
_TABLES_LISTED = 50


def shown_page(request: Request, name: str, /, status: int = 200, **values: object) -> Response:
    """Answer with a page in the language of the client, which is remembered if it was asked for."""
    otherwise = values.pop("language", None)
    language = language_of(request, otherwise if isinstance(otherwise, str) else None)
    words = words_in(language)
    content = page(
        name,
        say=words.say,
        language=language,
        languages=ls.LANGUAGES,
        here=request.url.path,
        **values,
    )
    answer = HTMLResponse(content, status)
    if request.query_params.get("language") in ls.LANGUAGES:
        answer.set_cookie("language", language, max_age=_YEAR, samesite="lax", httponly=True)
    return answer


def error_page(request: Request, status: int) -> Response:
    """Answer with a page, or with a sentence, that says what is wrong."""
    words = words_of(request)
    key = f"error.{status}"
    sentence = words.say(key if key in words.by_key else "error.other")
    return shown_page(request, "error.html", status, sentence=sentence)


async def lobby(request: Request) -> Response:
    """Show the lobby."""
    tables: Tables = request.app.state.tables
    return shown_page(
        request,
        "lobby.html",
        running=tables.store.tables(is_over=False, most=_TABLES_LISTED),
        finished=tables.store.tables(is_over=True, most=_TABLES_LISTED),
        names=NAMES,
        strengths=tuple(STRENGTHS),
        editions=("printed", "bga"),
    )


async def begin(request: Request) -> Response:
    """Set up a table, with those who begin it in the seats that they took."""
    form, tables = await read_form(request), request.app.state.tables
    if tables.store.count_tables() >= request.app.state.settings.most_tables:
        raise HTTPException(503)
    seats = []
    for number, name in enumerate(NAMES):
        kind = form.get(f"kind-{number}", "nobody")
        if kind in ("person", "open", *STRENGTHS):
            name = tidy_name(form.get(f"name-{number}", ""), name)
            seats.append(Seat(name, kind, new_token()))
    edition = form.get("edition")
    if edition not in ("printed", "bga") or len(seats) < _SHORTEST_GAME:
        raise HTTPException(400)
    kinds = {seat.kind for seat in seats}
    if "open" in kinds and "person" not in kinds:
        raise HTTPException(400)
    asked = form.get("language")
    language = asked if asked in ls.LANGUAGES else language_of(request)
    first = secrets.randbelow(len(seats))
    table = tables.begin(edition, tuple(seats), first, language)
    tokens = [seat.token for seat in seats if seat.kind == "person"]
    answer = _to_table(request, table, tokens)
    answer.set_cookie("language", language, max_age=_YEAR, samesite="lax", httponly=True)
    return answer


def _to_table(request: Request, table: LiveTable, tokens: list[str]) -> Response:
    """Lead a client to a table where it has these seats."""
    answer = RedirectResponse(f"/table/{table.id}", 303)
    if tokens:
        answer.set_cookie(
            cookie_of(table),
            ".".join(tokens),
            max_age=_YEAR,
            path=f"/table/{table.id}",
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return answer


def _tokens(request: Request, table: LiveTable) -> list[str]:
    """List the tokens of a client that are valid at a table."""
    return [table.kept.seats[seat].token for seat in seats_of(request, table)]


async def table_page(request: Request) -> Response:
    """Show a table."""
    table, seats = table_of(request), seats_of(request, table_of(request))
    seat = seat_now(request, table)
    words = words_of(request, table.kept.language)
    eyes = eyes_of(table, seat, seats)
    it = showing(table, eyes, words)
    origin = f"{request.url.scheme}://{request.url.netloc}/table/{table.id}/sit"
    links = [
        (number, player.name, player.kind, f"{origin}/{player.token}")
        for number, player in enumerate(table.kept.seats)
        if seats and (number in seats or player.kind == "open")
    ]
    return shown_page(
        request,
        "table.html",
        it=it,
        seat=seat,
        seats=seats,
        links=links,
        parts=shown_parts(it),
        language=words.language,
    )


async def sit_down(request: Request) -> Response:
    """Ask who sits down at a table, and give that client the seat.

    The link to a seat that was open is not valid any more when somebody has sat down.
    """
    table, token = table_of(request), request.path_params["token"].encode()
    number = _seat_for(table, token)
    if number is None:
        raise HTTPException(403)
    seat = table.kept.seats[number]
    if request.method != "POST":
        return shown_page(
            request, "sit.html", seat=seat, table=table.kept, language=table.kept.language
        )
    form, tables = await read_form(request), request.app.state.tables
    if seat.kind == "open":
        name = tidy_name(form.get("name", ""), seat.name)
        tables.seat(table, number, Seat(name, "person", new_token()))
    tokens = {*_tokens(request, table), table.kept.seats[number].token}
    return _to_table(request, table, sorted(tokens))


def _seat_for(table: LiveTable, token: bytes) -> int | None:
    """Find the seat that a link leads to."""
    fitting = (
        number
        for number, seat in enumerate(table.kept.seats)
        if seat.kind in ("person", "open") and secrets.compare_digest(seat.token.encode(), token)
    )
    return next(fitting, None)


async def rematch(request: Request) -> Response:
    """Lead the players of a game that is over to their next one, which is set up once."""
    table, tables = table_of(request), request.app.state.tables
    seats = seats_of(request, table)
    await read_form(request)
    if not seats or not table.game.state.is_over:
        raise HTTPException(403)
    following = tables.rematch(table)
    return _to_table(request, following, [following.kept.seats[seat].token for seat in seats])
