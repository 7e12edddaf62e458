"""Games looked at again, move by move: those played here, and records that people bring."""

import asyncio
import secrets
from functools import lru_cache

from attrs import frozen
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

import livingstone as ls
from livingstone.effects import CardEffect
from livingstone.web.pages import error_page, shown_page
from livingstone.web.requests import client_of, read_form, words_of
from livingstone.web.showing import Showing
from livingstone.web.words import Words

__all__ = ["add_record", "record_file", "record_replay", "table_record", "table_replay"]

_OPEN, _PUBLIC = "open", "public"
"""Eyes that see everything, and those of a spectator."""
_LONGEST_RECORD = 200_000
"""Characters; a game of five people has some 20,000."""
_LONGEST_FORM = 3 * _LONGEST_RECORD


@frozen(eq=False)
class _Film:
    """A game to look at, by positions from 0."""

    names: tuple[str, ...]
    """The players, by seat."""
    eyes: tuple[str, ...]
    """With whose eyes it can be seen: `open`, `public`, or a seat."""
    positions: tuple[ls.State, ...] | tuple[ls.View, ...]
    """All that is known; the views of one seat where a record has no more."""
    steps: tuple[ls.Transition, ...]
    """What led from each position to the next; none where only views are known."""

    def show(self, at: int, eyes: str, words: Words) -> tuple[Showing, list[str]]:
        """Show a position, and tell what led to it."""
        position = self.positions[at]
        if isinstance(position, ls.View):
            names, revealed = self.names, position.revealed
            return Showing(view=position, names=names, words=words, revealed=revealed), []
        view = ls.view(position, int(eyes) if eyes.isdecimal() else None)
        hands = tuple(ls.Private(own.coins, own.chest, own.hand) for own in position.players)
        it = Showing(
            view=view,
            names=self.names,
            words=words,
            revealed=hands if eyes == _OPEN else view.revealed,
            result=ls.result(position),
        )
        events = self.steps[at - 1].events if at else ()
        seen = [event if eyes == _OPEN else ls.visible(event, it.seat) for event in events]
        return it, [it.line(event, position) for event in seen]


def _all_eyes(names: tuple[str, ...]) -> tuple[str, ...]:
    return _OPEN, _PUBLIC, *map(str, range(len(names)))


@lru_cache(maxsize=16)
def _film_of(text: str, effects: tuple[type[CardEffect], ...]) -> _Film:
    """Show the game of a record; raises `RecordError` for one that does not replay."""
    record = ls.loads(text, effects=effects)
    record.verify()
    if record.is_full:
        game = ls.Table.from_record(record)
        return _Film(record.players, _all_eyes(record.players), game.states, game.history)
    eyes = (_PUBLIC if record.seat is None else str(record.seat),)
    return _Film(record.players, eyes, tuple(record.views()), ())


async def table_replay(request: Request) -> Response:
    """Show a game of this server: all of it to its players after the end, before as they see it."""
    client = client_of(request)
    game, names, path = client.table.game, client.table.names, f"/table/{client.table.id}"
    eyes: tuple[str, ...] = (_PUBLIC,)
    if client.seats and game.state.is_over:
        eyes = _all_eyes(names)
    elif client.eyes is not None:
        eyes = (str(client.eyes), _PUBLIC)
    who = "" if client.seat is None else f"?seat={client.seat}"
    film = _Film(names, eyes, game.states, game.history)
    return _answer(request, film, f"{path}{who}", f"{path}/record{who}")


async def record_replay(request: Request) -> Response:
    """Show the game of a record that somebody brought."""
    film = await asyncio.to_thread(_film_of, _text_of(request), request.app.state.settings.effects)
    return _answer(request, film, "", f"/record/{request.path_params['id']}/file")


def _answer(request: Request, film: _Film, back: str, file: str) -> Response:
    """Show the position that is asked for: the page, or what changes in it, as JSON."""
    at, eyes = request.query_params.get("at", ""), request.query_params.get("eyes", "")
    last = len(film.positions) - 1
    number = min(int(at), last) if at.isascii() and at.isdecimal() and len(at) < 7 else 0
    eyes = eyes if eyes in film.eyes else film.eyes[0]
    it, lines = film.show(number, eyes, words_of(request))
    values = {"at": number, "eyes": eyes, "parts": it.parts(), "news": lines}
    if request.headers.get("accept") == "application/json":
        return JSONResponse(values)
    values |= {"names": film.names, "all_eyes": film.eyes, "last": last}
    return shown_page(request, "replay.html", shown=values, back=back, file=file)


async def table_record(request: Request) -> Response:
    """Give the record of a game: whole to its players after the end, else as the client saw it."""
    client = client_of(request)
    record = client.table.game.record(players=client.table.names)
    if not (client.seats and client.table.game.state.is_over):
        record = record.seen_by(client.eyes)
    return _file(ls.dumps(record))


async def record_file(request: Request) -> Response:
    """Give a record that somebody brought."""
    return _file(_text_of(request))


def _text_of(request: Request) -> str:
    text: str | None = request.app.state.tables.store.record(request.path_params["id"])
    if text is None:
        raise HTTPException(404)
    return text


def _file(text: str) -> Response:
    headers = {"content-disposition": 'attachment; filename="livingstone.toml"'}
    return Response(text, media_type="application/toml", headers=headers)


async def add_record(request: Request) -> Response:
    """Keep a record that somebody brings, and show it."""
    form, settings = await read_form(request, _LONGEST_FORM), request.app.state.settings
    text = form.get("record", "").replace("\r\n", "\n")
    if len(text) > _LONGEST_RECORD:
        raise HTTPException(413)
    try:
        record = await asyncio.to_thread(ls.loads, text, effects=settings.effects)
        if not settings.allows_editions and not ls.edition.is_shipped(record.edition):
            return error_page(request, 400, "edition")  # before its game, which may be long
        await asyncio.to_thread(_film_of, text, settings.effects)
    except ls.LivingstoneError as error:
        return error_page(request, 400, "record", reason=error)
    id = secrets.token_urlsafe(9)
    request.app.state.tables.store.add_record(id, text, settings.most_records)
    return RedirectResponse(f"/record/{id}", 303)
