"""Small values: spaces, gems, stones, piles of cards."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, repeat, starmap
from operator import add, itemgetter, le, sub
from typing import Any, Literal, NamedTuple, Never, Self, get_args

from attrs import frozen

from livingstone.errors import ArgumentError, short_repr, shown

GemColour = Literal["clear", "blue", "red"]
GEM_COLOURS: tuple[GemColour, ...] = get_args(GemColour)

_SPACE_NAME = re.compile("r([1-9][0-9]{0,5})c([1-9][0-9]{0,5})")


class Space(NamedTuple):
    """A space of the board (R1.2): the row from 1 at the river, the column from 1 at the left."""

    row: int
    """From 1, at the river."""
    column: int
    """From 1, at the left."""

    @property
    def name(self) -> str:
        """Its name in lines of the notation and in targets of pictures: `r4c2`.

        >>> from livingstone import Space
        >>> Space(4, 2).name
        'r4c2'
        """
        return f"r{self.row}c{self.column}"

    @classmethod
    def named(cls, name: str) -> "Space | None":
        """Return the space with a name; None for anything else.

        >>> Space.named("r4c2"), Space.named("r0c2")
        (Space(row=4, column=2), None)
        """
        found = _SPACE_NAME.fullmatch(name)
        return Space(int(found[1]), int(found[2])) if found else None


def _refuse_to_order(bag: object, other: object) -> Never:
    """Raise `TypeError`: `sorted` and `max` ask for `<`, and inclusion would sort them wrongly."""
    raise TypeError(
        f"{shown(bag)} is neither less nor greater than {shown(other)}: "
        "<= says whether the other holds all of a bag, and key=tuple sorts bags by their counts"
    )


class _Bag(tuple[int, ...]):
    """The arithmetic of a multiset: of its counts, not of the tuple that holds them."""

    __slots__ = ()

    @property
    def total(self) -> int:
        """The number of all things together."""
        return sum(self)

    def __bool__(self) -> bool:
        return any(self)

    def __add__(self, other: Self) -> Self:  # type: ignore[override]
        return self._of(map(add, self, self._same(other)))

    def __sub__(self, other: Self) -> Self:
        left = self._of(map(sub, self, self._same(other)))
        if min(left) < 0:
            raise ArgumentError(f"{self!r} does not hold {other!r}")
        return left

    def __and__(self, other: Self) -> Self:
        return self._of(map(min, self, self._same(other)))

    def __le__(self, other: Self) -> bool:  # type: ignore[override]
        return all(map(le, self, self._same(other)))

    def __ge__(self, other: Self) -> bool:  # type: ignore[override]
        return self & other == other

    __lt__ = __gt__ = _refuse_to_order

    def _of(self, counts: Iterable[int]) -> Self:
        return tuple.__new__(type(self), counts)

    def _same(self, other: Self) -> Self:
        return other if type(other) is type(self) else self * other  # which raises

    def __radd__(self, other: object) -> Any:
        return self * other if isinstance(other, tuple) else NotImplemented  # a list may take it

    def __mul__(self, other: object) -> Never:
        raise TypeError(f"{self!r} cannot be repeated, or go with {other!r}")

    __rmul__ = __mul__


class _GemCounts(NamedTuple):
    clear: int = 0
    """The number of clear gems, or the price of one."""
    blue: int = 0
    """The number of blue gems, or the price of one."""
    red: int = 0
    """The number of red gems, or the price of one."""


class Gems(_Bag, _GemCounts):
    """A number of gems of each colour (R1.5), or a price in coins or points for each colour.

    Gems are a bag, as `Stones` and `CardPile` are: `+` and `-` add and take away, `&` is what two
    have in common, `<=` says whether the other holds all of these. Taking away more than there is
    raises `ArgumentError`. Bags have no order, since often neither holds the other: `<`, `sorted`
    and `max` raise `TypeError`, and `key=tuple` sorts bags by their counts.

    >>> gems, red = Gems(1, 0, 2), Gems(red=1)
    >>> gems + red, gems - red, gems & Gems(0, 3, 1)
    (Gems(clear=1, blue=0, red=3), Gems(clear=1, blue=0, red=1), Gems(clear=0, blue=0, red=1))
    >>> red <= gems, gems <= red, gems.worth(Gems(1, 3, 5)), gems.stones.red
    (True, False, 11, 2)
    >>> max([red, gems], key=tuple)
    Gems(clear=1, blue=0, red=2)
    """

    __slots__ = ()

    @property
    def stones(self) -> "Stones":
        """The gems as stones."""
        return Stones(0, *self, 0)

    def worth(self, each: "Gems") -> int:
        """Return the value of these gems at a price for each colour."""
        return self.clear * each.clear + self.blue * each.blue + self.red * each.red


class _StoneCounts(NamedTuple):
    black: int = 0
    """How many black ones."""
    clear: int = 0
    """How many clear gems."""
    blue: int = 0
    """How many blue gems."""
    red: int = 0
    """How many red gems."""
    white: int = 0
    """How many white ones; there is one in the game."""


class Stones(_Bag, _StoneCounts):
    """A number of stones of each colour (R1.5), which is a bag as `Gems` are.

    Black ones are worth nothing, the white one sends others back into the bag (R4.7); the others
    are gems.

    >>> Stones(black=2) + Stones(black=1, white=1) - Stones(white=1)
    Stones(black=3, clear=0, blue=0, red=0, white=0)
    >>> Stones(black=2) - Stones(red=1)
    Traceback (most recent call last):
    livingstone.errors.ArgumentError: Stones(black=2, clear=0, blue=0, red=0, white=0) does not ...
    """

    __slots__ = ()

    @property
    def gems(self) -> Gems:
        """The gems among them."""
        return Gems(self.clear, self.blue, self.red)


NO_GEMS = Gems()
NO_STONES = Stones()


@frozen
class CardPile:
    """A bag of card ids; it has no order, since chance is lazy. It computes as `Gems` do.

    >>> pile = CardPile.of(["lion", "market", "market"])
    >>> pile.count("market"), pile.total, list(pile - CardPile.of(["market"]))
    (2, 3, [('lion', 1), ('market', 1)])
    """

    __repr__ = short_repr

    items: tuple[tuple[str, int], ...] = ()
    """Pairs of a card's id and its count, which is 1 or more, sorted by id."""

    @classmethod
    def of(cls, cards: Iterable[str]) -> "CardPile":
        """Make a pile of the cards with these ids, in any order."""
        return cls(tuple(sorted(Counter(cards).items())))

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(self.items)

    def __bool__(self) -> bool:
        return bool(self.items)

    @property
    def total(self) -> int:
        """The number of all cards together."""
        return sum(map(itemgetter(1), self.items))

    def count(self, card: str) -> int:
        """Return the number of copies of this card."""
        for own, count in self.items:
            if own == card:
                return count
        return 0

    def cards(self) -> Iterator[str]:
        """Iterate over all cards, each as often as it occurs, sorted by id."""
        return chain.from_iterable(starmap(repeat, self.items))

    def __add__(self, other: "CardPile") -> "CardPile":
        if not isinstance(other, CardPile):
            return NotImplemented
        counts = dict(self.items)
        for card, count in other.items:
            counts[card] = counts.get(card, 0) + count
        is_sorted = len(counts) == len(self.items)  # no new id, so the order has not changed
        return CardPile(tuple(counts.items() if is_sorted else sorted(counts.items())))

    def __sub__(self, other: "CardPile") -> "CardPile":
        if not isinstance(other, CardPile):
            return NotImplemented
        counts = dict(self.items)
        for card, count in other.items:
            left = counts.get(card, 0) - count
            if left < 0:
                raise ArgumentError(f"the pile does not hold {count} of {shown(card)}")
            counts[card] = left
            if not left:
                del counts[card]
        return CardPile(tuple(counts.items()))

    def __and__(self, other: "CardPile") -> "CardPile":
        if not isinstance(other, CardPile):
            return NotImplemented
        common = Counter(dict(self.items)) & Counter(dict(other.items))
        return CardPile(tuple(common.items()))

    def __le__(self, other: "CardPile") -> bool:
        if not isinstance(other, CardPile):
            return NotImplemented
        return all(count <= other.count(card) for card, count in self.items)

    def __ge__(self, other: "CardPile") -> bool:
        if not isinstance(other, CardPile):
            return NotImplemented
        return other <= self

    __lt__ = __gt__ = _refuse_to_order


NO_CARDS = CardPile()
pile_of = lru_cache(maxsize=1 << 12)(CardPile.of)
