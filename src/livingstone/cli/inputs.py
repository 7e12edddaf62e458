"""The files that a command reads, which it must not overwrite."""

import argparse
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from livingstone.support.files import refuse_inputs

_OF_FILES = ("board", "cards", "file", "database", "out")
"""The options that name a file; what `--resume` names is written on purpose."""
_OF_BOTS = ("players", "a", "b", "against", "bots")
"""The options that name bots, of which some read files."""


def refuse_read_files(target: Path, options: argparse.Namespace) -> None:
    """Raise `ArgumentError` if a file to be written is one that the command reads or runs."""
    given = vars(options)
    inputs = [Path(given[name]) for name in _OF_FILES if given.get(name)]
    bots = [given.get(name) for name in _OF_BOTS]
    if options.command == "tournament":  # elsewhere they are the names of players
        bots.append(options.names)
    inputs += _files_in(bots)
    if target.is_dir():
        inputs += _modules()
    elif target.exists():
        inputs += (module for module in _modules() if _is_same(module, target))
    refuse_inputs(target, inputs)


def _files_in(bots: list[Any]) -> Iterator[Path]:
    """Yield the existing files in the names of bots, such as `my_bots:Bold:weights=w.toml`."""
    for text in _texts(bots):
        for word in re.split(r"[,\s'\"]+", text):
            starts = [0, *(mark.end() for mark in re.finditer("[:=]", word))]
            yield from (Path(word[start:]) for start in starts if Path(word[start:]).is_file())


def _texts(values: list[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, list):
            yield from value
        elif value is not None:
            yield value


def _is_same(one: Path, other: Path) -> bool:
    """Return whether two names are of one file; that of a module may not exist."""
    with suppress(OSError):
        return one.samefile(other)
    return False


def _modules() -> Iterator[Path]:
    """Yield the files of the modules that are imported: effects and bots among them."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str):
            yield Path(file)
