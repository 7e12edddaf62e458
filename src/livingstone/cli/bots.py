"""`livingstone bots`: the bots that can play, and their options."""

import argparse
import inspect
from collections.abc import Iterator

from livingstone.cli.parser import Commands
from livingstone.errors import ArgumentError
from livingstone.players import LearnedBot, known_players, load_player
from livingstone.players.learned import LEVELS
from livingstone.players.registry import source_of


def add_parser(commands: Commands) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "bots",
        help="list the bots with their options",
        description="List the bots of this library and of installed packages, with their options"
        " and defaults.",
        epilog="Options are written after a colon: ismcts:iterations=100,seconds=2.",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a line for each bot, and one for each of its options."""
    del options
    names = known_players()
    width = max(map(len, names))
    for name in names:
        try:
            source, kind = source_of(name), type(load_player(name))
        except ArgumentError as error:
            print(f"{name:{width}}  {error}")
            continue
        print(f"{name:{width}}  {(inspect.getdoc(kind) or '').partition(chr(10))[0]}")
        levels = [f"level={level}  {LEVELS[level].description}" for level in LEVELS]
        for setting in [*_settings(source), *(levels if kind is LearnedBot else [])]:
            print(f"{'':{width}}    {setting}")
    return 0


def _settings(source: object) -> Iterator[str]:
    """List the options that a bot's name can set, with their defaults."""
    try:
        options = inspect.signature(source).parameters.values()  # type: ignore[arg-type]
    except (TypeError, ValueError):  # an instance, or a callable without a signature
        return
    for option in options:
        default = option.default
        if default is None or isinstance(default, int | float | str):
            yield f"{option.name}={default}"
