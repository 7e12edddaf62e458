"""What comes from clients: read within limits, and understood or refused."""

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

import livingstone as ls
from livingstone.web.tables import LiveTable, Tables
from livingstone.web.words import Words, preferred, words_in

__all__ = [
    "Form",
    "chosen_move",
    "cookie_of",
    "language_of",
    "move_at",
    "read_form",
    "seats_of",
    "table_of",
    "tidy_name",
    "words_of",
]

Form = Mapping[str, str]

_LONGEST_NAME = 24
_MOST_FIELDS = 100
_SPACE = re.compile(r"r(\d{1,3})c(\d{1,3})")


async def read_form(request: Request, most: int = 4_000) -> Form:
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


def tidy_name(name: str, otherwise: str) -> str:
    """Make a line of at most 24 visible characters of what somebody wants to be called.

    >>> tidy_name("  Ann" + chr(8238) + "  Lee ", "Kirk"), tidy_name(" ", "Kirk")
    ('Ann Lee', 'Kirk')
    """
    visible = "".join(sign if sign.isprintable() else "" for sign in name[:200])
    return " ".join(visible.split())[:_LONGEST_NAME].strip() or otherwise


def language_of(request: Request, otherwise: str | None = None) -> str:
    """Find the language of a client: asked for, chosen before, or preferred by its browser."""
    for language in (request.query_params.get("language"), request.cookies.get("language")):
        if language in ls.LANGUAGES:
            return language
    return otherwise or preferred(request.headers.get("accept-language", ""))


def words_of(request: Request, otherwise: str | None = None) -> Words:
    """Find the words of a client's language."""
    return words_in(language_of(request, otherwise))


def table_of(request: Request) -> LiveTable:
    """Find the table of a request; raises `HTTPException` if there is none."""
    tables: Tables = request.app.state.tables
    table = tables.find(request.path_params["id"])
    if table is None:
        raise HTTPException(404)
    return table


def cookie_of(table: LiveTable) -> str:
    """Name the cookie that holds a client's tokens for a table."""
    return f"seats-{table.id}"


def seats_of(request: Request, table: LiveTable) -> tuple[int, ...]:
    """List the seats of a client at a table."""
    return table.seats_of(request.cookies.get(cookie_of(table), "").split("."))


def chosen_move(view: ls.View, form: Form) -> ls.Move:
    """Find the legal move that somebody chose; raises `ArgumentError` if there is none."""
    target = form.get("target", "")
    for group in ls.group_moves(view):
        if group.target == target and len(group.moves) == 1:
            return group.moves[0]
        if group.target == target:
            gems = [form[colour] for colour in ls.Gems._fields if colour in form]
            return group.move(
                amount=_number(form["amount"]) if "amount" in form else None,
                gems=ls.Gems(*map(_number, gems)) if len(gems) == len(ls.Gems._fields) else None,
                cards=form.get("cards", "").split(),
                space=_space(form.get("space")),
                source=_space(form.get("source")),
            )
    raise ls.ArgumentError("there is no such move now")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 5):
        raise ls.ArgumentError("a number is missing")
    return int(text)


def _space(text: str | None) -> ls.Space | None:
    found = _SPACE.fullmatch(text or "")
    return ls.Space(int(found[1]), int(found[2])) if found else None


def move_at(view: ls.View, target: str) -> ls.Move | None:
    """Make up the move that somebody may mean who points at a target, legal or not."""
    kind, _, name = target.partition("-")
    bare: dict[str, ls.Move] = {
        "deck": ls.DrawCard(),
        "purse": ls.TakeCoins(),
        "bag": ls.Dig(),
        "chest": ls.Donate(1),
        "end": ls.EndTurn(),
        "gem-clear": ls.SellGems("clear", 1),
        "gem-blue": ls.SellGems("blue", 1),
        "gem-red": ls.SellGems("red", 1),
    }
    space = _space(name)
    if kind == "space" and space and space.column == view.boat:
        return ls.BuildTent(space.row)
    if kind == "die" and name.isascii() and name.isdecimal() and len(name) < 4:
        return ls.TakeDie(int(name))
    if kind == "card" and name in view.edition.effects:
        return ls.PlayCard(name)
    return bare.get(target)
