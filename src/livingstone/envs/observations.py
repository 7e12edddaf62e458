"""Observations: a view as one array of numbers, laid out in named parts."""

import hashlib
from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from math import prod
from operator import attrgetter
from typing import TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

import livingstone as ls
from livingstone.envs.actions import ActionSpace, check_view
from livingstone.errors import shown
from livingstone.support.arguments import need

Observation: TypeAlias = NDArray[np.float32]
"""A one-dimensional array; a `Layout` says which part is where."""
VERSION = 1
"""The version of the layout; raise it if a part is added, moved or filled differently."""


@frozen
class Part:
    """One named part of an observation."""

    name: str
    """What the part is called."""
    start: int
    """Where it begins in the observation, from 0."""
    shape: tuple[int, ...]
    """Its dimensions; the last one runs fastest."""
    most: int | None
    """The largest number it can hold; None if unbounded. The smallest is 0."""
    meaning: str
    """What its numbers say."""

    @property
    def where(self) -> slice:
        """The slice of an observation that holds it."""
        return slice(self.start, self.start + prod(self.shape))


class Layout:
    """The parts of an observation for an edition and a number of players.

    The observing seat comes first, seat 0 for a spectator, then the others clockwise, so that an
    agent can play in any seat. All numbers are counts, or 1 for yes and 0 for no.

    >>> layout = Layout("printed", 3)
    >>> layout.size, layout["dice"].where, layout["tents"].shape, layout["points"].most
    (474, slice(360, 366, None), (3, 10, 6), None)

    `layout[name]` raises `KeyError` for an unknown part.
    """

    def __init__(self, edition: str | ls.Edition, players: int) -> None:
        """Lay out observations for an edition, or the name of one; raises as `ActionSpace`."""
        self.space: ActionSpace = ActionSpace(edition, players)
        self.edition: ls.Edition = self.space.edition
        self.players: int = self.space.players
        parts = list[Part]()
        start = 0
        for name, shape, most, meaning in self._listed_parts():
            parts.append(Part(name, start, shape, most, meaning))
            start += prod(shape)
        self.parts: tuple[Part, ...] = tuple(parts)
        self.size = start
        """The number of numbers in an observation."""

    def __getitem__(self, name: str) -> Part:
        return {part.name: part for part in self.parts}[name]

    def __repr__(self) -> str:
        return f"Layout({self.edition!r}, {self.players})"

    @cached_property
    def fingerprint(self) -> str:
        """Return a hash of the layout and its actions, to store with a trained agent.

        It depends on the version, on the parts and on the fingerprint of the action space.
        """
        shapes = [(part.name, part.shape) for part in self.parts]
        parts = (VERSION, self.space.fingerprint, shapes)
        return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    def check(self, fingerprint: str) -> None:
        """Raise `ArgumentError` unless this is the layout's own fingerprint."""
        if fingerprint != self.fingerprint:
            raise ls.ArgumentError(
                f"what was learned belongs to another game, other actions or another version: its"
                f" fingerprint is {shown(fingerprint)}, that of {self!r} is {self.fingerprint!r}"
            )

    def _listed_parts(self) -> Iterator[tuple[str, tuple[int, ...], int | None, str]]:
        """List the name, the shape, the most and the meaning of each `Part`, in order."""
        yield from self._parts_of_the_board()
        yield from self._parts_of_the_turn()
        yield from self._parts_of_the_players()
        yield from self._parts_of_the_seat()

    def _parts_of_the_board(self) -> Iterator[tuple[str, tuple[int, ...], int | None, str]]:
        board = self.edition.board
        bag = board.bag
        dice = self.players * board.dice.per_player
        dearest = max(board.costs) + board.neighbour_fee * board.tents * self.players
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
        yield "played", *self._cards, "cards that lie open, by id as sorted"
        yield "draw_pile", (1,), self.edition.deck.total, "cards in the draw pile"

    def _parts_of_the_turn(self) -> Iterator[tuple[str, tuple[int, ...], int | None, str]]:
        board = self.edition.board
        each = (self.players,)
        yield "pending", (4,), 1, "which is awaited: roll, donation roll, stones, card"
        yield "is_over", (1,), 1, "whether the game has ended"
        yield "threshold", (1,), board.dice.donation * board.dice.sides, "the donation roll (R9.2)"
        yield "to_move", each, 1, "whose turn it is"
        yield "starting", each, 1, "who began the round"

    def _parts_of_the_players(self) -> Iterator[tuple[str, tuple[int, ...], int | None, str]]:
        board = self.edition.board
        each = (self.players,)
        yield "funds", each, board.money, "coins in purse and chest together (R10.2)"
        yield "chest_least", each, board.money, "the least in the chest: how many donations"
        yield "chest_most", each, board.money, "the most that the chest can hold (R10.2)"
        yield "points", each, None, "points scored so far"
        yield "supply", each, board.tents, "tents not on the board"
        yield "hand_size", each, self.edition.deck.total, "cards in the hand"
        yield "last_die", each, board.dice.sides, "the last die taken in this round; 0 if none"
        for colour, count in board.bag.gems._asdict().items():
            yield f"{colour}_gems", each, count, f"{colour} gems kept"

    def _parts_of_the_seat(self) -> Iterator[tuple[str, tuple[int, ...], int | None, str]]:
        money = self.edition.board.money
        yield "purse", (1,), money, "the seat's own coins in the purse"
        yield "chest", (1,), money, "the seat's own coins in the chest"
        yield "hand", *self._cards, "the seat's own cards, by id as sorted"

    @property
    def _cards(self) -> tuple[tuple[int], int]:
        """The shape of one figure for each kind of card, and the most copies of a kind."""
        deck = self.edition.deck
        return (len(deck.items),), max((count for _, count in deck), default=0)


_NAMES = ["funds", "chest_least", "chest_most", "points", "supply", "hand_size", "last_die"]
_FIGURES = attrgetter(*_NAMES, "gems.clear", "gems.blue", "gems.red")
_flattened = chain.from_iterable
_PENDING = (ls.RoundRoll, ls.DonationRoll, ls.StoneDraw, ls.CardDraw)


def observe(view: ls.View) -> Observation:
    """Turn a view into an array of `float32`, as `Layout(edition, players)` describes it.

    >>> layout = Layout("printed", 3)
    >>> seen = observe(ls.view(ls.new_game(3, seed=7), 0))
    >>> seen.shape, seen[layout["dice"].where]
    ((474,), array([0., 2., 3., 1., 0., 0.], dtype=float32))
    """
    need("observe", view, "View", ls.View)
    return observer_for(view.edition, len(view.players)).observe(view)


class Observer:
    """Turns views into observations of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._cards = [card for card, _ in layout.edition.deck]
        self._values = range(1, layout.edition.board.dice.sides + 1)

    def observe(self, view: ls.View) -> Observation:
        """Turn a view into an array; raises `ArgumentError` for one of another game."""
        layout = self.layout
        first = view.seat or 0
        own = view.own
        check_view(view, layout.edition, layout.players)
        players = view.players[first:] + view.players[:first]
        grids = [_grids(player.tents, player.scored) for player in players]
        numbers = [
            *self._table(view, players if view.seat is None else players[1:]),
            *_one_hot(layout.players, (view.current_player - first) % layout.players),
            *_one_hot(layout.players, (view.starting_player - first) % layout.players),
            *_flattened(zip(*map(_FIGURES, players), strict=True)),
            *((own.coins, own.chest) if own else (0, 0)),
            *map((own.hand if own else ()).count, self._cards),
        ]
        pieces = [*_flattened(zip(*grids, strict=True)), array("f", numbers)]
        return np.frombuffer(bytearray().join(pieces), np.float32)

    def _table(self, view: ls.View, others: Sequence[ls.PlayerView]) -> list[int]:
        """List the numbers from `dice` to `threshold`; the prices are those for the seat (R4.4)."""
        edition = self.layout.edition
        column = view.boat - 1
        pending = type(view.pending)
        cost = edition.board.costs[column]
        fee = edition.board.neighbour_fee
        neighbours = [*zip(*(player.tents[column] for player in others), strict=True)]
        if not edition.ruleset.neighbour_fee_per_tent:
            neighbours = [tuple(map(bool, tents)) for tents in neighbours]
        return [
            *map(view.dice.count, self._values),
            *_one_hot(len(self._values), None if view.die is None else view.die - 1),
            *(view.dice_taken, view.dice_left),
            *_one_hot(len(edition.board.columns), column),
            cost,
            *[cost + fee * sum(tents) for tents in neighbours],
            *(view.bank, *view.bag, *view.aside, *view.gems_drawn),
            *map(view.played.count, self._cards),
            view.draw_pile_size,
            *[pending is kind for kind in _PENDING],
            *(view.is_over, view.threshold or 0),
        ]


@lru_cache(4096)  # an observation takes twice as long without it
def _grids(tents: tuple[tuple[int, ...], ...], scored: tuple[ls.Space, ...]) -> tuple[bytes, bytes]:
    """Return the tents of a player and the marks of scored ones, by column and row."""
    numbers = np.array(tents, np.float32)
    marks = np.zeros_like(numbers)
    for row, column in scored:
        marks[column - 1, row - 1] = 1
    return numbers.tobytes(), marks.tobytes()


def _one_hot(count: int, place: int | None) -> list[int]:
    """Return a 1 at a place, counted from 0, and 0 elsewhere."""
    marks = [0] * count
    if place is not None:
        marks[place] = 1
    return marks


@lru_cache(maxsize=16)
def observer_for(edition: ls.Edition, players: int) -> Observer:
    """Return the observer for the games of an edition."""
    return Observer(Layout(edition, players))
