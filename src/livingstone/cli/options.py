"""The parser of the command line, and the options that several commands share."""

import argparse
import os
from collections.abc import Iterable
from importlib import import_module
from typing import Any, NoReturn, TypeAlias

from livingstone.edition.loading import RULESETS, load_edition
from livingstone.edition.phrases import LANGUAGES
from livingstone.edition.types import Edition
from livingstone.effects import CardEffect
from livingstone.errors import ArgumentError, shown, told
from livingstone.pictures.named_view import LONGEST_NAME, without_controls

HUMAN = "human"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


class Parser(argparse.ArgumentParser):
    """Reports a wrong argument in one line, with exit status 2; options are not abbreviated."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"allow_abbrev": False})

    def error(self, message: str) -> NoReturn:
        """Print the error and where to find help."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def value(self, name: str, metavar: str, help: str, **more: Any) -> None:
        """Declare an argument or an option with a value."""
        self.add_argument(name, metavar=metavar, help=help, **more)

    def switch(self, name: str, help: str) -> None:
        """Declare an option without a value."""
        self.add_argument(name, action="store_true", help=help)

    def overwrite(self, option: str = "") -> None:
        """Declare the option to replace the files that another one names."""
        use = f"with {option}: " if option else ""
        self.switch("--overwrite", f"{use}replace what exists, which is refused otherwise")

    def language(self) -> None:
        """Declare the option for the language."""
        self.add_argument(
            "--language", choices=LANGUAGES, default="en", help="the language (default: en)"
        )

    def edition(self) -> None:
        """Declare the options for rules, board and cards."""
        self.add_argument(
            "--edition", choices=RULESETS, default="printed", help="the rules (default: printed)"
        )
        self.parts()

    def parts(self) -> None:
        """Declare the options for board and cards."""
        for part in ("board", "cards"):
            self.value(
                f"--{part}",
                "FILE",
                f"use the {part} of this file; livingstone {part} --toml prints one to start with",
            )
        self.effects()

    def effects(self) -> None:
        """Declare the option for effects of cards."""
        self.value(
            "--effects",
            "MODULE",
            "import this Python module, such as mypackage.cards: cards can have the effects that"
            " it defines; can be given several times",
            action="append",
            default=[],
        )


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""The subcommands, to which each command adds itself."""
COMMANDS = {
    "play": ("play", "play a game, or watch one"),
    "serve": ("serve", "play in a browser"),
    "replay": ("records", "show a recorded game"),
    "review": ("records", "review a recorded game: chances, mistakes, luck"),
    "rules": ("listings", "show the rules, or one of them"),
    "board": ("listings", "show the board and its figures"),
    "cards": ("listings", "list the action cards"),
    "bots": ("listings", "list the bots with their options"),
    "compile": ("listings", "compile the fast game now, so that nobody waits later"),
    "perft": ("listings", "count all games of some length"),
    "simulate": ("batches", "play many games between bots and report on them"),
    "compare": ("batches", "compare two bots on the same deals and seats"),
    "tournament": ("batches", "have every bot play every other, with ratings"),
    "export": ("batches", "turn a file of games into Parquet, CSV, JSON lines or a data set"),
}
"""The module of each subcommand, which is loaded when it is given, and what it is for."""
INTERRUPTED = 130
"""The exit status after Ctrl-C, or if the input ends before the game."""


def interrupt(number: int, _: object) -> None:
    """Handle a signal as Python handles Ctrl-C; a terminal that is gone gets no more output."""
    for stream in (1, 2):
        try:
            os.write(stream, b"")
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    raise KeyboardInterrupt(number)


def status_after(error: BaseException) -> int:
    """Return the exit status after an interrupt: 128 and the number of its signal."""
    match error.args:
        case (int(number),):
            return 128 + number
    return INTERRUPTED


def add_command(commands: Commands, name: str, **options: Any) -> Parser:
    """Add a subcommand with options of `ArgumentParser`; what it is for describes it."""
    purpose = COMMANDS[name][1]
    described = {"description": f"{purpose[0].upper()}{purpose[1:]}."} | options
    return commands.add_parser(name, help=purpose, **described)


def effects_from(options: argparse.Namespace) -> list[type[CardEffect]]:
    """Import the modules of `--effects`, and list the effects that they define."""
    found = list[type[CardEffect]]()
    for name in options.effects:
        try:
            values = [*vars(import_module(name)).values()]
        except Exception as error:
            raise ArgumentError(f"--effects {name} cannot be imported: {told(error)}") from None
        own = [
            cls
            for cls in values
            if isinstance(cls, type) and issubclass(cls, CardEffect)
            if not cls.__name__.startswith("_") and not cls.__module__.startswith("livingstone.")
        ]
        if not own:
            raise ArgumentError(f"--effects {name} has no class that inherits from CardEffect")
        found += own
    return found


def edition_from(options: argparse.Namespace) -> Edition:
    """Load the edition of `--edition`, `--board`, `--cards` and `--effects`."""
    return load_edition(
        options.edition or "printed",
        board=options.board,
        cards=options.cards,
        effects=effects_from(options),
    )


def lineup(text: str, bot: str = "random") -> list[str]:
    """Parse the players: a number of players of one kind, or names separated by commas.

    >>> lineup("2"), lineup("greedy,ismcts:iterations=9,seconds=1")
    (['random', 'random'], ['greedy', 'ismcts:iterations=9,seconds=1'])

    Raises `ArgumentError` for a missing name, and for a number of more than three digits.
    """
    if text.isascii() and text.isdigit():
        if len(text) > 3:
            raise ArgumentError(f"there cannot be {shown(text)} players")
        return [bot] * int(text)
    names = list[str]()
    for part in text.split(","):
        if names and "=" in part and ":" not in part:
            names[-1] += f",{part}"  # another option of the player before
        else:
            names.append(part.strip())
    if not all(names):
        raise ArgumentError(f"players must be a number or names such as greedy,random: {text!r}")
    return names


def names_from(given: str | None, others: Iterable[str]) -> tuple[str, ...]:
    """Clean the names of `--names`, or else those of a record: one for each of the others.

    >>> names_from(" Cleo," + chr(27) + "[2JDan", ["Ann", "Ben"])
    ('Cleo', '[2JDan')

    Raises `ArgumentError` for a wrong number of names, an empty one, and one that is given twice.
    """
    others = distinct_names(others)
    if given is None:
        return others
    clean = tuple(map(_clean, given.split(",")))
    if not all(clean) or len(set(clean)) < len(clean):
        raise ArgumentError("each player needs a name of its own, such as --names Ann,Ben")
    if len(clean) != len(others):
        raise ArgumentError(f"--names must name {len(others)} players, not {shown(given)}")
    return clean


def distinct_names(names: Iterable[str]) -> tuple[str, ...]:
    """Clean the names of a record; if two are equal, append the seat to each name."""
    clean = tuple(_clean(name) or f"Player {seat}" for seat, name in enumerate(names))
    if len(set(clean)) == len(clean):
        return clean
    return tuple(f"{name[: LONGEST_NAME - 2]} {seat}" for seat, name in enumerate(clean))


def _clean(name: str) -> str:
    """Remove control characters, which a terminal would obey."""
    return without_controls(name)[:LONGEST_NAME].strip()
