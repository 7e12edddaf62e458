"""The application with its routes, and the server that runs it."""

import asyncio
import contextlib
import errno
import gc
import http.client
import json
import logging
import multiprocessing
import re
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

import livingstone as ls
from livingstone.web import lobby, pages, replays, review_pages, table_actions
from livingstone.web.api.problems import problem_of_error, problem_of_status, seconds_header
from livingstone.web.api.routes import ROUTES as API_ROUTES
from livingstone.web.api.routes import warm_up
from livingstone.web.bots import BotPool, BotTurns
from livingstone.web.client_view import compile_pages
from livingstone.web.deeds import DeniedError
from livingstone.web.game_store import BusyError, GameStore, StoreError
from livingstone.web.live_tables import SECONDS_UNTIL_ROOM, DamagedError, GoneError, Tables
from livingstone.web.logs import set_up_logs
from livingstone.web.preparation import PREPARATION
from livingstone.web.protection import Connection, Limits, Protection, is_of_api
from livingstone.web.requests import changing, phrases_of
from livingstone.web.settings import LOCAL_NAMES, Settings
from livingstone.web.watching import Visits
from livingstone.web.working import DRAWERS

_NAME = "livingstone"
"""The name of this server in its answer to `/health`."""
_SECONDS_TO_ANSWER = 1.0
_LONGEST_ANSWER = 1_000


def _static() -> StaticFiles:
    if isinstance(files("livingstone.web"), Path):
        return StaticFiles(packages=[("livingstone.web", "static")])
    raise ls.LivingstoneError("the browser game does not run from a zip file: install the wheel")


def create_app(settings: Settings) -> Starlette:
    """Make the application for an ASGI server, which must run it in one process.

    Raises `StoreError` if the file of games cannot be used, `DataError` for a bad board or cards.
    """
    static = Mount("/static", _static())
    store = GameStore(settings.database, syncs=settings.syncs)
    tables = Tables(store, settings.edition, settings.most_tables)
    pool = BotPool(settings.workers, settings.bot_seconds, settings.strengths)
    streams = settings.most_streams
    limits = Limits.of(settings.share, streams, _TIMES_IN_ALL * streams)
    bot_turns = BotTurns(tables, pool, limits.turns)
    reviews = review_pages.Reviews(store)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(job) for job in _jobs(settings, tables, limits)]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await bot_turns.close()
        reviews.close()
        DRAWERS.close()
        store.close()

    app = Starlette(
        routes=[*map(_loading, _ROUTES), static],
        lifespan=lifespan,
        middleware=_middleware(settings, limits),
        exception_handlers=dict.fromkeys(_ERRORS, _error_page),
    )
    app.state.settings = settings
    app.state.limits = limits
    app.state.tables = tables
    app.state.bot_turns = bot_turns
    app.state.visits = Visits(bot_turns)
    app.state.reviews = reviews
    app.state.answers = {}
    app.state.description = ""
    app.state.describing = asyncio.Lock()
    app.state.pictures = {}
    return app


def _jobs(
    settings: Settings, tables: Tables, limits: Limits
) -> Iterator[Coroutine[Any, Any, object]]:
    """Yield what runs beside the requests."""
    yield _prune(tables, settings)
    yield _prepare(tables)
    yield collect_garbage(limits)
    yield DRAWERS.run("server", None, replays.replay_of.cache_clear)  # imports what it needs
    yield asyncio.to_thread(compile_pages)
    yield asyncio.to_thread(warm_up, tables.editions["printed"])


def _middleware(settings: Settings, limits: Limits) -> list[Middleware]:
    """List the middleware that each request passes before its route, in this order."""
    elsewhere = Middleware(
        CORSMiddleware,
        allow_origins=settings.origins,
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=["authorization", "content-type", "if-none-match", "last-event-id"],
        expose_headers=["etag", "location", "retry-after"],
    )
    protection = Middleware(
        Protection,
        limits=limits,
        root_path=settings.root_path,
        answer=_refusal,
    )
    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=[*settings.names, *LOCAL_NAMES])
    compression = Middleware(GZipMiddleware, compresslevel=6)  # leaves streams of events alone
    inner = [protection, hosts, compression]
    return [elsewhere, *inner] if settings.origins else inner


async def _prune(tables: Tables, settings: Settings) -> None:
    """Delete tables that nobody has touched for long, every ten minutes.

    If there was no room for a new table, it deletes after a minute.
    """
    while True:
        tables.is_full.clear()
        with contextlib.suppress(StoreError):
            await tables.prune(settings.keep_days, settings.most_tables)
        await asyncio.sleep(SECONDS_UNTIL_ROOM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(tables.is_full.wait(), 600 - SECONDS_UNTIL_ROOM)


async def collect_garbage(limits: Limits) -> None:
    """Collect garbage in cycles when nobody has a page open, or after some hours at the latest.

    Python would do so whenever some tables were loaded, and stop the server for 0.2 s each time.
    """
    since = 0.0
    while True:
        await asyncio.sleep(_SECONDS_OF_GARBAGE)
        since += _SECONDS_OF_GARBAGE
        if not limits.streams.total or since >= _MOST_SECONDS_OF_GARBAGE:
            gc.collect()
            since = 0.0


async def _prepare(tables: Tables) -> None:
    """Compile what bots and reviews need, then update the pages of all tables in memory."""
    await PREPARATION.run()
    for table in tables.live.values():
        table.notify()


class _Server(uvicorn.Server):
    """A server that shuts down within a second, and does not log cancelled streams."""

    def handle_exit(self, *_: object) -> None:
        self.should_exit = True
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)


def serve(
    settings: Settings, host: str, port: int, *, tell: Callable[[str], object] = print
) -> None:
    """Run the server until it is stopped by Ctrl-C or SIGTERM.

    `host` is a name or an IP address, `port` 0 for any free one. When the server listens, it calls
    `tell` with its URL. It logs its failures, and with `logs` all requests, to standard error.

    Raises `StoreError` as `create_app` does, `ArgumentError` for an address that cannot be used.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        socket.getaddrinfo(host, port, family)  # refuses a malformed name
        listening = socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, OverflowError, TypeError, ValueError) as error:
        reason = _told_of_port(host, port) if _is_in_use(error) else str(error)
        raise ls.ArgumentError(f"cannot listen at {host}, port {port}: {reason}") from None
    set_up_logs(requests=settings.logs)
    with listening, contextlib.suppress(KeyboardInterrupt):
        address = own_address(host, family)
        address_in_url = f"[{address}]" if ":" in address else address
        port = listening.getsockname()[1]
        url = f"http://{address_in_url}:{port}{settings.root_path}/"
        app = create_app(settings)
        app.state.tables.store.sign(url)
        limits = {"settings": settings, "budgets": app.state.limits.budgets}
        config = uvicorn.Config(
            app,
            http=type("LimitedConnection", (Connection,), limits),
            ws="none",
            access_log=False,
            log_level="error",
            backlog=100,
            timeout_graceful_shutdown=0,
            server_header=False,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=[*map(str, settings.proxies)],
        )
        server = _Server(config)
        gc.freeze()  # collecting what is imported would stop the server for 30 ms
        gc.set_threshold(*gc.get_threshold()[:2], _NEVER)  # `collect_garbage` does it
        tell(url)
        server.run(sockets=[listening])
    for process in multiprocessing.active_children():
        process.kill()


def _is_in_use(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno == errno.EADDRINUSE


def _told_of_port(host: str, port: int) -> str:
    """Say what uses a port: a server of Livingstone, or another program."""
    address = host if host not in ("0.0.0.0", "::") else "localhost"  # noqa: S104
    asking = http.client.HTTPConnection(address, port, timeout=_SECONDS_TO_ANSWER)
    try:
        with contextlib.closing(asking):
            asking.request("GET", "/health", headers={"host": "localhost"})
            is_own = json.loads(asking.getresponse().read(_LONGEST_ANSWER))["server"] == _NAME
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        is_own = False
    who = "another Livingstone server" if is_own else "another program"
    return f"{who} uses this port; choose another one (--port, 0 for any free one)"


def own_address(host: str, family: socket.AddressFamily) -> str:
    """Return the host of the URL; if the server listens at all addresses, one of this machine."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104
        return host
    elsewhere = "192.0.2.1" if family == socket.AF_INET else "2001:db8::1"
    with socket.socket(family, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect((elsewhere, 9))  # sends nothing
        return str(probe.getsockname()[0])
    return "localhost"


def _loading(route: Route) -> Route:
    """Make a route of a table load the table first, in slices."""
    if not re.search("/tables?/{id}", route.path):
        return route
    answer = route.endpoint

    async def endpoint(request: Request) -> Response:
        await request.app.state.tables.load(request.path_params["id"])
        answered: Response = await answer(request)
        return answered

    return Route(route.path, endpoint, methods=[*(route.methods or ())])


_SECONDS_OF_GARBAGE = 600.0
"""Seconds between two checks whether garbage can be collected."""
_MOST_SECONDS_OF_GARBAGE = 6 * 3600.0
_NEVER = 1_000_000_000
"""The number of collections of newer objects before Python collects all: in effect never."""
_TIMES_IN_ALL = 50
"""All addresses together may have so many times the streams of one address."""
_ERRORS = (HTTPException, ls.LivingstoneError, ClientDisconnect)
_STATUSES = {GoneError: 410, DamagedError: 500, ClientDisconnect: 400}


def _refusal(scope: Scope, status: int, sentence: str) -> ASGIApp:
    """Answer a request that is refused before it comes to its route."""
    if is_of_api(scope["path"].removeprefix(scope["root_path"])):
        return problem_of_status(phrases_of(Request(scope)), status)
    return PlainTextResponse(sentence, status)


async def _error_page(request: Request, error: Exception) -> Response:
    """Answer with a page that says what is wrong, or as the API does; the log has the reason."""
    if is_of_api(request.scope["path"].removeprefix(request.app.state.settings.root_path)):
        return problem_of_error(request, error)
    if isinstance(error, HTTPException):
        answer = pages.error_page(request, error.status_code)
        answer.headers.update(error.headers or {})
        return answer
    if isinstance(error, DeniedError):
        request.state.reason = error.reason
        answer = pages.error_page(request, error.status, error.name)
        answer.headers.update(seconds_header(error.seconds))
        return answer
    request.state.reason = str(error)
    key = "busy" if isinstance(error, BusyError) else ""
    return pages.error_page(request, _STATUSES.get(type(error), 503), key)


async def _health(request: Request) -> Response:
    """Answer 200 if the server works and can read its file."""
    tables = request.app.state.tables.store.count_tables()
    return JSONResponse({"server": _NAME, "tables": tables})


async def _stylesheet(_: Request) -> Response:
    headers = {"cache-control": "max-age=3600"}
    return Response(ls.svg.stylesheet(), media_type="text/css", headers=headers)


async def _worker(_: Request) -> Response:
    """Answer with the service worker, whose scope is the folder that it is served from."""
    script = files("livingstone.web").joinpath("static/worker.js").read_text("utf-8")
    return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})


_ROUTES = [
    Route("/rules", pages.rules),
    Route("/health", _health),
    Route("/manifest.webmanifest", pages.manifest),
    Route("/worker.js", _worker),
    Route("/tables", changing(pages.begin_game), methods=["POST"]),
    Route("/learn", changing(pages.begin_lesson), methods=["POST"]),
    Route("/table/{id}", pages.table_page),
    Route("/table/{id}/stream", table_actions.listen),
    Route("/table/{id}/words", table_actions.preview),
    *lobby.ROUTES,
    *table_actions.ROUTES,
    Route("/table/{id}/rematch", changing(pages.rematch), methods=["POST"]),
    Route("/table/{id}/close", changing(pages.close), methods=["POST"]),
    Route("/table/{id}/sit", pages.ask_to_sit_down),
    Route("/table/{id}/sit", changing(pages.sit_down), methods=["POST"]),
    Route("/table/{id}/sit/stream", pages.listen_before_sitting),
    Route("/table/{id}/sit/{token}/stream", pages.listen_before_sitting),
    Route("/table/{id}/sit/{token}", pages.ask_to_sit_down),
    Route("/table/{id}/sit/{token}", changing(pages.sit_down), methods=["POST"]),
    *replays.ROUTES,
    *review_pages.ROUTES,
    *API_ROUTES,
    Route("/pictures.css", _stylesheet),
]
