"""Records: what happened in a game, as values that can be stored and replayed.

A record holds the moves and the outcomes of chance between them. So it replays without a seed, and
a game played with the real box can be recorded, too.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from attrs import Factory, field, frozen
from attrs.converters import optional

from livingstone.edition.printed import Edition, edition_hash
from livingstone.edition.structuring.limits import Between, Line, Matching
from livingstone.errors import ArgumentError, NotationError, RecordError, shown
from livingstone.game.engine import new_game
from livingstone.game.moves import Action, DiceRolled, Outcome
from livingstone.game.refusals import IllegalMoveError
from livingstone.game.rules.ending import Result, result
from livingstone.game.state import State, check_state
from livingstone.game.view import Private, View, is_open, private_of, view
from livingstone.records.notation import format_move, parse_move
from livingstone.records.parts import (
    check_comments,
    check_names,
    check_tags,
    misfits,
    number_or_same,
)
from livingstone.records.replay import (
    Step,
    carry_out,
    conceal,
    opening_lines,
    opening_seed,
    replay,
    replay_seen,
)
from livingstone.records.user_values import user_text
from livingstone.support.arguments import SEED_LIMIT, is_iterable, observer_of

__all__ = ["Record"]

MOST_LISTED = 2_000_000
"""The most legal moves that the views of one record may list together."""

Seat = Annotated[int, Between(0, 19)]
ActionLine = Annotated[
    str, Matching(r"[ -~]{0,1000}", "a line of at most 1000 characters, in ASCII")
]


@frozen
class Record:
    """A game in writing: its edition, its players, the actions, and how it ended.

    A record is full, or it shows what one seat or a spectator saw. In that case hidden cards and
    donations are written `??`, there is no seed, and `revealed` shows what was open in the end.

    >>> from livingstone import TakeCoins, TakeDie
    >>> record = Record.of(new_game(2, seed=7), [TakeDie(3), TakeCoins()])
    >>> record.actions
    ('d dice 2 2 3 4', 'p0 take 3', 'p0 coins')
    >>> [state.die for state in record.states()]
    [None, None, 3, None]

    Raises `RecordError` for parts that do not fit together, `ArgumentError` for what is no edition.
    """

    edition: Edition
    """What the game is played with."""
    players: Annotated[tuple[Line, ...], Between(2, 20)]
    """Their names, by seat."""
    first: Seat = field(default=0, converter=number_or_same)
    """The seat that began the game."""
    actions: tuple[ActionLine, ...] = ()
    """Moves and outcomes in the notation, in order."""
    seed: Annotated[int, Between(0, SEED_LIMIT - 1)] | None = field(
        default=None, converter=optional(number_or_same)
    )
    """The seed that decided chance, if it is known; replaying does not need it."""
    seat: Seat | None = field(default=None, converter=optional(number_or_same))
    """The seat whose knowledge the record shows; None for a full record and a spectator's."""
    is_spectators: bool = False
    """Whether it shows only what is public."""
    result: Result | None = None
    """How the game ended; None if it has not ended or the record does not say."""
    revealed: tuple[Private, ...] = ()
    """For the record of a seat or spectator: what all players had, by seat, once open (R10.4)."""
    tags: tuple[tuple[Line, Line], ...] = ()
    """Names and values of your own, such as an event and a date, sorted by name."""
    comments: tuple[tuple[Annotated[int, Between(1, 10**6)], Line], ...] = ()
    """Numbers of actions (from 1) with comments on them, sorted by number."""
    user: str = field(default="", converter=user_text)
    """Further values under keys that begin with `_`, as TOML; a mapping is converted."""
    edition_hash: Line = Factory(lambda self: edition_hash(self.edition), takes_self=True)
    """The hash of the edition's content when the record was made."""
    format: Annotated[int, Between(1, 1)] = 1
    """The version of the format."""

    def __attrs_post_init__(self) -> None:
        """Check that the parts fit together."""
        try:
            problem = next(misfits(self), None)
        except (TypeError, AttributeError, ValueError, LookupError):
            problem = "a part has a wrong type"
        if problem:
            raise RecordError(problem)

    @classmethod
    def of(
        cls,
        start: State,
        actions: Iterable[Action] = (),
        *,
        players: Iterable[str] | None = None,
        tags: Mapping[str, str] | None = None,
        comments: Mapping[int, str] | None = None,
        user: Mapping[str, Any] | None = None,
    ) -> "Record":
        """Record a game from its start and the actions given to `apply`.

        The start can have a seed or explicit chance. The outcomes that a seed decided are filled
        in, and so are the seed and, if the game is over, the result. The other arguments are the
        fields of these names; without `players`, the names are `Player 0` and so on.

        Raises `ArgumentError` for a state that is not the start of a game and for arguments of
        wrong types, `IllegalMoveError` for an action that is not legal, `RecordError` for parts
        that do not fit together.
        """
        check_state(start)
        if not is_iterable(actions):
            raise ArgumentError(f"actions must be a list of moves and outcomes: {shown(actions)}")
        lines, state = opening_lines(start), start
        for _, seat, done, after in carry_out(start, actions):
            lines.append(format_move(done, seat))
            state = after
        return cls(
            start.edition,
            check_names(players, len(start.players)),
            first=start.starting_player,
            actions=tuple(lines),
            seed=opening_seed(start),
            result=result(state),
            tags=check_tags(tags),
            comments=check_comments(comments),
            user="" if user is None else user,
        )

    @property
    def is_full(self) -> bool:
        """Whether nothing is hidden: it is not the record of a seat or of a spectator."""
        return self.seat is None and not self.is_spectators

    @property
    def user_values(self) -> dict[str, Any]:
        """The values under the user's keys, as `tomllib` reads them."""
        return tomllib.loads(self.user)

    def states(self) -> Iterator[State]:
        """Replay with explicit chance: give the state before the first roll, and each one after it.

        Raises `RecordError` at the first action that is malformed or not legal, and for a record
        that is not full.
        """
        replayed = self._replay()
        yield self._start()
        for _, _, _, after in replayed:
            yield after

    def steps(self) -> Iterator[tuple[State, Action, State]]:
        """Replay with explicit chance: give each action between the states before and after it.

        Raises `RecordError` as `states` does.
        """
        for before, _, action, after in self._replay():
            yield before, action, after

    def views(self) -> Iterator[View]:
        """Replay what the record's seat or spectator saw: give a view for each state.

        Raises `RecordError` at the first action that is malformed or not legal, for a full record
        (use `seen_by` first), and if the views list more than 2,000,000 legal moves together.
        """
        listed = 0
        for number, state in enumerate(self._replay_seen()):
            seen = view(state, self.seat)
            listed += len(seen.legal_moves)
            if listed > MOST_LISTED:
                raise RecordError(f"its views list more than {MOST_LISTED} legal moves", number)
            yield seen

    def seen_by(self, seat: int | None) -> "Record":
        """Make the record of what one seat, or a spectator (None), saw of this full record.

        The seed, comments and the user's values are left out, since they can reveal secrets.

        >>> from livingstone import Donate
        >>> Record.of(new_game(2, seed=7), [Donate(2)]).seen_by(1).actions
        ('d dice 2 2 3 4', 'p0 donate ??')

        Raises `RecordError` for a record that does not replay or is not full, `ArgumentError` for a
        seat that the game does not have.
        """
        seat = observer_of(seat, len(self.players))
        if not self.is_full:
            raise RecordError("it is not full: what it hides cannot be shown to another")
        lines, state = list[str](), self._start()
        for before, actor, action, after in self._replay():
            lines.append(format_move(conceal(before, action, seat), actor))
            state = after
        opened = state.players if is_open(state) else ()
        return Record(
            self.edition,
            self.players,
            first=self.first,
            actions=tuple(lines),
            seat=seat,
            is_spectators=seat is None,
            result=self.result if state.is_over else None,
            revealed=tuple(map(private_of, opened)),
            tags=self.tags,
            edition_hash=self.edition_hash,
        )

    def agrees_with(self, full: "Record") -> bool:
        """Say whether this record shows the game of a full record, as this one's seat saw it.

        Names, tags, comments and the user's values do not matter. Raises `RecordError` for a full
        record that does not replay or is not full, and for malformed actions, `ArgumentError` for
        anything but a record.
        """
        if not isinstance(full, Record):
            raise ArgumentError(f"a Record is needed, not {shown(full)}")
        if not full.is_full:
            raise RecordError("it is not full: games are compared with what nothing hides")
        return _game(self) == _game(full if self.is_full else full.seen_by(self.seat))

    def verify(self) -> None:
        """Replay the record, and check its edition's hash, its result and its seed.

        Raises `RecordError` for the first difference.
        """
        found = edition_hash(self.edition)
        if found != self.edition_hash:
            raise RecordError(f"the edition's hash is {found}, not {self.edition_hash}")
        last, actions = self._start(), list[Action]()
        if self.is_full:
            for _, action, after in self.steps():
                actions.append(action)
                last = after
        else:
            *_, last = self._replay_seen()
        if self.result is not None and self.result != result(last):
            over = "the game ended otherwise" if last.is_over else "the game is not over"
            raise RecordError(f"the result is wrong: {over}", rule="R8")
        if self.revealed and not is_open(last):
            raise RecordError("it shows hands that are not open yet", rule="R10.4")
        if self.seed is not None:
            self._verify_seed(self.seed, actions)

    def _verify_seed(self, seed: int, actions: list[Action]) -> None:
        """Check that the seed decides the outcomes among these actions, which are all legal."""
        count = len(self.players)
        start = new_game(count, edition=self.edition, first=self.first, seed=seed)
        moves = (action for action in actions if not isinstance(action, Outcome))
        decided: list[Action] = [DiceRolled(start.dice)]
        try:
            decided += (done for _, _, done, _ in carry_out(start, moves))
        except IllegalMoveError:
            decided.clear()
        if decided[: len(actions)] != actions:
            raise RecordError(f"the seed {seed} decides chance otherwise")

    def _start(self) -> State:
        count = len(self.players)
        return new_game(count, edition=self.edition, first=self.first, explicit_chance=True)

    def _replay(self) -> Iterator[Step]:
        if not self.is_full:
            raise RecordError("it hides something and has views, but no states")
        return replay(self._start(), self.actions)

    def _replay_seen(self) -> Iterator[State]:
        """Replay a record that is not full, making up what it hides."""
        if self.is_full:
            raise RecordError("it is full and has states: seen_by gives a record with views")
        yield self._start()
        yield from replay_seen(self._start(), self.actions, self.seat, self.revealed)


def _game(record: Record) -> tuple[object, ...]:
    """Give the parts of a record that say which game it shows."""
    try:
        actions = [parse_move(line) for line in record.actions]
    except NotationError as error:
        raise RecordError(str(error)) from None
    seen = (record.seat, record.is_spectators, record.revealed, record.result)
    return record.edition, len(record.players), record.first, actions, seen
