"""`livingstone play`: a whole game, told line by line, between bots and people."""

import argparse
import random
import secrets
import sys

from livingstone.cli.keyboard import Keyboard
from livingstone.cli.telling import NAMES, final_table, tell, tell_seat
from livingstone.edition.loading import RULESETS, load_edition
from livingstone.engine import new_game
from livingstone.errors import ArgumentError
from livingstone.events.transitions import opening
from livingstone.players import Bot, load_player
from livingstone.records.files import dump
from livingstone.table import Table

__all__ = ["add_parser", "lineup"]

HUMAN = "human"


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "play",
        help="play a game and tell it",
        description="Play a whole game, told line by line, with the final table. The same seed"
        " and players tell the same game.",
        epilog="Ctrl-C gives a game up; with --record, what was played is kept.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--players",
        default="4",
        metavar="N|NAMES",
        help="how many random players, 2 to 5, or who plays, such as human,greedy,ismcts"
        " (default: 4)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="a whole number that decides dice, stones, cards and moves (default: a fresh one)",
    )
    parser.add_argument(
        "--edition", choices=RULESETS, default="printed", help="the rules (default: printed)"
    )
    parser.add_argument("--record", metavar="FILE", help="keep a record of the game in this file")
    parser.set_defaults(run=run)


def lineup(text: str) -> list[str]:
    """Read who plays: a number of random players, or names with commas between.

    >>> lineup("2"), lineup("greedy,ismcts:iterations=9,rollout=random")
    (['random', 'random'], ['greedy', 'ismcts:iterations=9,rollout=random'])

    Raises `ArgumentError` for nothing at all.
    """
    if text.isascii() and text.isdigit():
        return ["random"] * min(int(text[:3]), 100)
    names = list[str]()
    for part in text.split(","):
        if names and "=" in part and ":" not in part:
            names[-1] += f",{part}"  # another option of the player before
        else:
            names.append(part)
    if not all(names):
        raise ArgumentError(f"players must be a number or names such as greedy,random: {text!r}")
    return names


def run(options: argparse.Namespace) -> int:
    """Play the game."""
    players = lineup(options.players)
    seed = secrets.randbits(31) if options.seed is None else options.seed
    bots = [
        Keyboard(called) if name == HUMAN else load_player(name)
        for name, called in zip(players, NAMES, strict=False)
    ]
    edition = load_edition(options.edition)
    table = Table(new_game(len(players), seed=seed, edition=edition))
    names = NAMES[: len(players)]
    told = ", ".join(
        called if name == "random" else f"{called} ({name})"
        for name, called in zip(players, names, strict=True)
    )
    print(f"Livingstone, {options.edition} rules, seed {seed}: {told}.")
    try:
        _play(table, bots, names, random.Random(seed))
    except (EOFError, KeyboardInterrupt):
        print("\nThe game was given up.", file=sys.stderr)
        return 130
    finally:
        if options.record:
            dump(table.record(players=names, tags={"players": ", ".join(players)}), options.record)
    return 0


def _play(table: Table, bots: list[Bot], names: tuple[str, ...], rng: random.Random) -> None:
    """Play to the end; a lone person sees what that seat may, several what a spectator may."""
    people = [seat for seat, bot in enumerate(bots) if isinstance(bot, Keyboard)]
    watcher = people[0] if len(people) == 1 else None
    for event in opening(table.state):
        tell_seat([event], names, table.state.edition, watcher)
    while not table.state.is_over:
        seat = table.state.current_player
        move = bots[seat].choose(table.view(seat), rng)
        events = table.play(move).events
        if people:
            tell_seat(events, names, table.state.edition, watcher)
        else:
            tell(events, names, table.state.edition)
    print()
    print(final_table(table.state, names))
