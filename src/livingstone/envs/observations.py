"""Observations: a view as one array of numbers, laid out by `Layout`."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from struct import Struct
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import livingstone as ls
from livingstone.envs.actions import check_view
from livingstone.envs.layout import Layout

Observation: TypeAlias = NDArray[np.float32]
"""A one-dimensional array; a `Layout` says which part is where."""

PIECES_KEPT = 4096
"""The number of pieces of each kind that an observer keeps: without them, an observation takes
three times as long."""

_PACK_ONE, _PACK_TWO, _PACK_STOCK = Struct("f"), Struct("2f"), Struct("14f")
_NOTHING = _PACK_TWO.pack(0, 0)
_NAMES = ["funds", "chest_least", "chest_most", "points", "supply", "hand_size", "last_die"]
_FIGURES = attrgetter(*_NAMES)
"""Look up the figures of a player, gems not counted."""
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
    """Makes observations of one layout by joining pieces of bytes, most of which seldom change."""

    def __init__(self, layout: Layout) -> None:
        """Prepare what does not depend on a view."""
        self.layout = layout
        board = layout.edition.board
        self._columns, self._rows = len(board.columns), len(board.rows)
        cards = [card for card, _ in layout.edition.deck]
        values = range(1, board.dice.sides + 1)
        keep = lru_cache(PIECES_KEPT)
        self._dice = keep(lambda dice: _packed(map(dice.count, values)))
        self._die = {die: _packed(die == value for value in values) for die in (None, *values)}
        self._boat = [
            _packed([*(place == column for place in range(self._columns)), cost])
            for column, cost in enumerate(board.costs)
        ]
        self._due = keep(self._prices)
        self._pile = keep(lambda pile: _packed(map(pile.count, cards)))
        self._pending = {
            kind: _packed(kind is other for other in _PENDING) for kind in (type(None), *_PENDING)
        }
        seats = range(layout.players)
        self._at = [_packed(other == seat for other in seats) for seat in seats]
        self._tents = keep(lambda tents: np.array(tents, np.float32).tobytes())
        self._scored = keep(self._of_scored)
        self._hand = keep(lambda hand: _packed(map(hand.count, cards)))
        figures = layout.players * (len(_NAMES) + len(ls.Gems._fields))
        self._pack_figures = Struct(f"{figures}f").pack

    def __reduce__(self) -> tuple[type["Observer"], tuple[Layout]]:
        return Observer, (self.layout,)

    def observe(self, view: ls.View) -> Observation:
        """Turn a view into an array.

        Raises `ArgumentError` for a view of another edition or number of players.
        """
        check_view(view, self.layout.edition, self.layout.players)
        first = view.seat or 0
        players = view.players[first:] + view.players[:first]
        figures = [(*_FIGURES(player), *player.gems) for player in players]
        own = view.own
        pieces = (
            *[self._tents(player.tents) for player in players],
            *[self._scored(player.scored) for player in players],
            *self._of_table(view, players),
            self._at[view.current_player - first],
            self._at[view.starting_player - first],
            self._pack_figures(*chain.from_iterable(zip(*figures, strict=True))),
            _PACK_TWO.pack(own.coins, own.chest) if own else _NOTHING,
            self._hand(own.hand if own else ()),
        )
        return np.frombuffer(bytearray().join(pieces), np.float32)

    def _of_table(self, view: ls.View, players: Sequence[ls.PlayerView]) -> tuple[bytes, ...]:
        column = view.boat - 1
        others = players if view.seat is None else players[1:]
        return (
            self._dice(view.dice),
            self._die[view.die],
            _PACK_TWO.pack(view.dice_taken, view.dice_left),
            self._boat[column],
            self._due(column, tuple([player.tents[column] for player in others])),
            _PACK_STOCK.pack(view.bank, *view.bag, *view.aside, *view.gems_drawn),
            self._pile(view.played),
            _PACK_ONE.pack(view.draw_pile_size),
            self._pending[type(view.pending)],
            _PACK_TWO.pack(view.is_over, view.threshold or 0),
        )

    def _of_scored(self, scored: tuple[ls.Space, ...]) -> bytes:
        grid = np.zeros((self._columns, self._rows), np.float32)
        for space in scored:
            grid[space.column - 1, space.row - 1] = 1
        return grid.tobytes()

    def _prices(self, column: int, others: tuple[tuple[int, ...], ...]) -> bytes:
        """Return by row the price of a tent, given the tents of the others in the column (R4.4)."""
        edition = self.layout.edition
        cost, fee = edition.board.costs[column], edition.board.neighbour_fee
        per_tent = edition.ruleset.neighbour_fee_per_tent
        return _packed(
            cost + fee * sum(tents if per_tent else min(tents, 1) for tents in row)
            for row in zip(*others, strict=True)
        )


def _packed(numbers: Iterable[int]) -> bytes:
    return np.array([*numbers], np.float32).tobytes()


def observer_of(view: ls.View) -> Observer:
    """Return the observer for the game of a view."""
    return _observer(view.edition, len(view.players))


@lru_cache(maxsize=16)
def _observer(edition: ls.Edition, players: int) -> Observer:
    return Observer(Layout(edition, players))
