"""Decisions: what a seat can choose next, by integers, and what all spaces of actions share."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import livingstone as ls
from livingstone.envs.kept import Kept
from livingstone.envs.setting import check_view, setting_of
from livingstone.errors import shown
from livingstone.support.arguments import plain_int, whole

if TYPE_CHECKING:
    from livingstone.envs.arrays import Mask

__all__ = ["ActionKind", "Actions", "Decision", "IllegalActionError", "Path"]

ActionKind = Literal["flat", "stepwise"]
"""How moves are made of integers: `"flat"`, one integer for each move, or `"stepwise"`, one or more
after the other."""

Path: TypeAlias = tuple[int, ...]
"""The integers that are chosen one after the other for one move."""

VERSION = 1
"""The version of what the integers mean; a fingerprint depends on it."""

LARGEST_MASK = 10_000_000
"""A mask with more entries is refused, since it would take too much memory."""


class IllegalActionError(ls.LivingstoneError, ValueError):
    """An integer was chosen that stands for no action that is possible now."""


class Decision:
    """What a seat can choose next: some integers, each of which leads on to a move.

    With the flat space each integer is a move. With the stepwise one, an integer may leave further
    choices open; then it leads to another decision. A decision never changes.

    >>> from livingstone.envs import ActionSpace
    >>> space = ActionSpace("printed", 2)
    >>> decision = space.decide(ls.view(ls.new_game(2, seed=7), 0))
    >>> [space.name(index) for index in decision.indices]
    ['take 2', 'take 3', 'take 4', 'donate 1', 'donate 2', 'donate 3']
    >>> decision.choose(decision.indices[0])
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
        """Begin with the legal moves and their paths, of which `depth` integers are settled."""
        self.space: Actions = space
        self._entries = entries
        self.depth: int = depth
        """How many integers of the move's path are settled already."""
        self.taken: Path = taken
        """The integers that were chosen for this move so far, without those that were skipped."""
        self.indices: Path = tuple(sorted({path[depth] for path, _ in entries}))
        """The integers that can be chosen, ascending; none where the seat is not to move."""

    @property
    def chosen(self) -> Path:
        """The integers that are settled for this move already, also those that were skipped."""
        return self._entries[0][0][: self.depth] if self._entries else ()

    @property
    def moves(self) -> tuple[ls.Move, ...]:
        """The legal moves that are still possible, in the order of `legal_moves`."""
        return tuple(move for _, move in self._entries)

    def mask(self) -> "Mask":
        """Make an array of `int8` with 1 for each integer that can be chosen, 0 for all others.

        Raises `ArgumentError` if the space has more than ten million actions.
        """
        return self.space._mask(self.indices)

    def choose(self, index: int) -> "Decision | ls.Move":
        """Choose one of `indices`: give the move, or the decision that is left to be made.

        Choices with only one possibility are skipped.

        Raises `IllegalActionError` for an integer that is not among `indices`.
        """
        depth, number = self.depth, plain_int(index)
        entries = [entry for entry in self._entries if entry[0][depth] == number]
        if number is None or not entries:
            raise IllegalActionError(self._refusal(index))
        taken = (*self.taken, number)
        depth += 1
        while len(entries) > 1:
            number = entries[0][0][depth]
            if any(path[depth] != number for path, _ in entries):
                return Decision(self.space, entries, depth, taken)
            depth += 1
        return entries[0][1]

    def _refusal(self, index: object) -> str:
        """Say why an integer cannot be chosen."""
        number = plain_int(index)
        if number is None or not 0 <= number < len(self.space):
            return f"actions are whole numbers from 0 to {len(self.space) - 1}, not {shown(index)}"
        if not self.indices:
            return f"action {number} is not possible: the seat is not to move"
        return (
            f"action {number} ({self.space.name(number)}) is not possible now;"
            f" {len(self.indices)} others are, from {self.indices[0]} to {self.indices[-1]}"
        )


class Actions(ABC):
    """What the flat and the stepwise space have in common."""

    kind: ActionKind
    """Which of the two it is."""

    def __init__(self, edition: str | ls.Edition, players: int) -> None:
        """Make the space of an edition, which may be given by its name, and a number of players.

        Raises `ArgumentError` for an unknown edition and for a number that cannot play.
        """
        self.edition: ls.Edition
        self.players: int
        self.edition, self.players = setting_of(edition, players)
        self._path_of = Kept(self._path)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle only what the space is made for."""
        return type(self), (self.edition, self.players)

    def __repr__(self) -> str:
        """Show what the space is made for."""
        return f"{type(self).__name__}({self.edition!r}, {self.players})"

    @abstractmethod
    def __len__(self) -> int:
        """Count the integers, which run from 0 to one less."""

    @abstractmethod
    def path(self, move: ls.Move) -> Path:
        """Give the integers that lead to a move; raises `ArgumentError` if there are none."""

    @abstractmethod
    def _path(self, move: ls.Move) -> Path:
        """Give the path of a move that is known to be legal."""

    @abstractmethod
    def name(self, index: int) -> str:
        """Say what an integer stands for; raises `ArgumentError` if there is no such integer."""

    @property
    def fingerprint(self) -> str:
        """Identify what the integers mean, to be stored with whatever was learned from them.

        It is a text of 32 hexadecimal digits, which depends on the kind of the space and its
        version, on the whole content of the edition (`edition_hash`), and on the number of players.
        """
        parts = (self.kind, VERSION, ls.edition_hash(self.edition), self.players, len(self))
        return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    def decide(self, view: ls.View) -> Decision:
        """Give the decision of the seat that a view belongs to.

        Nothing can be chosen unless that seat is to move.

        Raises `ArgumentError` for a view of another edition or another number of players.
        """
        check_view(view, self.edition, self.players)
        return Decision(self, [(self._path_of(move), move) for move in view.legal_moves])

    def legal_indices(self, view: ls.View, chosen: Iterable[int] = ()) -> Path:
        """List the integers that the view's seat can choose, ascending, after those in `chosen`.

        `chosen` are the integers that are settled for the move already: with those that
        `Decision.choose` skips, as in `Decision.chosen`, or without.

        Raises `ArgumentError` as `decide` does and for what is no list, and `IllegalActionError`
        for choices that are not possible or that are a whole move already.
        """
        decision, listed, settled = self.decide(view), _listed(chosen), 0
        for index in listed:
            if decision.chosen[settled : settled + 1] == (index,):
                settled += 1
                continue
            settled = decision.depth + 1
            after = decision.choose(index)
            if not isinstance(after, Decision):
                raise IllegalActionError(f"{listed} is a whole move: nothing is left open")
            decision = after
        return decision.indices

    def mask(self, view: ls.View, chosen: Iterable[int] = ()) -> "Mask":
        """Make an array of `int8` with 1 for each of `legal_indices`, 0 for all others.

        Raises what `legal_indices` does, and `ArgumentError` for a space of more than ten million
        actions.
        """
        return self._mask(self.legal_indices(view, chosen))

    def mask_of(self, indices: Iterable[int]) -> "Mask":
        """Make an array of `int8` with 1 for each of these integers, 0 for all others.

        Raises `ArgumentError` as `check` does, and for a space of more than ten million actions.
        """
        return self._mask(self.check(indices))

    def _mask(self, indices: Path) -> "Mask":
        """Make the mask of integers that are known to be those of this space."""
        if len(self) > LARGEST_MASK:
            raise ls.ArgumentError(
                f"{len(self)} actions are too many for a mask: use legal_indices, or the stepwise"
                " space"
            )
        from livingstone.envs.arrays import mask_of

        return mask_of(indices, len(self))

    def check(self, indices: Iterable[int]) -> Path:
        """Convert integers of this space to a tuple of plain ones, in the same order.

        Raises `ArgumentError` for what is no list, and for integers that stand for nothing here.
        """
        return tuple([self._check(index) for index in _listed(indices)])

    def _check(self, index: int) -> int:
        return whole("an action", index, 0, len(self) - 1)


def _listed(indices: Iterable[int]) -> list[int]:
    """Go through integers that a user gives; raises `ArgumentError` where that is not possible."""
    try:
        return list(indices)
    except TypeError:
        problem = f"actions must be a list of whole numbers: {shown(indices)}"
        raise ls.ArgumentError(problem) from None
