"""`livingstone play`: a game between bots and people at the terminal."""

import argparse
import math
import sys

import livingstone as ls
from livingstone.cli.editions import add_edition
from livingstone.cli.game_setup import GameSetup, begin, resume
from livingstone.cli.narrator import Narrator
from livingstone.cli.parser import Commands
from livingstone.cli.prompt import LeaveError
from livingstone.cli.session import Session
from livingstone.cli.summary import RoundSummary
from livingstone.cli.terminal import Terminal

INTERRUPTED = 130
"""The exit status after Ctrl-C, or if the input ends before the game."""


def add_parser(commands: Commands) -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "play",
        help="play a game, or watch one",
        description="Play against bots or other people at this terminal, or watch bots play. The"
        " same seed, bots and moves give the same game.",
        epilog="Ctrl-C leaves a game; if it was recorded, --resume continues it.",
    )
    parser.value(
        "--players",
        "N|NAMES",
        "how many greedy bots, 2 to 5, or who plays, such as human,greedy,ismcts"
        " (default: 4); livingstone bots lists all bots",
    )
    parser.value("--names", "NAMES", "the players' names, such as Ann,Ben")
    parser.value(
        "--seed",
        "S",
        "a whole number that decides dice, stones, cards and the bots' random choices"
        " (default: a fresh one; none with people, so that nobody can predict the game)",
        type=int,
    )
    add_edition(parser)
    parser.set_defaults(edition=None)  # a game that is resumed has one already
    parser.language()
    parser.switch("--moves", "show every event, not only a paragraph a round")
    parser.value(
        "--pause", "SECONDS", "wait after each move of a bot (default: 0)", type=float, default=0.0
    )
    parser.value("--record", "FILE", "record the game in this new file, move by move")
    parser.switch("--overwrite", "with --record: replace an existing file")
    parser.value("--resume", "FILE", "continue the game of a record, and record it there")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the game."""
    if not (math.isfinite(options.pause) and 0 <= options.pause <= 60):
        raise ls.ArgumentError(f"--pause must be 0 to 60 seconds, not {options.pause}")
    if options.overwrite and options.record is None:
        raise ls.ArgumentError("--overwrite needs --record with the file to replace")
    setup = begin(options) if options.resume is None else resume(options)
    terminal = Terminal()
    narrator = Narrator(setup.names, setup.table.start.edition, options.language)
    summary = None if options.moves else RoundSummary(narrator)
    is_resumed = options.resume is not None
    session = Session(setup, narrator, terminal, options.pause, is_resumed, summary)
    setup.write()
    _announce(setup, narrator, terminal, options.resume)
    try:
        session.run()
    except (EOFError, KeyboardInterrupt, LeaveError) as end:
        session.write()
        if len(session.people) > 1:
            terminal.clear()  # the hand of one of them is in sight
        file = session.setup.path
        key = "bye_kept" if file else "bye_lost"
        print(f"\n{narrator.say(key, file=file)}", file=sys.stderr)
        return 0 if isinstance(end, LeaveError) else INTERRUPTED
    except Exception:  # a bot failed, or the output cannot be written
        session.write()
        raise
    return 0


def _announce(
    setup: GameSetup, narrator: Narrator, terminal: Terminal, resumed: str | None
) -> None:
    players = ", ".join(
        called if name == "human" else f"{called} ({name})"
        for name, called in zip(setup.players, setup.names, strict=True)
    )
    seed = setup.seed
    chance = narrator.say("game_dealt") if seed is None else narrator.say("game_seed", seed=seed)
    terminal.say(narrator.say("game", rules=narrator.rules, chance=chance, players=players))
    if seed is None:
        terminal.say(narrator.say("dealt"))
    if resumed is not None:
        actions = [transition.actions[0] for transition in setup.table.history]
        moves = sum(not isinstance(action, ls.Outcome) for action in actions)
        terminal.say(narrator.say("resumed", file=resumed, count=moves))
