"""Summaries of a tally, for bots, seats, cards, majorities on the board, and donations."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from attrs import astuple, frozen

from livingstone.simulation.statistics.clusters import DealCounts, difference_of, rate_of
from livingstone.simulation.statistics.deals import Event, Subject
from livingstone.simulation.statistics.intervals import Difference, Distribution, Interval
from livingstone.simulation.statistics.tally import SeatTally, Tally

__all__ = [
    "CardSummary",
    "DonationSummary",
    "MajoritySummary",
    "Summary",
    "Tested",
    "even_share",
    "summarize",
    "summarize_cards",
    "summarize_donations",
    "summarize_majorities",
]

_Value = TypeVar("_Value")
_Part = TypeVar("_Part", int, str)


@frozen
class Summary:
    """The results of a bot on all seats, of a seat with all bots, or of a bot on one seat.

    There is an entry for each seat in each game, so a bot on two seats has two entries a game.
    Games that a bot's failure ended count in `entries`, in `failed`, and in the `win` and the
    `advantage` of a bot, and nowhere else.
    """

    bot: str | None
    """None for all bots together."""
    seat: int | None
    """From 0, which begins the game; None for all seats together."""
    entries: int
    """How many there are."""
    failed: int
    """In how many of them this bot failed and so ended the game."""
    finished: int
    """In how many of them the game was played to its end."""
    win: Interval
    """The part of the games that were won; a win that is shared counts in equal parts. For a bot,
    this includes games that a failure ended: whoever failed has lost, and all others share the
    win."""
    advantage: Difference
    """How much larger this part is than that of an average seat in the same games."""
    shared: int
    """How many wins were shared with others."""
    out: Interval
    """In which part of the games the seat was out for donating too little (R8.4, R9.2)."""
    rank: Distribution
    """The ranks at the end, from 1 (R8.5)."""
    points: Distribution
    """The final points (R8.6)."""
    sources: tuple[tuple[str, Distribution], ...]
    """Where points come from, by name, in the order in which the game gives them; empty without a
    finished game."""
    donated: Distribution
    """The coins that were donated."""
    tents: Distribution
    """The tents on the board at the end."""


@frozen
class CardSummary:
    """How often a card was played, and how often those who played it won."""

    card: str
    """Its id."""
    played: int
    """How often it was played."""
    entries: int
    """How many seats played it, summed over the games."""
    win: Interval
    """The part of their games that these seats won."""
    advantage: Difference
    """How much larger this part is than that of an average seat in the same games."""


@frozen
class MajoritySummary:
    """What a row of the board paid for its majority (R8.1), and how often those it paid won."""

    board_row: int
    """From 1."""
    entries: int
    """How many seats it paid, summed over the games."""
    points: Distribution
    """What it paid to each seat in each game, 0 included."""
    win: Interval
    """The part of their games that the seats it paid won."""
    advantage: Difference
    """How much larger this part is than that of an average seat in the same games."""


@frozen
class DonationSummary:
    """How the seats did that donated a certain sum."""

    coins: int
    """The sum."""
    entries: int
    """How many seats donated it, summed over the games."""
    out: Interval
    """The part of their games in which they were out for donating too little (R8.4, R9.2)."""
    win: Interval
    """The part of their games that they won."""


Tested: TypeAlias = Summary | CardSummary | MajoritySummary
"""What has an advantage or a disadvantage, which is tested."""


def summarize(
    tally: Tally, bot: str | None, seat: int | None, *, group: float | None = None
) -> Summary:
    """Summarize a bot on all seats, a seat with all bots, or a bot on one seat; None means all.

    For a tally of several batches that have the same deals, `group` is how many deals a group of
    them has on average; rates of a bot are then estimated from these groups.
    """
    counted = _united(
        own
        for place, own in tally.seats.items()
        if bot in (None, place.bot) and seat in (None, place.seat)
    )
    clusters = tally.deals.in_groups if group else tally.deals.of
    won, out = (clusters(_subject(event, bot, seat)) for event in ("won", "out"))
    entries, finished = _entries(counted), counted.shares.total()
    deals_each, seats = group or 1, 1 if group or seat is not None else _seats_each(entries, tally)
    return Summary(
        bot=bot,
        seat=seat,
        entries=entries,
        failed=counted.failures.total(),
        finished=finished,
        win=rate_of(won, tally.unit, 1 / seats, deals_each=deals_each),
        advantage=_advantage(won, tally, seats, deals_each),
        shared=finished - counted.shares[0] - counted.shares[tally.unit],
        out=rate_of(out, tally.unit, deals_each=deals_each),
        rank=Distribution.of(counted.ranks),
        points=Distribution.of(counted.points),
        sources=_sources(counted) if finished else (),
        donated=Distribution.of(counted.donated),
        tents=Distribution.of(counted.tents),
    )


def even_share(tally: Tally) -> Interval:
    """Estimate which part of the finished games an average seat wins.

    This is less than one divided by the number of players where nobody may win (R8.4, R9.2).
    """
    anyone = rate_of(tally.deals.of(Subject("won", "game")), tally.unit)
    return Interval(*(figure / tally.players for figure in astuple(anyone)))


def _seats_each(entries: int, tally: Tally) -> int:
    """Count the seats that a bot with so many entries has in each game, who share its win."""
    games = sum(map(_entries, tally.seats.values())) // tally.players
    return max(1, entries // max(1, games))


def _entries(counted: SeatTally) -> int:
    return counted.shares.total() + counted.unfinished.total()


def summarize_cards(tally: Tally) -> tuple[CardSummary, ...]:
    """Summarize each card that was played, by id."""
    summaries = []
    uses = _united(tally.seats.values()).card_uses
    for card, of_card in _grouped(uses, lambda use: use.card):
        won = tally.deals.of(Subject("won", "card", card))
        summaries.append(
            CardSummary(
                card=card,
                played=sum(use.times * entries for use, entries in of_card.items()),
                entries=of_card.total(),
                win=rate_of(won, tally.unit),
                advantage=_advantage(won, tally),
            )
        )
    return tuple(summaries)


def summarize_majorities(tally: Tally) -> tuple[MajoritySummary, ...]:
    """Summarize each row of the board that paid somebody for a majority (R8.1)."""
    summaries = []
    majorities = _united(tally.seats.values()).majorities
    for board_row, of_row in _grouped(majorities, lambda majority: majority.board_row):
        won = tally.deals.of(Subject("won", "row", number=board_row))
        if won:
            summaries.append(
                MajoritySummary(
                    board_row=board_row,
                    entries=sum(own.entries * times for own, times in won.items()),
                    points=Distribution.of(_marginal(of_row, lambda majority: majority.points)),
                    win=rate_of(won, tally.unit),
                    advantage=_advantage(won, tally),
                )
            )
    return tuple(summaries)


def summarize_donations(tally: Tally) -> tuple[DonationSummary, ...]:
    """Summarize each sum that somebody donated."""
    donated = _united(tally.seats.values()).donated
    return tuple(
        DonationSummary(
            coins=coins,
            entries=entries,
            out=rate_of(tally.deals.of(Subject("out", "donated", number=coins)), tally.unit),
            win=rate_of(tally.deals.of(Subject("won", "donated", number=coins)), tally.unit),
        )
        for coins, entries in sorted(donated.items())
    )


def _subject(event: Event, bot: str | None, seat: int | None) -> Subject:
    """Name the bot, the seat, or the bot on the seat; one of them may be None."""
    if bot is None:
        assert seat is not None
        return Subject(event, "seat", number=seat)
    return Subject(event, "bot", bot) if seat is None else Subject(event, "place", bot, seat)


def _advantage(won: DealCounts, tally: Tally, seats: int = 1, deals_each: float = 1) -> Difference:
    """Compare wins with even shares, of which the winner has one as well.

    A bot on several `seats` cannot win on more than one of them alone.
    """
    even = 1 / tally.players
    return difference_of(won, tally.unit, -even, 1 / seats - even, deals_each=deals_each)


def _united(seats: Iterable[SeatTally]) -> SeatTally:
    """Add up what was counted of several bots and seats."""
    united = SeatTally()
    for seat in seats:
        united.merge(seat)
    return united


def _sources(counted: SeatTally) -> tuple[tuple[str, Distribution], ...]:
    """Name where points come from, in the order in which the game gives them."""
    by_row = _grouped(counted.majorities, lambda majority: majority.board_row)
    named = (
        ("columns", counted.columns),
        ("market", counted.market),
        ("cards", counted.cards),
        *((f"row {row}", _marginal(own, lambda majority: majority.points)) for row, own in by_row),
        ("gems", counted.gems),
        ("hand", counted.hand),
    )
    return tuple((name, Distribution.of(points)) for name, points in named)


def _grouped(
    counted: Counter[_Value], part: Callable[[_Value], _Part]
) -> list[tuple[_Part, Counter[_Value]]]:
    """Split what was counted by a part of each value; the groups are sorted by this part."""
    groups: dict[_Part, Counter[_Value]] = {}
    for value, times in counted.items():
        groups.setdefault(part(value), Counter())[value] += times
    return sorted(groups.items())


def _marginal(counted: Counter[_Value], part: Callable[[_Value], _Part]) -> Counter[_Part]:
    """Count a part of each value alone."""
    marginal: Counter[_Part] = Counter()
    for value, times in counted.items():
        marginal[part(value)] += times
    return marginal
