"""Blocks of moves of one kind, each with a place that is worked out without listing the moves.

The moves of a block are all combinations of some parts. A place counts them from 0, the last part
running fastest. Boards can have millions of moves, such as those of a tent from any space to any
other (R9.1), so a block makes a move only when it is asked for.
"""

from collections.abc import Callable, Hashable, Iterable
from math import prod
from typing import Any

import livingstone as ls

__all__ = ["Block", "BlockOfPairs", "BlockWithoutFirst"]


class Block:
    """The moves that are made of one choice for each part, in the order of the choices.

    >>> block = Block("tent", ls.BuildTent, range(1, 7), [(), ("no_cost_tent",)])
    >>> block.size, block.move(3), block.place(2, ("no_cost_tent",))
    (12, BuildTent(row=2, cards=('no_cost_tent',), source=None), 3)
    """

    def __init__(self, name: str, make: Callable[..., ls.Move], *parts: Iterable[Hashable]) -> None:
        """Keep what makes a move of its parts, and the choices for each part."""
        self.name = name
        self.first = 0
        """The number of the block's first move among those of other blocks, set by these."""
        self._make = make
        self._choices: list[tuple[Any, ...]] = [tuple(part) for part in parts]
        self._numbers = [{choice: n for n, choice in enumerate(part)} for part in self._choices]
        self.size = self._count([len(part) for part in self._choices])

    def _count(self, lengths: list[int]) -> int:
        return prod(lengths)

    def place(self, *parts: Hashable) -> int | None:
        """Give the place of the move with these parts; None if the block has no such move."""
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


class BlockWithoutFirst(Block):
    """A block that lacks the first combination: at the market, to sell no gem at all (R6.6)."""

    def _count(self, lengths: list[int]) -> int:
        return prod(lengths) - 1

    def place(self, *parts: Hashable) -> int | None:
        """Give the place as in a full block, less one."""
        place = super().place(*parts)
        return place - 1 if place else None

    def move(self, place: int) -> ls.Move:
        """Make the move that a full block has one place later."""
        return super().move(place + 1)


class BlockOfPairs(Block):
    """A block of two parts that differ: a tent is moved from another space (R9.1).

    The second part has the choice None before those of the first part.
    """

    def _count(self, lengths: list[int]) -> int:
        first, second = lengths
        return first * (second - 1)

    def place(self, *parts: Hashable) -> int | None:
        """Give the place, leaving out each pair of a choice with itself."""
        target, source = parts
        place = super().place(target, source)
        if place is None or target == source:
            return None
        first, second = divmod(place, len(self._choices[1]))
        return place - first - (second > first + 1)

    def move(self, place: int) -> ls.Move:
        """Make the move at a place, from 0 to `size` - 1."""
        first, second = divmod(place, len(self._choices[1]) - 1)
        return super().move(place + first + (second > first))
