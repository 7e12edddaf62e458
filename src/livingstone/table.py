"""Tables, which a front end holds: the state of a game, its history, and undo (R11)."""

import secrets
from collections.abc import Callable, Iterable, Mapping
from threading import RLock
from typing import Any, NamedTuple, TypeAlias

from attrs import define, field
from attrs.setters import frozen

from livingstone.arguments import SEED_LIMIT, observer_of, plain_int
from livingstone.chance import sample_outcome
from livingstone.errors import ArgumentError, shown
from livingstone.events import Event
from livingstone.events.log import BEGINNING, EventLog, Version
from livingstone.events.transitions import Transition, opening, play
from livingstone.moves import (
    Action,
    Outcome,
)
from livingstone.records.record import Record
from livingstone.refusals import Code, IllegalMoveError, Refusal
from livingstone.state import State, check_state
from livingstone.undo import UndoError, can_be_taken_back
from livingstone.view import View, view

__all__ = ["Dealer", "News", "Table", "deal"]

Dealer: TypeAlias = Callable[[State], Outcome]
"""A function that decides chance: it takes a state that awaits an outcome, and gives one."""


def deal(state: State) -> Outcome:
    """Draw an outcome with the operating system's random numbers: a dealer for a table.

    Nobody can predict the outcomes, not even with all that is stored of the game.

    Raises `ArgumentError` where no outcome is awaited.
    """
    return sample_outcome(state, secrets.randbelow(SEED_LIMIT))


class News(NamedTuple):
    """The events at a table since a version of it."""

    version: Version
    """The current version, to ask with the next time."""
    is_anew: bool
    """Whether a move was taken back since then; if so, `events` holds all events of the game."""
    events: tuple[Event, ...]
    """The events, in order, as the seat may see them."""


@define
class Table:
    """A game in progress, from the state `start` on.

    States are immutable: to try a variation, begin another table at any state of `states`. Where
    chance is explicit, outcomes are played like moves, or a `dealer` such as `deal` decides them at
    once.

    Several threads may use one table: calls are carried out one after the other. If two threads
    play at once, the second move meets the position after the first; it is refused instead if it
    names the `version` that it was made for.

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
            self._add(self._dealt(self.start, (), ()))

    @property
    def state(self) -> State:
        """The current state, secrets included."""
        return self._done[-1].state if self._done else self.start

    @property
    def states(self) -> tuple[State, ...]:
        """All states so far, the first and the current one included."""
        return (self.start, *(transition.state for transition in self._done))

    @property
    def history(self) -> tuple[Transition, ...]:
        """All transitions so far, with their actions and events, secrets included."""
        return tuple(self._done)

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
        `state` holds secrets, and its `reason` may hold those of the seat to move.
        """
        with self._lock:
            state = self.state
            if seat is not None and (plain_int(seat) != state.current_player or state.is_chance):
                reason = Refusal(Code.NOT_YOUR_TURN, "R2.2", f"player {shown(seat)} is not to move")
                raise IllegalMoveError(action, state, reason)
            if version is not None and version != self.version:
                sentence = "the game has gone on since this move was chosen"
                raise IllegalMoveError(action, state, Refusal(Code.OUT_OF_DATE, "R2.2", sentence))
            transition = play(state, action)
            if self.dealer is not None:
                transition = self._dealt(transition.state, transition.events, transition.actions)
            self._add(transition)
            self._undone.clear()
            return transition

    def view(self, seat: int | None) -> View:
        """Give the view of a seat; None is the spectator."""
        return view(self.state, seat)

    def events(self, seat: int | None) -> tuple[Event, ...]:
        """List all events, as a seat may see them; None is the spectator.

        Raises `ArgumentError` for a seat that the game does not have.
        """
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
        if not isinstance(since, Version):
            raise ArgumentError(f"since must be a Version that a table gave: {shown(since)}")
        with self._lock:
            is_anew = since.undone != self.version.undone
            seen = self._log.seen_by(seat, 0 if is_anew else since.events)
            return News(self.version, is_anew, seen)

    def can_undo(self, seat: int) -> bool:
        """Say whether this seat made the last move and may take it back (R11.1, R11.2).

        Taking coins, a donation, a sale to the bank and a tent built without a card may be taken
        back; where chance is explicit, so may a dig whose stones are not drawn yet. Ruling: only
        the player who made the move may take it back. Then the move before it is the last one, and
        may be taken back as well.
        """
        with self._lock:
            if not self._done or self._before_last().current_player != plain_int(seat):
                return False
            action, *decided = self._done[-1].actions
            return not decided and can_be_taken_back(action, self.state)

    def undo(self, seat: int) -> State:
        """Take this seat's last move back, and give the state from before it.

        Raises `UndoError` where `can_undo` says no.
        """
        with self._lock:
            if not self.can_undo(seat):
                raise UndoError(
                    f"player {shown(seat)} has nothing to take back: only coins taken, a donation,"
                    " a sale to the bank or a tent built without a card, and only as the last move"
                    " (R11.1)"
                )
            self._undone.append(self._done.pop())
            self._log.take_back(len(self._undone[-1].events))
            return self.state

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back and no other was played since."""
        return bool(self._undone)

    def redo(self, seat: int | None = None) -> Transition:
        """Carry out again the move taken back last; name the seat if the request is untrusted.

        Raises `UndoError` if there is none, or if another seat made it.
        """
        with self._lock:
            is_others = seat is not None and plain_int(seat) != self.state.current_player
            if not self._undone or is_others:
                raise UndoError("there is no move of this player that was taken back")
            self._add(self._undone.pop())
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

        Raises `ArgumentError` for a table that did not begin with the start of a game.
        """
        with self._lock:
            actions = [
                action
                for transition in self._done
                for action in transition.actions[: 1 if self.start.streams else None]
            ]
        return Record.of(
            self.start, actions, players=players, tags=tags, comments=comments, user=user
        )

    @classmethod
    def from_record(cls, record: Record, *, dealer: Dealer | None = None) -> "Table":
        """Set up a table from a full record; moves that were taken back are not in it.

        With a dealer, the game goes on with outcomes that nobody can predict: the table has no
        seed.

        >>> from livingstone import Donate, new_game
        >>> table = Table(new_game(3, explicit_chance=True), dealer=deal)
        >>> Table.from_record(table.record(), dealer=deal) == table
        True

        Raises `RecordError` for a record that is not full, or broken, and `ArgumentError` for
        anything but a record.
        """
        if not isinstance(record, Record):
            raise ArgumentError(f"a Record is needed, not a {type(record).__name__}")
        actions = [action for _, action, _ in record.steps()]
        outcomes = (action for action in actions if isinstance(action, Outcome))
        if dealer is None:
            table, moves = cls(next(record.states())), actions
        else:
            table = cls(
                next(record.states()), dealer=lambda state: next(outcomes, None) or dealer(state)
            )
            moves = [action for action in actions if not isinstance(action, Outcome)]
        for move in moves:
            table.play(move)
        return table

    def _dealt(
        self, state: State, events: tuple[Event, ...], actions: tuple[Action, ...]
    ) -> Transition:
        """Have the dealer decide the outcomes that are awaited; add them to what came before."""
        while self.dealer is not None and state.is_chance:
            dealt = play(state, self.dealer(state))
            state, events, actions = dealt.state, events + dealt.events, actions + dealt.actions
        return Transition(state, events, actions)

    def _add(self, transition: Transition) -> None:
        self._done.append(transition)
        self._log.extend(transition.events)

    def _before_last(self) -> State:
        return self._done[-2].state if len(self._done) > 1 else self.start
