"""Replays, move by move, of games played here and of uploaded records; reviews and hints.

Reviews and hints are made in processes of their own, so that nobody waits.
"""

import asyncio
import secrets
import signal
from asyncio import Semaphore
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from functools import lru_cache, partial
from itertools import groupby
from multiprocessing import get_context
from typing import Any
from weakref import WeakValueDictionary

from attrs import define, evolve, field, frozen
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

import livingstone as ls
from livingstone.edition.phrases import Phrases
from livingstone.web.client_view import CAN_REVIEW, ClientView
from livingstone.web.pages import error_page, shown_page
from livingstone.web.preparing import PREPARATION, SECONDS
from livingstone.web.requests import client_of, phrases_of, read_form, root_of
from livingstone.web.tables import LiveTable, Tables

_OPEN, _PUBLIC = "open", "public"
"""Values of `eyes`: everything is shown, or what a spectator sees."""
_EYES = (_OPEN, _PUBLIC, *map(str, range(20)))
"""All values of `eyes`, with the seats."""
_LONGEST_RECORD = 200_000
"""In characters; a game of five people has some 20,000."""
_LONGEST_FORM = 3 * _LONGEST_RECORD
_ROLLOUTS = 1000
_SECONDS = 1.0
"""How long a hint is thought about."""
_PROCESSES = 2


@frozen(eq=False)
class _Replay:
    """The positions of a game, from 0."""

    names: tuple[str, ...]
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
        view = position = self.positions[at]
        if isinstance(view, ls.State):
            view = ls.view(view, int(eyes) if eyes.isdecimal() else None)
        it = ClientView(view=view, names=self.names, phrases=phrases, revealed=view.revealed)
        if isinstance(position, ls.View):
            return it, []
        if eyes == _OPEN:
            hands = tuple(ls.Private(own.coins, own.chest, own.hand) for own in position.players)
            it = evolve(it, revealed=hands)
        it = evolve(it, result=ls.result(position))
        events = self.steps[at - 1].events if at else ()
        seen = [event if eyes == _OPEN else ls.visible(event, it.seat) for event in events]
        return it, [it.line(event, position) for event in seen]


@lru_cache(maxsize=16)
def replay_of(text: str, effects: tuple[type[ls.effects.CardEffect], ...] = ()) -> _Replay:
    """Replay a record; raises `LivingstoneError` if that fails."""
    record = ls.loads(text, effects=effects)
    record.verify()
    if record.is_full:
        game, eyes = ls.Table.from_record(record), _EYES[: 2 + len(record.players)]
        return _Replay(record.players, eyes, game.states, game.history)
    seen = _PUBLIC if record.seat is None else str(record.seat)
    return _Replay(record.players, (seen,), tuple(record.views()), ())


async def table_replay(request: Request) -> Response:
    """Show a game of this server: to its players all of it after the end, and else their view."""
    client = client_of(request)
    game, names = client.table.game, client.table.names
    eyes: tuple[str, ...] = (_PUBLIC,)
    if client.seats and game.state.is_over:
        eyes = _EYES[: 2 + len(names)]
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


@define(eq=False)
class Reviews:
    """Makes reviews and hints, and keeps reviews in the file of games."""

    tables: Tables
    _making: dict[str, asyncio.Task[None]] = field(factory=dict, init=False)
    _processes: Executor | None = field(default=None, init=False)
    _own: WeakValueDictionary[str, Semaphore] = field(factory=WeakValueDictionary, init=False)

    async def run(self, address: str, function: Any, *arguments: Any) -> Any:
        """Call a function in a process, of which an address leaves one to others.

        Raises `LivingstoneError` if the process dies.
        """
        async with self._own.setdefault(address, Semaphore(_PROCESSES - 1)):
            if self._processes is None:
                ignored = (signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
                context = get_context("spawn")
                self._processes = ProcessPoolExecutor(_PROCESSES, context, signal.signal, ignored)
            loop = asyncio.get_running_loop()
            try:
                return await loop.run_in_executor(self._processes, function, *arguments)
            except BrokenExecutor as error:
                self._processes = None  # the next call begins others
                raise ls.LivingstoneError(f"a process died: {error}") from None

    def find(self, table: LiveTable, address: str = "") -> str | None:
        """Return the review of a finished game; None if there is none, which is made then.

        Raises what went wrong if it was tried before; the next call tries again.
        """
        kept = self.tables.store.review(table.id)
        task = self._making.get(table.id)
        if task is not None and task.done():
            self._making.pop(table.id).result()
        elif kept is None and task is None:
            self._making[table.id] = asyncio.create_task(self._make(table, address))
        return kept

    async def _make(self, table: LiveTable, address: str) -> None:
        await PREPARATION.wait()
        text = await self.run(address, _review, _record_of(table))
        self.tables.store.add_review(table.id, text)

    def close(self) -> None:
        """Cancel what is not finished."""
        for task in self._making.values():
            task.cancel()
        if self._processes is not None:
            self._processes.shutdown(wait=False, cancel_futures=True)


def _record_of(table: LiveTable) -> str:
    return ls.dumps(table.game.record(players=table.names))


def _review(record: str) -> str:
    return ls.to_json(ls.review(ls.loads(record), rollouts=_ROLLOUTS))


def _hint(view: ls.View, names: tuple[str, ...], language: str) -> tuple[str, str, list[str]]:
    """Return the best plan in words, its chances in percent, and the targets of its moves."""
    from livingstone.reviews import describe_plan

    best = ls.hint(view, seconds=_SECONDS).plans[0]
    told = describe_plan(best.moves, view, names=names, language=language)
    targets = [ls.target_of(move, view.boat) for move in best.moves]
    return told, f"{100 * best.chances.value:.0f}", targets


async def table_review(request: Request) -> Response:
    """Show the review of a finished game to its players; meanwhile, a page that asks again."""
    client = client_of(request)
    if not (CAN_REVIEW and client.seats and client.table.game.state.is_over):
        raise HTTPException(403)
    text = request.app.state.reviews.find(client.table, client.address)
    if text is None:
        return shown_page(request, "review.html", 202, phrases=client.phrases, seconds=SECONDS)

    def show() -> Response:
        replay, cost = replay_of(_record_of(client.table)), partial(_cost, text, client.phrases)
        is_page = request.headers.get("accept") != "application/json"
        found = _shown(text, client.phrases) if is_page else None
        back, file = client.path_to(), client.path_to("/record")
        return show_replay(request, replay, back, file, found, cost)

    return await asyncio.to_thread(show)


@lru_cache(maxsize=8)
def _review_of(text: str) -> "ls.Review":
    return ls.from_json(text, ls.Review)


def _cost(text: str, phrases: Phrases, at: int) -> str:
    """Describe what the choice in a position cost; a die is chosen together with its use."""
    from livingstone.reviews import describe_choice

    review = _review_of(text)
    for own in review.choices:
        if own.position <= at < own.position + len(own.played):
            if own.played == own.best:
                return phrases.say("review.good", most=f"{100 * max(0, own.cost.high):.0f}")
            return describe_choice(review, own, language=phrases.language)
    return ""


def _shown(text: str, phrases: Phrases) -> dict[str, object]:
    """Return what the page shows of a review."""
    from livingstone import reviews

    review, spoken = _review_of(text), {"language": phrases.language}
    return {
        "chart": reviews.chart(review, language=phrases.language, height=140, styled=False),
        "choices": [
            (own.position, own.seat, own.round, reviews.describe_choice(review, own, **spoken))
            for own in sorted(review.marked(), key=lambda own: own.position)
        ],
        "luck": [
            (own.position + 1, reviews.describe_luck(review, own, seat, **spoken))
            for seat in range(len(review.summary))
            for own in reviews.great_moments(review, seat)
        ],
        "seats": list(reviews.describe_seats(review, **spoken)),
    }


async def table_hint(request: Request) -> Response:
    """Describe a good plan to the player to move, at a table that allows hints."""
    client = client_of(request)
    table, seat = client.table, client.seat
    if seat is None or not (CAN_REVIEW and table.kept.hints):
        raise HTTPException(403)
    view = table.game.view(seat)
    if not (view.legal_moves and PREPARATION.is_ready):
        key, seconds = ("bot.wait", SECONDS) if view.legal_moves else ("refused.none", 0)
        return JSONResponse({"words": client.phrases.say(key, seconds=seconds)})
    arguments = (client.address, _hint, view, table.names, client.phrases.language)
    plan, chances, targets = await request.app.state.reviews.run(*arguments)
    words = client.phrases.say("table.hinted", plan=plan, chances=chances)
    return JSONResponse({"words": words, "targets": targets})
