"""Replays of games played here and of uploaded records, and games that go on from them."""

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import groupby
from typing import Any, TypeAlias

from attrs import frozen
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

import livingstone as ls
from livingstone.web import requests
from livingstone.web.client_view import CAN_REVIEW, ClientView, isolated, page
from livingstone.web.game_store import Customs
from livingstone.web.page_phrases import page_phrases
from livingstone.web.pages import begin_table, error_page, frame_of, with_cookies
from livingstone.web.protection import address_of
from livingstone.web.settings import Settings
from livingstone.web.working import draw

_OPEN = "open"
"""The value of `eyes` that shows everything."""
_PUBLIC = "public"
"""The value of `eyes` that shows what a spectator sees."""
_EYES = (_OPEN, _PUBLIC, *map(str, range(20)))
"""All values of `eyes`, with the seats."""
_LONGEST_RECORD = 200_000
"""The most characters of an uploaded record; a game of five people has some 20,000."""
MOST_ACTIONS = 2_000
"""The most actions of a record that is uploaded or reviewed; a long game of five has some 500."""
_LONGEST_FORM = 3 * _LONGEST_RECORD
_Effects: TypeAlias = tuple[type[ls.effects.CardEffect], ...]


@frozen(eq=False)
class Replay:
    """The positions of a game, numbered from 0."""

    names: tuple[str, ...]
    eyes: tuple[str, ...]
    """The ways in which a client may see it: `open`, `public`, or as a seat."""
    positions: tuple[ls.State | ls.View, ...]
    """The states, or views if the record shows only these."""
    steps: tuple[ls.Transition, ...]
    """The transitions from each state to the next; empty for views."""

    @property
    def is_open(self) -> bool:
        """Whether everything may be shown."""
        return _OPEN in self.eyes

    def rounds(self) -> list[int]:
        """List the positions after the roll of a round: there the starting player has changed."""
        positions = enumerate(self.positions)
        rolled = [at for at, there in positions if there.dice and not there.is_chance]
        rounds = groupby(rolled, lambda at: self.positions[at].starting_player)
        return [next(places) for _, places in rounds]

    def choices(self) -> list[int]:
        """List the positions in which a player chooses a die, or something to do before it."""
        positions = enumerate(self.positions)
        return [
            at for at, there in positions if there.dice and there.dice_left and there.die is None
        ]

    def place(self, query: Mapping[str, str]) -> tuple[int, str]:
        """Return the position that a client asks for, and whose view of it."""
        eyes = query.get("eyes", "")
        at = requests.number_in(query.get("at", "")) or 0
        return min(at, len(self.positions) - 1), eyes if eyes in self.eyes else self.eyes[0]

    def show(self, at: int, eyes: str, phrases: ls.edition.Phrases, path: str = "") -> ClientView:
        """Return a position as a client sees it; with a `path`, its seat can move there."""
        position = self.positions[at]
        seat = int(eyes) if eyes.isdecimal() else None
        state = ls.sample_state(position, 0) if isinstance(position, ls.View) else position
        table = ls.Table(state)
        names = tuple(map(isolated, self.names))
        language = phrases.language
        snapshot = table.snapshot(seat, since=table.version, names=names, language=language)
        revealed = snapshot.view.revealed
        if eyes == _OPEN:
            revealed = tuple(
                ls.Private(player.coins, player.chest, player.hand) for player in state.players
            )
        return ClientView(snapshot, self.names, phrases, revealed, path=path, coming=_coming(state))

    def question(self, at: int, phrases: ls.edition.Phrases, path: str) -> ClientView | None:
        """Return a position as its mover saw it, to move in it; None if it may not be seen."""
        mover = str(self.positions[at].current_player)
        client_view = self.show(at, mover, phrases, path) if mover in self.eyes else None
        return client_view if client_view is not None and client_view.is_turn else None

    def possible(self, at: int, eyes: str, phrases: ls.edition.Phrases) -> str:
        """Describe the moves of the player to move, if visible; mark the move that was played."""
        position = self.positions[at]
        done = None
        if isinstance(position, ls.State):
            mover = str(position.current_player)
            eyes = mover if eyes in (_OPEN, mover) else _PUBLIC
            first = self.steps[at].actions[0] if at < len(self.steps) else None
            done = None if isinstance(first, ls.Outcome) else first
        return self.show(at, eyes, phrases).possible(done)

    def news(self, at: int, eyes: str, client_view: ClientView) -> list[str]:
        """Return lines about the events before a position."""
        position = self.positions[at]
        if not at or isinstance(position, ls.View):
            return []
        events = self.steps[at - 1].events
        seen = [event if eyes == _OPEN else ls.visible(event, client_view.seat) for event in events]
        tell = partial(
            ls.describe,
            names=client_view.snapshot.names,
            language=client_view.phrases.language,
            edition=position.edition,
        )
        return [client_view.line(event, tell(event), position) for event in seen]


def _coming(state: ls.State) -> str:
    """Return the key of the phrase for what comes next, in the table `replay`."""
    match state.pending:
        case ls.RoundRoll():
            return "next_round"
        case ls.DonationRoll():
            return "next_queen"
        case ls.StoneDraw():
            return "next_stones"
        case ls.CardDraw():
            return "next_card"
        case ls.CardChoice():
            return "next_choice"
    if state.die is not None:
        return "next_use"
    can_take = any(isinstance(move, ls.TakeDie) for move in ls.legal_moves(state))
    return "next_take" if can_take else "next_end"


@frozen
class TableGame:
    """The game of a table, and what a client may see of it."""

    start: ls.State
    journal: tuple[str, ...]
    names: tuple[str, ...]
    observer: int | None
    """The seat whose view the client sees; None for a spectator's."""
    is_open: bool
    """Whether the client sees everything."""


@frozen(eq=False)
class PageRequest:
    """What a client asks of the page of a game."""

    query: dict[str, str]
    frame: dict[str, object]
    """The values for the frame of the page; empty for an answer in JSON."""
    editions: dict[str, str]
    """The names of the editions that are played here, by their hashes."""


@frozen(eq=False, kw_only=True)
class Film:
    """A game that a client may see step by step."""

    text: str = ""
    """The uploaded record; empty for the game of a table."""
    effects: _Effects = ()
    game: TableGame | None = None
    """The game of a table; None for an uploaded record."""
    id: str
    path: str
    """The address of the table or the record, below which its pages are."""
    is_table: bool = False
    query: str = ""
    """The part of the address that names the seat of the client."""
    client_seats: tuple[int, ...] = ()
    """The seats that the client has at a table."""
    address: str
    language: str

    @property
    def is_open(self) -> bool:
        """Whether the client may see everything; the record is read in another process."""
        return self.game.is_open if self.game else True

    @property
    def record_text(self) -> str:
        """The record; for a table, it is made now, which takes long."""
        return _text_of_game(self.game) if self.game else self.text

    @property
    def replay(self) -> Replay:
        """The positions, as the client may see them; raises `LivingstoneError` if that fails."""
        if self.game and not self.game.is_open:
            return _replay_of_part(self.game)
        return replay_of(self.record_text, self.effects)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose mistakes the client is asked about first."""
        eyes = () if self.replay.is_open else filter(str.isdecimal, self.replay.eyes)
        return self.client_seats if self.is_table else tuple(map(int, eyes))

    @property
    def phrases(self) -> ls.edition.Phrases:
        """The phrases of the pages in the client's language."""
        return page_phrases(self.language)

    def at(self, place: str) -> str:
        """Return the address of a page of this game."""
        return f"{self.path}{place}{self.query}"


FindFilm = Callable[[Request], Film]


@lru_cache(maxsize=16)
def replay_of(text: str, effects: _Effects = ()) -> Replay:
    """Replay a record; raises `LivingstoneError` if that fails."""
    record = ls.loads(text, effects=effects)
    record.verify()
    if record.is_full:
        game = ls.Table.from_record(record)
        eyes = _EYES[: 2 + len(record.players)]
        return Replay(record.players, eyes, game.states, game.history)
    eyes_of_record = _PUBLIC if record.seat == "spectator" else str(record.seat)
    return Replay(record.players, (eyes_of_record,), tuple(record.views()), ())


@lru_cache(maxsize=16)
def _replay_of_part(part: TableGame) -> Replay:
    eyes = (_PUBLIC,) if part.observer is None else (str(part.observer), _PUBLIC)
    game = ls.Table.from_journal(part.start, part.journal, dealer=ls.deal)
    return Replay(part.names, eyes, game.states, game.history)


@lru_cache(maxsize=16)
def _text_of_game(game: TableGame) -> str:
    return ls.dumps(record_of(game))


def record_of(game: TableGame) -> ls.Record:
    """Make the record of a game, with as much of it as the client sees in the replay."""
    table = ls.Table.from_journal(game.start, game.journal, dealer=ls.deal)
    record = table.record(players=game.names)
    return record if game.is_open else record.seen_by(game.observer)


def find_game(request: Request) -> Film:
    """Find a game of this server."""
    return film_of(requests.client_of(request), request.app.state.settings)


def film_of(client: requests.Client, settings: Settings) -> Film:
    """Return a game for a client: after the end, players see all of it; before, their view."""
    return Film(
        effects=settings.effects,
        game=game_for(client),
        id=client.table.id,
        path=client.path,
        is_table=True,
        query=client.path_to().removeprefix(client.path),
        client_seats=client.seats,
        address=client.address,
        language=client.phrases.language,
    )


def game_for(client: requests.Client) -> TableGame:
    """Return the game of a table for a client."""
    game = client.table.game
    return TableGame(
        game.start,
        game.journal,
        client.table.names,
        client.observer,
        bool(client.seats) and game.state.is_over,
    )


def find_record(request: Request) -> Film:
    """Find an uploaded record."""
    id = request.path_params["id"]
    return Film(
        text=_text_of(request),
        effects=request.app.state.settings.effects,
        id=id,
        path=f"{requests.root_of(request)}/record/{id}",
        address=address_of(request.scope),
        language=requests.phrases_of(request).language,
    )


async def show_replay(find: FindFilm, request: Request) -> Response:
    """Show a position of a game."""
    return await show_film(request, find(request), show_position)


async def show_film(
    request: Request, film: Film, function: Callable[..., Response], *more: object
) -> Response:
    """Call a function like `show_position` for the requested position, in the drawing process."""
    settings = request.app.state.settings
    is_page = request.headers.get("accept") != "application/json"
    frame = frame_of(request, film.language) | {"bots": settings.offered} if is_page else {}
    editions = request.app.state.tables.edition_names
    asked = PageRequest(dict(request.query_params), frame, editions)
    answer = await draw(request, function, film, asked, *more)
    return with_cookies(request, answer, film.language) if is_page else answer


def show_position(
    film: Film,
    asked: PageRequest,
    review: dict[str, object] | None = None,
    cost: Callable[[int], str] = lambda _: "",
) -> Response:
    """Show a position, perhaps with a review and the cost of the choice in it."""
    replay = film.replay
    phrases = film.phrases
    at, eyes = replay.place(asked.query)
    client_view = replay.show(at, eyes, phrases)
    shown = {
        "at": at,
        "eyes": eyes,
        "parts": client_view.parts(),
        "news": replay.news(at, eyes, client_view),
        "cost": cost(at),
        "possible": replay.possible(at, eyes, phrases),
    }
    if not asked.frame:
        return JSONResponse(shown)
    values: dict[str, Any] = {**asked.frame, "shown": shown, "film": film, "review": review}
    if not _edition_of(replay, asked.editions):
        values["bots"] = {}
    return HTMLResponse(page("replay.html", say=phrases.say, phrases=phrases, **values))


def _edition_of(replay: Replay, editions: Mapping[str, str]) -> str:
    """Return the name of the edition in which a game can go on here; empty if it cannot.

    A game with figures of an earlier version goes on with the shipped ones, if the server offers
    them.
    """
    edition = replay.positions[0].edition
    if ls.edition.is_released(edition):
        edition = ls.load_edition(edition.id)
    return editions.get(edition.hash, "") if replay.is_open else ""


async def play_on(find: FindFilm, request: Request) -> Response:
    """Begin a game, which is not listed, that goes on from a position of another one."""
    form = await requests.read_form(request)
    film = find(request)
    branch = await draw(request, _branch, film, form, request.app.state.tables.edition_names)
    if branch is None:
        return error_page(request, 400, "over")
    names, edition, fields = branch
    begin = partial(
        begin_table,
        request,
        form | names,
        edition,
        Customs(language=film.language, hints=CAN_REVIEW),
        players=len(names),
        branched=True,
        **fields,
    )
    return await requests.carry_out(request, form, begin)


def _branch(
    film: Film, form: Mapping[str, str], editions: Mapping[str, str]
) -> tuple[dict[str, str], str, dict[str, Any]] | None:
    """Return names, edition and fields of a game that goes on from a position; None at the end."""
    replay = film.replay
    at = requests.number_in(form.get("at", ""))
    edition = _edition_of(replay, editions)
    if not edition or at is None or at >= len(replay.positions):
        raise HTTPException(400 if edition else 403)
    if replay.positions[at].is_over:
        return None
    names = {f"name-{seat}": name for seat, name in enumerate(replay.names)}
    entries = ls.loads(film.record_text, effects=film.effects).actions[:at]
    start = replay.positions[0]
    fields = {"hash": start.edition.hash, "first": start.starting_player, "entries": entries}
    return names, edition, fields


async def table_record(request: Request) -> Response:
    """Send the record of a game."""
    game = game_for(requests.client_of(request))
    return _file(await draw(request, _text_of_game, game))


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
    body = await requests.read_body(request, _LONGEST_FORM)
    settings = request.app.state.settings
    read = partial(_read, body, settings.effects, are_all=settings.allows_editions)
    form, text, problem = await draw(request, read)
    if problem:
        return error_page(request, 413 if problem == "long" else 400, problem, **form)
    place = "/review" if CAN_REVIEW and form.get("then") == "review" else ""

    def keep() -> Response:
        id = secrets.token_urlsafe(9)
        request.app.state.tables.store.add_record(id, text, settings.most_records)
        return RedirectResponse(f"{requests.root_of(request)}/record/{id}{place}", 303)

    return await requests.carry_out(request, form, keep)


def _read(body: bytes, effects: _Effects, *, are_all: bool) -> tuple[dict[str, Any], str, str]:
    """Read a form and its record; return the values, the text and the problem.

    Without a problem, these are the form, and the record with its edition. Otherwise the values
    are those of the problem's phrase, and there is no text.
    """
    form = requests.form_in(body)
    text = form.get("record", "").replace("\r\n", "\n")
    most = {"most": _LONGEST_RECORD, "actions": MOST_ACTIONS}
    if len(text) > _LONGEST_RECORD:
        return most, "", "long"
    try:
        record = ls.loads(text, effects=effects)
        if len(record.actions) > MOST_ACTIONS:
            return most, "", "long"
        if not are_all and not ls.edition.is_released(record.edition):
            return {}, "", "edition"  # before replaying it, which may take long
        replay_of(text, effects)
        text = ls.dumps(record)
    except ls.LivingstoneError as error:
        return {"reason": str(error)}, "", "record"
    return form, text, ""


def routes_of(
    ends: Sequence[tuple[str, Callable[[FindFilm, Request], Awaitable[Response]], str]],
) -> list[Route]:
    """Make routes of these pages below the addresses of a table and of a record."""
    return [
        Route(f"/{kind}/{{id}}{end}", partial(function, find), methods=[method])
        for kind, find in (("table", find_game), ("record", find_record))
        for end, function, method in ends
    ]


ROUTES = [
    Route("/table/{id}/replay", partial(show_replay, find_game)),
    Route("/record/{id}", partial(show_replay, find_record)),
    *routes_of([("/play", play_on, "POST")]),
    Route("/table/{id}/record", table_record),
    Route("/records", add_record, methods=["POST"]),
    Route("/record/{id}/file", record_file),
]
