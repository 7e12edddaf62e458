"""Connections with limits: of the time that clients take, and of their number."""

import asyncio
from collections import Counter
from ipaddress import ip_address
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from livingstone.web.protection import address_of
from livingstone.web.settings import Settings

_SECONDS = 20.0
"""How long a client may take to send a whole request, or to read an answer."""
_BESIDE_STREAMS = 100
"""The connections that an address may have besides its streams."""


class Connection(H11Protocol):
    """A connection that is closed if its client lets the server wait.

    With too many of an address, or in all, the one that has waited the longest is closed.
    """

    settings: ClassVar[Settings]
    timer: asyncio.TimerHandle | None = None
    """It runs while the client is to act."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Close a connection if there are too many."""
        super().connection_made(transport)
        self.timer = self.loop.call_later(_SECONDS, transport.abort)
        self.address = address_of({"client": self.client})
        host = (self.client or ("",))[0]
        is_proxy = any(ip_address(host) in network for network in self.settings.proxies)
        open_ones = [it for it in self.connections if isinstance(it, Connection)]
        open_ones = [it for it in open_ones if not it.transport.is_closing()]
        counts = Counter(it.address for it in open_ones)
        address = self.address
        if is_proxy or counts[address] <= self.settings.most_streams + _BESIDE_STREAMS:
            if len(open_ones) <= self.settings.most_connections:
                return
            address = max(counts, key=counts.__getitem__)
        own = [(it.timer.when(), it) for it in open_ones if it.address == address and it.timer]
        _, first = min(own, key=lambda one: one[0], default=(0.0, self))
        first.transport.abort()

    def _watch(self) -> None:
        """Measure the time of the client, but not while the server is to act."""
        is_whole = self.conn.their_state in (h11.DONE, h11.MUST_CLOSE)
        if is_whole and not self.cycle.response_complete:
            if self.timer is not None:
                self.timer.cancel()
            self.timer = None
        elif self.timer is None:
            self.timer = self.loop.call_later(_SECONDS, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()
