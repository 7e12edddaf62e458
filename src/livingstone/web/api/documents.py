"""The document of a table: everything that a client draws, with what changes as it watches."""

import json
from hashlib import blake2b
from typing import Any

from attrs import asdict, define, field, frozen

import livingstone as ls
from livingstone.web.api.values import Asked, SeatInfo, TableInfo, WrittenLine
from livingstone.web.live_tables import LiveTable
from livingstone.web.requests import Client
from livingstone.web.watching import Watcher

_MOST_DOCUMENTS = 64
"""The most documents of a table that are kept until something changes."""


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


def document_for(client: Client, since: ls.Version) -> Document:
    """Return a client's document, which is made once for all clients who see the same."""
    table = client.table
    known = table.documents
    key = (client.observer, client.seats, client.phrases.language, since)
    document = known.get(key)
    if not isinstance(document, Document):
        if len(known) >= _MOST_DOCUMENTS:
            known.clear()
        document = known[key] = _made(client, since)
    return document


def _made(client: Client, since: ls.Version) -> Document:
    table = client.table
    snapshot = table.game.snapshot(
        client.observer, since=since, names=table.names, language=client.phrases.language
    )
    parts = asdict(info_of(client))
    parts.pop("clocks")
    about = json.dumps(parts)[:-1]
    drawn = ls.to_json(snapshot)
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

    since: ls.Version
    """The version that the client knows."""
    _sent: tuple[Any, ...] = field(default=(), init=False)
    """What the last document held, without the clocks."""

    def message(self) -> str:
        """Return the document with what happened since the last one; empty if nothing did."""
        table = self.client.table
        document = document_for(self.client, self.since)
        told = (document.version, document.table)
        if told == self._sent:
            return ""
        self._sent = told
        self.since = document.version
        return f"id: {table.revision}\ndata: {document.text(table.kept.clocks)}\n\n"
