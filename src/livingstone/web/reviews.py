"""Reviews of finished games and hints, made in processes of their own, so that nobody waits."""

import asyncio
import signal
from asyncio import Semaphore
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from functools import lru_cache, partial
from multiprocessing import get_context
from typing import Any
from weakref import WeakValueDictionary

from attrs import define, field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import livingstone as ls
from livingstone.edition.phrases import Phrases
from livingstone.web.client_view import CAN_REVIEW
from livingstone.web.pages import shown_page
from livingstone.web.replays import replay_of, show_replay
from livingstone.web.requests import client_of
from livingstone.web.tables import LiveTable, Tables

_ROLLOUTS = 1000
_SECONDS = 1.0
"""How long a hint is thought about."""
_PROCESSES = 2


@define(eq=False)
class Reviews:
    """Makes reviews and hints; keeps reviews in the file of games."""

    tables: Tables
    _making: dict[str, asyncio.Task[None]] = field(factory=dict, init=False)
    _processes: Executor | None = field(default=None, init=False)
    _own: WeakValueDictionary[str, Semaphore] = field(factory=WeakValueDictionary, init=False)

    def share(self, address: str) -> Semaphore:
        """Return the limit of processes for an address."""
        return self._own.setdefault(address, Semaphore(_PROCESSES - 1))

    async def run(self, function: Any, *arguments: Any) -> Any:
        """Call a function in a process; raises `LivingstoneError` if that dies."""
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
        """Make a review, and store it."""
        async with self.share(address):
            text = await self.run(_review, _record_of(table))
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


def _hint(view: ls.View, names: tuple[str, ...], language: str) -> tuple[str, str]:
    """Return the best plan in words, and its chances in percent."""
    from livingstone.reviews import describe_plan

    best = ls.hint(view, seconds=_SECONDS).plans[0]
    told = describe_plan(best.moves, view, names=names, language=language)
    return told, f"{100 * best.chances.value:.0f}"


async def table_review(request: Request) -> Response:
    """Show the review of a finished game to its players; meanwhile, a page that asks again."""
    client = client_of(request)
    if not (CAN_REVIEW and client.seats and client.table.game.state.is_over):
        raise HTTPException(403)
    text = request.app.state.reviews.find(client.table, client.address)
    if text is None:
        return shown_page(request, "review.html", 202, phrases=client.phrases)
    replay = await asyncio.to_thread(replay_of, _record_of(client.table))
    found: dict[str, object] | None = None
    if request.headers.get("accept") != "application/json":
        found = await asyncio.to_thread(_shown, text, client.phrases)
    cost = partial(_cost, text, phrases=client.phrases)
    back, file = client.path_to(), client.path_to("/record")
    return await asyncio.to_thread(show_replay, request, replay, back, file, found, cost)


@lru_cache(maxsize=8)
def _review_of(text: str) -> ls.Review:
    return ls.from_json(text, ls.Review)


def _cost(text: str, at: int, *, phrases: Phrases) -> str:
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
    from livingstone.reviews import chart, describe_choice, describe_luck  # isort: skip
    from livingstone.reviews import describe_seats, great_moments

    review, spoken = _review_of(text), {"language": phrases.language}
    return {
        "chart": chart(review, language=phrases.language, height=140, styled=False),
        "choices": [
            (own.position, own.seat, own.round, describe_choice(review, own, **spoken))
            for own in sorted(review.marked(), key=lambda own: own.position)
        ],
        "luck": [
            (own.position + 1, describe_luck(review, own, seat, **spoken))
            for seat in range(len(review.summary))
            for own in great_moments(review, seat)
        ],
        "seats": list(describe_seats(review, **spoken)),
    }


async def table_hint(request: Request) -> Response:
    """Describe a good plan to the player to move, at a table that allows hints."""
    client = client_of(request)
    table, seat = client.table, client.seat
    if seat is None or not (CAN_REVIEW and table.kept.hints):
        raise HTTPException(403)
    view = table.game.view(seat)
    if not view.legal_moves:
        return JSONResponse({"words": client.phrases.say("refused.none")})
    made, language = request.app.state.reviews, client.phrases.language
    async with made.share(client.address):
        plan, chances = await made.run(_hint, view, table.names, language)
    return JSONResponse({"words": client.phrases.say("table.hinted", plan=plan, chances=chances)})
