"""Links to seats that players can pass on, and their QR codes."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import segno
from markupsafe import Markup

from livingstone.web.requests import Client

_QUIET = 4
"""The width of the empty border around a QR code, in modules; some cameras need it."""


class Invitation(NamedTuple):
    """A link by which somebody else sits down."""

    seat: int
    use: str
    """`open` for a free seat, `new_holder` for a seat whose player passes it on."""
    address: str


def address_of_seat(client: Client, token: str) -> str:
    """Return the link to the seat of a token, with the name of the server that the client uses."""
    return f"{client.site}/table/{client.table.id}/sit/{token}"


def invitations_of(client: Client) -> Iterator[Invitation]:
    """Yield the links that a player can pass on; none for a spectator."""
    kept = client.table.kept
    if kept.progress.is_over:
        return
    for number, seat in enumerate(kept.seats):
        if client.seats and seat.kind == "open":
            yield Invitation(number, "open", address_of_seat(client, seat.token))
        if number in client.seats and seat.new_holder_token:
            address = address_of_seat(client, seat.new_holder_token)
            yield Invitation(number, "new_holder", address)


@lru_cache(maxsize=1000)
def qr_code(address: str) -> Markup:
    """Draw a link as a QR code, black on white also in the dark, for cameras."""
    code = segno.make(address, micro=False)
    drawn = code.svg_inline(
        border=_QUIET, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return Markup(drawn)  # noqa: S704  # modules alone, no text
