"""The stepwise action space: a move is chosen in steps, from a few hundred integers."""

from collections.abc import Iterator
from typing import Literal, assert_never, get_args

import livingstone as ls
from livingstone.envs.choices import ActionKind, Actions, Path
from livingstone.envs.flat import ActionSpace, card_choices, spaces_of
from livingstone.errors import shown

__all__ = ["StepwiseActionSpace", "actions_of", "check_kind"]


class StepwiseActionSpace(Actions):
    """A few hundred integers; one or more in a row make a move.

    The first integer is a verb, such as `take 4`, `dig`, `tent 4` or `donate`. The next ones fill
    in what the verb leaves open:

    - `tent 4`: the cards played with it (R6.1 to R6.3); the space it moves from (R9.1)
    - `play second_tent`: the space; the space it moves from (R9.1)
    - `play market`: the numbers of clear, of blue and of red gems (R6.6)
    - `sell`: the number of gems of a colour (R5.1)
    - `donate`: the number of coins (R5.2)

    Steps with only one possibility are skipped, except the first. Donating is a single verb, so
    uniformly random choices do not donate most of the time.

    >>> space = StepwiseActionSpace("printed", 3)
    >>> choice = space.choice_of(ls.view(ls.new_game(3, seed=7), 0))
    >>> [space.name(index) for index in choice.indices]
    ['take 2', 'take 3', 'take 4', 'donate']
    >>> amounts = choice.choose(choice.indices[-1])
    >>> [space.name(index) for index in amounts.indices]
    ['coins=1', 'coins=2', 'coins=3']
    >>> amounts.choose(amounts.indices[1])
    Donate(coins=2)
    >>> len(space)
    328
    """

    kind: Literal["stepwise"] = "stepwise"

    def __init__(self, edition: str | ls.Edition, players: int) -> None:
        """Make the space for an edition, or the name of one, and a number of players.

        Raises `ArgumentError` for an unknown edition and for an impossible number of players.
        """
        super().__init__(edition, players)
        self._flat = ActionSpace(self.edition, self.players)
        self._names = [*_verbs(self.edition), *_options(self.edition)]
        self._numbers = {name: number for number, name in enumerate(self._names)}

    def __len__(self) -> int:
        return len(self._names)

    def name(self, index: int) -> str:
        """Name what an integer stands for; raises `ArgumentError` if it is out of range."""
        return self._names[self._check(index)]

    def path(self, move: ls.Move) -> Path:
        """Return the integers that lead to a move, skipped steps included.

        Raises `ArgumentError` for a move that can never be legal here.
        """
        self._flat.index(move)
        return tuple([self._numbers[step] for step in _steps(move)])


def actions_of(kind: ActionKind, edition: str | ls.Edition, players: int) -> Actions:
    """Make the flat or the stepwise space for an edition and a number of players.

    >>> len(actions_of("stepwise", "bga", 3))
    328

    Raises `ArgumentError` for an unknown kind or edition and for an impossible number of players.
    """
    check_kind(kind)
    made = ActionSpace if kind == "flat" else StepwiseActionSpace
    return made(edition, players)


def check_kind(kind: ActionKind) -> None:
    """Raise `ArgumentError` for an unknown kind of actions."""
    if kind not in get_args(ActionKind):
        raise ls.ArgumentError(f'actions must be "flat" or "stepwise": {shown(kind)}')


def _verbs(edition: ls.Edition) -> Iterator[str]:
    """List the first steps, in the order of `legal_moves`."""
    yield from (f"take {value}" for value in range(1, edition.board.dice.sides + 1))
    yield from ("card", "coins", "dig")
    yield from (f"tent {row}" for row in range(1, len(edition.board.rows) + 1))
    yield from (f"play {card}" for card in edition.lone_cards)
    yield from ("sell", "donate", "end")


def _options(edition: ls.Edition) -> Iterator[str]:
    """List the later steps: cards, spaces, gems and coins."""
    yield from map(_together, card_choices(edition))
    yield from map(_at, spaces_of(edition))
    for colour, most in edition.board.bag.gems._asdict().items():
        yield from (f"{colour}={count}" for count in range(most + 1))
    yield from (f"coins={coins}" for coins in range(1, edition.board.money + 1))


def _steps(move: ls.Move) -> tuple[str, ...]:
    """Name the steps that lead to a move."""
    match move:
        case ls.TakeDie(value):
            return (f"take {value}",)
        case ls.DrawCard():
            return ("card",)
        case ls.TakeCoins():
            return ("coins",)
        case ls.Dig():
            return ("dig",)
        case ls.BuildTent(row, cards, source):
            return (f"tent {row}", _together(cards), *([_at(source)] if source else ()))
        case ls.PlayCard(card, gems, space, source):
            sold = _sold(gems) if gems else ()
            return (f"play {card}", *sold, *(_at(place) for place in (space, source) if place))
        case ls.SellGems(gem, count):
            return ("sell", f"{gem}={count}")
        case ls.Donate(coins):
            return ("donate", f"coins={coins}")
        case ls.EndTurn():
            return ("end",)
        case unknown:
            assert_never(unknown)


def _together(cards: tuple[str, ...]) -> str:
    return " ".join(f"+{card}" for card in cards) or "no card"


def _at(space: ls.Space) -> str:
    return f"r{space.row}c{space.column}"


def _sold(gems: ls.Gems) -> Iterator[str]:
    return (f"{colour}={count}" for colour, count in gems._asdict().items())
