"""The application: its routes, and the server that runs it."""

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
from livingstone.web import actions, pages, replaying
from livingstone.web.driving import Driver
from livingstone.web.protection import Protection
from livingstone.web.settings import Settings
from livingstone.web.store import Store
from livingstone.web.tables import GoneError, Tables
from livingstone.web.thinking import Thinkers

__all__ = ["create_app", "serve"]

_SECONDS_TO_STOP = 2
"""How long streams may go on when the server is asked to stop."""


def create_app(settings: Settings) -> Starlette:
    """Make the application, for any server that speaks ASGI, in one process.

    Raises `StoreError` if the file of games cannot be used, `DataError` for a bad board or cards.
    """
    store = Store(settings.database, syncs=settings.syncs)
    tables = Tables(store, settings.edition)
    driver = Driver(tables, Thinkers(settings.workers, settings.bot_seconds), settings.bot_pause)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await driver.close()
        store.close()

    app = Starlette(
        routes=_ROUTES,
        lifespan=lifespan,
        middleware=[
            Middleware(
                Protection,
                rate=settings.requests_per_second,
                most_streams=settings.most_streams,
            ),
            Middleware(TrustedHostMiddleware, allowed_hosts=[*settings.names]),
        ],
        exception_handlers={HTTPException: _tell, ls.LivingstoneError: _tell},
    )
    app.state.settings, app.state.tables, app.state.driver = settings, tables, driver
    return app


def serve(
    settings: Settings, host: str, port: int, *, tell: Callable[[str], object] = print
) -> None:
    """Run the server until it is asked to stop, such as by Ctrl+C.

    It listens at `host`, a name or an IP address, and `port`, 0 for any free one. When it listens,
    `tell` is called with its URL. Requests are not logged, since links hold the tokens of seats.

    Raises `StoreError` as `create_app` does, `ArgumentError` for an address that cannot be used.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        socket.getaddrinfo(host, port, family)  # refuses what is no name of a host
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
    """Find where others reach a server that listens at every address; else that is its host."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104
        return host
    elsewhere = "192.0.2.1" if family == socket.AF_INET else "2001:db8::1"
    with socket.socket(family, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect((elsewhere, 9))  # sends nothing
        return str(probe.getsockname()[0])
    return "localhost"


async def _tell(request: Request, error: Exception) -> Response:
    """Answer an error with a page."""
    if isinstance(error, HTTPException):
        return pages.error_page(request, error.status_code)
    return pages.error_page(request, 410 if isinstance(error, GoneError) else 503)


async def _stylesheet(_: Request) -> Response:
    headers = {"cache-control": "max-age=3600"}
    return Response(ls.svg.stylesheet(), media_type="text/css", headers=headers)


_ROUTES = [
    Route("/", pages.lobby),
    Route("/tables", pages.begin, methods=["POST"]),
    Route("/table/{id}", pages.table_page),
    Route("/table/{id}/stream", actions.listen),
    Route("/table/{id}/words", actions.preview),
    Route("/table/{id}/do/{deed}", actions.act, methods=["POST"]),
    Route("/table/{id}/rematch", pages.rematch, methods=["POST"]),
    Route("/table/{id}/sit/{token}", pages.sit_down, methods=["GET", "POST"]),
    Route("/table/{id}/record", replaying.table_record),
    Route("/table/{id}/replay", replaying.table_replay),
    Route("/records", replaying.add_record, methods=["POST"]),
    Route("/record/{id}", replaying.record_replay),
    Route("/record/{id}/file", replaying.record_file),
    Route("/pictures.css", _stylesheet),
    Mount("/static", StaticFiles(packages=[("livingstone.web", "static")])),
]
