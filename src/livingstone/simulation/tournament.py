"""Every bot against every other, and ratings from that: `tournament`."""

import json
from collections.abc import Sequence
from itertools import combinations, permutations

from attrs import frozen

from livingstone.edition.printed import Edition
from livingstone.errors import ArgumentError
from livingstone.files import File
from livingstone.simulation.executors import Where, shared
from livingstone.simulation.games.batch import check_count, check_names
from livingstone.simulation.reports.layout import percent, signed
from livingstone.simulation.reports.report import Report, plain_data
from livingstone.simulation.reports.sheets import Sheet, markdown, plain
from livingstone.simulation.running import OnProgress, simulate
from livingstone.simulation.series import in_folder, part_of, whole_deals
from livingstone.simulation.statistics.intervals import Interval, require_scipy
from livingstone.simulation.statistics.ratings import rate
from livingstone.simulation.statistics.summaries import Summary, summarize
from livingstone.simulation.statistics.tally import GROUPS, Tally

__all__ = ["Rating", "Tournament", "tournament"]


@frozen
class Rating:
    """How strong a bot is among those of a tournament."""

    bot: str
    elo: Interval
    """In points of Elo; the mean of all bots is 0, and 400 points more are odds of 10 to 1."""
    summary: Summary
    """Of all its games."""


@frozen(eq=False)
class Tournament:
    """How a round robin ended."""

    players: int
    """In each game."""
    games: int
    """Of each lineup."""
    ratings: tuple[Rating, ...]
    """The strongest first."""
    reports: tuple[Report, ...]
    """On each lineup."""
    scores: dict[tuple[str, str], float]
    """By bot and other bot: the part of their meetings that the one won, draws being halves."""

    def to_json(self) -> str:
        """Write the tournament as JSON, with sorted keys."""
        data = {
            "format": "livingstone-tournament",
            "version": 1,
            "players": self.players,
            "games": self.games,
            "ratings": plain_data(self.ratings),
            "scores": [
                {"bot": one, "against": other, "score": round(score, 6)}
                for (one, other), score in self.scores.items()
            ],
            "reports": [json.loads(report.to_json()) for report in self.reports],
        }
        return json.dumps(data, indent=1, sort_keys=True) + "\n"

    def to_markdown(self) -> str:
        """Write the tournament as Markdown tables."""
        return markdown(self.sheets())

    def sheets(self) -> tuple[Sheet, ...]:
        """Lay the tournament out as tables, for whoever shows them in a way of their own."""
        names = [rating.bot for rating in self.ratings]
        ratings = tuple(
            (
                rating.bot,
                signed(rating.elo, decimals=0),
                str(rating.summary.entries),
                percent(rating.summary.win),
                str(rating.summary.failed),
            )
            for rating in self.ratings
        )
        scores = tuple((one, *(self._score(one, other) for other in names)) for one in names)
        remark = f"{self.games} games of each of {len(self.reports)} lineups, {self.players} seats."
        heads = ("bot", "rating (95 %)", "games", "wins (95 %)", "failed")
        return (
            Sheet("Ratings", heads, ratings, remark),
            Sheet("Against each other (%)", ("", *names), scores),
        )

    def __str__(self) -> str:
        """Write the tournament as plain tables for a terminal."""
        return plain(self.sheets())

    def _score(self, one: str, other: str) -> str:
        score = self.scores.get((one, other))
        return "" if score is None else f"{100 * score:.1f}"


def tournament(
    names: Sequence[str],
    *,
    games: int,
    seed: int,
    players: int = 2,
    edition: str | Edition = "printed",
    executor: Where = None,
    workers: int | None = None,
    chunk: int | None = None,
    folder: File | None = None,
    on_progress: OnProgress | None = None,
    seconds_per_move: float | None = None,
) -> Tournament:
    """Have every lineup of different bots play, and rate them all (`ratings`).

    Each lineup plays `games` games (made up to whole deals) with rotation, all on the same deals.
    A game of more than two counts as a duel of each bot with each other, won by the better rank.

    `folder` gets the games of each lineup, as `1.csv` and so on, and lets an interrupted
    tournament go on. The other arguments are those of `simulate`; `on_progress` counts all games.

    >>> ended = tournament(["random", "greedy"], games=20, seed=7)
    >>> [rating.bot for rating in ended.ratings]
    ['greedy', 'random']

    Raises `ArgumentError` for fewer bots than seats and for a bot named twice, and as `simulate`
    does.
    """
    require_scipy()
    check_count("games", games)
    names = _checked(names, players)
    games = whole_deals(games, players)
    lineups = list(combinations(names, players))
    reports = []
    with in_folder(folder) as place, shared(executor, workers) as (pool, tasks):
        for part, lineup in enumerate(lineups):
            report = simulate(
                lineup,
                games,
                seed=seed,
                edition=edition,
                executor=pool,
                workers=tasks,
                chunk=chunk,
                sink=None if folder is None else place / f"{part + 1}.csv",
                on_progress=part_of(on_progress, part, len(lineups)),
                seconds_per_move=seconds_per_move,
            )
            reports.append(report)
    return _ended(names, players, games, reports)


def _checked(names: Sequence[str], players: int) -> tuple[str, ...]:
    check_names("names", names)
    check_count("players", players)
    if len(set(names)) < len(names):
        raise ArgumentError("every bot of a tournament is named once")
    if len(names) < players:
        raise ArgumentError(f"a tournament with {players} seats needs at least {players} bots")
    return tuple(names)


def _ended(
    names: tuple[str, ...], players: int, games: int, reports: Sequence[Report]
) -> Tournament:
    tally = Tally(players)
    for report in reports:
        tally.merge(report.tally)
    found = rate(names, tally.duels, min(GROUPS, games // players))
    ratings = [
        Rating(name, elo, summarize(tally, name, None))
        for name, elo in zip(names, found, strict=True)
    ]
    return Tournament(
        players=players,
        games=games,
        ratings=tuple(sorted(ratings, key=lambda rating: (-rating.elo.value, rating.bot))),
        reports=tuple(reports),
        scores=_scores(names, tally),
    )


def _scores(names: Sequence[str], tally: Tally) -> dict[tuple[str, str], float]:
    points = dict.fromkeys(permutations(names, 2), 0)
    for duel, half_points in tally.duels.items():
        points[duel.bot, duel.other] += half_points
    both = {pair: points[pair] + points[pair[::-1]] for pair in points}
    return {pair: points[pair] / both[pair] for pair in points if both[pair]}
