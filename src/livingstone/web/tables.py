"""The tables that are played at: kept on the disk, and in memory while somebody is there."""

import secrets
import sqlite3
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from attrs import define, evolve, field

import livingstone as ls
from livingstone.web.store import KeptTable, Seat, Store, StoreError
from livingstone.web.thinking import STRENGTHS

__all__ = ["NAMES", "GoneError", "LiveTable", "Reasons", "Tables", "new_token", "reasons_for"]

NAMES = ("Livingstone", "Stanley", "Chuma", "Susi", "Kirk")
"""What players are called who do not say so."""
_UNDO, _REDO = "undo", "redo"
_MOST_IN_MEMORY = 400
"""So many tables stay in memory, or as many as are watched."""

Reasons = tuple[tuple[tuple[int, int], ...], ...]
"""By seat: the rows of the tents that scored in a column, each with their points together."""


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
    """How many entries the disk has."""
    reasons: dict[int, Reasons] = field(factory=dict)
    """Why a column brought points, by the number of the event that tells of it."""
    watchers: Counter[int | None] = field(factory=Counter)
    """How many clients look on, by seat; None for spectators."""
    thinking: int | None = None
    """The seat of the bot that is thinking."""
    is_stale: bool = False
    """Whether the disk did not take what was done: then it has to be found anew."""
    on_change: set[Callable[[], None]] = field(factory=set)
    """What to call when there is something new to see."""

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

    def seats_of(self, tokens: Iterable[str]) -> tuple[int, ...]:
        """List the seats of a client that knows these tokens."""
        known = [token.encode() for token in tokens]
        return tuple(
            number
            for number, seat in enumerate(self.kept.seats)
            if seat.kind == "person"
            and any(secrets.compare_digest(seat.token.encode(), token) for token in known)
        )

    def version(self, revision: str) -> ls.Version | None:
        """Read what a client says it saw; None if it makes no sense."""
        undone, _, events = revision.partition(".")
        if not (undone.isdecimal() and events.isdecimal() and len(revision) < 20):
            return None
        return ls.Version(int(undone), int(events))

    def note(self, transition: ls.Transition) -> None:
        """Note why columns brought points: their tents stand as they did when they were scored."""
        first = self.game.version.events - len(transition.events)
        for number, event in enumerate(transition.events, first):
            if reasons := reasons_for(event, transition.state):
                self.reasons[number] = reasons

    def tell(self) -> None:
        """Tell all who look on that there is something new."""
        for call in tuple(self.on_change):
            call()


def reasons_for(event: ls.Event, state: ls.State) -> Reasons:
    """Say why a column brought points; nothing for other events. The state is one right after."""
    if not isinstance(event, ls.events.ColumnScored):
        return ()
    values = state.edition.board.row_values
    return tuple(
        tuple(
            (row, value * tents)
            for row, value in enumerate(values, 1)
            if (tents := player.tents_at(ls.Space(row, event.column)))
        )
        for player in state.players
    )


class Tables:
    """All tables of a server."""

    def __init__(self, store: Store) -> None:
        """Begin with those that are kept on the disk."""
        self.store = store
        self._live = dict[str, LiveTable]()

    def begin(self, edition: str, seats: tuple[Seat, ...], first: int, language: str) -> LiveTable:
        """Set up a table; it is kept when this returns."""
        rules = ls.load_edition(edition)
        start = ls.new_game(len(seats), edition=rules, first=first, explicit_chance=True)
        game = ls.Table(start, dealer=ls.deal)
        kept = KeptTable(
            id=secrets.token_urlsafe(9),
            edition=edition,
            hash=ls.edition_hash(rules),
            first=first,
            language=language,
            seats=seats,
        )
        entries = [line for step in game.history for line in _lines(step, 0)]
        with self._kept(kept.id):
            self.store.add_table(kept, entries)
        self._live[kept.id] = LiveTable(kept, game, len(entries))
        self._make_room()
        return self._live[kept.id]

    def find(self, id: str) -> LiveTable | None:
        """Find a table, in memory or on the disk.

        Raises `GoneError` for one that this library cannot go on with.
        """
        if id in self._live:
            self._live[id] = self._live.pop(id)  # the last one used is the last one in order
            return self._live[id]
        kept = self.store.table(id)
        if kept is None:
            return None
        self._live[id] = _set_up(kept, self.store.entries(id))
        self._make_room()
        return self._live[id]

    def _make_room(self) -> None:
        """Take the tables out of memory that nobody has used for the longest time."""
        idle = [id for id, table in self._live.items() if not table.watchers.total()]
        for id in idle[: max(len(self._live) - _MOST_IN_MEMORY, 0)]:
            del self._live[id]

    def play(self, table: LiveTable, seat: int, move: ls.Move, version: ls.Version) -> None:
        """Carry out a move; it is kept when this returns.

        Raises `IllegalMoveError` for a move that is refused, `StoreError` for one that cannot be
        kept: then it was not made.
        """
        transition = table.game.play(move, seat, version=version)
        self._keep(table, _lines(transition, seat))
        table.note(transition)
        table.tell()

    def take_back(self, table: LiveTable, seat: int) -> None:
        """Take a seat's last move back; raises `UndoError` where it may not."""
        table.game.undo(seat)
        self._keep(table, [f"{_UNDO} {seat}"])
        table.tell()

    def redo(self, table: LiveTable, seat: int) -> None:
        """Carry out again what a seat took back; raises `UndoError` where it may not."""
        table.game.redo(seat)
        self._keep(table, [f"{_REDO} {seat}"])
        table.tell()

    def seat(self, table: LiveTable, number: int, seat: Seat) -> None:
        """Have somebody sit down."""
        with self._kept(table.id):
            self.store.change_seat(table.id, number, seat)
        seats = list(table.kept.seats)
        seats[number] = seat
        table.kept = evolve(table.kept, seats=tuple(seats))
        table.tell()

    def rematch(self, table: LiveTable) -> LiveTable:
        """Set up the next game between the same players, or find it; the next seat begins."""
        if table.kept.rematch and (following := self.find(table.kept.rematch)):
            return following
        old = table.kept
        seats = tuple(evolve(seat, token=new_token()) for seat in old.seats)
        following = self.begin(old.edition, seats, (old.first + 1) % len(seats), old.language)
        with self._kept(table.id):
            self.store.set_rematch(table.id, following.id)
        table.kept = evolve(old, rematch=following.id)
        table.tell()
        return following

    def _keep(self, table: LiveTable, entries: list[str]) -> None:
        state = table.game.state
        with self._kept(table.id):
            self.store.append(
                table.id, table.entries, entries, column=state.boat, is_over=state.is_over
            )
        table.entries += len(entries)
        if (table.kept.column, table.kept.is_over) != (state.boat, state.is_over):
            table.kept = evolve(table.kept, column=state.boat, is_over=state.is_over)

    @contextmanager
    def _kept(self, id: str) -> Iterator[None]:
        """Forget what memory has of a table where the disk does not take it."""
        try:
            yield
        except sqlite3.Error as error:
            table = self._live.pop(id, None)
            if table is not None:
                table.is_stale = True
                table.tell()
            raise StoreError(f"nothing can be kept: {error}") from None


def _lines(transition: ls.Transition, seat: int) -> list[str]:
    """Write a move and what chance decided after it."""
    return [
        ls.format_move(action, None if isinstance(action, ls.Outcome) else seat)
        for action in transition.actions
    ]


def _set_up(kept: KeptTable, entries: list[str]) -> LiveTable:
    """Carry out all that was done at a table; chance that is still to come is dealt anew."""
    edition = ls.load_edition(kept.edition)
    if ls.edition_hash(edition) != kept.hash:
        raise GoneError("the rules have changed since this game began")
    dealt, done = deque[ls.Outcome](), list[tuple[int | None, object]]()
    for line in entries:
        word, _, seat = line.partition(" ")
        done.append((int(seat), word) if word in (_UNDO, _REDO) else ls.parse_move(line))
    dealt.extend(action for _, action in done if isinstance(action, ls.Outcome))
    count = len(kept.seats)
    start = ls.new_game(count, edition=edition, first=kept.first, explicit_chance=True)
    game = ls.Table(start, dealer=lambda state: dealt.popleft() if dealt else ls.deal(state))
    table = LiveTable(kept, game, len(entries))
    for seat_of_it, action in done:
        if action == _UNDO:
            game.undo(seat_of_it or 0)
        elif action == _REDO:
            game.redo(seat_of_it or 0)
        elif isinstance(action, ls.Move):
            table.note(game.play(action, seat_of_it))
    return table
