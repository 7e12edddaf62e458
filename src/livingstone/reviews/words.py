"""Reviews in words: sentences about mistakes and luck, and a table, in four languages."""

from collections.abc import Iterator, Sequence
from itertools import islice

import livingstone as ls
from livingstone.edition.phrases import Phrases, phrases_in
from livingstone.reviews.estimates import Estimate
from livingstone.reviews.findings import Choice, Luck, Review
from livingstone.reviews.weighing import Plan

_TOLD = 2
"""How many of a seat's luckiest moments, and of its unluckiest, are told."""
_LEAST_LUCK = 0.05
"""Less luck than this is not told."""


def describe_plan(
    plan: Plan, view: ls.View, names: Sequence[str] | None = None, *, language: str = "en"
) -> str:
    """Describe a plan in the view of the seat to move.

    >>> from livingstone import TakeCoins, TakeDie, new_game, view
    >>> describe_plan((TakeDie(3), TakeCoins()), view(new_game(2, seed=7), 0))
    'take the 3, take 3 coins'

    Raises `ArgumentError` as `describe_move` does.
    """
    told = list[str]()
    for number, move in enumerate(plan):
        if number:
            after = ls.apply(ls.sample_state(view, 0), plan[0])
            view = ls.view(after, view.seat)
        told.append(ls.describe_move(move, view, names, language=language))
    return phrases_in(language).say("lists.between").join(told)


def describe_review(review: Review, *, language: str = "en") -> tuple[str, ...]:
    """Describe the marked choices, the greatest luck and each seat's game in sentences.

    Raises `ArgumentError` for an unknown language.
    """
    phrases = phrases_in(language)
    lines = [describe_choice(review, choice, language=language) for choice in review.marked()]
    for seat in range(len(review.summary)):
        lines += [
            describe_luck(review, own, seat, language=language)
            for own in great_moments(review, seat)
        ]
    return (*lines, *describe_seats(review, language=language), *_warnings(review, phrases))


def describe_choice(review: Review, choice: Choice, *, language: str = "en") -> str:
    """Say what a choice cost and what was better."""
    view, names = view_at(review, choice.position), review.record.players
    played, best = (
        describe_plan(plan, view, names=names, language=language)
        for plan in (choice.played, choice.best)
    )
    phrases = phrases_in(language)
    return phrases.say(
        "review.choice",
        round=choice.round,
        player=names[choice.seat],
        played=played,
        best=best,
        cost=percent(choice.cost),
        mark=phrases.say(f"review.{choice.mark or 'no_mark'}"),
    )


def describe_luck(review: Review, luck: Luck, seat: int, *, language: str = "en") -> str:
    """Say what an outcome of chance brought a seat."""
    phrases = phrases_in(language)
    return phrases.say(
        "review.luck",
        round=luck.round,
        event=phrases.say(f"review.{luck.event}"),
        gain=percent(luck.brought[seat], "+"),
        player=review.record.players[seat],
    )


def great_moments(review: Review, seat: int) -> tuple[Luck, ...]:
    """List the luckiest and the unluckiest moments of a seat that are worth telling.

    With two players, these are the luckiest alone.
    """
    great = [own for own in review.moments(seat) if abs(own.brought[seat].value) >= _LEAST_LUCK]
    lucky = [own for own in great if own.brought[seat].value > 0][:_TOLD]
    if len(review.summary) == 2:  # what is bad luck for one is good luck for the other
        return tuple(lucky)
    return (*lucky, *[own for own in great if own.brought[seat].value < 0][-_TOLD:])


def view_at(review: Review, position: int) -> ls.View:
    """Give the view of the seat to move, or what the review's seat saw, in a position."""
    if not review.record.is_full:
        return next(islice(review.record.views(), position, None))
    state = next(islice(review.record.states(), position, None))
    return ls.view(state, state.current_player)


def percent(estimate: Estimate, sign: str = "") -> str:
    """Write a share in per cent, with its interval."""
    value, low, high = (
        f"{100 * figure:{sign}.0f}" for figure in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} %" if low == high else f"{value} % ({low} … {high})"


def summary_table(
    review: Review, *, language: str = "en"
) -> tuple[tuple[str, ...], list[list[str]]]:
    """Make the heads and the lines of a table with a line for each seat."""
    phrases = phrases_in(language)
    keys = ("player", "start", "result", "luck_sum", "adjusted", "gain", "cost")
    marks = ("slips", "mistakes", "blunders")
    lines = []
    for name, own in zip(review.record.players, review.summary, strict=True):
        result = "" if own.result is None else f"{100 * own.result:.0f} %"
        adjusted = "" if own.adjusted is None else percent(own.adjusted)
        gain = percent(own.gain, "+")
        figures = [percent(own.start), result, percent(own.luck, "+"), adjusted, gain]
        numbers = [str(getattr(own, mark)) for mark in marks]
        lines.append([name, *figures, percent(own.cost), *numbers])
    return tuple(phrases.say(f"review.{key}") for key in (*keys, *marks)), lines


def describe_seats(review: Review, *, language: str = "en") -> Iterator[str]:
    """Say of each seat what luck brought it, and its result without luck."""
    phrases = phrases_in(language)
    for name, own in zip(review.record.players, review.summary, strict=True):
        if own.adjusted is not None:
            luck, adjusted = percent(own.luck, "+"), percent(own.adjusted)
            yield phrases.say("review.seat", player=name, luck=luck, adjusted=adjusted)


def _warnings(review: Review, phrases: Phrases) -> Iterator[str]:
    if not review.can_tell:
        yield phrases.say("review.too_few", rollouts=review.rollouts)
