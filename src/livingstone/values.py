"""Small values: spaces, gems, stones, piles of cards."""

from collections.abc import Iterable, Iterator
from itertools import chain, repeat, starmap
from operator import add, itemgetter, sub
from typing import Literal, NamedTuple, get_args

from attrs import frozen

GemColour = Literal["clear", "blue", "red"]
GEM_COLOURS: tuple[GemColour, ...] = get_args(GemColour)


class Space(NamedTuple):
    """A space of the board (R1.2): the row from 1 at the river, the column from 1 at the left."""

    row: int
    column: int


class Gems(NamedTuple):
    """A number of gems of each colour (R1.5), or a price in coins or points for each colour.

    >>> gems, red = Gems(1, 0, 2), Gems(red=1)
    >>> gems.plus(red), gems.minus(red)
    (Gems(clear=1, blue=0, red=3), Gems(clear=1, blue=0, red=1))
    >>> gems.covers(red), gems.least(Gems(0, 3, 1)), gems.worth(Gems(1, 3, 5))
    (True, Gems(clear=0, blue=0, red=1), 11)
    """

    clear: int = 0
    blue: int = 0
    red: int = 0

    @property
    def total(self) -> int:
        """The number of all gems together."""
        return self.clear + self.blue + self.red

    def plus(self, other: "Gems") -> "Gems":
        """Add the other gems."""
        return Gems(self.clear + other.clear, self.blue + other.blue, self.red + other.red)

    def minus(self, other: "Gems") -> "Gems":
        """Subtract the other gems; a number may fall below 0."""
        return Gems(self.clear - other.clear, self.blue - other.blue, self.red - other.red)

    def least(self, other: "Gems") -> "Gems":
        """Return the smaller number of each colour."""
        return Gems(*map(min, self, other))

    def covers(self, other: "Gems") -> bool:
        """Return whether there are at least as many of each colour as in `other`."""
        return self.clear >= other.clear and self.blue >= other.blue and self.red >= other.red

    def worth(self, each: "Gems") -> int:
        """Return the value of these gems at a price for each colour."""
        return self.clear * each.clear + self.blue * each.blue + self.red * each.red


class Stones(NamedTuple):
    """A number of stones of each colour (R1.5).

    Black ones are worth nothing, the white one sends others back into the bag (R4.7); the others
    are gems.

    >>> Stones(black=2).plus(Stones(black=1, white=1)).minus(Stones(white=1))
    Stones(black=3, clear=0, blue=0, red=0, white=0)
    >>> Stones(black=2).plus_gems(Gems(red=1))
    Stones(black=2, clear=0, blue=0, red=1, white=0)
    """

    black: int = 0
    clear: int = 0
    blue: int = 0
    red: int = 0
    white: int = 0

    @property
    def total(self) -> int:
        """The number of all stones together."""
        return sum(self)

    @property
    def gems(self) -> Gems:
        """The gems among them."""
        return Gems(self.clear, self.blue, self.red)

    def plus(self, other: "Stones") -> "Stones":
        """Add the other stones."""
        return Stones(*map(add, self, other))

    def minus(self, other: "Stones") -> "Stones":
        """Subtract the other stones; a number may fall below 0."""
        return Stones(*map(sub, self, other))

    def plus_gems(self, gems: Gems) -> "Stones":
        """Add gems."""
        return self.plus(Stones(0, *gems, 0))


NO_GEMS = Gems()
NO_STONES = Stones()


@frozen
class CardPile:
    """A multiset of card ids; it has no order, since chance is lazy.

    >>> pile = CardPile.of(["lion", "market", "market"])
    >>> pile.count("market"), pile.total, list(pile)
    (2, 3, [('lion', 1), ('market', 2)])
    """

    items: tuple[tuple[str, int], ...] = ()
    """Pairs of a card's id and its count, which is 1 or more, sorted by id."""

    @classmethod
    def of(cls, cards: Iterable[str]) -> "CardPile":
        """Make a pile of the cards with these ids, in any order."""
        return cls().plus(cards)

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

    def plus(self, cards: Iterable[str]) -> "CardPile":
        """Add these cards."""
        counts = dict(self.items)
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
        is_sorted = len(counts) == len(self.items)  # no new id, so the order has not changed
        return CardPile(tuple(counts.items() if is_sorted else sorted(counts.items())))

    def minus(self, card: str) -> "CardPile":
        """Remove one copy of this card; raises `KeyError` if there is none."""
        counts = dict(self.items)
        if counts[card] > 1:
            counts[card] -= 1
        else:
            del counts[card]
        return CardPile(tuple(counts.items()))


NO_CARDS = CardPile()
