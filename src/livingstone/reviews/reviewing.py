"""Review a game: `review`.

The n-th rollouts of all positions have the same dice, stones and cards, so that a move that
`greedy` would make as well changes nothing. Luck is the share after an outcome minus the share
before it; for the share before it, the rollouts draw the outcome with its exact probability. The
seeds of the rollouts do not depend on the game, so that the expected luck is exactly 0, however
well `greedy` plays.

Choices are judged by the search of `learned`, from the view of their seat (`stretches`).
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter, process_time
from typing import Any

import numpy as np

import livingstone as ls
from livingstone.kernel import Kernel, roll_out_shares
from livingstone.players.bot import check_positive
from livingstone.reviews import findings
from livingstone.reviews.findings import Estimate, Values
from livingstone.reviews.opinions import FOR_REASONS, reason_for, second_opinion
from livingstone.reviews.stretches import (
    Trial,
    Turn,
    Verdict,
    WorkedOut,
    judge,
    stretches_of,
    try_stretch,
    work_out_stretch,
)
from livingstone.simulation import OnProgress, Progress
from livingstone.simulation.luck import KINDS, events_before
from livingstone.support.arguments import need, observer_of, seed_of, whole
from livingstone.support.machine import cores

ROLLOUTS = 2000
"""The rollouts of a position, unless the caller asks for another number."""
_CHANCE_KINDS: tuple[findings.ChanceKind, ...] = (
    "round_roll",
    "donation_roll",
    "stone_draw",
    "card_draw",
)
_CHOICE_KINDS: dict[type[ls.Move], findings.ChoiceKind] = {
    ls.TakeDie: "die",
    ls.PlayCard: "card",
    ls.SellGems: "sale",
    ls.Donate: "donation",
    ls.EndTurn: "end",
}
"""The kinds of choices by move; all other moves use a die."""
_PILOT = 8
"""With a limit of seconds, so many rollouts are played first to measure how long one takes."""
_EVERY = 16
"""These are played at one of so many positions."""
_MOST_PAIRS = 2.0
_PAIRS_OF_GAME = 4.0
_PAIRS_OF_CHOICE = 1 / 24
"""The most pairs of games for second opinions, for each rollout of a position: of one second
opinion, and of all of a review together, for the game and for each choice. So second opinions take
about a quarter of the time of the rest of a review, and their intervals are narrow in a game with
few marks."""
_AGAIN = 1
"""A number that makes the seeds of second opinions differ from the seeds of tries."""
_PART_AGAIN = 0.2
"""The part of a limit of seconds for second opinions."""


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

    The chances come from games that `greedy` plays on for all seats: `rollouts` of them from each
    position (by default 2000), or as many as take about `seconds` of processor time, which all
    cores share. A full record is reviewed from its true states, but its choices are judged by what
    their seat could see. With `seat`, the review knows only what this seat saw, and judges only its
    choices. `on_progress` is called with a `Progress` of positions and choices.

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

    Its positions are states, or views if the record shows only what a seat saw. The values of a
    position are shares of the win, a row for each rollout and a column for each seat; or a single
    row if they are exact.
    """

    def __init__(
        self, record: ls.Record, rollouts: int, seed: int, on_progress: OnProgress | None
    ) -> None:
        self.record = record
        self.rollouts = rollouts
        self.seed = seed
        self.on_progress = on_progress
        self.parts_done = 0
        self.begun = perf_counter()
        self.kernel = Kernel.of(record.edition, len(record.players))
        self.positions = list[Any](record.states() if record.is_full else record.views())
        self.actions = list[Any](ls.parse_move(line, hidden=True)[0] for line in record.actions)
        self.counts = events_before(position.pending for position in self.positions)
        self.turns = list(self._turns())
        self.stretches = stretches_of(self.turns)
        self.greedy_moves = {turn.position for turn in self.turns if self._is_greedy(turn)}
        """The positions whose move `greedy` would make as well, so that all rollouts make that
        move."""
        self.valued = [
            place
            for place, position in enumerate(self.positions)
            if _is_open(position) or place - 1 not in self.greedy_moves
        ]
        """The positions that need rollouts; the others have the values of the position before
        them."""
        self.values = list[Values]()

    def _turns(self) -> Iterator[Turn]:
        """List the moves to judge: all, or those of the seat whose record it is."""
        for place, (position, action) in enumerate(zip(self.positions, self.actions, strict=False)):
            mover = position.current_player
            if position.pending is None and (self.record.is_full or mover == self.record.seat):
                yield Turn(place, mover, action)

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
        """Measure at some positions and choices how many rollouts take so much processor time."""
        self._try_some(2)  # loads what is compiled
        begun = process_time()
        self._try_some(_PILOT)
        seconds_each = _EVERY * (process_time() - begun) / _PILOT / (1 - _PART_AGAIN)
        return max(2, min(findings.MOST_ROLLOUTS, int(seconds / seconds_each)))

    def _try_some(self, rollouts: int) -> None:
        """Value some positions and try some stretches, with few rollouts."""
        self.rollouts = rollouts
        for place in self.valued[::_EVERY]:
            self._value(place)
        for number in range(0, len(self.stretches), _EVERY):
            try_stretch(*self._stretch(number))

    def _report_progress(self) -> None:
        if self.on_progress is not None:
            total = len(self.positions) + 2 * len(self.turns)  # which are judged twice
            self.on_progress(Progress(self.parts_done, total, 0, perf_counter() - self.begun))
        self.parts_done += 1

    def _view(self, place: int) -> ls.View:
        """Return the view of the player to move, or of the seat of the record."""
        position = self.positions[place]
        if not self.record.is_full:
            return position  # type: ignore[no-any-return]
        return ls.view(position, position.current_player)

    def _is_greedy(self, turn: Turn) -> bool:
        """Return whether `greedy` would make this move as well."""
        view = self._view(turn.position)
        state = self.kernel.encode(ls.sample_state(view, 0))
        return len(view.legal_moves) == 1 or self.kernel.greedy(state) == turn.played

    def _values(self) -> Iterator[Values]:
        for place in range(len(self.positions)):
            self._report_progress()
            if place in self.valued:
                value = self._value(place)
            yield value

    def _value(self, place: int) -> Values:
        """Value a position by rollouts, or exactly when only the donation roll is awaited."""
        position = self.positions[place]
        count = self.rollouts
        state = position if self.record.is_full else ls.sample_state(position, 0)
        if _is_open(position):
            return _end_value(state)
        batch = self.kernel.encode(state)[None]
        rows = np.zeros(count, np.int64)
        if not self.record.is_full:
            batch = self.kernel.sample(batch[0], position.seat, count, self.seed % 2**63)
            rows = np.arange(count)
        seeds = np.random.default_rng([self.seed]).integers(0, 2**64, count, np.uint64)
        counts = self.counts[place]
        return roll_out_shares(self.kernel, batch, rows, seeds, counts=counts, threads=cores())

    def _change(self, place: int) -> Values:
        """Return the values after an action minus those before; a move of `greedy` changes none."""
        if place in self.greedy_moves:
            return np.zeros((1, self.kernel.players))
        return self.values[place + 1] - self.values[place]

    def _luck(self) -> Iterator[findings.Luck]:
        for place, action in enumerate(self.actions):
            position = self.positions[place]
            if position.pending is None:
                continue
            kind = KINDS.index(type(position.pending))
            is_draw = isinstance(position.pending, ls.StoneDraw | ls.CardDraw)
            yield findings.Luck(
                position=place,
                round=self.counts[place + 1][0],
                event=_CHANCE_KINDS[kind],
                seat=position.current_player if is_draw else None,
                outcome=action if isinstance(action, ls.Outcome) else None,
                brought=_estimates(self._change(place)),
            )

    def _choices(self) -> tuple[findings.Choice, ...]:
        """Judge all choices; mark mistakes by intervals that hold together for all of them."""
        trials = list[Trial | WorkedOut]()
        with ThreadPoolExecutor(cores()) as pool:
            tried = pool.map(self._try, range(len(self.stretches)))
            for stretch, trial in zip(self.stretches, tried, strict=True):
                trials.append(trial)
                for _ in stretch:
                    self._report_progress()
            judged = list(self._judged(trials))[::-1]
            tests = max(1, len(judged)) if self.rollouts >= findings.ENOUGH else 0
            marks = [findings.mark_of(verdict.cost, self._tries, tests) for _, verdict in judged]
            most_pairs = self._most_pairs(len(marks) - marks.count(None))
            choices = list[findings.Choice]()
            for choice in pool.map(partial(self._judged_again, most_pairs), judged, marks):
                choices.append(choice)
                self._report_progress()
        for _ in range(len(self.turns) - len(choices) + 1):  # the others were forced
            self._report_progress()
        return tuple(choices)

    def _judged_again(
        self, most_pairs: int, judged: tuple[Turn, Verdict], mark: findings.Mark | None
    ) -> findings.Choice:
        """Make a choice; add a second opinion if the cost would get a mark and is not exact."""
        (place, seat, played), verdict = judged
        cost = verdict.cost
        opinion: Estimate | None = None
        opinion_of_greedy: Estimate | None = None
        reason: findings.Reason | None = None
        if mark:
            seed = int(np.random.default_rng([self.seed, place, _AGAIN]).integers(2**63))
            plans = verdict.best, verdict.kept
            compared = self.kernel, self._view(place), plans, seed
            if cost.low == cost.high:
                reason = reason_for(*compared, min(most_pairs, FOR_REASONS))
            else:
                found = second_opinion(*compared, most_pairs, verdict.credit)
                opinion = found.gain
                opinion_of_greedy = found.gain_of_greedy
                reason = found.reason
                mark = mark if found.confirms else None
        return findings.Choice(
            position=place,
            round=self.counts[place][0],
            seat=seat,
            kind=_CHOICE_KINDS.get(type(played), "use"),
            played=(played,),
            best=verdict.best,
            cost=cost,
            gain=_estimates(self._change(place))[seat],
            mark=mark,
            kept=verdict.kept,
            opinion=opinion,
            opinion_of_greedy=opinion_of_greedy,
            reason=reason if mark else None,
        )

    def _most_pairs(self, opinions: int) -> int:
        """Return the most pairs of games for one of so many second opinions."""
        of_all = _PAIRS_OF_GAME + _PAIRS_OF_CHOICE * len(self.turns)
        return max(2, int(self.rollouts * min(_MOST_PAIRS, of_all / max(1, opinions))))

    @property
    def _tries(self) -> int:
        return max(2, self.rollouts // 2)

    def _try(self, number: int) -> Trial | WorkedOut:
        """Compute a stretch of a last turn exactly, or try the plans of the stretch."""
        stretch = self._stretch(number)
        return work_out_stretch(*stretch) or try_stretch(*stretch)

    def _stretch(self, number: int) -> tuple[Kernel, ls.View, list[ls.Move], int, int]:
        """Return the arguments to try a stretch: its view and moves, a seed and a number."""
        stretch = self.stretches[number]
        seed = int(np.random.default_rng([self.seed, number]).integers(2**63))
        played = [turn.played for turn in stretch]
        return self.kernel, self._view(stretch[0].position), played, seed, self._tries

    def _judged(self, trials: Sequence[Trial | WorkedOut]) -> Iterator[tuple[Turn, Verdict]]:
        """Judge all choices that were not forced, from the last one to the first."""
        credit = 0.0
        next_seat = None
        for stretch, trial in reversed([*zip(self.stretches, trials, strict=True)]):
            played = [turn.played for turn in stretch]
            goes_on = next_seat == stretch[0].seat and not isinstance(played[-1], ls.EndTurn)
            if isinstance(trial, WorkedOut):
                verdicts, credit = trial
            else:
                verdicts, credit = judge(played, trial, credit if goes_on else 0.0)
            next_seat = stretch[0].seat
            for turn, verdict in reversed([*zip(stretch, verdicts, strict=True)]):
                if verdict:
                    yield turn, verdict

    def _summary(self, seat: int, choices: tuple[findings.Choice, ...]) -> findings.SeatSummary:
        choices = tuple(choice for choice in choices if choice.seat == seat)
        marks = [choice.mark for choice in choices]
        brought = np.zeros((self.rollouts, self.kernel.players))
        for place, position in enumerate(self.positions[:-1]):
            if position.pending is not None:
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
            gain=findings.total(choice.gain for choice in choices),
            cost=findings.total(choice.cost for choice in choices if choice.best != choice.played),
            slips=marks.count("slip"),
            mistakes=marks.count("mistake"),
            blunders=marks.count("blunder"),
        )


def _estimates(value: Values, *bounds: float) -> tuple[Estimate, ...]:
    if len(value) == 1:
        return tuple(findings.exact(share) for share in value[0].tolist())
    return tuple(findings.mean(shares, *bounds) for shares in value.T)


def _is_open(position: ls.State | ls.View) -> bool:
    """Return whether everything is revealed (R10.4), so that only a donation roll is awaited."""
    return position.is_over or isinstance(position.pending, ls.DonationRoll)


def _end_value(state: ls.State) -> Values:
    """Value a state after the end scoring exactly, over all outcomes of a donation roll (R9.2)."""
    if (result := ls.result(state)) is not None:
        return np.array([result.shares])
    value = np.zeros((1, len(state.players)))
    for outcome, probability in ls.chance_outcomes(state).items():
        value += float(probability) * _end_value(ls.apply(state, outcome))
    return value
