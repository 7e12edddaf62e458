"""Guests: the pages behind invitations, and what they show as the table changes."""

import json

from attrs import define, field, frozen

from livingstone.web import deeds
from livingstone.web.client_view import isolated, page
from livingstone.web.conditions import conditions_of, present
from livingstone.web.live_tables import Tables
from livingstone.web.requests import Client
from livingstone.web.watching import Watcher


@frozen(eq=False)
class Guest:
    """A client before a seat that a link opens; templates call it `guest`."""

    client: Client
    tables: Tables
    seat: int
    is_free: bool
    """Whether another person can take the seat, and chooses a name."""

    @property
    def title(self) -> str:
        """Say who invites, or to whose seat the link leads."""
        kept, names = self.client.table.kept, self.client.table.names
        key, number = ("sit.title", kept.host) if self.is_free else ("sit.again", self.seat)
        return self.client.phrases.say(key, name=isolated(names[number]))

    @property
    def usual_name(self) -> str:
        """The name of the guest without a chosen one."""
        return self.client.table.names[self.seat]

    @property
    def is_awaited(self) -> bool:
        """Whether the game waits for whoever sits down here."""
        return self.client.table.kept.progress.mover == self.seat

    @property
    def present(self) -> set[int]:
        """The seats whose people have the table open."""
        return present(self.tables, self.client.table.kept)

    @property
    def conditions(self) -> list[str]:
        """What is special about the table."""
        return conditions_of(self.tables, self.client.table.kept, self.client.phrases)


def guest_of(client: Client, tables: Tables, token: str) -> Guest | None:
    """Return who opens the link of a token, or wants the first free seat; None for a late one."""
    try:
        seat, token = deeds.seat_of_link(client.table, token)
    except deeds.DeniedError:
        return None
    return Guest(client, tables, seat, deeds.is_free(client.table, seat, token))


def offer_of(client: Client, guest: Guest | None) -> str:
    """Name what the page offers: while it is the same, the page stays, with what is typed there."""
    if guest is not None:
        return "free" if guest.is_free else "own"
    return "another" if client.table.kept.free else "late"


def stream_of(client: Client, token: str) -> str:
    """Return the address of the stream of a page behind an invitation."""
    link = "/".join(filter(None, (client.path, "sit", token, "stream")))
    return f"{link}?language={client.phrases.language}"


@define(eq=False)
class GuestWatcher(Watcher):
    """Watches a table for a page behind an invitation."""

    token: str
    """The token of the link; empty for the first free seat."""
    _sent: str = field(default="", init=False)

    def message(self) -> str:
        """Return what the page shows now, as an event; empty if it shows that already."""
        client = self.client
        guest = guest_of(client, self.bot_turns.tables, self.token)
        data: dict[str, object] = {"offer": offer_of(client, guest)}
        if guest is not None:
            data["title"] = guest.title
            data["usual"] = guest.usual_name
            data["parts"] = {"company": page("company.html", guest=guest)}
        else:
            data["parts"] = {}
        text = json.dumps(data)
        if text == self._sent:
            return ""
        self._sent = text
        return f"data: {text}\n\n"
