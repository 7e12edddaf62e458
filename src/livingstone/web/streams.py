"""Answers that stay open: streams of server-sent events."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send


class EventStream(StreamingResponse):
    """An answer that sends events until they end or the client goes.

    The one of Starlette leaves circles of references behind, which would fill the memory: garbage
    in circles is seldom collected.
    """

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[str]) -> None:
        """Store the events."""
        super().__init__(events)
        self._events = events

    async def __call__(self, _: Scope, receive: Receive, send: Send) -> None:
        """Send the events; when this returns, their generator is closed."""
        sending = asyncio.create_task(self._send_all(send))
        leaving = asyncio.create_task(wait_until_gone(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            leaving.cancel()
            await asyncio.wait((sending, leaving))
        if not sending.cancelled():
            sending.result()

    async def _send_all(self, send: Send) -> None:
        head = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **head})
        async with aclosing(self._events) as events:
            async for event in events:
                body = event.encode()
                await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def wait_until_gone(receive: Receive) -> None:
    """Wait until a client has gone.

    A cancelled task keeps this frame. So no argument may lead to the task: such a circle would stay
    in memory until garbage is collected, which is seldom.
    """
    while (await receive())["type"] != "http.disconnect":
        pass
