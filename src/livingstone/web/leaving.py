"""Leaving a seat and coming back, taking moves back by agreement, and the chat."""

import time

from attrs import evolve
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from livingstone.web.pages import to_table
from livingstone.web.requests import Client, client_of, read_form, tidy_text
from livingstone.web.store import KeptTable, Line
from livingstone.web.tables import new_token

_LONGEST_LINE = 200
_LINES_AT_ONCE, _SECONDS = 6, 20.0
"""A seat can write this many lines in this time."""


async def do(request: Request) -> Response:
    """Ask, agree, refuse, or turn the chat off or on: answer 204, or 409 with a reason."""
    form, client = await read_form(request), client_of(request)
    if not client.seats:
        raise HTTPException(403)
    deed = request.url.path.rpartition("/")[2]
    if form.get("revision") != client.table.revision and deed not in ("silence", "speech"):
        return client.refuse("refused.stale")
    changed = _changed(client, deed)
    if changed is None:
        return client.refuse("refused.none")
    client.table.kept = changed
    request.app.state.tables.keep(client.table)
    return Response(status_code=204)


def _changed(client: Client, deed: str) -> KeptTable | None:
    """Return the table after what a player did; None if that is not possible now."""
    table, kept, seats = client.table, client.table.kept, client.seats
    is_asked, is_own = table.is_asked, kept.asked in seats
    match deed:
        case "ask" if table.can_ask(client.seat):
            return evolve(kept, asked=client.seat, agreed=seats)
        case "agree" if is_asked and not is_own:
            return evolve(kept, agreed=tuple({*kept.agreed, *seats}))
        case "refuse" if is_asked:
            return evolve(kept, asked=None) if is_own else evolve(kept, refused=seats[0])
        case "silence" | "speech" if kept.host in seats:
            return evolve(kept, chat=deed == "speech")
    return None


async def leave(request: Request) -> Response:
    """Resign, pass the seat on by a fresh link, or return to it; then show the table again."""
    await read_form(request)
    client, deed = client_of(request), request.url.path.rpartition("/")[2]
    table, own, mine = client.table, client.own, client.seat
    fresh = {"token": new_token(), "heir": new_token()}
    changes = {"resign": {"left": "resigned", "heir": ""}, "pass": fresh, "return": {"left": ""}}
    away = [number for number in own if table.kept.seats[number].left == "away"]
    seats = away if deed == "return" else [] if mine is None else [mine]
    if not seats or table.kept.is_over:
        raise HTTPException(403)
    for number in seats:
        seat = evolve(table.kept.seats[number], **changes[deed])
        request.app.state.tables.seat(table, number, seat)
    return to_table(request, table, own, "#invite" if deed == "pass" else "")


async def chat(request: Request) -> Response:
    """Write a line for the other players: answer 204 when it is on the disk, or 409."""
    form, client = await read_form(request), client_of(request)
    if not client.can_chat:
        raise HTTPException(403)
    table, text, now = client.table, tidy_text(form.get("text", ""), _LONGEST_LINE), time.time()
    seat = client.seats[0] if client.seat is None else client.seat
    recent = [line for line in table.chat if line.seat == seat and line.written > now - _SECONDS]
    if not text or len(recent) >= _LINES_AT_ONCE:
        return client.refuse("refused.chat")
    request.app.state.tables.chat(table, Line(now, seat, table.names[seat], text))
    return Response(status_code=204)


_DEEDS = {"chat": chat, **dict.fromkeys(("resign", "pass", "return"), leave)}
_DEEDS |= dict.fromkeys(("ask", "agree", "refuse", "silence", "speech"), do)
ROUTES = [
    Route(f"/table/{{id}}/do/{deed}", function, methods=["POST"])
    for deed, function in _DEEDS.items()
]
