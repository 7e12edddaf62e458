"""Reviewing a game: `review`.

The n-th rollout of each position has the same dice, stones and cards, so that a move of `greedy`
changes nothing. Luck is the difference of the rollouts after and before an outcome; those before it
draw the outcome by its exact probabilities. Since the seeds of the rollouts do not depend on the
game, the mean of that difference is exactly 0, whoever plays them.

Choices are judged by the search of `learned` from the view of their seat (`stretches`).
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import numpy as np

import livingstone as ls
from livingstone.kernel import Kernel, roll_out_shares
from livingstone.players.bot import check_positive
from livingstone.reviews import findings
from livingstone.reviews.findings import Estimate, Values
from livingstone.reviews.stretches import Trial, Turn, Verdict, judge, stretches_of, try_stretch
from livingstone.simulation import OnProgress, Progress
from livingstone.simulation.luck import KINDS, events_before
from livingstone.support.arguments import need, observer_of, seed_of, whole
from livingstone.support.machine import cores

ROLLOUTS = 2000
"""How many rollouts a position gets unless the caller asks for another number."""
_EVENTS: tuple[findings.Event, ...] = ("round_roll", "donation_roll", "stone_draw", "card_draw")
_KINDS: dict[type[ls.Move], findings.Kind] = {
    ls.TakeDie: "die",
    ls.PlayCard: "card",
    ls.SellGems: "sale",
    ls.Donate: "donation",
    ls.EndTurn: "end",
}
"""The kinds of all moves but the uses of a die."""
_PILOT = 8
"""For a limit of seconds, the rollouts by which it is measured how long one takes."""
_EVERY = 16
"""They are played at one of so many positions."""


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
    `seat`, only what this seat saw counts, and only its own choices are judged. `on_progress` is
    called with a `Progress` of positions and choices.

    >>> from livingstone import Record, TakeDie, new_game
    >>> found = review(Record.of(new_game(2, seed=7), [TakeDie(3)]), rollouts=100)
    >>> [choice.played for choice in found.choices]
    [(TakeDie(value=3),)]

    Raises `RecordError` for a record that does not replay, and `ArgumentError` for arguments that
    are not valid and for an edition that the kernel does not know.
    """
    need("review", record, "Record", ls.Record)
    if rollouts is not None and seconds is not None:
        raise ls.ArgumentError("give rollouts or seconds, not both")
    check_positive("seconds", seconds)
    count = whole("rollouts", ROLLOUTS if rollouts is None else rollouts, 2, findings.MOST_ROLLOUTS)
    game = _Game(_seen_by(record, seat), count, seed_of(seed), on_progress)
    if seconds is not None:
        game.rollouts = game.rollouts_in(seconds)
    return game.review()


def _seen_by(record: ls.Record, seat: int | None) -> ls.Record:
    seat = observer_of(seat, len(record.players))
    if record.is_full and seat is not None:
        return record.seen_by(seat)
    if seat not in (None, record.seat):
        whose = "a spectator" if record.seat == "spectator" else f"seat {record.seat}"
        raise ls.ArgumentError(f"the record shows what {whose} saw, not what seat {seat} saw")
    return record


class _Game:
    """A game under review.

    Its positions are states, or views if the record shows only what a seat saw. The value of a
    position has a row for each rollout and a column for each seat, or a single row if it is exact.
    """

    def __init__(
        self, record: ls.Record, rollouts: int, seed: int, on_progress: OnProgress | None
    ) -> None:
        self.record = record
        self.rollouts = rollouts
        self.seed = seed
        self.on_progress = on_progress
        self.done = 0
        self.begun = perf_counter()
        self.kernel = Kernel.of(record.edition, len(record.players))
        self.positions = list[Any](record.states() if record.is_full else record.views())
        self.actions = list[Any](ls.parse_move(line, hidden=True)[0] for line in record.actions)
        self.counts = events_before(known.pending for known in self.positions)
        self.turns = [
            Turn(place, known.current_player, action)
            for place, (known, action) in enumerate(zip(self.positions, self.actions, strict=False))
            if known.pending is None and (record.is_full or known.current_player == record.seat)
        ]
        self.stretches = stretches_of(self.turns)
        self.liked = {turn.position for turn in self.turns if self._is_liked(turn)}
        """The positions whose move `greedy` would make as well, so that all rollouts do."""
        self.fresh = [
            place
            for place, known in enumerate(self.positions)
            if _is_open(known) or place - 1 not in self.liked
        ]
        """The positions whose value is not that of the position before."""
        self.values = list[Values]()

    def review(self) -> findings.Review:
        self.values = list(self._values())
        choices = self._choices()
        return findings.Review(
            record=self.record,
            player="greedy",
            rollouts=self.rollouts,
            engine="fast",
            seen="view",
            chances=tuple(_estimates(value, 0.0, 1.0) for value in self.values),
            choices=choices,
            luck=tuple(self._luck()),
            summary=tuple(self._summary(seat, choices) for seat in range(self.kernel.players)),
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
        for place in self.fresh[::_EVERY]:
            self._value(place)
        for number in range(0, len(self.stretches), _EVERY):
            self._try(number)

    def _report_progress(self) -> None:
        if self.on_progress is not None:
            total = len(self.positions) + len(self.turns)
            self.on_progress(Progress(self.done, total, 0, perf_counter() - self.begun))
        self.done += 1

    def _view(self, place: int) -> ls.View:
        """Return what the player to move saw, or the seat of the record."""
        known = self.positions[place]
        return ls.view(known, known.current_player) if self.record.is_full else known

    def _is_liked(self, turn: Turn) -> bool:
        view = self._view(turn.position)
        state = self.kernel.encode(ls.sample_state(view, 0))
        return len(view.legal_moves) == 1 or self.kernel.greedy(state) == turn.played

    def _values(self) -> Iterator[Values]:
        for place in range(len(self.positions)):
            self._report_progress()
            if place in self.fresh:
                value = self._value(place)
            yield value

    def _value(self, place: int) -> Values:
        """Value a position by rollouts, or exactly when only the donation roll is awaited."""
        known = self.positions[place]
        count = self.rollouts
        state = known if self.record.is_full else ls.sample_state(known, 0)
        if _is_open(known):
            return _end_value(state)
        batch = self.kernel.encode(state)[None]
        rows = np.zeros(count, np.int64)
        if not self.record.is_full:
            batch = self.kernel.sample(batch[0], known.seat, count, self.seed % 2**63)
            rows = np.arange(count)
        seeds = np.random.default_rng([self.seed]).integers(0, 2**64, count, np.uint64)
        counts = self.counts[place]
        return roll_out_shares(self.kernel, batch, rows, seeds, counts=counts, threads=cores())

    def _change(self, place: int) -> Values:
        """Return what an action changed; a move that `greedy` likes changes nothing."""
        if place in self.liked:
            return np.zeros((1, self.kernel.players))
        return self.values[place + 1] - self.values[place]

    def _luck(self) -> Iterator[findings.Luck]:
        for place, action in enumerate(self.actions):
            known = self.positions[place]
            if known.pending is None:
                continue
            kind = KINDS.index(type(known.pending))
            yield findings.Luck(
                position=place,
                round=self.counts[place + 1][0],
                event=_EVENTS[kind],
                seat=known.current_player if kind > 1 else None,
                outcome=action if isinstance(action, ls.Outcome) else None,
                brought=_estimates(self._change(place)),
            )

    def _choices(self) -> tuple[findings.Choice, ...]:
        """Judge all choices; mark mistakes by intervals that hold together for all of them."""
        trials = list[Trial]()
        with ThreadPoolExecutor(cores()) as pool:
            found = pool.map(self._try, range(len(self.stretches)))
            for stretch, trial in zip(self.stretches, found, strict=True):
                trials.append(trial)
                for _ in stretch:
                    self._report_progress()
        self._report_progress()
        judged = list(self._judged(trials))[::-1]
        tests = max(1, len(judged)) if self.rollouts >= findings.ENOUGH else 0
        return tuple(
            findings.Choice(
                position=place,
                round=self.counts[place][0],
                seat=seat,
                kind=_KINDS.get(type(played), "use"),
                played=(played,),
                best=best,
                cost=cost,
                gain=_estimates(self._change(place))[seat],
                mark=findings.mark_of(cost, self._tries, tests),
            )
            for (place, seat, played), (best, cost) in judged
        )

    @property
    def _tries(self) -> int:
        return max(2, self.rollouts // 2)

    def _try(self, number: int) -> Trial:
        stretch = self.stretches[number]
        seed = int(np.random.default_rng([self.seed, number]).integers(2**63))
        played = [turn.played for turn in stretch]
        return try_stretch(self.kernel, self._view(stretch[0].position), played, seed, self._tries)

    def _judged(self, trials: Sequence[Trial]) -> Iterator[tuple[Turn, Verdict]]:
        """Judge all choices that were not forced, from the last one to the first."""
        credit = 0.0
        later = None
        for stretch, trial in reversed([*zip(self.stretches, trials, strict=True)]):
            played = [turn.played for turn in stretch]
            goes_on = later == stretch[0].seat and not isinstance(played[-1], ls.EndTurn)
            verdicts, credit = judge(played, trial, credit if goes_on else 0.0)
            later = stretch[0].seat
            for turn, verdict in reversed([*zip(stretch, verdicts, strict=True)]):
                if verdict:
                    yield turn, verdict

    def _summary(self, seat: int, choices: tuple[findings.Choice, ...]) -> findings.SeatSummary:
        own = [choice for choice in choices if choice.seat == seat]
        marks = [choice.mark for choice in own]
        brought = np.zeros((self.rollouts, self.kernel.players))
        for place, known in enumerate(self.positions[:-1]):
            if known.pending is not None:
                brought += self._change(place)
        luck = findings.mean(brought[:, seat])
        result = None
        adjusted = None
        if self.positions[-1].is_over:
            result = round(float(self.values[-1][0, seat]), findings.PLACES)
            adjusted = findings.rounded(result - luck.value, result - luck.high, result - luck.low)
        return findings.SeatSummary(
            start=_estimates(self.values[0], 0.0, 1.0)[seat],
            result=result,
            luck=luck,
            adjusted=adjusted,
            gain=findings.total(choice.gain for choice in own),
            cost=findings.total(choice.cost for choice in own if choice.best != choice.played),
            slips=marks.count("slip"),
            mistakes=marks.count("mistake"),
            blunders=marks.count("blunder"),
        )


def _estimates(value: Values, *bounds: float) -> tuple[Estimate, ...]:
    if len(value) == 1:
        return tuple(findings.sure(own) for own in value[0].tolist())
    return tuple(findings.mean(own, *bounds) for own in value.T)


def _is_open(known: ls.State | ls.View) -> bool:
    """Return whether all is open, and only the donation roll can be awaited (R10.4)."""
    return known.is_over or isinstance(known.pending, ls.DonationRoll)


def _end_value(state: ls.State) -> Values:
    """Value a state after the end scoring exactly, over all outcomes of a donation roll (R9.2)."""
    if (ended := ls.result(state)) is not None:
        return np.array([ended.shares])
    value = np.zeros((1, len(state.players)))
    for outcome, probability in ls.chance_outcomes(state).items():
        value += float(probability) * _end_value(ls.apply(state, outcome))
    return value
