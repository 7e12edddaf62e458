"""Reviews in words: sentences about mistakes and luck, and a table, in four languages."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import assert_never

import livingstone as ls
from livingstone.edition.phrases import Phrases, phrases_in
from livingstone.kernel.valuing import Plan
from livingstone.reviews.findings import (
    ENOUGH,
    LEAST_COSTS,
    SIGNS,
    Choice,
    Estimate,
    Luck,
    Reason,
    Review,
    SeatSummary,
)

MOST_MISTAKES = 5
"""The most marked choices that a review puts into sentences."""
_MOST_MOMENTS = 2
"""The most moments of luck, and of bad luck, in the sentences about a seat."""
_LEAST_LUCK = 0.05
"""The least share of the win that such a moment brings or takes."""
_MARKS = ("slips", "mistakes", "blunders")
_GRADES = (0.35, 0.8, 1.4)
"""The highest `weighed_cost` of a seat for each word about its play, by `benchmarks/grades.py`."""
_LEAST_OPEN = 0.1
"""The least openness that divides a cost; a seat that never had a chance had nothing to lose."""
_WIDEST = 0.25
"""The widest error of the cost of a seat with which there is a word about its play, in wins."""
_TOLD = (
    ls.events.RoundBegun,
    ls.events.StonesFound,
    ls.events.WhiteStoneFound,
    ls.events.CardDrawn,
    ls.events.MineCollapsed,
    ls.events.ThresholdRolled,
    ls.events.PlayersOut,
)
"""The events that explain luck."""
_USES = (ls.DrawCard, ls.TakeCoins, ls.Dig, ls.BuildTent)
"""The moves that use a die."""
_NOT_JUDGED = ["\N{EN DASH}"] * (2 + len(_MARKS))
"""The cells of a seat whose choices cannot be judged."""


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
    """Say how well each seat played, what its worst choices were and why, and what luck brought.

    Raises `ArgumentError` for an unknown language.
    """
    lines = [describe_play(review, seat, language=language) for seat in review.judged]
    lines += [describe_choice(review, choice, language=language) for choice in worst(review)]
    for seat in range(len(review.summary)):
        moments = great_moments(review, seat)
        lines += [describe_luck(review, luck, seat, language=language) for luck in moments]
    lines += describe_seats(review, language=language)
    if (hidden := describe_hidden(review, language=language)) is not None:
        lines.append(hidden)
    if review.judged and not review.can_tell:
        lines.append(phrases_in(language).say("review.too_few", rollouts=review.rollouts))
    return tuple(filter(None, lines))


def worst(review: Review, seats: Sequence[int] | None = None) -> tuple[Choice, ...]:
    """List the marked choices that cost most, of all seats or of some, at most five.

    Of the choices of a turn, only the worst is listed.
    """
    found = list[Choice]()
    turns = set[int]()
    for choice in review.marked():
        turn = _turn_of(review, choice.position)
        if turn not in turns and (seats is None or choice.seat in seats):
            turns.add(turn)
            found.append(choice)
    return tuple(found[:MOST_MISTAKES])


def _turn_of(review: Review, position: int) -> int:
    """Number the turn in which a position is."""
    return sum(line.endswith(" end") for line in review.record.actions[:position])


def describe_play(review: Review, seat: int, *, language: str = "en") -> str:
    """Say in a sentence how well a seat played; empty if the review cannot tell.

    There must be at least 100 rollouts, and the interval of the cost of the seat's choices must be
    narrow. The figure in the sentence is this cost; the words depend on `weighed_cost`.

    Raises `ArgumentError` for an unknown language.
    """
    total = review.summary[seat].cost
    is_known = review.rollouts >= ENOUGH and total.high - total.value < _WIDEST
    if not (is_known and seat in review.judged):
        return ""
    phrases = phrases_in(language)
    cost = total.value
    grade = sum(weighed_cost(review, seat) >= most for most in _GRADES)
    given = phrases.say("review.part", percent=f"{100 * max(0.0, cost):.0f}")
    return phrases.say(
        f"review.played_{grade}",
        player=review.record.players[seat],
        cost=given if cost <= 1 else phrases.say("review.more"),
    )


def weighed_cost(review: Review, seat: int) -> float:
    """Return the cost of a seat's choices, divided by how open the game was for the seat.

    A game is open where the seat wins in half of all rollouts (1), and decided where it never or
    always wins (0); the mean over the seat's choices counts.
    """
    places = [choice.position for choice in review.choices if choice.seat == seat]
    shares = [review.chances[place][seat].value for place in places]
    open_parts = [4 * share * (1 - share) for share in shares]
    openness = sum(open_parts) / max(1, len(open_parts))
    return review.summary[seat].cost.value / max(_LEAST_OPEN, openness)


def describe_legend(*, language: str = "en") -> tuple[tuple[str, str], ...]:
    """Explain the signs of charts and curves: each sign with its meaning.

    >>> describe_legend()[0]
    ('?!', 'a slip: it cost 1 to 4 of 100 games')

    Raises `ArgumentError` for an unknown language.
    """
    phrases = phrases_in(language)
    costs = {mark: f"{cost}" for mark, cost in LEAST_COSTS.items()}
    most = {"slip": LEAST_COSTS["mistake"] - 1, "mistake": LEAST_COSTS["blunder"] - 1}
    lines = [
        (sign, phrases.say(f"review.legend_{mark}", least=costs[mark], most=most.get(mark)))
        for mark, sign in reversed(SIGNS.items())
    ]
    lines.append(("◆", phrases.say("review.legend_luck")))
    lines.append(("▆", phrases.say("review.legend_bands")))
    lines.append(("▭", phrases.say("review.legend_gap")))
    return tuple(lines)


def describe_hidden(review: Review, *, language: str = "en") -> str | None:
    """Say whose choices cannot be judged, since the record hides cards; None if all can be.

    Raises `ArgumentError` for an unknown language.
    """
    names = [name for seat, name in enumerate(review.record.players) if seat not in review.judged]
    if not names:
        return None
    phrases = phrases_in(language)
    return phrases.say("review.hidden", players=_listed(names, phrases))


def describe_choice(review: Review, choice: Choice, *, language: str = "en") -> str:
    """Say what a choice cost, what was better, and why; raises `ArgumentError` as `describe`."""
    phrases = phrases_in(language)
    told = phrases.say(
        "review.choice",
        round=choice.round,
        player=review.record.players[choice.seat],
        played=describe_played(review, choice, language=language),
        best=describe_best(review, choice, language=language),
        cost=percent(choice.cost),
        mark=describe_mark(choice, language=language),
    )
    why = describe_why(review, choice, language=language)
    return f"{told} {why}" if why else told


def describe_played(review: Review, choice: Choice, *, language: str = "en") -> str:
    """Name the move that was made, a die with its use; raises `ArgumentError` as `describe`."""
    played = list(choice.played)
    later = review.record.actions[choice.position + 1 :]
    while choice.kind == "die" and len(played) <= len(later):
        move, _ = ls.parse_move(later[len(played) - 1], hidden=True)
        if not isinstance(move, ls.Move):
            break
        played.append(move)
        if isinstance(move, _USES):
            break
    view = _view_of(review, choice)
    return describe_plan(tuple(played), view, names=review.record.players, language=language)


def describe_best(review: Review, choice: Choice, *, language: str = "en") -> str:
    """Name the best plan; raises `ArgumentError` as `describe`."""
    view = _view_of(review, choice)
    return describe_plan(choice.best, view, names=review.record.players, language=language)


def describe_why(review: Review, choice: Choice, *, language: str = "en") -> str:
    """Say why the best plan was better; empty if no reason is clear.

    Raises `ArgumentError` as `describe`.
    """
    if choice.reason is None:
        return ""
    phrases = phrases_in(language)
    reason = describe_reason(choice.reason, review.record.players, language=language)
    return phrases.say("review.why", reason=reason)


def describe_reason(
    reason: Reason, names: Sequence[str], *, language: str = "en", seat: int | None = None
) -> str:
    """Say what differs after a better plan; the sentence addresses the seat `seat` as you.

    Raises `ArgumentError` for an unknown language.
    """
    phrases = phrases_in(language)
    match reason.kind:
        case "queen":
            key = "queen"
        case "row" | "rival_row":
            key = "row"
        case "points" | "gems" | "cards":
            key = reason.kind
        case unknown:
            assert_never(unknown)
    is_share = key in ("queen", "row")
    better, other = (
        _of_100(mean) if is_share else _decimal(mean, phrases)
        for mean in (reason.better, reason.other)
    )
    return phrases.say(
        f"review.why_{key}",
        is_you=reason.seat == seat,
        player=names[reason.seat],
        row=reason.row,
        better=better,
        other=other,
    )


def _of_100(share: float) -> str:
    return f"{100 * share:.0f}"


def _decimal(value: float, phrases: Phrases) -> str:
    return f"{value:.1f}".replace(".", phrases.say("amounts.decimal_point"))


def _view_of(review: Review, choice: Choice) -> ls.View:
    """Return what the seat of a choice saw."""
    record = review.record
    if record.is_full:
        return ls.view(next(islice(record.states(), choice.position, None)), choice.seat)
    return next(islice(record.views(), choice.position, None))


def describe_mark(choice: Choice, *, language: str = "en") -> str:
    """Name the mark of a choice, such as `a slip`; raises `ArgumentError` as `describe`."""
    return phrases_in(language).say(f"review.{choice.mark or 'no_mark'}")


def describe_luck(review: Review, luck: Luck, seat: int, *, language: str = "en") -> str:
    """Describe an outcome of chance and what it brought a seat; raises as `describe_choice`."""
    phrases = phrases_in(language)
    told = phrases.say(
        "review.luck",
        round=luck.round,
        event=phrases.say(f"review.{luck.event}"),
        gain=percent(luck.brought[seat], "+"),
        player=review.record.players[seat],
    )
    return " ".join([told, *_what_happened(review, luck, language)])


def _what_happened(review: Review, luck: Luck, language: str) -> Iterator[str]:
    """Describe an outcome of chance, without cards that the seat of the record did not see."""
    record = review.record
    if luck.outcome is None:
        return
    for event in _events_of(record, luck.position, luck.outcome):
        if isinstance(event, _TOLD):
            yield ls.describe(
                event, names=record.players, language=language, edition=record.edition
            )


def _events_of(record: ls.Record, position: int, outcome: ls.Outcome) -> Sequence[ls.Event]:
    """List the events of an outcome in a record."""
    if record.is_full:
        return ls.play(next(islice(record.states(), position, None)), outcome).events
    view = next(islice(record.views(), position, None))
    if not isinstance(outcome, ls.CardRevealed):
        return ls.play(ls.sample_state(view, 0), outcome).events
    if record.edition.is_collapse(outcome.card):
        lost = tuple(player.gems for player in view.players)
        return (ls.events.MineCollapsed(view.current_player, outcome.card, lost),)
    return (ls.events.CardDrawn(view.current_player, outcome.card),)


def great_moments(review: Review, seat: int) -> tuple[Luck, ...]:
    """List a seat's luckiest moments and its unluckiest, at most two each.

    Each brought or took at least 5 % of the win, and its interval does not reach 0. With two
    players only the luckiest are listed, since bad luck of one is good luck of the other.
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
    """Write a share in per cent with its interval: 0 to 100, or signed from -100 to +100."""
    least = -100 if sign else 0
    figures = (estimate.value, estimate.low, estimate.high)
    rounded = [min(100, max(least, round(100 * figure))) for figure in figures]
    value, low, high = (f"{figure:{sign}}" if figure else "0" for figure in rounded)
    return f"{value} %" if low == high else f"{value} % ({low} … {high})"


def _sum(estimate: Estimate, phrases: Phrases, sign: str = "") -> str:
    """Write a sum of shares; in words if it is more than a win."""
    if abs(estimate.value) <= 1:
        return percent(estimate, sign)
    return phrases.say("review.more" if estimate.value > 0 else "review.less")


def summary_table(
    review: Review, *, language: str = "en"
) -> tuple[tuple[str, ...], list[list[str]]]:
    """Make a table with a line for each seat; return its column heads and its lines.

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
    """Describe the luck of each seat and its result without luck; raises as `describe_choice`."""
    phrases = phrases_in(language)
    for name, seat in zip(review.record.players, review.summary, strict=True):
        if seat.adjusted is not None:
            luck = _sum(seat.luck, phrases, "+")
            if abs(seat.luck.value) <= 1:
                luck = phrases.say("review.share", share=luck)
            adjusted = phrases.say("review.share", share=percent(seat.adjusted))
            yield phrases.say("review.seat", player=name, luck=luck, adjusted=adjusted)
