"""What players see of an OpenSpiel state: tensors with named pieces, and texts."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

import livingstone as ls
from livingstone.envs.layout import Part
from livingstone.envs.observations import Observation, Observer
from livingstone.envs.openspiel.node import GameNode

if TYPE_CHECKING:
    from livingstone.envs.openspiel.state import LivingstoneState

__all__ = ["LivingstoneObserver", "is_supported"]

_OWN = ("purse", "chest", "hand", "chosen")
"""The parts of the layout that only one player knows."""


def is_supported(kind: Any) -> bool:
    """Return whether there are observations of a kind, an `IIGObservationType`.

    Everything that a player sees, and the public part alone, are supported with and without perfect
    recall; a player's secrets alone only without.
    """
    whose = kind.private_info
    if kind.public_info:
        return bool(whose != pyspiel.PrivateInfoType.ALL_PLAYERS)
    return bool(whose == pyspiel.PrivateInfoType.SINGLE_PLAYER and not kind.perfect_recall)


class LivingstoneObserver:
    """Makes the observations of one kind: texts and, without perfect recall, tensors.

    The pieces of a tensor are the parts of `Layout`. No tensor holds a game of any length.
    """

    def __init__(self, observer: Observer, kind: Any) -> None:
        """Prepare for an `IIGObservationType` that `is_supported`."""
        self._is_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._has_recall = bool(kind.perfect_recall)
        self.tensor: Observation | None = None
        """The last observation; the next one overwrites it. None with perfect recall."""
        self.dict: dict[str, Observation] = {}
        """The pieces of the tensor by name, in the shapes of `Layout`, sharing its memory."""
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
            np.take(self._seen(state.node, player), self._where, out=self.tensor)

    def string_from(self, state: "LivingstoneState", player: int) -> str:
        """Write what a player sees of a state, or saw so far with perfect recall.

        Parts of `Layout` that are all 0 are left out.
        """
        node = state.node
        if not self._has_recall:
            seen = self._seen(node, player)
            return "\n".join(_line(part, seen) for part in self._parts if seen[part.where].any())
        seat = player if self._is_own else None
        who = [f"p{player}"] if self._is_own else []
        chosen = (node.space.name(number) for number in node.chosen_by(seat))
        return "\n".join([*who, node.information(seat).text, *chosen])

    def _seen(self, node: GameNode, player: int) -> Observation:
        seat = player if self._is_own else None
        return self._observer.observe(ls.view(node.state, seat), node.chosen_by(seat))


def _line(part: Part, seen: Observation) -> str:
    """Write a part of an observation with its name, row by row."""
    rows = seen[part.where].astype(int).reshape(-1, part.shape[-1])
    return f"{part.name}: {' | '.join(' '.join(map(str, row)) for row in rows.tolist())}"
