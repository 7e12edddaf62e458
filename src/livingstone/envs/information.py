"""Information states: all that one seat saw of a game, in order, with perfect recall."""

from collections.abc import Iterator

from attrs import evolve, frozen

import livingstone as ls
from livingstone.errors import shown

__all__ = ["InformationState"]


@frozen(cache_hash=True)
class InformationState:
    """All that a seat, or a spectator, saw since the game began.

    Two of them are equal exactly if the seat cannot tell the games apart, whatever it remembers.
    Unlike a view, it never forgets: neither which cards lay open before a mine collapse, nor when
    the others drew and played theirs. It never changes, and can be a key of a mapping.

    >>> start = ls.new_game(2, explicit_chance=True)
    >>> seen, state = InformationState(start.edition, 2, seat=1), start
    >>> for action in ls.DiceRolled((2, 2, 3, 6)), ls.Donate(2), ls.TakeDie(2):
    ...     after = ls.apply(state, action)
    ...     seen, state = seen.after(state, action, after), after
    >>> print(seen.text)
    d dice 2 2 3 6
    p0 donate ??
    p0 take 2
    """

    edition: ls.Edition
    """What the game is played with."""
    players: int
    """How many play."""
    first: int = 0
    """The seat that began the game."""
    seat: int | None = None
    """Whose information it is; None for a spectator."""
    lines: tuple[str, ...] = ()
    """The moves and outcomes in the notation, in order; `??` stands for the cards that others drew
    and for the amounts that they donated (R10.2)."""
    revealed: tuple[ls.Private, ...] = ()
    """What was secret of all players, by seat, from the end scoring on (R10.4); empty before."""

    @classmethod
    def of(cls, record: ls.Record, seat: int | None) -> "InformationState":
        """Collect what a seat, or a spectator (None), saw of a recorded game, also a seeded one.

        >>> record = ls.Record.of(ls.new_game(2, seed=7), [ls.Donate(2)])
        >>> InformationState.of(record, 1).lines
        ('d dice 2 2 3 4', 'p0 donate ??')

        Raises `RecordError` for a record that does not replay or is not full, `ArgumentError` for a
        seat that the game does not have and for anything but a record.
        """
        if not isinstance(record, ls.Record):
            raise ls.ArgumentError(f"a Record is needed, not {shown(record)}")
        seen = record.seen_by(seat)
        count = len(seen.players)
        return cls(seen.edition, count, seen.first, seat, seen.actions, seen.revealed)

    def after(self, before: ls.State, action: ls.Action, after: ls.State) -> "InformationState":
        """Add what the seat sees of an action that leads from one state to the next.

        The states have explicit chance, so that each outcome is an action of its own.

        Raises `ArgumentError` for what is no state, for a state with a seed, and for what cannot
        be written.
        """
        if not isinstance(before, ls.State) or not isinstance(after, ls.State):
            raise ls.ArgumentError(f"States are needed, not {shown((before, after))}")
        if before.streams is not None:
            raise ls.ArgumentError("information grows by single actions: use explicit chance")
        actor = None if isinstance(action, ls.Outcome) else before.current_player
        line = ls.format_move(ls.conceal(before, action, self.seat), actor)
        opened = self.revealed or ls.view(after, self.seat).revealed or ()
        return evolve(self, lines=(*self.lines, line), revealed=opened)

    @property
    def text(self) -> str:
        """The lines as one text; below them, what was revealed at the end."""
        opened = (
            f"p{seat} had coins={own.coins} chest={own.chest} cards={','.join(own.hand)}"
            for seat, own in enumerate(self.revealed)
        )
        return "\n".join((*self.lines, *opened))

    def views(self) -> Iterator[ls.View]:
        """Replay what the seat saw: give its view of the start, and the one after each line.

        Raises `RecordError` for lines that are malformed or not legal.
        """
        return ls.Record(
            self.edition,
            tuple(f"player {seat}" for seat in range(self.players)),
            first=self.first,
            actions=self.lines,
            seat=self.seat,
            is_spectators=self.seat is None,
            revealed=self.revealed,
        ).views()
