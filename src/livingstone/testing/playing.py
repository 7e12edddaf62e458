"""Games made from small integers: each number picks what happens next."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from attrs import frozen

from livingstone.game.chance import chance_outcomes
from livingstone.game.engine import apply, legal_moves
from livingstone.game.moves import Action, BuildTent, DrawCard, PlayCard
from livingstone.game.state import State

NUMBERS = 256
"""The numbers that pick are below this."""

Pick = Callable[[Sequence[Action], int], Action]
"""Picks one of some options by a number from 0 to 255."""

_T = TypeVar("_T")


@frozen(eq=False, repr=False)
class Game:
    """A game, or the start of one; Hypothesis shows it by its actions, not by its states."""

    states: tuple[State, ...]
    """All states, including the first and the last one."""
    actions: tuple[Action, ...]
    """The actions between the states."""
    told: str
    """How the game started, in words."""

    @property
    def start(self) -> State:
        """The first state."""
        return self.states[0]

    @property
    def last(self) -> State:
        """The last state."""
        return self.states[-1]

    def steps(self) -> Iterator[tuple[State, Action, State]]:
        """List each action with the states before and after it."""
        for (before, after), action in zip(pairwise(self.states), self.actions, strict=True):
            yield before, action, after

    def __repr__(self) -> str:
        return f"<{self.told}: {list(self.actions)}>"


def options(state: State) -> tuple[Action, ...]:
    """List what can happen next: the legal moves, or the outcomes of chance.

    >>> from livingstone import new_game
    >>> options(new_game(2, explicit_chance=True))[0]
    DiceRolled(dice=(1, 1, 1, 1))
    """
    return legal_moves(state) or tuple(chance_outcomes(state))


def pick_any(options: Sequence[Action], number: int) -> Action:
    """Pick any option by a number from 0 to 255.

    >>> from livingstone import EndTurn, TakeCoins
    >>> pick_any([TakeCoins(), EndTurn()], 7)
    EndTurn()
    """
    return _at(options, number)


def pick_rare(options: Sequence[Action], number: int) -> Action:
    """Pick a kind of action, then one of that kind, so that many donations do not hide one card.

    >>> from livingstone import Donate, EndTurn
    >>> pick_rare([Donate(1), Donate(2), Donate(3), EndTurn()], 1)
    EndTurn()
    """
    kinds: dict[object, list[Action]] = {}
    for option in options:
        kinds.setdefault(_kind(option), []).append(option)
    if len(kinds) == 1:
        return _at(options, number)
    number, kind = divmod(number, len(kinds))
    return _at(list(kinds.values())[kind], number)


def pick_card(options: Sequence[Action], number: int) -> Action:
    """Pick as `pick_rare`, three times out of four among moves that draw or play cards, if any.

    >>> from livingstone import EndTurn, PlayCard
    >>> pick_card([EndTurn(), PlayCard("lion")], 3)
    PlayCard(card='lion', gems=None, space=None, source=None)
    """
    cards = [option for option in options if _is_about_cards(option)]
    number, whether = divmod(number, 4)
    return pick_rare(cards if cards and whether else options, number)


def _is_about_cards(action: Action) -> bool:
    is_tent = isinstance(action, BuildTent) and bool(action.cards)
    return is_tent or isinstance(action, DrawCard | PlayCard)


PICKS: tuple[Pick, ...] = (pick_any, pick_rare, pick_card)
"""Ways to pick, which lead to different kinds of games."""


def fold(state: State, numbers: Sequence[int], pick: Pick, told: str = "a game") -> Game:
    """Play on from a state: each number picks what happens next, until the numbers or the game end.

    `told` says how the game started, for the message of a failure.

    >>> from livingstone import new_game
    >>> fold(new_game(2, seed=7), [0, 0, 0], pick_any).last.dice_taken
    1
    """
    states, actions = [state], list[Action]()
    for number in numbers:
        if state.is_over:
            break
        action = pick(options(state), number)
        state = apply(state, action)
        states.append(state)
        actions.append(action)
    return Game(tuple(states), tuple(actions), told)


def _at(options: Sequence[_T], number: int) -> _T:
    count = len(options)
    return options[number % count if count <= NUMBERS else number * count // NUMBERS]


def _kind(action: Action) -> object:
    if isinstance(action, PlayCard):
        return action.card
    if isinstance(action, BuildTent):
        return BuildTent, action.cards, action.source is None
    return type(action)
