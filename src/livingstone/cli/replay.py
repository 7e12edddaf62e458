"""`livingstone replay`: a recorded game, move by move."""

import argparse

import livingstone as ls
from livingstone.cli.editions import add_effects, effects_from
from livingstone.cli.narrator import Narrator
from livingstone.cli.parser import Commands, Parser
from livingstone.cli.players import distinct_names
from livingstone.cli.tables import print_score_sheet
from livingstone.simulation.store import is_store


def add_parser(commands: Commands) -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "replay",
        help="show a recorded game",
        description="Check a recorded game and show it line by line, with the final table. A"
        " record of what one seat saw is shown as its lines. A game of a batch is played again.",
    )
    add_game(parser)
    parser.language()
    parser.set_defaults(run=run)


def add_game(parser: Parser) -> None:
    """Declare the arguments that name a game of a file."""
    parser.value("file", "FILE", "a file of records, or of a batch (games.db)")
    parser.value(
        "game",
        "N",
        "which game: in a file of records from 1, in one of batches from 0 (default: the first)",
        type=int,
        nargs="?",
    )
    parser.value("--batch", "N", "which batch of the file, from 1", type=int)
    add_effects(parser)


def run(options: argparse.Namespace) -> int:
    """Replay the game."""
    record = find_record(options)
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


def find_record(options: argparse.Namespace) -> ls.Record:
    """Return the record of the game."""
    game, effects = options.game, effects_from(options)
    if is_store(options.file):
        number = 0 if game is None else game
        return ls.replay_row(number, options.file, batch=options.batch, effects=effects)
    records, game = ls.load_all(options.file, effects=effects), 1 if game is None else game
    if not 1 <= game <= len(records):
        raise ls.ArgumentError(f"{options.file} has games 1 to {len(records)}, not {game}")
    return records[game - 1]


def _tell(record: ls.Record, narrator: Narrator) -> None:
    """Print a full record, line by line, up to the first illegal action."""
    state = next(record.states())
    for before, action, after in record.steps():
        for event in ls.play(before, action).events:
            print(narrator.event(event))
        state = after
    if state.is_over:
        print()
        print_score_sheet(state, narrator)
