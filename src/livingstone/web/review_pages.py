"""Reviews of finished games and of uploaded records, with questions; hints at tables.

Reviews and hints are made in processes of their own, so that nobody else waits.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import count
from math import hypot, inf
from multiprocessing import RawArray
from typing import TYPE_CHECKING, NamedTuple

from attrs import define, field
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import livingstone as ls
from livingstone.web.client_view import CAN_REVIEW, ClientView, page
from livingstone.web.game_store import GameStore
from livingstone.web.pages import error_page, shown_page
from livingstone.web.preparation import PREPARATION, SECONDS
from livingstone.web.replays import (
    MOST_ACTIONS,
    Film,
    FindFilm,
    PageRequest,
    routes_of,
    show_film,
    show_position,
)
from livingstone.web.requests import client_of
from livingstone.web.table_actions import chosen_moves, described, refused
from livingstone.web.working import Workers, draw, note_part

if TYPE_CHECKING:  # the server runs without the extra that reviews need
    from livingstone.reviews import Choice, Estimate, Review
    from livingstone.simulation import Progress

_ROLLOUTS = 1000
_SECONDS = 1.0
"""Seconds for a hint, and for the answer to a question."""
_LEAST_DIFFERENCE = 0.03
"""Chances that differ by less are shown as equal. Plans with 62 and 60 % by the search were equally
good in games played to the end: the search has a larger error than its tries have."""
_PROCESSES = 2
"""The processes that make reviews; hints and questions have another process each."""
_NICENESS = 15
"""Reviews have a low priority: they take long, and nobody expects them as fast as a click."""
_SECONDS_WANTED = 20.0
"""A review is not begun if nobody has asked for it within so many seconds."""
_MOST_OF_ADDRESS = 4
"""The most reviews that an address can wait for."""
_MOST_KNOWN = 1000
"""The most failures that are remembered."""


@define(eq=False)
class Reviews:
    """Makes reviews and hints, and keeps reviews in the file of games."""

    store: GameStore
    _making: dict[str, tuple[str, asyncio.Task[None]]] = field(factory=dict, init=False)
    """By game, the address that asked for the review, and the task that makes it."""
    _asked: dict[str, float] = field(factory=dict, init=False)
    """By game, when somebody last asked for the review."""
    _places: dict[str, int] = field(factory=dict, init=False)
    """By game, the index in `workers.parts_done` of the part that is done."""
    _numbers: Iterator[int] = field(factory=count, init=False)
    workers: Workers = field(
        factory=lambda: Workers(_PROCESSES, _NICENESS, RawArray("d", _MOST_KNOWN)), init=False
    )
    questions: Workers = field(factory=lambda: Workers(1), init=False)
    hints: Workers = field(factory=lambda: Workers(1), init=False)

    def find(self, film: Film) -> str | None:
        """Return the review of a game; if there is none yet, begin to make it and return None.

        If making it failed before, raises that error once; the next call tries again. Raises
        `HTTPException` if the address waits for too many reviews.
        """
        kept = self.store.review(film.id)
        self._asked[film.id] = time.monotonic()
        _, task = self._making.get(film.id, ("", None))
        if task is not None and task.done():
            self._making.pop(film.id)[1].result()
        elif kept is None and task is None:
            unfinished = {
                id: (address, task)
                for id, (address, task) in self._making.items()
                if not task.done()
            }
            addresses = [address for address, _ in unfinished.values()]
            if addresses.count(film.address) >= _MOST_OF_ADDRESS:
                raise HTTPException(429)
            if len(self._making) >= _MOST_KNOWN:
                self._making = unfinished
            task = asyncio.create_task(self._make(film))
            task.add_done_callback(_note_end)
            self._making[film.id] = film.address, task
        return kept

    def knows(self, id: str) -> bool:
        """Return whether the review of a game exists, or is being made."""
        return id in self._making or self.store.review(id) is not None

    def part_made(self, id: str) -> float:
        """Return which part of the review of a game is done, from 0 to 1."""
        place = self._places.get(id)
        return 0.0 if place is None else float(self.workers.parts_done[place])

    async def _make(self, film: Film) -> None:
        async def is_gone() -> bool:
            return time.monotonic() - self._asked[film.id] > _SECONDS_WANTED

        place = next(self._numbers) % _MOST_KNOWN
        self._places[film.id] = place
        self.workers.parts_done[place] = 0.0
        await PREPARATION.wait()
        try:
            text = await self.workers.run(film.address, is_gone, _review, film, place)
        except ClientDisconnect:
            del self._making[film.id]
            return
        finally:
            self._asked.pop(film.id, None)
            self._places.pop(film.id, None)
        await self.store.when_free(partial(self.store.add_review, film.id, text), inf)

    def close(self) -> None:
        """Cancel the reviews that are not finished."""
        for _, task in self._making.values():
            task.cancel()
        for workers in (self.workers, self.questions, self.hints):
            workers.close()


def _note_end(task: asyncio.Task[None]) -> None:
    """Note that a task has failed, so that `asyncio` logs nothing if nobody asks for its result."""
    if not task.cancelled():
        task.exception()


def _review(film: Film, place: int) -> str:
    """Review a game, and note at an index which part is done."""

    def note(progress: "Progress") -> None:
        note_part(place, progress.done / progress.total)

    record = ls.loads(film.record_text, effects=film.effects)
    if len(record.actions) > MOST_ACTIONS:
        raise ls.LivingstoneError(f"it has more than {MOST_ACTIONS} actions")
    return ls.to_json(ls.review(record, rollouts=_ROLLOUTS, on_progress=note))


async def show_review(find: FindFilm, request: Request) -> Response:
    """Show the review of a game or, until it is done, a page with the progress."""
    film = _reviewable(find, request)
    try:
        text = request.app.state.reviews.find(film)
    except ls.LivingstoneError as error:
        return error_page(request, 503, "review", reason=error)
    if text is None:
        part = request.app.state.reviews.part_made(film.id)
        if request.headers.get("accept") == "application/json":
            return JSONResponse({"part": part}, 202)
        words = {"phrases": film.phrases, "seconds": SECONDS, "part": part}
        return shown_page(request, "review.html", 202, **words)
    return await show_film(request, film, _show_with_review, text)


def _show_with_review(film: Film, asked: PageRequest, text: str) -> Response:
    """Show a position with the review of its game."""
    review = _parts_of_review(text, film) if asked.frame else None
    return show_position(film, asked, review, partial(_cost, text, film.phrases))


def _reviewable(find: FindFilm, request: Request) -> Film:
    film = find(request)
    if not (CAN_REVIEW and film.is_open):
        raise HTTPException(403)
    return film


@lru_cache(maxsize=8)
def _review_of(text: str) -> "ls.Review":
    return ls.from_json(text, ls.Review)


def _cost(text: str, phrases: ls.edition.Phrases, at: int) -> str:
    """Describe what the choice in a position cost; a die is chosen together with its use."""
    from livingstone.reviews import describe_choice

    review = _review_of(text)
    for choice in review.choices:
        if choice.position <= at < choice.position + len(choice.played):
            if choice.played == choice.best:
                return phrases.say("review.good", most=f"{100 * max(0, choice.cost.high):.0f}")
            return describe_choice(review, choice, language=phrases.language)
    return ""


def _parts_of_review(text: str, film: Film) -> dict[str, object]:
    """Return the parts of a page that show a review."""
    from livingstone import reviews

    review = _review_of(text)
    language = film.phrases.language
    draw_chart = partial(reviews.chart, review, language=language, styled=False, tells=False)
    moments = reviews.worst(review, film.seats or None)
    others = [choice for choice in review.marked() if choice not in moments]
    others.sort(key=lambda choice: choice.position)
    return {
        "charts": (draw_chart(height=140), draw_chart(height=160, narrow=True)),
        "legend": reviews.describe_legend(language=language),
        "hidden": reviews.describe_hidden(review, language=language),
        "judges": bool(review.judged),
        "plays": [reviews.describe_play(review, seat, language=language) for seat in review.judged],
        "moments": [_moment(review, choice, film) for choice in moments],
        "others": [_moment(review, choice, film) for choice in others],
        "luck": [
            (luck.position + 1, reviews.describe_luck(review, luck, seat, language=language))
            for seat in range(len(review.summary))
            for luck in reviews.great_moments(review, seat)
        ],
        "table": reviews.summary_table(review, language=language),
        "seats": list(reviews.describe_seats(review, language=language)),
    }


class _Moment(NamedTuple):
    """A marked choice as pages show it."""

    choice: "Choice"
    mark: str
    """The name of the mark."""
    games: int
    """How many of 100 games the choice cost."""
    played: str
    better: str
    why: str
    """Why the better plan is better; empty if no reason is clear."""
    asks: bool
    """Whether people can try a move of their own here."""


def _moment(review: "Review", choice: "Choice", film: Film) -> _Moment:
    from livingstone import reviews

    words = {"language": film.phrases.language}
    return _Moment(
        choice=choice,
        mark=reviews.describe_mark(choice, **words),
        games=round(100 * choice.cost.value),
        played=reviews.describe_played(review, choice, **words),
        better=reviews.describe_best(review, choice, **words),
        why=reviews.describe_why(review, choice, **words),
        asks=film.replay.question(choice.position, film.phrases, "") is not None,
    )


def _question(film: Film, query: dict[str, str]) -> tuple[int, ClientView]:
    """Return a position in which the client can move in place of its mover."""
    at, _ = film.replay.place(query)
    client_view = film.replay.question(at, film.phrases, film.path)
    if client_view is None:
        raise HTTPException(404)
    return at, client_view


def show_question(film: Film, query: dict[str, str]) -> Response:
    """Send a position in which the client can move, without the move of the game."""
    at, client_view = _question(film, query)
    return JSONResponse({"at": at, "eyes": str(client_view.seat), "parts": client_view.parts()})


def describe_attempt(film: Film, query: dict[str, str]) -> Response:
    """Describe what a move would do in a question, or explain why it is illegal."""
    return described(_question(film, query)[1], query)


async def _drawn(
    function: Callable[[Film, dict[str, str]], Response], find: FindFilm, request: Request
) -> Response:
    """Let the process that draws make the answer."""
    film = _reviewable(find, request)
    query = dict(request.query_params)
    answer: Response = await draw(request, function, film, query)
    return answer


async def answer_question(find: FindFilm, request: Request) -> Response:
    """Compare a move in a question with the best plans, and say what the move of the game cost."""
    film = _reviewable(find, request)
    query = dict(request.query_params)
    kept = request.app.state.tables.store.review(film.id)
    if not PREPARATION.is_ready:
        return JSONResponse({"refused": film.phrases.say("bot.wait", seconds=SECONDS)}, 503)
    run = request.app.state.reviews.questions.run
    is_gone = request.is_disconnected
    try:
        response: Response = await run(film.address, is_gone, _compare, film, query, kept)
    except ls.LivingstoneError as error:
        return JSONResponse({"refused": film.phrases.say("error.review", reason=error)}, 503)
    return response


def _compare(film: Film, query: dict[str, str], kept: str | None) -> Response:
    at, client_view = _question(film, query)
    try:
        moves = chosen_moves(client_view.view, query)
    except ls.RefusedError as error:
        return refused(client_view, error.reason)
    plans, why = _hint(client_view.view, client_view.names, film.language, moves)
    place = next((at for at, plan in enumerate(plans) if plan.is_tried), 0)
    cost = _cost(kept, film.phrases, at) if kept else ""
    return JSONResponse(
        {
            "answer": page(
                "answer.html",
                client_view=client_view,
                plans=plans,
                place=place,
                verdict=verdict([plan.chances for plan in plans], place),
                why=why,
                cost=cost,
            )
        }
    )


class _Plan(NamedTuple):
    """A plan as pages show it."""

    words: str
    chances: "Estimate"
    targets: list[str]
    """The targets of its moves."""
    is_tried: bool
    """Whether it is the plan of the player who asks."""


def _hint(
    view: ls.View, names: tuple[str, ...], language: str, moves: tuple[ls.Move, ...] = ()
) -> tuple[list[_Plan], str]:
    """Return the best plans and the plan of `moves`, the best first, and why the first is best."""
    hint = ls.hint(view, seconds=_SECONDS, tried=moves, names=names, language=language)
    known = {plan.moves: plan for plan in (*hint.plans, hint.tried) if plan is not None}
    where = partial(ls.table.target_of, boat=view.boat)
    plans = [
        _Plan(plan.words, plan.chances, [*map(where, plan.moves)], plan == hint.tried)
        for plan in sorted(known.values(), key=lambda plan: -plan.chances.value)
    ]
    return plans, hint.why


def verdict(chances: "Sequence[Estimate]", place: int) -> str:
    """Return the key of the phrase about a plan's place among others, the best first.

    The phrase names a place only if the place is certain.
    """
    own = chances[place]
    others = [*chances[:place], *chances[place + 1 :]]
    better = [other for other in others if _is_clearly_better(other, own)]
    worse = [other for other in others if _is_clearly_better(own, other)]
    if len(better) + len(worse) == len(others):
        return f"place_{len(better) + 1}"
    return "place_4" if better else "equal"


def _is_clearly_better(first: "Estimate", second: "Estimate") -> bool:
    difference = first.value - second.value
    error = hypot(first.value - first.low, second.high - second.value)
    is_exact = first.low == first.high and second.low == second.high
    return difference > (0 if is_exact else max(error, _LEAST_DIFFERENCE))


async def show_hint(request: Request) -> Response:
    """Describe a good plan to the player to move, at a table that allows hints."""
    client = client_of(request)
    if client.seat is None or not (CAN_REVIEW and client.table.kept.customs.hints):
        raise HTTPException(403)
    if client.is_stale(request.query_params):
        return client.refuse("refused.stale")
    view = client.table.game.view(client.seat)
    if not (view.legal_moves and PREPARATION.is_ready):
        key, seconds = ("bot.wait", SECONDS) if view.legal_moves else ("refused.none", 0)
        return JSONResponse({"words": client.phrases.say(key, seconds=seconds)})
    arguments = (_hint, view, client.table.names, client.phrases.language)
    run = request.app.state.reviews.hints.run
    plans, why = await run(client.address, request.is_disconnected, *arguments)
    best = plans[0]
    chances = f"{100 * best.chances.value:.0f}"
    words = client.phrases.say("table.hinted", plan=best.words, chances=chances)
    return JSONResponse({"words": f"{words} {why}".rstrip(), "targets": best.targets})


_PAGES: dict[str, Callable[..., Awaitable[Response]]] = {
    "": show_review,
    "/question": partial(_drawn, show_question),
    "/words": partial(_drawn, describe_attempt),
    "/answer": answer_question,
}
ROUTES = [
    *routes_of([(f"/review{end}", function, "GET") for end, function in _PAGES.items()]),
    Route("/table/{id}/hint", show_hint),
]
