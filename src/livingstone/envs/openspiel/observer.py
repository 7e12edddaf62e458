"""What players see of a state of OpenSpiel: as tensors with named pieces, and as texts."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

import livingstone as ls
from livingstone.envs.layout import Part
from livingstone.envs.observations import Observation, Observer
from livingstone.envs.openspiel.positions import Position

if TYPE_CHECKING:
    from livingstone.envs.openspiel.state import LivingstoneState

__all__ = ["LivingstoneObserver", "is_offered"]

_OWN = ("purse", "chest", "hand", "chosen")
"""The parts of the layout that hold what only one player knows."""


def is_offered(kind: Any) -> bool:
    """Tell whether there are observations of a kind, an `IIGObservationType`.

    There are three kinds: all that a player sees, what is public alone, and a player's secrets
    alone. The first two are offered with and without perfect recall, the last one only without.
    """
    whose = kind.private_info
    if kind.public_info:
        return bool(whose != pyspiel.PrivateInfoType.ALL_PLAYERS)
    return bool(whose == pyspiel.PrivateInfoType.SINGLE_PLAYER and not kind.perfect_recall)


class LivingstoneObserver:
    """Makes the observations of one kind.

    Without perfect recall they are tensors, whose pieces are the parts of `Layout`, and texts. With
    perfect recall there are only texts, since no tensor holds a game of any length.
    """

    def __init__(self, observer: Observer, kind: Any) -> None:
        """Prepare for one kind of observations, an `IIGObservationType` that `is_offered`."""
        self._is_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._has_recall = bool(kind.perfect_recall)
        self.tensor: Observation | None = None
        """The last observation, which the next one overwrites; None with perfect recall."""
        self.dict: dict[str, Observation] = {}
        """The pieces of the tensor by name, in the shapes of `Layout`; they share its memory."""
        self._observer = observer
        self._parts = [
            part
            for part in observer.layout.parts
            if (self._is_own if part.name in _OWN else kind.public_info)
        ]
        self._where = np.concatenate([np.arange(part.start, part.stop) for part in self._parts])
        if not self._has_recall:
            self.tensor = np.zeros(len(self._where), np.float32)
            start = 0
            for part in self._parts:
                stop = start + part.stop - part.start
                self.dict[part.name] = self.tensor[start:stop].reshape(part.shape)
                start = stop

    def set_from(self, state: "LivingstoneState", player: int) -> None:
        """Fill the tensor with what a player sees of a state."""
        if self.tensor is not None:
            np.take(self._seen(state.position, player), self._where, out=self.tensor)

    def string_from(self, state: "LivingstoneState", player: int) -> str:
        """Say what a player sees of a state, or with perfect recall all that the player saw.

        What a player sees are the parts of `Layout` that are not all 0.
        """
        position = state.position
        if not self._has_recall:
            seen = self._seen(position, player)
            return "\n".join(_line(part, seen) for part in self._parts if seen[part.where].any())
        seat = player if self._is_own else None
        who = [f"p{player}"] if self._is_own else []
        chosen = (position.space.name(number) for number in position.chosen_by(seat))
        return "\n".join([*who, position.information(seat).text, *chosen])

    def _seen(self, position: Position, player: int) -> Observation:
        seat = player if self._is_own else None
        return self._observer.observe(ls.view(position.state, seat), position.chosen_by(seat))


def _line(part: Part, seen: Observation) -> str:
    """Write a part of an observation with its name: a row of a grid after the other."""
    rows = seen[part.where].astype(int).reshape(-1, part.shape[-1])
    return f"{part.name}: {' | '.join(' '.join(map(str, row)) for row in rows.tolist())}"
