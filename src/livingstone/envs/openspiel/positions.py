"""Positions: a state of the game with the way that led to it, and with a choice that is half made.

OpenSpiel changes its states and copies them all the time. Here nothing is copied: all that a state
of OpenSpiel holds is one position, which never changes.
"""

from collections.abc import Iterator

import livingstone as ls
from livingstone.envs.chances import chances_of
from livingstone.envs.decisions import ActionKind, Actions, Decision, IllegalActionError
from livingstone.envs.information import InformationState
from livingstone.envs.stepwise import actions_of

__all__ = ["Position"]


class Position:
    """A state with explicit chance, reached from the start of a game by whole numbers.

    At an event of chance the number is the place of an outcome in the order of `chance_outcomes`;
    elsewhere it is an integer of the space of actions.

    >>> from livingstone.envs import ActionSpace
    >>> start = Position(ls.new_game(2, explicit_chance=True), ActionSpace("printed", 2))
    >>> rolled = start.after(0)
    >>> rolled.action, [rolled.space.name(number) for number in rolled.numbers]
    (DiceRolled(dice=(1, 1, 1, 1)), ['take 1', 'donate 1', 'donate 2', 'donate 3'])
    >>> rolled.after(0).state.die
    1
    """

    __slots__ = ("_decision", "_seen", "action", "before", "space", "state")

    def __init__(
        self,
        state: ls.State,
        space: Actions,
        action: ls.Action | None = None,
        before: "Position | None" = None,
    ) -> None:
        """Begin with a state, or go on after the action that led from another position to it."""
        self.state = state
        self.space = space
        self.action = action
        """What led here from the position before; None at the start."""
        self.before = before
        """The position before the action; None at the start."""
        self._decision: Decision | None = None
        self._seen: dict[int | None, InformationState] = {}

    def __deepcopy__(self, memo: object) -> "Position":
        """Give the position itself, since it never changes."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the start and the actions, so that the way may be of any length."""
        way, position = list[ls.Action](), self
        while position.before is not None:
            assert position.action is not None
            way.append(position.action)
            position = position.before
        return _replayed, (position.state, self.space.kind, tuple(reversed(way)), self.taken)

    def __str__(self) -> str:
        """Show the state, what each player has, and what is chosen for the next move."""
        chosen = [self.space.name(number) for number in self.chosen]
        return "\n".join([str(self.state), *map(str, self.state.players), *chosen])

    @property
    def start(self) -> "Position":
        """The position where the way that led here begins."""
        position = self
        while position.before is not None:
            position = position.before
        return position

    @property
    def decision(self) -> Decision:
        """What the player to move can choose now."""
        if self._decision is None:
            self._decision = self.space.decide(ls.view(self.state, self.state.current_player))
        return self._decision

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that lead on, ascending; none when the game is over."""
        if self.state.is_chance:
            return tuple(range(len(chances_of(self.state).outcomes)))
        return () if self.state.is_over else self.decision.indices

    @property
    def chosen(self) -> tuple[int, ...]:
        """The integers of a choice that is half made; none for the flat space."""
        return self._decision.chosen if self._decision else ()

    @property
    def taken(self) -> tuple[int, ...]:
        """Those of `chosen` that led here; the others were skipped, since nothing else was left."""
        return self._decision.taken if self._decision else ()

    def chosen_by(self, seat: int | None) -> tuple[int, ...]:
        """Give `chosen` to the player who chooses, whose secret it is until the move is made."""
        return self.chosen if seat == self.state.current_player else ()

    def after(self, number: int) -> "Position":
        """Give the position that a number leads to; raises `IllegalActionError` for another one."""
        if self.state.is_chance:
            outcomes = chances_of(self.state).outcomes
            if not 0 <= number < len(outcomes):
                raise IllegalActionError(
                    f"there is no outcome {number}: they are counted from 0 to {len(outcomes) - 1}"
                )
            return self.then(outcomes[number])
        if self.state.is_over:
            raise IllegalActionError(f"action {number} is not possible: the game is over")
        chosen = self.decision.choose(number)
        if not isinstance(chosen, Decision):
            return self.then(chosen)
        halfway = Position(self.state, self.space, self.action, self.before)
        halfway._decision = chosen
        return halfway

    def then(self, action: ls.Action) -> "Position":
        """Give the position after a whole move or an outcome of chance."""
        return Position(ls.apply(self.state, action), self.space, action, self)

    def numbers_of(self, action: ls.Action) -> Iterator[int]:
        """Give the numbers that lead from here to the position after an action."""
        if isinstance(action, ls.Outcome):
            yield chances_of(self.state).outcomes.index(action)
            return
        path, decision = self.space.path(action), self.decision
        while True:
            number = path[len(decision.chosen)]
            yield number
            chosen = decision.choose(number)
            if not isinstance(chosen, Decision):
                return
            decision = chosen

    def information(self, seat: int | None) -> InformationState:
        """Collect what a seat, or a spectator (None), saw since the start.

        It is kept, so that the next position has only the last action to add.
        """
        way, position = list[Position](), self
        while position.before is not None and seat not in position._seen:
            way.append(position)
            position = position.before
        seen = position._seen.get(seat)
        if seen is None:
            state = position.state
            seen = InformationState(state.edition, len(state.players), state.starting_player, seat)
            position._seen[seat] = seen
        for position in reversed(way):
            assert position.before is not None
            assert position.action is not None
            seen = seen.after(position.before.state, position.action, position.state)
        self._seen[seat] = seen
        return seen


def _replayed(
    start: ls.State, kind: ActionKind, actions: tuple[ls.Action, ...], taken: tuple[int, ...]
) -> Position:
    """Make a position again from what `Position.__reduce__` gives."""
    position = Position(start, actions_of(kind, start.edition, len(start.players)))
    for action in actions:
        position = position.then(action)
    for number in taken:
        position = position.after(number)
    return position
