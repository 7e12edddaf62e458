"""Second opinions: games that are played to the end after two plans, and what differs.

The search that finds mistakes stops its tries at the end of a round, where a network estimates the
worth of the position. The interval of a cost does not cover the error of this network. The games of
a second opinion use no estimates of positions, and so have other errors. Both plans get the same
random numbers. The policy of `learned` plays these games; `greedy` plays some too, since a mistake
should cost something whoever goes on.
"""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

import numpy as np

import livingstone as ls
from livingstone.kernel import Kernel, valuing
from livingstone.kernel import layout as at
from livingstone.kernel import tables as of
from livingstone.kernel.bridge import StateArray
from livingstone.kernel.search.networks import networks_for
from livingstone.kernel.valuing import Plan
from livingstone.reviews import findings
from livingstone.reviews.ending_odds import chances_of_sums
from livingstone.reviews.findings import Estimate, Reason, ReasonKind, Values
from livingstone.simulation.intervals import approximate_student, mean_and_error

_FIRST = 125
"""The pairs of games that are played first; the number is then doubled again and again."""
_EARLY = 2.5
"""A second opinion is clear early if it is so many standard errors from 0."""
_HOPELESS = 1.5
"""No more pairs are played if even so many more standard errors would not make the opinion
clear."""
_LEAST_SHARE = 0.01
_LEAST_POINTS = 0.1
"""The least difference that can be a reason: less would be 0 in whole games of 100, or in tenths of
a point."""
_OF_GREEDY = 1000
"""The most pairs of games that `greedy` plays."""
FOR_REASONS = 500
"""The most pairs to find a reason where no second opinion is needed."""


class _Topic(NamedTuple):
    """A possible reason."""

    kind: ReasonKind
    seat: int
    row: int | None
    values: Values
    """By plan and game: shares of games, or points."""
    points: Values
    """By plan and game: the points that it brings the seat that chooses."""


class Opinion(NamedTuple):
    """The result of games that were played to the end after two plans."""

    gain: Estimate
    """How much more of the win the better plan earns if the policy plays on."""
    gain_of_greedy: Estimate | None
    """The same if `greedy` plays on; None if the policy's games do not say which is better."""
    reason: Reason | None

    @property
    def confirms(self) -> bool:
        """Whether the better plan is better: clearly by the policy, and by `greedy` as well."""
        return self.gain_of_greedy is not None and self.gain_of_greedy.value > 0


class Pairs:
    """Games after a better plan and after another one, in pairs with the same random numbers.

    The policy of `learned` plays them, or `greedy`.
    """

    def __init__(
        self,
        kernel: Kernel,
        view: ls.View,
        plans: tuple[Plan, Plan],
        seed: int,
        *,
        by_greedy: bool = False,
    ) -> None:
        self.kernel = kernel
        self.seat = view.current_player
        self.plans = plans
        self.seed = seed
        self.array = kernel.encode(ls.sample_state(view, 0))
        self.networks = None if by_greedy else networks_for(kernel.tables)
        self.count = 0
        self.parts = list[tuple[Values, list[_Topic]]]()

    def play(self, count: int) -> None:
        """Play pairs until there are `count` of them."""
        numbers = range(self.count, count)
        ends, shares = valuing.play_plans(
            self.kernel, self.array, self.plans, self.seed, numbers, self.networks
        )
        topics = list(_topics(self.kernel.tables, ends, self.seat))
        self.parts.append((shares[:, :, self.seat], topics))
        self.count = count

    def shares(self) -> Values:
        """Return the shares of the win, by plan and game."""
        return np.concatenate([shares for shares, _ in self.parts], axis=1)

    def topics(self) -> list[_Topic]:
        """Return the possible reasons, from all games."""
        by_topic = zip(*(topics for _, topics in self.parts), strict=True)
        return [
            parts[0]._replace(
                values=np.concatenate([part.values for part in parts], axis=1),
                points=np.concatenate([part.points for part in parts], axis=1),
            )
            for parts in by_topic
        ]

    def reason(self) -> Reason | None:
        """Choose the largest of the clear differences in favour of the better plan.

        The Queen is the reason if games that are lost by her explain at least half of the whole
        loss; otherwise the reason is what brings most points.
        """
        topics = self.topics()
        compared = [(topic, _compared(topic, len(topics))) for topic in topics]
        clear = [(topic, reason) for topic, reason in compared if reason is not None]
        queen = next((reason for topic, reason in clear if topic.kind == "queen"), None)
        others = [(topic, reason) for topic, reason in clear if topic.kind != "queen"]
        if queen is not None and (not others or self._is_lost_by(queen)):
            return queen
        if not others:
            return None
        _, largest = max(others, key=lambda pair: _gained(pair[0].points))
        return largest

    def _is_lost_by(self, queen: Reason) -> bool:
        """Return whether games lost by the Queen explain at least half of the whole loss."""
        shares = self.shares()
        staying = 1 - (queen.better + queen.other) / 2
        won_if_not_out = float(shares.mean()) / staying if staying > 0 else 0.0
        return -2 * queen.difference.value * won_if_not_out >= _gained(shares)


def second_opinion(
    kernel: Kernel, view: ls.View, plans: tuple[Plan, Plan], seed: int, most: int, credit: float
) -> Opinion:
    """Play at most `most` pairs of games to the end, fewer if it is clear which plan is better.

    If it is the first one, `greedy` plays some pairs as well. `credit` is added to the share of the
    second plan.
    """
    pairs = Pairs(kernel, view, plans, seed)
    while pairs.count < most:
        pairs.play(min(most, max(_FIRST, 2 * pairs.count)))
        better, other = pairs.shares()
        gain, error = mean_and_error(better - other - credit)
        reach = approximate_student(most - 1) * error * sqrt(pairs.count / most)
        if abs(gain) > _EARLY * error or gain + _HOPELESS * error < reach:
            break
    gain_of_policy = findings.mean(better - other - credit)
    gain_of_greedy: Estimate | None = None
    if gain_of_policy.low > 0:
        games_of_greedy = Pairs(kernel, view, plans, seed, by_greedy=True)
        games_of_greedy.play(min(most, _OF_GREEDY))
        better, other = games_of_greedy.shares()
        gain_of_greedy = findings.mean(better - other - credit)
    return Opinion(gain_of_policy, gain_of_greedy, pairs.reason())


def reason_for(
    kernel: Kernel, view: ls.View, plans: tuple[Plan, Plan], seed: int, count: int
) -> Reason | None:
    """Say why the first of two plans is better, by `count` pairs of games; None if unclear."""
    pairs = Pairs(kernel, view, plans, seed)
    pairs.play(count)
    return pairs.reason()


def _gained(values: Values) -> float:
    return float((values[0] - values[1]).mean())


def _compared(topic: _Topic, tests: int) -> Reason | None:
    """Compare the two plans in one topic; None if the better plan is not clearly better in it."""
    better, other = topic.values
    value, error = mean_and_error(better - other)
    half = approximate_student(len(better) - 1, tests) * error
    least = _LEAST_SHARE if topic.kind in ("queen", "row", "rival_row") else _LEAST_POINTS
    if abs(value) <= max(half, least) or _gained(topic.points) <= 0:
        return None
    difference = findings.rounded(value, value - half, value + half)
    means = [round(float(values.mean()), findings.PLACES) for values in topic.values]
    return Reason(topic.kind, topic.seat, topic.row, means[0], means[1], difference)


def _topics(tables: of.Tables, ends: StateArray, seat: int) -> Iterator[_Topic]:
    """Yield the possible reasons, by plan and game, from the states at the ends of games."""
    players = int(tables[of.PLAYERS])
    first = tables[of.PLAYER]
    size = tables[of.PLAYER_SIZE]
    shape = (*ends.shape[:2], players, size)
    blocks = ends[:, :, first : first + players * size].reshape(shape).astype(float)
    own = blocks[:, :, seat]
    out = _chance_to_be_out(tables, blocks[..., at.CHEST], seat)
    yield _Topic("queen", seat, None, out, -out)
    rows = range(int(tables[of.ROWS]))
    tents = blocks[..., tables[of.IN_ROW] : tables[of.IN_ROW] + len(rows)]
    leads = (tents == tents.max(axis=2, keepdims=True)) & (tents > 0)
    sharing = np.maximum(1, leads.sum(axis=2, keepdims=True))
    majorities = leads * (tables[of.MAJORITY : of.MAJORITY + len(rows)] // sharing)
    for row in rows:
        for of_seat in range(players):
            kind: ReasonKind = "row" if of_seat == seat else "rival_row"
            weight = 1.0 if of_seat == seat else -1 / (players - 1)
            led = leads[:, :, of_seat, row].astype(float)
            yield _Topic(kind, of_seat, row + 1, led, weight * majorities[:, :, of_seat, row])
    gems = own[..., at.GEMS : at.GEMS + 3].sum(axis=2)
    cards = own[..., tables[of.HAND] : tables[of.HAND] + tables[of.KINDS]] @ _card_points(tables)
    points = own[..., at.POINTS] + at.WORD * own[..., at.POINTS_HIGH]
    before_end = points - majorities[:, :, seat].sum(axis=2) - gems - cards
    yield _Topic("points", seat, None, before_end, before_end)
    yield _Topic("gems", seat, None, gems, gems)
    yield _Topic("cards", seat, None, cards, cards)


def _card_points(tables: of.Tables) -> Values:
    """Return the points of each kind of card that is still in a hand (R8.3)."""
    kinds = tables[of.KINDS]
    scores = tables[of.EFFECT : of.EFFECT + kinds] == of.SCORE_POINTS
    points: Values = np.where(scores, tables[of.FIGURE : of.FIGURE + kinds], 0).astype(float)
    return points


def _chance_to_be_out(tables: of.Tables, chests: Values, seat: int) -> Values:
    """Return the chance that a seat has donated too little (R8.4, R9.2), by plan and game."""
    own = chests[..., seat]
    if chests.shape[-1] > 2:
        is_least: Values = (own == chests.min(axis=-1)).astype(float)
        return is_least
    sums = chances_of_sums(int(tables[of.DONATION_DICE]), int(tables[of.SIDES]))
    out = np.zeros(own.shape)
    for total, chance in sums.items():
        out += chance * (own < total)
    return out
