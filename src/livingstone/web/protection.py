"""Protection of the whole application: limits, a check of origins, and security headers."""

import time
from collections import Counter

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


@define(eq=False)
class Protection:
    """The ASGI middleware in front of the application."""

    app: ASGIApp
    rate: float
    """Requests per second and address, on average."""
    most_streams: int
    """Streams per address at the same time."""
    _budgets: dict[str, tuple[float, float]] = field(factory=dict, init=False)
    _streams: Counter[str] = field(factory=Counter, init=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_file = scope["path"].startswith("/static/")
                headers.setdefault("cache-control", "no-cache" if is_file else "no-store")
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        address = (scope.get("client") or ("", 0))[0]
        is_stream = scope["path"].endswith("/stream")
        answer = self._refusal(scope, address, is_stream) or self.app
        self._streams[address] += is_stream
        try:
            await answer(scope, receive, send_with_headers)
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


def _is_own(headers: Headers) -> bool:
    """Return whether a page of this server sent a form; browsers send its origin."""
    host = headers.get("host", "")
    return headers.get("origin") in (f"http://{host}", f"https://{host}")
