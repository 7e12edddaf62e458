"""What to do in a position: `hint`."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape
from math import inf
from random import Random
from typing import ClassVar

import numpy as np
from attrs import evolve, frozen

import livingstone as ls
from livingstone.errors import LONGEST_REPR, shortened
from livingstone.kernel import Kernel, UnsupportedEditionError, valuing
from livingstone.kernel.search.networks import networks_for
from livingstone.kernel.valuing import Plan
from livingstone.players.bot import check_positive, processor_time
from livingstone.players.ismcts import search
from livingstone.players.learned import search_within
from livingstone.reviews.findings import PLACES, Estimate, Reason, Values, mean, rounded
from livingstone.reviews.last_turn import CLOSE, UNKNOWN, LastTurn, last_turn
from livingstone.reviews.opinions import FOR_REASONS, Pairs
from livingstone.reviews.sentences import describe_plan, describe_reason, percent
from livingstone.support.arguments import check_names, need, seed_of
from livingstone.support.limits import MOST_TRIES

Row = tuple[Plan, Estimate]
_SHOWN = 3
"""The most plans of a hint."""
_MOST = 10**5
"""The most tries that measure a plan."""
_SEARCH_PART = 7 / 8
"""The part of the time for the search. With a half, hints of 0.02 s won .215 ± .054 of 200 games of
four (even .25)."""
_MEASURED_PART = 15 / 16
"""The part of the time until the chances are measured; the rest is for the reason."""
_PAIRS = 25
"""The pairs of games that are played at a time for the reason."""


@frozen
class HintedPlan:
    """A plan, and the share of the win that the seat can expect with it."""

    moves: Plan
    """A move, or a die with its use."""
    chances: Estimate
    """The share of the win, with an interval. In the last turn of a game it is mostly exact: then
    both ends are equal to the value."""
    words: str
    """The moves in words, in the language of the hint."""

    def __str__(self) -> str:
        return f"{self.words}: {percent(self.chances)}"

    def __repr__(self) -> str:
        return shortened(f"HintedPlan({self})", LONGEST_REPR)


@frozen
class Hint:
    """The best plans in a position; `str` says the best one, its chances to win, and why."""

    document: ClassVar[str] = "hint"
    """The name of its JSON documents."""
    plans: tuple[HintedPlan, ...]
    """At most three plans, the best first, in the order of the search or of their exact shares."""
    player: str
    """The bot whose search tried the plans: `learned`, or `ismcts` for an edition that the kernel
    does not know. `exact` if the shares were computed exactly, in the last turn of a game."""
    tried: HintedPlan | None = None
    """The plan that the caller asked about, with its best continuation; None if there was none, and
    if `ismcts` did not try it."""
    other: HintedPlan | None = None
    """The plan with which `reason` compares the best one: the caller's plan if it is worse, or else
    the second best; None without a reason."""
    reason: Reason | None = None
    """Why the best plan is better than `other`; None if no reason is clear."""
    why: str = ""
    """The reason in words, in the language of the hint; empty without one."""

    def __str__(self) -> str:
        best = str(self.plans[0])
        return f"{best}. {self.why}" if self.why else best

    def __repr__(self) -> str:
        plans = "; ".join(map(str, self.plans))
        return shortened(f"Hint({plans}; by {self.player})", LONGEST_REPR)

    def _repr_html_(self) -> str:
        plans = "".join(f"<li>{escape(str(plan))}</li>" for plan in self.plans)
        return f"<ol>{plans}</ol><p>{escape(self.why)}</p>" if self.why else f"<ol>{plans}</ol>"


def hint(
    view: ls.View,
    *,
    seconds: float = 1.0,
    seed: int = 0,
    tried: "Plan" = (),
    names: Sequence[str] | None = None,
    language: str = "en",
) -> Hint:
    """Find the best plans for the seat to move, by the search of the strongest player.

    A hint takes about `seconds` of processor time, and longer if the kernel has to be compiled
    first. The search takes at most seven eighths of the time. The rest measures the chances of the
    plans, and plays games to their ends that show why the best plan is better. In the last turn of
    a game, the chances are computed exactly where possible, which takes at most a few seconds,
    whatever `seconds` is.

    `tried` is a plan of the caller's, whose chances are measured as well: legal moves of this turn,
    of which only the last may await chance. `names` and `language` are those of `describe_plan`.

    >>> from livingstone import new_game, view
    >>> best = hint(view(new_game(2, seed=7), 0), seconds=0.2)
    >>> 1 <= len(best.plans) <= 3
    True
    >>> str(best).startswith(f"{best.plans[0].words}: ")
    True

    Raises `ArgumentError` for a view without legal moves, for a time that is not above 0, for a
    seed out of range, an unknown language, and too few or too many names; `IllegalMoveError` for a
    plan with an illegal move.
    """
    need("hint", view, "View", ls.View)
    if not view.legal_moves:
        raise ls.ArgumentError("there is no move to choose in this view")
    check_positive("seconds", seconds)
    seed = seed_of(seed)
    tried = tuple(tried)
    ls.edition.phrases_in(language)
    if names is not None:
        check_names(names, len(view.players))
    describe = partial(describe_plan, view=view, names=names, language=language)
    state = ls.sample_state(view, 0)
    valuing.check_plan(state, tried)
    try:
        kernel = Kernel.of(view.edition, len(view.players))
    except UnsupportedEditionError:
        shares_by_plan = search(view, Random(seed), inf, seconds)
        values = [(plan, np.array(shares)) for plan, shares in shares_by_plan.items() if shares]
        return _hint(_estimated(values), "ismcts", tried, describe)
    seed_word = seed % 2**63
    begun, found = _found_by_kernel(kernel, view, state, seconds, seed_word, tried, describe)
    return _with_reason(found, kernel, view, seed_word, names, language, begun + seconds)


def _found_by_kernel(
    kernel: Kernel, view: ls.View, state: ls.State, seconds: float, seed: int, tried: Plan,
    describe: Callable[[Plan], str],
) -> tuple[float, Hint]:  # fmt: skip
    """Compute the best plans, or search for them; return the processor time at the start, too."""
    array = kernel.encode(state)
    networks = networks_for(kernel.tables)
    list_plans = partial(valuing.list_plans, kernel, array, networks, seed)
    begun = processor_time()
    if (turn := last_turn(view)) and (rows := _exact_rows(turn, list_plans(0), tried)):
        return begun, _hint(rows, "exact", tried, describe)
    # Loads what is compiled, so that no limit counts it.
    valuing.try_plans(kernel, array, list_plans(1), seed, range(1), networks)
    start = processor_time()
    plans = search_within(view, list_plans, start, seconds * _SEARCH_PART, MOST_TRIES)
    measured = plans[:_SHOWN]
    if tried:
        measured.append(next((plan for plan in plans if plan[: len(tried)] == tried), tried))
        measured = list(dict.fromkeys(measured))

    def measure(tries: int) -> Values:
        return valuing.try_plans(kernel, array, measured, seed, range(tries), networks)

    shares = search_within(view, measure, start, seconds * _MEASURED_PART, _MOST)
    rows = _estimated(zip(measured, shares, strict=True))
    return start, _hint(rows, "learned", tried, describe)


def _with_reason(
    hint: Hint, kernel: Kernel, view: ls.View, seed: int, names: Sequence[str] | None,
    language: str, end: float,
) -> Hint:  # fmt: skip
    """Add why the best plan is better, by games that are played up to a processor time."""
    best = hint.plans[0]
    other = hint.plans[1] if len(hint.plans) > 1 else None
    if hint.tried is not None and hint.tried.chances.value < best.chances.value:
        other = hint.tried
    if other is None:
        return hint
    pairs = Pairs(kernel, view, (best.moves, other.moves), seed)
    while pairs.count < FOR_REASONS and processor_time() < end:
        pairs.play(pairs.count + _PAIRS)
    reason = pairs.reason() if pairs.count else None
    if reason is None:
        return hint
    phrases = ls.edition.phrases_in(language)
    if names is None:
        names = [phrases.say("amounts.player", seat=seat) for seat in range(len(view.players))]
    words = describe_reason(reason, names, language=language, seat=view.seat)
    why = phrases.say("review.why_hint", other=other.words, reason=words)
    return evolve(hint, other=other, reason=reason, why=why)


def _estimated(values: Iterable[tuple[Plan, Values]]) -> list[Row]:
    return [(plan, mean(shares, 0.0, 1.0)) for plan, shares in values]


def _exact_rows(turn: LastTurn, plans: Sequence[Plan], tried: Plan) -> list[Row] | None:
    """List plans with their exact shares, the best first; None if one of them is too large.

    The best plan of all is among them, and so is the `tried` one. Plans of equal shares keep their
    order.
    """
    best = turn.best_plan()
    if not any(turn.share_of(plan).low >= turn.share_of(()).low - CLOSE for plan in plans):
        plans = [_step(best), *plans]
    if tried:
        plans = [*plans, tried if tried in plans else _step(turn.best_plan(tried), len(tried))]
    shares = {plan: turn.share_of(plan) for plan in plans}
    if UNKNOWN in shares.values():
        return None
    ordered = sorted(shares.items(), key=lambda row: -round(row[1].low + row[1].high, PLACES))
    return [
        (plan, rounded((share.low + share.high) / 2, share.low, share.high))
        for plan, share in ordered
    ]


def _step(plan: Plan, least: int = 1) -> Plan:
    """Return the first moves of a plan, and the use of the die if the last of them takes one."""
    return plan[: least + isinstance(plan[least - 1], ls.TakeDie)]


def _hint(rows: Iterable[Row], player: str, tried: Plan, describe: Callable[[Plan], str]) -> Hint:
    plans = [HintedPlan(plan, chances, describe(plan)) for plan, chances in rows]
    with_tried = (plan for plan in plans if tried and plan.moves[: len(tried)] == tried)
    return Hint(tuple(plans[:_SHOWN]), player, next(with_tried, None))
