"""`livingstone play`: a game between bots and people at the terminal."""

import argparse
import math
import sys

from livingstone.cli.beginning import Beginning, begin, resume
from livingstone.cli.deciding import LeaveError
from livingstone.cli.session import Session
from livingstone.cli.telling import Teller
from livingstone.cli.terminal import Terminal
from livingstone.edition.loading import RULESETS
from livingstone.errors import ArgumentError
from livingstone.game.moves import Outcome
from livingstone.words.phrases import LANGUAGES

__all__ = ["INTERRUPTED", "add_edition", "add_language", "add_parser"]

INTERRUPTED = 130
"""The exit status after Ctrl-C, or where the input ends before the game."""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "play",
        help="play a game, or watch one",
        description="Play a game between people at this terminal and bots, or watch bots play. The"
        " same seed, bots and moves tell the same game.",
        epilog="Ctrl-C leaves a game; with --record, --resume goes on with it.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--players",
        metavar="N|NAMES",
        help="how many random players, 2 to 5, or who plays, such as human,greedy,ismcts"
        " (default: 4); livingstone bots lists all bots",
    )
    parser.add_argument(
        "--names", metavar="NAMES", help="what to call the players, such as Ann,Ben"
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="a whole number that decides dice, stones and cards, and what bots leave to luck"
        " (default: a fresh one; none with people, so that nobody can know what comes)",
    )
    add_edition(parser)
    parser.set_defaults(edition=None)  # a game that goes on has one, which nothing can change
    add_language(parser)
    _add_keeping(parser)
    parser.set_defaults(run=run)


def _add_keeping(parser: argparse.ArgumentParser) -> None:
    """Declare how fast a game goes, and where it is kept."""
    parser.add_argument(
        "--pause",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="wait so long after each move of a bot (default: 0)",
    )
    parser.add_argument(
        "--record", metavar="FILE", help="keep the game in this new file, move by move"
    )
    parser.add_argument(
        "--overwrite", action="store_true", help="with --record: replace a file that is there"
    )
    parser.add_argument(
        "--resume", metavar="FILE", help="go on with the game of a record, and keep it there"
    )


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Declare what a game is played with."""
    parser.add_argument(
        "--edition", choices=RULESETS, default="printed", help="the rules (default: printed)"
    )
    for part in ("board", "cards"):
        parser.add_argument(
            f"--{part}",
            metavar="FILE",
            help=f"use the {part} of this file; livingstone {part} --toml prints one to begin with",
        )


def add_language(parser: argparse.ArgumentParser) -> None:
    """Declare the language that a game is told in."""
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="the language (default: en)"
    )


def run(options: argparse.Namespace) -> int:
    """Play the game."""
    if not (math.isfinite(options.pause) and 0 <= options.pause <= 60):
        raise ArgumentError(f"--pause must be 0 to 60 seconds, not {options.pause}")
    if options.overwrite and options.record is None:
        raise ArgumentError("--overwrite needs --record with the file to replace")
    beginning = begin(options) if options.resume is None else resume(options)
    terminal = Terminal()
    teller = Teller(beginning.names, beginning.table.start.edition, options.language)
    session = Session(
        beginning.table,
        beginning.bots,
        teller,
        terminal,
        beginning.keeper,
        beginning.rng,
        options.pause,
        options.resume is not None,
    )
    beginning.keeper.keep(beginning.table)
    _announce(beginning, teller, terminal, options)
    try:
        session.run()
    except (EOFError, KeyboardInterrupt, LeaveError) as end:
        session.keep()
        if len(session.people) > 1:
            terminal.clear()  # the hand of one of them is in sight
        file = session.kept_in
        key = "bye_kept" if file else "bye_lost"
        print(f"\n{teller.say(key, file=file)}", file=sys.stderr)
        return 0 if isinstance(end, LeaveError) else INTERRUPTED
    except Exception:  # a bot failed, nothing more can be written, or this program is wrong
        session.keep()
        raise
    return 0


def _announce(
    beginning: Beginning, teller: Teller, terminal: Terminal, options: argparse.Namespace
) -> None:
    """Say who plays what, and where chance comes from."""
    told = ", ".join(
        called if name in ("random", "human") else f"{called} ({name})"
        for name, called in zip(beginning.players, beginning.names, strict=True)
    )
    seed = beginning.seed
    chance = teller.say("game_dealt") if seed is None else teller.say("game_seed", seed=seed)
    terminal.say(teller.say("game", rules=teller.rules, chance=chance, players=told))
    if seed is None:
        terminal.say(teller.say("dealt"))
    if options.resume is not None:
        done = [transition.actions[0] for transition in beginning.table.history]
        moves = sum(not isinstance(action, Outcome) for action in done)
        terminal.say(teller.say("resumed", file=options.resume, count=moves))
