"""The tables: on the disk, and in memory while they are in use."""

import asyncio
import secrets
import time
from asyncio import Event, Lock
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import inf
from typing import Any, Literal, TypeAlias
from weakref import WeakValueDictionary

from attrs import define, evolve, field

import livingstone as ls
from livingstone.web.budgets import FullError
from livingstone.web.game_store import (
    DAY,
    PAUSE,
    Agreement,
    ChatLine,
    Customs,
    Following,
    GameProgress,
    GameStore,
    KeptTable,
    Slice,
    StoreError,
    TableSeat,
)
from livingstone.web.ratings import scores_of
from livingstone.web.settings import STAND_IN
from livingstone.web.turns import let_others

_SECONDS_UNKEPT = 10.0
"""Seconds between two writes of a running clock; a killed server loses at most these."""
_SECONDS_BUSY = 0.5
"""Seconds until a clock tries to write again after another process was writing."""
_PART_KEPT = 0.05
"""The part of all tables that is reserved for addresses that have begun none."""
_PART_IN_A_DAY = 0.025
"""The part of all tables that an address can begin in a day."""
_LEAST_IN_A_DAY = 20
"""The least number of tables that an address can begin in a day."""
SECONDS_UNTIL_ROOM = 60.0
"""Seconds until abandoned tables are deleted when there are too many."""
_LINES_AT_ONCE = 20
"""The lines of a journal that are replayed before others have their turn."""
_MOST_EDITIONS = 20
"""The most editions of earlier games that stay in memory."""
MOST_ENTRIES = 5_000
"""A journal with more entries takes no undo and redo; a game of five people has some 600."""
Deed: TypeAlias = tuple[ls.Move, ...] | Literal["undo", "redo"]
"""What a seat does in a game: play moves, one after the other, or undo or redo a move."""


class GoneError(ls.LivingstoneError):
    """The rules have changed since a table began, so it cannot continue."""


class DamagedError(ls.LivingstoneError):
    """A table cannot be read from the disk."""


def new_token() -> str:
    """Make a random token that nobody can guess."""
    return secrets.token_urlsafe(24)


def _opens(token: str, seat: TableSeat) -> bool:
    """Return whether a token lets a client play for a seat, or take it over."""
    known = [secret for secret in (seat.token, seat.new_holder_token) if secret]
    return any(secrets.compare_digest(token.encode(), secret.encode()) for secret in known)


@define(eq=False)
class LiveTable:
    """A table in memory: the game and its watchers."""

    kept: KeptTable
    game: ls.Table
    entries: int
    """The number of lines of the game's journal on the disk."""
    watchers: Counter[int | None] = field(factory=Counter)
    """The number of watching clients, by seat; None for spectators."""
    addresses: dict[int, str] = field(factory=dict)
    """The address from which each seat was last played, since the table was loaded."""
    thinking: int | None = None
    is_stale: bool = False
    """Whether the table has left memory and must be loaded again."""
    on_change: set[Callable[[], None]] = field(factory=set)
    """Functions to call when something has changed."""
    on_any_change: set[Callable[[], None]] = field(factory=set)
    """The functions of `Tables` to call when something has changed at any table."""
    parts: dict[object, dict[str, str]] = field(factory=dict)
    """The current parts of the page, by what a client may see and its language."""
    documents: dict[object, object] = field(factory=dict)
    """The current documents of the API, by what a client may see, its language and version."""
    stories: dict[object, object] = field(factory=dict)
    """The lines of the log, by who reads them and their language."""
    tellings: dict[object, object] = field(factory=dict)
    """The events in documents of the API, by who reads them and their language."""
    chat: tuple[ChatLine, ...] = ()
    recent_lines: list[tuple[float, int]] = field(factory=list)
    """The latest lines of the chat: when they were written, by `time.monotonic`, by which seat."""
    absent: dict[int, float] = field(factory=dict)
    """Since when each person is away while another one is here, by `time.monotonic`."""
    written_at: float = field(factory=time.monotonic)
    timed_seat: int | None = None
    """The seat whose clock runs since `timed_at`."""
    timed_at: float = 0.0

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
    def kinds(self) -> tuple[str, ...]:
        """Who plays on each seat now, as `TableSeat.kind`."""
        return tuple(STAND_IN if seat.left else seat.kind for seat in self.kept.seats)

    @property
    def is_asked(self) -> bool:
        """Whether the game waits, since a player has asked to take a move back."""
        agreement = self.kept.agreement
        return agreement.asked is not None and agreement.refused is None

    @property
    def mover(self) -> str | None:
        """Who is to move, as `TableSeat.kind`; None after the end."""
        state = self.game.state
        return None if state.is_over else self.kinds[state.current_player]

    @property
    def bot(self) -> str | None:
        """The strength of the bot that is to move; None if there is none."""
        return None if self.mover in (None, "person", "open") or self.is_asked else self.mover

    @property
    def payer(self) -> str:
        """The address that pays for the bots: that of a player, and never that of a spectator.

        It is empty if no player was seen; all such tables share the budget of the empty address.
        """
        here = [address for seat, address in self.addresses.items() if self.watchers[seat]]
        return next(iter([*here, *self.addresses.values()]), "")

    @property
    def is_awaited(self) -> bool:
        """Whether a player has the table open, and so waits for the others."""
        return any(self.watchers[seat] for seat in range(len(self.kinds)))

    def can_ask(self, seat: int | None) -> bool:
        """Return whether a seat can ask the others to take its last move back."""
        is_asked = self.kept.agreement.asked is not None
        if seat is None or is_asked or self.game.can_undo(seat):
            return False
        return self.game.can_undo(seat, agreed=True)

    def has_moved(self, seat: int) -> bool:
        """Return whether a seat has made a move that was not taken back."""
        history = self.game.history
        steps = zip(self.game.states, history, strict=False)
        return any(not state.is_chance and state.current_player == seat for state, _ in steps)

    def watch(self, before: tuple[int, ...] | None, after: tuple[int, ...] | None) -> None:
        """Count a client that changes the seats it watches for: () a spectator, None nobody."""
        if before != after:
            for seats, change in ((before, -1), (after, 1)):
                if seats is not None:
                    self.watchers.update(dict.fromkeys(seats or (None,), change))
            self.pass_time()
            if before or after:
                self.notify()

    def pass_time(self, increment: float = 0.0) -> None:
        """Charge the running clock with the time since the last call; start the mover's.

        Time passes only while a player is here; clocks run only when all seats are taken.
        """
        now = time.monotonic()
        kinds = self.kinds
        clocks = list(self.kept.clocks)
        if self.timed_seat is not None:
            clocks[self.timed_seat] += increment - (now - self.timed_at)
            self.kept = evolve(self.kept, clocks=tuple(clocks))
        away = [seat for seat in range(len(kinds)) if not self.watchers[seat]]
        is_attended = len(away) < len(kinds)
        self.absent = {seat: self.absent.get(seat, now) for seat in away if is_attended}
        runs = clocks and is_attended and self.mover == "person" and "open" not in kinds
        self.timed_seat = self.game.state.current_player if runs else None
        self.timed_at = now

    def seats_of(self, tokens: Sequence[str], kinds: tuple[str, ...]) -> tuple[int, ...]:
        """List the seats of these kinds with one of these tokens."""
        return tuple(
            number
            for number, seat in enumerate(self.kept.seats)
            if seat.kind in kinds and any(_opens(token, seat) for token in tokens)
        )

    def notify(self) -> None:
        """Notify the watchers that something has changed."""
        self.parts.clear()
        self.documents.clear()
        for call in (*self.on_change, *self.on_any_change):
            call()


class Tables:
    """All tables of a server."""

    most_in_memory = 200
    """More tables stay in memory only while they are watched."""

    def __init__(
        self,
        store: GameStore,
        load: Callable[[str], ls.Edition] = ls.load_edition,
        most_tables: float = inf,
    ) -> None:
        """Load and store all editions, so that games go on when a figure is corrected later."""
        self.store = store
        self.most_tables = most_tables
        self.daily_tables = max(most_tables * _PART_IN_A_DAY, _LEAST_IN_A_DAY)
        """How many tables an address can begin in a day."""
        self.is_full = Event()
        """Set when somebody could not begin a table."""
        self.live = dict[str, LiveTable]()
        """The tables in memory; the last one was used last."""
        self.on_any_change = set[Callable[[], None]]()
        """Functions to call when a table has begun, changed or gone, or somebody came or left."""
        self._read = dict[str, ls.Edition]()
        """Editions that were read from the file, by their texts."""
        self._loading = WeakValueDictionary[str, Lock]()
        """The locks of tables that are being loaded."""
        self.editions = {name: load(name) for name in ls.edition.RULESETS}
        self.edition_names = {edition.hash: name for name, edition in self.editions.items()}
        """The editions that are played here, by their hashes."""
        for edition in self.editions.values():
            store.add_edition(edition)
        store.count_all(scores_of)

    def begin(
        self,
        edition: str,
        seats: tuple[TableSeat, ...],
        customs: Customs,
        entries: Iterable[str] = (),
        *,
        address: str = "",
        **fields: Any,
    ) -> LiveTable:
        """Set up a table, with other fields of `KeptTable`; it is on the disk when this returns.

        `entries` are the lines of the journal of a game that it goes on from, and the field `hash`
        is that of its edition. Raises `FullError` if there are too many tables, in all or of an
        address; places are kept for addresses that have begun none.
        """
        self._need_room(address)
        minutes = customs.clock.partition("+")[0]
        fields.setdefault("hash", self.editions[edition].hash)
        kept = KeptTable(
            id=secrets.token_urlsafe(9),
            edition=edition,
            seats=seats,
            customs=customs,
            clocks=(60.0 * int(minutes),) * len(seats) if minutes else (),
            **fields,
        )
        table = self._set_up(kept, list(entries))
        table.entries = 0  # none is on the disk yet
        return self._add(self.keep(table, address))

    def _need_room(self, address: str) -> None:
        """Raise `FullError` if an address cannot begin a table now."""
        recent = self.store.begun_by(address)
        if len(recent) >= self.daily_tables:
            seconds = min(recent[0] + DAY - self.store.now(), DAY)
            raise FullError("an address has begun too many tables in a day", seconds)
        kept = self.most_tables * _PART_KEPT if recent and self.most_tables < inf else 0
        if self.store.count_tables() >= self.most_tables - kept:
            self.is_full.set()
            sentence = "too many tables: see --keep-days, --prune and --most-tables"
            raise FullError(sentence, SECONDS_UNTIL_ROOM, is_of_server=True)

    def find(self, id: str) -> LiveTable | None:
        """Find a table in memory or on the disk; None if there is none.

        Raises `GoneError` if it began under other rules, `DamagedError` if it cannot be read.
        """
        if id in self.live:
            return self._add(self.live.pop(id))  # moves it to the end
        if (kept := self.store.table(id)) is None:
            return None
        entries = self.store.entries(id)
        with self._noting_damage(id):
            return self._add(self._set_up(kept, entries))

    async def load(self, id: str) -> None:
        """Put a table into memory in slices, in turn with others, for `find` to find it there.

        Raises as `find`.
        """
        async with self._loading.setdefault(id, Lock()):
            kept = None if id in self.live else self.store.table(id)
            if kept is None:
                return
            entries = self.store.entries(id)
            with self._noting_damage(id):
                for number, replayed in enumerate(self._replay(kept, entries)):
                    game = replayed  # the last one is whole
                    if number % _LINES_AT_ONCE == 0:
                        await let_others()
            is_same = self.store.table(id) == kept and self.store.entries(id) == entries
            if is_same and id not in self.live:
                self._add(self._live(kept, game, len(entries)))

    @contextmanager
    def _noting_damage(self, id: str) -> Iterator[None]:
        """Note that a table is damaged if the block cannot set it up."""
        try:
            yield
        except GoneError:
            raise
        except (ls.LivingstoneError, KeyError, TypeError, ValueError) as error:
            self.store.damaged.add(id)
            raise DamagedError(f"table {id} is damaged: {error!r}") from None

    def _add(self, table: LiveTable) -> LiveTable:
        """Put a table into memory, and drop the least recently used ones that nobody watches."""
        self.live[table.id] = table
        others = [other for other in self.live.values() if other is not table]
        unwatched = [other for other in others if not other.watchers.total()]
        for idle in unwatched[: max(len(self.live) - self.most_in_memory, 0)]:
            self.live.pop(idle.id).is_stale = True
        return table

    async def prune(self, days: float, most: float) -> None:
        """Delete the tables that nobody watches, and nobody has touched for `days`.

        If `most` tables are left, but for those kept for addresses without one, also those that
        were left after one move at most, not touched for an hour. It works in slices, between which
        others are served.
        """
        await self._prune(self.store.slices(days))
        if self.store.count_tables() >= most * (1 - _PART_KEPT):
            await self._prune(self.store.slices(1 / 24, unbegun=True))

    async def _prune(self, slices: Iterable[Slice]) -> None:
        for part in slices:
            await self.store.when_free(partial(self._delete_some, part), inf)
            await asyncio.sleep(PAUSE)

    def _delete_some(self, part: Slice) -> None:
        watched = {table.id for table in self.live.values() if table.watchers.total()}
        self._drop(part(watched))

    def do(self, table: LiveTable, seat: int, deed: Deed, version: ls.Version) -> None:
        """Carry out what a seat does in a game; it is on the disk when this returns.

        Undoing the use of a die also puts the die back, and redoing it takes the die again.

        Raises `livingstone.RefusedError` for what is not possible, also if the game has another
        version by now, and `StoreError`.
        """
        game = table.game
        match deed:
            case "undo":
                game.undo(seat, version=version)
                if _took_a_die(game.history[-1:]):
                    game.undo(seat, agreed=True)  # nobody minds: nothing was revealed since
            case "redo":
                done = game.redo(seat, version=version)
                if _took_a_die((done,)) and game.can_redo:
                    game.redo(seat)
            case (first, *others):
                game.play(first, seat, version=version)
                for move in others:
                    game.play(move, seat)
        self.keep(table)

    def change(self, table: LiveTable, kept: KeptTable) -> None:
        """Change what is kept beside the game; it is on the disk when this returns."""
        table.kept = kept
        self.keep(table)

    def change_seat(self, table: LiveTable, number: int, seat: TableSeat) -> None:
        """Change who plays on a seat, and keep whether its person leaves before a move."""
        table.absent.pop(number, None)
        if bool(seat.left) != bool(table.kept.seats[number].left):
            left_before_moving = bool(seat.left) and not table.has_moved(number)
            seat = evolve(seat, left_before_moving=left_before_moving)
        before = table.kept.seats[:number]
        after = table.kept.seats[number + 1 :]
        self.change(table, evolve(table.kept, seats=(*before, seat, *after)))

    def rematch(self, table: LiveTable, address: str, *, moves: bool = False) -> LiveTable:
        """Find or set up the next game of the same players, with `moves` in another order."""
        old = table.kept
        usual = [*range(len(old.seats))]
        if old.following.rematch and (following := self.find(old.following.rematch)):
            return following
        order = usual[:]
        while moves and order == usual:
            secrets.SystemRandom().shuffle(order)
        sitting = [old.seats[seat] for seat in order]
        following = self.begin(
            old.edition,
            tuple(
                TableSeat(seat.name, seat.kind, new_token(), is_public=seat.is_public)
                for seat in sitting
            ),
            evolve(old.customs, guides=False),
            address=address,
            host=order.index(old.host),
            first=order.index((old.first + 1) % len(usual)),
        )
        moved = tuple(map(order.index, usual)) if moves else ()
        link = Following(rematch=following.id, rematch_seats=moved)
        self.change(table, evolve(old, following=link))
        return following

    def delete(self, *ids: str) -> None:
        """Delete tables for good; their watchers get no more messages."""
        self.store.delete(*ids)
        self._drop(ids)

    def _drop(self, ids: Iterable[str]) -> None:
        """Drop deleted tables from memory."""
        ids = {*ids}
        for id in ids & {*self.live}:
            table = self.live.pop(id)
            table.is_stale = True
            table.notify()
        for call in tuple(self.on_any_change):  # most of them were not in memory
            call()

    def keep(self, table: LiveTable, address: str | None = None) -> LiveTable:
        """Write a table and its new entries to the disk; if that fails, drop it from memory.

        `address` is that from which it is begun, None for one that has begun before.
        """
        self._settle(table)
        state = table.game.state
        journal = table.game.journal
        new = journal[table.entries :]
        has_ended = f"p{table.timed_seat} end" in new
        increment = float(table.kept.customs.clock.partition("+")[2]) if has_ended else 0.0
        table.pass_time(increment)
        table.kept = evolve(table.kept, progress=_progress_of(state))
        try:
            scores = scores_of(table.kept)
            self.store.put(table.kept, table.entries, new, scores, address)
            table.entries = len(journal)
            table.written_at = time.monotonic()
        except StoreError:
            table.is_stale = True
            self.live.pop(table.id, None)
            raise
        finally:
            table.notify()
        return table

    def _settle(self, table: LiveTable) -> None:
        """Take the move back if all others agree; drop a request that is out of date."""
        agreement = table.kept.agreement
        seat = agreement.asked
        if seat is None:
            return
        others = (number for number, kind in enumerate(table.kinds) if kind == "person")
        is_same = len(table.game.journal) == table.entries
        is_current = is_same and table.kinds[seat] == "person"
        is_agreed = agreement.refused is None and set(others) <= set(agreement.agreed)
        if is_current and is_agreed:
            table.game.undo(seat, agreed=True)
        if is_agreed or not is_current:
            table.kept = evolve(table.kept, agreement=Agreement())

    def play_for_absent(self, table: LiveTable) -> float:
        """Let a bot play for a person who is late or away; return the seconds to the next call."""
        table.pass_time()
        if table.mover != "person":
            return inf
        kept = table.kept
        seat = table.game.state.current_player
        now = time.monotonic()
        until_late = kept.clocks[seat] if table.timed_seat is not None else inf
        patience = 60 * kept.customs.away
        is_away = patience and seat in table.absent
        until_away = table.absent[seat] + patience - now if is_away else inf
        is_due = min(until_late, until_away) <= 0
        is_unkept = table.timed_seat is not None and now - table.written_at >= _SECONDS_UNKEPT
        if (is_due or is_unkept) and not self.store.begin_transaction():
            return _SECONDS_BUSY
        if is_due:
            reason = "late" if until_late <= 0 else "away"
            self.change_seat(table, seat, evolve(kept.seats[seat], left=reason))
        elif is_unkept:
            self.keep(table)
        return max(min(until_late, until_away, _SECONDS_UNKEPT), 0.0)

    def chat(self, table: LiveTable, line: ChatLine) -> None:
        """Add a line to the chat, which is on the disk when this returns."""
        table.chat = self.store.add_line(table.id, line)
        table.notify()

    def _set_up(self, kept: KeptTable, entries: list[str]) -> LiveTable:
        """Replay the journal of a table; a chance event without an outcome is dealt again."""
        *_, game = self._replay(kept, entries)
        return self._live(kept, game, len(entries))

    def _live(self, kept: KeptTable, game: ls.Table, entries: int) -> LiveTable:
        chat = self.store.chat(kept.id)
        return LiveTable(kept, game, entries, chat=chat, on_any_change=self.on_any_change)

    def _replay(self, kept: KeptTable, entries: list[str]) -> Iterator[ls.Table]:
        """Replay a journal, and yield the game after each line; what comes last is whole."""
        if kept.is_damaged:
            raise DamagedError("its line cannot be read")
        edition = self._edition_of(kept)
        players = len(kept.seats)
        start = ls.new_game(players, edition=edition, first=kept.first, explicit_chance=True)
        lines = (f"{entry}\n" for entry in entries)  # the store has no half-written ones
        yield from ls.Table.restoring(start, lines, dealer=ls.deal)

    def edition(self, name: str) -> ls.Edition | None:
        """Find an edition by its name, or by its hash if a game was played with it here."""
        if name in self.editions:
            return self.editions[name]
        text = self.store.edition(name)
        return None if text is None else self._read_edition(text)

    def _read_edition(self, text: str) -> ls.Edition:
        if text not in self._read:
            own_effects = next(iter(self.editions.values()))
            if len(self._read) >= _MOST_EDITIONS:
                self._read.clear()
            self._read[text] = ls.from_json(text, "edition", effects=own_effects)
        return self._read[text]

    def _edition_of(self, kept: KeptTable) -> ls.Edition:
        """Find the edition that a table began with; raises `GoneError` if nobody has it."""
        edition = self.editions[kept.edition]
        if edition.hash == kept.hash:
            return edition
        if (text := self.store.edition(kept.hash)) is not None:
            return self._read_edition(text)
        try:
            return ls.edition.find_edition(kept.edition, kept.hash)
        except ls.DataError:
            raise GoneError("the rules have changed since this game began") from None


def _took_a_die(done: Sequence[ls.Transition]) -> bool:
    return any(isinstance(transition.actions[0], ls.TakeDie) for transition in done)


def _progress_of(state: ls.State) -> GameProgress:
    result = ls.result(state)
    return GameProgress(
        column=state.boat,
        is_over=state.is_over,
        mover=state.current_player,
        points=tuple(player.points for player in (result.standings if result else state.players)),
        winners=result.winners if result else (),
    )
