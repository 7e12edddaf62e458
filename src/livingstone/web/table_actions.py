"""What clients do at a table: play, take back, leave, come back, write, and listen to changes."""

import time
from collections.abc import Mapping
from typing import Any

from attrs import evolve
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

import livingstone as ls
from livingstone.web.client_view import ClientView
from livingstone.web.game_store import Agreement, ChatLine, KeptTable
from livingstone.web.live_tables import MOST_ENTRIES, Deed, new_token
from livingstone.web.messages import Listener, event_id, view_for
from livingstone.web.pages import to_table
from livingstone.web.requests import Client, changing, chosen_move, client_of, tidy_text, version_of
from livingstone.web.settings import PACES

_LONGEST_LINE = 200
_LINES_AT_ONCE = 6
"""The most lines of the chat that a seat can write within `_SECONDS`."""
_SECONDS = 20.0


def _player_of(request: Request) -> tuple[Client, int]:
    """Return the client and its seat; raises `HTTPException` for a spectator."""
    client = client_of(request)
    if client.seat is None:
        raise HTTPException(403)
    return client, client.seat


def _deed_of(request: Request) -> str:
    return request.url.path.rpartition("/")[2]


def refused(client_view: ClientView, refusal: ls.Refusal) -> Response:
    """Answer 409 with the reason why a move is not possible."""
    sentence = ls.describe_refusal(
        refusal,
        names=client_view.names,
        language=client_view.phrases.language,
        you=client_view.seat,
        edition=client_view.view.edition,
    )
    words = client_view.say("refused.rule", sentence=sentence.removesuffix("."), rule=refusal.rule)
    return JSONResponse({"refused": words}, 409)


def act(request: Request, form: Mapping[str, str]) -> Response:
    """Play, undo or redo: answer 204 when the action is on the disk, or 409 with a reason.

    A form with a die takes the die and uses it, as one action: the journal gets both moves at once.
    """
    client, seat = _player_of(request)
    table = client.table
    version = version_of(form.get("revision", ""))
    if version is None or version != table.game.version:
        return client.refuse("refused.stale")
    name = _deed_of(request)
    if name != "play" and table.entries >= MOST_ENTRIES:
        return client.refuse("refused.often")
    try:
        deed: Deed
        if name == "play":
            deed, _ = chosen_moves(view_for(client), form)
        else:
            deed = "undo" if name == "undo" else "redo"
        request.app.state.tables.do(table, seat, deed, version)
    except ls.RefusedError as error:
        return refused(view_for(client), error.reason)
    return Response(status_code=204)


def change_pace(request: Request, form: Mapping[str, str]) -> Response:
    """Change how fast bots play, and go back to the page."""
    client, _ = _player_of(request)
    if form.get("pace") not in PACES:
        raise HTTPException(404)
    kept = client.table.kept
    customs = evolve(kept.customs, pace=form["pace"])
    request.app.state.tables.change(client.table, evolve(kept, customs=customs))
    return RedirectResponse(client.path_to(), 303)


async def preview(request: Request) -> Response:
    """Describe what a move would do, or explain why it is illegal."""
    client, _ = _player_of(request)
    if client.is_stale(request.query_params):
        return client.refuse("refused.stale")
    return described(view_for(client), request.query_params)


def described(client_view: ClientView, form: Mapping[str, str]) -> Response:
    """Describe what the move of a form would do, or explain why it is illegal."""
    try:
        moves, client_view = chosen_moves(client_view, form)
        move = moves[-1]
        return JSONResponse(
            {"words": client_view.describe(move), "isFinal": ls.needs_confirmation(move)}
        )
    except ls.RefusedError as error:
        return refused(client_view, error.reason)


def chosen_moves(
    client_view: ClientView, form: Mapping[str, str]
) -> tuple[tuple[ls.Move, ...], ClientView]:
    """Return the moves of a form, and the view before the last; raises `RefusedError`."""
    if "die" not in form:
        return (chosen_move(client_view.view, form),), client_view
    take = ls.choose_move(client_view.view, f"die-{form['die']}")
    after = client_view.after[form["die"]]
    return (take, chosen_move(after.view, form)), after


async def listen(request: Request) -> Response:
    """Send the changes at a table for as long as the client listens."""
    client = client_of(request)
    known = request.query_params.get("known", "")
    revision, _, names = request.headers.get("last-event-id", known).partition("-")
    # A shared screen may show another player now, and somebody may have sat down since.
    is_same = len(client.seats) < 2 and event_id(client.table).endswith(f"-{names}")
    since = version_of(revision) if is_same else None
    listener = Listener(client, request.app.state.bot_turns, since)
    return StreamingResponse(listener.messages(), media_type="text/event-stream")


def agree(request: Request, form: Mapping[str, str]) -> Response:
    """Ask, agree, refuse, or turn the chat off or on: answer 204, or 409 with a reason."""
    client = client_of(request)
    if not client.seats:
        raise HTTPException(403)
    deed = _deed_of(request)
    if form.get("revision") != client.table.revision and deed not in ("silence", "speech"):
        return client.refuse("refused.stale")
    changed = _changed(client, deed)
    if changed is None:
        return client.refuse("refused.none")
    request.app.state.tables.change(client.table, changed)
    return Response(status_code=204)


def _changed(client: Client, deed: str) -> KeptTable | None:
    """Return the table after what a player did; None if that is not possible now."""
    kept = client.table.kept
    seats = client.seats
    if deed in ("silence", "speech"):
        customs = evolve(kept.customs, chat=deed == "speech")
        return evolve(kept, customs=customs) if kept.host in seats else None
    agreement = _agreement_after(client, deed)
    return None if agreement is None else evolve(kept, agreement=agreement)


def _agreement_after(client: Client, deed: str) -> Agreement | None:
    """Return what is asked and agreed after what a player did; None if that is not possible now."""
    now = client.table.kept.agreement
    seats = client.seats
    is_asked = client.table.is_asked
    is_own = now.asked in seats
    match deed:
        case "ask" if client.table.can_ask(client.seat):
            return evolve(now, asked=client.seat, agreed=seats)
        case "agree" if is_asked and not is_own:
            return evolve(now, agreed=tuple({*now.agreed, *seats}))
        case "refuse" if is_asked:
            return evolve(now, asked=None) if is_own else evolve(now, refused=seats[0])
    return None


def resign(request: Request, _: Mapping[str, str]) -> Response:
    """Let a bot play for the client's seat from now on, and show the table again."""
    return _change_seats(request, _own_seat(request), left="resigned", new_holder_token="")


def pass_on(request: Request, _: Mapping[str, str]) -> Response:
    """Give the client's seat a fresh link, by which another person takes it, and show it."""
    changes = {"token": new_token(), "new_holder_token": new_token()}
    return _change_seats(request, _own_seat(request), "#invite", **changes)


def come_back(request: Request, _: Mapping[str, str]) -> Response:
    """Take the client's seats back from the bots that play while it is away."""
    client = client_of(request)
    if client.seats:
        return to_table(request, client.table, client.held_seats)  # it is back already
    seats = client.table.kept.seats
    away = [number for number in client.held_seats if seats[number].left == "away"]
    return _change_seats(request, away, left="")


def _own_seat(request: Request) -> list[int]:
    seat = client_of(request).seat
    return [] if seat is None else [seat]


def _change_seats(
    request: Request, seats: list[int], fragment: str = "", **changes: Any
) -> Response:
    client = client_of(request)
    table = client.table
    held_seats = client.held_seats
    if not seats or table.kept.progress.is_over:
        raise HTTPException(403)
    for number in seats:
        seat = evolve(table.kept.seats[number], **changes)
        request.app.state.tables.change_seat(table, number, seat)
    return to_table(request, table, held_seats, fragment)


def chat(request: Request, form: Mapping[str, str]) -> Response:
    """Write a line for the other players: answer 204 when it is on the disk, or 409."""
    client = client_of(request)
    if not client.can_chat:
        raise HTTPException(403)
    table = client.table
    text = tidy_text(form.get("text", ""), _LONGEST_LINE)
    seat = client.seats[0] if client.seat is None else client.seat
    now = time.monotonic()
    table.recent_lines = [(at, writer) for at, writer in table.recent_lines if at > now - _SECONDS]
    writers = [writer for _, writer in table.recent_lines]
    if not text or writers.count(seat) >= _LINES_AT_ONCE:
        return client.refuse("refused.chat")
    request.app.state.tables.chat(table, ChatLine(time.time(), seat, table.names[seat], text))
    table.recent_lines.append((now, seat))
    return Response(status_code=204)


_DEEDS = {
    act: ("play", "undo", "redo"),
    agree: ("ask", "agree", "refuse", "silence", "speech"),
    change_pace: ("pace",),
    chat: ("chat",),
    resign: ("resign",),
    pass_on: ("pass",),
    come_back: ("return",),
}
ROUTES = [
    Route(f"/table/{{id}}/do/{deed}", changing(function), methods=["POST"])
    for function, deeds in _DEEDS.items()
    for deed in deeds
]
