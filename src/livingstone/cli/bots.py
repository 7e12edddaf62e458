"""`livingstone bots`: who can play, and what each can be told."""

import argparse
import inspect

from attrs import fields, has

from livingstone.errors import ArgumentError
from livingstone.players import known_players, load_player
from livingstone.players.registry import source_of

__all__ = ["add_parser"]


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "bots",
        help="list the bots with their options",
        description="List the bots that are shipped, and those that installed packages register,"
        " with their options and what each is when none is given.",
        epilog="Options are written after a colon: ismcts:iterations=200,rollout=random.",
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a line for each bot, and one for each of its options."""
    del options
    names = known_players()
    width = max(map(len, names))
    for name in names:
        summary, settings = _facts(name)
        print(f"{name:{width}}  {summary}")
        for setting in settings:
            print(f"{'':{width}}    {setting}")
    return 0


def _facts(name: str) -> tuple[str, tuple[str, ...]]:
    """Give the first line of what a bot says about itself, and its options with their defaults."""
    try:
        source, kind = source_of(name), type(load_player(name))
    except ArgumentError as error:
        return str(error), ()
    return (inspect.getdoc(kind) or "").partition("\n")[0], _settings(source)


def _settings(source: object) -> tuple[str, ...]:
    """List the options that can be given to what makes a bot, with their defaults."""
    try:
        options = inspect.signature(source).parameters.values()  # type: ignore[arg-type]
    except (TypeError, ValueError):  # it takes none, or cannot tell which
        return ()
    known = fields(source) if inspect.isclass(source) and has(source) else ()
    untold = {own.name for own in known if not own.metadata.get("in_name", True)}
    return tuple(
        f"{option.name}={option.default}"
        for option in options
        if option.name not in untold
        and (option.default is None or isinstance(option.default, int | float | str))
    )
