"""Reviews in words: sentences about mistakes and luck, and a table, in four languages."""

from collections.abc import Iterator, Sequence
from itertools import islice

import livingstone as ls
from livingstone.edition.phrases import Phrases, phrases_in
from livingstone.kernel.valuing import Plan
from livingstone.reviews.findings import Choice, Estimate, Luck, Review, SeatSummary

_MOST_MOMENTS = 2
"""The most moments of luck, and of bad luck, that are told of a seat."""
_LEAST_LUCK = 0.05
"""The least share of the win that such a moment brings or takes."""
_MARKS = ("slips", "mistakes", "blunders")
_NOT_JUDGED = ["\N{EN DASH}"] * (2 + len(_MARKS))
"""The figures of the choices of a seat that cannot be judged."""


def describe_plan(
    plan: "Plan", view: ls.View, *, names: Sequence[str] | None = None, language: str = "en"
) -> str:
    """Describe the moves of a plan in one sentence, for the seat to move.

    The end of the turn is left out, unless it is the only move.

    >>> from livingstone import TakeCoins, TakeDie, new_game, view
    >>> describe_plan((TakeDie(3), TakeCoins()), view(new_game(2, seed=7), 0))
    'take the 3 and take 3 coins'

    Raises `ArgumentError` as `describe_move` does.
    """
    sentences = list[str]()
    state = ls.sample_state(view, 0)
    for move in plan:
        if not (sentences and isinstance(move, ls.EndTurn)):
            view_before = ls.view(state, view.seat)
            sentences.append(ls.describe_move(move, view_before, names=names, language=language))
        state = ls.apply(state, move)
    return _listed(sentences, phrases_in(language))


def _listed(texts: Sequence[str], phrases: Phrases) -> str:
    *others, last = texts
    before = phrases.say("lists.between").join(others)
    return before + phrases.say("lists.last") + last if before else last


def describe_review(review: Review, *, language: str = "en") -> tuple[str, ...]:
    """Describe the marked choices, the greatest luck and each seat's game in sentences.

    Raises `ArgumentError` for an unknown language.
    """
    lines = [describe_choice(review, choice, language=language) for choice in review.marked()]
    for seat in range(len(review.summary)):
        moments = great_moments(review, seat)
        lines += [describe_luck(review, luck, seat, language=language) for luck in moments]
    lines += describe_seats(review, language=language)
    if (hidden := describe_hidden(review, language=language)) is not None:
        lines.append(hidden)
    if review.judged and not review.can_tell:
        lines.append(phrases_in(language).say("review.too_few", rollouts=review.rollouts))
    return tuple(lines)


def describe_hidden(review: Review, *, language: str = "en") -> str | None:
    """Say whose choices cannot be judged, since the record hides cards and coins; None if none is.

    Raises `ArgumentError` for an unknown language.
    """
    names = [name for seat, name in enumerate(review.record.players) if seat not in review.judged]
    if not names:
        return None
    phrases = phrases_in(language)
    return phrases.say("review.hidden", players=_listed(names, phrases))


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
        mark=describe_mark(choice, language=language),
    )


def describe_mark(choice: Choice, *, language: str = "en") -> str:
    """Name the mark of a choice, such as `a slip`; raises `ArgumentError` as `describe`."""
    return phrases_in(language).say(f"review.{choice.mark or 'no_mark'}")


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
    """List a seat's luckiest moments and its unluckiest, at most two each.

    Each brought or took at least 5 % of the win, and its interval does not reach 0. With two
    players only the luckiest are listed: bad luck of one is good luck of the other.
    """

    def is_great(luck: Luck) -> bool:
        brought = luck.brought[seat]
        is_certain = brought.low * brought.high > 0
        return is_certain and abs(brought.value) >= _LEAST_LUCK

    ordered = sorted(review.luck, key=lambda luck: -luck.brought[seat].value)
    great = [luck for luck in ordered if is_great(luck)]
    lucky = [luck for luck in great if luck.brought[seat].value > 0]
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
    """Make a table with a line for each seat; return its heads and its lines.

    The figures of choices that cannot be judged are dashes.

    Raises `ArgumentError` as `describe_choice` does.
    """
    phrases = phrases_in(language)
    heads = ("player", "start", "result", "luck_sum", "adjusted", "gain", "cost", *_MARKS)
    judged = review.judged
    lines = [
        [
            name,
            percent(seat.start),
            "" if seat.result is None else f"{100 * seat.result:.0f} %",
            _sum(seat.luck, phrases, "+"),
            "" if seat.adjusted is None else percent(seat.adjusted),
            *(_choices_in_figures(seat, phrases) if number in judged else _NOT_JUDGED),
        ]
        for number, (name, seat) in enumerate(
            zip(review.record.players, review.summary, strict=True)
        )
    ]
    return tuple(phrases.say(f"review.{head}") for head in heads), lines


def _choices_in_figures(seat: SeatSummary, phrases: Phrases) -> list[str]:
    marks = [str(getattr(seat, mark)) for mark in _MARKS]
    return [_sum(seat.gain, phrases, "+"), _sum(seat.cost, phrases), *marks]


def describe_seats(review: Review, *, language: str = "en") -> Iterator[str]:
    """Tell the luck of each seat, and its result without it; raises as `describe_choice`."""
    phrases = phrases_in(language)
    for name, seat in zip(review.record.players, review.summary, strict=True):
        if seat.adjusted is not None:
            luck = _sum(seat.luck, phrases, "+")
            adjusted = percent(seat.adjusted)
            yield phrases.say("review.seat", player=name, luck=luck, adjusted=adjusted)
