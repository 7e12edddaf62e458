"""Count the games of a file by SQL, in whole numbers."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple, TypeAlias

from attrs import define, field, frozen

from livingstone.edition.kinds import Kinds
from livingstone.errors import short_repr
from livingstone.game.view import View
from livingstone.game.viewing import view
from livingstone.records.record import Record
from livingstone.simulation.batch import FIGURES, FailureNote, win_unit
from livingstone.simulation.intervals import DealCount
from livingstone.simulation.replaying import KeptGame, replay
from livingstone.simulation.results_store import ResultsStore, StoredBatch, winners_in

GROUPS = 20
"""How many groups the deals form where several batches have the same deals."""
MOST_FAILED_GAMES = 20  # that are kept with their reasons

Subject: TypeAlias = tuple[str | None, int | None]
"""A bot on a seat; None for all bots or for all seats."""


class Duel(NamedTuple):
    """A meeting of two bots in a game, seen from the side of the first."""

    group: int
    """That of the deal, from 0 to `GROUPS` - 1."""
    bot: str
    other: str


@frozen
class FailedGame:
    """A game that a bot's failure ended."""

    __repr__ = short_repr

    seed: int
    """The seed with which `new_game` began it."""
    game: int
    """Its number in the batch, from 0."""
    note: FailureNote
    """Which bot failed, and how."""
    _kept: KeptGame = field(repr=False, eq=False)
    _effects: Kinds = field(repr=False, eq=False)

    @classmethod
    def of(cls, kept: KeptGame, effects: Kinds) -> "FailedGame":
        """Make it of a game with a failure; `effects` are those that its edition may name."""
        assert kept.row.note is not None
        return cls(kept.row.seed, kept.row.game, kept.row.note, kept, effects)

    @property
    def record(self) -> Record:
        """The game up to the failure.

        Raises `ArgumentError` for an edition with effects that were not given to `read_report`.
        """
        return replay(self._kept, self._effects)

    @property
    def view(self) -> View:
        """What the bot saw when it failed: `bot.choose(failed.view, rng)` fails again.

        Raises as `record` does.
        """
        *_, last = self.record.states()
        return view(last, self.note.seat)


@define
class Tally:
    """The counts of one batch, or of several with the same deals."""

    __repr__ = short_repr

    players: int
    """How many play in each game."""
    deals: int = 0
    """How many deals, or groups of deals, there are."""
    winners: Counter[int] = field(factory=Counter)
    """How many finished games each number of winners has."""
    rounds: Counter[int] = field(factory=Counter)
    """How many finished games each number of rounds has."""
    moves: Counter[int] = field(factory=Counter)
    """How many finished games each number of moves has."""
    board_rows: int = 0
    """How many rows the board has; 0 without a finished game."""
    figures: dict[tuple[str, int], dict[str, Counter[int]]] = field(
        factory=lambda: defaultdict(partial(defaultdict, Counter))  # which can be pickled
    )
    """By bot and seat, how often each figure has each value. `finished` and `failed` say how games
    ended; all others are of finished games, such as `row 1`, the points for the majority in the
    first row (R8.1)."""
    won: dict[Subject, Counter[DealCount]] = field(factory=lambda: defaultdict(Counter))
    """The wins in each deal: of a bot in all games, of a seat or of everybody in finished games."""
    out: dict[Subject, Counter[DealCount]] = field(factory=lambda: defaultdict(Counter))
    """How often a seat was out for donating too little (R8.4, R9.2), in each deal."""
    failed_games: list[FailedGame] = field(factory=list)
    """The failed games with the lowest numbers, `MOST_FAILED_GAMES` at most of each batch."""

    @property
    def unit(self) -> int:
        """How many parts a win has; each of two winners has half of them."""
        return win_unit(self.players)

    def of(self, name: str, bot: str | None = None, seat: int | None = None) -> Counter[int]:
        """Return how often a figure has each value, for a bot, a seat or both; None means all."""
        times = Counter[int]()
        for (own_bot, own_seat), figures in self.figures.items():
            if bot in (None, own_bot) and seat in (None, own_seat) and name in figures:
                times.update(figures[name])
        return times

    @classmethod
    def count(
        cls,
        store: ResultsStore,
        batches: Sequence[StoredBatch],
        games: int,
        groups: int | None = None,
        effects: "Kinds" = (),
    ) -> "Tally":
        """Count the first `games` games of batches with as many players and the same deals.

        With `groups`, deals are grouped by their numbers. `effects` are those that the edition may
        name.
        """
        tally = cls(len(batches[0].lineup))
        with _entries(store, batches, games, groups):
            (tally.deals,) = store.query("SELECT count(DISTINCT deal) FROM entries")[0]
            for winners, rounds, moves, times in store.query(_GAMES):
                tally.winners[winners] += times
                tally.rounds[rounds] += times
                tally.moves[moves] += times
            for bot, seat, name, value, times in store.query(_FIGURES):
                if isinstance(name, int):  # a row
                    tally.board_rows = max(tally.board_rows, name + 1)
                    name = f"row {name + 1}"
                tally.figures[bot, seat][name][value] = times
            for subject in _SUBJECTS:
                rows = store.query(_DEALS.format(*subject))
                for bot, seat, entries, won, even, finished, out, times in rows:
                    tally.won[bot, seat][DealCount(entries, won, even)] += times
                    if finished:
                        tally.out[bot, seat][DealCount(finished, out)] += times
        sql = "SELECT game FROM games WHERE batch = ? AND game < ? AND note IS NOT NULL LIMIT ?"
        for stored in batches:
            for (game,) in store.query(sql, (stored.number, games, MOST_FAILED_GAMES)):
                kept = KeptGame(stored, *store.game(stored, game))
                tally.failed_games.append(FailedGame.of(kept, effects))
        return tally


def count_duels(
    store: ResultsStore, batches: Sequence[StoredBatch], games: int, groups: int = GROUPS
) -> dict[Duel, int]:
    """Count the half points of bots against each other; a bot that failed has lost its duels."""
    with _entries(store, batches, games, groups):
        return {Duel(*duel): half_points for *duel, half_points in store.query(_DUELS)}


@contextmanager
def _entries(
    store: ResultsStore, batches: Sequence[StoredBatch], games: int, groups: int | None
) -> Iterator[None]:
    """Make a temporary table with a row for each seat in each game, in the order of the games."""
    players = len(batches[0].lineup)
    unit = win_unit(players)
    store.query(
        f"""
        CREATE TEMP TABLE entries AS
        SELECT batch, game, game / games_per_deal {f"% {groups}" if groups else ""} AS deal,
            failed_how IS NULL AS finished, failed_how, failed_seat, rounds, moves,
            winner_count AS winners, iif(won, {unit} / winner_count, 0) AS share,
            iif(winner_count, {unit} / {players}, 0) AS even,
            seat, bot, rank, {", ".join(FIGURES)}, coalesce(is_out, 0) * {unit} AS out, majorities
        FROM {winners_in(batches, games)} JOIN games USING (batch, game)
            JOIN seats USING (batch, game) JOIN batches USING (batch)
        ORDER BY batch, game, seat"""
    )
    try:
        yield
    finally:
        store.query("DROP TABLE entries")


_GAMES = """
    SELECT winners, rounds, moves, count(*) FROM entries
    WHERE finished AND seat = 0 GROUP BY 1, 2, 3"""

_FIGURES = f"""
    SELECT bot, seat, key, atom, count(*)
    FROM entries, json_tree(json_object(
        'finished', finished, 'failed', iif(seat = failed_seat, failed_how, NULL),
        'share', iif(finished, share, NULL), 'rank', iif(finished, rank, NULL),
        {", ".join(f"'{name}', {name}" for name in FIGURES)}, 'rows', json(majorities)))
    WHERE atom IS NOT NULL GROUP BY 1, 2, 3, 4"""
"""Bot, seat, name of a figure or place in `majorities`, value, how often. In a game that was not
finished, all figures are NULL but the first two."""

_DEALS = """
    SELECT bot, seat, entries, won, even, finished, out, count(*) FROM (
        SELECT {} AS bot, {} AS seat, count(*) AS entries, sum(share) AS won, sum(even) AS even,
            sum(finished) AS finished, sum(out) AS out
        FROM entries WHERE {} GROUP BY 1, 2, deal
    ) GROUP BY 1, 2, 3, 4, 5, 6, 7"""
_SUBJECTS = (
    ("bot", "NULL", "TRUE"),
    ("bot", "seat", "TRUE"),
    ("NULL", "seat", "finished"),
    ("NULL", "NULL", "finished"),
)
"""For whom `_DEALS` counts deals, and which games count."""

_DUELS = """
    SELECT one.deal, one.bot, other.bot, sum(iif(one.rank < other.rank, 2, 1))
    FROM entries AS one JOIN seats AS other USING (batch, game)
    WHERE one.bot <> other.bot AND one.rank <= other.rank
        AND (one.finished OR one.failed_seat IN (one.seat, other.seat))
    GROUP BY 1, 2, 3"""
