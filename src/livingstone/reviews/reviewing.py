"""Reviewing a game: `review`.

All positions of a game have the same rollouts in common: the n-th rollout of each has the same
dice, stones and cards. A position after the move that `greedy` would make has the very rollouts of
the position before. Luck is the difference of the rollouts after and before an outcome; those
before it draw the outcome themselves, by its exact probabilities. Since the seeds of the rollouts
do not depend on the game, the mean of that difference is exactly 0, whoever plays them.

A choice is judged by the search of `learned` from the view of its seat. The best plan is chosen by
one half of the tries, and what it costs not to choose it is measured by the other half.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from time import perf_counter
from typing import Any, NamedTuple, assert_never

import numpy as np
from attrs import Factory, define, evolve, field, frozen
from numpy.typing import NDArray

import livingstone as ls
from livingstone.kernel import Kernel, roll_out_shares
from livingstone.reviews import estimates, findings
from livingstone.reviews.estimates import Estimate
from livingstone.reviews.weighing import weigh_plans
from livingstone.simulation import OnProgress, Progress
from livingstone.simulation.luck import KINDS, events_before
from livingstone.support.arguments import observer_of, seed_of, whole
from livingstone.support.machine import cores

ROLLOUTS = 2000
"""How many rollouts a position gets unless the caller asks for another number."""
_EVENTS: tuple[findings.Event, ...] = ("round_roll", "donation_roll", "stone_draw", "card_draw")
_MARKS: dict[findings.Mark, float] = {"blunder": 0.1, "mistake": 0.05, "slip": 0.0}
"""Above which share of the win, at the least, a choice has a mark."""
_PILOT, _EVERY = 8, 16
"""For a limit of seconds, so many rollouts are timed at every so many positions."""
Shares = NDArray[np.float64]
"""Shares of the win: a row for each rollout, a column for each seat."""


def review(
    record: ls.Record,
    *,
    rollouts: int | None = None,
    seconds: float | None = None,
    seat: int | None = None,
    seed: int = 0,
    on_progress: OnProgress | None = None,
) -> findings.Review:
    """Review a game: everybody's chances in each position, the cost of choices, and luck.

    The chances are those of a game that `greedy` plays on for all seats, found by `rollouts` games
    from each position (by default 2000), or by as many as take about `seconds`. A full record is
    reviewed from its true states, but its choices are judged by what their seat could see. With
    `seat`, the review is that of what this seat saw, as for a record that shows no more; only its
    own choices are judged.

    `on_progress` is called with a `Progress` that counts positions and choices. The same arguments
    give the same review, except with `seconds`.

    >>> from livingstone import Record, TakeDie, new_game
    >>> found = review(Record.of(new_game(2, seed=7), [TakeDie(3)]), rollouts=100)
    >>> [choice.played for choice in found.choices]
    [(TakeDie(value=3),)]

    Raises `RecordError` for a record that does not replay, and `ArgumentError` for arguments that
    are not valid and for an edition that the kernel does not know.
    """
    if rollouts is not None and seconds is not None:
        raise ls.ArgumentError("give rollouts or seconds, not both")
    if seconds is not None and not 0 < seconds < 10**6:
        raise ls.ArgumentError(f"seconds must be a number above 0: {seconds}")
    course = _Course.of(record, seat)
    wanted = ROLLOUTS if rollouts is None else rollouts
    count = whole("rollouts", wanted, 2, findings.MOST_ROLLOUTS)
    kernel = Kernel.of(record.edition, len(record.players))
    game = _Game(course, kernel, count, seed_of(seed), on_progress)
    if seconds is not None:
        game.rollouts = game.rollouts_in(seconds)
    return game.review()


class _Turn(NamedTuple):
    """A choice that was made."""

    position: int
    seat: int
    played: ls.Move


@define
class _Course:
    """The positions of a game and what happened in them."""

    record: ls.Record
    is_partial: bool
    """Whether it is only what the record's seat saw; else the positions are states."""
    positions: list[Any]
    """States, or views."""
    actions: list[Any]

    @classmethod
    def of(cls, record: ls.Record, seat: int | None) -> "_Course":
        seat = observer_of(seat, len(record.players))
        if not record.is_full and seat not in (None, record.seat):
            whose = "a spectator" if record.seat is None else f"seat {record.seat}"
            raise ls.ArgumentError(f"the record shows what {whose} saw, not what seat {seat} saw")
        if record.is_full and seat is not None:
            record = record.seen_by(seat)
        positions = list[Any](record.states() if record.is_full else record.views())
        actions = [ls.parse_move(line)[1] for line in record.actions]
        return cls(record, not record.is_full, positions, actions)

    def view(self, position: int) -> ls.View:
        """Return what the player to move saw, or the seat of the record."""
        known = self.positions[position]
        return known if self.is_partial else ls.view(known, known.current_player)

    def turns(self) -> Iterator[_Turn]:
        """List the choices of the seats that are judged."""
        for place, (known, action) in enumerate(zip(self.positions, self.actions, strict=False)):
            mover = known.current_player
            if known.pending is None and not (self.is_partial and mover != self.record.seat):
                yield _Turn(place, mover, action)


@define
class _Game:
    course: _Course
    kernel: Kernel
    rollouts: int
    seed: int
    on_progress: OnProgress | None
    done: int = 0
    begun: float = field(factory=perf_counter)
    counts: list[list[int]] = Factory(
        lambda self: events_before(known.pending for known in self.course.positions),
        takes_self=True,
    )
    turns: list[_Turn] = Factory(lambda self: list(self.course.turns()), takes_self=True)
    liked: set[int] = Factory(lambda self: set(self._liked()), takes_self=True)
    """The positions whose move `greedy` would make as well, so that all rollouts do."""

    def review(self) -> findings.Review:
        values = list(self._values())
        choices = self._choices(values)
        return findings.Review(
            record=self.course.record,
            player="greedy",
            rollouts=self.rollouts,
            engine="fast",
            seen="view",
            chances=tuple(value.estimates() for value in values),
            choices=choices,
            luck=tuple(self._luck(values)),
            summary=tuple(
                self._summary(seat, values, choices) for seat in range(self.kernel.players)
            ),
        )

    def rollouts_in(self, seconds: float) -> int:
        """Find how many rollouts take about so long, by trying some positions and choices."""
        self._work(2)  # loads what is compiled
        begun = perf_counter()
        self._work(_PILOT)
        each = _EVERY * (perf_counter() - begun) / _PILOT
        return max(2, min(findings.MOST_ROLLOUTS, int(seconds / each)))

    def _work(self, rollouts: int) -> None:
        self.rollouts = rollouts
        for place in self._fresh()[::_EVERY]:
            self._value(place)
        for number in range(0, len(self.turns), _EVERY):
            self._judge(number)

    def _report_progress(self) -> None:
        if self.on_progress is not None:
            total = len(self.course.positions) + len(self.turns)
            self.on_progress(Progress(self.done, total, 0, perf_counter() - self.begun))
        self.done += 1

    def _fresh(self) -> list[int]:
        """List the positions whose value is not that of the position before."""
        return [
            place
            for place, known in enumerate(self.course.positions)
            if _is_open(known) or place - 1 not in self.liked
        ]

    def _values(self) -> Iterator["_Value"]:
        value, fresh = None, set(self._fresh())
        for place in range(len(self.course.positions)):
            self._report_progress()
            if value is None or place in fresh:
                value = self._value(place)
            yield value

    def _value(self, place: int) -> "_Value":
        """Value a position by rollouts, or exactly when only the donation roll is awaited."""
        known, count = self.course.positions[place], self.rollouts
        state = ls.sample_state(known, 0) if self.course.is_partial else known
        if _is_open(known):
            return _end_value(state, count)
        batch, rows = self.kernel.encode(state)[None], np.zeros(count, np.int64)
        if self.course.is_partial:
            batch = self.kernel.sample(batch[0], known.seat, count, self.seed % 2**63)
            rows = np.arange(count)
        seeds = np.random.default_rng([self.seed]).integers(0, 2**64, count, np.uint64)
        return _Value(
            roll_out_shares(
                self.kernel, batch, rows, seeds, counts=self.counts[place], threads=cores()
            )
        )

    def _liked(self) -> Iterator[int]:
        for place, _, played in self.turns:
            view = self.course.view(place)
            state = self.kernel.encode(ls.sample_state(view, 0))
            if len(view.legal_moves) == 1 or self.kernel.greedy(state) == played:
                yield place

    def _luck(self, values: "list[_Value]") -> Iterator[findings.Luck]:
        for place, action in enumerate(self.course.actions):
            known = self.course.positions[place]
            if known.pending is None:
                continue
            kind = next(n for n, kind in enumerate(KINDS) if isinstance(known.pending, kind))
            yield findings.Luck(
                position=place,
                round=self.counts[place + 1][0],
                event=_EVENTS[kind],
                seat=known.current_player if kind > 1 else None,
                outcome=action if isinstance(action, ls.Outcome) else None,
                brought=values[place + 1].less(values[place]).estimates(-1.0),
            )

    def _choices(self, values: "list[_Value]") -> tuple[findings.Choice, ...]:
        """Judge all choices; mark mistakes by intervals that hold together for all of them."""
        judged = list[tuple[findings.Choice, float]]()
        with ThreadPoolExecutor(cores()) as pool:
            for turn, found in zip(
                self.turns, pool.map(self._judge, range(len(self.turns))), strict=True
            ):
                self._report_progress()
                if found:
                    place, seat, _ = turn
                    choice, error = found
                    if place not in self.liked:
                        gain = values[place + 1].less(values[place]).estimates(-1.0)[seat]
                        choice = evolve(choice, gain=gain)
                    judged.append((choice, error))
        self._report_progress()
        if self.rollouts < findings.ENOUGH:
            return tuple(choice for choice, _ in judged)
        far = estimates.reach(self.rollouts // 4, len(judged) or 1)
        least = [choice.cost.value - far * error for choice, error in judged]
        marks = [next((mark for mark, own in _MARKS.items() if low > own), None) for low in least]
        return tuple(
            evolve(choice, mark=mark) for (choice, _), mark in zip(judged, marks, strict=True)
        )

    def _judge(self, number: int) -> tuple[findings.Choice, float] | None:
        """Compare a choice with other plans, if any; return the error of its cost, too."""
        place, seat, played = self.turns[number]
        seed = int(np.random.default_rng([self.seed, number]).integers(2**63))
        tries = max(2, self.rollouts // 2)
        plans, shares = weigh_plans(self.kernel, self.course.view(place), seed, tries, played)
        others = [plan for plan, moves in enumerate(plans) if moves[0] != played]
        if not others:
            return None
        half = tries // 2
        chosen, measured = shares[:, :half], shares[:, half:]
        means = chosen.mean(axis=1)
        own = max(set(range(len(plans))) - set(others), key=lambda plan: means[plan])
        gains = [estimates.mean_and_error(chosen[plan] - chosen[own]) for plan in others]
        best, (mean, error) = max(zip(others, gains, strict=True), key=lambda pair: pair[1])
        if mean > error:
            mean, error = estimates.mean_and_error(measured[best] - measured[own])
            cost = estimates.around(mean, error, tries - half)
        else:
            far = estimates.reach(half, len(gains))
            most = max(0.0, min(1.0, max(mean + far * error for mean, error in gains)))
            best, error, cost = own, 0.0, Estimate(0.0, 0.0, round(most, estimates.PLACES))
        return (
            findings.Choice(
                position=place,
                round=self.counts[place][0],
                seat=seat,
                kind=_kind_of(played),
                played=(played,),
                best=(played,) if best == own else plans[best],
                cost=cost,
                gain=estimates.sure(0.0),
                mark=None,
            ),
            error,
        )

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
    """Return whether all is open, and only the donation roll can be awaited (R10.4)."""
    return known.is_over or isinstance(known.pending, ls.DonationRoll)


def _end_value(state: ls.State, count: int) -> _Value:
    """Value a state after the end scoring exactly, over all outcomes of a donation roll (R9.2)."""
    seats = len(state.players)
    shares = np.zeros(seats)
    if state.is_over:
        shares += _won(state)
    for outcome, probability in ls.chance_outcomes(state).items():
        shares += float(probability) * np.array(_won(ls.apply(state, outcome)))
    return _Value(np.tile(shares, (count, 1)), is_sure=True)


def _won(state: ls.State) -> tuple[float, ...]:
    ended = ls.result(state)
    assert ended is not None
    return ended.shares


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
