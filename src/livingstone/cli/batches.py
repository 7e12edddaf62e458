"""`livingstone simulate`, `compare` and `tournament`: batches of games between bots."""

import argparse
import secrets
import sys
from collections.abc import Callable
from functools import partial
from typing import TypeAlias, TypeVar

from livingstone.cli.editions import add_edition, edition_from
from livingstone.cli.play import INTERRUPTED
from livingstone.cli.players import lineup
from livingstone.cli.tables import Findings, progress, show
from livingstone.errors import ArgumentError
from livingstone.simulation import (
    OnProgress,
    Options,
    Report,
    SequentialTest,
    compare,
    simulate,
    tournament,
)
from livingstone.simulation.reports import plots
from livingstone.support.arguments import whole
from livingstone.support.files import make_folder

__all__ = ["add_parser", "run", "shared", "tell_seed"]

_Found = TypeVar("_Found", bound=Findings)
_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_parser(commands: _Commands) -> None:
    """Declare the subcommands and their arguments."""
    _add_simulate(commands)
    _add_compare(commands)
    _add_tournament(commands)


def _add_simulate(commands: _Commands) -> None:
    parser = commands.add_parser(
        "simulate",
        help="play many games between bots and report on them",
        description="Play many games between bots and report on them.",
        epilog="Ctrl-C ends it early; with --out and a --seed, the same command continues it.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--players",
        required=True,
        metavar="NAMES",
        help="a bot for each seat, such as greedy,random,random; or how many random ones",
    )
    parser.add_argument(
        "--out", metavar="FILE", help="write each game to this .csv, .jsonl or .parquet file"
    )
    parser.add_argument(
        "--no-rotation",
        action="store_true",
        help="keep each bot in its seat; by default, they move on by one seat after each game, and"
        " each deal is played until they come back to their first order",
    )
    parser.add_argument("--plots", metavar="FOLDER", help="draw plots into this folder, as SVG")
    _add_common(parser, games=1000)
    parser.set_defaults(run=partial(run, _simulate, then=_draw))


def _add_compare(commands: _Commands) -> None:
    parser = commands.add_parser(
        "compare",
        help="compare two bots on the same deals",
        description="Have two bots play the same deals from the same seats against the same"
        " others, and report the difference.",
        epilog="Ctrl-C ends it early; with --out and a --seed, the same command continues it.",
        allow_abbrev=False,
    )
    parser.add_argument("a", metavar="A", help="the first bot")
    parser.add_argument("b", metavar="B", help="the second bot")
    parser.add_argument(
        "--against",
        default="random",
        metavar="NAMES",
        help="the bots in the other seats (default: random)",
    )
    parser.add_argument(
        "--out", metavar="FOLDER", help="write a line for each game to files in this folder"
    )
    parser.add_argument(
        "--until",
        metavar="TEST",
        help="stop as soon as a sequential test has decided, such as elo=0:20 or wins=0:0.05: the"
        " first bot is better by the first figure or less, or by the second or more; both errors"
        " are 0.05, or as in elo=0:20,alpha=0.01,beta=0.1; --games is then the most games of each",
    )
    _add_common(parser, games=1000)
    parser.set_defaults(run=partial(run, _compare))


def _add_tournament(commands: _Commands) -> None:
    parser = commands.add_parser(
        "tournament",
        help="have every bot play every other, with ratings",
        description="Have every lineup of the bots play, and rate them all.",
        epilog="Ctrl-C ends it early; with --out and a --seed, the same command continues it.",
        allow_abbrev=False,
    )
    parser.add_argument("names", nargs="+", metavar="NAME", help="the bots, at least two")
    parser.add_argument(
        "--seats",
        type=int,
        default=2,
        metavar="N",
        help="how many bots play in a game (default: 2)",
    )
    parser.add_argument(
        "--out", metavar="FOLDER", help="write a line for each game to files in this folder"
    )
    _add_common(parser, games=200)
    parser.set_defaults(run=partial(run, _tournament))


def _add_common(parser: argparse.ArgumentParser, games: int) -> None:
    parser.add_argument(
        "--games", type=int, default=games, metavar="N", help=f"how many games (default: {games})"
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="a whole number that decides everything (default: a fresh one)",
    )
    add_edition(parser)
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="how many processes (default: one for each core)"
    )
    parser.add_argument(
        "--seconds-per-move",
        type=float,
        metavar="T",
        help="a bot that takes longer for a move loses the game (default: no limit)",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="write JSON, for programs")
    form.add_argument("--markdown", action="store_true", help="write Markdown")


def _simulate(options: argparse.Namespace) -> Report:
    if options.plots:
        plots.require_matplotlib()
        options.plots = make_folder(options.plots).absolute()  # a bot may go to another folder
    with progress("simulate", partial(tell_seed, options)) as bar:
        return simulate(
            lineup(options.players),
            options.games,
            rotate=not options.no_rotation,
            sink=options.out,
            seed=options.seed,
            **shared(options, bar),
        )


def _draw(report: Report, options: argparse.Namespace) -> None:
    """Draw the plots that were asked for, if games were played; the report is printed already."""
    if not options.plots:
        return
    if report.finished:
        plots.draw_all(report, options.plots)
    else:
        print("There is nothing to draw: no game was played to its end.", file=sys.stderr)


def _compare(options: argparse.Namespace) -> Findings:
    until = None if options.until is None else SequentialTest.parse(options.until)
    with progress("compare", partial(tell_seed, options)) as bar:
        return compare(
            options.a,
            options.b,
            against=lineup(options.against),
            games=options.games,
            folder=options.out,
            until=until,
            seed=options.seed,
            **shared(options, bar),
        )


def _tournament(options: argparse.Namespace) -> Findings:
    with progress("tournament", partial(tell_seed, options)) as bar:
        return tournament(
            options.names,
            players=options.seats,
            games=options.games,
            folder=options.out,
            seed=options.seed,
            **shared(options, bar),
        )


def run(
    play: Callable[[argparse.Namespace], _Found],
    options: argparse.Namespace,
    then: Callable[[_Found, argparse.Namespace], None] | None = None,
) -> int:
    """Run a command, print its findings, and do what comes then.

    After Ctrl-C, say how to continue it. Raises `ArgumentError` for files without a name.
    """
    for option in ("out", "plots"):
        if getattr(options, option, None) == "":
            raise ArgumentError(f"--{option} needs the name of a file or folder, not ''")
    options.fresh = options.seed is None
    if options.fresh:
        options.seed = secrets.randbits(31)
    try:
        findings = play(options)
    except KeyboardInterrupt:
        again = f" with --seed {options.seed}" if options.fresh else ""
        kept = f"The games so far are kept; the same command{again} goes on from there."
        lost = "Nothing was kept; --out keeps the games, so that a batch can go on."
        print(f"\nInterrupted. {kept if options.out else lost}", file=sys.stderr)
        return INTERRUPTED
    if options.json:
        print(findings.to_json(), end="")
    elif options.markdown:
        print(findings.to_markdown(), end="")
    else:
        show(findings)
    if then is not None:
        then(findings, options)
    return 0


def tell_seed(options: argparse.Namespace) -> None:
    """Say which seed was drawn, unless one was given."""
    if options.fresh:
        print(f"seed {options.seed}", file=sys.stderr)


def shared(options: argparse.Namespace, bar: OnProgress) -> Options:
    """Give the options that all commands for batches have in common."""
    if options.jobs is not None:
        whole("jobs", options.jobs, 1)
    return Options(
        edition=edition_from(options),
        executor=None if options.jobs == 1 else "processes",
        workers=options.jobs,
        on_progress=bar,
        seconds_per_move=options.seconds_per_move,
    )
