"""The layout of observations: named slices of one array, and the bounds of their numbers."""

import hashlib
from collections.abc import Iterator
from functools import cached_property
from math import prod
from typing import TypeAlias

from attrs import frozen

import livingstone as ls
from livingstone.envs.actions import ActionSpace
from livingstone.errors import shown

VERSION = 1
"""The version of the layout; raise it when a part is added, moved or filled differently."""

_Entry: TypeAlias = tuple[str, tuple[int, ...], int | None, str]
"""The fields of a `Part` but for its start."""


@frozen
class Part:
    """One named part of an observation."""

    name: str
    start: int
    """The index of its first number."""
    shape: tuple[int, ...]
    """Its dimensions; the last one runs fastest."""
    most: int | None
    """The largest number it can hold; None if unbounded. The smallest is 0."""
    meaning: str

    @property
    def stop(self) -> int:
        """The index after its last number."""
        return self.start + prod(self.shape)

    @property
    def where(self) -> slice:
        """The slice of an observation that holds it."""
        return slice(self.start, self.stop)


class Layout:
    """The parts of an observation for an edition and a number of players.

    The observing seat comes first, then the others clockwise, so that an agent can play in any
    seat. A spectator's observation starts with seat 0. All numbers are counts, or 1 for yes and 0
    for no.

    >>> layout = Layout("printed", 3)
    >>> layout.size, layout["dice"].where, layout["tents"].shape, layout["points"].most
    (474, slice(360, 366, None), (3, 10, 6), None)

    `layout[name]` raises `KeyError` for an unknown part.
    """

    def __init__(self, edition: str | ls.Edition, players: int) -> None:
        """Lay out observations for an edition, or the name of one, and a number of players.

        Raises `ArgumentError` for an unknown edition and for an impossible number of players.
        """
        self.space: ActionSpace = ActionSpace(edition, players)
        """The action space that belongs to the observations."""
        self.edition: ls.Edition = self.space.edition
        self.players: int = self.space.players
        parts, start = list[Part](), 0
        for name, shape, most, meaning in self._listed():
            parts.append(Part(name, start, shape, most, meaning))
            start = parts[-1].stop
        self.parts: tuple[Part, ...] = tuple(parts)
        """All parts in order, without gaps."""
        self.size = start
        """The number of numbers in an observation."""
        self._by_name = {part.name: part for part in parts}

    def __getitem__(self, name: str) -> Part:
        return self._by_name[name]

    def __repr__(self) -> str:
        return f"Layout({self.edition!r}, {self.players})"

    @cached_property
    def fingerprint(self) -> str:
        """Return a hash of the layout and its actions, to store with a trained agent.

        It is a text of 32 hexadecimal digits. It depends on the version, on the parts and on the
        fingerprint of the action space, which covers the edition and the number of players.
        """
        shapes = [(part.name, part.shape) for part in self.parts]
        parts = (VERSION, self.space.fingerprint, shapes)
        return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    def check(self, fingerprint: str) -> None:
        """Raise `ArgumentError` unless this is the layout's own fingerprint.

        >>> layout = Layout("printed", 3)
        >>> layout.check(layout.fingerprint)
        """
        if fingerprint != self.fingerprint:
            raise ls.ArgumentError(
                f"what was learned belongs to another game, other actions or another version: its"
                f" fingerprint is {shown(fingerprint)}, that of {self!r} is {self.fingerprint!r}"
            )

    def _listed(self) -> Iterator[_Entry]:
        board, bag, deck = self.edition.board, self.edition.board.bag, self.edition.deck
        dice = self.players * board.dice.per_player
        kinds, copies = (len(deck.items),), max((count for _, count in deck), default=0)
        dearest = max(board.costs) + board.neighbour_fee * board.tents * self.players
        each = (self.players,)
        grid = (self.players, len(board.columns), len(board.rows))
        yield "tents", grid, board.tents, "tents by player, column and row (R4.4)"
        yield "scored", grid, 1, "whether the space is scored, by player, column and row (R7.2)"
        yield "dice", (board.dice.sides,), dice, "dice on the table, by value (R2.1)"
        yield "die", (board.dice.sides,), 1, "which value the unused die shows (R3.1)"
        yield "dice_taken", (1,), dice, "dice taken in this turn"
        yield "dice_left", (1,), board.dice.sides, "dice still to take in this turn (R6.13)"
        yield "boat", (len(board.columns),), 1, "which column the boat is in"
        yield "cost", (1,), max(board.costs), "the expedition cost of the boat's column (R1.4)"
        yield "prices", (len(board.rows),), dearest, "what a tent costs the seat, by row (R4.4)"
        yield "bank", (1,), board.money, "coins that nobody has"
        yield "bag", (5,), max(bag), "black, clear, blue, red, white stones in the bag"
        yield "aside", (5,), max(bag), "the same of stones aside"
        drawn = max(bag.gems) * (1 + dice)  # what a collapse returns can be drawn again (R6.11)
        yield "gems_drawn", (3,), drawn, "clear, blue, red gems drawn this turn (R4.7)"
        yield "played", kinds, copies, "cards that lie open, by id as sorted"
        yield "draw_pile", (1,), deck.total, "cards in the draw pile"
        yield "pending", (4,), 1, "which awaits: roll, donation roll, stones, card"
        yield "is_over", (1,), 1, "whether the game has ended"
        yield "threshold", (1,), board.dice.donation * board.dice.sides, "the donation roll (R9.2)"
        yield "to_move", each, 1, "whose turn it is"
        yield "starting", each, 1, "who began the round"
        yield "funds", each, board.money, "coins in purse and chest together (R10.2)"
        yield "chest_least", each, board.money, "the least in the chest: how many donations"
        yield "chest_most", each, board.money, "the most that the chest can hold (R10.2)"
        yield "points", each, None, "points scored so far"
        yield "supply", each, board.tents, "tents not on the board"
        yield "hand_size", each, deck.total, "cards in the hand"
        yield "last_die", each, board.dice.sides, "the last die taken in this round; 0 if none"
        for colour, count in board.bag.gems._asdict().items():
            yield f"{colour}_gems", each, count, f"{colour} gems kept"
        yield "purse", (1,), board.money, "the seat's own coins in the purse"
        yield "chest", (1,), board.money, "the seat's own coins in the chest"
        yield "hand", kinds, copies, "the seat's own cards, by id as sorted"
