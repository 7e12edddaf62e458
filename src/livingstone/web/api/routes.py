"""The routes of the API: each reads a request, lets its operation answer, or says what is wrong."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from inspect import isawaitable

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

import livingstone as ls
from livingstone.web.api.calls import call_of, structured
from livingstone.web.api.listing import OPERATIONS
from livingstone.web.api.openapi import description
from livingstone.web.api.operation import PREFIX, Operation
from livingstone.web.api.problems import problem_of_error, problem_of_refusal
from livingstone.web.page_phrases import PAGE_LANGUAGES
from livingstone.web.settings import Settings

_MOVES = 20
"""The moves that are played to warm up; a game has more, on any board."""


async def _answer(operations: Mapping[str, Operation], request: Request) -> Response:
    """Answer a request; what changes a table is done when the file of games can be written."""
    operation = operations["GET" if request.method == "HEAD" else request.method]
    try:
        call = await call_of(request, queries=operation.queries, has_body=bool(operation.bodies))
        if operation.method == "GET":
            made = operation.answer(call)
        else:
            made = await call.tables.store.when_free(partial(operation.answer, call))
        answered: Response = await made if isawaitable(made) else made
    except ls.RefusedError as error:
        return problem_of_refusal(call.client(), error.reason)
    except (HTTPException, ls.LivingstoneError, ClientDisconnect) as error:
        return problem_of_error(request, error)
    return answered


async def _describe(request: Request) -> Response:
    """Answer with the description of the API, which a thread makes once: it takes 0.4 s."""
    state = request.app.state
    async with state.describing:
        if not state.description:
            state.description = await asyncio.to_thread(_description, state.settings)
    return Response(state.description, media_type="application/json")


def _description(settings: Settings) -> str:
    return json.dumps(description(settings))


def warm_up(edition: ls.Edition) -> None:
    """Read each kind of body and write documents in all languages, since the first times take long.

    It takes 0.2 s, in a thread, so that nobody waits for it.
    """
    for body in (body for operation in OPERATIONS for body in operation.bodies):
        with suppress(ls.DataError):
            structured({}, body)
    table = ls.Table(ls.new_game(edition.board.players.least, edition=edition, seed=1))
    for _ in range(_MOVES):
        table.play(ls.legal_moves(table.state)[-1])
    for language in PAGE_LANGUAGES:
        for seat in (None, table.state.current_player):
            ls.to_json(table.snapshot(seat, language=language))


def _routes() -> list[Route]:
    by_path: dict[str, dict[str, Operation]] = {}
    for operation in OPERATIONS:
        by_path.setdefault(operation.path, {})[operation.method] = operation
    return [
        Route(f"{PREFIX}{path}", partial(_answer, operations), methods=[*operations])
        for path, operations in by_path.items()
    ]


ROUTES = [Route(f"{PREFIX}/openapi.json", _describe), *_routes()]
