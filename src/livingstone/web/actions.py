"""The requests of clients at a table: play, undo, redo, and the stream of changes."""

from collections.abc import Mapping

from attrs import evolve
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse

import livingstone as ls
from livingstone.web.client_view import ClientView
from livingstone.web.messages import Listener, view_for
from livingstone.web.requests import Client, chosen_move, client_of, read_form, version_of
from livingstone.web.settings import PACES
from livingstone.web.tables import MOST_ENTRIES


def _player_of(request: Request) -> tuple[Client, int]:
    """Return the client and its seat; raises `HTTPException` for a spectator."""
    client = client_of(request)
    if client.seat is None:
        raise HTTPException(403)
    return client, client.seat


def _refused(client: Client, refusal: ls.Refusal) -> Response:
    edition, language = client.table.game.state.edition, client.phrases.language
    sentence = ls.describe_refusal(
        refusal, client.table.names, language=language, you=client.seat, edition=edition
    )
    return client.refuse("refused.rule", sentence=sentence.removesuffix("."), rule=refusal.rule)


async def act(request: Request) -> Response:
    """Play, undo or redo: answer 204 when the action is on the disk, or 409 with a reason.

    A form with a die takes the die and uses it, as one action: the journal gets both moves at once.
    Or change how fast bots play, and go back to the page.
    """
    form, action = await read_form(request), request.path_params["action"]
    client, seat = _player_of(request)
    table, tables = client.table, request.app.state.tables
    version = version_of(form.get("revision", ""))
    if action == "pace" and form.get("pace") in PACES:
        table.kept = evolve(table.kept, pace=form["pace"])
        tables.keep(table)
        return RedirectResponse(client.path_to(), 303)
    if action not in ("play", "undo", "redo"):
        raise HTTPException(404)
    if version is None or version != table.game.version:
        return client.refuse("refused.stale")
    if action != "play" and table.entries >= MOST_ENTRIES:
        return client.refuse("refused.often")
    try:
        if action == "play":
            for move in _chosen(view_for(client), form)[0]:
                table.game.play(move, seat)
        elif action == "undo":
            table.game.undo(seat, version=version)
        else:
            table.game.redo(seat, version=version)
        tables.keep(table)
    except ls.RefusedError as error:
        return _refused(client, error.reason)
    return Response(status_code=204)


async def preview(request: Request) -> Response:
    """Describe what a move would do, or explain why it is illegal."""
    (client, _), form = _player_of(request), request.query_params
    it = view_for(client)
    try:
        (*_, move), it = _chosen(it, form)
        return JSONResponse({"words": it.describe(move), "isFinal": ls.needs_confirmation(move)})
    except ls.RefusedError as error:
        return _refused(client, error.reason)


def _chosen(it: ClientView, form: Mapping[str, str]) -> tuple[list[ls.Move], ClientView]:
    """Return the moves of a form, and the view before the last one.

    Raises `RefusedError` if a move is illegal.
    """
    if "die" not in form:
        return [chosen_move(it.view, form)], it
    take = ls.choose_move(it.view, f"die-{form['die']}")
    after = it.after[form["die"]]
    return [take, chosen_move(after.view, form)], after


async def listen(request: Request) -> Response:
    """Send the changes at a table for as long as the client listens."""
    client = client_of(request)
    known = version_of(request.headers.get("last-event-id", ""))
    is_alone = len(client.seats) < 2  # a shared screen may show another player now
    listener = Listener(client, request.app.state.bot_turns, known if is_alone else None)
    return StreamingResponse(listener.messages(), media_type="text/event-stream")
