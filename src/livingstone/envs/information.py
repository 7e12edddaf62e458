"""Information states: everything that one seat saw of a game, in order."""

from attrs import evolve, frozen

import livingstone as ls


@frozen(cache_hash=True)
class InformationState:
    """Everything that a seat, or a spectator, saw since the game began.

    Two information states are equal if and only if the seat cannot tell the games apart. Unlike a
    view, they keep which cards lay open before a mine collapse and when the others drew and played
    their cards. `Record.seen_by` has the same lines.

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
    """The edition of the game."""
    players: int
    """The number of players."""
    first: int = 0
    """The starting player of the game."""
    seat: int | None = None
    """The seat that saw this; None for a spectator."""
    lines: tuple[str, ...] = ()
    """The moves and outcomes in the notation; `??` replaces cards that others drew and
    amounts that they donated (R10.2)."""
    revealed: tuple[ls.Private, ...] = ()
    """The secrets of all players, by seat, after the end scoring (R10.4); empty before."""

    def after(self, before: ls.State, action: "ls.Action", after: ls.State) -> "InformationState":
        """Add what the seat sees of an action that leads from one state to the next.

        Raises `ArgumentError` for a state with a seed: its outcomes are not actions of their own.
        """
        if before.streams is not None:
            raise ls.ArgumentError("information grows by single actions: use explicit chance")
        actor = None if isinstance(action, ls.Outcome) else before.current_player
        line = ls.format_move(ls.records.conceal(before, action, self.seat), actor)
        opened = self.revealed or ls.view(after, self.seat).revealed or ()
        return evolve(self, lines=(*self.lines, line), revealed=opened)

    @property
    def text(self) -> str:
        """The lines as one text, followed by what was revealed at the end."""
        lines = list(self.lines)
        for seat, secrets in enumerate(self.revealed):
            cards = ",".join(secrets.hand)
            lines.append(f"p{seat} had coins={secrets.coins} chest={secrets.chest} cards={cards}")
        return "\n".join(lines)
