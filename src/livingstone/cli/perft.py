"""`livingstone perft`: count all games of some length, to check the engine."""

import argparse
import json
from functools import reduce

from attrs import asdict

import livingstone as ls
from livingstone.cli.editions import add_edition, edition_from
from livingstone.cli.parser import Commands
from livingstone.cli.tables import print_table


def add_parser(commands: Commands) -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "perft",
        help="count all games of some length",
        description="Count all sequences of DEPTH actions (moves and outcomes of chance) from the"
        " start of a game.",
    )
    parser.value("depth", "DEPTH", "how many actions, 0 or more", type=int)
    parser.value("--players", "N", "how many play (default: 2)", type=int, default=2)
    add_edition(parser)
    parser.value("--seed", "S", "start after the first roll of this seed", type=int)
    parser.switch("--divide", "also count for each first action")
    parser.switch("--json", "write JSON, for programs")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Count and print."""
    edition = edition_from(options)
    state = ls.new_game(
        options.players, edition=edition, seed=options.seed, explicit_chance=options.seed is None
    )
    counts: dict[str, ls.Perft] = {}
    if options.divide:
        seat = None if state.is_chance else state.current_player
        for action, count in ls.divide(state, options.depth).items():
            counts[ls.format_move(action, seat)] = count
        counts["all"] = reduce(ls.Perft.plus, counts.values())
    else:
        counts["all"] = ls.perft(state, options.depth)
    if options.json:
        print(json.dumps({name: asdict(count) for name, count in counts.items()}))
    else:
        heads = ("first action", "decisions", "outcomes", "terminals", "leaves")
        lines = [
            (name, *map(str, (c.decisions, c.outcomes, c.terminals, c.leaves)))
            for name, c in counts.items()
        ]
        print_table(heads, lines)
    return 0
