"""Reviewing a game: `review`.

All positions of a game have the same rollouts in common: the n-th rollout of each has the same
dice, stones and cards. A position after the move that the rollouts' player would make has the very
rollouts of the position before. Luck is the difference of the rollouts after and before an outcome;
those before it draw the outcome themselves, by its exact probabilities. Since the seeds of the
rollouts do not depend on the game, the mean of that difference is exactly 0, whoever plays them.

A choice is judged on states drawn from the view of its seat. The best plan is chosen by some
rollouts, and what it costs not to choose it is measured by others, on which it was not chosen.
"""

from collections.abc import Iterator
from math import sqrt
from time import perf_counter
from typing import Any, Literal, NamedTuple, assert_never

import numpy as np
from attrs import Factory, define, evolve, field, frozen

import livingstone as ls
from livingstone.reviews import estimates, findings
from livingstone.reviews.estimates import Estimate
from livingstone.reviews.plans import plans_for
from livingstone.reviews.rollouts import KINDS, Plan, Roller, Shares, final_shares, roller_for
from livingstone.simulation import OnProgress, Progress
from livingstone.support.arguments import observer_of, one_of, seed_of, whole

_EVENTS: tuple[findings.Event, ...] = ("round_roll", "donation_roll", "stone_draw", "card_draw")
_MARKS: dict[findings.Mark, float] = {"blunder": 0.1, "mistake": 0.05, "slip": 0.0}
"""Above which share of the win, at the least, a choice has a mark."""
_FIRST_PART, _FINALISTS, _FINAL_PART = 16, 3, 4
"""A plan first gets this part of the rollouts, and the best few again so much; one that is better
than the plan played by more than a standard error then gets as many as a position."""
_PILOT, _CHOICE_WORK = 8, 1.5
"""For a limit of seconds: how many rollouts are timed at a position, and how many times the work of
a position a choice is."""


def review(
    record: ls.Record,
    *,
    rollouts: int | None = None,
    seconds: float | None = None,
    seat: int | None = None,
    seen: Literal["view", "all"] = "view",
    player: str = "greedy",
    seed: int = 0,
    on_progress: OnProgress | None = None,
) -> findings.Review:
    """Review a game: everybody's chances in each position, the cost of choices, and luck.

    The chances are those of a game that `player` plays on for all seats, found by `rollouts` games
    from each position (by default 2000 with the compiled kernel, 24 without), or by as many as take
    about `seconds`. A full record is reviewed from its true states, but its choices are judged by
    what their seat could see, with ``seen="all"`` by the truth. With `seat`, the review is that of
    what this seat saw, as for a record that shows no more; only its own choices are judged.

    `on_progress` is called with a `Progress` that counts positions and choices. The same arguments
    give the same review, except with `seconds`.

    >>> from livingstone import Record, TakeDie, new_game
    >>> found = review(Record.of(new_game(2, seed=7), [TakeDie(3)]), rollouts=100)
    >>> [choice.played for choice in found.choices]
    [(TakeDie(value=3),)]

    Raises `RecordError` for a record that does not replay, and `ArgumentError` for arguments that
    are not valid.
    """
    if rollouts is not None and seconds is not None:
        raise ls.ArgumentError("give rollouts or seconds, not both")
    if seconds is not None and not 0 < seconds < 10**6:
        raise ls.ArgumentError(f"seconds must be a number above 0: {seconds}")
    one_of("seen", seen, ("view", "all"))
    course = _Course.of(record, seat, seen)
    roller = roller_for(record.edition, len(record.players), player)
    wanted = roller.default if rollouts is None else rollouts
    count = whole("rollouts", wanted, 2, findings.MOST_ROLLOUTS)
    game = _Game(course, roller, count, seed_of(seed), seen == "all", on_progress)
    if seconds is not None:
        game.rollouts = game.rollouts_in(seconds)
    return game.review(player)


class _Turn(NamedTuple):
    """A choice that was made: where, by whom, and which plan."""

    position: int
    seat: int
    played: Plan


@define
class _Course:
    record: ls.Record
    observer: int | None
    is_partial: bool
    """Whether it is only what the observer saw; else the positions are states."""
    positions: list[Any]
    """States, or views."""
    actions: list[Any]

    @classmethod
    def of(cls, record: ls.Record, seat: int | None, seen: str) -> "_Course":
        seat = observer_of(seat, len(record.players))
        if not record.is_full and seat not in (None, record.seat):
            whose = "a spectator" if record.seat is None else f"seat {record.seat}"
            raise ls.ArgumentError(f"the record shows what {whose} saw, not what seat {seat} saw")
        if record.is_full and seat is not None:
            record = record.seen_by(seat)
        if not record.is_full and seen == "all":
            raise ls.ArgumentError("seen='all' needs a full record, and no seat")
        positions = list[Any](record.states() if record.is_full else record.views())
        actions = [ls.parse_move(line)[1] for line in record.actions]
        return cls(record, record.seat, not record.is_full, positions, actions)

    def view(self, position: int, seat: int) -> ls.View:
        known = self.positions[position]
        return known if self.is_partial else ls.view(known, seat)

    def state(self, position: int) -> ls.State:
        """Give the state, or one that fits the view."""
        known = self.positions[position]
        return ls.sample_state(known, 0) if self.is_partial else known

    def counts(self) -> list[list[int]]:
        rows, now = list[list[int]](), [0] * len(KINDS)
        for known in self.positions:
            rows.append(now)
            now = [n + isinstance(known.pending, kind) for n, kind in zip(now, KINDS, strict=True)]
        return rows

    def turns(self) -> Iterator[_Turn]:
        """List the choices of the seats that are judged; a die or a donation with what follows."""
        skipped = -1
        for place, (known, action) in enumerate(zip(self.positions, self.actions, strict=False)):
            mover, after = known.current_player, self.positions[place + 1]
            if known.pending is not None or place <= skipped:
                continue
            if self.is_partial and mover != self.observer:
                continue
            played: Plan = (action,)
            follows = after.pending is None and not after.is_over and after.current_player == mover
            is_whole = not isinstance(action, ls.TakeDie | ls.Donate)
            if follows and not is_whole and place + 1 < len(self.actions):
                played, skipped = (action, self.actions[place + 1]), place + 1
            yield _Turn(place, mover, played)


@define
class _Game:
    course: _Course
    roller: Roller
    rollouts: int
    seed: int
    is_open: bool
    """Whether choices are judged by the truth."""
    on_progress: OnProgress | None
    done: int = 0
    begun: float = field(factory=perf_counter)
    counts: list[list[int]] = Factory(lambda self: self.course.counts(), takes_self=True)
    turns: list[_Turn] = Factory(lambda self: list(self.course.turns()), takes_self=True)

    def review(self, player: str) -> findings.Review:
        values = list(self._values())
        luck = tuple(self._luck(values))
        choices = self._choices()
        seats = range(values[0].shares.shape[1])
        return findings.Review(
            record=self.course.record,
            player=player,
            rollouts=self.rollouts,
            engine=self.roller.engine[:1000],
            seen="all" if self.is_open else "view",
            chances=tuple(value.estimates() for value in values),
            choices=choices,
            luck=luck,
            summary=tuple(self._summary(seat, values, choices) for seat in seats),
        )

    def rollouts_in(self, seconds: float) -> int:
        places = range(0, len(self.course.positions), 16)
        self._roll(0, self._batch(0, 1), [()], self._seeds(1))  # loads what is compiled
        begun = perf_counter()
        for place in places:
            self._roll(place, self._batch(place, _PILOT), [()], self._seeds(_PILOT))
        each = (perf_counter() - begun) / (_PILOT * len(places))
        work = len(self.course.positions) / 2 + _CHOICE_WORK * len(self.turns)
        return max(2, min(findings.MOST_ROLLOUTS, int(seconds / each / work)))

    def _seeds(self, count: int, *stage: int) -> Any:
        """Make seeds for rollouts, other ones for each stage."""
        words = np.random.default_rng([self.seed, *stage])
        return words.integers(0, 2**64, count, np.uint64)

    def _roll(self, place: int, batch: Any, plans: list[Plan], seeds: Any) -> Any:
        return self.roller.roll(batch, seeds, plans, self.counts[place])

    def _batch(self, place: int, count: int) -> Any:
        known = self.course.positions[place]
        if self.course.is_partial and not _is_open(known):
            return self.roller.draw(known, count, self.seed % 2**63)
        return self.roller.encode(self.course.state(place))

    def _report_progress(self) -> None:
        if self.on_progress is not None:
            total = len(self.course.positions) + len(self.turns)
            self.on_progress(Progress(self.done, total, 0, perf_counter() - self.begun))
        self.done += 1

    def _values(self) -> Iterator["_Value"]:
        value, seeds = None, self._seeds(self.rollouts)
        for place, known in enumerate(self.course.positions):
            self._report_progress()
            if _is_open(known):
                value = _end_value(self.course.state(place), self.rollouts)
            elif value is None or not self._changes_nothing(place - 1):
                batch = self._batch(place, self.rollouts)
                value = _Value(self._roll(place, batch, [()], seeds)[0])
            yield value

    def _changes_nothing(self, place: int) -> bool:
        """Say whether the rollouts of a position are those of the next one, too."""
        known, seat = self.course.positions[place], self.course.positions[place].current_player
        if known.pending is not None or (self.course.is_partial and seat != self.course.observer):
            return False
        view = self.course.view(place, seat)
        return len(view.legal_moves) == 1 or (
            self.roller.preferred(view) == self.course.actions[place]
        )

    def _luck(self, values: "list[_Value]") -> Iterator[findings.Luck]:
        for place, action in enumerate(self.course.actions):
            known = self.course.positions[place]
            if known.pending is None:
                continue
            kind = next(n for n, kind in enumerate(KINDS) if isinstance(known.pending, kind))
            brought = values[place + 1].less(values[place])
            yield findings.Luck(
                position=place,
                round=self.counts[place + 1][0],
                event=_EVENTS[kind],
                seat=known.current_player if kind > 1 else None,
                outcome=action if isinstance(action, ls.Outcome) else None,
                brought=brought.estimates(-1.0),
            )

    def _choices(self) -> tuple[findings.Choice, ...]:
        """Judge all choices; mark mistakes by intervals that hold together for all of them."""
        judged = list[tuple[findings.Choice, float]]()
        for number, turn in enumerate(self.turns):
            self._report_progress()
            if found := self._judge(number, turn):
                judged.append(found)
        self._report_progress()
        far = estimates.reach(self.rollouts, len(judged) or 1)
        if self.rollouts < findings.ENOUGH:
            return tuple(choice for choice, _ in judged)
        least = [choice.cost.value - far * error for choice, error in judged]
        marks = [next((mark for mark, own in _MARKS.items() if low > own), None) for low in least]
        return tuple(
            evolve(choice, mark=mark) for (choice, _), mark in zip(judged, marks, strict=True)
        )

    def _judge(self, number: int, turn: _Turn) -> tuple[findings.Choice, float] | None:
        """Compare a choice with other plans; None if there are none. Give its cost's error, too."""
        place, seat, played = turn
        view = self.course.view(place, seat)
        plans = plans_for(view, played, self.roller.preferred)
        if len(plans) < 2:
            return None
        best, most = self._best_plan(number, turn, view, plans)
        is_liked = self._is_liked(view, played)
        arms = dict.fromkeys([played, best, *([] if is_liked else [()])])
        cost, gain, error = Estimate(0.0, 0.0, most), estimates.sure(0.0), 0.0
        if len(arms) > 1:
            count = self.rollouts if best != played else max(2, self.rollouts // 2)
            shares = self._compare(number, 2, turn, view, list(arms), count)
            won = dict(zip(arms, shares, strict=True))
            if best != played:
                mean, error = estimates.mean_and_error(won[best] - won[played])
                cost = estimates.around(mean, error, count)
            if not is_liked:
                gain = estimates.around(*estimates.mean_and_error(won[played] - won[()]), count)
        choice = findings.Choice(
            position=place,
            round=self.counts[place][0],
            seat=seat,
            kind=_kind_of(played[0]),
            played=played,
            best=best,
            cost=cost,
            gain=gain,
            mark=None,
        )
        return choice, error

    def _is_liked(self, view: ls.View, played: Plan) -> bool:
        for number, move in enumerate(played):
            if number:
                state = ls.apply(ls.sample_state(view, 0), played[0])
                view = ls.view(state, view.seat)
            if len(view.legal_moves) > 1 and self.roller.preferred(view) != move:
                return False
        return True

    def _best_plan(
        self, number: int, turn: _Turn, view: ls.View, plans: list[Plan]
    ) -> tuple[Plan, float]:
        """Choose the plan played, the first, or a better one; bound what another can gain."""
        count = max(2, self.rollouts // _FIRST_PART)
        won = self._compare(number, 0, turn, view, plans, count)
        gains = [estimates.mean_and_error(own - won[0]) for own in won[1:]]
        order = sorted(range(1, len(plans)), key=lambda plan: -gains[plan - 1][0])[:_FINALISTS]
        far = estimates.reach(count, len(gains))
        most = min(1.0, max(mean + far * error for mean, error in gains))
        if not any(mean > error for mean, error in gains):
            return plans[0], round(max(0.0, most), estimates.PLACES)
        finalists = [plans[0], *(plans[plan] for plan in order)]
        again = self._compare(number, 1, turn, view, finalists, _FINAL_PART * count)
        ahead = [estimates.mean_and_error(own - again[0]) for own in again[1:]]
        place = max(range(len(ahead)), key=lambda plan: ahead[plan][0])
        mean, error = ahead[place]
        return finalists[place + 1] if mean > error else plans[0], round(most, estimates.PLACES)

    def _compare(
        self, number: int, stage: int, turn: _Turn, view: ls.View, plans: list[Plan], count: int
    ) -> Any:
        """Give the seat's shares with each plan, in rollouts that these have in common."""
        seeds = self._seeds(count + 1, number, stage)
        if self.is_open:
            batch = self.roller.encode(self.course.state(turn.position))
        else:
            batch = self.roller.draw(view, count, int(seeds[-1]) >> 1)
        return self._roll(turn.position, batch, plans, seeds[:-1])[:, :, turn.seat]

    def _summary(
        self, seat: int, values: "list[_Value]", choices: tuple[findings.Choice, ...]
    ) -> findings.SeatSummary:
        last, own = values[-1], [choice for choice in choices if choice.seat == seat]
        brought = np.zeros(self.rollouts)
        for place, known in enumerate(self.course.positions[:-1]):
            if known.pending is not None:
                brought += (values[place + 1].shares - values[place].shares)[:, seat]
        luck = estimates.around(*estimates.mean_and_error(brought), self.rollouts)
        is_over = self.course.positions[-1].is_over
        result = round(float(last.shares[0, seat]), estimates.PLACES) if is_over else None
        adjusted = None
        if result is not None:
            ends = (result - luck.value, result - luck.high, result - luck.low)
            adjusted = Estimate(*(round(end, estimates.PLACES) for end in ends))
        marks = [choice.mark for choice in own]
        return findings.SeatSummary(
            start=values[0].estimates()[seat],
            result=result,
            luck=luck,
            adjusted=adjusted,
            gain=_total([choice.gain for choice in own]),
            cost=_total([choice.cost for choice in own if choice.best != choice.played]),
            slips=marks.count("slip"),
            mistakes=marks.count("mistake"),
            blunders=marks.count("blunder"),
        )


@frozen
class _Value:
    """The value of a position, or a difference of values: by rollout and seat."""

    shares: Shares
    is_sure: bool = False
    """Whether it is exact; all rollouts then have the same shares."""

    def less(self, other: "_Value") -> "_Value":
        return _Value(self.shares - other.shares, self.is_sure and other.is_sure)

    def estimates(self, least: float = 0.0) -> tuple[Estimate, ...]:
        """Estimate it for each seat; differences can be as low as -1."""
        found = list[Estimate]()
        for own in self.shares.T:
            if self.is_sure:
                found.append(estimates.sure(float(own[0])))
            elif least < 0:
                found.append(estimates.around(*estimates.mean_and_error(own), len(own)))
            else:
                found.append(estimates.share_of(float(own.mean()), len(own)))
        return tuple(found)


def _is_open(known: ls.State | ls.View) -> bool:
    """Say whether all is open, and only the donation roll can be awaited (R10.4)."""
    return known.is_over or isinstance(known.pending, ls.DonationRoll)


def _end_value(state: ls.State, count: int) -> _Value:
    """Value a state after the end scoring exactly, over all outcomes of a donation roll (R9.2)."""
    seats = len(state.players)
    shares = np.zeros(seats)
    if state.is_over:
        shares += final_shares(state)
    for outcome, probability in ls.chance_outcomes(state).items():
        shares += float(probability) * np.array(final_shares(ls.apply(state, outcome)))
    return _Value(np.tile(shares, (count, 1)), is_sure=True)


def _kind_of(move: ls.Move) -> findings.Kind:
    match move:
        case ls.TakeDie():
            return "die"
        case ls.PlayCard():
            return "card"
        case ls.SellGems():
            return "sale"
        case ls.Donate():
            return "donation"
        case ls.EndTurn():
            return "end"
        case ls.DrawCard() | ls.TakeCoins() | ls.Dig() | ls.BuildTent():
            return "use"
        case unknown:
            assert_never(unknown)


def _total(found: list[Estimate]) -> Estimate:
    value = sum(own.value for own in found)
    low = value - sqrt(sum((own.value - own.low) ** 2 for own in found))
    high = value + sqrt(sum((own.high - own.value) ** 2 for own in found))
    return Estimate(*(round(figure, estimates.PLACES) for figure in (value, low, high)))
