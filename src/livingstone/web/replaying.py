"""Games looked at again, move by move: those played here, and records that people bring."""

import asyncio
import secrets
from functools import lru_cache

from attrs import field, frozen
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

import livingstone as ls
from livingstone.web.actions import seat_now
from livingstone.web.messages import eyes_of
from livingstone.web.pages import shown_page
from livingstone.web.requests import read_form, seats_of, table_of, words_of
from livingstone.web.showing import Showing, shown_line, shown_parts
from livingstone.web.store import Store
from livingstone.web.tables import reasons_for
from livingstone.web.words import Words

__all__ = [
    "add_record",
    "record_file",
    "record_position",
    "record_replay",
    "table_position",
    "table_record",
    "table_replay",
]

_OPEN, _PUBLIC = "open", "public"
"""Eyes that see everything, and those of a spectator."""
_LONGEST_RECORD = 200_000
"""Characters; a game of five people has some 20,000."""
_LONGEST_FORM = 3 * _LONGEST_RECORD


@frozen(eq=False)
class Film:
    """A game to look at, by positions from 0."""

    names: tuple[str, ...]
    """The players, by seat."""
    eyes: tuple[str, ...]
    """With whose eyes it can be seen: `open`, `public`, or a seat."""
    game: ls.Table | None = None
    """All of it; None where only the views of one seat are known."""
    views: tuple[ls.View, ...] = ()
    """By position, where only they are known."""
    states: tuple[ls.State, ...] = field(init=False)
    """By position, where all is known."""

    @states.default
    def _states(self) -> tuple[ls.State, ...]:
        return () if self.game is None else self.game.states

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self.states or self.views) - 1

    def showing(self, at: int, eyes: str, words: Words) -> Showing:
        """Show a position."""
        if not self.states:
            view = self.views[at]
            return Showing(view=view, names=self.names, words=words, revealed=view.revealed)
        state = self.states[at]
        view = ls.view(state, int(eyes) if eyes.isdecimal() else None)
        hands = tuple(ls.Private(own.coins, own.chest, own.hand) for own in state.players)
        return Showing(
            view=view,
            names=self.names,
            words=words,
            revealed=hands if eyes == _OPEN else view.revealed,
            result=ls.result(state),
        )

    def lines(self, at: int, eyes: str, it: Showing) -> list[str]:
        """Tell what led to a position."""
        if self.game is None or not at:
            return []
        step = self.game.history[at - 1]
        seen = [
            (event if eyes == _OPEN else ls.visible(event, it.seat), reasons_for(event, step.state))
            for event in step.events
        ]
        return [shown_line(event, it, reasons) for event, reasons in seen]


def _table_film(request: Request) -> Film:
    """Show a game of this server: all of it to its players after the end, before as they see it."""
    table, seats = table_of(request), seats_of(request, table_of(request))
    eyes: tuple[str, ...] = (_PUBLIC,)
    if seats and table.game.state.is_over:
        eyes = (_OPEN, _PUBLIC, *map(str, range(len(table.names))))
    else:
        seat = eyes_of(table, seat_now(request, table), seats)
        eyes = eyes if seat is None else (str(seat), _PUBLIC)
    return Film(table.names, eyes, table.game)


@lru_cache(maxsize=16)
def _film_of(text: str) -> Film:
    """Show the game of a record; raises `RecordError` for one that does not replay."""
    record = ls.loads(text)
    record.verify()
    if record.is_full:
        eyes = (_OPEN, _PUBLIC, *map(str, range(len(record.players))))
        return Film(record.players, eyes, ls.Table.from_record(record))
    eyes = (_PUBLIC if record.seat is None else str(record.seat),)
    return Film(record.players, eyes, None, tuple(record.views()))


async def _record_film(request: Request) -> Film:
    """Show the game of a record that somebody brought."""
    return await asyncio.to_thread(_film_of, _record_text(request))


def _record_text(request: Request) -> str:
    store: Store = request.app.state.tables.store
    text = store.record(request.path_params["id"])
    if text is None:
        raise HTTPException(404)
    return text


def _asked(request: Request, film: Film) -> tuple[int, str]:
    """Read which position is asked for, and with whose eyes; what makes no sense is ignored."""
    at, eyes = request.query_params.get("at", ""), request.query_params.get("eyes", "")
    number = int(at) if at.isascii() and at.isdecimal() and len(at) < 7 else 0
    return min(number, film.last), eyes if eyes in film.eyes else film.eyes[0]


def _replay(request: Request, film: Film, file: str, back: str) -> Response:
    at, eyes = _asked(request, film)
    it = film.showing(at, eyes, words_of(request))
    return shown_page(
        request,
        "replay.html",
        it=it,
        film=film,
        at=at,
        eyes=eyes,
        parts=shown_parts(it),
        lines=film.lines(at, eyes, it),
        position=f"{back or request.url.path}/position",
        file=file,
        back=back,
    )


def _position(request: Request, film: Film) -> Response:
    at, eyes = _asked(request, film)
    it = film.showing(at, eyes, words_of(request))
    lines = film.lines(at, eyes, it)
    return JSONResponse({"at": at, "eyes": eyes, "parts": shown_parts(it), "news": lines})


async def table_replay(request: Request) -> Response:
    """Show a position of a game that is played here, with a slider for the others."""
    path = f"/table/{request.path_params['id']}"
    return _replay(request, _table_film(request), f"{path}/record", path)


async def table_position(request: Request) -> Response:
    """Give the parts of the page that a move of the slider changes."""
    return _position(request, _table_film(request))


async def record_replay(request: Request) -> Response:
    """Show a position of a record, with a slider for the others."""
    return _replay(request, await _record_film(request), f"{request.url.path}/file", "")


async def record_position(request: Request) -> Response:
    """Give the parts of the page that a move of the slider changes."""
    return _position(request, await _record_film(request))


async def table_record(request: Request) -> Response:
    """Give the record of a game: whole to its players after the end, else as the client saw it."""
    table, seats = table_of(request), seats_of(request, table_of(request))
    record = table.game.record(players=table.names)
    if not (seats and table.game.state.is_over):
        record = record.seen_by(eyes_of(table, seat_now(request, table), seats))
    return _file(ls.dumps(record))


async def record_file(request: Request) -> Response:
    """Give a record that somebody brought."""
    return _file(_record_text(request))


def _file(text: str) -> Response:
    headers = {"content-disposition": 'attachment; filename="livingstone.toml"'}
    return Response(text, media_type="application/toml", headers=headers)


async def add_record(request: Request) -> Response:
    """Keep a record that somebody brings, and show it."""
    form, words = await read_form(request, _LONGEST_FORM), words_of(request)
    text = form.get("record", "").replace("\r\n", "\n")
    try:
        if len(text) > _LONGEST_RECORD:
            raise HTTPException(413)
        film = await asyncio.to_thread(_film_of, text)
    except ls.LivingstoneError as error:
        sentence = words.say("error.record", reason=error)
        return shown_page(request, "error.html", 400, sentence=sentence)
    settings, tables = request.app.state.settings, request.app.state.tables
    edition = (film.states[0] if film.states else film.views[0]).edition
    if edition != ls.load_edition(edition.id) and not settings.allows_editions:
        sentence = words.say("error.edition")
        return shown_page(request, "error.html", 400, sentence=sentence)
    id = secrets.token_urlsafe(9)
    tables.store.add_record(id, text, settings.most_records)
    return RedirectResponse(f"/record/{id}", 303)
