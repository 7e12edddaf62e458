"""Playing every bot against every other, with ratings: `tournament`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from math import inf, log
from typing import TypeVar, Unpack

from attrs import frozen

from livingstone.errors import LONGEST_REPR, ArgumentError, short_repr, shortened
from livingstone.simulation.batch import Batch
from livingstone.simulation.entrants import Entrant, enter
from livingstone.simulation.intervals import (
    CONFIDENCE,
    Interval,
    adjust_p_values,
    require_stats,
    student,
)
from livingstone.simulation.luck import LessLuck, LuckBook, luck_book, luck_sheets
from livingstone.simulation.report import AVERAGE, Findings, Report, Summary, plain_tests, summarize
from livingstone.simulation.series import (
    Options,
    Series,
    batch_options,
    play_series,
    whole_deals,
)
from livingstone.simulation.sheets import Sheet, counted, percent, signed
from livingstone.simulation.tally import GROUPS, Duel, Tally, count_duels
from livingstone.support.arguments import whole
from livingstone.support.files import File
from livingstone.support.helping import with_options
from livingstone.support.machine import require

_Duel = TypeVar("_Duel", bound=tuple[int, str, str])
ELO = 400 / log(10)  # points for a factor e in the odds of winning
SAMPLES = 1000  # of the bootstrap


@frozen
class Rating:
    """How strong a bot is among those of a tournament."""

    __repr__ = short_repr

    bot: str
    """What the bot is called."""
    elo: Interval
    """The rating in points of Elo. The mean of all bots is 0, and 400 points more mean odds of 10
    to 1."""
    summary: Summary
    """The results of all games of this bot."""


@frozen(slots=False)
class Tournament(Findings):
    """The results of a tournament."""

    players: int
    """How many play in each game."""
    games: int
    """How many games each lineup played."""
    ratings: tuple[Rating, ...]
    """The rating of each bot, the strongest first."""
    reports: tuple[Report, ...]
    """The report on each lineup."""
    scores: dict[tuple[str, str], float]
    """The part of its duels with another bot that a bot won, by bot and other bot; a draw counts as
    half a win."""
    less_luck: tuple[LessLuck, ...] = ()
    """With ``adjust="luck"``: how much more each bot wins than an average seat, less its luck."""

    def __repr__(self) -> str:
        ratings = ", ".join(f"{own.bot} {own.elo.value:+.0f}" for own in self.ratings)
        lineups = counted(len(self.reports), "lineup")
        games = counted(self.games, "game")
        text = f"Tournament({lineups} of {self.players}, {games} each: {ratings})"
        return shortened(text, LONGEST_REPR)

    def adjusted_p_values(self) -> dict[str, float]:
        """Test whether each bot wins as often as an average seat; raises as `adjust_p_values`."""
        tests = {rating.bot: rating.summary.advantage.p_value for rating in self.ratings}
        return dict(zip(tests, adjust_p_values([*tests.values()]), strict=True))

    def plain(self) -> dict[str, object]:
        """Return the tournament as plain data."""
        return self._plain("tournament", 1, "reports", "scores") | {
            "adjusted_p_values": plain_tests(self.adjusted_p_values().items()),
            "scores": [
                {"bot": one, "against": other, "score": round(score, 6)}
                for (one, other), score in self.scores.items()
            ],
            "reports": [report.plain() for report in self.reports],
        }

    def sheets(self) -> tuple[Sheet, ...]:
        """Return the tournament as tables."""
        names = [rating.bot for rating in self.ratings]
        ratings = []
        for rating in self.ratings:
            summary = rating.summary
            ratings.append(
                (
                    rating.bot,
                    signed(rating.elo, decimals=0),
                    str(summary.entries),
                    percent(summary.win),
                    str(summary.failed),
                )
            )
        cells = {pair: f"{100 * score:.1f}" for pair, score in self.scores.items()}
        scores = tuple((one, *(cells.get((one, other), "") for other in names)) for one in names)
        lineups = counted(len(self.reports), "lineup")
        games = counted(self.games, "game")
        remark = f"{lineups} of {self.players} seats, with {games} each."
        heads = ("bot", "rating (95 %)", "games", "wins (95 %)", "failed")
        return (
            Sheet("Ratings", heads, tuple(ratings), remark),
            Sheet("Against each other (%)", ("", *names), scores),
            *luck_sheets(AVERAGE, self.less_luck, self.games // self.players),
        )


@with_options(Options)
def tournament(
    bots: "Sequence[Entrant]",
    *,
    games: int,
    seed: int,
    players: int = 2,
    sink: File | None = None,
    **options: "Unpack[Options]",
) -> Tournament:
    """Have every lineup of different bots play, and rate them all.

    Each lineup of `players` bots plays `games` games, rounded up to whole deals, with rotation; all
    lineups play the same deals. A game of more than two players counts as a duel of each bot with
    each other one, which the better rank wins; a bot that failed has lost its duels, and the others
    of the game have none. `seed`, `sink`, the bots and the options are those of `simulate`. The
    file gets a batch for each lineup, and the same call continues an interrupted tournament.

    >>> ended = tournament(["random", "greedy"], games=20, seed=7)
    >>> [rating.bot for rating in ended.ratings]
    ['greedy', 'random']

    Raises `MissingExtraError` without scipy, `ArgumentError` for fewer bots than seats and for a
    bot that is named twice, and otherwise as `simulate` does.
    """
    require_stats()
    require("choix", "stats", "ratings")
    players = whole("players", players, 1)
    games = whole_deals(games, players)
    of_batch = batch_options(options)
    entries = enter(bots, **of_batch)
    names = [entry.label for entry in entries]
    if len(set(names)) < len(names):
        raise ArgumentError("each bot of a tournament can be named only once")
    if len(names) < players:
        raise ArgumentError(f"a tournament with {players} seats needs at least {players} bots")
    lineups = combinations(entries, players)
    batches = [Batch.of(lineup, seed=seed, **of_batch) for lineup in lineups]
    book = luck_book(batches[0], options.get("adjust"))
    with play_series(batches, games, sink, options) as series:
        series.play(games)
        return _rated(series, names, players, games, book)


def _rated(
    series: Series, names: Sequence[str], players: int, games: int, book: LuckBook | None
) -> Tournament:
    """Rate the bots of a tournament that was played."""
    stored = series.stored()
    groups = min(GROUPS, games // players)
    reports = tuple(series.report(place, games) for place in range(len(stored)))
    tally = Tally.count(series.store, stored, games, groups)
    duels = count_duels(series.store, stored, games, groups)
    less_luck = book.against_average(series.store, stored, games, names) if book else ()
    ratings = [
        Rating(name, elo, summarize(tally, name, None, group=games / players / groups))
        for name, elo in zip(names, rate(names, duels, groups), strict=True)
    ]
    ratings.sort(key=lambda rating: (-rating.elo.value, rating.bot))
    return Tournament(
        players=players,
        games=games,
        ratings=tuple(ratings),
        reports=reports,
        scores=_scores(names, duels),
        less_luck=less_luck,
    )


def _scores(names: Sequence[str], duels: Mapping[Duel, int]) -> dict[tuple[str, str], float]:
    points = Counter[tuple[str, str]]()
    for duel, half_points in duels.items():
        points[duel.bot, duel.other] += half_points
    both = {pair: points[pair] + points[pair[::-1]] for pair in permutations(names, 2)}
    return {pair: points[pair] / total for pair, total in both.items() if total}


def rate(names: Sequence[str], duels: Mapping[_Duel, int], groups: int) -> tuple[Interval, ...]:
    """Rate bots by their duels, in the order of `names`; the mean rating is 0.

    `duels` has half points. A draw with all others is added, so that a bot that always won has a
    rating (Bradley and Terry 1952, by choix).

    Intervals are by the Bayesian bootstrap (Rubin 1981): groups, and the draws that were added, get
    random weights, which vary more where groups are few. An end that nothing bounds is infinite.
    """
    require("choix", "stats", "ratings")
    import choix
    import numpy as np

    count = len(names)
    numbers = {name: number for number, name in enumerate(names)}
    wins = np.zeros((groups, count, count))
    for (group, one, other), half_points in duels.items():
        wins[group, numbers[one], numbers[other]] += half_points / 2
    others = 1 - np.eye(count)
    drawn = others / 2 / max(1, count - 1)
    total = wins.sum(axis=0)
    best = choix.ilsr_pairwise_dense(total + drawn)
    spread = groups / max(1, groups - 1) * (student(max(1, groups - 1)) / student(inf)) ** 2
    luck = np.random.default_rng(0)
    samples = []
    for _ in range(SAMPLES):
        weights = luck.gamma(1 / spread, spread, groups)
        added = np.maximum(luck.gamma(drawn), 1e-9) * others
        won = np.tensordot(weights, wins, 1) + added
        strengths = choix.ilsr_pairwise_dense(won, initial_params=best, tol=1e-3)
        samples.append(strengths - strengths.mean())
    ends = np.quantile(samples, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    # A bot is bounded from below if it scored against all others, or against bots that did.
    scored = np.linalg.matrix_power((total > 0) + np.eye(count), max(1, count)) > 0
    intervals = []
    for bot, value in enumerate(best - best.mean()):
        low = min(value, ends[0, bot]) if groups > 1 and scored[bot].all() else -inf
        high = max(value, ends[1, bot]) if groups > 1 and scored[:, bot].all() else inf
        intervals.append(Interval(*(float(ELO * figure) for figure in (value, low, high))))
    return tuple(intervals)
