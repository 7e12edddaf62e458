"""Input from clients: cookies, forms, names, languages and moves, all checked."""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from itertools import chain, count
from unicodedata import normalize
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import livingstone as ls
from livingstone.web.game_store import GameStore
from livingstone.web.live_tables import LiveTable
from livingstone.web.page_phrases import PAGE_LANGUAGES, page_phrases
from livingstone.web.protection import address_of, told_length

_LONGEST_NAME = 24
_MOST_FIELDS = 100
_MOST_TOKENS = 10
_MOST_ANSWERS = 1000
"""How many answers to sent forms the server remembers, so that a form sent twice acts once."""
_PREFERENCE = re.compile(r"([a-z]{2,3})(?:-[a-z0-9-]*)?(?:\s*;\s*q=([01](?:\.[0-9]{0,3})?))?")
"""A language in `Accept-Language`, with its quality."""
_VERSION = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})")
_BLANK = re.compile("[\\s\u115f\u1160\u180e\u200b\u2800\u3164\ufeff\uffa0]+")
"""White space of every kind, and characters that look like it."""
_INVISIBLE = re.compile(
    "[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U0001d159\U00016fe4\U000e0100-\U000e01ef]"
)
"""Other invisible characters that Python calls printable."""


async def read_form(request: Request) -> dict[str, str]:
    """Read a form of at most 4,000 bytes; raises `HTTPException` for anything else."""
    return form_in(await read_body(request, 4_000))


async def read_body(request: Request, most: int) -> bytes:
    """Read at most `most` bytes; raises `HTTPException` if there are more."""
    if told_length(request.headers) > most:
        raise HTTPException(413)
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise HTTPException(413)
    return bytes(body)


def form_in(body: bytes) -> dict[str, str]:
    """Read a form; raises `HTTPException` for anything else."""
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise HTTPException(400) from None
    return dict(pairs)


async def carry_out(
    request: Request, form: Mapping[str, str], change: Callable[[], Response]
) -> Response:
    """Carry out a form as soon as the file of games can be written, and answer.

    If a form with a token `once` comes again from the same visitor, it gets the same answer, which
    may hold secrets of seats. Raises `BusyError`.
    """
    answers: dict[object, Response] = request.app.state.answers
    visitor = request.cookies.get("visitor")
    rest = frozenset({**form, "revision": ""}.items())
    key = (visitor, request.url.path, hash(rest)) if visitor and form.get("once") else None

    def answer() -> Response:
        if key in answers:
            return answers[key]
        made = change()
        if key is not None and made.status_code < 400:
            answers[key] = made
            if len(answers) > _MOST_ANSWERS:
                del answers[next(iter(answers))]
        return made

    store: GameStore = request.app.state.tables.store
    return await store.when_free(answer)


def changing(
    change: Callable[[Request, dict[str, str]], Response],
) -> Callable[[Request], Awaitable[Response]]:
    """Make an endpoint of a function that carries out a form."""

    async def endpoint(request: Request) -> Response:
        form = await read_form(request)
        return await carry_out(request, form, lambda: change(request, form))

    return endpoint


def tidy_text(text: str, most: int) -> str:
    """Turn a text into at most `most` visible characters in a line, with single spaces."""
    spaced = _INVISIBLE.sub("", _BLANK.sub(" ", text[: 10 * most]))
    return " ".join("".join(filter(str.isprintable, spaced)).split())[:most].strip()


def tidy_name(name: str, otherwise: str, others: Iterable[str] = ()) -> str:
    """Turn a text into a name of at most 24 visible characters that differs from `others`.

    >>> tidy_name("  Ann" + chr(8238) + "  Lee ", "Kirk"), tidy_name(" ", "Kirk", ["kirk"])
    ('Ann Lee', 'Kirk 2')
    """

    def key_of(name: str) -> str:
        """Return a key that is equal for names that look equal."""
        return normalize("NFKC", name).casefold()

    wanted = tidy_text(name, _LONGEST_NAME) or otherwise
    taken = {key_of(other) for other in others}
    numbered = (f"{wanted[: _LONGEST_NAME - 2].strip()} {number}" for number in count(2))
    candidates = chain([wanted], numbered)
    return next(candidate for candidate in candidates if key_of(candidate) not in taken)


def phrases_of(request: Request, otherwise: str = "en") -> ls.edition.Phrases:
    """Return the phrases in the language that the client asks for, chose before, or prefers."""
    chosen = [request.query_params.get("language"), request.cookies.get("language")]
    for language in [*chosen, *_preferred(request.headers.get("accept-language", ""))]:
        if language in PAGE_LANGUAGES:
            return page_phrases(language)
    return page_phrases(otherwise)


def _preferred(header: str) -> list[str]:
    """List the languages of `Accept-Language` that are wanted, the most wanted first.

    >>> _preferred("de;q=0.3, fr-CH, en;q=0.9, it;q=0")
    ['fr', 'en', 'de']
    """
    wanted = list[tuple[float, str]]()
    for part in header[:200].split(","):
        if found := _PREFERENCE.fullmatch(part.strip().lower()):
            wanted.append((float(found[2] or 1), found[1]))
    ordered = sorted(wanted, key=lambda quality_and_code: -quality_and_code[0])
    return [code for quality, code in ordered if quality]


def root_of(request: Request) -> str:
    """Return `Settings.root_path`."""
    return str(request.app.state.settings.root_path)


class Client:
    """A client at a table, with or without seats."""

    def __init__(
        self, request: Request, table: LiveTable, tokens: Sequence[str], named: str = ""
    ) -> None:
        """Store the tokens of seats in a request, and the seat that its address names."""
        self._tokens = tokens
        self._named = named
        self.table = table
        self.address = address_of(request.scope)
        self.root = root_of(request)
        self.site = str(request.base_url).rstrip("/")
        """The address of the server as the client writes it, with the root path."""
        self.path = f"{self.root}/table/{table.id}"
        self.phrases = phrases_of(request, table.kept.customs.language)

    def path_to(self, place: str = "") -> str:
        """Return the address of the table, or of a page below it, for the seat of the client."""
        return f"{self.path}{place}" + ("" if self.seat is None else f"?seat={self.seat}")

    @property
    def held_seats(self) -> tuple[int, ...]:
        """The seats whose tokens the client has, including those where a bot plays for it."""
        return self.table.seats_of(self._tokens, ("person",))

    @property
    def has_left(self) -> bool:
        """Whether somebody else has taken over the last seat of the client."""
        return any(self._tokens) and not self.held_seats

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the client plays for."""
        kept = self.table.kept
        is_over = kept.progress.is_over
        return tuple(seat for seat in self.held_seats if is_over or not kept.seats[seat].left)

    @property
    def seat(self) -> int | None:
        """The seat that the client acts for; None for a spectator, or where a screen is shared."""
        seats = self.seats
        possible = seats if len(seats) < 2 else [seat for seat in seats if str(seat) == self._named]
        return next(iter(possible), None)

    @property
    def can_chat(self) -> bool:
        """Whether the client plays with people elsewhere, and the host has not turned chat off."""
        kept = self.table.kept
        seats = self.seats
        others = [seat for number, seat in enumerate(kept.seats) if number not in seats]
        has_company = any(seat.kind in ("person", "open") for seat in others)
        return kept.customs.chat and bool(seats) and has_company

    def refuse(self, key: str, **values: object) -> Response:
        """Answer 409 with a reason in the client's language; the page then fetches the state."""
        return JSONResponse({"refused": self.phrases.say(key, **values), "isStale": True}, 409)

    def is_stale(self, form: Mapping[str, str]) -> bool:
        """Return whether a form is from a page that shows an older version of the game."""
        return form.get("revision", self.table.revision) != self.table.revision

    @property
    def observer(self) -> int | None:
        """The seat whose view is shown; None for the view of a spectator.

        A screen that several people share shows a hand only during that player's turn. After the
        end, when nothing is secret, the screen shows the view of the seat for which the client
        acts, or of its first seat.
        """
        state = self.table.game.state
        if len(self.seats) > 1 and not state.is_over:
            return self.seat if self.seat == state.current_player else None
        return next(iter(self.seats), None) if self.seat is None else self.seat


def table_of(request: Request) -> LiveTable:
    """Return the table of a request; raises `HTTPException` if there is none."""
    table: LiveTable | None = request.app.state.tables.find(request.path_params["id"])
    if table is None:
        raise HTTPException(404)
    return table


def client_of(request: Request) -> Client:
    """Return the client of a page, with the tokens in its cookie; raises as `table_of`."""
    table = table_of(request)
    tokens = request.cookies.get(cookie_of(table), "").split(".")[:_MOST_TOKENS]
    return Client(request, table, tokens, request.query_params.get("seat", ""))


def cookie_of(table: LiveTable) -> str:
    """Return the name of the cookie with a client's tokens for a table."""
    return f"seats-{table.id}"


def version_of(revision: str) -> ls.Version | None:
    """Read a version as clients send it back; None if it is malformed."""
    match = _VERSION.fullmatch(revision)
    return ls.Version(int(match[1]), int(match[2])) if match else None


def chosen_move(view: ls.View, form: Mapping[str, str]) -> ls.Move:
    """Return the legal move of a form; raises `RefusedError` if there is none."""
    target = form.get("target", "")
    number = number_in(form.get("choice", ""))
    if "choice" in form:
        groups = [group for group in ls.group_moves(view) if group.target == target]
        moves = [move for group in groups for move in group.moves]
        number = len(moves) if number is None else number
        return moves[number] if number < len(moves) else ls.choose_move(view, "")  # is refused
    numbers = (number_in(form.get(colour, "")) for colour in ls.Gems._fields)
    gems = [number for number in numbers if number is not None]
    return ls.choose_move(
        view,
        target,
        amount=number_in(form.get("amount", "")),
        gems=ls.Gems(*gems) if len(gems) == len(ls.Gems._fields) else None,
        cards=form.get("cards", "").split(),
        space=ls.Space.named(form.get("space", "")),
        source=ls.Space.named(form.get("source", "")),
        seat=number_in(form.get("player", "")),  # `seat` names the client in addresses
    )


def number_in(text: str) -> int | None:
    """Read a number of at most six digits; None for anything else."""
    return int(text) if re.fullmatch("[0-9]{1,6}", text) else None
