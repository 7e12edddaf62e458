"""What a review finds: chances, choices, luck and a summary, as estimates with intervals."""

from collections.abc import Iterable
from html import escape
from math import inf, sqrt
from typing import Annotated, ClassVar, Literal

from attrs import frozen
from numpy import float64
from numpy.typing import NDArray

import livingstone as ls
from livingstone import Move, Outcome, Record
from livingstone.errors import LONGEST_REPR, short_repr, shortened
from livingstone.simulation.intervals import approximate_student, mean_and_error
from livingstone.support.limits import Between, Line, Matching, Within

PLACES = 5
"""The decimals of estimates."""

Figure = Annotated[float, Within(-1000.0, 1000.0)]
Values = NDArray[float64]
MOST_ROLLOUTS = 10**5
"""The most rollouts of a position."""
ENOUGH = 100
"""The fewest rollouts of a position with which choices are marked as mistakes."""
_MOST_UNCERTAIN = 0.25
"""A review names mistakes if the error of each seat's costs, all at their upper ends, is below
this. Measured on bots that always take coins: 600 rollouts find costs of .262 and more, 150
rollouts only .175, with an error of .29 to 1.24."""
_MOST_POSITIONS = 10**6

Mark = Literal["slip", "mistake", "blunder"]
LEAST_COSTS: dict[Mark, int] = {"blunder": 10, "mistake": 5, "slip": 1}
"""The least cost of a choice with each mark, in per cent of the win."""
SIGNS: dict[Mark, str] = {"blunder": "??", "mistake": "?", "slip": "?!"}
ChoiceKind = Literal["die", "use", "card", "sale", "donation", "end"]
ChanceKind = Literal["round_roll", "donation_roll", "stone_draw", "card_draw"]
_Count = Annotated[int, Between(0, 10**6)]
_Seat = Annotated[int, Between(0, 19)]
_Plan = Annotated[tuple[Move, ...], Between(1, 1000)]
ReasonKind = Literal["queen", "row", "rival_row", "points", "gems", "cards"]
_Average = Annotated[float, Within(-1e6, 1e6)]


@frozen
class Estimate:
    """An estimate with an interval of 95 %; a share of the win if nothing else is said."""

    value: Figure
    """The estimated value."""
    low: Figure
    """The lower end of the interval."""
    high: Figure
    """The upper end of the interval."""

    def __attrs_post_init__(self) -> None:
        if not self.low <= self.value <= self.high:
            raise ValueError(f"the value must be within its interval: {self.value:g}")


_Estimates = Annotated[tuple[Estimate, ...], Between(2, 20)]


@frozen
class Reason:
    """The largest clear difference between games after a better plan and games after another one.

    The policy of `learned` plays games to the end after both plans, with the same random numbers.
    """

    __repr__ = short_repr

    kind: ReasonKind
    """What differs: `queen`, the games in which the seat is out because it gave the Queen too
    little; `row` and `rival_row`, the games in which the seat or another one has the most tents in
    a row, perhaps shared; `points`, `gems` and `cards`, the points before the end scoring, for gems
    kept, and for cards kept."""
    seat: _Seat
    """The seat whose figures these are."""
    row: Annotated[int, Between(1, 20)] | None
    """The row; None for other kinds."""
    better: _Average
    """The mean after the better plan: a share of the games, or points."""
    other: _Average
    """The mean after the other plan."""
    difference: Estimate
    """The mean after the better plan minus that after the other one. The interval does not reach 0,
    and holds for all differences that were compared together."""


@frozen
class Choice:
    """A choice of a seat, compared with the other plans that the search tries."""

    __repr__ = short_repr

    position: _Count
    """The row of `Review.chances` before the choice."""
    round: _Count
    """From 1."""
    seat: _Seat
    """The seat that chose."""
    kind: ChoiceKind
    """The kind of choice: a die, its use, a card to play, and so on."""
    played: _Plan
    """The move that was made."""
    best: _Plan
    """The best plan, up to the end of the turn or to the next dice, stones or card. It is the move
    played, unless all plans that begin with that move were clearly worse."""
    cost: Estimate
    """The share of the win that this move lost: that of the best plan, minus that of the best plan
    that begins with the move. Other tries measure the cost than those that chose the plans, so that
    it is unbiased. If no better plan was found, the cost is 0, and its upper end is the most that
    the best other plan can gain. In the last turn of a game most costs are exact: then both ends
    are equal to the value.

    A mistake is counted only once: if chance decides nothing between the moves of a turn, their
    costs add up to the share of the best plan at its beginning minus the share of the moves
    played."""
    gain: Estimate
    """The seat's chances after the move minus those before it; 0 for moves that `greedy` would make
    too."""
    mark: Mark | None
    """A slip from 1 % of the win, a mistake from 5 %, a blunder from 10 %, rounded to whole per
    cent. None for a lower cost, and for a cost that may be 0, by an interval that holds for all
    choices of the review together. Unless the cost is exact, the second opinion must be clearly
    above 0 as well, and that of `greedy` above 0."""
    kept: _Plan | None = None
    """The best plan that begins with the move played, by which the cost is measured; None in
    reviews of earlier versions."""
    opinion: Estimate | None = None
    """A second opinion of the cost, from games that the policy of `learned` plays to the end after
    `best` and after `kept`. None for a cost that is too low or too uncertain for a mark, and for an
    exact cost."""
    opinion_of_greedy: Estimate | None = None
    """The same from games that `greedy` plays to the end; None unless `opinion` is above 0."""
    reason: Reason | None = None
    """Why `best` wins more often than `kept`; None if no reason is clear, and for choices without a
    second comparison."""

    @property
    def sign(self) -> str:
        """The sign of the mark, as in chess: `?!`, `?` or `??`; empty without a mark."""
        return SIGNS[self.mark] if self.mark else ""


@frozen
class Luck:
    """What an outcome of chance brought each seat."""

    __repr__ = short_repr

    position: _Count
    """The row of `Review.chances` before the outcome; the next row is after it."""
    round: _Count
    """From 1; for the roll that begins a round, that round."""
    event: ChanceKind
    """What was rolled or drawn."""
    seat: _Seat | None
    """The seat that drew the stones or the card; None for rolls."""
    outcome: Outcome | None
    """The outcome; None if the seat of the review did not see it."""
    brought: _Estimates
    """By seat: the share of the win after the outcome minus the expected share before it."""


@frozen
class SeatSummary:
    """A seat's game in figures, in shares of the win.

    A seat whose choices cannot be judged (`Review.judged`) has no costs, gains and marks.
    """

    __repr__ = short_repr

    start: Estimate
    """The chances before the first roll."""
    result: Figure | None
    """The share of the win; None if the game is not over."""
    luck: Estimate
    """The sum of what all outcomes brought this seat."""
    adjusted: Estimate | None
    """The result minus the luck; None if the game is not over."""
    gain: Estimate
    """The sum of the gains of its choices."""
    cost: Estimate
    """The sum of the costs of its choices, without those for which no better plan was found."""
    slips: _Count
    """The number of choices marked as slips."""
    mistakes: _Count
    """The number of choices marked as mistakes."""
    blunders: _Count
    """The number of choices marked as blunders."""


@frozen
class Review:
    """A game with everybody's chances to win, what each choice cost, and what was luck."""

    document: ClassVar[str] = "review"
    """The name of its JSON documents."""
    record: Record
    """The game; in a review of one seat, what that seat saw of it."""
    player: Line
    """The name of the bot that plays all seats in the rollouts."""
    rollouts: Annotated[int, Between(2, MOST_ROLLOUTS)]
    """The rollouts of each position."""
    engine: Annotated[str, Matching(r"[ -~]{1,1000}", "a line of at most 1000 characters")]
    """What played the rollouts: `fast`, the compiled kernel."""
    seen: Literal["view", "all"]
    """The knowledge by which choices are judged: `view` for what their seat saw. Reviews of earlier
    versions may have `all`, for the true states."""
    chances: Annotated[tuple[_Estimates, ...], Between(1, _MOST_POSITIONS)]
    """The share of the win, by position, from the one before the first roll on, and by seat."""
    choices: Annotated[tuple[Choice, ...], Between(0, _MOST_POSITIONS)]
    """The choices that were judged, in the order of the game."""
    luck: Annotated[tuple[Luck, ...], Between(0, _MOST_POSITIONS)]
    """What each outcome of chance brought, in the order of the game."""
    summary: Annotated[tuple[SeatSummary, ...], Between(2, 20)]
    """By seat."""

    def __attrs_post_init__(self) -> None:
        seats = len(self.record.players)
        positions = len(self.record.actions) + 1
        rows = [*self.chances, *(luck.brought for luck in self.luck), self.summary]
        actions: list[Choice | Luck] = [*self.choices, *self.luck]
        if len(self.chances) != positions:
            raise ValueError(f"chances must have {positions} rows")
        if any(len(row) != seats for row in rows):
            raise ValueError(f"there are {seats} seats")
        if any((action.seat or 0) >= seats for action in actions):
            raise ValueError(f"there are {seats} seats")
        if any(action.position >= positions - 1 for action in actions):
            raise ValueError("a position is not in the game")

    def __repr__(self) -> str:
        players = ", ".join(self.record.players)
        marks = len(self.marked())
        text = f"Review({players}: {marks} marked choices, {self.rollouts} rollouts)"
        return shortened(text, LONGEST_REPR)

    def _repr_html_(self) -> str:
        # Drawing and words are made of reviews, and loaded when somebody looks at one.
        from livingstone.reviews.charts import chart
        from livingstone.reviews.sentences import describe_review, summary_table

        heads, lines = summary_table(self)
        table = ls.simulation.Sheet("", heads, tuple(map(tuple, lines)))
        sentences = "".join(f"<li>{escape(line)}</li>" for line in describe_review(self))
        return f"{chart(self)}{table._repr_html_()}<ul>{sentences}</ul>"

    @property
    def judged(self) -> tuple[int, ...]:
        """The seats whose choices can be judged: all of a full record, the seat of a seat's record.

        The record of a seat hides the cards and coins of all other seats, and nobody can judge
        choices without them. The record of a spectator hides those of all seats.
        """
        record = self.record
        return tuple(
            seat for seat in range(len(self.summary)) if record.is_full or seat == record.seat
        )

    @property
    def can_tell(self) -> bool:
        """Whether the intervals of this game are narrow enough to name mistakes.

        There must be at least 100 rollouts. For each seat, the upper ends of its costs must add up
        to less than a quarter of a win more than the costs. False for a record by which no seat can
        be judged.
        """
        uncertain = [0.0] * len(self.summary)
        for choice in self.choices:
            uncertain[choice.seat] += choice.cost.high - choice.cost.value
        is_narrow = self.rollouts >= ENOUGH and max(uncertain) < _MOST_UNCERTAIN
        return bool(self.judged) and is_narrow

    def marked(self) -> tuple[Choice, ...]:
        """List the choices with a mark, the most expensive first."""
        marked = (choice for choice in self.choices if choice.mark)
        return tuple(sorted(marked, key=lambda choice: -choice.cost.value))


def rounded(value: float, low: float, high: float) -> Estimate:
    """Make an estimate, with all figures rounded."""
    return Estimate(round(value, PLACES), round(low, PLACES), round(high, PLACES))


def exact(value: float) -> Estimate:
    """Make the estimate of a value that is known exactly."""
    return rounded(value, value, value)


def mean(values: Values, least: float = -inf, most: float = inf) -> Estimate:
    """Estimate a mean that cannot be below `least` or above `most`."""
    value, error = mean_and_error(values)
    half = approximate_student(len(values) - 1) * error
    return rounded(value, max(least, value - half), min(most, value + half))


def mark_of(cost: Estimate, tries: int, tests: int) -> Mark | None:
    """Choose the mark of a cost that `tries` measured; there are `tests` such costs in all.

    The mark is None if an interval that holds for all these costs together reaches 0, and without
    `tests`. An exact cost has no interval, and needs neither tries nor tests.
    """
    wider = inf
    if tests:
        wider = approximate_student(tries - 1, tests) / approximate_student(tries - 1)
    is_exact = cost.low == cost.high
    if not is_exact and (
        cost.low == cost.value or cost.value - wider * (cost.value - cost.low) <= 0
    ):
        return None
    return next(
        (mark for mark, part in LEAST_COSTS.items() if round(100 * cost.value) >= part), None
    )


def total(parts: Iterable[Estimate]) -> Estimate:
    """Add up independent estimates."""
    value = below = above = 0.0
    for part in parts:
        value += part.value
        below += (part.value - part.low) ** 2
        above += (part.high - part.value) ** 2
    return rounded(value, value - sqrt(below), value + sqrt(above))
