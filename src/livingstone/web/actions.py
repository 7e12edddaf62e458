"""What people do at a table: each request is answered when what it does is kept."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

import livingstone as ls
from livingstone.web.messages import Listener, showing
from livingstone.web.requests import (
    Form,
    chosen_move,
    move_at,
    read_form,
    seats_of,
    table_of,
    words_of,
)
from livingstone.web.tables import LiveTable, Tables
from livingstone.web.words import Words

__all__ = ["act", "listen", "preview", "seat_now"]

_DEEDS = ("play", "undo", "redo")


def seat_now(request: Request, table: LiveTable) -> int | None:
    """Find the seat that a client acts for: its own, or of several the one that it names."""
    seats = seats_of(request, table)
    if len(seats) < 2:
        return seats[0] if seats else None
    named = request.query_params.get("seat", "")
    return next((seat for seat in seats if str(seat) == named), None)


def _own_seat(request: Request, table: LiveTable) -> int:
    """Find the seat that a client acts for; raises `HTTPException` if it has none."""
    seat = seat_now(request, table)
    if seat is None:
        raise HTTPException(403)
    return seat


def _refusal(words: Words, sentence: str, rule: str = "", status: int = 409) -> Response:
    told = words.say("refused.rule", sentence=sentence, rule=rule) if rule else sentence
    return JSONResponse({"refused": told}, status)


async def act(request: Request) -> Response:
    """Play, undo or redo: 204 if it is done and kept, 409 with the reason if it is refused."""
    deed = request.path_params["deed"]
    table, form = table_of(request), await read_form(request)
    if deed not in _DEEDS:
        raise HTTPException(404)
    seat, words = _own_seat(request, table), words_of(request)
    version = table.version(form.get("revision", ""))
    if version != table.game.version:
        return _refusal(words, words.say("refused.stale"))
    tables: Tables = request.app.state.tables
    try:
        if deed == "play":
            tables.play(table, seat, chosen_move(table.game.view(seat), form), version)
        elif deed == "undo":
            tables.take_back(table, seat)
        else:
            tables.redo(table, seat)
    except ls.ArgumentError:
        return _refusal(words, words.say("refused.none"))
    except ls.UndoError:
        return _refusal(words, words.say("refused.undo"))
    return Response(status_code=204)


async def preview(request: Request) -> Response:
    """Say what a move would do, or why it cannot be made."""
    table, form = table_of(request), request.query_params
    seat, words = _own_seat(request, table), words_of(request)
    it = showing(table, seat, words)
    try:
        return JSONResponse({"words": it.describe(chosen_move(it.view, form))})
    except ls.ArgumentError:
        return _why(it.view, form, table, words)


def _why(view: ls.View, form: Form, table: LiveTable, words: Words) -> Response:
    """Say why what somebody points at cannot be done."""
    target = form.get("target", "")
    move = move_at(view, target)
    refusal = None if move is None else ls.why_illegal(view, move)
    if refusal is None:
        if target.startswith("space-") and not view.is_over:
            return _refusal(words, words.say("refused.column", column=view.boat))
        return _refusal(words, words.say("refused.none"))
    sentence = ls.describe_refusal(
        refusal, table.names, language=words.language, you=view.seat, edition=view.edition
    )
    return _refusal(words, sentence, refusal.rule)


async def listen(request: Request) -> Response:
    """Tell a client what happens, as long as it listens."""
    table, seat = table_of(request), seat_now(request, table_of(request))
    seats = seats_of(request, table)
    since = None
    if len(seats) < 2:
        since = table.version(request.headers.get("last-event-id", ""))
    listener = Listener(table, seats, seat, words_of(request), request.app.state.driver, since)
    return StreamingResponse(listener.messages(), media_type="text/event-stream")
