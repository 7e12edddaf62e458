"""Actions and rewards of agents, in all environments: an integer for each move."""

import hashlib
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, TypeAlias, get_args

import livingstone as ls
from livingstone.edition.loading import edition_of
from livingstone.effects import effects_of
from livingstone.errors import shown
from livingstone.game.every_move import moves_by_kind
from livingstone.support.arguments import as_int, one_of, whole
from livingstone.support.machine import require

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Mask: TypeAlias = "NDArray[np.int8]"
Reward = Literal["win", "rank", "margin"]
"""The kind of reward; see `rewards_of`."""
REWARDS: tuple[Reward, ...] = get_args(Reward)

VERSION = 1
"""The version of the numbering, part of each fingerprint; raise it if any integer changes."""
MOST_MOVES = 200_000
"""The most moves of a space."""


class IllegalActionError(ls.LivingstoneError, ValueError):
    """An agent chose an action that is not possible now."""


def action_of(action: SupportsIndex) -> int:
    """Convert an action to a plain `int`; raises `IllegalActionError` unless it is an integer."""
    try:
        return as_int(action)
    except TypeError:
        raise IllegalActionError(f"an action is an integer, not {shown(action)}") from None


def check_view(view: ls.View, edition: ls.Edition, players: int) -> None:
    """Raise `ArgumentError` for a view of another edition or number of players."""
    if (count := len(view.players)) != players:
        raise ls.ArgumentError(f"this is made for {players} players, but the view has {count}")
    if view.edition is not edition and view.edition != edition:
        raise ls.ArgumentError(f"this is made for {edition!r}, but the view is of {view.edition!r}")


class ActionRange(NamedTuple):
    """The integers of the moves of one kind: the first, and how many there are."""

    name: str
    """The common part of the moves, in the notation."""
    first: int
    """The integer of the first of these moves."""
    size: int
    """How many integers these moves take."""


class ActionSpace:
    """An integer for every move that can ever be legal with an edition and a number of players.

    The integers are in the order of `legal_moves`. They include moving a tent from any space to any
    other (R9.1), each combination of gems at the market (R6.6), all cards that go together with a
    tent (R6.1 to R6.3), and donations of up to all existing coins (R5.2).

    >>> space = ActionSpace("printed", 3)
    >>> len(space), len(ActionSpace("printed", 2))
    (1390, 6370)
    >>> space.index(ls.Donate(2)), space.move(1186), space.name(1186)
    (1186, Donate(coins=2), 'donate 2')
    >>> space.legal_indices(ls.view(ls.new_game(3, seed=7), 0))
    (1, 2, 3, 1185, 1186, 1187)
    """

    def __init__(self, edition: str | ls.Edition, players: int) -> None:
        """Number the moves of an edition, or the name of one, for a number of players (R1.1).

        Raises `ArgumentError` if there are none, or more than 200,000 moves, and for an edition
        with a card that lets players choose (`CardEffect.options`).
        """
        edition = edition_of(edition)
        least, most = edition.board.players.least, edition.board.players.most
        if choosing := [card for card, own in effects_of(edition).items() if own.lets_choose]:
            raise ls.ArgumentError(
                f"environments do not know cards that let players choose: {', '.join(choosing)}"
            )
        self.edition = edition
        self.players = whole("players", players, least, most)
        moves = list[ls.Move]()
        ranges = list[ActionRange]()
        for name, moves_of_kind in moves_by_kind(self.edition, self.players):
            first = len(moves)
            moves += islice(moves_of_kind, MOST_MOVES + 1 - first)
            if len(moves) > MOST_MOVES:
                raise ls.ArgumentError(f"{self.edition!r} has more than {MOST_MOVES} moves")
            ranges.append(ActionRange(name, first, len(moves) - first))
        self.ranges: tuple[ActionRange, ...] = tuple(ranges)
        """The kinds of moves with their integers, in order."""
        self._moves = tuple(moves)
        self._indices = {move: index for index, move in enumerate(moves)}

    def __len__(self) -> int:
        return len(self._moves)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.edition, self.players)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.edition!r}, {self.players})"

    @property
    def fingerprint(self) -> str:
        """Return a hash of the numbering: 32 hexadecimal digits, to store with an agent.

        It depends on the version of the space, the edition's content and the number of players.
        """
        parts = ("flat", VERSION, self.edition.hash, self.players, len(self))
        return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    def legal_indices(self, view: ls.View) -> tuple[int, ...]:
        """List the integers of the legal moves, ascending; none unless the view's seat is to move.

        Raises `ArgumentError` for a view of another edition or number of players.
        """
        check_view(view, self.edition, self.players)
        return tuple(map(self._indices.__getitem__, view.legal_moves))

    def choose(self, view: ls.View, index: SupportsIndex) -> "ls.Move":
        """Return the legal move of an integer.

        Raises `IllegalActionError` for other integers and other types, `ArgumentError` as
        `legal_indices`.
        """
        legal = self.legal_indices(view)
        index = action_of(index)
        if index in legal:
            return view.legal_moves[legal.index(index)]
        if not legal:
            raise IllegalActionError(f"action {index} is not possible: the seat is not to move")
        name = f" ({self.name(index)})" if index in range(len(self)) else ""
        raise IllegalActionError(
            f"action {index}{name} is not possible now; {len(legal)} others are,"
            f" from {legal[0]} to {legal[-1]}"
        )

    def mask(self, view: ls.View) -> "Mask":
        """Return an `int8` array with 1 for each of `legal_indices`, 0 elsewhere; raises as it."""
        require("numpy", "envs", "masks")
        import numpy as np

        mask = bytearray(len(self))
        for index in self.legal_indices(view):
            mask[index] = 1
        return np.frombuffer(mask, np.int8)  # five times as fast as setting entries of an array

    def index(self, move: "ls.Move") -> int:
        """Return the integer of a move; raises `ArgumentError` if it can never be legal."""
        index = self._indices.get(move)
        if index is None:
            raise ls.ArgumentError(f"{shown(move)} can never be legal in {self!r}")
        return index

    def move(self, index: int) -> "ls.Move":
        """Return the move of an integer; raises `ArgumentError` if it is out of range."""
        return self._moves[whole("an action", index, 0, len(self) - 1)]

    def name(self, index: int) -> str:
        """Return the move of an integer in the notation, without the seat."""
        return ls.format_move(self.move(index), 0).partition(" ")[2]


def rewards_of(result: ls.Result, reward: Reward) -> tuple[float, ...]:
    """Return the reward of each seat for a result (R8.5).

    - `"win"`: 1 for a win, 0 otherwise. Several winners share the 1. If nobody wins, all get 0.
    - `"rank"`: the share of the other players ranked behind the seat, from 0 to 1; a tie counts
      half. If nobody wins, all get 1/2.
    - `"margin"`: the seat's points minus the best other player's. A player who is out counts 0
      points, in every edition. If nobody wins, all get 0.

    >>> state = ls.new_game(3, seed=7)
    >>> while not state.is_over:
    ...     state = ls.apply(state, ls.legal_moves(state)[0])
    >>> sum(rewards_of(ls.result(state), "rank"))
    1.5

    Raises `ArgumentError` for an unknown reward.
    """
    one_of("reward", reward, REWARDS)
    match reward:
        case "win":
            return result.shares
        case "rank":
            ranks = [standing.rank for standing in result.standings]
            # A seat counts itself as a tie, which is taken off again.
            behind = [sum((mine < rank) + (mine == rank) / 2 for rank in ranks) for mine in ranks]
            return tuple((others - 0.5) / (len(ranks) - 1) for others in behind)
        case "margin":
            points = [0 if standing.is_out else standing.points for standing in result.standings]
            best_others = [max(points[:seat] + points[seat + 1 :]) for seat in range(len(points))]
            pairs = zip(points, best_others, strict=True)
            return tuple(float(mine - best) for mine, best in pairs)
