"""Records: games as values that can be stored and replayed, without a seed if necessary."""

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import Annotated, Literal, SupportsIndex, get_args

from attrs import Factory, evolve, field, frozen
from attrs.converters import optional

from livingstone.edition.released import is_released
from livingstone.edition.types import Edition
from livingstone.errors import LONGEST_REPR, RecordError, shortened
from livingstone.game.engine import new_game
from livingstone.game.moves import Action, DiceRolled, Outcome
from livingstone.game.refusals import IllegalMoveError
from livingstone.game.rules.ending import Result, result
from livingstone.game.state import State
from livingstone.game.view import Private, View, is_open, private_of
from livingstone.game.viewing import view
from livingstone.records.notation import format_move
from livingstone.records.replay import (
    Step,
    carry_out,
    conceal,
    opening_lines,
    replay,
    replay_seen,
    told_by_cards,
)
from livingstone.records.telling import has_own_cards
from livingstone.support.arguments import SEED_LIMIT, as_int, need, observer_of
from livingstone.support.limits import OPTIONAL, Between, Line, Matching, Seed

MOST_LISTED = 2_000_000
_, _LINE = get_args(Line)

Seat = Annotated[int, Between(0, 19)]
ActionLine = Annotated[
    str, Matching(r"[ -~]{0,1000}", "a line of at most 1000 characters, in ASCII")
]
ToldText = Annotated[str, Matching(r"[ -~]{0,20000}", "JSON of at most 20000 characters, in ASCII")]


def _seat(value: SupportsIndex | Literal["spectator"]) -> int | Literal["spectator"]:
    return value if isinstance(value, str) else as_int(value)


@frozen
class Record:
    """A game in writing: full, or as one seat or a spectator saw it.

    Then hidden cards and donations are written `??`, there is no seed, and `revealed` shows what
    was opened at the end.

    >>> from livingstone import TakeCoins, TakeDie
    >>> record = Record.of(new_game(2, seed=7), [TakeDie(3), TakeCoins()])
    >>> record.actions
    ('d dice 2 2 3 4', 'p0 take 3', 'p0 coins')
    >>> [state.die for state in record.states()]
    [None, None, 3, None]

    Raises `RecordError` for parts that do not fit together.
    """

    edition: Edition
    """The edition of the game."""
    players: Annotated[tuple[Line, ...], Between(2, 20)]
    """The names of the players, by seat."""
    first: Seat = field(default=0, converter=as_int)
    """The starting player, a seat."""
    actions: tuple[ActionLine, ...] = ()
    """Moves and outcomes in the notation, in order."""
    seed: Seed | None = field(default=None, converter=optional(as_int))
    """The seed that decided chance, if known; replaying does not need it."""
    seat: Seat | Literal["spectator"] | None = field(default=None, converter=optional(_seat))
    """Who saw what is recorded: a seat or `"spectator"`; None for a full record."""
    result: Result | None = None
    """The result of the game; None if it has not ended, or if that is unknown."""
    revealed: tuple[Private, ...] = ()
    """What all players held at the end, by seat (R10.4)."""
    tags: tuple[tuple[Line, Line], ...] = ()
    """Your own names and values, such as an event and a date, sorted by name."""
    comments: tuple[tuple[Annotated[int, Between(1, 10**6)], Line], ...] = ()
    """Comments on actions by their numbers, from 1, sorted."""
    embed_edition: bool = Factory(lambda self: not is_released(self.edition), takes_self=True)
    """Whether the record is written with its edition.

    It is by default where the edition was shipped by no version.
    """
    edition_hash: Line = Factory(lambda self: self.edition.hash, takes_self=True)
    """The hash of the edition."""
    format: Annotated[int, Between(1, 1)] = 1
    """The version of the format."""
    told: tuple[tuple[Annotated[int, Between(1, 10**6)], ToldText], ...] = field(
        default=(), metadata=OPTIONAL
    )
    """What own cards told the seat that its lines cannot tell, by the numbers of actions, sorted:
    the parts of its view that are different, as JSON."""

    def __repr__(self) -> str:
        whose = "full" if self.is_full else f"seen by {self.seat}"
        text = f"Record({self.edition!r}, {len(self.actions)} actions, {whose}, {self.players}"
        return shortened(text + ")", LONGEST_REPR)

    def _repr_html_(self) -> str:
        """Draw the last position as a spectator sees it, if the record replays."""
        from livingstone.svg import board  # drawing is loaded when somebody looks

        text = f"<p>{escape(repr(self))}</p>"
        try:
            *_, last = self.states() if self.is_full else self._replay_seen()
        except RecordError:
            return text
        return text + board(last, size=880, names=self.players)

    def __attrs_post_init__(self) -> None:
        for problem in self._problems():
            raise RecordError(problem)

    def _problems(self) -> Iterator[str]:
        tags = [name for name, _ in self.tags]
        numbers = [number for number, _ in self.comments]
        texts = {
            "players": self.players,
            "tags": [text for tag in self.tags for text in tag],
            "comments": [text for _, text in self.comments],
        }
        for name, lines in texts.items():
            if not all(re.fullmatch(_LINE.pattern, line) for line in lines):
                yield f"{name}: each must be {_LINE.meaning}, no control characters"
        count = len(self.players)
        limits = self.edition.board.players
        if not limits.least <= count <= limits.most:
            yield f"players: must be {limits.least} to {limits.most} names, not {count}"
        for name, seat in (("first", self.first), ("seat", self.seat)):
            if seat not in (None, "spectator", *range(count)):
                yield f"{name}: must be a seat from 0 to {count - 1}"
        if self.seed is not None and not 0 <= self.seed < SEED_LIMIT:
            yield "seed: must be a whole number from 0 to 2**128 - 1"
        if self.seed is not None and not self.is_full:
            yield "seed: a record that hides something cannot have one"
        if self.is_full and self.revealed:
            yield "revealed: nothing is hidden in this record"
        if self.is_full and self.told:
            yield "told: nothing is hidden in this record"
        told = [number for number, _ in self.told]
        if any(a >= b for a, b in pairwise(told)):
            yield "told: must be sorted, without duplicates"
        if told and not 1 <= told[0] <= told[-1] <= len(self.actions):
            yield f"told: must be of actions 1 to {len(self.actions)}"
        if any(a >= b for a, b in pairwise(tags)):
            yield "tags: must be sorted, without duplicates"
        if any(a >= b for a, b in pairwise(numbers)):
            yield "comments: must be sorted, without duplicates"
        if numbers and not 1 <= numbers[0] <= numbers[-1] <= len(self.actions):
            yield f"comments: must be on actions 1 to {len(self.actions)}"

    @classmethod
    def of(
        cls,
        start: State,
        actions: "Iterable[Action]" = (),
        *,
        players: Iterable[str] | None = None,
        tags: Mapping[str, str] | None = None,
        comments: Mapping[int, str] | None = None,
        embed_edition: bool = False,
    ) -> "Record":
        """Record a game from its start and the actions given to `apply`.

        The seed, the outcomes that it decided and, if the game is over, the result are filled in.
        The other arguments are the fields of the same names; by default the players are `Player 0`
        and so on.

        Raises `ArgumentError` for a state that is not the start of a game, `IllegalMoveError` for
        an action that is not legal, `RecordError` for parts that do not fit together.
        """
        need("Record.of", start, "State", State)
        names = [f"Player {seat}" for seat in range(len(start.players))]
        lines, seed = opening_lines(start)
        state = start
        for _, seat, done, after in carry_out(start, actions):
            lines.append(format_move(done, seat))
            state = after
        return cls(
            start.edition,
            tuple(names if players is None else players),
            first=start.starting_player,
            actions=tuple(lines),
            seed=seed,
            result=result(state),
            tags=tuple(sorted((tags or {}).items())),
            comments=tuple(sorted((as_int(n), text) for n, text in (comments or {}).items())),
            embed_edition=embed_edition or not is_released(start.edition),
        )

    @property
    def is_full(self) -> bool:
        """Whether the record is not for a seat or a spectator."""
        return self.seat is None

    @property
    def _observer(self) -> int | None:
        return None if self.seat == "spectator" else self.seat

    def states(self) -> Iterator[State]:
        """Replay with explicit chance: yield all states, from the one before the first roll.

        Raises `RecordError` at the first action that is malformed or not legal, and for a record
        that is not full.
        """
        replayed = self._replay()
        yield self._start()
        yield from (after for *_, after in replayed)

    def steps(self) -> "Iterator[tuple[State, Action, State]]":
        """Yield each action with the states before and after it; replays and raises as `states`."""
        for before, _, action, after in self._replay():
            yield before, action, after

    def views(self) -> Iterator[View]:
        """Replay what the seat or spectator of the record saw: yield a view of each state.

        Raises `RecordError` as `states`, for a full record (use `seen_by` first), and if the views
        list more than 2,000,000 legal moves together.
        """
        listed = 0
        for number, state in enumerate(self._replay_seen()):
            seen = view(state, self._observer)
            listed += len(seen.legal_moves)
            if listed > MOST_LISTED:
                raise RecordError(f"its views list more than {MOST_LISTED} legal moves", number)
            yield seen

    def seen_by(self, seat: int | None) -> "Record":
        """Make the record of what one seat, or a spectator (None), saw, without seed and comments.

        >>> from livingstone import Donate
        >>> Record.of(new_game(2, seed=7), [Donate(2)]).seen_by(1).actions
        ('d dice 2 2 3 4', 'p0 donate ??')

        Raises `RecordError` for a record that does not replay or is not full, `ArgumentError` for a
        seat that the game does not have.
        """
        seat = observer_of(seat, len(self.players))
        if not self.is_full:
            raise RecordError("it is not full: a seat may see what this record hides")
        start = state = self._start()
        has_own = has_own_cards(start)
        lines = list[str]()
        states = list[State]()
        for before, actor, action, after in self._replay():
            lines.append(format_move(conceal(before, action, seat), actor))
            states += [after] if has_own else []
            state = after
        revealed = tuple(map(private_of, state.players)) if is_open(state) else ()
        seen = zip(lines, states, strict=True) if has_own else ()
        return evolve(
            self,
            actions=tuple(lines),
            told=tuple(told_by_cards(start, seen, seat, revealed)),
            seed=None,
            comments=(),
            seat="spectator" if seat is None else seat,
            result=self.result if state.is_over else None,
            revealed=revealed,
        )

    def verify(self) -> None:
        """Replay the record, and check the edition's hash, the result and the seed.

        Raises `RecordError` for the first problem.
        """
        if (found := self.edition.hash) != self.edition_hash:
            raise RecordError(
                f"the edition's hash is {found}, not {self.edition_hash}: these are not the figures"
                " that the game was played with"
            )
        last = self._start()
        actions = list[Action]()
        if self.is_full:
            for _, action, after in self.steps():
                actions.append(action)
                last = after
        else:
            *_, last = self._replay_seen()
        if self.result is not None and self.result != result(last):
            over = "the game ended differently" if last.is_over else "the game is not over"
            raise RecordError(f"the result is wrong: {over}", rule="R8")
        if self.revealed and not is_open(last):
            raise RecordError("it shows hands that are not open yet", rule="R10.4")
        if self.seed is not None:
            self._verify_seed(self.seed, actions)

    def _verify_seed(self, seed: int, actions: list[Action]) -> None:
        start = new_game(len(self.players), edition=self.edition, first=self.first, seed=seed)
        moves = (action for action in actions if not isinstance(action, Outcome))
        decided: list[Action] = [DiceRolled(start.dice)]
        try:
            decided += (done for _, _, done, _ in carry_out(start, moves))
        except IllegalMoveError:
            decided.clear()
        if decided[: len(actions)] != actions:
            raise RecordError(f"the seed {seed} gives other outcomes")

    def _start(self) -> State:
        count = len(self.players)
        return new_game(count, edition=self.edition, first=self.first, explicit_chance=True)

    def _replay(self) -> Iterator[Step]:
        if not self.is_full:
            raise RecordError("it is not full: it has views, but no states")
        return replay(self._start(), self.actions)

    def _replay_seen(self) -> Iterator[State]:
        if self.is_full:
            raise RecordError("it is full: seen_by gives a record with views")
        yield self._start()
        told = dict(self.told)
        yield from replay_seen(self._start(), self.actions, self._observer, self.revealed, told)
