"""The parser of the command line, and the options that several commands share."""

import argparse
import os
import shlex
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from typing import Any, NoReturn

from livingstone import LANGUAGES, ArgumentError, __version__
from livingstone.edition import RULESETS, Edition, load_edition
from livingstone.effects import CardEffect
from livingstone.errors import error_line, shown
from livingstone.text import LONGEST_NAME, without_controls


class Parser(argparse.ArgumentParser):
    """Reports a wrong argument in one line, with exit status 2; options are not abbreviated."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"allow_abbrev": False})

    def error(self, message: str) -> NoReturn:
        """Print the error and where to find help."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


_FILE = files("livingstone.cli") / "commands.toml"
_TABLES: dict[str, dict[str, Any]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
COMMANDS, SHARED = _TABLES["commands"], _TABLES["shared"]
"""What argparse takes for each subcommand, and the options that several share."""
MODULES = {
    "play": "session",
    "serve": "serve",
    "engine": "engine_protocol",
    "replay": "recorded_games",
    "review": "recorded_games",
    **dict.fromkeys(("rules", "board", "cards", "bots", "compile", "perft"), "listings"),
    **dict.fromkeys(("simulate", "compare", "tournament", "export"), "batches"),
}
"""The module of each subcommand, which is loaded when it is given; its `RUN` has the function."""
CHOICES = {"languages": LANGUAGES, "rulesets": RULESETS}
INTERRUPTED = 130
"""The exit status after Ctrl-C, or if the input ends before the game."""


def make_parser(typed: Sequence[str]) -> Parser:
    """Make the parser of what is typed: only the module of its subcommand is loaded."""
    parser = Parser(
        prog="livingstone", description="The board game Livingstone on the command line."
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    given = next((word for word in typed if not word.startswith("-")), None)
    for name, declared in COMMANDS.items():
        texts = {key: text for key, text in declared.items() if key != "options"}
        command = commands.add_parser(name, **texts)
        if name == given:
            module = import_module(f"livingstone.cli.{MODULES[name]}")
            _declare(command, declared["options"], vars(module) | {"int": int, "float": float})
            command.set_defaults(run=module.RUN[name])
    return parser


def _declare(parser: Parser, options: Iterable[Any], types: Mapping[str, Any]) -> None:
    """Declare the options of a subcommand, whose types are names in `types`."""
    groups = dict[str, Any]()
    for option in options:
        if isinstance(option, str):
            _declare(parser, SHARED[option], types)
            continue
        settings = dict(option)
        if "type" in settings:
            settings["type"] = types[settings["type"]]
        if isinstance(settings.get("choices"), str):
            settings["choices"] = CHOICES[settings["choices"]]
        if (group := settings.pop("group", None)) is not None and group not in groups:
            groups[group] = parser.add_mutually_exclusive_group()
        groups.get(group, parser).add_argument(settings.pop("name"), **settings)


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


def effects_from(options: argparse.Namespace) -> list[type[CardEffect]]:
    """Import the modules of `--effects`, and list the effects that they define."""
    effects = list[type[CardEffect]]()
    for name in options.effects:
        try:
            values = [*vars(import_module(name)).values()]
        except Exception as error:
            raise ArgumentError(
                f"--effects {name} cannot be imported: {error_line(error)}"
            ) from None
        classes = [
            cls
            for cls in values
            if isinstance(cls, type) and issubclass(cls, CardEffect)
            if not cls.__name__.startswith("_") and not cls.__module__.startswith("livingstone.")
        ]
        if not classes:
            raise ArgumentError(f"--effects {name} has no class that inherits from CardEffect")
        effects += classes
    return effects


def edition_from(options: argparse.Namespace) -> Edition:
    """Load the edition of `--edition`, `--board`, `--cards` and `--effects`."""
    name = options.edition or "printed"
    effects = effects_from(options)
    return load_edition(name, board=options.board, cards=options.cards, effects=effects)


def lineup(text: str, bot: str = "random") -> list[str]:
    """Parse the players: a number of players of one kind, or names separated by commas.

    >>> lineup("2"), lineup("greedy,ismcts:iterations=9,seconds=1")
    (['random', 'random'], ['greedy', 'ismcts:iterations=9,seconds=1'])
    >>> lineup("greedy,my_bots:Careful:reserve=3,file=C:/x.toml")
    ['greedy', 'my_bots:Careful:reserve=3,file=C:/x.toml']
    >>> lineup("greedy,program:./mybot --levels '1,2',random")
    ['greedy', "program:./mybot --levels '1,2'", 'random']

    Raises `ArgumentError` for a missing name, and for a number of more than three digits.
    """
    if text.isascii() and text.isdigit():
        if len(text) > 3:
            raise ArgumentError(f"there cannot be {shown(text)} players")
        return [bot] * int(text)
    names = list[str]()
    for part in text.split(","):
        key, equals, _ = part.partition("=")
        is_option = equals and ":" not in key
        if names and (is_option or _has_open_quote(names[-1])):
            names[-1] += f",{part}"  # another option of the player before, or of a program
        else:
            names.append(part.strip())
    if not all(names):
        raise ArgumentError(f"players must be a number or names such as greedy,random: {text!r}")
    return names


def _has_open_quote(name: str) -> bool:
    """Return whether the command of a program goes on after a comma."""
    if not name.startswith("program:"):
        return False
    try:
        shlex.split(name)
    except ValueError:
        return True
    return False


def names_from(given: str | None, others: Iterable[str]) -> tuple[str, ...]:
    """Clean the names of `--names` or, without it, the others, which are one for each seat.

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
