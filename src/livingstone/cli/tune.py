"""`livingstone tune`: better weights for `greedy`, found by playing."""

import argparse
from functools import partial

from livingstone.cli.batches import run, shared, tell_seed
from livingstone.cli.play import add_edition
from livingstone.cli.screen import Findings, progress
from livingstone.simulation.tuning import tune

__all__ = ["add_parser"]


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "tune",
        help="look for better weights of greedy",
        description="Look for better weights of greedy by SPSA: in each iteration two sets of"
        " weights play each other on one deal. What was found plays a match against the start.",
        epilog="Ctrl-C ends it early; the same command with the same --seed continues it.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--players", type=int, required=True, metavar="N", help="how many play at the table"
    )
    parser.add_argument(
        "--out", required=True, metavar="FOLDER", help="write the weights and all steps there"
    )
    _add_sizes(parser)
    parser.add_argument(
        "--start",
        metavar="FILE",
        help="the weights to begin with (default: those that are shipped)",
    )
    add_edition(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="write JSON, for programs")
    form.add_argument("--markdown", action="store_true", help="write Markdown")
    parser.set_defaults(run=partial(run, _tune), seconds_per_move=None)


def _add_sizes(parser: argparse.ArgumentParser) -> None:
    """Declare how much is played, from which seed, and in how many processes."""
    parser.add_argument(
        "--iterations",
        type=int,
        default=2000,
        metavar="N",
        help="how many iterations, of two games each (default: 2000)",
    )
    parser.add_argument(
        "--games",
        type=int,
        default=1000,
        metavar="N",
        help="how many games the match has (default: 1000)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="a whole number that decides everything (default: a fresh one)",
    )
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="processes of the match (default: one for each core)"
    )


def _tune(options: argparse.Namespace) -> Findings:
    with progress("tune", partial(tell_seed, options)) as bar:
        given = shared(options, bar)
        return tune(
            options.out,
            players=options.players,
            iterations=options.iterations,
            games=options.games,
            seed=options.seed,
            start=options.start,
            edition=given["edition"],
            executor=given["executor"],
            workers=given["workers"],
            on_progress=bar,
        )
