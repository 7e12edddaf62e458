"""The shell around the application: limits, origins, headers, the log, and the root path.

`Protection` is the middleware; a `Connection` is closed if its client takes too long.
"""

import asyncio
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, MutableMapping
from contextlib import ExitStack
from ipaddress import ip_address, ip_network
from math import inf
from typing import Any, ClassVar
from urllib.parse import quote

import h11
from attrs import define, field
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from livingstone.web.budgets import Amounts, Budgets, FullError
from livingstone.web.logs import LOG
from livingstone.web.settings import Settings
from livingstone.web.streams import wait_until_gone
from livingstone.web.turns import LoopTurns

_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
SECONDS = 20.0
"""How long a client may take to send a whole request, or to read an answer."""
_BESIDE_STREAMS = 100
"""The connections that an address may have besides its streams."""
_MOST_WAITING = 100
"""The most requests of an address that wait for an answer."""
_LONGEST_BODY = 4_000
"""The most bytes of a request's body; the route refuses a longer one."""
_LONGEST_UPLOAD = 600_000
"""The most bytes of a request that uploads a record."""
_LONGEST_QUERY = 4_000
"""The most bytes of the query in an address, after `?`."""
_MOST_FIELDS = 100
"""The most fields of a query."""
_LONGEST_HEAD = 16_000
"""The most bytes of the head of a request, and of the lines after a body in chunks."""
_PIECE = 4_000
"""The bytes that `h11` gets at once; it only refuses a long head that is not complete yet."""
_MOST_CHUNKS = 500
"""The most chunks of a body whose length is not told before; clients send kilobytes in each."""
_DIGITS = 18
"""The most digits that are read of a length; they are enough to tell that it is too large."""
_UPLOADS = 4_000_000, 32_000_000
"""The most bytes of requests that are not carried out yet: of an address, and in all."""
_SECONDS_TO_ANSWER = 2.0
"""Seconds after which a client may come back if too much waits; answers take less time."""
_SECONDS_TO_LEAVE = 30.0
"""Seconds after which a client may come back if there are too many streams."""


_FILES = ("/pictures.css", "/manifest.webmanifest", "/worker.js")
"""The files of pages that are not in `/static/`."""


def _is_free(path: str) -> bool:
    """Return whether a path is a file that pages need; such files are always served."""
    return path.startswith("/static/") or path in _FILES


def is_of_api(path: str) -> bool:
    """Return whether a path, without the root path, belongs to the API."""
    return path.startswith("/api/")


def address_of(scope: MutableMapping[str, Any]) -> str:
    """Return the IP address of a client; for IPv6, its network of 64 bits."""
    host = (scope.get("client") or ("",))[0]
    try:
        ip = ip_address(host)
    except ValueError:
        return str(host)
    return str(ip if ip.version == 4 else ip.ipv4_mapped or ip_network((int(ip) >> 64 << 64, 64)))


def told_length(headers: Headers) -> int:
    """Return the length that a request declares, as far as its first digits; 0 without one."""
    told = headers.get("content-length", "")
    return int(told[:_DIGITS]) if told.isdecimal() else 0


def _plain(_: Scope, status: int, sentence: str) -> ASGIApp:
    return PlainTextResponse(sentence, status)


class _GoneError(Exception):
    """The client has broken off before its request was complete."""


@define(eq=False, kw_only=True)
class Limits:
    """The budgets of addresses, and the amounts that they hold."""

    budgets: Budgets
    turns: LoopTurns
    streams: Amounts
    waiting: Amounts = field(factory=lambda: Amounts(_MOST_WAITING, inf), init=False)
    """Requests that are not answered yet."""
    uploads: Amounts = field(factory=lambda: Amounts(*_UPLOADS, kept=_UPLOADS[1] / 4), init=False)
    """Bytes of requests that are not answered yet."""

    @classmethod
    def of(cls, share: float, most_streams: int, most_streams_in_all: float = inf) -> "Limits":
        """Make the limits of a server with these settings."""
        budgets = Budgets(share)
        kept = most_streams_in_all / 10 if most_streams_in_all < inf else 0.0
        streams = Amounts(most_streams, most_streams_in_all, kept)
        return cls(budgets=budgets, turns=LoopTurns(budgets.pay), streams=streams)


@define(eq=False)
class Protection:
    """The middleware in front of the application."""

    app: ASGIApp
    limits: Limits
    root_path: str = ""
    """The path before all addresses; a proxy may remove it from requests, or pass it on."""
    answer: Callable[[Scope, int, str], ASGIApp] = _plain
    """Makes the answer to a refused request, from a status and a sentence."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on when it is its turn, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = time.monotonic()
        root = self.root_path
        path = re.sub(f"^{root}(?=/|$)", "", scope["path"]) or "/"
        scope.update(path=root + path, root_path=root)
        scope.setdefault("state", {})

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_file = path.startswith("/static/")
                if message["status"] in (429, 503):
                    headers.setdefault("retry-after", "5")
                headers.setdefault("cache-control", "no-cache" if is_file else "no-store")
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                reason = scope["state"].get("reason", "")
                _log(scope, path, message["status"], begun, reason)
            await send(message)

        try:
            await self._pass_on(scope, receive, send_on, path)
        except Exception as error:
            _log(scope, path, 500, begun, repr(error))
            raise

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send, path: str) -> None:
        """Read a request, and pass it on unless a limit is reached."""
        address = address_of(scope)
        limits = self.limits
        with ExitStack() as held:
            try:
                self._check(scope, path, address)
                if path.endswith("/stream"):
                    streams = limits.streams.held(address, "streams", _SECONDS_TO_LEAVE)
                    held.enter_context(streams)
                else:
                    waiting = limits.waiting.held(address, "requests", _SECONDS_TO_ANSWER)
                    held.enter_context(waiting)
                body = await self._body_of(scope, receive, path, address, held)
            except _GoneError:
                return
            except (_RefusedError, FullError) as refused:
                refusal = self._refuse(scope, receive, send, refused)
                await limits.turns.run(address, refusal, is_free=_is_free(path))
                return
            client = _Client(receive, body)
            held.callback(client.gone.cancel)
            work = self._carry_out(scope, client, send, path)
            await limits.turns.run(address, work, is_free=_is_free(path))

    def _check(self, scope: Scope, path: str, address: str) -> None:
        """Raise an error for an address without time left, a long query, and a foreign form."""
        self._check_time(path, address)
        query: bytes = scope.get("query_string", b"")
        if len(query) > _LONGEST_QUERY or query.count(b"&") >= _MOST_FIELDS:
            raise _RefusedError(414, "the address is too long")
        if is_of_api(path):  # no browser sends a token by itself
            return
        headers = Headers(scope=scope)  # browsers send the origin of a form
        origins = [f"{scheme}://{headers.get('host', '')}" for scheme in ("http", "https")]
        if scope["method"] not in ("GET", "HEAD") and headers.get("origin") not in origins:
            raise _RefusedError(403, "not from a page of this server")

    def _check_time(self, path: str, address: str) -> None:
        """Raise `FullError` for an address without time left."""
        seconds = 0 if _is_free(path) else self.limits.budgets.seconds_until_free(address)
        if seconds:
            raise FullError(f"too many requests: come back in {seconds} s", seconds)

    async def _body_of(
        self, scope: Scope, receive: Receive, path: str, address: str, held: ExitStack
    ) -> bytes:
        """Read the body of a request; its bytes count until `held` closes.

        Reading stops when the body is too long: whoever reads the form refuses it by its length.
        """
        most = _LONGEST_UPLOAD if path == "/records" else _LONGEST_BODY
        if scope["method"] in ("GET", "HEAD") or told_length(Headers(scope=scope)) > most:
            return b""
        parts = list[bytes]()
        size = 0
        while size <= most:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise _GoneError
            part = message.get("body", b"")[: most + 1 - size]
            self.limits.uploads.take(address, len(part), "uploads", _SECONDS_TO_ANSWER)
            held.callback(self.limits.uploads.give_back, address, len(part))
            parts.append(part)
            size += len(part)
            if not message.get("more_body"):
                break
        return b"".join(parts)

    async def _carry_out(self, scope: Scope, client: "_Client", send: Send, path: str) -> None:
        """Let the application answer, unless the client has gone or its time is used up."""
        if client.gone.done():
            return
        try:
            self._check_time(path, address_of(scope))
        except FullError as full:
            await self._refuse(scope, client.receive, send, full)
            return
        await self.app(scope, client.receive, send)

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, error: "_RefusedError | FullError"
    ) -> None:
        refused = _refusal_of(error) if isinstance(error, FullError) else error

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if refused.seconds:
                    headers["retry-after"] = str(refused.seconds)
                if scope["method"] not in ("GET", "HEAD"):
                    headers["connection"] = "close"  # the rest of its body is not read
            await send(message)

        answer = self.answer(scope, refused.status, refused.sentence)
        await answer(scope, receive, send_on)


class _RefusedError(Exception):
    """A request is refused before it comes to its route."""

    def __init__(self, status: int, sentence: str, seconds: int = 0) -> None:
        """Store the status, a sentence, and the seconds after which it may be sent again."""
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.seconds = seconds


def _refusal_of(full: FullError) -> _RefusedError:
    return _RefusedError(429, str(full), full.seconds)


class _Client:
    """A client whose request is read, and who waits for the answer."""

    def __init__(self, receive: Receive, body: bytes) -> None:
        """Begin to watch whether the client goes away."""
        self._messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        self.gone = asyncio.create_task(wait_until_gone(receive))

    async def receive(self) -> Message:
        """Return the request; at the next call, wait until the client has gone, and return that."""
        if self._messages:
            return self._messages.pop()
        await asyncio.shield(self.gone)
        return {"type": "http.disconnect"}


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
    LOG.log(level, "%s", " ".join(map(str, filter(None, words))))


class _Parser(h11.Connection):
    """Reads requests, but none whose body comes in too many chunks, each of which takes time."""

    _chunks = 0

    def next_event(self) -> Any:
        """Return what comes next."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._chunks = 0
        elif isinstance(event, h11.Data) and event.chunk_start:
            self._chunks += 1
            if self._chunks > _MOST_CHUNKS:
                raise h11.RemoteProtocolError("too many chunks")
        return event


class Connection(H11Protocol):
    """A connection that is closed if its client lets the server wait.

    If an address, or all together, have too many connections, the one that has waited the longest
    is closed. An address pays for the time in which its requests are read; if it owes too much, its
    connections are closed without an answer.
    """

    settings: ClassVar[Settings]
    budgets: ClassVar[Budgets]
    timer: asyncio.TimerHandle | None = None
    """The timer that runs while the server waits for the client."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Close a connection, perhaps this one, if there are too many."""
        super().connection_made(transport)
        self.timer = self.loop.call_later(SECONDS, transport.abort)
        self.conn = _Parser(h11.SERVER, _LONGEST_HEAD)
        self.address = address_of({"client": self.client})
        host = (self.client or ("",))[0]
        self.is_proxy = any(ip_address(host) in network for network in self.settings.proxies)
        known = (
            connection for connection in self.connections if isinstance(connection, Connection)
        )
        open_ones = [connection for connection in known if not connection.transport.is_closing()]
        counts = Counter(connection.address for connection in open_ones)
        address = self.address
        if self.is_proxy or counts[address] <= self.settings.most_streams + _BESIDE_STREAMS:
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

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer, which would keep the connection in memory."""
        super().connection_lost(exc)
        if self.timer is not None:
            self.timer.cancel()

    def _watch(self) -> None:
        """Start the client's timer, and stop it while the client waits for the server."""
        is_whole = self.conn.their_state in (h11.DONE, h11.MUST_CLOSE)
        if is_whole and not self.cycle.response_complete:
            if self.timer is not None:
                self.timer.cancel()
            self.timer = None
        elif self.timer is None:
            self.timer = self.loop.call_later(SECONDS, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request; the address pays for that, unless it is a proxy's."""
        if not self.is_proxy and self.budgets.owes_too_much(self.address):
            self.transport.abort()
            return
        begun = time.monotonic()
        for start in range(0, len(data), _PIECE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + _PIECE])
        if not self.is_proxy:
            self.budgets.pay(self.address, time.monotonic() - begun)
        self._watch()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP; if an answer has begun, only close the connection."""
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.abort()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()
