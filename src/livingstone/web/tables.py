"""The tables: on the disk, and in memory while they are in use."""

import secrets
from collections import Counter
from collections.abc import Callable, Iterable

from attrs import define, evolve, field

import livingstone as ls
from livingstone.web.bot_pool import STRENGTHS
from livingstone.web.store import KeptTable, Seat, Store, StoreError

_MOST_IN_MEMORY = 200
"""More tables stay in memory only while they are watched."""


MOST_ENTRIES = 5_000
"""A journal with more entries takes no undo and redo; a game of five people has some 600."""


class GoneError(ls.LivingstoneError):
    """The rules have changed since a table began, so it cannot continue."""


class DamagedError(ls.LivingstoneError):
    """A table cannot be read from the disk."""


def new_token() -> str:
    """Make a random token that nobody can guess."""
    return secrets.token_urlsafe(24)


@define(eq=False)
class LiveTable:
    """A table in memory: the game and its watchers."""

    kept: KeptTable
    """The table as it is on the disk, without the journal."""
    game: ls.Table
    entries: int
    """The number of lines of the game's journal on the disk."""
    watchers: Counter[int | None] = field(factory=Counter)
    """The number of watching clients, by seat; None for spectators."""
    address: str = ""
    """The address that shares the bots' processes with others; empty until somebody watches."""
    thinking: int | None = None
    is_stale: bool = False
    """Whether the table has left memory and must be loaded again."""
    on_change: set[Callable[[], None]] = field(factory=set)
    """Functions to call when something has changed."""
    parts: dict[object, dict[str, str]] = field(factory=dict)
    """The current parts of the page, by observer and language."""

    @property
    def id(self) -> str:
        """The name in links."""
        return self.kept.id

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return tuple(seat.name for seat in self.kept.seats)

    @property
    def revision(self) -> str:
        """The version of the game, as clients send it back."""
        return "{}.{}".format(*self.game.version)

    @property
    def bot(self) -> str | None:
        """The strength of the bot that is to move; None if there is none."""
        kind = self.kept.seats[self.game.state.current_player].kind
        return kind if kind in STRENGTHS and not self.game.state.is_over else None

    def seats_of(self, tokens: Iterable[str], kinds: tuple[str, ...]) -> tuple[int, ...]:
        """List the seats of these kinds with one of these tokens."""
        known = [token.encode() for token in tokens]
        return tuple(
            number
            for number, seat in enumerate(self.kept.seats)
            if seat.kind in kinds
            and any(secrets.compare_digest(seat.token.encode(), token) for token in known)
        )

    def notify(self) -> None:
        """Notify the watchers that something has changed."""
        self.parts.clear()
        for call in tuple(self.on_change):
            call()


class Tables:
    """All tables of a server."""

    def __init__(self, store: Store, load: Callable[[str], ls.Edition] = ls.load_edition) -> None:
        """Begin with the tables on the disk; `load` returns the edition of a name."""
        self.store = store
        self._editions = {name: load(name) for name in ls.edition.RULESETS}
        self._live = dict[str, LiveTable]()

    def begin(
        self,
        edition: str,
        seats: tuple[Seat, ...],
        first: int,
        language: str,
        *,
        hints: bool = False,
        pace: str = "calm",
    ) -> LiveTable:
        """Set up a table, which is on the disk when this returns."""
        kept = KeptTable(
            id=secrets.token_urlsafe(9),
            edition=edition,
            hash=ls.edition_hash(self._editions[edition]),
            first=first,
            language=language,
            seats=seats,
            hints=hints,
            pace=pace,
        )
        return self._add(self.keep(self._set_up(kept, [])))

    def find(self, id: str) -> LiveTable | None:
        """Find a table in memory or on the disk; None if there is none.

        Raises `GoneError` if it began under other rules, `DamagedError` if it cannot be read.
        """
        if id in self._live:
            return self._add(self._live.pop(id))  # moves it to the end
        kept = self.store.table(id)
        if kept is None:
            return None
        entries = self.store.entries(id)
        try:
            return self._add(self._set_up(kept, entries))
        except GoneError:
            raise
        except (ls.LivingstoneError, KeyError, TypeError) as error:
            self.store.damaged.add(id)
            raise DamagedError(f"table {id} is damaged: {error!r}") from None

    def _add(self, table: LiveTable) -> LiveTable:
        """Put a table into memory, and drop the least recently used ones that nobody watches."""
        self._live[table.id] = table
        too_many = len(self._live) - _MOST_IN_MEMORY
        if too_many > 0:
            others = [other for other in self._live.values() if other is not table]
            for idle in [other for other in others if not other.watchers.total()][:too_many]:
                self._live.pop(idle.id).is_stale = True
        return table

    def prune(self, days: float, most: float) -> None:
        """Delete the tables that nobody watches, and nobody has touched for `days`.

        If there are `most` tables or more, also those on which nobody has moved for an hour.
        """
        gone = self.store.untouched(days)
        if self.store.count_tables() - len(gone) >= most:
            gone |= self.store.untouched(1 / 24, unbegun=True)
        gone -= {table.id for table in self._live.values() if table.watchers.total()}
        self.store.delete(*gone)
        for id in gone & {*self._live}:
            self._live.pop(id).is_stale = True

    def play(self, table: LiveTable, seat: int, move: ls.Move, version: ls.Version) -> None:
        """Carry out a move, which is on the disk when this returns.

        Raises `IllegalMoveError` for an illegal move, `StoreError` if the disk fails: then the move
        was not made.
        """
        table.game.play(move, seat, version=version)
        self.keep(table)

    def seat(self, table: LiveTable, number: int, seat: Seat) -> None:
        """Give a seat to a person."""
        before, after = table.kept.seats[:number], table.kept.seats[number + 1 :]
        table.kept = evolve(table.kept, seats=(*before, seat, *after))
        self.keep(table)

    def rematch(self, table: LiveTable) -> LiveTable:
        """Find or set up the next game between the same players; the next seat begins."""
        old = table.kept
        if old.rematch and (following := self.find(old.rematch)):
            return following
        seats = tuple(evolve(seat, token=new_token()) for seat in old.seats)
        first = (old.first + 1) % len(seats)
        following = self.begin(
            old.edition, seats, first, old.language, hints=old.hints, pace=old.pace
        )
        table.kept = evolve(old, rematch=following.id)
        self.keep(table)
        return following

    def keep(self, table: LiveTable) -> LiveTable:
        """Write a table and its new entries to the disk; if that fails, drop it from memory."""
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
            table.notify()
        return table

    def _set_up(self, kept: KeptTable, entries: list[str]) -> LiveTable:
        """Replay the journal of a table; a chance event without an outcome is dealt again."""
        if kept.is_damaged:
            raise DamagedError("its line cannot be read")
        edition, players = self._editions[kept.edition], len(kept.seats)
        if ls.edition_hash(edition) != kept.hash:
            raise GoneError("the rules have changed since this game began")
        start = ls.new_game(players, edition=edition, first=kept.first, explicit_chance=True)
        game = ls.Table.from_journal(start, entries, dealer=ls.deal)
        return LiveTable(kept, game, len(entries))
