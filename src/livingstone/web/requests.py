"""Input from clients: cookies, forms, names, languages and moves, all checked."""

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from unicodedata import normalize
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

import livingstone as ls
from livingstone.web.phrases import LANGUAGES, Phrases, phrases_in
from livingstone.web.protection import address_of
from livingstone.web.tables import LiveTable, Tables

_LONGEST_NAME = 24
_MOST_FIELDS = 100
_SPACE = re.compile(r"r([0-9]{1,3})c([0-9]{1,3})")
_VERSION = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})")
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d159\U00016fe4\U000e0100-\U000e01ef]"
)
"""Invisible characters that Python calls printable."""


async def read_form(request: Request, most: int = 4_000) -> dict[str, str]:
    """Read a form of at most `most` bytes; raises `HTTPException` for anything else."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise HTTPException(413)
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise HTTPException(400) from None
    return dict(pairs)


def tidy_name(name: str, otherwise: str, others: Iterable[str] = ()) -> str:
    """Turn a text into a name of at most 24 visible characters, or return `otherwise`.

    A number is added if one of the other players has the same name.

    >>> tidy_name("  Ann" + chr(8238) + "  Lee ", "Kirk"), tidy_name(" ", "Kirk", ["kirk"])
    ('Ann Lee', 'Kirk 2')
    """
    visible = "".join(filter(str.isprintable, _INVISIBLE.sub("", name[:200])))
    wanted = " ".join(visible.split())[:_LONGEST_NAME].strip() or otherwise
    taken = [_plain(other) for other in others]
    numbers = range(2, len(taken) + 3)
    numbered = (f"{wanted[: _LONGEST_NAME - 2].strip()} {number}" for number in numbers)
    return next(own for own in chain([wanted], numbered) if _plain(own) not in taken)


def _plain(name: str) -> str:
    """Make names equal that look the same."""
    return normalize("NFKC", name).casefold()


def phrases_of(request: Request, otherwise: str = "en") -> Phrases:
    """Return the phrases in the language that the client asks for, chose before, or prefers."""
    preferred = request.headers.get("accept-language", "")[:200].split(",")
    chosen = [request.query_params.get("language"), request.cookies.get("language")]
    for language in [*chosen, *(part.strip()[:2].lower() for part in preferred)]:
        if language in LANGUAGES:
            return phrases_in(language)
    return phrases_in(otherwise)


class Client:
    """A client at a table, with or without seats."""

    def __init__(self, request: Request, table: LiveTable) -> None:
        """Find the seats of a client by its cookie, and the seat that it acts for."""
        tokens = request.cookies.get(cookie_of(table), "").split(".")
        self.table, self.address = table, address_of(request.scope)
        self.phrases = phrases_of(request, table.kept.language)
        self.seats = table.seats_of(tokens, ("person",))
        named = request.query_params.get("seat", "")
        mine = self.seats if len(self.seats) < 2 else [s for s in self.seats if str(s) == named]
        self.seat = next(iter(mine), None)

    @property
    def observer(self) -> int | None:
        """The seat whose view is shown; None for a spectator's.

        A screen that several people share shows a hand only during that player's turn. After the
        end, when nothing is secret, it shows the view of the seat it acts for, or the first.
        """
        state = self.table.game.state
        if len(self.seats) > 1 and not state.is_over:
            return self.seat if self.seat == state.current_player else None
        return next(iter(self.seats), None) if self.seat is None else self.seat


def client_of(request: Request) -> Client:
    """Return the client of a request; raises `HTTPException` if there is no such table."""
    tables: Tables = request.app.state.tables
    table = tables.find(request.path_params["id"])
    if table is None:
        raise HTTPException(404)
    return Client(request, table)


def cookie_of(table: LiveTable) -> str:
    """Return the name of the cookie with a client's tokens for a table."""
    return f"seats-{table.id}"


def version_of(revision: str) -> ls.Version | None:
    """Read a version as clients send it back; None if it is malformed."""
    found = _VERSION.fullmatch(revision)
    return ls.Version(int(found[1]), int(found[2])) if found else None


def chosen_move(view: ls.View, form: Mapping[str, str]) -> ls.Move:
    """Return the legal move of a form; raises `ArgumentError` if there is none."""
    groups = {group.target: group for group in ls.group_moves(view)}
    group = groups.get(form.get("target", ""))
    if group is None:
        raise ls.ArgumentError("there is no such move now")
    if len(group.moves) == 1:
        return group.moves[0]
    gems = [_number(form.get(colour)) for colour in ls.Gems._fields if group.most_gems]
    return group.move(
        amount=_number(form.get("amount")) if group.amounts else None,
        gems=ls.Gems(*gems) if gems else None,
        cards=form.get("cards", "").split(),
        space=_space(form.get("space")),
        source=_space(form.get("source")),
    )


def _number(text: str | None) -> int:
    if text is None or not re.fullmatch("[0-9]{1,4}", text):
        raise ls.ArgumentError("a number is missing")
    return int(text)


def _space(text: str | None) -> ls.Space | None:
    found = _SPACE.fullmatch(text or "")
    return ls.Space(int(found[1]), int(found[2])) if found else None
