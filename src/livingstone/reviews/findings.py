"""What a review finds: chances, choices, luck and a summary, as plain values."""

from typing import Annotated, Literal

from attrs import frozen

from livingstone import Move, Outcome, Record
from livingstone.documents.text import add_type
from livingstone.reviews.estimates import Estimate, Figure
from livingstone.support.arguments import seat_of
from livingstone.support.limits import Between, Line, Matching

MOST_ROLLOUTS, ENOUGH = 10**5, 100
"""The most rollouts of a position, and the fewest that can show a mistake."""
MOST_POSITIONS = 10**6

Mark = Literal["slip", "mistake", "blunder"]
Kind = Literal["die", "use", "card", "sale", "donation", "end"]
Event = Literal["round_roll", "donation_roll", "stone_draw", "card_draw"]
Place = Annotated[int, Between(0, 10**6)]
Seat = Annotated[int, Between(0, 19)]
_Plan = Annotated[tuple[Move, ...], Between(1, 2)]
_Estimates = Annotated[tuple[Estimate, ...], Between(2, 20)]


@frozen
class Choice:
    """A choice of a seat, compared with the other plans worth a thought."""

    position: Place
    """The row of `Review.chances` in which it was made."""
    round: Place
    """The number of the round, from 1."""
    seat: Seat
    kind: Kind
    """What kind of move it was."""
    played: _Plan
    """The move that was made."""
    best: _Plan
    """The plan that did best in half of the tries, a move or a die with its use; the move played
    unless it was clearly behind."""
    cost: Estimate
    """The seat's share of the win with the best plan, less that with the move played and its best
    use, by the other tries: so it can be below 0 by chance, and its mean is right. If nothing
    better was found, it is 0, and the upper end is what another plan can gain at the most."""
    gain: Estimate
    """The seat's chances after the move less those before it: 0 for the moves of `greedy`, who
    plays the rollouts."""
    mark: Mark | None
    """What it was without doubt, even with so many choices: its cost is above 0, above 5 % or above
    10 % of the win."""


@frozen
class Luck:
    """What an outcome of chance brought."""

    position: Place
    """The row of `Review.chances` before the outcome; the next one is after it."""
    round: Place
    """The number of the round, from 1; of a roll for a round, the round that it begins."""
    event: Event
    seat: Seat | None
    """Who drew the stones or the card; None for rolls."""
    outcome: Outcome | None
    """None if the seat of the review did not see it."""
    brought: _Estimates
    """By seat: the share of the win after the outcome, less the expected one before it."""


@frozen
class SeatSummary:
    """A seat's game in figures, in shares of the win."""

    start: Estimate
    """The chances before the first roll."""
    result: Figure | None
    """The share of the win; None if the game is not over."""
    luck: Estimate
    """The sum of what all outcomes of chance brought this seat."""
    adjusted: Estimate | None
    """The result less the luck; None if the game is not over."""
    gain: Estimate
    """The sum of the gains of its choices over those of the rollouts' player."""
    cost: Estimate
    """The sum of the costs of its choices, without those for which nothing better was found."""
    slips: Place
    """The number of choices with this mark, as the next two."""
    mistakes: Place
    blunders: Place


@frozen
class Review:
    """A game with everybody's chances to win, what each choice cost, and what was luck."""

    record: Record
    """The game; for a review of one seat, what that seat saw of it."""
    player: Line
    """The name of the player who plays all seats in the rollouts."""
    rollouts: Annotated[int, Between(2, MOST_ROLLOUTS)]
    """How many rollouts each position got."""
    engine: Annotated[str, Matching(r"[ -~]{1,1000}", "a line of at most 1000 characters")]
    """What played the rollouts: `fast`, the compiled kernel."""
    seen: Literal["view", "all"]
    """What choices are judged by: `view`, what their seat saw."""
    chances: Annotated[tuple[_Estimates, ...], Between(1, MOST_POSITIONS)]
    """By position, from the one before the first roll, and by seat: the share of the win."""
    choices: Annotated[tuple[Choice, ...], Between(0, MOST_POSITIONS)]
    luck: Annotated[tuple[Luck, ...], Between(0, MOST_POSITIONS)]
    summary: Annotated[tuple[SeatSummary, ...], Between(2, 20)]
    """By seat."""

    def __attrs_post_init__(self) -> None:
        """Check that the parts fit together; raises `ValueError`."""
        seats, positions = len(self.record.players), len(self.record.actions) + 1
        rows = [*self.chances, *(own.brought for own in self.luck), self.summary]
        parts: list[Choice | Luck] = [*self.choices, *self.luck]
        for is_wrong, problem in (
            (len(self.chances) != positions, f"chances must have {positions} rows"),
            (any(len(row) != seats for row in rows), f"there must be figures of {seats} seats"),
            (any(own.position >= positions - 1 for own in parts), "a position is not in the game"),
            (any((own.seat or 0) >= seats for own in parts), f"there are only {seats} seats"),
        ):
            if is_wrong:
                raise ValueError(problem)

    @property
    def can_tell(self) -> bool:
        """Whether the rollouts are enough to mark any choice as a mistake."""
        return self.rollouts >= ENOUGH

    def marked(self) -> tuple[Choice, ...]:
        """List the choices with a mark, the most expensive first."""
        marked = (choice for choice in self.choices if choice.mark)
        return tuple(sorted(marked, key=lambda choice: -choice.cost.value))

    def moments(self, seat: int) -> tuple[Luck, ...]:
        """List the outcomes that were luck without doubt for a seat, the luckiest first.

        Raises `ArgumentError` for a seat that the game does not have.
        """
        seat = seat_of("seat", seat, len(self.summary))
        sure = (own for own in self.luck if own.brought[seat].low * own.brought[seat].high > 0)
        return tuple(sorted(sure, key=lambda own: -own.brought[seat].value))


add_type("review", Review)
