"""Replays, move by move: of games played here, and of records that people upload."""

import asyncio
import secrets
from collections.abc import Callable
from functools import lru_cache
from itertools import groupby

from attrs import frozen
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

import livingstone as ls
from livingstone.edition.phrases import Phrases
from livingstone.web.client_view import ClientView
from livingstone.web.pages import error_page, shown_page
from livingstone.web.requests import client_of, phrases_of, read_form, root_of

_OPEN, _PUBLIC = "open", "public"
"""The values of `eyes`, besides seats: everything is shown, or what a spectator sees."""
_LONGEST_RECORD = 200_000
"""In characters; a game of five people has some 20,000."""
_LONGEST_FORM = 3 * _LONGEST_RECORD


@frozen(eq=False)
class _Replay:
    """The positions of a game, from 0."""

    names: tuple[str, ...]
    """The players, by seat."""
    eyes: tuple[str, ...]
    """The ways in which a client may see it: `open`, `public`, or as a seat."""
    positions: tuple[ls.State | ls.View, ...]
    """States, or views if the record has nothing else."""
    steps: tuple[ls.Transition, ...]
    """From each state to the next; empty for views."""

    def rounds(self) -> list[int]:
        """List the positions in which a round begins, after its roll: another seat starts it."""
        rolled = [at for at, own in enumerate(self.positions) if own.dice and not own.is_chance]
        rounds = groupby(rolled, lambda at: self.positions[at].starting_player)
        return [next(places) for _, places in rounds]

    def choices(self) -> list[int]:
        """List the positions in which a player chooses a die, or something to do before it."""
        found = enumerate(self.positions)
        return [at for at, own in found if own.dice and own.dice_left and own.die is None]

    def possible(self, at: int, eyes: str, phrases: Phrases) -> str:
        """Describe what the player to move could do, if it may be seen, and mark what it did."""
        position, done = self.positions[at], None
        if isinstance(position, ls.State):
            mover = position.current_player
            position = ls.view(position, mover if eyes in (_OPEN, str(mover)) else None)
            done = self.steps[at].actions[0] if at < len(self.steps) else None
        it = ClientView(view=position, names=self.names, phrases=phrases, revealed=None)
        return it.possible(done)

    def show(self, at: int, eyes: str, phrases: Phrases) -> tuple[ClientView, list[str]]:
        """Return a position, and lines about the events before it."""
        position = self.positions[at]
        if isinstance(position, ls.View):
            names, revealed = self.names, position.revealed
            return ClientView(view=position, names=names, phrases=phrases, revealed=revealed), []
        view = ls.view(position, int(eyes) if eyes.isdecimal() else None)
        hands = tuple(ls.Private(own.coins, own.chest, own.hand) for own in position.players)
        revealed, result = hands if eyes == _OPEN else view.revealed, ls.result(position)
        it = ClientView(
            view=view, names=self.names, phrases=phrases, revealed=revealed, result=result
        )
        events = self.steps[at - 1].events if at else ()
        seen = [event if eyes == _OPEN else ls.visible(event, it.seat) for event in events]
        return it, [it.line(event, position) for event in seen]


def _all_eyes(names: tuple[str, ...]) -> tuple[str, ...]:
    return _OPEN, _PUBLIC, *map(str, range(len(names)))


@lru_cache(maxsize=16)
def replay_of(text: str, effects: tuple[type[ls.effects.CardEffect], ...] = ()) -> _Replay:
    """Replay a record; raises `LivingstoneError` if that fails."""
    record = ls.loads(text, effects=effects)
    record.verify()
    if record.is_full:
        game = ls.Table.from_record(record)
        return _Replay(record.players, _all_eyes(record.players), game.states, game.history)
    eyes = (_PUBLIC if record.seat is None else str(record.seat),)
    return _Replay(record.players, eyes, tuple(record.views()), ())


async def table_replay(request: Request) -> Response:
    """Show a game of this server: to its players all of it after the end, and else their view."""
    client = client_of(request)
    game, names = client.table.game, client.table.names
    eyes: tuple[str, ...] = (_PUBLIC,)
    if client.seats and game.state.is_over:
        eyes = _all_eyes(names)
    elif client.observer is not None:
        eyes = (str(client.observer), _PUBLIC)
    replay = _Replay(names, eyes, game.states, game.history)
    return show_replay(request, replay, client.path_to(), client.path_to("/record"))


async def record_replay(request: Request) -> Response:
    """Show an uploaded record."""
    effects = request.app.state.settings.effects
    replay = await asyncio.to_thread(replay_of, _text_of(request), effects)
    file = f"{root_of(request)}/record/{request.path_params['id']}/file"
    return show_replay(request, replay, "", file)


def show_replay(
    request: Request,
    replay: _Replay,
    back: str,
    file: str,
    review: dict[str, object] | None = None,
    cost: Callable[[int], str] = lambda _: "",
) -> Response:
    """Show the requested position as a page or as JSON, perhaps with a review and its costs."""
    at, eyes = request.query_params.get("at", ""), request.query_params.get("eyes", "")
    last = len(replay.positions) - 1
    number = min(int(at), last) if at.isascii() and at.isdecimal() and len(at) < 7 else 0
    eyes = eyes if eyes in replay.eyes else replay.eyes[0]
    phrases = phrases_of(request)
    it, lines = replay.show(number, eyes, phrases)
    values = {"at": number, "eyes": eyes, "parts": it.parts(), "news": lines}
    values |= {"possible": replay.possible(number, eyes, phrases), "cost": cost(number)}
    if request.headers.get("accept") == "application/json":
        return JSONResponse(values)
    values |= {"names": replay.names, "all_eyes": replay.eyes, "last": last}
    rounds = replay.rounds()
    scores = [(at, replay.positions[at].players) for at in (*rounds, last)]
    values |= {"rounds": rounds, "choices": replay.choices(), "scores": scores}
    return shown_page(request, "replay.html", shown=values, back=back, file=file, review=review)


async def table_record(request: Request) -> Response:
    """Send the record of a game: to its players all of it after the end, and else their view."""
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
    """Keep an uploaded record, and redirect to its replay."""
    form, settings = await read_form(request, _LONGEST_FORM), request.app.state.settings
    text = form.get("record", "").replace("\r\n", "\n")
    if len(text) > _LONGEST_RECORD:
        raise HTTPException(413)
    try:
        record = await asyncio.to_thread(ls.loads, text, effects=settings.effects)
        if not settings.allows_editions and not ls.edition.is_shipped(record.edition):
            return error_page(request, 400, "edition")  # before replaying it, which may take long
        await asyncio.to_thread(replay_of, text, settings.effects)
    except ls.LivingstoneError as error:
        return error_page(request, 400, "record", reason=error)
    id = secrets.token_urlsafe(9)
    request.app.state.tables.store.add_record(id, text, settings.most_records)
    return RedirectResponse(f"{root_of(request)}/record/{id}", 303)
