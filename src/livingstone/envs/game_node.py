"""Nodes of the game tree: a state with its history, and with the integers chosen so far.

OpenSpiel changes and copies its states all the time. An OpenSpiel state here holds one immutable
node, so that nothing is copied.
"""

from collections.abc import Iterator

import livingstone as ls
from livingstone.envs.actions import (
    ActionChoice,
    ActionKind,
    Actions,
    IllegalActionError,
    actions_of,
)
from livingstone.envs.information import InformationState
from livingstone.envs.limits import chances_of

__all__ = ["GameNode"]


class GameNode:
    """A state with explicit chance, reached from the start of a game by integers.

    At a chance event the integer is the index of an outcome in `chance_outcomes`; elsewhere it
    belongs to the action space.

    >>> from livingstone.envs import ActionSpace
    >>> start = GameNode(ls.new_game(2, explicit_chance=True), ActionSpace("printed", 2))
    >>> rolled = start.after(0)
    >>> rolled.action, [rolled.space.name(number) for number in rolled.numbers]
    (DiceRolled(dice=(1, 1, 1, 1)), ['take 1', 'donate 1', 'donate 2', 'donate 3'])
    >>> rolled.after(0).state.die
    1
    """

    def __init__(
        self,
        state: ls.State,
        space: Actions,
        action: ls.Action | None = None,
        before: "GameNode | None" = None,
    ) -> None:
        """Take a state, and the action that led to it from the node before."""
        self.state = state
        self.space = space
        self.action = action
        """The action that led here; None at the start."""
        self.before = before
        """The node before the action; None at the start."""
        self._choice: ActionChoice | None = None
        self._seen: dict[int | None, InformationState] = {}

    def __deepcopy__(self, memo: object) -> "GameNode":
        return self  # it never changes

    def __reduce__(self) -> tuple[object, ...]:
        actions, node = list[ls.Action](), self
        while node.before is not None:
            assert node.action is not None
            actions.append(node.action)
            node = node.before
        return _replayed, (node.state, self.space.kind, tuple(reversed(actions)), self.taken)

    def __str__(self) -> str:
        chosen = [self.space.name(number) for number in self.chosen]
        return "\n".join([str(self.state), *map(str, self.state.players), *chosen])

    @property
    def start(self) -> "GameNode":
        """The first node of the history."""
        node = self
        while node.before is not None:
            node = node.before
        return node

    @property
    def choice(self) -> ActionChoice:
        """What the player to move can choose now."""
        if self._choice is None:
            self._choice = self.space.choice_of(ls.view(self.state, self.state.current_player))
        return self._choice

    @property
    def numbers(self) -> tuple[int, ...]:
        """The integers that lead to another node, ascending; none when the game is over."""
        if self.state.is_chance:
            return tuple(range(len(chances_of(self.state).outcomes)))
        return () if self.state.is_over else self.choice.indices

    @property
    def chosen(self) -> tuple[int, ...]:
        """The integers chosen so far for a stepwise move, skipped ones included."""
        return self._choice.chosen if self._choice else ()

    @property
    def taken(self) -> tuple[int, ...]:
        """`chosen` without the skipped ones."""
        return self._choice.taken if self._choice else ()

    def chosen_by(self, seat: int | None) -> tuple[int, ...]:
        """Return `chosen` to the player to move only: it is secret until the move is made."""
        return self.chosen if seat == self.state.current_player else ()

    def after(self, number: int) -> "GameNode":
        """Return the next node; raises `IllegalActionError` for an illegal integer."""
        if self.state.is_chance:
            outcomes = chances_of(self.state).outcomes
            if not 0 <= number < len(outcomes):
                raise IllegalActionError(
                    f"there is no outcome {number}: outcomes are from 0 to {len(outcomes) - 1}"
                )
            return self.then(outcomes[number])
        if self.state.is_over:
            raise IllegalActionError(f"action {number} is not possible: the game is over")
        chosen = self.choice.choose(number)
        if not isinstance(chosen, ActionChoice):
            return self.then(chosen)
        halfway = GameNode(self.state, self.space, self.action, self.before)
        halfway._choice = chosen
        return halfway

    def then(self, action: ls.Action) -> "GameNode":
        """Return the node after a whole move or a chance outcome."""
        return GameNode(ls.apply(self.state, action), self.space, action, self)

    def numbers_of(self, action: ls.Action) -> Iterator[int]:
        """Yield the integers that lead from here to the node after an action."""
        if isinstance(action, ls.Outcome):
            yield chances_of(self.state).outcomes.index(action)
            return
        path, choice = self.space.path(action), self.choice
        while True:
            number = path[len(choice.chosen)]
            yield number
            chosen = choice.choose(number)
            if not isinstance(chosen, ActionChoice):
                return
            choice = chosen

    def information(self, seat: int | None) -> InformationState:
        """Collect what a seat, or a spectator (None), saw since the start.

        Each node keeps the result, so that the next one adds only the last action.
        """
        later, node = list[GameNode](), self
        while node.before is not None and seat not in node._seen:
            later.append(node)
            node = node.before
        seen = node._seen.get(seat)
        if seen is None:
            state = node.state
            seen = InformationState(state.edition, len(state.players), state.starting_player, seat)
            node._seen[seat] = seen
        for node in reversed(later):
            assert node.before is not None
            assert node.action is not None
            seen = seen.after(node.before.state, node.action, node.state)
        self._seen[seat] = seen
        return seen


def _replayed(
    start: ls.State, kind: ActionKind, actions: tuple[ls.Action, ...], taken: tuple[int, ...]
) -> GameNode:
    node = GameNode(start, actions_of(kind, start.edition, len(start.players)))
    for action in actions:
        node = node.then(action)
    for number in taken:
        node = node.after(number)
    return node
