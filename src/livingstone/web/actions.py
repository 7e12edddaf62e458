"""What people do at a table: each request is answered when what it does is kept."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

import livingstone as ls
from livingstone.web.messages import Listener, showing
from livingstone.web.requests import Client, chosen_move, client_of, read_form, version_of

__all__ = ["act", "listen", "preview"]


def _player_of(request: Request) -> tuple[Client, int]:
    """Find who asks, for which seat; raises `HTTPException` for who has none."""
    client = client_of(request)
    if client.seat is None:
        raise HTTPException(403)
    return client, client.seat


def _refusal(client: Client, key: str, **values: object) -> Response:
    return JSONResponse({"refused": client.words.say(key, **values)}, 409)


async def act(request: Request) -> Response:
    """Play, undo or redo: 204 if it is done and kept, 409 with the reason if it is refused."""
    form, deed = await read_form(request), request.path_params["deed"]
    client, seat = _player_of(request)
    table, tables = client.table, request.app.state.tables
    version = version_of(form.get("revision", ""))
    if deed not in ("play", "undo", "redo"):
        raise HTTPException(404)
    if version is None or version != table.game.version:
        return _refusal(client, "refused.stale")
    try:
        if deed == "play":
            tables.play(table, seat, chosen_move(table.game.view(seat), form), version)
        elif deed == "undo":
            tables.undo(table, seat, version)
        else:
            tables.redo(table, seat, version)
    except ls.ArgumentError:
        return _refusal(client, "refused.none")
    except ls.UndoError:
        return _refusal(client, "refused.undo")
    return Response(status_code=204)


async def preview(request: Request) -> Response:
    """Say what a move would do, or why it cannot be made."""
    (client, _), form = _player_of(request), request.query_params
    it = showing(client)
    try:
        move = chosen_move(it.view, form)
        return JSONResponse({"words": it.describe(move), "isFinal": ls.needs_confirmation(move)})
    except ls.ArgumentError:
        return _why(client, it.view, form.get("target", ""))


def _why(client: Client, view: ls.View, target: str) -> Response:
    """Say why what somebody points at cannot be done."""
    move = ls.move_at(target, view.boat)
    refusal = None if move is None else ls.why_illegal(view, move)
    if refusal is None:
        is_elsewhere = target.startswith("space-") and not view.is_over
        return _refusal(
            client, "refused.column" if is_elsewhere else "refused.none", column=view.boat
        )
    sentence = ls.describe_refusal(
        refusal,
        client.table.names,
        language=client.words.language,
        you=view.seat,
        edition=view.edition,
    )
    bare = sentence.removesuffix(".")
    return _refusal(client, "refused.rule", sentence=bare, rule=refusal.rule)


async def listen(request: Request) -> Response:
    """Tell a client what happens, as long as it listens."""
    client = client_of(request)
    known = version_of(request.headers.get("last-event-id", ""))
    alone = len(client.seats) < 2  # where people share a screen, it may show somebody else now
    listener = Listener(client, request.app.state.driver, known if alone else None)
    return StreamingResponse(listener.messages(), media_type="text/event-stream")
