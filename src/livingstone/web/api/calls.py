"""A request to the API, read and checked: the table, the client with its token, and the body."""

import re
from collections.abc import Collection
from typing import Any, TypeVar

from attrs import frozen
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request

import livingstone as ls
from livingstone.support.json_text import parse_json
from livingstone.web.live_tables import LiveTable, Tables
from livingstone.web.page_phrases import PAGE_LANGUAGES
from livingstone.web.requests import Client, phrases_of, read_body, table_of, version_of
from livingstone.web.settings import Settings

_LONGEST_BODY = 4_000
_MOST_PROBLEMS = 20
_BEARER = re.compile("[Bb]earer +([A-Za-z0-9_-]{1,64})")
_Body = TypeVar("_Body")


@frozen(eq=False)
class Call:
    """A request."""

    request: Request
    content: bytes = b""

    @property
    def tables(self) -> Tables:
        """The tables of the server."""
        tables: Tables = self.request.app.state.tables
        return tables

    @property
    def settings(self) -> Settings:
        """The settings of the server."""
        settings: Settings = self.request.app.state.settings
        return settings

    @property
    def phrases(self) -> ls.edition.Phrases:
        """The phrases in the requested language."""
        return phrases_of(self.request)

    @property
    def table(self) -> LiveTable:
        """The table that the address names."""
        return table_of(self.request)

    def client(self, *, needs_seat: bool = False) -> Client:
        """Return the client at the table; `HTTPException` for a token that opens no seat."""
        table = self.table
        sent = self.request.headers.get("authorization")
        if sent is None and not needs_seat:
            return Client(self.request, table, ())
        found = _BEARER.fullmatch(sent or "")
        client = Client(self.request, table, (found[1],) if found else ())
        if not client.held_seats:
            raise HTTPException(401)
        return client

    def body(self, cls: type[_Body]) -> _Body:
        """Read the body; raises `DataError` with all that is wrong with it."""
        return structured(_parsed(self.content), cls)

    @property
    def plain_body(self) -> Any:
        """The body as plain data."""
        return _parsed(self.content)

    @property
    def since(self) -> ls.Version | None:
        """The version since which a client asks for events; None for the last ones."""
        text = self.request.query_params.get("since")
        if text is None:
            return None
        if (version := version_of(text)) is None:
            raise ls.DataError("query", ["since: must be a version such as 0.12"])
        return version


async def call_of(request: Request, *, queries: Collection[str], has_body: bool) -> Call:
    """Read a request; raises `HTTPException` for a body that is too long or not JSON."""
    _check_query(request.query_params, {"language", *queries})
    if not has_body:
        return Call(request)
    kind = request.headers.get("content-type", "").partition(";")[0]
    if kind.strip().lower() != "application/json":
        raise HTTPException(415)  # browsers ask before they send JSON to another origin
    return Call(request, await read_body(request, _LONGEST_BODY))


def _check_query(query: QueryParams, known: Collection[str]) -> None:
    """Raise `DataError` for a query with unknown names, or with a name twice."""
    names = [name for name, _ in query.multi_items()]
    problems = [f"unknown: {name[:40]!r}" for name in sorted({*names} - {*known})]
    problems += [f"{name}: occurs more than once" for name in known if names.count(name) > 1]
    if query.get("language") not in (None, *PAGE_LANGUAGES):
        problems.append(f"language: must be one of {', '.join(PAGE_LANGUAGES)}")
    if problems:
        raise ls.DataError("query", problems[:_MOST_PROBLEMS])


def structured(plain: object, cls: type[_Body]) -> _Body:
    """Make a value of plain data; raises `DataError` with all that is wrong with it."""
    name = getattr(cls, "document", "")
    return ls.from_plain({"livingstone": name, "version": 1, "value": plain}, cls)


def _parsed(content: bytes) -> Any:
    try:
        return parse_json(content)
    except ValueError as error:
        raise ls.DataError("body", [str(error)]) from None
