"""`livingstone replay`: a recorded game, told line by line."""

import argparse

from livingstone.cli.editions import add_effects, effects_from
from livingstone.cli.narrator import Narrator
from livingstone.cli.play import add_language
from livingstone.cli.players import distinct_names
from livingstone.cli.tables import print_score_sheet
from livingstone.errors import ArgumentError
from livingstone.events.transitions import play
from livingstone.records.record import Record
from livingstone.records.toml import load_all

__all__ = ["add_parser"]


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "replay",
        help="tell a recorded game",
        description="Check a recorded game and tell it line by line, with the final table. A"
        " record of what one seat saw is shown as its lines.",
        allow_abbrev=False,
    )
    parser.add_argument("record", metavar="RECORD", help="the file of the record, or of many")
    parser.add_argument(
        "--game", type=int, default=1, metavar="N", help="which game of the file (default: 1)"
    )
    add_effects(parser)
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Replay the game."""
    records = load_all(options.record, effects=effects_from(options))
    if not 1 <= options.game <= len(records):
        raise ArgumentError(f"{options.record} has games 1 to {len(records)}, not {options.game}")
    record = records[options.game - 1]
    narrator = Narrator(distinct_names(record.players), record.edition, options.language)
    print(f"Livingstone, {narrator.rules}: {', '.join(narrator.names)}.")
    if record.is_full:
        _tell(record, narrator)
        record.verify()
    else:
        for _ in record.views():
            pass
        print("\n".join(record.actions))
    return 0


def _tell(record: Record, narrator: Narrator) -> None:
    """Tell a full record, as far as it can be replayed."""
    state = next(record.states())
    for before, action, after in record.steps():
        for event in play(before, action).events:
            print(narrator.event(event))
        state = after
    if state.is_over:
        print()
        print_score_sheet(state, narrator)
