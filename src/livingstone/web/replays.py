"""Replays of games played here and of uploaded records, and games that go on from them."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache, partial
from itertools import groupby
from typing import Any

from attrs import evolve, frozen
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

import livingstone as ls
from livingstone.edition.phrases import Phrases
from livingstone.web.client_view import CAN_REVIEW, ClientView
from livingstone.web.pages import begin_table, error_page, shown_page
from livingstone.web.protection import address_of
from livingstone.web.requests import (
    carry_out,
    client_of,
    number_in,
    phrases_of,
    read_form,
    root_of,
)

_OPEN, _PUBLIC = "open", "public"
"""Values of `eyes`: everything is shown, or what a spectator sees."""
_EYES = (_OPEN, _PUBLIC, *map(str, range(20)))
"""All values of `eyes`, with the seats."""
_LONGEST_RECORD = 200_000
"""In characters; a game of five people has some 20,000."""
_LONGEST_FORM = 3 * _LONGEST_RECORD


@frozen(eq=False)
class Replay:
    """The positions of a game, from 0."""

    names: tuple[str, ...]
    eyes: tuple[str, ...]
    """The ways in which a client may see it: `open`, `public`, or as a seat."""
    positions: tuple[ls.State | ls.View, ...]
    """States, or views if the record has nothing else."""
    steps: tuple[ls.Transition, ...]
    """From each state to the next; empty for views."""

    @property
    def is_open(self) -> bool:
        """Whether everything may be shown."""
        return _OPEN in self.eyes

    def rounds(self) -> list[int]:
        """List the positions in which a round begins, after its roll: another seat starts it."""
        rolled = [at for at, own in enumerate(self.positions) if own.dice and not own.is_chance]
        rounds = groupby(rolled, lambda at: self.positions[at].starting_player)
        return [next(places) for _, places in rounds]

    def choices(self) -> list[int]:
        """List the positions in which a player chooses a die, or something to do before it."""
        found = enumerate(self.positions)
        return [at for at, own in found if own.dice and own.dice_left and own.die is None]

    def place(self, request: Request) -> tuple[int, str]:
        """Return the position that a client asks for, and by whose eyes."""
        eyes = request.query_params.get("eyes", "")
        at = number_in(request.query_params.get("at", "")) or 0
        return min(at, len(self.positions) - 1), eyes if eyes in self.eyes else self.eyes[0]

    def show(self, at: int, eyes: str, phrases: Phrases, path: str = "") -> ClientView:
        """Return a position; with a path, one in which its seat can move."""
        position, result = self.positions[at], None
        if isinstance(position, ls.View):
            view, state = position, ls.sample_state(position, 0)
        else:
            view, state = ls.view(position, int(eyes) if eyes.isdecimal() else None), position
            result = ls.result(state)
        it = ClientView(view, self.names, phrases, view.revealed, result=result, path=path)
        if eyes == _OPEN:
            hands = tuple(ls.Private(own.coins, own.chest, own.hand) for own in state.players)
            it = evolve(it, revealed=hands)
        return it.with_dice(state)

    def question(self, at: int, phrases: Phrases, path: str) -> ClientView | None:
        """Return a position as its mover saw it, who can move; None if that may not be seen."""
        mover = str(self.positions[at].current_player)
        it = self.show(at, mover, phrases, path) if mover in self.eyes else None
        return it if it is not None and it.is_turn else None

    def possible(self, at: int, eyes: str, phrases: Phrases, *, marks: bool = True) -> str:
        """Describe what the player to move could do, if it may be seen; mark what it did."""
        position, done = self.positions[at], None
        if isinstance(position, ls.State):
            mover = str(position.current_player)
            eyes = mover if eyes in (_OPEN, mover) else _PUBLIC
            done = self.steps[at].actions[0] if marks and at < len(self.steps) else None
        return self.show(at, eyes, phrases).possible(done)

    def news(self, at: int, eyes: str, it: ClientView) -> list[str]:
        """Return lines about the events before a position."""
        position = self.positions[at]
        if not at or isinstance(position, ls.View):
            return []
        events = self.steps[at - 1].events
        seen = [event if eyes == _OPEN else ls.visible(event, it.seat) for event in events]
        return [it.line(event, position) for event in seen]


@frozen(eq=False, kw_only=True)
class Film:
    """A game that a client may see step by step."""

    replay: Replay
    id: str
    path: str
    """The address of the table or the record, below which its pages are."""
    is_table: bool = False
    query: str = ""
    """The part of the address that names the seat of the client."""
    seats: tuple[int, ...] = ()
    """The seats whose mistakes the client is asked about first."""
    address: str
    phrases: Phrases
    text: str
    """The record; empty for a game of which the client sees only a part."""

    def at(self, place: str) -> str:
        """Return the address of a page of this game."""
        return f"{self.path}{place}{self.query}"


FindFilm = Callable[[Request], Awaitable[Film]]


@lru_cache(maxsize=16)
def replay_of(text: str, effects: tuple[type[ls.effects.CardEffect], ...] = ()) -> Replay:
    """Replay a record; raises `LivingstoneError` if that fails."""
    record = ls.loads(text, effects=effects)
    record.verify()
    if record.is_full:
        game, eyes = ls.Table.from_record(record), _EYES[: 2 + len(record.players)]
        return Replay(record.players, eyes, game.states, game.history)
    seen = _PUBLIC if record.seat == "spectator" else str(record.seat)
    return Replay(record.players, (seen,), tuple(record.views()), ())


async def find_game(request: Request) -> Film:
    """Find a game of this server: its players see all of it after the end, and else their view."""
    client = client_of(request)
    game, names = client.table.game, client.table.names
    is_open = bool(client.seats) and game.state.is_over
    text = ls.dumps(game.record(players=names)) if is_open else ""
    eyes = (_PUBLIC,) if client.observer is None else (str(client.observer), _PUBLIC)
    replay = Replay(names, eyes, game.states, game.history)
    if is_open:
        replay = await asyncio.to_thread(replay_of, text, request.app.state.settings.effects)
    return Film(
        replay=replay,
        id=client.table.id,
        path=client.path,
        is_table=True,
        query=client.path_to().removeprefix(client.path),
        seats=client.seats,
        address=client.address,
        phrases=client.phrases,
        text=text,
    )


async def find_record(request: Request) -> Film:
    """Find an uploaded record."""
    text, id = _text_of(request), request.path_params["id"]
    replay = await asyncio.to_thread(replay_of, text, request.app.state.settings.effects)
    return Film(
        replay=replay,
        id=id,
        path=f"{root_of(request)}/record/{id}",
        seats=() if replay.is_open else tuple(map(int, filter(str.isdecimal, replay.eyes))),
        address=address_of(request.scope),
        phrases=phrases_of(request),
        text=text,
    )


async def replay(find: FindFilm, request: Request) -> Response:
    """Show a position of a game."""
    return show_film(request, await find(request))


def show_film(
    request: Request,
    film: Film,
    review: dict[str, object] | None = None,
    cost: Callable[[int], str] = lambda _: "",
) -> Response:
    """Show the requested position as a page or as JSON, perhaps with a review and its costs."""
    replay, phrases = film.replay, film.phrases
    number, eyes = replay.place(request)
    it = replay.show(number, eyes, phrases)
    values: dict[str, Any] = {"at": number, "eyes": eyes, "parts": it.parts()}
    values |= {"news": replay.news(number, eyes, it), "cost": cost(number)}
    values["possible"] = replay.possible(number, eyes, phrases)
    if request.headers.get("accept") == "application/json":
        return JSONResponse(values)
    bots = request.app.state.settings.offered if _edition_of(request, film) else {}
    values = {"shown": values, "film": film, "review": review, "bots": bots}
    return shown_page(request, "replay.html", phrases=phrases, **values)


def _edition_of(request: Request, film: Film) -> str:
    """Return the name of the edition in which a game can go on here; empty if it cannot."""
    edition: str = request.app.state.tables.name_of(film.replay.positions[0].edition)
    return edition if film.replay.is_open else ""


async def play_on(find: FindFilm, request: Request) -> Response:
    """Begin a game, which is not listed, that goes on from a position of another one."""
    form, film = await read_form(request), await find(request)
    replay, at, edition = film.replay, number_in(form.get("at", "")), _edition_of(request, film)
    if not edition or at is None or at >= len(replay.positions):
        raise HTTPException(400 if edition else 403)
    if replay.positions[at].is_over:
        return error_page(request, 400, "over")
    record = ls.loads(film.text, effects=request.app.state.settings.effects)
    names = {f"name-{seat}": name for seat, name in enumerate(replay.names)}
    fields = {
        "edition": edition,
        "first": replay.positions[0].starting_player,
        "entries": record.actions[:at],
        "branched": True,
        "language": film.phrases.language,
        "hints": CAN_REVIEW,
    }
    begin = partial(begin_table, request, form | names, fields, len(names))
    return await carry_out(request, form, begin)


async def table_record(request: Request) -> Response:
    """Send the record of a game, of which a client gets as much as of its replay."""
    client = client_of(request)
    record = client.table.game.record(players=client.table.names)
    if not (client.seats and client.table.game.state.is_over):
        record = record.seen_by(client.observer)
    return _file(ls.dumps(record))


async def record_file(request: Request) -> Response:
    """Send an uploaded record."""
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
    """Keep an uploaded record, and redirect to its replay, or to its review."""
    form, settings = await read_form(request, _LONGEST_FORM), request.app.state.settings
    text = form.get("record", "").replace("\r\n", "\n")
    if len(text) > _LONGEST_RECORD:
        return error_page(request, 413, "long", most=_LONGEST_RECORD)
    try:
        record = await asyncio.to_thread(ls.loads, text, effects=settings.effects)
        if not settings.allows_editions and not ls.edition.is_shipped(record.edition):
            return error_page(request, 400, "edition")  # before replaying it, which may take long
        await asyncio.to_thread(replay_of, text, settings.effects)
    except ls.LivingstoneError as error:
        return error_page(request, 400, "record", reason=error)
    place = "/review" if CAN_REVIEW and form.get("then") == "review" else ""

    def keep() -> Response:
        id = secrets.token_urlsafe(9)
        request.app.state.tables.store.add_record(id, text, settings.most_records)
        return RedirectResponse(f"{root_of(request)}/record/{id}{place}", 303)

    return await carry_out(request, form, keep)


def routes_of(
    ends: Sequence[tuple[str, Callable[[FindFilm, Request], Awaitable[Response]], str]],
) -> list[Route]:
    """Make the routes of pages, each at the end of the addresses of a table and of a record."""
    return [
        Route(f"/{kind}/{{id}}{end}", partial(function, find), methods=[method])
        for kind, find in (("table", find_game), ("record", find_record))
        for end, function, method in ends
    ]


ROUTES = [
    Route("/table/{id}/replay", partial(replay, find_game)),
    Route("/record/{id}", partial(replay, find_record)),
    *routes_of([("/play", play_on, "POST")]),
    Route("/table/{id}/record", table_record),
    Route("/records", add_record, methods=["POST"]),
    Route("/record/{id}/file", record_file),
]
