"""Observations: what a view shows as one array of numbers, laid out by `Layout`."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from struct import Struct
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import livingstone as ls
from livingstone.envs.kept import MOST_KEPT, Kept
from livingstone.envs.layout import Layout
from livingstone.envs.setting import check_view

__all__ = ["Observation", "Observer", "observe"]

Observation: TypeAlias = NDArray[np.float32]

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
    return _observer(view.edition, len(view.players)).observe(view)


@lru_cache(maxsize=64)
def _observer(edition: ls.Edition, players: int) -> "Observer":
    return Observer(Layout(edition, players))


class Observer:
    """Makes observations of one layout, and keeps the parts that seldom change."""

    def __init__(self, layout: Layout) -> None:
        """Prepare what does not depend on a view."""
        self.layout = layout
        board = layout.edition.board
        self._columns, self._rows = len(board.columns), len(board.rows)
        self._costs = board.costs
        self._cards = [card for card, _ in layout.edition.deck]
        values = range(1, board.dice.sides + 1)
        self._die = {die: [die == value for value in values] for die in (None, *values)}
        self._boat = [
            [place == column for place in range(self._columns)] for column in range(self._columns)
        ]
        self._pending = {
            kind: [kind is other for other in _PENDING] for kind in (type(None), *_PENDING)
        }
        self._tents = Kept(self._pack_tents)
        self._scored = Kept(self._pack_scored)
        self._count_dice = Kept(lambda dice: [dice.count(value) for value in values])
        self._count_hand = Kept(lambda hand: [hand.count(card) for card in self._cards])
        self._count_pile = Kept(lambda pile: [pile.count(card) for card in self._cards])
        self._due = lru_cache(MOST_KEPT)(self._prices)
        land = layout["tents"].stop + layout["scored"].stop - layout["scored"].start
        chosen = len(layout.space) if layout.space.kind == "stepwise" else 0
        self._pack = Struct(f"{layout.size - land - chosen}f").pack
        self._chosen = bytes(4 * chosen)

    def __reduce__(self) -> tuple[type["Observer"], tuple[Layout]]:
        """Copy and pickle the layout alone, of which all else is made."""
        return Observer, (self.layout,)

    def observe(self, view: ls.View, chosen: Iterable[int] = ()) -> Observation:
        """Turn a view into an array; `chosen` are the integers of a stepwise choice that is open.

        Raises `ArgumentError` for a view of another edition or another number of players.
        """
        check_view(view, self.layout.edition, self.layout.players)
        first = view.seat or 0
        players = view.players[first:] + view.players[:first]
        figures = self._of_table(view, players)
        figures += self._of_everybody(view, players, first)
        own = view.own
        if own is None:
            figures += [0, 0, *self._count_hand(())]
        else:
            figures += [own.coins, own.chest, *self._count_hand(own.hand)]
        land = [self._tents(player.tents) for player in players]
        land += [self._scored(player.scored) for player in players]
        packed = b"".join((*land, self._pack(*figures), self._chosen))
        seen = np.frombuffer(bytearray(packed), np.float32)
        if chosen:
            start = self.layout["chosen"].start
            for index in chosen:
                seen[start + index] = 1
        return seen

    def _of_table(self, view: ls.View, players: Sequence[ls.PlayerView]) -> list[int]:
        column = view.boat - 1
        others = players if view.seat is None else players[1:]
        cost = self._costs[column]
        return [
            *self._count_dice(view.dice),
            *self._die[view.die],
            view.dice_taken,
            view.dice_left,
            *self._boat[column],
            cost,
            *self._due(cost, tuple([player.tents[column] for player in others])),
            view.bank,
            *view.bag,
            *view.aside,
            *view.gems_drawn,
            *self._count_pile(view.played),
            view.draw_pile_size,
            *self._pending[type(view.pending)],
            view.is_over,
            view.threshold or 0,
        ]

    def _of_everybody(
        self, view: ls.View, players: Sequence[ls.PlayerView], first: int
    ) -> list[int]:
        count = len(players)
        figures = [0] * (2 * count)
        figures[(view.current_player - first) % count] = 1
        figures[count + (view.starting_player - first) % count] = 1
        of_each = [
            (
                player.funds,
                player.chest_least,
                player.chest_most,
                player.points,
                player.supply,
                player.hand_size,
                player.last_die,
                *player.gems,
            )
            for player in players
        ]
        for figure in zip(*of_each, strict=True):
            figures += figure
        return figures

    def _prices(self, cost: int, others: tuple[tuple[int, ...], ...]) -> list[int]:
        """List by row what a tent costs where others have so many tents in its column (R4.4)."""
        edition = self.layout.edition
        fee, per_tent = edition.board.neighbour_fee, edition.ruleset.neighbour_fee_per_tent
        return [
            cost + fee * sum(tents if per_tent else min(tents, 1) for tents in row)
            for row in (zip(*others, strict=True) if others else [()] * self._rows)
        ]

    def _pack_tents(self, tents: tuple[tuple[int, ...], ...]) -> bytes:
        return np.array(tents, np.float32).tobytes()

    def _pack_scored(self, scored: tuple[ls.Space, ...]) -> bytes:
        grid = np.zeros((self._columns, self._rows), np.float32)
        for space in scored:
            grid[space.column - 1, space.row - 1] = 1
        return grid.tobytes()
