"""The tables that are played at: kept on the disk, and in memory while somebody is there."""

import secrets
from collections import Counter
from collections.abc import Callable, Iterable

from attrs import define, evolve, field

import livingstone as ls
from livingstone.web.store import KeptTable, Seat, Store, StoreError
from livingstone.web.thinking import STRENGTHS

__all__ = ["GoneError", "LiveTable", "Tables", "new_token"]

_MOST_IN_MEMORY = 200
"""So many tables stay in memory, or as many as are watched."""


class GoneError(ls.LivingstoneError):
    """A table began under other rules than this library has, and cannot go on."""


def new_token() -> str:
    """Make up something that nobody can guess."""
    return secrets.token_urlsafe(24)


@define(eq=False)
class LiveTable:
    """A table in memory: the game, and who is looking."""

    kept: KeptTable
    """What the disk has of it, besides the entries."""
    game: ls.Table
    """The game."""
    entries: int
    """How many lines of the game's journal the disk has."""
    watchers: Counter[int | None] = field(factory=Counter)
    """How many clients look on, by seat; None for spectators."""
    thinking: int | None = None
    """The seat of the bot that is thinking."""
    is_stale: bool = False
    """Whether it is in memory no more: then it has to be found anew."""
    on_change: set[Callable[[], None]] = field(factory=set)
    """What to call when there is something new to see."""
    shown: dict[object, dict[str, str]] = field(factory=dict)
    """The parts of the page as they look now, by whose eyes see them, and in which language."""

    @property
    def id(self) -> str:
        """Its name in links."""
        return self.kept.id

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        return tuple(seat.name for seat in self.kept.seats)

    @property
    def revision(self) -> str:
        """The version of the game, as clients send it back."""
        return "{}.{}".format(*self.game.version)

    @property
    def bot(self) -> str | None:
        """The strength of the bot that is to move; None if it is a person's turn, or nobody's."""
        kind = self.kept.seats[self.game.state.current_player].kind
        return kind if kind in STRENGTHS and not self.game.state.is_over else None

    def seats_of(self, tokens: Iterable[str], kinds: tuple[str, ...]) -> tuple[int, ...]:
        """List the seats of these kinds that a client has who knows these tokens."""
        known = [token.encode() for token in tokens]
        return tuple(
            number
            for number, seat in enumerate(self.kept.seats)
            if seat.kind in kinds
            and any(secrets.compare_digest(seat.token.encode(), token) for token in known)
        )

    def tell(self) -> None:
        """Tell all who look on that there is something new."""
        self.shown.clear()
        for call in tuple(self.on_change):
            call()


class Tables:
    """All tables of a server."""

    def __init__(self, store: Store, load: Callable[[str], ls.Edition] = ls.load_edition) -> None:
        """Begin with those that are kept on the disk; `load` gives the edition of a name."""
        self.store = store
        self._editions = {name: load(name) for name in ls.edition.RULESETS}
        self._live = dict[str, LiveTable]()

    def begin(self, edition: str, seats: tuple[Seat, ...], first: int, language: str) -> LiveTable:
        """Set up a table; it is kept when this returns."""
        kept = KeptTable(
            id=secrets.token_urlsafe(9),
            edition=edition,
            hash=ls.edition_hash(self._editions[edition]),
            first=first,
            language=language,
            seats=seats,
        )
        return self._add(self._keep(self._set_up(kept, [])))

    def find(self, id: str) -> LiveTable | None:
        """Find a table, in memory or on the disk.

        Raises `GoneError` for one that this library cannot go on with.
        """
        if id in self._live:
            return self._add(self._live.pop(id))  # the last one used is the last one in order
        kept = self.store.table(id)
        return None if kept is None else self._add(self._set_up(kept, self.store.entries(id)))

    def _add(self, table: LiveTable) -> LiveTable:
        """Put a table into memory, instead of those that nobody has used for the longest time."""
        self._live[table.id] = table
        too_many = len(self._live) - _MOST_IN_MEMORY
        if too_many > 0:
            others = [other for other in self._live.values() if other is not table]
            for idle in [other for other in others if not other.watchers.total()][:too_many]:
                self._live.pop(idle.id).is_stale = True
        return table

    def play(self, table: LiveTable, seat: int, move: ls.Move, version: ls.Version) -> None:
        """Carry out a move; it is kept when this returns.

        Raises `IllegalMoveError` for a move that is refused, `StoreError` for one that cannot be
        kept: then it was not made.
        """
        table.game.play(move, seat, version=version)
        self._keep(table)

    def undo(self, table: LiveTable, seat: int, version: ls.Version) -> None:
        """Take a seat's last move back; raises `UndoError` where it may not."""
        table.game.undo(seat, version=version)
        self._keep(table)

    def redo(self, table: LiveTable, seat: int, version: ls.Version) -> None:
        """Carry out again what a seat took back; raises `UndoError` where it may not."""
        table.game.redo(seat, version=version)
        self._keep(table)

    def seat(self, table: LiveTable, number: int, seat: Seat) -> None:
        """Have somebody sit down."""
        before, after = table.kept.seats[:number], table.kept.seats[number + 1 :]
        table.kept = evolve(table.kept, seats=(*before, seat, *after))
        self._keep(table)

    def rematch(self, table: LiveTable) -> LiveTable:
        """Set up the next game between the same players, or find it; the next seat begins."""
        old = table.kept
        if old.rematch and (following := self.find(old.rematch)):
            return following
        seats = tuple(evolve(seat, token=new_token()) for seat in old.seats)
        following = self.begin(old.edition, seats, (old.first + 1) % len(seats), old.language)
        table.kept = evolve(old, rematch=following.id)
        self._keep(table)
        return following

    def _keep(self, table: LiveTable) -> LiveTable:
        """Have the disk keep a table and what was done; if it does not, forget what memory has."""
        state, journal = table.game.state, table.game.journal
        table.kept = evolve(table.kept, column=state.boat, is_over=state.is_over)
        try:
            self.store.put(table.kept, table.entries, journal[table.entries :])
            table.entries = len(journal)
        except StoreError:
            table.is_stale = True
            self._live.pop(table.id, None)
            raise
        finally:
            table.tell()
        return table

    def _set_up(self, kept: KeptTable, entries: list[str]) -> LiveTable:
        """Carry out all that was done at a table; what chance has still to decide is dealt anew."""
        edition, players = self._editions[kept.edition], len(kept.seats)
        if ls.edition_hash(edition) != kept.hash:
            raise GoneError("the rules have changed since this game began")
        start = ls.new_game(players, edition=edition, first=kept.first, explicit_chance=True)
        game = ls.Table.from_journal(start, entries, dealer=ls.deal)
        return LiveTable(kept, game, len(entries))
