"""Make the tables of docs/reference/ladder.md: how strong each bot is at each table.

python research/ladder/ladder.py --work games

It needs the extra `stats`. Each bot plays alone against `greedy` in all other seats, and searches
play each other at tables of two. A run that was interrupted can be continued, and a later one can
play more games. The result does not depend on the number of processes.
"""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from math import inf, log10
from pathlib import Path

from livingstone import simulate
from livingstone.simulation import Interval, Report

HERE = Path(__file__).parent
ANCHOR = "greedy"
"""The bot that all others play against, and whose rating is 0."""
PLAYERS = (2, 3, 4, 5)
EDITIONS = ("printed", "bga")


def main() -> None:
    """Read the arguments, play, and write the tables."""
    parser = _parser()
    options = parser.parse_args()
    searches = list(map(_search, options.iterations))
    if len(options.search_games) not in (1, len(PLAYERS)):
        parser.error(f"--search-games: give one number, or {len(PLAYERS)}, one for each table")
    of_searches = (options.search_games * len(PLAYERS))[: len(PLAYERS)]
    quick = dict.fromkeys((ANCHOR, "random"), [options.games] * len(PLAYERS))
    games = quick | dict.fromkeys(searches, of_searches)
    options.out.mkdir(parents=True, exist_ok=True)
    options.work.mkdir(parents=True, exist_ok=True)
    for edition in options.editions:
        reports = {
            (bot, players): _report(bot, players, edition, most, options)
            for bot, sizes in games.items()
            for players, most in zip(PLAYERS, sizes, strict=True)
        }
        # Sphinx would take .md for a page of its own.
        file = options.out / f"{edition}.inc"
        file.write_text(_tables(list(games), reports), encoding="utf-8")
    duels = {
        (count, edition): _duel(count, edition, options)
        for count in options.against_half
        for edition in options.editions
    }
    (options.out / "halves.inc").write_text(_halves(duels), encoding="utf-8")


def _parser() -> ArgumentParser:
    parser = ArgumentParser(description="Make the ladder of the shipped bots.")
    parser.add_argument(
        "--games", type=int, default=400, help="of `greedy` and of `random`, at each"
    )
    parser.add_argument(
        "--search-games",
        type=int,
        nargs="+",
        default=[400],
        help="of each search: at each table, or one number for each table",
    )
    parser.add_argument(
        "--iterations",
        type=int,
        nargs="+",
        default=[50, 100, 200, 400, 800],
        help="of the searches",
    )
    parser.add_argument(
        "--against-half",
        type=int,
        nargs="+",
        default=[100, 200, 400, 800],
        help="iterations of the searches that play those with half of them",
    )
    parser.add_argument("--half-games", type=int, default=400, help="of each of these pairs")
    parser.add_argument("--editions", nargs="+", default=EDITIONS, choices=EDITIONS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--seed", type=int, default=1871)
    parser.add_argument("--out", type=Path, default=HERE / "results", help="folder for the tables")
    parser.add_argument("--work", type=Path, required=True, help="folder for the games")
    return parser


def _report(bot: str, players: int, edition: str, games: int, options: Namespace) -> Report:
    """Have a bot play alone against the anchor, the same deals as every other bot."""
    name = f"{edition}-{players}-{bot.replace(':', '-').replace('=', '-')}"
    return _played(name, [bot, *[ANCHOR] * (players - 1)], edition, games, options)


def _duel(count: int, edition: str, options: Namespace) -> Report:
    """Have a search play one with half of its iterations, each deal from both seats."""
    lineup = [_search(count), _search(count // 2)]
    name = f"{edition}-{count}-{count // 2}"
    return _played(name, lineup, edition, options.half_games, options)


def _played(name: str, lineup: list[str], edition: str, games: int, options: Namespace) -> Report:
    """Play a batch in whole deals, or read the games that were played before."""
    return simulate(
        lineup,
        -(-games // len(lineup)) * len(lineup),
        seed=options.seed,
        edition=edition,
        sink=options.work / f"{name}.db",
        executor="processes",
        workers=options.jobs,
    )


def _search(iterations: int) -> str:
    return f"ismcts:iterations={iterations}"


def _tables(bots: list[str], reports: dict[tuple[str, int], Report]) -> str:
    """Write the ratings and the wins of one edition."""
    heads = ("", *(f"{players} players" for players in PLAYERS))
    ratings, wins = [
        tuple((bot, *(show(reports[bot, players], bot) for players in PLAYERS)) for bot in bots)
        for show in (_rating, _wins)
    ]
    return "\n".join([_table(heads, ratings), _table(heads, wins, _sizes(bots, reports))])


def _halves(duels: dict[tuple[int, str], Report]) -> str:
    """Write how many games the searches won against those with half of their iterations."""
    editions = list(dict.fromkeys(edition for _, edition in duels))
    lines = [
        (
            f"{count} against {count // 2}",
            *(_wins(duels[count, name], _search(count)) for name in editions),
        )
        for count in dict.fromkeys(count for count, _ in duels)
    ]
    sizes = dict.fromkeys(report.games for report in duels.values())
    note = f"Games of each pair and edition: {', '.join(map(str, sizes))}."
    return _table(("Iterations", *editions), lines, note)


def _table(heads: Sequence[str], lines: Sequence[Sequence[str]], remark: str = "") -> str:
    """Write a table as Markdown."""
    rule = (":--", *["--:"] * (len(heads) - 1))
    text = "".join(f"| {' | '.join(line)} |\n" for line in (heads, rule, *lines))
    return f"{text}\n{remark}\n" if remark else text


def _rating(report: Report, bot: str) -> str:
    """Write how much stronger a bot is than the anchor, in points of Elo, by the games it won.

    By the choice axiom of Luce (1959), which is the model of Bradley and Terry for more than two, a
    bot wins with the chance "own strength over the sum of all", where anybody wins. Its interval is
    that of the wins.
    """
    if bot == ANCHOR:
        return "0"
    players, win = report.tally.players, _win(report, bot)
    anybody = players * report.even_share.value
    low, value, high = (
        _elo(share / anybody, players - 1) for share in (win.low, win.value, win.high)
    )
    return f"{value:+.0f} ({low:+.0f} to {high:+.0f})".replace("inf", "∞")


def _elo(share: float, others: int) -> float:
    """Convert a share of the wins, against this many others of one strength, to points of Elo."""
    if not 0 < share < 1:
        return -inf if share <= 0 else inf
    return round(400 * log10(share * others / (1 - share)), 6) + 0.0  # no minus before a 0


def _win(report: Report, bot: str) -> Interval:
    """Find the part of the games that a bot won; the anchor, which plays itself, has all seats."""
    if bot == ANCHOR:
        return report.even_share
    return next(found for found in report.bots if found.bot == bot).win


def _wins(report: Report, bot: str) -> str:
    """Write how many games a bot won."""
    win = _win(report, bot)
    return f"{100 * win.value:.1f} % ({100 * win.low:.1f} to {100 * win.high:.1f})"


def _sizes(bots: list[str], reports: dict[tuple[str, int], Report]) -> str:
    """Say how many games the figures rest on."""
    sizes = (
        f"{bot} " + ", ".join(str(reports[bot, players].games) for players in PLAYERS)
        for bot in bots
    )
    return f"Games with 2, 3, 4 and 5 players: {'; '.join(sizes)}."


if __name__ == "__main__":
    main()
