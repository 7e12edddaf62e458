"""The lobby: the tables of the visitor and of others, which the page shows as they change."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable
from zlib import crc32

from attrs import define, field
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import livingstone as ls
from livingstone.web import deeds
from livingstone.web.client_view import macros_of
from livingstone.web.conditions import conditions_of
from livingstone.web.game_store import KeptTable, StoreError
from livingstone.web.live_tables import Tables
from livingstone.web.pages import CHOICES, MIDDLE, picture_for, shown_in_slices
from livingstone.web.protection import Limits, address_of
from livingstone.web.requests import phrases_of, root_of
from livingstone.web.settings import EASY
from livingstone.web.streams import EventStream
from livingstone.web.turns import let_others

_TABLES_LISTED = 50
_PARTS = ("own", "free", "running", "finished")
"""The lists of the page, each a macro of `lobby_tables.html`."""
_SECONDS_BETWEEN = 1.5
"""The least seconds between two looks at all tables."""
_SECONDS_OF_SILENCE = 2.0
"""After so long without a message, `alive` is sent."""
_ALIVE = "event: alive\ndata: lobby\n\n"
_ROWS_AT_ONCE = 25
"""The rows of a list that are made until others have their turn."""


@define(eq=False)
class Lobby:
    """The lobby as a visitor sees it; templates call it `lobby`."""

    tables: Tables
    visitor: str
    phrases: ls.edition.Phrases
    root: str
    limits: Limits
    address: str
    """The address of the visitor, which pays for what it is shown."""
    own_tables: list[tuple[KeptTable, list[int]]] = field(factory=list, init=False)
    """The visitor's tables with its seats; first those where it is to move."""
    others: list[KeptTable] = field(factory=list, init=False)
    """The other tables that everybody may see."""

    def look(self) -> None:
        """Find the tables."""
        store = self.tables.store
        own_tables = store.tables_of(self.visitor)
        listed = [*store.tables(False, _TABLES_LISTED), *store.tables(True, _TABLES_LISTED)]
        own_ids = {table.id for table, _ in own_tables}
        self.own_tables = sorted(own_tables, key=_place_in_lobby)
        self.others = [table for table in listed if table.id not in own_ids]

    def say(self, key: str, **values: object) -> str:
        """Return a phrase of the pages."""
        return self.phrases.say(key, **values)

    def conditions(self, table: KeptTable, seats: Iterable[int] = ()) -> list[str]:
        """List what is special about a table, for a visitor with these seats."""
        return conditions_of(self.tables, table, self.phrases, seats)

    def can_close(self, table: KeptTable, seats: list[int]) -> bool:
        """Return whether the visitor can delete a table of its own."""
        return deeds.can_close(self.tables.store.now(), table, seats)

    @property
    def title(self) -> str:
        """The title of the page, which says whether the visitor is to move somewhere."""
        is_turn = any(
            not table.progress.is_over and table.progress.mover in seats
            for table, seats in self.own_tables
        )
        return self.say("title.turn" if is_turn else "title.game")

    async def parts(self) -> dict[str, str]:
        """Return the lists of the page; others have their turn meanwhile."""
        macros = macros_of("lobby_tables.html")
        own = list[str]()
        for begin in range(0, len(self.own_tables), _ROWS_AT_ONCE):
            own.append(str(macros["own"](self, self.own_tables[begin : begin + _ROWS_AT_ONCE])))
            await let_others()
        parts = {"own": "".join(own)}
        for name in _PARTS[1:]:
            parts[name] = str(macros[name](self))
            await let_others()
        return parts

    async def _look_again(self) -> dict[str, str]:
        """Find the tables, and return the lists of the page."""
        self.look()
        await let_others()
        return await self.parts()

    async def messages(self, known: str) -> AsyncGenerator[str]:
        """Yield the lists that have changed, as events, unless the page has a known state."""
        wake = asyncio.Event()
        self.tables.on_any_change.add(wake.set)
        sent = dict[str, str]()
        wake.set()
        try:
            while True:
                if wake.is_set():
                    wake.clear()
                    parts = await self.limits.turns.run(self.address, self._look_again())
                    changed = {name: text for name, text in parts.items() if sent.get(name) != text}
                    is_known = not sent and state_of(parts) == known
                    sent = parts
                    if changed and not is_known:
                        data = {"title": self.title, "parts": changed}
                        yield f"data: {json.dumps(data)}\n\n"
                    await asyncio.sleep(_SECONDS_BETWEEN)
                    while seconds := self.limits.budgets.seconds_until_free(self.address):
                        yield _ALIVE
                        await asyncio.sleep(min(seconds, _SECONDS_OF_SILENCE))
                try:
                    async with asyncio.timeout(_SECONDS_OF_SILENCE):
                        await wake.wait()
                except TimeoutError:
                    yield _ALIVE
        except StoreError:
            yield _ALIVE  # the page asks again
        finally:
            self.tables.on_any_change.discard(wake.set)


def state_of(parts: dict[str, str]) -> str:
    """Return a checksum of the lists of a page."""
    return f"{crc32(''.join(parts.values()).encode()):08x}"


def _place_in_lobby(table_and_seats: tuple[KeptTable, list[int]]) -> tuple[bool, bool]:
    """Sort a visitor's tables: first those where it is to move, last those that have ended."""
    table, seats = table_and_seats
    return table.progress.is_over, table.progress.mover not in seats


def _lobby_of(request: Request) -> Lobby:
    return Lobby(
        request.app.state.tables,
        request.cookies.get("visitor", ""),
        phrases_of(request),
        root_of(request),
        request.app.state.limits,
        address_of(request.scope),
    )


async def show(request: Request) -> Response:
    """Show the lobby: the visitor's tables first, then those that everybody may watch."""
    settings = request.app.state.settings
    lobby = _lobby_of(request)
    lobby.look()
    last_names = (table.seats[seats[0]].name for table, seats in lobby.own_tables if table.seats)
    edition = lobby.tables.editions["printed"]
    language = lobby.phrases.language
    picture = await picture_for(request, language, MIDDLE)
    parts = await lobby.parts()
    return await shown_in_slices(
        request,
        "lobby.html",
        settings=settings,
        choices=CHOICES,
        names=deeds.NAMES,
        last_name=next(last_names, ""),
        easy=next(name for name in EASY if name in settings.offered),
        lobby=lobby,
        parts=parts,
        state=state_of(parts),
        statistics=lobby.tables.store.statistics(lobby.visitor),
        picture=picture,
        figures=ls.describe_board(edition, language=language),
    )


async def listen(request: Request) -> Response:
    """Send the changes in the lobby for as long as the page listens."""
    messages = _lobby_of(request).messages(request.query_params.get("known", ""))
    return EventStream(messages)


ROUTES = [Route("/", show), Route("/lobby/stream", listen)]
