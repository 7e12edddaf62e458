"""What a visitor wants to know of a table before sitting down."""

from collections.abc import Iterable

import livingstone as ls
from livingstone.web.client_view import isolated
from livingstone.web.game_store import KeptTable
from livingstone.web.live_tables import Tables

_USUAL_EDITION = "printed"


def conditions_of(
    tables: Tables, kept: KeptTable, phrases: ls.edition.Phrases, own_seats: Iterable[int] = ()
) -> list[str]:
    """List what is unusual in how a table is played, and whether its host is gone.

    If the game is over, only its rules are listed. A host in one of `own_seats` is never listed as
    gone.
    """
    say = phrases.say
    customs = kept.customs
    conditions = []
    if kept.edition != _USUAL_EDITION:
        conditions.append(say(f"edition.{kept.edition}"))
    if kept.progress.is_over:
        return conditions
    if customs.clock:
        minutes, _, seconds = customs.clock.partition("+")
        conditions.append(say("leaving.clock_of", minutes=minutes, seconds=seconds))
    if customs.hints:
        conditions.append(say("lobby.with_hints"))
    if kept.host not in own_seats and is_host_gone(tables, kept):
        conditions.append(say("lobby.gone", name=isolated(kept.seats[kept.host].name)))
    return conditions


def is_host_gone(tables: Tables, kept: KeptTable) -> bool:
    """Return whether the game goes on and the person who began it is away."""
    is_person = kept.seats[kept.host].kind == "person"
    return is_person and not kept.progress.is_over and kept.host not in present(tables, kept)


def present(tables: Tables, kept: KeptTable) -> set[int]:
    """Return the seats of a table whose people have its page open."""
    table = tables.live.get(kept.id)
    watchers = table.watchers if table else {}
    return {seat for seat in range(len(kept.seats)) if watchers.get(seat)}
