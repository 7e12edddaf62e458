"""Integers for moves: the action space of all environments."""

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, assert_never

import livingstone as ls
from livingstone.effects import Way, effects_of
from livingstone.errors import shown
from livingstone.support.arguments import whole
from livingstone.support.extras import require

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Mask: TypeAlias = "NDArray[np.int8]"

KINDS = ("flat",)
"""The kinds of action spaces."""
VERSION = 1
"""The version of what the integers mean; it is part of each fingerprint."""

LARGEST_MASK = 10_000_000
"""The most entries of a mask."""

MOVES_KEPT = 1 << 14
"""The number of moves whose integers a space keeps: without them, a list of legal integers takes
three times as long."""


class IllegalActionError(ls.LivingstoneError, ValueError):
    """An agent chose an action that is not possible now."""


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


class ActionSpace:
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

    def __init__(self, edition: str | ls.Edition, players: int) -> None:
        """Number the moves of an edition, or the name of one, for a number of players.

        Raises `ArgumentError` for an unknown edition and for an impossible number of players.
        """
        self.edition, self.players = edition_for(edition, players)
        self._blocks = {block.name: block for block in _blocks(self.edition, self.players)}
        self._length = 0
        for block in self._blocks.values():
            block.first = self._length
            self._length += block.size
        self._firsts = [block.first for block in self._blocks.values()]
        self._index_of = lru_cache(MOVES_KEPT)(self.index)

    def __len__(self) -> int:
        return self._length

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.edition, self.players)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.edition!r}, {self.players})"

    @property
    def fingerprint(self) -> str:
        """Return a hash of what the integers mean, to store with a trained agent.

        It is a text of 32 hexadecimal digits. It depends on the version of the space, on the
        edition's content (`edition_hash`) and on the number of players.
        """
        parts = ("flat", VERSION, ls.edition_hash(self.edition), self.players, len(self))
        return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    def legal_indices(self, view: ls.View) -> tuple[int, ...]:
        """List the integers of the legal moves, ascending; none unless the view's seat is to move.

        Raises `ArgumentError` for a view of another edition or another number of players.
        """
        check_view(view, self.edition, self.players)
        return tuple(map(self._index_of, view.legal_moves))

    def choose(self, view: ls.View, index: int) -> ls.Move:
        """Return the legal move of an integer.

        Raises `IllegalActionError` for an integer without one, `ArgumentError` as `legal_indices`.

        >>> seen = ls.view(ls.new_game(3, seed=7), 0)
        >>> ActionSpace("printed", 3).choose(seen, 1186)
        Donate(coins=2)
        """
        try:
            number = self._check(index)
        except (ls.ArgumentError, TypeError) as error:
            raise IllegalActionError(str(error)) from None
        legal = self.legal_indices(view)
        if number in legal:
            return view.legal_moves[legal.index(number)]
        if not legal:
            raise IllegalActionError(f"action {number} is not possible: the seat is not to move")
        raise IllegalActionError(
            f"action {number} ({self.name(number)}) is not possible now; {len(legal)} others are,"
            f" from {legal[0]} to {legal[-1]}"
        )

    def mask(self, view: ls.View) -> "Mask":
        """Make an `int8` array with 1 for each of `legal_indices`, 0 elsewhere.

        Raises `ArgumentError` as that does, and for more than ten million actions.
        """
        if len(self) > LARGEST_MASK:
            raise ls.ArgumentError(
                f"{len(self)} actions are too many for a mask: use legal_indices"
            )
        require("numpy", "envs", "masks")
        import numpy as np

        mask = bytearray(len(self))
        for index in self.legal_indices(view):
            mask[index] = 1
        return np.frombuffer(mask, np.int8)  # five times as fast as setting entries of an array

    def _check(self, index: int) -> int:
        return whole("an action", index, 0, len(self) - 1)

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

    The first ones can be skipped: one sells no gem at the market (R6.6).

    A place counts them from 0. A move is made only when it is asked for, since a board can have
    millions, such as those of a tent from any space to any other (R9.1).
    """

    def __init__(
        self, name: str, make: Callable[..., ls.Move], *parts: Iterable[Hashable], skipped: int = 0
    ) -> None:
        self.name, self._skipped = name, skipped
        self.first = 0
        """The integer of the block's first move, set by the space."""
        self._make = make
        self._choices: list[tuple[Any, ...]] = [tuple(part) for part in parts]
        self._numbers = [{choice: n for n, choice in enumerate(part)} for part in self._choices]
        self.size = prod(map(len, self._choices)) - skipped

    def place(self, *parts: Hashable) -> int | None:
        place = 0
        for part, numbers in zip(parts, self._numbers, strict=True):
            number = numbers.get(part)
            if number is None:
                return None
            place = place * len(numbers) + number
        return place - self._skipped if place >= self._skipped else None

    def move(self, place: int) -> ls.Move:
        parts, place = list[Any](), place + self._skipped
        for choices in reversed(self._choices):
            place, number = divmod(place, len(choices))
            parts.append(choices[number])
        return self._make(*reversed(parts))


class _BlockOfPairs(_Block):
    """A block of two parts that differ: a tent moves to another space (R9.1).

    The choices of the second part are None and then those of the first part.
    """

    def __init__(
        self, name: str, make: Callable[..., ls.Move], spaces: tuple[ls.Space, ...]
    ) -> None:
        super().__init__(name, make, spaces, (None, *spaces))
        self.size = len(spaces) ** 2

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
    rows, columns = range(1, len(board.rows) + 1), range(1, len(board.columns) + 1)
    spaces = tuple(ls.Space(*at) for at in product(rows, columns))
    sources = (None, *spaces) if players == 2 else (None,)
    yield _Block("take", ls.TakeDie, range(1, board.dice.sides + 1))
    yield _Block("card", ls.DrawCard)
    yield _Block("coins", ls.TakeCoins)
    yield _Block("dig", ls.Dig)
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
                    yield _Block(name, partial(_at_market, card), *counts, skipped=1)
                case "space":
                    yield _Block(name, on_space, spaces, (None,))
                case "pair":
                    yield _BlockOfPairs(name, on_space, spaces)
    for colour, most in zip(_COLOURS, gems, strict=True):
        yield _Block(f"sell {colour}", partial(ls.SellGems, colour), range(1, most + 1))
    yield _Block("donate", ls.Donate, range(1, board.money + 1))
    yield _Block("end", ls.EndTurn)


def _ways(edition: ls.Edition, players: int, card: str) -> tuple[Way, ...]:
    effect = effects_of(edition).get(card)
    return () if effect is None else effect.ways(players)


def _named(card: str, way: Way, ways: tuple[Way, ...]) -> str:
    """Name the block of one way to play a card: the card's own, if it is the only or first way."""
    return f"play {card}" if way == ways[0] else f"play {card} {way}"


def _at_market(card: str, clear: int, blue: int, red: int) -> ls.PlayCard:
    return ls.PlayCard(card, ls.Gems(clear, blue, red))


def card_choices(edition: ls.Edition) -> list[tuple[str, ...]]:
    """List the choices of cards to play with a tent, each a sorted tuple of ids (R6.1 to R6.3).

    >>> card_choices(ls.load_edition("printed"))
    [(), ('ignore_die',), ('ignore_die', 'no_cost_tent'), ('no_cost_tent',)]
    """
    free, any_row = (
        [(id,) for id in ids] for ids in (edition.no_cost_cards, edition.any_row_cards)
    )
    return sorted(tuple(sorted(a + b)) for a, b in product([(), *free], [(), *any_row]))
