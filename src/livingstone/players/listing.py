"""The options of known players, as a list for people."""

import inspect
from collections.abc import Iterator
from enum import Enum
from inspect import Parameter
from pathlib import Path

from livingstone.players.learned import LEVELS, LearnedBot
from livingstone.players.options import Signature
from livingstone.players.registry import source_of


def options_of(name: str) -> tuple[str, ...]:
    """List the options that the name of a shipped or registered player can set.

    Each is written with its default, as in a name; the levels of `learned` are described.

    >>> "temperature=0" in options_of("ismcts")
    True

    Raises `ArgumentError` for a player that cannot be loaded.
    """
    source = source_of(name)
    listed = [*_defaults(source)]
    if source is LearnedBot:
        listed[-1] += "  or one of these, whose names also stand for them"
        listed += [f"level={level}  {LEVELS[level].description}" for level in LEVELS]
    return tuple(listed)


def _defaults(source: object) -> Iterator[str]:
    if not inspect.isclass(source) and hasattr(source, "choose"):
        return  # a bot has no options any more
    for option in Signature.of(source).options.values():
        default = "" if option.default is Parameter.empty else option.default
        if option.listed is not None:
            yield f"{option.name}={option.listed}"
        elif default is None or isinstance(default, int | float | str | Enum | Path):
            yield f"{option.name}={option.write(default)}"
