"""Observations: what a view shows as one array of numbers, laid out by `Layout`."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from struct import Struct
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import livingstone as ls
from livingstone.envs.decisions import ActionKind
from livingstone.envs.kept import MOST_KEPT, Kept
from livingstone.envs.layout import Layout
from livingstone.envs.setting import check_view

__all__ = ["Observation", "Observer", "observe", "observer_of"]

Observation: TypeAlias = NDArray[np.float32]
"""The numbers of an observation, in one dimension; a `Layout` says what stands where."""

_PACK_ONE, _PACK_TWO, _PACK_STOCK = Struct("f"), Struct("2f"), Struct("14f")
_NOTHING = _PACK_TWO.pack(0, 0)
_OF_EACH = 7
"""Figures of each player beside the gems."""
_PENDING = (ls.RoundRoll, ls.DonationRoll, ls.StoneDraw, ls.CardDraw)


def observe(view: ls.View) -> Observation:
    """Turn a view into an array of `float32`, as `Layout(edition, players)` describes it.

    Equal views give equal arrays: nothing is taken from elsewhere, and nothing is random.

    >>> layout = Layout("printed", 3)
    >>> seen = observe(ls.view(ls.new_game(3, seed=7), 0))
    >>> seen.shape, seen[layout["dice"].where]
    ((474,), array([0., 2., 3., 1., 0., 0.], dtype=float32))

    Raises `ArgumentError` for anything but a view.
    """
    if type(view) is not ls.View:
        raise ls.ArgumentError(f"a View is needed, not a {type(view).__name__}")
    return observer_of(view).observe(view)


class Observer:
    """Makes observations of one layout, and keeps the parts that seldom change.

    An observation is put together of pieces of bytes, most of which are the same as before: this
    takes a third of the time that it takes to write every number into an array.
    """

    def __init__(self, layout: Layout) -> None:
        """Prepare what does not depend on a view; raises `ArgumentError` without a layout."""
        if not isinstance(layout, Layout):
            raise ls.ArgumentError(f"a Layout is needed, not a {type(layout).__name__}")
        self.layout = layout
        board = layout.edition.board
        self._columns, self._rows = len(board.columns), len(board.rows)
        cards = [card for card, _ in layout.edition.deck]
        values = range(1, board.dice.sides + 1)
        self._dice = Kept(lambda dice: _packed(map(dice.count, values)))
        self._die = {die: _packed(die == value for value in values) for die in (None, *values)}
        self._boat = [
            _packed([*(place == column for place in range(self._columns)), cost])
            for column, cost in enumerate(board.costs)
        ]
        self._due = lru_cache(MOST_KEPT)(self._prices)
        self._pile = Kept(lambda pile: _packed(map(pile.count, cards)))
        self._pending = {
            kind: _packed(kind is other for other in _PENDING) for kind in (type(None), *_PENDING)
        }
        seats = range(layout.players)
        self._at = [_packed(other == seat for other in seats) for seat in seats]
        self._player = Kept(self._of_player)
        self._tents = Kept(lambda tents: np.array(tents, np.float32).tobytes())
        self._scored = Kept(self._of_scored)
        self._hand = Kept(lambda hand: _packed(map(hand.count, cards)))
        figures = layout.players * (_OF_EACH + len(ls.Gems._fields))
        self._pack_figures = Struct(f"{figures}f").pack
        chosen = len(layout.space) if layout.space.kind == "stepwise" else 0
        self._chosen = bytes(_PACK_ONE.size * chosen)

    def __reduce__(self) -> tuple[type["Observer"], tuple[Layout]]:
        """Copy and pickle the layout alone, of which all else is made."""
        return Observer, (self.layout,)

    def observe(self, view: ls.View, chosen: Iterable[int] = ()) -> Observation:
        """Turn a view into an array; `chosen` are the integers of a stepwise choice that is open.

        Raises `ArgumentError` for a view of another edition or another number of players, and for
        integers that cannot be chosen already.
        """
        check_view(view, self.layout.edition, self.layout.players)
        begun = self.layout.space.check(chosen)
        if begun and self.layout.space.kind == "flat":
            raise ls.ArgumentError("in the flat space, nothing is chosen before the whole move is")
        first = view.seat or 0
        players = view.players[first:] + view.players[:first]
        tents, scored, figures = zip(*map(self._player, players), strict=True)
        own = view.own
        pieces = (
            *tents,
            *scored,
            *self._of_table(view, players),
            self._at[view.current_player - first],
            self._at[view.starting_player - first],
            self._pack_figures(*chain.from_iterable(zip(*figures, strict=True))),
            _PACK_TWO.pack(own.coins, own.chest) if own else _NOTHING,
            self._hand(own.hand if own else ()),
            self._chosen,
        )
        seen = np.frombuffer(bytearray().join(pieces), np.float32)
        for index in begun:
            seen[self.layout["chosen"].start + index] = 1
        return seen

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

    def _of_player(self, player: ls.PlayerView) -> tuple[bytes, bytes, tuple[int, ...]]:
        """Give the tents of a player, those that are scored, and the figures, in their order."""
        figures = (
            player.funds,
            player.chest_least,
            player.chest_most,
            player.points,
            player.supply,
            player.hand_size,
            player.last_die,
            *player.gems,
        )
        return self._tents(player.tents), self._scored(player.scored), figures

    def _of_scored(self, scored: tuple[ls.Space, ...]) -> bytes:
        grid = np.zeros((self._columns, self._rows), np.float32)
        for space in scored:
            grid[space.column - 1, space.row - 1] = 1
        return grid.tobytes()

    def _prices(self, column: int, others: tuple[tuple[int, ...], ...]) -> bytes:
        """List by row what a tent costs where others have so many tents in its column (R4.4)."""
        edition = self.layout.edition
        cost, fee = edition.board.costs[column], edition.board.neighbour_fee
        per_tent = edition.ruleset.neighbour_fee_per_tent
        return _packed(
            cost + fee * sum(tents if per_tent else min(tents, 1) for tents in row)
            for row in zip(*others, strict=True)
        )


def _packed(numbers: Iterable[int]) -> bytes:
    return np.array([*numbers], np.float32).tobytes()


def observer_of(view: ls.View, actions: ActionKind = "flat") -> Observer:
    """Give the observer for games such as that of a view; it is kept for later calls."""
    return _observer(view.edition, len(view.players), actions)


@lru_cache(maxsize=16)
def _observer(edition: ls.Edition, players: int, actions: ActionKind) -> Observer:
    return Observer(Layout(edition, players, actions))
