"""What the flat and the stepwise action space share: choices of integers, paths and masks."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import livingstone as ls
from livingstone.support.arguments import whole
from livingstone.support.extras import require

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "ActionChoice",
    "ActionKind",
    "Actions",
    "IllegalActionError",
    "Path",
    "check_view",
    "edition_for",
]

ActionKind = Literal["flat", "stepwise"]
"""How integers stand for moves: `"flat"`, one integer per move, or `"stepwise"`, one or more."""

Path: TypeAlias = tuple[int, ...]
"""The integers that lead to one move, in the order in which they are chosen."""

Mask: TypeAlias = "NDArray[np.int8]"

VERSION = 1
"""The version of what the integers mean; it is part of each fingerprint."""

LARGEST_MASK = 10_000_000
"""The most entries of a mask."""

PATHS_KEPT = 1 << 14
"""How many paths a space keeps: without them, `choice_of` takes three times as long."""


class IllegalActionError(ls.LivingstoneError, ValueError):
    """An agent chose an action that is not possible now."""


class ActionChoice:
    """The integers that a seat can choose from next; each leads on to a move.

    In the flat space each integer is a move. In the stepwise space an integer may lead to another
    choice. Instances are immutable.

    >>> from livingstone.envs import ActionSpace
    >>> space = ActionSpace("printed", 2)
    >>> choice = space.choice_of(ls.view(ls.new_game(2, seed=7), 0))
    >>> [space.name(index) for index in choice.indices]
    ['take 2', 'take 3', 'take 4', 'donate 1', 'donate 2', 'donate 3']
    >>> choice.choose(choice.indices[0])
    TakeDie(value=2)
    """

    __slots__ = ("_entries", "depth", "indices", "space", "taken")

    def __init__(
        self,
        space: "Actions",
        entries: Sequence[tuple[Path, ls.Move]],
        depth: int = 0,
        taken: Path = (),
    ) -> None:
        """Take the possible moves with their paths, whose first `depth` integers are equal."""
        self.space: Actions = space
        self._entries = entries
        self.depth: int = depth
        """How many integers of the path are fixed."""
        self.taken: Path = taken
        """The integers chosen so far for this move, without skipped ones."""
        self.indices: Path = tuple(sorted({path[depth] for path, _ in entries}))
        """The integers to choose from, ascending; empty unless the seat is to move."""

    @property
    def chosen(self) -> Path:
        """The integers fixed so far for this move, skipped ones included."""
        return self._entries[0][0][: self.depth] if self._entries else ()

    @property
    def moves(self) -> tuple[ls.Move, ...]:
        """The moves that are still possible, in the order of `legal_moves`."""
        return tuple(move for _, move in self._entries)

    def mask(self) -> "Mask":
        """Make an `int8` array with 1 for each of `indices` and 0 elsewhere.

        Raises `ArgumentError` if the space has more than ten million actions.
        """
        return self.space._mask(self.indices)

    def choose(self, index: int) -> "ActionChoice | ls.Move":
        """Choose one of `indices`: return the move, or the next choice.

        A choice with only one possibility is skipped. Raises `IllegalActionError` for an integer
        that is not in `indices`.
        """
        try:
            number = self.space._check(index)
        except ls.ArgumentError as error:
            raise IllegalActionError(str(error)) from None
        depth = self.depth
        entries = [entry for entry in self._entries if entry[0][depth] == number]
        if not entries:
            raise IllegalActionError(self._refusal(number))
        taken = (*self.taken, number)
        depth += 1
        while len(entries) > 1:
            number = entries[0][0][depth]
            if any(path[depth] != number for path, _ in entries):
                return ActionChoice(self.space, entries, depth, taken)
            depth += 1
        return entries[0][1]

    def _refusal(self, number: int) -> str:
        if not self.indices:
            return f"action {number} is not possible: the seat is not to move"
        return (
            f"action {number} ({self.space.name(number)}) is not possible now;"
            f" {len(self.indices)} others are, from {self.indices[0]} to {self.indices[-1]}"
        )


class Actions(ABC):
    """The base of both action spaces."""

    kind: ActionKind
    """Which of the two it is."""

    def __init__(self, edition: str | ls.Edition, players: int) -> None:
        """Make the space for an edition, or the name of one, and a number of players.

        Raises `ArgumentError` for an unknown edition and for an impossible number of players.
        """
        self.edition: ls.Edition
        self.players: int
        self.edition, self.players = edition_for(edition, players)
        self._path_of = lru_cache(PATHS_KEPT)(self.path)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.edition, self.players)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.edition!r}, {self.players})"

    @abstractmethod
    def __len__(self) -> int:
        """Count the integers, which run from 0."""

    @abstractmethod
    def path(self, move: ls.Move) -> Path:
        """Return the integers that lead to a move.

        Raises `ArgumentError` for a move that can never be legal here.
        """

    @abstractmethod
    def name(self, index: int) -> str:
        """Name what an integer stands for; raises `ArgumentError` if it is out of range."""

    @property
    def fingerprint(self) -> str:
        """Identify what the integers mean, to be stored with anything learned from them.

        It is a text of 32 hexadecimal digits. It depends on the kind and the version of the space,
        on the edition's content (`edition_hash`) and on the number of players.
        """
        parts = (self.kind, VERSION, ls.edition_hash(self.edition), self.players, len(self))
        return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    def choice_of(self, view: ls.View) -> ActionChoice:
        """Return the choice of a view's seat; it is empty unless that seat is to move.

        Raises `ArgumentError` for a view of another edition or another number of players.
        """
        check_view(view, self.edition, self.players)
        return ActionChoice(self, [(self._path_of(move), move) for move in view.legal_moves])

    def legal_indices(self, view: ls.View, chosen: Iterable[int] = ()) -> Path:
        """List the integers that the view's seat can choose next, ascending.

        `chosen` holds the integers chosen so far for the move, with or without skipped ones.

        Raises `ArgumentError` as `choice_of` does, `IllegalActionError` for an impossible choice or
        a complete move in `chosen`.
        """
        choice, listed, fixed = self.choice_of(view), list(chosen), 0
        for index in listed:
            if choice.chosen[fixed : fixed + 1] == (index,):
                fixed += 1
                continue
            fixed = choice.depth + 1
            after = choice.choose(index)
            if not isinstance(after, ActionChoice):
                raise IllegalActionError(f"{listed} is a whole move: nothing is left to choose")
            choice = after
        return choice.indices

    def mask(self, view: ls.View, chosen: Iterable[int] = ()) -> "Mask":
        """Make an `int8` array with 1 for each of `legal_indices` and 0 elsewhere.

        Raises what `legal_indices` does, and `ArgumentError` for more than ten million actions.
        """
        return self._mask(self.legal_indices(view, chosen))

    def mask_of(self, indices: Iterable[int]) -> "Mask":
        """Make an `int8` array with 1 for each of these integers and 0 elsewhere.

        Raises `ArgumentError` as `check` does, and for a space of more than ten million actions.
        """
        return self._mask(self.check(indices))

    def _mask(self, indices: Path) -> "Mask":
        if len(self) > LARGEST_MASK:
            raise ls.ArgumentError(
                f"{len(self)} actions are too many for a mask: use legal_indices, or the stepwise"
                " space"
            )
        require("numpy", "envs", "masks")
        import numpy as np

        mask = bytearray(len(self))
        for index in indices:
            mask[index] = 1
        return np.frombuffer(mask, np.int8)  # five times as fast as setting entries of an array

    def check(self, indices: Iterable[int]) -> Path:
        """Convert integers of this space to a tuple of plain ones.

        Raises `ArgumentError` for an integer that is out of range.
        """
        return tuple([self._check(index) for index in indices])

    def _check(self, index: int) -> int:
        return whole("an action", index, 0, len(self) - 1)


def edition_for(edition: str | ls.Edition, players: int) -> tuple[ls.Edition, int]:
    """Load an edition given by its name, and check the number of players (R1.1).

    Raises `ArgumentError` for an unknown edition and for an impossible number of players.
    """
    if not isinstance(edition, ls.Edition):
        edition = ls.load_edition(edition)
    least, most = edition.board.players.least, edition.board.players.most
    return edition, whole("players", players, least, most)


def check_view(view: ls.View, edition: ls.Edition, players: int) -> None:
    """Raise `ArgumentError` for a view of another edition or another number of players."""
    if len(view.players) != players:
        raise ls.ArgumentError(
            f"this is made for {players} players, but the view has {len(view.players)}"
        )
    if view.edition is not edition and view.edition != edition:
        raise ls.ArgumentError(f"this is made for {edition!r}, but the view is of {view.edition!r}")
