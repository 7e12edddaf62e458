"""Counting the games of a file in whole numbers, by SQL, and summaries of the counts."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from attrs import define, field, frozen

from livingstone.simulation.batch import FailureNote, win_unit
from livingstone.simulation.intervals import (
    DealCount,
    DealCounts,
    Difference,
    Distribution,
    Interval,
    difference_of,
    rate_of,
)
from livingstone.simulation.store import FIGURES, Store, StoredBatch

GROUPS = 20
"""How many groups the deals form where several batches have the same deals."""
MOST_FAILED_GAMES = 20
"""How many failed games are kept with their reasons; all of them are counted."""

Subject = tuple[str, str, str, int]
"""What is counted deal by deal. First the event: `won` (shares of wins) or `out` (for donating too
little, R8.4, R9.2). Then whose: of a `bot`, a `seat`, a `place` (a bot on a seat), of anyone in a
`game`, or of the seats that played a `card`, were paid for the majority in a `row`, or `donated` a
sum. Then the name of the bot or card, and the number of the seat, row or coins."""
Figure = tuple[str, str, int]
"""What is counted game by game, with the bot and the seat. `row 1` and so on are the points for the
majorities (R8.1), `played` the cards; `finished` and `failed` say how the games ended."""


class Duel(NamedTuple):
    """A meeting of two bots in a game, seen from the side of the first."""

    group: int
    """The group of deals that the game belongs to, from 0 to `GROUPS` - 1."""
    bot: str
    other: str


class FailedGame(NamedTuple):
    """A game that a bot's failure ended."""

    seed: int
    """The seed with which `new_game` began it."""
    game: int
    """Its number in the batch, from 0."""
    note: FailureNote
    """Which bot failed, and how."""


@define
class Tally:
    """The counts of one batch, or of several with the same bots."""

    players: int
    """How many play in each game."""
    deals: int = 0
    """How many deals there are."""
    figures: dict[Figure, Counter[Any]] = field(factory=lambda: defaultdict(Counter))
    """How often each figure has each value."""
    clusters: dict[Subject, Counter[DealCount]] = field(factory=lambda: defaultdict(Counter))
    """One cluster for each deal, or group of deals, in which the subject had an entry."""
    failed_games: list[FailedGame] = field(factory=list)
    """The failed games with the lowest numbers, `MOST_FAILED_GAMES` at most."""

    @property
    def unit(self) -> int:
        """How many parts a win has; each of two winners has half of them."""
        return win_unit(self.players)

    @property
    def board_rows(self) -> list[int]:
        """The rows of the board."""
        names = {name for name, _, _ in self.figures}
        return sorted(int(name.removeprefix("row ")) for name in names if name.startswith("row "))

    def of(self, name: str, bot: str | None = None, seat: int | None = None) -> Counter[Any]:
        """Give how often a figure has each value, for a bot, a seat or both; None means all."""
        found = Counter[Any]()
        for (figure, own_bot, own_seat), counts in self.figures.items():
            if figure == name and bot in (None, own_bot) and seat in (None, own_seat):
                found.update(counts)
        return found

    def deals_of(self, event: str, kind: str, name: str = "", number: int = 0) -> DealCounts:
        """Give the clusters of a subject; none if it had no entry."""
        return self.clusters.get((event, kind, name, number), {})

    def merge(self, other: "Tally") -> None:
        """Add the counts of other deals."""
        self.deals += other.deals
        for figure, counts in other.figures.items():
            self.figures[figure].update(counts)
        for subject, clusters in other.clusters.items():
            self.clusters[subject].update(clusters)
        failed = [*self.failed_games, *other.failed_games]
        failed.sort(key=lambda one: (one.game, one.seed))
        self.failed_games = failed[:MOST_FAILED_GAMES]

    @classmethod
    def count(
        cls, store: Store, batches: Sequence[StoredBatch], games: int, groups: int | None = None
    ) -> "Tally":
        """Count the first `games` games of batches with as many players.

        With `groups`, deals are grouped by their numbers, over all batches.
        """
        tally = cls(len(batches[0].lineup))
        with _entries(store, batches, games, groups):
            (tally.deals,) = store.query("SELECT count(DISTINCT deal) FROM entries")[0]
            for sql in _FIGURES:
                for name, bot, seat, value, times in store.query(sql):
                    tally.figures[name, bot, seat][value] = times
            for sql in _CLUSTERS:
                for *subject, entries, won, even, times in store.query(sql):
                    tally.clusters[tuple(subject)][DealCount(entries, won, even)] = times
        for stored in batches:
            tally.failed_games += _failed_games(store, stored, games)
        return tally


def count_duels(
    store: Store, batches: Sequence[StoredBatch], games: int, groups: int = GROUPS
) -> dict[Duel, int]:
    """Count the half points of bots against each other; a bot that failed has lost its duels."""
    with _entries(store, batches, games, groups):
        return {Duel(*duel): half_points for *duel, half_points in store.query(_DUELS)}


@contextmanager
def _entries(
    store: Store, batches: Sequence[StoredBatch], games: int, groups: int | None
) -> Iterator[None]:
    """Make a temporary table with a row for each seat in each game, in the order of the games."""
    unit = win_unit(len(batches[0].lineup))
    numbers = ", ".join(str(stored.number) for stored in batches)
    store.query(
        f"""
        CREATE TEMP TABLE entries AS
        SELECT batch, game, game / games_per_deal {f"% {groups}" if groups else ""} AS deal,
            failed_how IS NULL AS finished, failed_how, failed_seat, rounds, moves, winners,
            iif(winners, {unit}, 0) AS game_share,
            iif(won, {unit} / winners, 0) AS share,
            iif(winners, {unit} / {len(batches[0].lineup)}, 0) AS even,
            seat, bot, rank, played, {", ".join(FIGURES)}, is_out * {unit} AS out_share, majorities
        FROM games JOIN seats USING (batch, game) JOIN batches USING (batch)
        WHERE batch IN ({numbers}) AND game < {games}"""
    )
    try:
        yield
    finally:
        store.query("DROP TABLE entries")


def _failed_games(store: Store, stored: StoredBatch, games: int) -> list[FailedGame]:
    """List the first games of a batch that a failure ended."""
    sql = "SELECT game FROM games WHERE batch = ? AND game < ? AND failed_how IS NOT NULL LIMIT ?"
    found = store.query(sql, (stored.number, games, MOST_FAILED_GAMES))
    rows = [store.game(stored, game)[0] for (game,) in found]
    return [FailedGame(row.seed, row.game, row.note) for row in rows if row.note]


_GROUPED = "SELECT bot, seat, {0}, count(*) AS times FROM entries WHERE finished GROUP BY 1, 2, 3"
_FIGURES = (
    *(
        f"""SELECT '{name}', '', 0, {name}, count(*)
        FROM entries WHERE finished AND seat = 0 GROUP BY 4"""
        for name in ("winners", "rounds", "moves")
    ),
    *(
        f"SELECT '{name}', bot, seat, {name}, count(*) FROM entries WHERE finished GROUP BY 2, 3, 4"
        for name in ("share", "rank", *FIGURES)
    ),
    "SELECT 'finished', bot, seat, finished, count(*) FROM entries GROUP BY 2, 3, 4",
    """SELECT 'failed', bot, seat, failed_how, count(*)
    FROM entries WHERE seat = failed_seat GROUP BY 2, 3, 4""",
    f"""SELECT 'row ' || (key + 1), bot, seat, value, sum(times)
    FROM ({_GROUPED.format("majorities")}), json_each(majorities) GROUP BY 1, 2, 3, 4""",
    f"""SELECT 'played', bot, seat, value, sum(times)
    FROM ({_GROUPED.format("played")}), json_each(played) GROUP BY 2, 3, 4""",
)
"""Name, bot, seat, value, and how often the figure has this value."""

_PAID = "entries, json_each(majorities) WHERE finished AND value > 0"
_PLAYED = """(
    SELECT DISTINCT entries.rowid, value, deal, share, even
    FROM entries, json_each(played) WHERE finished)"""
_CLUSTERS = tuple(
    f"""SELECT event, kind, name, number, entries, won, even, count(*) FROM (
        SELECT '{event}' AS event, '{kind}' AS kind, {name} AS name, {number} AS number,
            count(*) AS entries, sum({won}) AS won, sum({even}) AS even
        FROM {source} GROUP BY 3, 4, deal
    ) GROUP BY 1, 2, 3, 4, 5, 6, 7"""
    for event, kind, name, number, won, even, source in (
        ("won", "game", "''", "0", "game_share", "0", "entries WHERE finished AND seat = 0"),
        ("won", "bot", "bot", "0", "share", "even", "entries"),
        ("won", "place", "bot", "seat", "share", "even", "entries"),
        ("won", "seat", "''", "seat", "share", "even", "entries WHERE finished"),
        ("won", "donated", "''", "donated", "share", "even", "entries WHERE finished"),
        ("out", "bot", "bot", "0", "out_share", "0", "entries WHERE finished"),
        ("out", "place", "bot", "seat", "out_share", "0", "entries WHERE finished"),
        ("out", "seat", "''", "seat", "out_share", "0", "entries WHERE finished"),
        ("out", "donated", "''", "donated", "out_share", "0", "entries WHERE finished"),
        ("won", "row", "''", "key + 1", "share", "even", _PAID),
        ("won", "card", "value", "0", "share", "even", _PLAYED),
    )
)
"""Subject, cluster, and the number of deals that have it."""

_DUELS = """
    SELECT one.deal, one.bot, other.bot, sum(iif(one.rank < other.rank, 2, 1))
    FROM entries AS one JOIN seats AS other USING (batch, game)
    WHERE one.bot <> other.bot AND one.rank <= other.rank
        AND (one.finished OR one.failed_seat IN (one.seat, other.seat))
    GROUP BY 1, 2, 3"""


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
