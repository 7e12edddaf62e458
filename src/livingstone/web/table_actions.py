"""What clients do at a table: play, take back, leave, come back, chat, listen to changes."""

from collections.abc import Callable, Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

import livingstone as ls
from livingstone.web import deeds
from livingstone.web.client_view import ClientView
from livingstone.web.live_tables import Deed
from livingstone.web.messages import Listener, event_id, view_for
from livingstone.web.pages import to_table
from livingstone.web.requests import changing, chosen_move, client_of, version_of
from livingstone.web.settings import PACES
from livingstone.web.streams import EventStream


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
    client = client_of(request)
    name = _deed_of(request)

    def choose() -> Deed:
        if name == "play":
            return chosen_moves(client.table.game.view(client.observer), form)
        return "undo" if name == "undo" else "redo"

    deeds.do(request.app.state.tables, client, _version_in(form), choose)
    return Response(status_code=204)


def _version_in(form: Mapping[str, str]) -> ls.Version:
    return version_of(form.get("revision", "")) or ls.Version()


def change_pace(request: Request, form: Mapping[str, str]) -> Response:
    """Change how fast bots play, and go back to the page."""
    client = client_of(request)
    if form.get("pace") not in PACES:
        raise HTTPException(404)
    deeds.need_seat(client)
    deeds.change_customs(request.app.state.tables, client, pace=form["pace"])
    return RedirectResponse(client.path_to(), 303)


async def preview(request: Request) -> Response:
    """Describe what a move would do, or explain why it is illegal."""
    client = client_of(request)
    deeds.need_seat(client)
    if client.is_stale(request.query_params):
        return client.refuse("refused.stale")
    return described(view_for(client), request.query_params)


def described(client_view: ClientView, form: Mapping[str, str]) -> Response:
    """Describe what the move of a form would do, or explain why it is illegal."""
    try:
        move = chosen_moves(client_view.view, form)[-1]
        words = client_view.describe(move, form.get("die", ""))
        return JSONResponse({"words": words, "isFinal": ls.needs_confirmation(move)})
    except ls.RefusedError as error:
        return refused(client_view, error.reason)


def chosen_moves(view: ls.View, form: Mapping[str, str]) -> tuple[ls.Move, ...]:
    """Return the moves of a form: one, or two if it also takes a die; raises `RefusedError`."""
    if "die" not in form:
        return (chosen_move(view, form),)
    take = ls.choose_move(view, f"die-{form['die']}")
    return take, chosen_move(ls.view_after(view, take), form)


async def listen(request: Request) -> Response:
    """Send the changes at a table for as long as the client listens."""
    client = client_of(request)
    known = request.query_params.get("known", "")
    revision, _, names = request.headers.get("last-event-id", known).partition("-")
    # A shared screen may show another player now, and somebody may have sat down since.
    is_same = len(client.seats) < 2 and event_id(client.table).endswith(f"-{names}")
    since = version_of(revision) if is_same else None
    listener = Listener(client, request.app.state.bot_turns, since)
    return EventStream(listener.messages())


def agree(request: Request, form: Mapping[str, str]) -> Response:
    """Ask, agree or refuse: answer 204, or 409 with a reason."""
    client = client_of(request)
    deeds.agree(request.app.state.tables, client, _deed_of(request), _version_in(form))
    return Response(status_code=204)


def change_chat(request: Request, _: Mapping[str, str]) -> Response:
    """Turn the chat off or on: answer 204, or 409 with a reason."""
    has_chat = _deed_of(request) == "speech"
    deeds.change_customs(request.app.state.tables, client_of(request), chat=has_chat)
    return Response(status_code=204)


def resign(request: Request, _: Mapping[str, str]) -> Response:
    """Let a bot play for the client's seat from now on, and show the table again."""
    client = client_of(request)
    deeds.resign(request.app.state.tables, client)
    return to_table(request, client.table, client.held_seats)


def pass_on(request: Request, _: Mapping[str, str]) -> Response:
    """Give the client's seat a fresh link, by which another person takes it, and show it."""
    client = client_of(request)
    held_seats = client.held_seats  # by the token of before
    deeds.pass_on(request.app.state.tables, client)
    return to_table(request, client.table, held_seats)


def come_back(request: Request, _: Mapping[str, str]) -> Response:
    """Take the client's seats back from the bots that play while it is away."""
    client = client_of(request)
    deeds.come_back(request.app.state.tables, client)
    return to_table(request, client.table, client.held_seats)


def chat(request: Request, form: Mapping[str, str]) -> Response:
    """Write a line for the other players: answer 204 when it is on the disk, or 409."""
    deeds.chat(request.app.state.tables, client_of(request), form.get("text", ""))
    return Response(status_code=204)


def _telling(change: Callable[[Request, dict[str, str]], Response]) -> Callable[..., Response]:
    """Make a function answer 409 with a reason if what a form asks for is not possible now."""

    def answer(request: Request, form: dict[str, str]) -> Response:
        try:
            return change(request, form)
        except ls.RefusedError as error:
            client = client_of(request)
            if error.reason.code is ls.effects.Code.OUT_OF_DATE:
                return client.refuse("refused.stale")
            return refused(view_for(client), error.reason)
        except deeds.DeniedError as error:
            if error.status != 409:
                raise
            return client_of(request).refuse(f"refused.{error.name}")

    return answer


_DEEDS = {
    act: ("play", "undo", "redo"),
    agree: ("ask", "agree", "refuse"),
    change_chat: ("silence", "speech"),
    change_pace: ("pace",),
    chat: ("chat",),
    resign: ("resign",),
    pass_on: ("pass",),
    come_back: ("return",),
}
ROUTES = [
    Route(f"/table/{{id}}/do/{deed}", changing(_telling(function)), methods=["POST"])
    for function, deeds in _DEEDS.items()
    for deed in deeds
]
