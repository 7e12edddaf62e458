"""Make the tables and plots of docs/reference/ladder.md: how strong each bot is at each table.

python research/ladder/ladder.py --work games

It needs the extras `fast`, `plot` and `stats`. Each bot plays alone against `greedy` in all other
seats, and searches play alone against those with a quarter of their tries. A run that was
interrupted can be continued, and a later one can play more games. The result does not depend on the
number of processes, but for the times of choices.
"""

import json
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import hypot, log, log10, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from time import thread_time

from ladder_plots import draw_learning, draw_ratings, draw_strength

from livingstone import apply, load_player, new_game, simulate, view
from livingstone.players.learned import LEVELS
from livingstone.simulation import Interval, Report
from livingstone.simulation.intervals import student

HERE = Path(__file__).parent
LOG = HERE.parent / "values" / "results" / "log.jsonl"
"""How the networks of `learned` became better, by `research/values/learn_values.py`."""
ANCHOR = "greedy"
"""The bot that all others play against, and whose rating is 0."""
GAMES = {
    **dict.fromkeys((ANCHOR, "random", "learned:tries=0"), 4000),
    **{f"learned:level={level}": 400 for level in LEVELS},
}
"""How many games each bot plays with each number of players: fewer if they take longer."""
PLAYERS = (2, 3, 4, 5)
EDITIONS = ("printed", "bga")
STEPS = (16, 64, 256, 1024)
"""The tries of searches that play against those with the tries before, or with 0."""
STEP_GAMES = 400
STEP_PLAYERS = (2, 4)


def main() -> None:
    """Read the arguments, play, and write the tables and the plots."""
    options = _parser().parse_args()
    for folder in (options.out, options.work):
        folder.mkdir(parents=True, exist_ok=True)
    reports = {
        edition: {
            (bot, players): _played([bot, *[ANCHOR] * (players - 1)], games, edition, options)
            for bot, games in GAMES.items()
            for players in PLAYERS
        }
        for edition in EDITIONS
    }
    for edition, own in reports.items():
        _write(options.out / f"{edition}.inc", _ratings(own))
    steps = {
        (tries, players): _played(
            [_search(tries), *[_search(fewer)] * (players - 1)], STEP_GAMES, EDITIONS[0], options
        )
        for fewer, tries in pairwise((0, *STEPS))
        for players in STEP_PLAYERS
    }
    _write(options.out / "tries.inc", _steps(steps))
    timed = (ANCHOR, *map(_search, (0, *STEPS)), "ismcts:iterations=100")
    times = {(bot, players): _milliseconds(bot, players) for bot in timed for players in PLAYERS}
    _write(options.out / "times.inc", _times(times))
    ratings = {
        edition: {
            players: {
                bot: rating(own[bot, players], bot)
                for bot in GAMES
                if bot not in (ANCHOR, "random")
            }
            for players in PLAYERS
        }
        for edition, own in reports.items()
    }
    draw_ratings(ratings, options.out / "ladder.svg")
    draw_strength(_curves(steps, times), options.out / "tries.svg")
    log = [json.loads(line) for line in LOG.read_text(encoding="utf-8").splitlines()]
    draw_learning(log, options.out / "learning.svg")


def _parser() -> ArgumentParser:
    parser = ArgumentParser(description="Make the ladder of the shipped bots.")
    parser.add_argument("--scale", type=float, default=1.0, help="factor of all numbers of games")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--seed", type=int, default=1871)
    parser.add_argument("--out", type=Path, default=HERE / "results", help="folder for the results")
    parser.add_argument("--work", type=Path, required=True, help="folder for the games")
    return parser


def _played(lineup: list[str], games: int, edition: str, options: Namespace) -> Report:
    """Play games in whole deals, or read those that were played before."""
    bot = lineup[0]
    players = len(lineup)
    name = f"{edition}-{players}-{bot}-{lineup[-1]}".replace(":", "-").replace("=", "-")
    return simulate(
        lineup,
        max(1, round(games * options.scale / players)) * players,
        seed=options.seed,
        edition=edition,
        sink=options.work / f"{name}.db",
        executor="processes",
        workers=options.jobs,
        engine="fast",
    )


def _search(tries: int) -> str:
    return f"learned:tries={tries}"


def _milliseconds(bot: str, players: int) -> float:
    """Measure the processor time of a choice, in the positions of a game of `greedy`."""
    chooser = load_player(bot)
    rival = load_player(ANCHOR)
    rng = Random(1)
    state = new_game(players, seed=1)
    seconds = list[float]()
    chooser.choose(view(state, state.current_player), rng)  # loads what is compiled
    while not state.is_over:
        seen = view(state, state.current_player)
        if len(seen.legal_moves) > 1:
            begun = thread_time()
            chooser.choose(seen, rng)
            seconds.append(thread_time() - begun)
        state = apply(state, rival.choose(seen, rng))
    return 1000 * fmean(seconds)


def rating(report: Report, bot: str) -> Interval:
    """Say how much stronger a bot is than each of the others, in points of Elo, by its wins.

    By the choice axiom of Luce (1959), which is the model of Bradley and Terry for more than two, a
    bot wins with the chance "own strength over the sum of all", where anybody wins. Half a win and
    half a loss are added (Gart 1966), so that both the rating and its interval are finite. The
    interval is Student's, of the logarithm of the odds, by the variance between deals.
    """
    tally = report.tally
    others = report.tally.players - 1
    deals = [  # wins, games that anybody won, how many such deals
        (own.won / tally.unit, own.other * (others + 1) / tally.unit, times)
        for own, times in tally.won[bot, None].items()
    ]
    count = sum(times for *_, times in deals)
    games = sum(decided * times for _, decided, times in deals) + 1
    share = (sum(won * times for won, _, times in deals) + 0.5) / games
    squares = sum(times * (won - share * decided) ** 2 for won, decided, times in deals)
    squares = squares * count / max(1, count - 1) + 0.5 * (1 - share) ** 2 + 0.5 * share**2
    half = student(max(1, count - 1)) * sqrt(squares) / (games * share * (1 - share))
    value = elo(share, others)
    reach = 400 / log(10) * half
    return Interval(value, value - reach, value + reach)


def elo(share: float, others: int) -> float:
    """Convert a share of the wins, against this many others of one strength, to points of Elo."""
    return round(400 * log10(share * others / (1 - share)), 6) + 0.0  # no minus before a 0


def _win(report: Report, bot: str) -> Interval:
    """Find the part of the games that a bot won; the anchor, which plays itself, has all seats."""
    if bot == ANCHOR:
        return report.even_share
    return next(found for found in report.bots if found.bot == bot).win


def _ratings(reports: Mapping[tuple[str, int], Report]) -> str:
    """Write the ratings and the wins of one edition, and how many games they rest on."""
    heads = ("", *(f"{players} players" for players in PLAYERS))
    ratings, wins = (
        [(f"`{bot}`", *(show(reports[bot, players], bot) for players in PLAYERS)) for bot in GAMES]
        for show in (_rating, _wins)
    )
    sizes = dict[str, list[str]]()
    for bot in GAMES:
        games = ", ".join(str(reports[bot, players].games) for players in PLAYERS)
        sizes.setdefault(games, []).append(f"`{bot}`")
    note = "; ".join(f"{games} of {', '.join(bots)}" for games, bots in sizes.items())
    return f"{_table(heads, ratings)}\n{_table(heads, wins)}\nGames at each table: {note}.\n"


def _steps(steps: Mapping[tuple[int, int], Report]) -> str:
    """Write how much stronger each search is than the one before."""
    heads = ("tries", "against", *(f"{players} players" for players in STEP_PLAYERS))
    lines = [
        [
            str(tries),
            str(fewer),
            *(_rating(steps[tries, own], _search(tries)) for own in STEP_PLAYERS),
        ]
        for fewer, tries in pairwise((0, *STEPS))
    ]
    games = ", ".join(dict.fromkeys(str(report.games) for report in steps.values()))
    return f"{_table(heads, lines)}\nGames in each cell: {games}.\n"


def _times(times: Mapping[tuple[str, int], float]) -> str:
    """Write what a choice takes, by bot and number of players."""
    heads = ("ms a choice", *(f"{players} players" for players in PLAYERS))
    bots = dict.fromkeys(bot for bot, _ in times)
    return _table(
        heads,
        [
            (f"`{bot}`", *(f"{float(f'{times[bot, own]:.2g}'):g}" for own in PLAYERS))
            for bot in bots
        ],
    )


def _curves(
    steps: Mapping[tuple[int, int], Report], times: Mapping[tuple[str, int], float]
) -> dict[int, list[tuple[int, float, Interval]]]:
    """List for each number of players the tries, their time, and the rating above no tries.

    A rating is the sum of the steps; the squares of their half intervals are added.
    """
    curves = dict[int, list[tuple[int, float, Interval]]]()
    for players in STEP_PLAYERS:
        own = [rating(steps[tries, players], _search(tries)) for tries in STEPS]
        sums = accumulate(own, _added, initial=Interval(0.0, 0.0, 0.0))
        curves[players] = [
            (tries, times[_search(tries), players], total)
            for tries, total in zip((0, *STEPS), sums, strict=True)
        ]
    return curves


def _added(one: Interval, other: Interval) -> Interval:
    value = one.value + other.value
    below = hypot(one.value - one.low, other.value - other.low)
    above = hypot(one.high - one.value, other.high - other.value)
    return Interval(value, value - below, value + above)


def _rating(report: Report, bot: str) -> str:
    if bot == ANCHOR:
        return "0"
    found = rating(report, bot)
    return f"{found.value:+.0f} ({found.low:+.0f} to {found.high:+.0f})"


def _wins(report: Report, bot: str) -> str:
    win = _win(report, bot)
    return f"{100 * win.value:.1f} % ({100 * win.low:.1f} to {100 * win.high:.1f})"


def _table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Write a table as Markdown."""
    rule = (":--", *["--:"] * (len(heads) - 1))
    return "".join(f"| {' | '.join(line)} |\n" for line in (heads, rule, *lines))


def _write(file: Path, text: str) -> None:
    """Write a table; Sphinx would take a file .md for a page of its own."""
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
