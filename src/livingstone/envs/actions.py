"""Integers for moves: the flat and the stepwise action space."""

import hashlib
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, assert_never, get_args

import livingstone as ls
from livingstone.effects import Way, effects_of
from livingstone.errors import shown
from livingstone.support.arguments import whole
from livingstone.support.extras import require

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


ActionKind = Literal["flat", "stepwise"]
"""The kind of action space: `"flat"`, one integer per move, or `"stepwise"`, one or more."""

Path: TypeAlias = tuple[int, ...]
"""The integers that lead to one move, in the order in which they are chosen."""

Mask: TypeAlias = "NDArray[np.int8]"

VERSION = 1
"""The version of what the integers mean; it is part of each fingerprint."""

LARGEST_MASK = 10_000_000
"""The most entries of a mask."""

PATHS_KEPT = 1 << 14
"""The number of paths that a space keeps: without them, `choice_of` takes three times as long."""


class IllegalActionError(ls.LivingstoneError, ValueError):
    """An agent chose an action that is not possible now."""


class ActionChoice:
    """The integers that a seat can choose from next; each leads on to a move.

    In the flat space each integer is a move. In the stepwise space an integer may lead to another
    choice. Instances are immutable.

    >>> from livingstone.envs import ActionSpace
    >>> space = ActionSpace("printed", 2)
    >>> choice = space.choice_of(ls.view(ls.new_game(2, seed=7), 0))
    >>> [space.name(index) for index in choice.indices]
    ['take 2', 'take 3', 'take 4', 'donate 1', 'donate 2', 'donate 3']
    >>> choice.choose(choice.indices[0])
    TakeDie(value=2)
    """

    __slots__ = ("_entries", "depth", "indices", "space", "taken")

    def __init__(
        self,
        space: "Actions",
        entries: Sequence[tuple[Path, ls.Move]],
        depth: int = 0,
        taken: Path = (),
    ) -> None:
        """Take the possible moves with their paths, whose first `depth` integers are equal."""
        self.space: Actions = space
        self._entries = entries
        self.depth: int = depth
        """The number of fixed integers of the path."""
        self.taken: Path = taken
        """The integers chosen so far for this move, without skipped ones."""
        self.indices: Path = tuple(sorted({path[depth] for path, _ in entries}))
        """The integers to choose from, ascending; empty unless the seat is to move."""

    @property
    def chosen(self) -> Path:
        """The integers fixed so far for this move, skipped ones included."""
        return self._entries[0][0][: self.depth] if self._entries else ()

    @property
    def moves(self) -> tuple[ls.Move, ...]:
        """The moves that are still possible, in the order of `legal_moves`."""
        return tuple(move for _, move in self._entries)

    def mask(self) -> "Mask":
        """Make an `int8` array with 1 for each of `indices`; raises as `Actions.mask_of` does."""
        return self.space._mask(self.indices)

    def choose(self, index: int) -> "ActionChoice | ls.Move":
        """Choose one of `indices`: return the move, or the next choice.

        A choice with only one possibility is skipped. Raises `IllegalActionError` for an integer
        that is not in `indices`.
        """
        try:
            number = self.space._check(index)
        except ls.ArgumentError as error:
            raise IllegalActionError(str(error)) from None
        depth = self.depth
        entries = [entry for entry in self._entries if entry[0][depth] == number]
        if not entries:
            raise IllegalActionError(self._refusal(number))
        taken = (*self.taken, number)
        depth += 1
        while len(entries) > 1:
            number = entries[0][0][depth]
            if any(path[depth] != number for path, _ in entries):
                return ActionChoice(self.space, entries, depth, taken)
            depth += 1
        return entries[0][1]

    def _refusal(self, number: int) -> str:
        if not self.indices:
            return f"action {number} is not possible: the seat is not to move"
        return (
            f"action {number} ({self.space.name(number)}) is not possible now;"
            f" {len(self.indices)} others are, from {self.indices[0]} to {self.indices[-1]}"
        )


class Actions(ABC):
    """The base of both action spaces."""

    kind: ActionKind
    """The kind of the space."""

    def __init__(self, edition: str | ls.Edition, players: int) -> None:
        """Make the space for an edition, or the name of one, and a number of players.

        Raises `ArgumentError` for an unknown edition and for an impossible number of players.
        """
        self.edition: ls.Edition
        self.players: int
        self.edition, self.players = edition_for(edition, players)
        self._path_of = lru_cache(PATHS_KEPT)(self.path)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.edition, self.players)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.edition!r}, {self.players})"

    @abstractmethod
    def __len__(self) -> int:
        """Count the integers, which run from 0."""

    @abstractmethod
    def path(self, move: ls.Move) -> Path:
        """Return the integers that lead to a move.

        Raises `ArgumentError` for a move that can never be legal here.
        """

    @abstractmethod
    def name(self, index: int) -> str:
        """Return the name of an integer's meaning; raises `ArgumentError` if it is out of range."""

    @property
    def fingerprint(self) -> str:
        """Return a hash of what the integers mean, to store with a trained agent.

        It is a text of 32 hexadecimal digits. It depends on the kind and the version of the space,
        on the edition's content (`edition_hash`) and on the number of players.
        """
        parts = (self.kind, VERSION, ls.edition_hash(self.edition), self.players, len(self))
        return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    def choice_of(self, view: ls.View) -> ActionChoice:
        """Return the choice of a view's seat; it is empty unless that seat is to move.

        Raises `ArgumentError` for a view of another edition or another number of players.
        """
        check_view(view, self.edition, self.players)
        return ActionChoice(self, [(self._path_of(move), move) for move in view.legal_moves])

    def legal_indices(self, view: ls.View, chosen: Iterable[int] = ()) -> Path:
        """List the integers that the view's seat can choose next, ascending.

        `chosen` holds the integers chosen so far for the move, with or without skipped ones.

        Raises `ArgumentError` as `choice_of` does, `IllegalActionError` for an impossible choice or
        a complete move in `chosen`.
        """
        choice, listed, fixed = self.choice_of(view), list(chosen), 0
        for index in listed:
            if choice.chosen[fixed : fixed + 1] == (index,):
                fixed += 1
                continue
            fixed = choice.depth + 1
            after = choice.choose(index)
            if not isinstance(after, ActionChoice):
                raise IllegalActionError(f"{listed} is a whole move: nothing is left to choose")
            choice = after
        return choice.indices

    def mask(self, view: ls.View, chosen: Iterable[int] = ()) -> "Mask":
        """Make an `int8` array with 1 for each of `legal_indices`; raises as that and `mask_of`."""
        return self._mask(self.legal_indices(view, chosen))

    def mask_of(self, indices: Iterable[int]) -> "Mask":
        """Make an `int8` array with 1 for each of these integers and 0 elsewhere.

        Raises `ArgumentError` for one that is out of range, and for more than ten million actions.
        """
        return self._mask(self.check(indices))

    def _mask(self, indices: Path) -> "Mask":
        if len(self) > LARGEST_MASK:
            raise ls.ArgumentError(
                f"{len(self)} actions are too many for a mask: use legal_indices, or the stepwise"
                " space"
            )
        require("numpy", "envs", "masks")
        import numpy as np

        mask = bytearray(len(self))
        for index in indices:
            mask[index] = 1
        return np.frombuffer(mask, np.int8)  # five times as fast as setting entries of an array

    def check(self, indices: Iterable[int]) -> Path:
        """Convert integers to plain ones; raises `ArgumentError` for one that is out of range."""
        return tuple([self._check(index) for index in indices])

    def _check(self, index: int) -> int:
        try:
            return whole("an action", index, 0, len(self) - 1)
        except TypeError:
            last = len(self) - 1
            raise ls.ArgumentError(
                f"an action must be a whole number from 0 to {last}: {shown(index)}"
            ) from None


def edition_for(edition: str | ls.Edition, players: int) -> tuple[ls.Edition, int]:
    """Load an edition given by its name, and check the number of players (R1.1).

    Raises `ArgumentError` for an unknown edition and for an impossible number of players.
    """
    if not isinstance(edition, ls.Edition):
        edition = ls.load_edition(edition)
    least, most = edition.board.players.least, edition.board.players.most
    return edition, whole("players", players, least, most)


def check_view(view: ls.View, edition: ls.Edition, players: int) -> None:
    """Raise `ArgumentError` for a view of another edition or another number of players."""
    if len(view.players) != players:
        raise ls.ArgumentError(
            f"this is made for {players} players, but the view has {len(view.players)}"
        )
    if view.edition is not edition and view.edition != edition:
        raise ls.ArgumentError(f"this is made for {edition!r}, but the view is of {view.edition!r}")


_COLOURS: tuple[Literal["clear", "blue", "red"], ...] = ("clear", "blue", "red")


class ActionRange(NamedTuple):
    """The integers of the moves of one kind."""

    name: str
    """The common part of the moves, in the notation."""
    first: int
    """The smallest integer."""
    size: int
    """The number of integers."""


class ActionSpace(Actions):
    """An integer for every move that can ever be legal with an edition and a number of players.

    The integers are in the order of `legal_moves`. They are computed, not stored, so a large board
    costs nothing. They include moving a tent from any space to any other for two players (R9.1),
    each combination of the existing gems at the market (R6.6), all cards that go together with a
    tent (R6.1 to R6.3), and donations of up to all existing coins (R5.2).

    >>> space = ActionSpace("printed", 3)
    >>> len(space), len(ActionSpace("printed", 2))
    (1390, 6370)
    >>> space.index(ls.Donate(2)), space.move(1186), space.name(1186)
    (1186, Donate(coins=2), 'donate 2')
    >>> space.legal_indices(ls.view(ls.new_game(3, seed=7), 0))
    (1, 2, 3, 1185, 1186, 1187)
    """

    kind: Literal["flat"] = "flat"

    def __init__(self, edition: str | ls.Edition, players: int) -> None:
        """Number the moves; raises `ArgumentError` as `Actions` does."""
        super().__init__(edition, players)
        self._blocks = {block.name: block for block in _blocks(self.edition, self.players)}
        self._length = 0
        for block in self._blocks.values():
            block.first = self._length
            self._length += block.size
        self._firsts = [block.first for block in self._blocks.values()]

    def __len__(self) -> int:
        return self._length

    @property
    def ranges(self) -> tuple[ActionRange, ...]:
        """The kinds of moves with their integers, in order."""
        return tuple(
            ActionRange(block.name, block.first, block.size) for block in self._blocks.values()
        )

    def index(self, move: ls.Move) -> int:
        """Return the integer of a move.

        Raises `ArgumentError` for a move that can never be legal here.
        """
        index = self._index(move)
        if index is None:
            raise ls.ArgumentError(f"{shown(move)} can never be legal in {self!r}")
        return index

    def path(self, move: ls.Move) -> Path:
        """Return the integer of a move as a tuple."""
        return (self.index(move),)

    def move(self, index: int) -> ls.Move:
        """Return the move of an integer; raises `ArgumentError` if it is out of range."""
        number = self._check(index)
        block = [*self._blocks.values()][bisect_right(self._firsts, number) - 1]
        return block.move(number - block.first)

    def name(self, index: int) -> str:
        """Write the move of an integer in the notation, without the seat."""
        return ls.format_move(self.move(index), 0).partition(" ")[2]

    def _index(self, move: ls.Move) -> int | None:
        match move:
            case ls.TakeDie(value):
                return self._at("take", value)
            case ls.DrawCard():
                return self._at("card")
            case ls.TakeCoins():
                return self._at("coins")
            case ls.Dig():
                return self._at("dig")
            case ls.BuildTent(row, cards, source):
                return self._at("tent", row, cards, source)
            case ls.PlayCard():
                return self._index_of_play(move)
            case ls.SellGems(gem, count):
                return self._at(f"sell {gem}", count)
            case ls.Donate(coins):
                return self._at("donate", coins)
            case ls.EndTurn():
                return self._at("end")
            case unknown:
                assert_never(unknown)

    def _index_of_play(self, move: ls.PlayCard) -> int | None:
        card, gems, space, source = move.card, move.gems, move.space, move.source
        ways = _ways(self.edition, self.players, card)
        if gems is not None:
            is_whole = "gems" in ways and space is None and source is None
            return self._at(_named(card, "gems", ways), *gems) if is_whole else None
        if space is None:
            is_plain = "plain" in ways and source is None
            return self._at(_named(card, "plain", ways)) if is_plain else None
        way: Way = "pair" if "pair" in ways else "space"
        return self._at(_named(card, way, ways), space, source) if way in ways else None

    def _at(self, name: str, *parts: object) -> int | None:
        """Return the integer of the move with these parts in a block; None if there is none."""
        block = self._blocks.get(name)
        place = block.place(*parts) if block else None
        return None if block is None or place is None else block.first + place


class _Block:
    """The moves of one kind: all combinations of their parts, the last part running fastest.

    A place counts them from 0. A move is made only when it is asked for, since a board can have
    millions, such as those of a tent from any space to any other (R9.1).
    """

    def __init__(self, name: str, make: Callable[..., ls.Move], *parts: Iterable[Hashable]) -> None:
        self.name = name
        self.first = 0
        """The integer of the block's first move, set by the space."""
        self._make = make
        self._choices: list[tuple[Any, ...]] = [tuple(part) for part in parts]
        self._numbers = [{choice: n for n, choice in enumerate(part)} for part in self._choices]
        self.size = self._count([len(part) for part in self._choices])

    def _count(self, lengths: list[int]) -> int:
        return prod(lengths)

    def place(self, *parts: Hashable) -> int | None:
        """Return the place of the move with these parts; None if the block has no such move."""
        place = 0
        for part, numbers in zip(parts, self._numbers, strict=True):
            number = numbers.get(part)
            if number is None:
                return None
            place = place * len(numbers) + number
        return place

    def move(self, place: int) -> ls.Move:
        """Make the move at a place, from 0 to `size` - 1."""
        parts = []
        for choices in reversed(self._choices):
            place, number = divmod(place, len(choices))
            parts.append(choices[number])
        return self._make(*reversed(parts))


class _BlockWithoutFirst(_Block):
    """A block without the first combination: selling no gem at the market (R6.6)."""

    def _count(self, lengths: list[int]) -> int:
        return prod(lengths) - 1

    def place(self, *parts: Hashable) -> int | None:
        place = super().place(*parts)
        return place - 1 if place else None

    def move(self, place: int) -> ls.Move:
        return super().move(place + 1)


class _BlockOfPairs(_Block):
    """A block of two parts that differ: a tent moves to another space (R9.1).

    The choices of the second part are None and then those of the first part.
    """

    def _count(self, lengths: list[int]) -> int:
        first, second = lengths
        return first * (second - 1)

    def place(self, *parts: Hashable) -> int | None:
        target, source = parts
        place = super().place(target, source)
        if place is None or target == source:
            return None
        first, second = divmod(place, len(self._choices[1]))
        return place - first - (second > first + 1)

    def move(self, place: int) -> ls.Move:
        first, second = divmod(place, len(self._choices[1]) - 1)
        return super().move(place + first + (second > first))


def _blocks(edition: ls.Edition, players: int) -> Iterator[_Block]:
    board, gems = edition.board, edition.board.bag.gems
    spaces = spaces_of(edition)
    sources = (None, *spaces) if players == 2 else (None,)
    yield _Block("take", ls.TakeDie, range(1, board.dice.sides + 1))
    yield _Block("card", ls.DrawCard)
    yield _Block("coins", ls.TakeCoins)
    yield _Block("dig", ls.Dig)
    rows = range(1, len(board.rows) + 1)
    yield _Block("tent", ls.BuildTent, rows, card_choices(edition), sources)
    for card in edition.lone_cards:
        ways = _ways(edition, players, card)
        for way in ways:
            name, on_space = _named(card, way, ways), partial(ls.PlayCard, card, None)
            match way:
                case "plain":
                    yield _Block(name, partial(ls.PlayCard, card))
                case "gems":
                    counts = [range(most + 1) for most in gems]
                    yield _BlockWithoutFirst(name, partial(_at_market, card), *counts)
                case "space":
                    yield _Block(name, on_space, spaces, (None,))
                case "pair":
                    yield _BlockOfPairs(name, on_space, spaces, (None, *spaces))
    for colour, most in zip(_COLOURS, gems, strict=True):
        yield _Block(f"sell {colour}", partial(ls.SellGems, colour), range(1, most + 1))
    yield _Block("donate", ls.Donate, range(1, board.money + 1))
    yield _Block("end", ls.EndTurn)


def _ways(edition: ls.Edition, players: int, card: str) -> tuple[Way, ...]:
    """List the ways to play a card, if the edition has it."""
    effect = effects_of(edition).get(card)
    return () if effect is None else effect.ways(players)


def _named(card: str, way: Way, ways: tuple[Way, ...]) -> str:
    """Name the block of one way to play a card: the card's own, if it is the only or first way."""
    return f"play {card}" if way == ways[0] else f"play {card} {way}"


def _at_market(card: str, clear: int, blue: int, red: int) -> ls.PlayCard:
    return ls.PlayCard(card, ls.Gems(clear, blue, red))


def spaces_of(edition: ls.Edition) -> tuple[ls.Space, ...]:
    """List the spaces of the board, by row and then by column (R1.2)."""
    rows, columns = len(edition.board.rows), len(edition.board.columns)
    return tuple(ls.Space(*at) for at in product(range(1, rows + 1), range(1, columns + 1)))


def card_choices(edition: ls.Edition) -> list[tuple[str, ...]]:
    """List the choices of cards to play with a tent, each a sorted tuple of ids (R6.1 to R6.3).

    >>> card_choices(ls.load_edition("printed"))
    [(), ('ignore_die',), ('ignore_die', 'no_cost_tent'), ('no_cost_tent',)]
    """
    free, any_row = (
        [(id,) for id in ids] for ids in (edition.no_cost_cards, edition.any_row_cards)
    )
    return sorted(tuple(sorted(a + b)) for a, b in product([(), *free], [(), *any_row]))


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
        """Number the moves; raises `ArgumentError` as `Actions` does."""
        super().__init__(edition, players)
        self._flat = ActionSpace(self.edition, self.players)
        self._names = [*_verbs(self.edition), *_options(self.edition)]
        self._numbers = {name: number for number, name in enumerate(self._names)}

    def __len__(self) -> int:
        return len(self._names)

    def name(self, index: int) -> str:
        """Return the name of an integer's meaning; raises `ArgumentError` if it is out of range."""
        return self._names[self._check(index)]

    def path(self, move: ls.Move) -> Path:
        """Return the integers that lead to a move, skipped steps included."""
        self._flat.index(move)
        return tuple([self._numbers[step] for step in _steps(move)])


def actions_of(kind: ActionKind, edition: str | ls.Edition, players: int) -> Actions:
    """Make the flat or the stepwise space for an edition and a number of players.

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
