"""What clients do with tables: begin games, sit down, play, agree, leave, chat, close.

Pages and the API read a request and call these functions. When a function returns, its result is on
the disk.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from attrs import evolve

import livingstone as ls
from livingstone.web.budgets import FullError
from livingstone.web.game_store import DAY, Agreement, ChatLine, Customs, KeptTable, TableSeat
from livingstone.web.live_tables import MOST_ENTRIES, Deed, LiveTable, Tables, new_token
from livingstone.web.requests import Client, tidy_name, tidy_text

NAMES = ("Livingstone", "Stanley", "Chuma", "Susi", "Kirk")
"""The names of players who do not choose one."""
_LONGEST_LINE = 200
_LINES_AT_ONCE = 6
"""The most lines that a seat can write to the chat within `_SECONDS`."""
_SECONDS = 20.0


class DeniedError(ls.LivingstoneError):
    """A client may not do this, or it is not possible now."""

    def __init__(self, status: int, name: str = "", reason: str = "", seconds: int = 0) -> None:
        """Store the status of HTTP, a name for the case, a reason for the log, and a time."""
        super().__init__(reason or name or str(status))
        self.status = status
        self.name = name
        """The name of the case; empty if the status says enough."""
        self.reason = reason
        self.seconds = seconds
        """After how many seconds it may be possible; 0 if that is not known."""


class NewSeat(NamedTuple):
    """A seat of a game that is to begin."""

    kind: str
    """As `TableSeat.kind`, or `public` for one that is open to anybody in the lobby."""
    name: str = ""
    usual: str = ""
    """The name if none is chosen; empty for the one in `NAMES`."""


def begin(
    tables: Tables,
    edition: str,
    seats: Sequence[NewSeat],
    customs: Customs,
    *,
    address: str,
    **fields: Any,
) -> LiveTable:
    """Begin a game for an address; the host is the first person, or else the first seat.

    `fields` are other fields of `KeptTable`, and the journal entries of a game that this one
    continues.
    """
    seated: list[TableSeat] = []
    for seat, usual in zip(seats, NAMES, strict=False):
        name = tidy_name(seat.name, seat.usual or usual, [other.name for other in seated])
        is_public = seat.kind == "public"
        kind = "open" if is_public else seat.kind
        seated.append(TableSeat(name, kind, new_token(), is_public=is_public))
    people = [number for number, seat in enumerate(seated) if seat.kind == "person"]
    is_listed = customs.is_listed or any(seat.is_public for seat in seated)
    fields.setdefault("first", secrets.randbelow(len(seated)))
    with _room():
        return tables.begin(
            edition,
            tuple(seated),
            evolve(customs, is_listed=is_listed),
            address=address,
            host=min(people, default=0),
            **fields,
        )


@contextmanager
def _room() -> Iterator[None]:
    """Turn the error that there is no room for a new table into a `DeniedError`."""
    try:
        yield
    except FullError as error:
        status, name = (503, "full") if error.is_of_server else (429, "too_many_tables")
        raise DeniedError(status, name, str(error), error.seconds) from None


def seat_of_link(table: LiveTable, token: str) -> tuple[int, str]:
    """Return the seat that a link opens, or the first free one without a token, and its token."""
    if not token and table.kept.free:
        token = table.kept.seats[table.kept.free[0]].token
    seats = table.seats_of([token], ("person", "open"))
    if not seats:
        raise DeniedError(403)
    return seats[0], token


def is_free(table: LiveTable, number: int, token: str) -> bool:
    """Return whether another person can take this seat with this token."""
    seat = table.kept.seats[number]
    return seat.kind == "open" or token == seat.new_holder_token


def sit_down(tables: Tables, table: LiveTable, token: str, name: str) -> int:
    """Return the seat of a link, or the first free one; taking a seat changes its token."""
    number, token = seat_of_link(table, token)
    if is_free(table, number, token):
        others = table.names[:number] + table.names[number + 1 :]
        chosen_name = tidy_name(name, table.kept.seats[number].name, others)
        tables.change_seat(table, number, TableSeat(chosen_name, "person", new_token()))
    return number


def need_seat(client: Client) -> int:
    """Return the seat that a client acts for."""
    if client.seat is None:
        raise DeniedError(403)
    return client.seat


def do(tables: Tables, client: Client, version: ls.Version, choose: Callable[[], Deed]) -> None:
    """Carry out what a client chose in the version of the game that it saw.

    Raises `livingstone.RefusedError` if it is not possible, or if the game has another version by
    now.
    """
    seat = need_seat(client)
    need_version(client, version)
    deed = choose()
    if deed in ("undo", "redo") and client.table.entries >= MOST_ENTRIES:
        raise DeniedError(409, "often")
    tables.do(client.table, seat, deed, version)


def need_version(client: Client, version: ls.Version) -> None:
    """Raise `livingstone.RefusedError` if the game has another version by now."""
    if version != client.table.game.version:
        raise ls.RefusedError(ls.Refusal(ls.effects.Code.OUT_OF_DATE, "R2.2"))


def change_customs(tables: Tables, client: Client, **changes: Any) -> None:
    """Change how fast bots play, or let the host turn the chat off or on."""
    kept = client.table.kept
    if not client.seats:
        raise DeniedError(403)
    if "chat" in changes and kept.host not in client.seats:
        raise DeniedError(409, "none")
    customs = evolve(kept.customs, **changes)
    tables.change(client.table, evolve(kept, customs=customs))


def agree(tables: Tables, client: Client, deed: str, version: ls.Version) -> None:
    """Ask the others to take a move back, agree to that, or refuse: `ask`, `agree`, `refuse`."""
    if not client.seats:
        raise DeniedError(403)
    need_version(client, version)
    agreement = _agreement_after(client, deed)
    if agreement is None:
        raise DeniedError(409, "none")
    kept: KeptTable = evolve(client.table.kept, agreement=agreement)
    tables.change(client.table, kept)


def _agreement_after(client: Client, deed: str) -> Agreement | None:
    """Return the agreement after what a player did; None if that is not possible now."""
    now = client.table.kept.agreement
    seats = client.seats
    is_asked = client.table.is_asked
    is_own = now.asked in seats
    match deed:
        case "ask" if client.table.can_ask(client.seat):
            return evolve(now, asked=client.seat, agreed=seats)
        case "agree" if is_asked and not is_own:
            return evolve(now, agreed=tuple({*now.agreed, *seats}))
        case "refuse" if is_asked:
            return evolve(now, asked=None) if is_own else evolve(now, refused=seats[0])
    return None


def resign(tables: Tables, client: Client) -> None:
    """Let a bot play for the client's seat from now on."""
    _change_seats(tables, client, [need_seat(client)], left="resigned", new_holder_token="")


def pass_on(tables: Tables, client: Client) -> None:
    """Give the client's seat a new token, and a second one with which another person takes it."""
    changes = {"token": new_token(), "new_holder_token": new_token()}
    _change_seats(tables, client, [need_seat(client)], **changes)


def come_back(tables: Tables, client: Client) -> None:
    """Take the client's seats back from the bots that play while it is away."""
    if not client.seats:  # else it is back already
        seats = client.table.kept.seats
        away = [number for number in client.held_seats if seats[number].left == "away"]
        _change_seats(tables, client, away, left="")


def _change_seats(tables: Tables, client: Client, seats: list[int], **changes: Any) -> None:
    table = client.table
    if not seats or table.kept.progress.is_over:
        raise DeniedError(403)
    for number in seats:
        seat = evolve(table.kept.seats[number], **changes)
        tables.change_seat(table, number, seat)


def chat(tables: Tables, client: Client, text: str) -> None:
    """Write a line for the other players."""
    if not client.can_chat:
        raise DeniedError(403)
    table = client.table
    line = tidy_text(text, _LONGEST_LINE)
    seat = client.seats[0] if client.seat is None else client.seat
    now = time.monotonic()
    table.recent_lines = [(at, writer) for at, writer in table.recent_lines if at > now - _SECONDS]
    writers = [writer for _, writer in table.recent_lines]
    if not line or writers.count(seat) >= _LINES_AT_ONCE:
        raise DeniedError(409, "chat")
    tables.chat(table, ChatLine(tables.store.stamp(), seat, table.names[seat], line))
    table.recent_lines.append((now, seat))


def rematch(
    tables: Tables, client: Client, *, moves_seats: bool
) -> tuple[LiveTable, tuple[int, ...]]:
    """Return the next game of the players of a finished one, and the client's seats there."""
    if not client.seats or not client.table.game.state.is_over:
        raise DeniedError(403)
    with _room():
        next_table = tables.rematch(client.table, client.address, moves=moves_seats)
    moved = client.table.kept.following.rematch_seats
    return next_table, tuple(moved[seat] for seat in client.seats) if moved else client.seats


def close(tables: Tables, client: Client) -> None:
    """Delete an abandoned game for one of its players."""
    kept = tables.store.table(client.table.id)
    if kept is None or kept.progress.is_over:
        raise DeniedError(403)
    if not client.seats or not can_close(tables.store.now(), kept, client.seats):
        raise DeniedError(403)
    tables.delete(client.table.id)


def can_close(now: float, table: KeptTable, seats: Iterable[int]) -> bool:
    """Return whether these seats can close a table: if no other person has played for a day.

    `now` comes from `GameStore.now()`.
    """
    others = {seat.kind for number, seat in enumerate(table.seats) if number not in seats}
    return bool(table.seats) and ("person" not in others or table.played < now - DAY)
