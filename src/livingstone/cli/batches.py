"""`livingstone simulate`, `compare`, `tournament` and `export`: batches of games between bots."""

import argparse
import secrets
import sys
from typing import Any, TypeAlias

from livingstone import simulation
from livingstone.cli.options import (
    Commands,
    Parser,
    add_command,
    edition_from,
    lineup,
    status_after,
)
from livingstone.cli.terminal import print_sheets, progress
from livingstone.errors import ArgumentError
from livingstone.simulation import plots
from livingstone.support.arguments import whole
from livingstone.support.files import make_folder, refuse_existing

Findings: TypeAlias = simulation.Report | simulation.Comparison | simulation.Tournament
ALL_FAILED = 3
"""The exit status if a failure ended every game."""
_EPILOG = (
    "Ctrl-C ends it early; with --out and a --seed, the same command continues it. The exit status"
    f" is {ALL_FAILED} if a bot's failure ended every game."
)


def add_parsers(commands: Commands) -> None:
    """Declare the subcommands and their arguments."""
    parser = add_command(commands, "simulate", epilog=_EPILOG)
    parser.value(
        "--players",
        "NAMES",
        "a bot for each seat, such as greedy,random,random; or how many random ones",
        required=True,
    )
    parser.switch(
        "--no-rotation",
        "keep each bot in its seat; by default, they move on by one seat after each game, and"
        " each deal is played until they come back to their first order",
    )
    _add_common(parser, games=1000)

    parser = add_command(commands, "compare", epilog=_EPILOG)
    parser.value("a", "A", "the first bot")
    parser.value("b", "B", "the second bot")
    parser.value(
        "--against", "NAMES", "the bots in the other seats (default: random)", default="random"
    )
    _add_common(parser, games=1000)

    parser = add_command(commands, "tournament", epilog=_EPILOG)
    parser.value("names", "NAME", "the bots, at least two", nargs="+")
    parser.value("--seats", "N", "how many bots play in a game (default: 2)", type=int, default=2)
    _add_common(parser, games=200)
    _add_export(commands)


def _add_export(commands: Commands) -> None:
    parser = add_command(
        commands,
        "export",
        description="Write a file of games as a table with a row for each game and seat, or as a"
        " data set of Minari with an episode for each game and seat.",
    )
    parser.value("file", "FILE", "a file that was written with --out")
    parser.value("target", "TARGET", "ends in .parquet, .csv, .jsonl, .minari")
    parser.value("--batch", "N", "one batch of the file (default: all)", type=int)
    parser.overwrite()
    parser.set_defaults(run=_export)


def _add_common(parser: Parser, games: int) -> None:
    parser.value("--games", "N", f"how many games (default: {games})", type=int, default=games)
    parser.value(
        "--seed", "S", "a whole number that decides everything (default: a fresh one)", type=int
    )
    parser.edition()
    parser.value("--out", "FILE", "keep the games in this file, games.db, say")
    parser.value("--label", "TEXT", "what lists of the batches in the file call this one")
    parser.switch("--records", "keep the record of each game in the file, too")
    parser.value("--plots", "FOLDER", "draw a plot into this folder, as SVG")
    parser.overwrite("--plots")
    parser.value("--jobs", "N", "how many processes (default: one for each core)", type=int)
    parser.value(
        "--seconds-per-move",
        "T",
        "a bot that takes longer for a move loses the game (default: no limit)",
        type=float,
    )
    parser.add_argument(
        "--engine",
        choices=("auto", "python", "fast"),
        default="auto",
        help="fast is the compiled kernel, for greedy and random; auto (the default) takes it where"
        " it can; the games are the same",
    )
    parser.add_argument(
        "--adjust",
        choices=("luck",),
        help="also estimate who wins more without luck, with fewer games for bots of similar"
        " strength; needs the compiled kernel, and some time for each game",
    )
    parser.switch("--json", "write JSON, for programs")
    parser.set_defaults(run=_run)


def _play(options: argparse.Namespace, bar: simulation.OnProgress) -> Findings:
    if options.jobs is not None:
        whole("jobs", options.jobs, 1)
    same = "games", "seed", "seconds_per_move", "records", "label", "engine", "adjust"
    common: dict[str, Any] = {name: getattr(options, name) for name in same}
    common |= {"edition": edition_from(options), "sink": options.out, "on_progress": bar}
    common["executor"] = None if options.jobs == 1 else "processes"
    common["workers"] = options.jobs
    match options.command:
        case "simulate":
            own, rotate = lineup(options.players), not options.no_rotation
            return simulation.simulate(own, rotate=rotate, **common)
        case "compare":
            against = lineup(options.against)
            return simulation.compare(options.a, options.b, against=against, **common)
        case _:
            return simulation.tournament(options.names, players=options.seats, **common)


def _run(options: argparse.Namespace) -> int:
    """Run a command, print its findings, and draw the plots."""
    for option in ("out", "plots"):
        if getattr(options, option) == "":
            raise ArgumentError(f"--{option} needs the name of a file or folder, not ''")
    if options.plots:
        plots.require_matplotlib()
        options.plots = make_folder(options.plots).absolute() / f"{options.command}.svg"
        refuse_existing(options.plots, options.overwrite)
    is_fresh = options.seed is None
    if is_fresh:
        options.seed = secrets.randbits(31)

    def begin() -> None:
        if is_fresh:
            print(f"seed {options.seed}", file=sys.stderr)

    try:
        with progress(options.command, begin) as bar:
            findings = _play(options, bar)
    except KeyboardInterrupt as interrupt:
        again = f" with --seed {options.seed}" if is_fresh else ""
        kept = f"The games so far are kept; the same command{again} continues."
        lost = "Nothing was kept; --out keeps the games, so that a batch can be continued."
        during = " ".join(["Interrupted", *getattr(interrupt, "__notes__", ())])
        print(f"\n{during}. {kept if options.out else lost}", file=sys.stderr)
        return status_after(interrupt)
    if options.json:
        print(findings.to_json(), end="")
    else:
        print_sheets(findings.sheets())
    reports = [findings] if isinstance(findings, simulation.Report) else findings.reports
    if not any(report.finished for report in reports):
        print("A failure ended every game.", file=sys.stderr)
        return ALL_FAILED
    if options.plots:
        plots.draw(findings, options.plots)
    return 0


def _export(options: argparse.Namespace) -> int:
    write = simulation.export
    if options.target.lower().endswith(".minari"):
        from livingstone.envs import export_episodes as write  # type: ignore[assignment]
    write(options.file, options.target, batch=options.batch, overwrite=options.overwrite)
    return 0
