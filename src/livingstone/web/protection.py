"""Around the application: limits, a check of origins, headers, the log, and the root path."""

import logging
import re
import time
from collections import Counter
from collections.abc import MutableMapping
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import quote

from attrs import define, field
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
_BURST = 8.0
"""An address can use the average rate of these seconds at once."""
_ADDRESSES = 10_000
"""With more addresses than this, those without a recent request are forgotten."""
LOG = logging.getLogger("livingstone.web")
"""A line for each answer at level `INFO`, or `ERROR` if the server fails (5xx); without tokens."""


def address_of(scope: MutableMapping[str, Any]) -> str:
    """Return the IP address of a client; for IPv6 the network of 64 bits that it has."""
    host = (scope.get("client") or ("",))[0]
    try:
        ip = ip_address(host)
    except ValueError:
        return str(host)
    return str(ip if ip.version == 4 else ip.ipv4_mapped or ip_network((int(ip) >> 64 << 64, 64)))


@define(eq=False)
class Protection:
    """The ASGI middleware in front of the application."""

    app: ASGIApp
    rate: float
    """Requests per second and address, on average."""
    most_streams: int
    """Streams per address at the same time."""
    root_path: str = ""
    """The path before all addresses; a proxy may remove it from requests, or pass it on."""
    _budgets: dict[str, tuple[float, float]] = field(factory=dict, init=False)
    _streams: Counter[str] = field(factory=Counter, init=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun, root = time.monotonic(), self.root_path
        path = re.sub(f"^{root}(?=/|$)", "", scope["path"]) or "/"
        scope.update(path=root + path, root_path=root)
        address, is_stream = address_of(scope), path.endswith("/stream")

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_file = path.startswith("/static/")
                headers.setdefault("cache-control", "no-cache" if is_file else "no-store")
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                reason = scope.get("state", {}).get("reason", "")
                _log(scope, path, message["status"], begun, reason)
            await send(message)

        answer = self._refusal(scope, address, is_stream) or self.app
        self._streams[address] += is_stream
        try:
            await answer(scope, receive, send_on)
        except Exception as error:
            _log(scope, path, 500, begun, repr(error))
            raise
        finally:
            self._streams[address] -= is_stream

    def _refusal(self, scope: Scope, address: str, is_stream: bool) -> ASGIApp | None:
        if not self._pay(address) or (is_stream and self._streams[address] >= self.most_streams):
            return PlainTextResponse("too many requests", 429, {"retry-after": "5"})
        if scope["method"] not in ("GET", "HEAD") and not _is_own(Headers(scope=scope)):
            return PlainTextResponse("not from a page of this server", 403)
        return None

    def _pay(self, address: str) -> bool:
        """Take a request from the budget of an address, which grows with time."""
        now = time.monotonic()
        left, then = self._budgets.get(address, (self.rate * _BURST, now))
        left = min(left + (now - then) * self.rate, self.rate * _BURST)
        if len(self._budgets) > _ADDRESSES:
            self._streams = +self._streams
            self._budgets = {who: it for who, it in self._budgets.items() if now - it[1] < _BURST}
        self._budgets[address] = (max(left - 1, 0), now)
        return left >= 1


def _log(scope: Scope, path: str, status: int, begun: float, reason: str) -> None:
    """Log an answer."""
    shown, took = quote(re.sub("/sit/.*", "/sit/...", path[:200])), time.monotonic() - begun
    words = address_of(scope), scope["method"], shown, status, f"{took:.3f} s", reason
    level = logging.ERROR if status >= 500 else logging.INFO
    LOG.log(level, " ".join(map(str, filter(None, words))))


def _is_own(headers: Headers) -> bool:
    """Return whether a page of this server sent a form; browsers send its origin."""
    host = headers.get("host", "")
    return headers.get("origin") in (f"http://{host}", f"https://{host}")
