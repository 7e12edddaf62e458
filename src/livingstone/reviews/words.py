"""Reviews in words: sentences about mistakes and luck, and a table, in four languages."""

from collections.abc import Iterator, Sequence
from itertools import islice

import livingstone as ls
from livingstone.edition.phrases import Phrases, phrases_in
from livingstone.kernel.valuing import Plan
from livingstone.reviews.findings import Choice, Estimate, Luck, Review

_MOST_MOMENTS = 2
"""The most moments of luck, and of bad luck, that are told of a seat."""
_LEAST_LUCK = 0.05
"""The least share of the win that such a moment brings or takes."""
_MARKS = ("slips", "mistakes", "blunders")


def describe_plan(
    plan: "Plan", view: ls.View, *, names: Sequence[str] | None = None, language: str = "en"
) -> str:
    """Describe a plan in the view of the seat to move, without the end of the turn.

    >>> from livingstone import TakeCoins, TakeDie, new_game, view
    >>> describe_plan((TakeDie(3), TakeCoins()), view(new_game(2, seed=7), 0))
    'take the 3 and take 3 coins'

    Raises `ArgumentError` as `describe_move` does.
    """
    told = list[str]()
    state = ls.sample_state(view, 0)
    for move in plan:
        if not (told and isinstance(move, ls.EndTurn)):
            seen = ls.view(state, view.seat)
            told.append(ls.describe_move(move, seen, names=names, language=language))
        state = ls.apply(state, move)
    *others, last = told
    phrases = phrases_in(language)
    before = phrases.say("lists.between").join(others)
    return before + phrases.say("lists.last") + last if before else last


def describe_review(review: Review, *, language: str = "en") -> tuple[str, ...]:
    """Describe the marked choices, the greatest luck and each seat's game in sentences.

    Raises `ArgumentError` for an unknown language.
    """
    lines = [describe_choice(review, choice, language=language) for choice in review.marked()]
    for seat in range(len(review.summary)):
        great = great_moments(review, seat)
        lines += [describe_luck(review, own, seat, language=language) for own in great]
    lines += describe_seats(review, language=language)
    if not review.can_tell:
        lines.append(phrases_in(language).say("review.too_few", rollouts=review.rollouts))
    return tuple(lines)


def describe_choice(review: Review, choice: Choice, *, language: str = "en") -> str:
    """Say what a choice cost and what was better; raises `ArgumentError` as `describe`."""
    record = review.record
    place = choice.position
    phrases = phrases_in(language)
    if record.is_full:
        view = ls.view(next(islice(record.states(), place, None)), choice.seat)
    else:
        view = next(islice(record.views(), place, None))
    return phrases.say(
        "review.choice",
        round=choice.round,
        player=record.players[choice.seat],
        played=describe_plan(choice.played, view, names=record.players, language=language),
        best=describe_plan(choice.best, view, names=record.players, language=language),
        cost=percent(choice.cost),
        mark=phrases.say(f"review.{choice.mark or 'no_mark'}"),
    )


def describe_luck(review: Review, luck: Luck, seat: int, *, language: str = "en") -> str:
    """Say what an outcome of chance brought a seat; raises as `describe_choice`."""
    phrases = phrases_in(language)
    return phrases.say(
        "review.luck",
        round=luck.round,
        event=phrases.say(f"review.{luck.event}"),
        gain=percent(luck.brought[seat], "+"),
        player=review.record.players[seat],
    )


def great_moments(review: Review, seat: int) -> tuple[Luck, ...]:
    """List a seat's luckiest moments and its unluckiest, at most two each, without any in doubt.

    With two players, the luckiest alone: what is bad luck for one is good luck for the other.
    """
    great = [
        own
        for own in sorted(review.luck, key=lambda own: -own.brought[seat].value)
        if own.brought[seat].low * own.brought[seat].high > 0
        and abs(own.brought[seat].value) >= _LEAST_LUCK
    ]
    lucky = [own for own in great if own.brought[seat].value > 0]
    unlucky = great[len(lucky) :] if len(review.summary) > 2 else []
    return (*lucky[:_MOST_MOMENTS], *unlucky[-_MOST_MOMENTS:])


def percent(estimate: Estimate, sign: str = "") -> str:
    """Write a share in per cent, with its interval: from 0 to 100, or from -100 with a sign."""
    least = -100 if sign else 0
    figures = (estimate.value, estimate.low, estimate.high)
    rounded = [min(100, max(least, round(100 * figure))) for figure in figures]
    value, low, high = (f"{figure:{sign}}" if figure else "0" for figure in rounded)
    return f"{value} %" if low == high else f"{value} % ({low} … {high})"


def _sum(estimate: Estimate, phrases: Phrases, sign: str = "") -> str:
    """Write a sum of shares, in words if it is more than a win."""
    if abs(estimate.value) <= 1:
        return percent(estimate, sign)
    return phrases.say("review.more" if estimate.value > 0 else "review.less")


def summary_table(
    review: Review, *, language: str = "en"
) -> tuple[tuple[str, ...], list[list[str]]]:
    """Make a table with a line for each seat: its heads, its lines; raises as `describe_choice`."""
    phrases = phrases_in(language)
    heads = ("player", "start", "result", "luck_sum", "adjusted", "gain", "cost", *_MARKS)
    lines = [
        [
            name,
            percent(own.start),
            "" if own.result is None else f"{100 * own.result:.0f} %",
            _sum(own.luck, phrases, "+"),
            "" if own.adjusted is None else percent(own.adjusted),
            _sum(own.gain, phrases, "+"),
            _sum(own.cost, phrases),
            *(str(getattr(own, mark)) for mark in _MARKS),
        ]
        for name, own in zip(review.record.players, review.summary, strict=True)
    ]
    return tuple(phrases.say(f"review.{head}") for head in heads), lines


def describe_seats(review: Review, *, language: str = "en") -> Iterator[str]:
    """Tell the luck of each seat, and its result without it; raises as `describe_choice`."""
    phrases = phrases_in(language)
    for name, own in zip(review.record.players, review.summary, strict=True):
        if own.adjusted is not None:
            luck = _sum(own.luck, phrases, "+")
            adjusted = percent(own.adjusted)
            yield phrases.say("review.seat", player=name, luck=luck, adjusted=adjusted)
