"""The kernel of an edition, as Python programs use it."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from livingstone.edition.loading import load_edition
from livingstone.edition.printed import Edition
from livingstone.errors import ArgumentError
from livingstone.game.engine import refusal_of
from livingstone.game.moves import Action, CardRevealed, DiceRolled, Move, Outcome
from livingstone.game.refusals import IllegalMoveError
from livingstone.game.state import State
from livingstone.kernel import entries
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.bridge import Bridge, StateArray
from livingstone.kernel.tables import make_tables
from livingstone.support.arguments import whole

__all__ = ["Kernel"]


class Kernel:
    """The whole game, compiled, for an edition and a number of players."""

    def __init__(self, edition: Edition, players: int) -> None:
        self.edition, self.players = edition, players
        self._tables = make_tables(edition, players)
        self._bridge = Bridge(edition, self._tables)
        self._moves = np.zeros(self._tables[of.MOVES], np.int64)
        self._counts = np.zeros(32, np.int64)

    def encode(self, state):
        return self._bridge.encode(state)

    def decode(self, array):
        return self._bridge.decode(array)

    def legal_moves(self, array):
        n = entries.legal_moves(self._tables, array, self._moves)
        return tuple(map(self._bridge.move, self._moves[:n].tolist()))

    def apply(self, array, action):
        array = array.copy()
        if isinstance(action, Outcome):
            if isinstance(action, CardRevealed):
                entries.act(self._tables, array, entries.CARD, self._bridge._kinds[action.card], self._counts)
            elif isinstance(action, DiceRolled):
                c = self._bridge.dice_counts(action.dice)
                self._counts[:len(c)] = c
                entries.act(self._tables, array, entries.DICE, 0, self._counts)
            else:
                self._counts[:5] = action.stones
                entries.act(self._tables, array, entries.STONES, 0, self._counts)
        else:
            entries.act(self._tables, array, entries.MOVE, self._bridge.code(action), self._counts)
        return array
