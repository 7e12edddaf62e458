"""Around the application: limits, a check of origins, headers, the log, and the root path.

`Protection` is the middleware; a `Connection` is closed if its client takes too long.
"""

import asyncio
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, MutableMapping
from functools import partial
from ipaddress import ip_address, ip_network
from typing import Any, ClassVar
from urllib.parse import quote

import h11
from attrs import define, field
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from livingstone.web.settings import Settings

_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
_BURST = 8.0
"""An address can use its share of these seconds at once."""
_LEAST = 0.025
"""The seconds that a request costs at least."""
_ADDRESSES = 10_000
"""With more addresses than this, those without a recent request are forgotten."""
SECONDS = 20.0
"""How long a client may take to send a whole request, or to read an answer."""
_BESIDE_STREAMS = 100
"""The connections that an address may have besides its streams."""
LOG = logging.getLogger("livingstone.web")
"""A line for each answer at level `INFO`, or `ERROR` if the server fails (5xx); without tokens."""
OPERATOR_LOG = LOG.getChild("told")
"""What the operator of the server should know; it is logged even if answers are not."""


def _is_free(path: str) -> bool:
    """Return whether a path is a file that pages need, so that a page is never shown bare."""
    return path.startswith("/static/") or path in ("/pictures.css", "/manifest.webmanifest")


def is_of_api(path: str) -> bool:
    """Return whether a path, without the root path, belongs to the API."""
    return path.startswith("/api/")


def address_of(scope: MutableMapping[str, Any]) -> str:
    """Return the IP address of a client; for IPv6 the network of 64 bits that it has."""
    host = (scope.get("client") or ("",))[0]
    try:
        ip = ip_address(host)
    except ValueError:
        return str(host)
    return str(ip if ip.version == 4 else ip.ipv4_mapped or ip_network((int(ip) >> 64 << 64, 64)))


def _plain(_: Scope, status: int, sentence: str) -> ASGIApp:
    return PlainTextResponse(sentence, status)


@define(eq=False)
class Protection:
    """The middleware in front of the application."""

    app: ASGIApp
    share: float
    """The seconds of work for an address in a second, on average."""
    most_streams: int
    """Streams per address at the same time."""
    root_path: str = ""
    """The path before all addresses; a proxy may remove it from requests, or pass it on."""
    answer: Callable[[Scope, int, str], ASGIApp] = _plain
    """Makes the answer to a request that is refused, of its status and a sentence."""
    budgets: dict[str, tuple[float, float]] = field(factory=dict, init=False)
    """By address, the seconds of work that are left, and when that was so."""
    _streams: Counter[str] = field(factory=Counter, init=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = time.monotonic()
        root = self.root_path
        path = re.sub(f"^{root}(?=/|$)", "", scope["path"]) or "/"
        scope.update(path=root + path, root_path=root)
        address = address_of(scope)
        is_stream = path.endswith("/stream")
        scope.setdefault("state", {})["pay"] = partial(self.pay, address)

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_file = path.startswith("/static/")
                if message["status"] == 429:
                    headers.setdefault("retry-after", "5")
                headers.setdefault("cache-control", "no-cache" if is_file else "no-store")
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                reason = scope.get("state", {}).get("reason", "")
                _log(scope, path, message["status"], begun, reason)
            await send(message)

        answer = self._refusal(scope, path, address, is_stream) or self.app
        self._streams[address] += is_stream
        try:
            await answer(scope, receive, send_on)
        except Exception as error:
            _log(scope, path, 500, begun, repr(error))
            raise
        finally:
            self._streams[address] -= is_stream

    def _refusal(self, scope: Scope, path: str, address: str, is_stream: bool) -> ASGIApp | None:
        is_paid = _is_free(path) or self.pay(address)
        if not is_paid or (is_stream and self._streams[address] >= self.most_streams):
            return self.answer(scope, 429, "too many requests")
        if is_of_api(path):  # no browser sends a token by itself
            return None
        headers = Headers(scope=scope)  # browsers send the origin of a form
        origins = [f"{scheme}://{headers.get('host', '')}" for scheme in ("http", "https")]
        if scope["method"] not in ("GET", "HEAD") and headers.get("origin") not in origins:
            return self.answer(scope, 403, "not from a page of this server")
        return None

    def pay(self, address: str, seconds: float = _LEAST) -> bool:
        """Take work from the budget of an address, which grows with time; False if it is empty."""
        now = time.monotonic()
        most = self.share * _BURST
        left, then = self.budgets.get(address, (most, now))
        left = min(left + (now - then) * self.share, most)
        if len(self.budgets) > _ADDRESSES:
            self._streams = +self._streams
            self.budgets = {
                who: budget for who, budget in self.budgets.items() if now - budget[1] < _BURST
            }
        has_budget = left > 0
        self.budgets[address] = (left - seconds if has_budget else left, now)
        return has_budget


def _log(scope: Scope, path: str, status: int, begun: float, reason: str) -> None:
    seconds = time.monotonic() - begun
    path_without_token = quote(re.sub("/sit/.*", "/sit/...", path[:200]))
    words = (
        address_of(scope),
        scope["method"],
        path_without_token,
        status,
        f"{seconds:.3f} s",
        reason,
    )
    level = logging.ERROR if status >= 500 else logging.INFO
    LOG.log(level, " ".join(map(str, filter(None, words))))


class Connection(H11Protocol):
    """A connection that is closed if its client lets the server wait.

    With too many of an address, or in all, the one that has waited the longest is closed.
    """

    settings: ClassVar[Settings]
    timer: asyncio.TimerHandle | None = None
    """It runs while the client is to act."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Close a connection, perhaps this one, if there are too many."""
        super().connection_made(transport)
        self.timer = self.loop.call_later(SECONDS, transport.abort)
        self.address = address_of({"client": self.client})
        host = (self.client or ("",))[0]
        is_proxy = any(ip_address(host) in network for network in self.settings.proxies)
        known = (
            connection for connection in self.connections if isinstance(connection, Connection)
        )
        open_ones = [connection for connection in known if not connection.transport.is_closing()]
        counts = Counter(connection.address for connection in open_ones)
        address = self.address
        if is_proxy or counts[address] <= self.settings.most_streams + _BESIDE_STREAMS:
            if len(open_ones) <= self.settings.most_connections:
                return
            address = max(counts, key=counts.__getitem__)
        waiting = [
            (connection.timer.when(), connection)
            for connection in open_ones
            if connection.address == address and connection.timer
        ]
        _, first = min(waiting, key=lambda one: one[0], default=(0.0, self))
        first.transport.abort()

    def _watch(self) -> None:
        """Measure the time of the client, but not while the server is to act."""
        is_whole = self.conn.their_state in (h11.DONE, h11.MUST_CLOSE)
        if is_whole and not self.cycle.response_complete:
            if self.timer is not None:
                self.timer.cancel()
            self.timer = None
        elif self.timer is None:
            self.timer = self.loop.call_later(SECONDS, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()
