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
from livingstone.web.messages import Listener, event_id, view_for
from livingstone.web.pages import to_table
from livingstone.web.requests import Client, changing, chosen_move, client_of, tidy_text, version_of
from livingstone.web.settings import PACES
from livingstone.web.store import KeptTable, Line
from livingstone.web.tables import MOST_ENTRIES, new_token

_LONGEST_LINE = 200
_LINES_AT_ONCE, _SECONDS = 6, 20.0
"""A seat can write this many lines in this time."""


def _player_of(request: Request) -> tuple[Client, int, str]:
    """Return the client, its seat and what it does; raises `HTTPException` for a spectator."""
    client = client_of(request)
    if client.seat is None:
        raise HTTPException(403)
    return client, client.seat, request.url.path.rpartition("/")[2]


def refused(it: ClientView, refusal: ls.Refusal) -> Response:
    """Answer 409 with the reason why a move is not possible."""
    language, edition = it.phrases.language, it.view.edition
    sentence = ls.describe_refusal(
        refusal, names=it.names, language=language, you=it.seat, edition=edition
    )
    words = it.say("refused.rule", sentence=sentence.removesuffix("."), rule=refusal.rule)
    return JSONResponse({"refused": words}, 409)


def act(request: Request, form: Mapping[str, str]) -> Response:
    """Play, undo or redo: answer 204 when the action is on the disk, or 409 with a reason.

    A form with a die takes the die and uses it, as one action: the journal gets both moves at once.
    """
    client, seat, deed = _player_of(request)
    table, version = client.table, version_of(form.get("revision", ""))
    if version is None or version != table.game.version:
        return client.refuse("refused.stale")
    if deed != "play" and table.entries >= MOST_ENTRIES:
        return client.refuse("refused.often")
    try:
        if deed == "play":
            for move in chosen_moves(view_for(client), form)[0]:
                table.game.play(move, seat)
        elif deed == "undo":
            table.game.undo(seat, version=version)
            if any(isinstance(done.actions[0], ls.TakeDie) for done in table.game.history[-1:]):
                table.game.undo(seat, agreed=True)  # it was taken by the same click; nobody minds
        else:
            done = table.game.redo(seat, version=version)
            if isinstance(done.actions[0], ls.TakeDie) and table.game.can_redo:
                table.game.redo(seat)
        request.app.state.tables.keep(table)
    except ls.RefusedError as error:
        return refused(view_for(client), error.reason)
    return Response(status_code=204)


def change_pace(request: Request, form: Mapping[str, str]) -> Response:
    """Change how fast bots play, and go back to the page."""
    client, _, _ = _player_of(request)
    if form.get("pace") not in PACES:
        raise HTTPException(404)
    client.table.kept = evolve(client.table.kept, pace=form["pace"])
    request.app.state.tables.keep(client.table)
    return RedirectResponse(client.path_to(), 303)


async def preview(request: Request) -> Response:
    """Describe what a move would do, or explain why it is illegal."""
    client, _, _ = _player_of(request)
    if client.is_stale(request.query_params):
        return client.refuse("refused.stale")
    return described(view_for(client), request.query_params)


def described(it: ClientView, form: Mapping[str, str]) -> Response:
    """Describe what the move of a form would do, or explain why it is illegal."""
    try:
        (*_, move), it = chosen_moves(it, form)
        return JSONResponse({"words": it.describe(move), "isFinal": ls.needs_confirmation(move)})
    except ls.RefusedError as error:
        return refused(it, error.reason)


def chosen_moves(it: ClientView, form: Mapping[str, str]) -> tuple[list[ls.Move], ClientView]:
    """Return the moves of a form, and the view before the last; raises `RefusedError`."""
    if "die" not in form:
        return [chosen_move(it.view, form)], it
    take = ls.choose_move(it.view, f"die-{form['die']}")
    after = it.after[form["die"]]
    return [take, chosen_move(after.view, form)], after


async def listen(request: Request) -> Response:
    """Send the changes at a table for as long as the client listens."""
    client, known = client_of(request), request.query_params.get("known", "")
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


def leave(request: Request, _: Mapping[str, str]) -> Response:
    """Resign, pass the seat on by a fresh link, or return to it; then show the table again."""
    client, deed = client_of(request), request.url.path.rpartition("/")[2]
    table, own, mine = client.table, client.own, client.seat
    changes: dict[str, dict[str, Any]] = {
        "resign": {"left": "resigned", "heir": ""},
        "pass": {"token": new_token(), "heir": new_token()},
        "return": {"left": ""},
    }
    if deed == "return" and client.seats:
        return to_table(request, table, own)  # it has returned already
    away = [number for number in own if table.kept.seats[number].left == "away"]
    seats = away if deed == "return" else [] if mine is None else [mine]
    if not seats or table.kept.is_over:
        raise HTTPException(403)
    for number in seats:
        seat = evolve(table.kept.seats[number], **changes[deed])
        request.app.state.tables.seat(table, number, seat)
    return to_table(request, table, own, "#invite" if deed == "pass" else "")


def chat(request: Request, form: Mapping[str, str]) -> Response:
    """Write a line for the other players: answer 204 when it is on the disk, or 409."""
    client = client_of(request)
    if not client.can_chat:
        raise HTTPException(403)
    table, text, now = client.table, tidy_text(form.get("text", ""), _LONGEST_LINE), time.time()
    seat = client.seats[0] if client.seat is None else client.seat
    recent = [line for line in table.chat if line.seat == seat and line.written > now - _SECONDS]
    if not text or len(recent) >= _LINES_AT_ONCE:
        return client.refuse("refused.chat")
    request.app.state.tables.chat(table, Line(now, seat, table.names[seat], text))
    return Response(status_code=204)


_DEEDS = {
    act: ("play", "undo", "redo"),
    agree: ("ask", "agree", "refuse", "silence", "speech"),
    change_pace: ("pace",),
    chat: ("chat",),
    leave: ("resign", "pass", "return"),
}
ROUTES = [
    Route(f"/table/{{id}}/do/{deed}", changing(function), methods=["POST"])
    for function, deeds in _DEEDS.items()
    for deed in deeds
]
