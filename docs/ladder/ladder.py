"""Make the tables of docs/reference/ladder.md: how strong each bot is at each table.

python docs/ladder/ladder.py --work games

It needs livingstone with the extra `stats`. Each bot plays alone against `greedy` on all other
seats, and searches play one another at tables of two. With `--work` an interrupted run goes on, and
a later one can play more games. The result does not depend on the number of processes.
"""

import os
from argparse import ArgumentParser, Namespace
from math import inf, log10
from pathlib import Path

from livingstone import simulate
from livingstone.simulation import Interval, Report, Sheet
from livingstone.simulation.executors import Where, shared
from livingstone.simulation.reports.layout import percent, signed
from livingstone.simulation.reports.sheets import markdown
from livingstone.simulation.series import in_folder, whole_deals

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
    with in_folder(options.work) as work, shared("processes", options.jobs) as (executor, _):
        for edition in options.editions:
            reports = {
                (bot, players): _report(bot, players, edition, most, options.seed, work, executor)
                for bot, sizes in games.items()
                for players, most in zip(PLAYERS, sizes, strict=True)
            }
            # No ending that the documentation would take for a page of its own.
            file = options.out / f"{edition}.inc"
            file.write_text(_tables(list(games), reports), encoding="utf-8")
        duels = {
            (count, edition): _duel(count, edition, options, work, executor)
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
    parser.add_argument("--work", type=Path, help="keep the games there, and go on with them")
    return parser


def _report(
    bot: str,
    players: int,
    edition: str,
    games: int,
    seed: int,
    work: Path,
    executor: Where,
) -> Report:
    """Have a bot play alone against the anchor, the same deals as every other bot."""
    name = f"{edition}-{players}-{bot.replace(':', '-').replace('=', '-')}"
    return simulate(
        [bot, *[ANCHOR] * (players - 1)],
        whole_deals(games, players),
        seed=seed,
        edition=edition,
        sink=work / f"{name}.csv",
        executor=executor,
    )


def _duel(count: int, edition: str, options: Namespace, work: Path, executor: Where) -> Report:
    """Have a search play one with half of its iterations, each deal from both seats."""
    return simulate(
        [_search(count), _search(count // 2)],
        whole_deals(options.half_games, 2),
        seed=options.seed,
        edition=edition,
        sink=work / f"{edition}-{count}-{count // 2}.csv",
        executor=executor,
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
    sheets = (
        Sheet("Ratings", heads, ratings),
        Sheet("Wins", heads, wins, _sizes(bots, reports)),
    )
    return "\n".join(markdown([sheet]).partition("\n\n")[2] for sheet in sheets)


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
    sheet = Sheet("Halves", ("Iterations", *editions), tuple(lines), note)
    return markdown([sheet]).partition("\n\n")[2]


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
    return signed(Interval(value, low, high), decimals=0).replace("inf", "∞")


def _elo(share: float, others: int) -> float:
    """Convert a share of the wins, against so many others of one strength, to points of Elo."""
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
    return percent(_win(report, bot))


def _sizes(bots: list[str], reports: dict[tuple[str, int], Report]) -> str:
    """Say how many games the figures rest on."""
    sizes = (
        f"{bot} " + ", ".join(str(reports[bot, players].games) for players in PLAYERS)
        for bot in bots
    )
    return f"Games with 2, 3, 4 and 5 players: {'; '.join(sizes)}."


if __name__ == "__main__":
    main()
