"""What a front end holds: the state, how it came about, and what can be taken back (R11)."""

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from attrs import define, field
from attrs.setters import frozen

from livingstone.arguments import observer_of, plain_int
from livingstone.errors import ArgumentError, LivingstoneError, shown
from livingstone.events import Event, visible
from livingstone.events.transitions import Transition, opening, play
from livingstone.moves import (
    Action,
    BuildTent,
    CardRevealed,
    DiceRolled,
    Dig,
    Donate,
    DrawCard,
    EndTurn,
    Move,
    PlayCard,
    SellGems,
    StonesDrawn,
    TakeCoins,
    TakeDie,
)
from livingstone.records.record import Record
from livingstone.refusals import Code, IllegalMoveError, Refusal
from livingstone.state import State, check_state
from livingstone.view import View, view

__all__ = ["Table", "UndoError", "needs_confirmation"]


class UndoError(LivingstoneError):
    """There is nothing that may be taken back, or nothing to be done again."""


def needs_confirmation(move: Move) -> bool:
    """Say whether a front end should ask before a move: it reveals something, or plays a card.

    Source: R11.2.

    >>> needs_confirmation(Dig()), needs_confirmation(TakeCoins())
    (True, False)

    Raises `ArgumentError` for what is no move.
    """
    if not isinstance(move, Move):
        raise ArgumentError(f"only a move can need confirmation, not {shown(move)}")
    if isinstance(move, BuildTent):
        return bool(move.cards)
    return isinstance(move, DrawCard | Dig | PlayCard)


@define
class Table:
    """A game in progress, from `start` on.

    States are immutable: to branch off, begin another table at any state of `states`.

    >>> from livingstone import Donate, new_game
    >>> table = Table(new_game(3, seed=7))
    >>> transition = table.play(Donate(1))
    >>> table.can_undo(0), table.can_undo(1)
    (True, False)
    >>> table.undo(0) == table.start
    True
    """

    start: State = field(
        validator=lambda _, __, start: check_state(start), on_setattr=frozen, repr=False
    )
    """The state it began with."""
    _done: list[Transition] = field(factory=list, init=False, repr=False)
    _undone: list[Transition] = field(factory=list, init=False, repr=False)

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
        """How the current state came about, secrets included."""
        return tuple(self._done)

    def play(self, action: Action, seat: int | None = None) -> Transition:
        """Carry out a move, or an outcome where chance is explicit.

        Name the seat that an untrusted move comes from: one that is not to move is refused before
        anything else, and learns nothing about whoever is.

        Raises `IllegalMoveError` for an action that is not legal; nothing changes then. Its state
        holds secrets, and its reason tells the mover's own.
        """
        state = self.state
        if seat is not None and (plain_int(seat) != state.current_player or state.is_chance):
            reason = Refusal(Code.NOT_YOUR_TURN, "R2.2", f"player {shown(seat)} is not to move")
            raise IllegalMoveError(action, state, reason)
        transition = play(state, action)
        self._done.append(transition)
        self._undone.clear()
        return transition

    def view(self, seat: int | None) -> View:
        """Show what a seat may know; None is the spectator."""
        return view(self.state, seat)

    def events(self, seat: int | None) -> tuple[Event, ...]:
        """List all that happened, as a seat may see it; None is the spectator.

        Raises `ArgumentError` for a seat that the game does not have.
        """
        seat = observer_of(seat, len(self.start.players))
        events = [event for transition in self._done for event in transition.events]
        return tuple(visible(event, seat) for event in (*opening(self.start), *events))

    def can_undo(self, seat: int) -> bool:
        """Say whether the last move is this seat's and may be taken back (R11.1, R11.2).

        So may coins taken, a donation, a sale to the bank, a tent built without a card; and a dig
        for which no stone was drawn yet, where chance is explicit. Ruling: only who made the move
        may; and the move before it is the last one then, and may be taken back in its turn.
        """
        if not self._done or self._before_last().current_player != plain_int(seat):
            return False
        action, *decided = self._done[-1].actions
        return not decided and _can_be_taken_back(action, self.state)

    def undo(self, seat: int) -> State:
        """Take this seat's last move back; give the very state from before it.

        Raises `UndoError` where `can_undo` says no.
        """
        if not self.can_undo(seat):
            raise UndoError(
                f"player {shown(seat)} has nothing to take back: only coins taken, a donation, a"
                " sale to the bank or a tent built without a card, and only as the last move"
                " (R11.1)"
            )
        self._undone.append(self._done.pop())
        return self.state

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back and nothing was played since."""
        return bool(self._undone)

    def redo(self) -> Transition:
        """Carry out again what was taken back last.

        Raises `UndoError` if there is nothing.
        """
        if not self._undone:
            raise UndoError("there is no move that was taken back")
        self._done.append(self._undone.pop())
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
        actions = [transition.actions[0] for transition in self._done]
        return Record.of(
            self.start, actions, players=players, tags=tags, comments=comments, user=user
        )

    @classmethod
    def from_record(cls, record: Record) -> "Table":
        """Set a table up as a full record left it.

        >>> from livingstone import Donate, new_game
        >>> table = Table(new_game(3, explicit_chance=True))
        >>> Table.from_record(table.record()) == table
        True

        Raises `RecordError` for a record that is not full, or broken, and `ArgumentError` for what
        is no record.
        """
        if not isinstance(record, Record):
            raise ArgumentError(f"a Record is needed, not a {type(record).__name__}")
        table = cls(next(record.states()))
        for _, action, _ in record.steps():
            table.play(action)
        return table

    def _before_last(self) -> State:
        return self._done[-2].state if len(self._done) > 1 else self.start


def _can_be_taken_back(action: Action, after: State) -> bool:
    """Say whether the kind of an action allows to take it back (R11.1, R11.2)."""
    match action:
        case TakeCoins() | Donate() | SellGems():
            return True
        case BuildTent():
            return not action.cards
        case Dig():
            return after.is_chance
        case TakeDie() | DrawCard() | PlayCard() | EndTurn():
            return False
        case DiceRolled() | StonesDrawn() | CardRevealed():
            return False
        case unknown:
            assert_never(unknown)
