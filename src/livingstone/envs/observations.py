"""Observations: a view as one array of numbers, laid out by `Layout`."""

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import livingstone as ls
from livingstone.envs.actions import check_view
from livingstone.envs.layout import Layout

Observation: TypeAlias = NDArray[np.float32]
"""A one-dimensional array; a `Layout` says which part is where."""

_NAMES = ["funds", "chest_least", "chest_most", "points", "supply", "hand_size", "last_die"]
_FIGURES = attrgetter(*_NAMES, "gems.clear", "gems.blue", "gems.red")
_chained = chain.from_iterable
_PENDING = (ls.RoundRoll, ls.DonationRoll, ls.StoneDraw, ls.CardDraw)


def observe(view: ls.View) -> Observation:
    """Turn a view into an array of `float32`, as `Layout(edition, players)` describes it.

    >>> layout = Layout("printed", 3)
    >>> seen = observe(ls.view(ls.new_game(3, seed=7), 0))
    >>> seen.shape, seen[layout["dice"].where]
    ((474,), array([0., 2., 3., 1., 0., 0.], dtype=float32))
    """
    return observer_of(view).observe(view)


class Observer:
    """Turns views into observations of one layout."""

    def __init__(self, layout: Layout) -> None:
        """Take the layout."""
        self.layout = layout
        self._cards = [card for card, _ in layout.edition.deck]
        self._values = range(1, layout.edition.board.dice.sides + 1)

    def observe(self, view: ls.View) -> Observation:
        """Turn a view into an array.

        Raises `ArgumentError` for a view of another edition or number of players.
        """
        layout, first, own = self.layout, view.seat or 0, view.own
        check_view(view, layout.edition, layout.players)
        players = view.players[first:] + view.players[:first]
        grids = [_grids(player.tents, player.scored) for player in players]
        numbers = [
            *self._table(view, players if view.seat is None else players[1:]),
            *_marked(layout.players, (view.current_player - first) % layout.players),
            *_marked(layout.players, (view.starting_player - first) % layout.players),
            *_chained(zip(*map(_FIGURES, players), strict=True)),
            *((own.coins, own.chest) if own else (0, 0)),
            *map((own.hand if own else ()).count, self._cards),
        ]
        pieces = [*_chained(zip(*grids, strict=True)), array("f", numbers)]
        return np.frombuffer(bytearray().join(pieces), np.float32)

    def _table(self, view: ls.View, others: Sequence[ls.PlayerView]) -> list[int]:
        """List the numbers from `dice` to `threshold`; the prices are those for the seat (R4.4)."""
        edition, column, pending = self.layout.edition, view.boat - 1, type(view.pending)
        cost, fee = edition.board.costs[column], edition.board.neighbour_fee
        neighbours = [*zip(*(player.tents[column] for player in others), strict=True)]
        if not edition.ruleset.neighbour_fee_per_tent:
            neighbours = [tuple(map(bool, tents)) for tents in neighbours]
        return [
            *map(view.dice.count, self._values),
            *_marked(len(self._values), None if view.die is None else view.die - 1),
            *(view.dice_taken, view.dice_left),
            *_marked(len(edition.board.columns), column),
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


def _marked(count: int, place: int | None) -> list[int]:
    """Return a 1 at a place, counted from 0, and 0 elsewhere."""
    marks = [0] * count
    if place is not None:
        marks[place] = 1
    return marks


def observer_of(view: ls.View) -> Observer:
    """Return the observer for the game of a view."""
    return _observer(view.edition, len(view.players))


@lru_cache(maxsize=16)
def _observer(edition: ls.Edition, players: int) -> Observer:
    return Observer(Layout(edition, players))
