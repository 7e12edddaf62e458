"""Playing every bot against every other, with ratings: `tournament`."""

import json
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Unpack

from attrs import frozen

from livingstone.errors import ArgumentError
from livingstone.game.engine import new_game
from livingstone.simulation.games.batch import MOST_GAMES, plain_names
from livingstone.simulation.options import Options, check_options
from livingstone.simulation.reports.layout import counted, percent, signed
from livingstone.simulation.reports.report import Report, plain_data, plain_tests
from livingstone.simulation.reports.sheets import Sheet, markdown, plain
from livingstone.simulation.running import batch_of, held_games
from livingstone.simulation.series import SeriesProgress, in_folder, play_series, whole_deals
from livingstone.simulation.statistics.corrections import Correction, adjust_p_values
from livingstone.simulation.statistics.deals import GROUPS
from livingstone.simulation.statistics.intervals import Interval, require_stats
from livingstone.simulation.statistics.ratings import rate
from livingstone.simulation.statistics.summaries import Summary, summarize
from livingstone.simulation.statistics.tally import Tally
from livingstone.support.arguments import whole
from livingstone.support.files import File

__all__ = ["Rating", "Tournament", "tournament"]


@frozen
class Rating:
    """How strong a bot is among those of a tournament."""

    bot: str
    """The name of the bot."""
    elo: Interval
    """The rating in points of Elo. The mean of all bots is 0, and 400 points more mean odds of 10
    to 1."""
    summary: Summary
    """The results of all games of this bot."""


@frozen(eq=False)
class Tournament:
    """The results of a tournament."""

    players: int
    """How many bots play in each game."""
    games: int
    """How many games each lineup played."""
    ratings: tuple[Rating, ...]
    """The rating of each bot, the strongest first."""
    reports: tuple[Report, ...]
    """The report on each lineup."""
    scores: dict[tuple[str, str], float]
    """The part of its duels with another bot that a bot won, by bot and other bot. A draw counts as
    half a win. In a game that a failure ended, only whoever failed has duels."""

    def adjusted_p_values(self, correction: Correction = "holm") -> dict[str, float]:
        """Test whether each bot wins as often as an average seat; the p-values by bot.

        They are those of the advantages, adjusted to the number of bots by
        `livingstone.simulation.adjust_p_values`. Raises `ArgumentError` for a correction that does
        not exist.
        """
        tests = [rating.summary.advantage.p_value for rating in self.ratings]
        names = [rating.bot for rating in self.ratings]
        return dict(zip(names, adjust_p_values(tests, correction), strict=True))

    def to_json(self) -> str:
        """Write the tournament as JSON, with sorted keys."""
        data = {
            "format": "livingstone-tournament",
            "version": 1,
            "players": self.players,
            "games": self.games,
            "ratings": plain_data(self.ratings),
            "adjusted_p_values": plain_tests(self.adjusted_p_values().items()),
            "scores": [
                {"bot": one, "against": other, "score": round(score, 6)}
                for (one, other), score in self.scores.items()
            ],
            "reports": [report.plain() for report in self.reports],
        }
        return json.dumps(data, indent=1, sort_keys=True) + "\n"

    def to_markdown(self) -> str:
        """Write the tournament as Markdown tables."""
        return markdown(self.sheets())

    def sheets(self) -> tuple[Sheet, ...]:
        """Give the tournament as tables, for front ends that draw them in their own way."""
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
        lineups, games = counted(len(self.reports), "lineup"), counted(self.games, "game")
        remark = f"{lineups} of {self.players} seats, with {games} each."
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
    folder: File | None = None,
    **options: Unpack[Options],
) -> Tournament:
    """Have every lineup of different bots play, and rate them all.

    Each lineup of `players` bots plays `games` games, rounded up to whole deals, with rotation; all
    lineups play the same deals. A game of more than two players counts as a duel of each bot with
    each other one, which the better rank wins; in a game that a failure ended, only whoever failed
    has duels, and has lost them. The ratings need scipy (`pip install 'livingstone[stats]'`).

    `seed` is that of `simulate`, and all other options those of `livingstone.simulation.Options`;
    `on_progress` counts the games of all lineups. `folder` gets the games of each lineup, as
    `1.csv` and so on, so that the same call can continue an interrupted tournament.

    >>> ended = tournament(["random", "greedy"], games=20, seed=7)
    >>> [rating.bot for rating in ended.ratings]
    ['greedy', 'random']

    Raises `MissingExtraError` without scipy, `ArgumentError` for fewer bots than seats and for a
    bot that is named twice, and otherwise as `simulate` does.
    """
    require_stats()
    players = whole("players", players, 1)
    check_options(options)
    new_game(players, edition=options.get("edition", "printed"), explicit_chance=True)
    games = whole_deals(whole("games", games, 1, MOST_GAMES), players)
    names = _checked(names, players)
    batches = [batch_of(lineup, seed, True, options) for lineup in combinations(names, players)]
    with in_folder(folder) as place:
        sinks = [
            None if folder is None else place / f"{number}.csv"
            for number in range(1, len(batches) + 1)
        ]
        held = [held_games(sink, batch, games) for batch, sink in zip(batches, sinks, strict=True)]
        progress = SeriesProgress(options.get("on_progress"), held, len(batches) * games)
        reports = play_series(batches, games, sinks, options, progress)
    return _ended(names, players, games, reports)


def _checked(names: Sequence[str], players: int) -> tuple[str, ...]:
    names = plain_names("names", names)
    if len(set(names)) < len(names):
        raise ArgumentError("each bot of a tournament can be named only once")
    if len(names) < players:
        raise ArgumentError(f"a tournament with {players} seats needs at least {players} bots")
    return names


def _ended(
    names: tuple[str, ...], players: int, games: int, reports: Sequence[Report]
) -> Tournament:
    tally = Tally(players, players)
    for report in reports:
        tally.merge(report.tally)
    deals = games // players
    groups = min(GROUPS, deals)
    found = rate(names, tally.duels, groups)
    ratings = [
        Rating(name, elo, summarize(tally, name, None, group=deals / groups))
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
