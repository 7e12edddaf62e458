"""The document of a table: everything that a client draws, with what changes as it watches."""

import json
from hashlib import blake2b
from itertools import takewhile
from operator import eq
from typing import Any

from attrs import asdict, define, evolve, field, frozen

import livingstone as ls
from livingstone.web.api.values import Asked, SeatInfo, TableInfo, WrittenLine
from livingstone.web.live_tables import LiveTable
from livingstone.web.requests import Client
from livingstone.web.turns import let_others
from livingstone.web.watching import Watcher

MOST_EVENTS = 40
"""The most events of a document, unless a client asks for all; as many as a round has."""
_MOST_DOCUMENTS = 64
"""The most documents of a table that are kept until something changes."""
_MOST_TELLINGS = 12
"""The most tellings that are kept of a table; five players and who watches, in two languages."""
_EVENTS_AT_ONCE = 40
"""The events that are told until others have their turn."""
_NO_EVENTS = '"events": []'
"""Where the events are missing in a snapshot without them; no text within JSON looks like this."""


@frozen
class Document:
    """What a client may see of a table now; `text` adds the clocks, which run."""

    version: ls.Version
    table: str
    """The object `table` as JSON, without its end and the clocks."""
    snapshot: str
    """The document of the snapshot, as JSON."""
    tag: str
    """The `ETag`."""

    def text(self, clocks: tuple[float, ...]) -> str:
        """Return the whole document as JSON."""
        shown = json.dumps([round(seconds, 3) for seconds in clocks])
        return f'{{"table": {self.table}, "clocks": {shown}}}, "snapshot": {self.snapshot}}}'


@define(eq=False)
class Telling:
    """The events of a game as JSON, as those read them who see the same in a language.

    It is kept with the table, so that each event is told once.
    """

    names: tuple[str, ...]
    """The names of the players when the events were told."""
    version: ls.Version = ls.Version()  # noqa: RUF009  # a named tuple
    """The version that has `events`."""
    events: list[ls.Event] = field(factory=list)
    """The events as the reader may see them."""
    texts: list[str | None] = field(factory=list)
    """Each event as JSON; None before it is told."""

    def tell(self, client: Client, first: int, most: int) -> bool:
        """Tell at most so many events, from `first` on; return whether all these are told."""
        self._renew(client)
        missing = [at for at in range(first, len(self.texts)) if self.texts[at] is None]
        if some := missing[:most]:
            told = [_told(self.events[at], client) for at in some]
            beginning = ls.Table(client.table.game.start).snapshot(None, most_events=0)  # is short
            bare = evolve(beginning, version=self.version, left_out=0)
            plain = ls.to_plain(evolve(bare, events=tuple(told)))["value"]["events"]
            for at, each in zip(some, plain, strict=True):
                self.texts[at] = json.dumps(each)
        return len(missing) <= most

    def _renew(self, client: Client) -> None:
        """Read what is new at the table; what was taken back is forgotten."""
        news = client.table.game.news(client.observer, self.version)
        known = len(self.events)
        if news.is_anew:
            known = sum(takewhile(bool, map(eq, news.events, self.events)))
        fresh = news.events[known:] if news.is_anew else news.events
        self.events[known:] = fresh
        self.texts[known:] = [None] * len(fresh)
        self.version = news.version

    def since(self, first: int) -> str:
        """Return the events from `first` on as JSON, which must have been told."""
        return f"[{', '.join(filter(None, self.texts[first:]))}]"


def _told(event: ls.Event, client: Client) -> ls.ToldEvent:
    table = client.table
    sentence = ls.describe(
        event,
        names=table.names,
        language=client.phrases.language,
        you=client.observer,
        edition=table.game.state.edition,
    )
    return ls.ToldEvent(event, sentence, ls.visible(event, None) != event)


def _telling_for(client: Client) -> Telling:
    table = client.table
    tellings = table.tellings
    key = (client.observer, client.phrases.language)
    telling = tellings.get(key)
    if not isinstance(telling, Telling) or telling.names != table.names:
        if len(tellings) >= _MOST_TELLINGS:
            tellings.clear()
        telling = tellings[key] = Telling(table.names)
    return telling


async def prepare_document(client: Client, since: ls.Version | None) -> None:
    """Tell the events of a client's document in slices, in turn with others."""
    first, _ = _beginning(client, since)
    while not _telling_for(client).tell(client, first, _EVENTS_AT_ONCE):
        await let_others()


async def document_for(client: Client, since: ls.Version | None) -> Document:
    """Return a client's document since the version that it knows; None if it names none."""
    await prepare_document(client, since)
    return prepared_document(client, since)


def prepared_document(client: Client, since: ls.Version | None) -> Document:
    """Return a client's document, which is made once for all clients who see the same."""
    known = client.table.documents
    key = (client.observer, client.seats, client.phrases.language, since)
    document = known.get(key)
    if not isinstance(document, Document):
        if len(known) >= _MOST_DOCUMENTS:
            known.clear()
        document = known[key] = _made(client, since)
    return document


def _beginning(client: Client, since: ls.Version | None) -> tuple[int, bool]:
    """Return the number of the first event of a document, and whether the client begins anew."""
    version = client.table.game.version
    known = since or ls.Version()
    is_anew = known.undone != version.undone or known.events > version.events
    first = 0 if is_anew else known.events
    last = version.events - MOST_EVENTS
    if since == ls.Version() or first >= last:
        return first, is_anew
    return last, True


def _made(client: Client, since: ls.Version | None) -> Document:
    first, is_anew = _beginning(client, since)
    telling = _telling_for(client)
    table = client.table
    telling.tell(client, first, table.game.version.events)
    snapshot = table.game.snapshot(
        client.observer,
        since=since or ls.Version(),
        most_events=0,
        names=table.names,
        language=client.phrases.language,
    )
    told = evolve(snapshot, is_anew=is_anew, left_out=first if is_anew else 0)
    without_events = ls.to_json(told)
    parts = asdict(info_of(client))
    parts.pop("clocks")
    about = json.dumps(parts)[:-1]
    head, tail = without_events.split(_NO_EVENTS)
    drawn = f'{head}"events": {telling.since(first)}{tail}'
    digest = blake2b(f"{about}{drawn}".encode(), digest_size=12).hexdigest()
    return Document(snapshot.version, about, drawn, f'W/"{digest}"')


def info_of(client: Client) -> TableInfo:
    """Return what a client may know of a table besides the game."""
    table = client.table
    kept = table.kept
    customs = kept.customs
    return TableInfo(
        id=kept.id,
        edition=kept.edition,
        edition_hash=kept.hash,
        seat=client.seat,
        seats=_seats_of(table),
        host=kept.host,
        language=customs.language,
        clock=customs.clock,
        away=int(customs.away),
        hints=customs.hints,
        waits=customs.waits,
        is_listed=customs.is_listed,
        is_branched=kept.branched,
        pace=customs.pace,
        thinking=table.thinking,
        asked=_asked_at(table),
        has_chat=customs.chat,
        can_chat=client.can_chat,
        chat=_chat_for(client),
        rematch=kept.following.rematch,
        timed=table.timed_seat,
        clocks=kept.clocks,
    )


def _seats_of(table: LiveTable) -> tuple[SeatInfo, ...]:
    return tuple(
        SeatInfo(
            name=seat.name,
            kind=seat.kind,
            left=seat.left,  # type: ignore[arg-type]  # one of these words
            is_present=bool(table.watchers[number]),
            is_public=seat.is_public,
        )
        for number, seat in enumerate(table.kept.seats)
    )


def _asked_at(table: LiveTable) -> Asked | None:
    agreement = table.kept.agreement
    if agreement.asked is None:
        return None
    return Asked(seat=agreement.asked, agreed=agreement.agreed, refused=agreement.refused)


def _chat_for(client: Client) -> tuple[WrittenLine, ...]:
    """Return the lines of the chat, which spectators do not see."""
    lines = client.table.chat if client.can_chat else ()
    return tuple(WrittenLine(**line._asdict()) for line in lines)


@define(eq=False)
class DocumentWatcher(Watcher):
    """Watches a table for a client that draws documents."""

    since: ls.Version | None
    """The version that the client knows; None if it names none."""
    _sent: tuple[Any, ...] = field(default=(), init=False)
    """What the last document held, without the clocks."""

    async def prepare(self) -> None:
        """Tell the events of the next document, a few at a time."""
        await prepare_document(self.client, self.since)

    def message(self) -> str:
        """Return the document with what happened since the last one; empty if nothing did."""
        table = self.client.table
        document = prepared_document(self.client, self.since)
        told = (document.version, document.table)
        if told == self._sent:
            return ""
        self._sent = told
        self.since = document.version
        return f"id: {table.revision}\ndata: {document.text(table.kept.clocks)}\n\n"
