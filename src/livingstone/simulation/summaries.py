"""Summaries of a tally, for bots, seats, cards, majorities on the board, and donations."""

from typing import TypeAlias

from attrs import frozen

from livingstone.simulation.statistics.clusters import DealCounts, difference_of, rate_of
from livingstone.simulation.statistics.intervals import Difference, Distribution, Interval
from livingstone.simulation.tally import Tally


@frozen
class Summary:
    """The results of a bot on all seats, of a seat with all bots, or of a bot on one seat.

    There is an entry for each seat in each game. Games that a bot's failure ended count in
    `entries`, in `failed`, and in the `win` and the `advantage` of a bot, and nowhere else.
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
    """The part of the games that were won; a win that is shared counts in equal parts."""
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
    """Where points come from, in the order of the game; empty without a finished game."""
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


def summarize(tally: Tally, bot: str | None, seat: int | None, *, group: float = 1) -> Summary:
    """Summarize a bot, a seat or both; None means all. `group` is the mean size of a group."""

    def of(name: str) -> Distribution:
        return Distribution.of(tally.of(name, bot, seat))

    kind = "seat" if bot is None else "bot" if seat is None else "place"
    won, out = (tally.deals_of(event, kind, bot or "", seat or 0) for event in ("won", "out"))
    finished, shares = tally.of("finished", bot, seat), tally.of("share", bot, seat)
    entries = finished.total()
    games = tally.of("finished").total() // tally.players
    seats = 1 if kind != "bot" or group != 1 else max(1, entries // max(1, games))
    rows = (f"row {number}" for number in tally.board_rows)
    sources = ("columns", "market", "cards", *rows, "gems", "hand")
    return Summary(
        bot=bot,
        seat=seat,
        entries=entries,
        failed=tally.of("failed", bot, seat).total(),
        finished=finished[1],
        win=rate_of(won, tally.unit, 1 / seats, deals_each=group),
        advantage=_advantage(won, tally, seats, group),
        shared=finished[1] - shares[0] - shares[tally.unit],
        out=rate_of(out, tally.unit, deals_each=group),
        rank=of("rank"),
        points=of("points"),
        sources=tuple((name, of(name)) for name in sources) if finished[1] else (),
        donated=of("donated"),
        tents=of("tents"),
    )


def wins_of(
    tally: Tally, kind: str, name: str = "", number: int = 0
) -> tuple[int, Interval, Difference]:
    """Count the seats that played a card, or that a row paid; give their wins and advantage."""
    won = tally.deals_of("won", kind, name, number)
    entries = sum(own.entries * times for own, times in won.items())
    return entries, rate_of(won, tally.unit), _advantage(won, tally)


def _advantage(won: DealCounts, tally: Tally, seats: int = 1, group: float = 1) -> Difference:
    """Compare wins with even shares; a bot on several `seats` cannot win on each alone."""
    even = 1 / tally.players
    return difference_of(won, tally.unit, -even, 1 / seats - even, deals_each=group)
