"""Tables, which a front end holds: the state of a game, its history, and undo (R11)."""

import secrets
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from threading import RLock
from typing import Any, TypeAlias

from attrs import define, field

from livingstone.errors import (
    LONGEST_LINE,
    LONGEST_REPR,
    ArgumentError,
    NotationError,
    RecordError,
    shortened,
)
from livingstone.events import Event, visible
from livingstone.events.transitions import Transition, opening, play
from livingstone.game import moves
from livingstone.game.chance import sample_outcome
from livingstone.game.moves import Action, Outcome
from livingstone.game.refusals import Code, IllegalMoveError, RefusedError, refuse
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.game.viewing import view
from livingstone.records.notation import SEAT, format_move, parse_move
from livingstone.records.record import Record
from livingstone.support.arguments import SEED_LIMIT, need, observer_of, whole
from livingstone.table.groups import plays_card
from livingstone.table.news import BEGINNING, News, Version
from livingstone.table.snapshot import MOST_TAKEN_BACK, Moment, Snapshot, Undo, make_snapshot

UNDO = "undo"
REDO = "redo"
AGREED = "undo agreed"
"""Words of a journal, all three, that are not in the notation: `p0 undo`."""

_OUT_OF_DATE = refuse(Code.OUT_OF_DATE, "R2.2")

Dealer: TypeAlias = Callable[[State], Outcome]
"""A function that decides chance: it returns the outcome that a state awaits."""


def deal(state: State) -> Outcome:
    """Draw an outcome that nobody can predict, with random numbers of the operating system.

    Raises `ArgumentError` if no outcome is awaited.
    """
    need("deal", state, "State", State)
    return sample_outcome(state, secrets.randbelow(SEED_LIMIT))


class UndoError(RefusedError):
    """A move cannot be taken back, or cannot be carried out again."""


class HalfWrittenLineWarning(UserWarning):
    """`Table.from_journal` left out the last line of a journal, which was only half written.

    Write the journal of the restored table anew before you append to it.
    """


@define(slots=False)
class Table:
    """A game in progress, from the state `start` on; several threads may use it.

    With explicit chance, play outcomes like moves, or let a `dealer` such as `deal` decide them.

    >>> from livingstone import Donate, new_game
    >>> table = Table(new_game(3, seed=7))
    >>> transition = table.play(Donate(1))
    >>> table.can_undo(0), table.can_undo(1)
    (True, False)
    >>> table.undo(0) == table.start
    True

    Raises `ArgumentError` for a dealer in a game with a seed.
    """

    start: State = field()
    """The first state of the game."""
    dealer: Dealer | None = field(default=None, kw_only=True, eq=False)
    """Decides chance in a game without a seed; None if the caller does."""

    @start.validator
    def _is_state(self, _: object, start: State) -> None:
        need("Table", start, "State", State)

    @dealer.validator
    def _needs_no_seed(self, _: object, dealer: Dealer | None) -> None:
        if dealer is not None and self.start.streams is not None:
            raise ArgumentError("a game with a seed needs no dealer: use with_explicit_chance")

    _done: list[Transition] = field(factory=list, init=False)
    _undone: list[Transition] = field(factory=list, init=False)
    _journal: list[str] = field(factory=list, init=False, eq=False)
    _events: list[Event] = field(factory=list, init=False, eq=False)
    _undos: list[Undo] = field(factory=list, init=False, eq=False)
    _lock: RLock = field(factory=RLock, init=False, eq=False)

    def __repr__(self) -> str:
        return shortened(f"Table({len(self._done)} moves, {self.state!r})", LONGEST_REPR)

    def _repr_html_(self) -> str:
        """Draw the board as a spectator sees it; hands and chests stay hidden."""
        from livingstone.svg import board  # drawing is loaded when somebody looks

        return board(self.view(None), size=880)

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:  # a copy has lists and a lock of its own
            own = {name: value for name, value in vars(self).items() if name != "_lock"}
            return {name: v[:] if isinstance(v, list) else v for name, v in own.items()}

    def __setstate__(self, own: dict[str, Any]) -> None:
        vars(self).update(own, _lock=RLock())

    def __attrs_post_init__(self) -> None:
        self._events += opening(self.start)
        self._deal_on()

    @property
    def state(self) -> State:
        """The current state, secrets included."""
        last = self._done[-1:]  # one step: another thread may take the last one back
        return last[0].state if last else self.start

    @property
    def states(self) -> tuple[State, ...]:
        """All states so far, from the first to the current one."""
        return (self.start, *(transition.state for transition in self.history))

    @property
    def history(self) -> tuple[Transition, ...]:
        """All transitions so far, secrets included."""
        return tuple(self._done)

    @property
    def journal(self) -> tuple[str, ...]:
        """All actions in the notation, and a line such as `p0 undo` for a move taken back.

        It only grows; `from_journal` restores the table from it. It holds all secrets.
        """
        return tuple(self._journal)

    @property
    def version(self) -> Version:
        """The current version."""
        return Version(len(self._undos), len(self._events))

    def play(
        self, action: "Action", seat: int | None = None, *, version: Version | None = None
    ) -> Transition:
        """Carry out a move, or an outcome where chance is explicit.

        An untrusted move is refused if its `seat` is not to move, and if the table has another
        `version` by now than the one that it was made for.

        Raises `IllegalMoveError` for an action that is not legal; nothing changes then. The error's
        `state` and `reason` may hold secrets.
        """
        with self._lock:
            state = self.state
            if seat is not None and (seat != state.current_player or state.is_chance):
                raise IllegalMoveError(action, state, refuse(Code.NOT_YOUR_TURN, "R2.2"))
            if version not in (None, self.version):
                raise IllegalMoveError(action, state, _OUT_OF_DATE)
            transition = play(state, action)
            while self.dealer is not None and transition.state.is_chance:
                dealt = play(transition.state, self.dealer(transition.state))
                transition = _joined(transition, dealt)
            acts = self._chosen(transition)
            mover = state.current_player
            lines = [format_move(act, None if isinstance(act, Outcome) else mover) for act in acts]
            self._add(transition, lines)
            self._undone.clear()
            return transition

    def view(self, seat: int | None) -> View:
        """Return the view of a seat or a spectator (None); raises as `livingstone.view`."""
        return view(self.state, seat)

    def events(self, seat: int | None) -> "tuple[Event, ...]":
        """List all events as a seat, or a spectator (None), may see them. Raises as `news`."""
        return self.news(seat).events

    def news(self, seat: int | None, since: Version = BEGINNING) -> News:
        """Return the events since a version of this table, as a seat may see them.

        Raises `ArgumentError` for a seat that the game does not have.
        """
        return self._news(seat, since, None)

    def _news(self, seat: int | None, since: Version, most: int | None) -> News:
        """Return the events since a version, or the last ones of the game if these are more."""
        observer = observer_of(seat, len(self.start.players))
        with self._lock:
            now = self.version
            is_anew = since.undone != now.undone or not 0 <= since.events <= now.events
            first = 0 if is_anew else since.events
            if most is not None and now.events - first > most:
                is_anew = True
                first = now.events - most
            fresh = self._events[first:]
            return News(now, is_anew, tuple(visible(event, observer) for event in fresh))

    def snapshot(
        self,
        seat: int | None,
        *,
        since: Version = BEGINNING,
        most_events: int | None = None,
        names: Sequence[str] | None = None,
        language: str = "en",
    ) -> Snapshot:
        """Return all that a seat's client, or a spectator's (None), draws, as of one moment.

        `since` is the version of the client's last snapshot. If more than `most_events` (0 or more)
        happened since then, the snapshot begins anew with the last ones of the game, as it does
        after an undo; `left_out` counts those before them. The sentences and labels are in a
        language of `LANGUAGES`, with the players' names by seat; without names, these have numbers.

        >>> from livingstone import new_game
        >>> drawn = Table(new_game(2, seed=7)).snapshot(0, names=["Ann", "Ben"])
        >>> [event.sentence for event in drawn.events]
        ['Column 1: you roll 2 2 3 4 and begin.']
        >>> [offer.label for offer in drawn.offers]
        ['take the 2', 'take the 3', 'take the 4', 'donate some coins to the Queen']
        >>> [offer.target for offer in drawn.dice[0].offers]
        ['deck', 'purse', 'bag', 'space-r2c1']

        Raises `ArgumentError` for a seat that the game does not have, a negative `most_events`, an
        unknown language, and names that are not one for each seat.
        """
        if most_events is not None:
            most_events = whole("most_events", most_events, 0)
        with self._lock:
            news = self._news(seat, since, most_events)
            seat = observer_of(seat, len(self.start.players))
            can_undo = seat is not None and self.can_undo(seat)
            moment = Moment(
                self.state,
                seat,
                news,
                self._undos[max(since.undone, 0) :][-MOST_TAKEN_BACK:],
                can_undo,
                can_redo=self.can_redo and seat == self.state.current_player,
                can_ask=seat is not None and not can_undo and self.can_undo(seat, agreed=True),
            )
        return make_snapshot(moment, names, language)

    def can_undo(self, seat: int, *, agreed: bool = False) -> bool:
        """Return whether this seat made the last move and may take it back (R11.1, R11.2).

        Taking coins, a donation, a sale to the bank and a tent built without a card may be taken
        back; with explicit chance, also a dig before its stones are drawn. Ruling: only by the
        player who made the move. If all other players agree (`agreed`), this seat's last move with
        all moves after it, unless dice, stones, cards or the result were revealed since.
        """
        with self._lock:
            return self._undoable(seat, agreed) > 0

    def _undoable(self, seat: int, agreed: bool) -> int:
        for count, done in enumerate(reversed(self._done), 1):
            before = self._done[-count - 1].state if count < len(self._done) else self.start
            if _reveals(done.actions, done.state):
                return 0
            if before.current_player == seat:
                return count if agreed or _can_be_taken_back(done.actions[0], self.state) else 0
            if not agreed:
                return 0
        return 0

    def undo(self, seat: int, *, agreed: bool = False, version: Version | None = None) -> State:
        """Take this seat's last move back, and return the state before it.

        Pass the version that the client saw, so that a double click takes one move back.
        Raises `UndoError` where `can_undo` says no, and if the table has another version by now.
        """
        with self._lock:
            self._check_version(version)
            count = self._undoable(seat, agreed)
            if not count:
                raise UndoError(refuse(Code.NOTHING_TO_UNDO, "R11.1", seat=seat))
            movers = set[int]()
            for _ in range(count):
                self._undone.append(self._done.pop())
                movers.add(self.state.current_player)
                del self._events[len(self._events) - len(self._undone[-1].events) :]
            self._undos.append(Undo(seat, count, movers != {seat}, len(self._done)))
            self._journal.append(f"p{seat} {AGREED if agreed else UNDO}")
            return self.state

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back and no other was played since."""
        return bool(self._undone)

    def redo(self, seat: int | None = None, *, version: Version | None = None) -> Transition:
        """Carry out again the move taken back last; pass the seat if the request is untrusted.

        Raises `UndoError` if there is none, if another seat made it, and as `undo` for the version.
        """
        with self._lock:
            self._check_version(version)
            if not self._undone or seat not in (None, self.state.current_player):
                raise UndoError(refuse(Code.NOTHING_TO_REDO, "R11.1"))
            self._add(self._undone.pop(), [f"p{self.state.current_player} {REDO}"])
            return self._done[-1]

    def record(
        self,
        *,
        players: Iterable[str] | None = None,
        tags: Mapping[str, str] | None = None,
        comments: Mapping[int, str] | None = None,
        embed_edition: bool = False,
    ) -> Record:
        """Record the game so far; the arguments and errors are those of `Record.of`."""
        actions = [action for done in self.history for action in self._chosen(done)]
        texts: dict[str, Any] = {"players": players, "tags": tags, "comments": comments}
        return Record.of(self.start, actions, **texts, embed_edition=embed_edition)

    @classmethod
    def from_record(cls, record: Record, *, dealer: Dealer | None = None) -> "Table":
        """Restore a table from a full record, which has no moves that were taken back.

        Chance is explicit, even if the record has a seed.

        Raises `RecordError` for a record that does not replay or is not full.
        """
        need("Table.from_record", record, "Record", Record)
        start, *_ = record.states()
        return cls.from_journal(start, map("{}\n".format, record.actions), dealer=dealer)

    @classmethod
    def from_journal(
        cls, start: State, journal: Iterable[str], *, dealer: "Dealer | None" = None
    ) -> "Table":
        """Restore a table from its first state and its journal.

        >>> from livingstone import Donate, deal, new_game
        >>> table = Table(new_game(3, explicit_chance=True), dealer=deal)
        >>> _ = table.play(Donate(1))
        >>> _ = table.undo(0)
        >>> again = Table.from_journal(table.start, table.journal, dealer=deal)
        >>> again.journal == table.journal, again.can_redo
        (True, True)

        A program that is killed can leave its last line half written: a last line without a newline
        is left out with a `HalfWrittenLineWarning` if the lines before it have newlines. What is
        there can be another move, such as `p0 donate 1` of `p0 donate 12`. Where no line has a
        newline, a last line is left out if it cannot be read.

        Raises `RecordError` for any other line that is malformed or not legal, `ArgumentError` as
        `Table`.
        """
        *_, table = cls.restoring(start, journal, dealer=dealer)
        return table

    @classmethod
    def restoring(
        cls, start: State, journal: Iterable[str], *, dealer: "Dealer | None" = None
    ) -> Iterator["Table"]:
        """Restore a table as `from_journal` does, and yield it after each line.

        So a program can do something else between two lines of a long journal. What comes last is
        the whole table. Raises as `from_journal`.

        >>> from livingstone import Donate, deal, new_game
        >>> table = Table(new_game(3, explicit_chance=True), dealer=deal)
        >>> _ = table.play(Donate(1))
        >>> *_, again = Table.restoring(table.start, table.journal, dealer=deal)
        >>> again.version == table.version
        True
        """
        table = cls(start)
        lines = tuple(journal)
        *before, last = lines or ("",)
        if before and _has_newline(before[-1]) and not _has_newline(last):
            _warn_of_half_written(last)
            lines = tuple(before)
        for number, line in enumerate(lines, 1):
            try:
                table._repeat(line.rstrip("\r\n"), is_dealt=dealer is not None)
            except (NotationError, RecordError, RefusedError) as error:
                is_last = number == len(lines)
                if is_last and isinstance(error, NotationError) and not _has_newline(line):
                    _warn_of_half_written(line)
                    break
                reason = error.reason if isinstance(error, RefusedError) else error
                raise RecordError(str(reason), number) from None
            yield table
        table.dealer = dealer
        table._deal_on()
        yield table

    def _repeat(self, line: str, *, is_dealt: bool) -> None:
        actor, _, rest = line.partition(" ")
        found = SEAT.fullmatch(actor)
        if is_dealt and self.state.is_chance and found:
            raise RecordError("chance has to decide first")
        if found and rest in (UNDO, AGREED):
            self.undo(int(found[1]), agreed=rest == AGREED)
        elif found and rest == REDO:
            self.redo(int(found[1]))
        else:
            action, seat = parse_move(line, edition=self.state.edition)
            if is_dealt and isinstance(action, Outcome):
                self._extend(action)
            else:
                self.play(action, seat)

    def _check_version(self, version: Version | None) -> None:
        if version not in (None, self.version):
            raise UndoError(_OUT_OF_DATE)

    def _chosen(self, transition: Transition) -> tuple[Action, ...]:
        """Return the actions of a transition, without those that a seed decided."""
        return transition.actions[: 1 if self.start.streams else None]

    def _deal_on(self) -> None:
        while self.dealer is not None and self.state.is_chance:
            self._extend(self.dealer(self.state))

    def _extend(self, outcome: Outcome) -> None:
        dealt = play(self.state, outcome)
        last = self._done.pop() if self._done else Transition(self.start, (), ())
        self._done.append(_joined(last, dealt))
        self._journal.append(format_move(outcome))
        self._events += dealt.events

    def _add(self, transition: Transition, lines: Iterable[str]) -> None:
        self._journal += lines
        self._done.append(transition)
        self._events += transition.events


def _has_newline(line: str) -> bool:
    return line.endswith(("\n", "\r"))


def _warn_of_half_written(line: str) -> None:
    told = shortened(ascii(line), LONGEST_LINE)
    message = f"the last line of the journal was only half written and is left out: {told}"
    warnings.warn(message, HalfWrittenLineWarning, stacklevel=3)


def _joined(first: Transition, then: Transition) -> Transition:
    return Transition(then.state, first.events + then.events, first.actions + then.actions)


def _reveals(actions: tuple[Action, ...], after: State) -> bool:
    """Return whether a move, with what chance decided then, showed secrets (R11.2)."""
    move, *decided = actions
    return bool(decided) or plays_card(move) or isinstance(move, Outcome) or after.is_over


def _can_be_taken_back(action: Action, after: State) -> bool:
    """Return whether this kind of action may be taken back right after it (R11.1, R11.2)."""
    if isinstance(action, moves.Dig):
        return after.is_chance  # its stones are not drawn yet
    kinds = moves.TakeCoins | moves.Donate | moves.SellGems | moves.BuildTent
    return isinstance(action, kinds) and not plays_card(action)
