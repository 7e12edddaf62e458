"""Tables, which a front end holds: the state of a game, its history, and undo (R11)."""

from collections.abc import Iterable, Mapping
from threading import RLock
from typing import Any, cast

from attrs import define, field
from attrs.setters import frozen

from livingstone.errors import ArgumentError, shown
from livingstone.events import Event
from livingstone.events.log import BEGINNING, EventLog, News, Version
from livingstone.events.transitions import Transition, opening, play
from livingstone.game.moves import Action
from livingstone.game.refusals import Code, IllegalMoveError, Refusal
from livingstone.game.state import State, check_state
from livingstone.game.view import View, view
from livingstone.records.record import Record
from livingstone.support.arguments import observer_of, plain_int
from livingstone.table.dealing import Dealer
from livingstone.table.journal import REDO, UNDO, Journal, line_for
from livingstone.table.undo import UndoError, can_be_taken_back

__all__ = ["Table"]


@define
class Table:
    """A game in progress, from the state `start` on.

    States are immutable: to try a variation, begin another table at any state of `states`. Where
    chance is explicit, outcomes are played like moves, or a `dealer` such as `deal` decides them.

    Several threads may use one table: calls are carried out one after the other. If two threads
    play at once, the second move meets the position after the first, unless `version` says for
    which position it was made: then it is refused.

    >>> from livingstone import Donate, new_game
    >>> table = Table(new_game(3, seed=7))
    >>> transition = table.play(Donate(1))
    >>> table.can_undo(0), table.can_undo(1)
    (True, False)
    >>> table.undo(0) == table.start
    True

    Raises `ArgumentError` for anything but a state, and for a dealer at a game with a seed.
    """

    start: State = field(
        validator=lambda _, __, start: check_state(start), on_setattr=frozen, repr=False
    )
    """The state that the table began with."""
    dealer: Dealer | None = field(
        default=None, kw_only=True, on_setattr=frozen, repr=False, eq=False
    )
    """The dealer that decides chance in a game without a seed; None if the caller does."""
    _done: list[Transition] = field(factory=list, init=False, repr=False)
    _undone: list[Transition] = field(factory=list, init=False, repr=False)
    _journal: list[str] = field(factory=list, init=False, repr=False, eq=False)
    _log: EventLog = field(factory=EventLog, init=False, repr=False, eq=False)
    _lock: RLock = field(factory=RLock, init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        """Have the dealer decide what the first state awaits."""
        if self.dealer is not None and not callable(self.dealer):
            raise ArgumentError(f"a dealer is a function of a state: {shown(self.dealer)}")
        if self.dealer is not None and self.start.streams is not None:
            raise ArgumentError("a game with a seed needs no dealer: use with_explicit_chance")
        self._log.extend(opening(self.start))
        if self.dealer is not None and self.start.is_chance:
            self._add(self._dealt(Transition(self.start, (), ())))

    def __reduce_ex__(self, protocol: object) -> str:
        """Refuse to be copied or pickled: a copy would share the game, or lose its lock."""
        raise ArgumentError("a Table cannot be copied: use Table.from_journal with its journal")

    @property
    def state(self) -> State:
        """The current state, secrets included."""
        last = self._done[-1:]  # at once, since another thread may take it back
        return last[0].state if last else self.start

    @property
    def states(self) -> tuple[State, ...]:
        """All states so far, the first and the current one included."""
        return (self.start, *(transition.state for transition in self.history))

    @property
    def history(self) -> tuple[Transition, ...]:
        """All transitions so far, with their actions and events, secrets included."""
        return tuple(self._done)

    @property
    def journal(self) -> tuple[str, ...]:
        """All that was done, in the notation, with a line such as `p0 undo` for a move taken back.

        It only grows: append what is new to a file, and `from_journal` sets up the same table
        again, also what was taken back and can be carried out again. It holds all secrets.
        """
        return tuple(self._journal)

    @property
    def version(self) -> Version:
        """The point that the table has reached."""
        return self._log.version

    def play(
        self, action: Action, seat: int | None = None, *, version: Version | None = None
    ) -> Transition:
        """Carry out a move, or an outcome where chance is explicit.

        Name the seat that an untrusted move comes from: if that seat is not to move, the move is
        refused before anything else, so that the seat learns nothing about others. Name the version
        that the move was made for: it is refused if the table has another version by now.

        Raises `IllegalMoveError` for an action that is not legal; nothing changes then. The error's
        `state` holds secrets, and its `reason` may hold those of the seat to move. Raises
        `ArgumentError` for what is no version.
        """
        with self._lock:
            state = self.state
            if seat is not None and (plain_int(seat) != state.current_player or state.is_chance):
                reason = Refusal(Code.NOT_YOUR_TURN, "R2.2", f"player {shown(seat)} is not to move")
                raise IllegalMoveError(action, state, reason)
            if self._log.has_gone_on(version):
                sentence = "the game has gone on since this move was chosen"
                raise IllegalMoveError(action, state, Refusal(Code.OUT_OF_DATE, "R2.2", sentence))
            transition = self._dealt(play(state, action))
            self._add(transition)
            self._undone.clear()
            return transition

    def view(self, seat: int | None) -> View:
        """Give the view of a seat; None is the spectator. Raises `ArgumentError` as `view`."""
        return view(self.state, seat)

    def events(self, seat: int | None) -> tuple[Event, ...]:
        """List all events, as a seat may see them; None is the spectator. Raises as `news`."""
        return self.news(seat).events

    def news(self, seat: int | None, since: Version = BEGINNING) -> News:
        """Give the events since a version of this table, as a seat may see them.

        A client keeps the version that comes with the news, and asks with it the next time.

        >>> from livingstone import Donate, new_game
        >>> table = Table(new_game(3, seed=7))
        >>> before = table.version
        >>> _ = table.play(Donate(2))
        >>> table.news(1, since=before).events
        (Donated(seat=0, coins=None),)
        >>> _ = table.undo(0)
        >>> table.news(1, since=before).is_anew
        True

        Raises `ArgumentError` for a seat that the game does not have, and for what is no version.
        """
        seat = observer_of(seat, len(self.start.players))
        with self._lock:
            return self._log.news(seat, since)

    def can_undo(self, seat: int) -> bool:
        """Say whether this seat made the last move and may take it back (R11.1, R11.2).

        Taking coins, a donation, a sale to the bank and a tent built without a card may be taken
        back; where chance is explicit, so may a dig whose stones are not drawn yet. Ruling: only
        the player who made the move may take it back. Then the move before it is the last one, and
        may be taken back as well.
        """
        with self._lock:
            before = self._done[-2].state if len(self._done) > 1 else self.start
            if not self._done or before.current_player != plain_int(seat):
                return False
            action, *decided = self._done[-1].actions
            return not decided and can_be_taken_back(action, self.state)

    def undo(self, seat: int, *, version: Version | None = None) -> State:
        """Take this seat's last move back, and give the state from before it.

        Name the version at which this was asked for, so that a double click takes one move back.
        Raises `UndoError` where `can_undo` says no, and if the table has another version by now;
        `ArgumentError` for what is no version.
        """
        with self._lock:
            if self._log.has_gone_on(version):
                raise UndoError("the game has gone on since this was asked for")
            if not self.can_undo(seat):
                raise UndoError(
                    f"player {shown(seat)} has nothing to take back: only coins taken, a donation,"
                    " a sale to the bank or a tent built without a card, and only as the last move"
                    " (R11.1)"
                )
            self._undone.append(self._done.pop())
            self._log.take_back(len(self._undone[-1].events))
            self._journal.append(f"p{self.state.current_player} {UNDO}")
            return self.state

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back and no other was played since."""
        return bool(self._undone)

    def redo(self, seat: int | None = None, *, version: Version | None = None) -> Transition:
        """Carry out again the move taken back last; name the seat if the request is untrusted.

        Raises `UndoError` if there is none, if another seat made it, and as `undo` for the version.
        """
        with self._lock:
            if self._log.has_gone_on(version):
                raise UndoError("the game has gone on since this was asked for")
            is_others = seat is not None and plain_int(seat) != self.state.current_player
            if not self._undone or is_others:
                raise UndoError("there is no move of this player that was taken back")
            self._add(self._undone.pop(), f"p{self.state.current_player} {REDO}")
            return self._done[-1]

    def record(
        self,
        *,
        players: Iterable[str] | None = None,
        tags: Mapping[str, str] | None = None,
        comments: Mapping[int, str] | None = None,
        user: Mapping[str, Any] | None = None,
    ) -> Record:
        """Record the game so far; the arguments are those of `Record.of`.

        Raises as `Record.of` does, also if the table did not begin with the start of a game.
        """
        with self._lock:
            most = 1 if self.start.streams else None  # a seed decides the others
            actions = [action for done in self._done for action in done.actions[:most]]
        return Record.of(
            self.start, actions, players=players, tags=tags, comments=comments, user=user
        )

    @classmethod
    def from_record(cls, record: Record, *, dealer: Dealer | None = None) -> "Table":
        """Set up a table from a full record; moves that were taken back are not in it.

        Chance is explicit, also if the record has a seed. Versions of another table do not fit it.

        >>> from livingstone import Donate, deal, new_game
        >>> table = Table(new_game(3, explicit_chance=True), dealer=deal)
        >>> Table.from_record(table.record(), dealer=deal) == table
        True

        Raises `RecordError` for a record that does not replay or is not full, `ArgumentError` for
        anything but a record, and for an impossible dealer.
        """
        if not isinstance(record, Record):
            raise ArgumentError(f"a Record is needed, not a {type(record).__name__}")
        start, *_ = record.states()
        return cls.from_journal(start, record.actions, dealer=dealer)

    @classmethod
    def from_journal(
        cls, start: State, journal: Iterable[str], *, dealer: Dealer | None = None
    ) -> "Table":
        """Set up a table from the state that it began with and its journal.

        >>> from livingstone import Donate, deal, new_game
        >>> table = Table(new_game(3, explicit_chance=True), dealer=deal)
        >>> _ = table.play(Donate(1))
        >>> _ = table.undo(0)
        >>> again = Table.from_journal(table.start, table.journal, dealer=deal)
        >>> again.journal == table.journal, again.can_redo
        (True, True)

        A dealer decides only what comes after the last line. Raises `RecordError` for a line that
        is malformed or not legal, `ArgumentError` as `Table` does and for what is no list of lines.
        """
        left = Journal(journal)
        with left.refusing():
            table = cls(start, dealer=left.before(dealer))
            while left:
                seat, deed = left.take()
                if deed == UNDO:
                    table.undo(-1 if seat is None else seat)
                elif deed == REDO:
                    table.redo(seat)
                else:
                    table.play(cast("Action", deed), seat)
        object.__setattr__(table, "dealer", dealer)  # nothing is left that was dealt before
        return table

    def _dealt(self, done: Transition) -> Transition:
        """Have the dealer decide the outcomes that are awaited; add them to what was done."""
        while self.dealer is not None and done.state.is_chance:
            dealt = play(done.state, self.dealer(done.state))
            events, actions = done.events + dealt.events, done.actions + dealt.actions
            done = Transition(dealt.state, events, actions)
        return done

    def _add(self, transition: Transition, line: str | None = None) -> None:
        """Take a transition over, and write its actions, or this line instead, into the journal."""
        seat = self.state.current_player
        decided = transition.actions[: 1 if self.start.streams else None]
        self._journal += [line] if line else [line_for(action, seat) for action in decided]
        self._done.append(transition)
        self._log.extend(transition.events)
