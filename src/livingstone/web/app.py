"""The application with its routes, and the server that runs it."""

import contextlib
import socket
from collections.abc import AsyncIterator, Callable

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import livingstone as ls
from livingstone.web import actions, leaving, pages, replays, reviews
from livingstone.web.bot_pool import BotPool
from livingstone.web.bot_turns import BotTurns
from livingstone.web.protection import Protection
from livingstone.web.settings import Settings
from livingstone.web.store import Store
from livingstone.web.tables import GoneError, Tables

_SECONDS_TO_STOP = 2
"""Seconds for which streams stay open when the server stops."""


def create_app(settings: Settings) -> Starlette:
    """Make the application for an ASGI server, which must run it in one process.

    Raises `StoreError` if the file of games cannot be used, `DataError` for a bad board or cards.
    """
    store = Store(settings.database, syncs=settings.syncs)
    tables = Tables(store, settings.edition)
    pool = BotPool(settings.workers, settings.bot_seconds)
    bot_turns = BotTurns(tables, pool, settings.bot_pause)
    made = reviews.Reviews(tables)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await bot_turns.close()
        made.close()
        store.close()

    app = Starlette(
        routes=_ROUTES,
        lifespan=lifespan,
        middleware=[
            Middleware(
                Protection, rate=settings.requests_per_second, most_streams=settings.most_streams
            ),
            Middleware(TrustedHostMiddleware, allowed_hosts=[*settings.names]),
        ],
        exception_handlers={HTTPException: _error_page, ls.LivingstoneError: _error_page},
    )
    app.state.settings, app.state.tables, app.state.bot_turns = settings, tables, bot_turns
    app.state.reviews = made
    return app


def serve(
    settings: Settings, host: str, port: int, *, tell: Callable[[str], object] = print
) -> None:
    """Run the server until it is stopped, such as by Ctrl-C.

    `host` is a name or an IP address, `port` 0 for any free one. When the server listens, it calls
    `tell` with its URL. It does not log requests, since links contain the tokens of seats.

    Raises `StoreError` as `create_app` does, `ArgumentError` for an address that cannot be used.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        socket.getaddrinfo(host, port, family)  # refuses a malformed name
        listening = socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, OverflowError, TypeError, ValueError) as error:
        raise ls.ArgumentError(f"cannot listen at {host}, port {port}: {error}") from None
    with listening, contextlib.suppress(KeyboardInterrupt):
        config = uvicorn.Config(
            create_app(settings),
            access_log=False,
            log_level="warning",
            timeout_graceful_shutdown=_SECONDS_TO_STOP,
            server_header=False,
        )
        own = _own_address(host, family)
        shown, port = f"[{own}]" if ":" in own else own, listening.getsockname()[1]
        tell(f"http://{shown}:{port}/")
        uvicorn.Server(config).run(sockets=[listening])


def _own_address(host: str, family: socket.AddressFamily) -> str:
    """Return this machine's address for a server that listens at all of them, or else its host."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104
        return host
    elsewhere = "192.0.2.1" if family == socket.AF_INET else "2001:db8::1"
    with socket.socket(family, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect((elsewhere, 9))  # sends nothing
        return str(probe.getsockname()[0])
    return "localhost"


async def _error_page(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        return pages.error_page(request, error.status_code)
    return pages.error_page(request, 410 if isinstance(error, GoneError) else 503)


async def _stylesheet(_: Request) -> Response:
    headers = {"cache-control": "max-age=3600"}
    return Response(ls.svg.stylesheet(), media_type="text/css", headers=headers)


_ROUTES = [
    Route("/", pages.lobby),
    Route("/rules", pages.rules),
    Route("/tables", pages.begin, methods=["POST"]),
    Route("/table/{id}", pages.table_page),
    Route("/table/{id}/stream", actions.listen),
    Route("/table/{id}/words", actions.preview),
    *leaving.ROUTES,
    Route("/table/{id}/do/{action}", actions.act, methods=["POST"]),
    Route("/table/{id}/rematch", pages.rematch, methods=["POST"]),
    Route("/table/{id}/close", pages.close, methods=["POST"]),
    Route("/table/{id}/sit/{token}", pages.sit_down, methods=["GET", "POST"]),
    Route("/table/{id}/record", replays.table_record),
    Route("/table/{id}/replay", replays.table_replay),
    Route("/table/{id}/review", reviews.table_review),
    Route("/table/{id}/hint", reviews.table_hint),
    Route("/records", replays.add_record, methods=["POST"]),
    Route("/record/{id}", replays.record_replay),
    Route("/record/{id}/file", replays.record_file),
    Route("/pictures.css", _stylesheet),
    Mount("/static", StaticFiles(packages=[("livingstone.web", "static")])),
]
