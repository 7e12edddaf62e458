"""The routes of the API: each reads a request, lets its operation answer, or says what is wrong."""

import asyncio
import json
from collections.abc import Mapping
from functools import partial
from inspect import isawaitable

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

import livingstone as ls
from livingstone.web.api.calls import call_of
from livingstone.web.api.listing import OPERATIONS
from livingstone.web.api.openapi import description
from livingstone.web.api.operation import PREFIX, Operation
from livingstone.web.api.problems import problem_of_error, problem_of_refusal
from livingstone.web.settings import Settings


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


def _routes() -> list[Route]:
    by_path: dict[str, dict[str, Operation]] = {}
    for operation in OPERATIONS:
        by_path.setdefault(operation.path, {})[operation.method] = operation
    return [
        Route(f"{PREFIX}{path}", partial(_answer, operations), methods=[*operations])
        for path, operations in by_path.items()
    ]


ROUTES = [Route(f"{PREFIX}/openapi.json", _describe), *_routes()]
