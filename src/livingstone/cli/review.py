"""`livingstone review`: a recorded game with chances, mistakes and luck."""

import argparse
import shutil
import sys

import livingstone as ls
from livingstone.cli.parser import Commands
from livingstone.cli.replay import add_game, find_record
from livingstone.cli.tables import print_table, progress
from livingstone.support.files import path_of, reason_of, write_whole


def add_parser(commands: Commands) -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "review",
        help="review a recorded game: chances, mistakes, luck",
        description="Show everybody's chances to win in the course of a recorded game, what each"
        " choice cost, and what was luck. It needs the extra fast.",
        allow_abbrev=False,
    )
    add_game(parser)
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument(
        "--rollouts",
        type=int,
        metavar="N",
        help="how often each position is played on (default: 2000)",
    )
    effort.add_argument("--seconds", type=float, metavar="T", help="take about so long instead")
    parser.value("--seat", "S", "review what this seat, from 0, saw of the game", type=int)
    parser.value("--seed", "S", "decides the rollouts (default: 0)", type=int, default=0)
    parser.language()
    parser.value("--plot", "FILE", "draw the chances into this SVG file")
    parser.switch("--json", "write JSON, for programs")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Review the game."""
    from livingstone.reviews import chart, curve, describe_review, review, summary_table

    plot = None if options.plot is None else path_of(options.plot)
    if plot is not None and plot.suffix.lower() != ".svg":
        raise ls.ArgumentError(f"--plot needs a file that ends in .svg: {plot.name!r}")
    record = find_record(options)
    with progress("review", lambda: None, "positions and choices") as bar:
        found = review(
            record,
            rollouts=options.rollouts,
            seconds=options.seconds,
            seat=options.seat,
            seed=options.seed,
            on_progress=bar,
        )
    if plot is not None:
        try:
            write_whole(plot, chart(found, language=options.language, size=960).encode())
        except OSError as error:
            raise ls.ArgumentError(f"{plot}: {reason_of(error)}") from None
    if options.json:
        print(ls.to_json(found))
        return 0
    width = max(20, min(100, shutil.get_terminal_size().columns - 1))
    print(curve(found, width=width, encoding=sys.stdout.encoding))
    print()
    print_table(*summary_table(found, language=options.language))
    print()
    print("\n".join(describe_review(found, language=options.language)))
    return 0
