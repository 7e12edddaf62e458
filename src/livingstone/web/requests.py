"""What comes from clients: read within limits, and understood or refused."""

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from unicodedata import normalize
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

import livingstone as ls
from livingstone.web.tables import LiveTable, Tables
from livingstone.web.words import LANGUAGES, Words, words_in

__all__ = [
    "Client",
    "chosen_move",
    "client_of",
    "cookie_of",
    "read_form",
    "tidy_name",
    "version_of",
    "words_of",
]

_LONGEST_NAME = 24
_MOST_FIELDS = 100
_SPACE = re.compile(r"r([0-9]{1,3})c([0-9]{1,3})")
_VERSION = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})")
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d159\U00016fe4\U000e0100-\U000e01ef]"
)
"""Characters that Python takes for printable, and of which nothing is seen."""


async def read_form(request: Request, most: int = 4_000) -> dict[str, str]:
    """Read a form of at most so many bytes; raises `HTTPException` for anything else."""
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
    """Make a line of at most 24 visible characters of what somebody wants to be called.

    It has a number at its end where one of the other players is called the same.

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
    """Leave out what two names can differ in and still look or sound the same."""
    return normalize("NFKC", name).casefold()


def words_of(request: Request, otherwise: str = "en") -> Words:
    """Find the words of a client's language: asked for, chosen before, or preferred."""
    preferred = request.headers.get("accept-language", "")[:200].split(",")
    chosen = [request.query_params.get("language"), request.cookies.get("language")]
    for language in [*chosen, *(part.strip()[:2].lower() for part in preferred)]:
        if language in LANGUAGES:
            return words_in(language)
    return words_in(otherwise)


class Client:
    """Somebody at a table, with or without seats."""

    def __init__(self, request: Request, table: LiveTable) -> None:
        """Find the seats of a client by its cookie, and the one of them that it acts for."""
        tokens = request.cookies.get(cookie_of(table), "").split(".")
        self.table = table
        self.words = words_of(request, table.kept.language)
        self.seats = table.seats_of(tokens, ("person",))
        named = request.query_params.get("seat", "")
        mine = self.seats if len(self.seats) < 2 else [s for s in self.seats if str(s) == named]
        self.seat = next(iter(mine), None)

    @property
    def eyes(self) -> int | None:
        """The seat whose view is shown; None for that of a spectator.

        Where several people share a screen, it shows a hand only while that player is to move.
        After the end, when nothing is secret, it shows what the first of them sees, unless another
        one of them was named.
        """
        state = self.table.game.state
        if len(self.seats) > 1 and not state.is_over:
            return self.seat if self.seat == state.current_player else None
        return next(iter(self.seats), None) if self.seat is None else self.seat


def client_of(request: Request) -> Client:
    """Find who asks at which table; raises `HTTPException` if there is no such table."""
    tables: Tables = request.app.state.tables
    table = tables.find(request.path_params["id"])
    if table is None:
        raise HTTPException(404)
    return Client(request, table)


def cookie_of(table: LiveTable) -> str:
    """Name the cookie that holds a client's tokens for a table."""
    return f"seats-{table.id}"


def version_of(revision: str) -> ls.Version | None:
    """Read what a client says it saw; None if it makes no sense."""
    found = _VERSION.fullmatch(revision)
    return ls.Version(int(found[1]), int(found[2])) if found else None


def chosen_move(view: ls.View, form: Mapping[str, str]) -> ls.Move:
    """Find the legal move that somebody chose; raises `ArgumentError` if there is none."""
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
