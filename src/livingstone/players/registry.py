"""Find a player by name: shipped, registered by a package, or `module:attribute`."""

import inspect
import shlex
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from pathlib import Path, PurePath
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from livingstone.errors import ArgumentError, error_line, shown
from livingstone.players.bot import PROGRAM, Bot, RandomBot
from livingstone.players.greedy import GreedyBot
from livingstone.players.ismcts import IsmctsBot
from livingstone.players.learned import LEVELS, LearnedBot
from livingstone.players.options import Signature
from livingstone.support.contents import content_hash

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GROUP = "livingstone.players"
"""The entry point group in which packages register players."""
_SHIPPED: Mapping[str, Callable[..., Bot]] = {
    "greedy": GreedyBot,
    "ismcts": IsmctsBot,
    "learned": LearnedBot,
    "random": RandomBot,
}


def known_players() -> tuple[str, ...]:
    """List the names of all shipped and registered players, sorted.

    >>> set(known_players()) >= {"greedy", "ismcts", "random"}
    True
    """
    return tuple(sorted({*_SHIPPED, *registered().names}))


def load_player(name: str) -> Bot:
    """Make a new player.

    The name is that of a shipped player, of a level of `learned`, or of an entry point in the group
    `livingstone.players`; or `"module:attribute"` for a class or function that makes a bot, or for
    a bot, which is copied.
    Options may follow, as in `"ismcts:iterations=100,seconds=2"` or `"my_bots:Thrifty:reserve=3"`;
    they are read as the types in the signature say. `"program:./mybot --level 3"` runs a program in
    any language, without a shell.

    >>> load_player("greedy")
    GreedyBot()
    >>> load_player("ismcts:iterations=100").iterations
    100

    Raises `ArgumentError` for an unknown name and for wrong options.
    """
    return find_player(name).make()


@frozen
class FoundPlayer:
    """A player that was found by its name, with which new bots can be made."""

    name: str
    """Its name, with options in a fixed order and each value written in one way."""
    source: Any = field(repr=False)
    options: Mapping[str, Any]

    @property
    def identity(self) -> str:
        """Return a text that differs for other options and other contents of files in them.

        Raises `ArgumentError` for a file that cannot be read.
        """
        first, colon, rest = self.name.partition(":")
        parts = [f"{home_of(first)}{colon}{rest}"]
        for name, value in self.options.items():
            if (content := content_hash(value)) is not None:
                parts.append(f"{name}={content}")
            parts += getattr(value, "contents", ())
        return " ".join(parts)

    def make(self) -> Bot:
        """Make a bot; raises `ArgumentError` if that fails."""
        source = self.source
        name = shown(self.name)
        is_bot = _is_bot(source)
        if not is_bot and not callable(source):
            raise ArgumentError(f"{name} is neither a bot nor makes one: {shown(source)}")
        with _as_argument_error(f"the player {name} cannot be made"):
            bot: Any = deepcopy(source) if is_bot else source(**self.options)
        if not callable(getattr(bot, "choose", None)):
            raise ArgumentError(f"{name} makes {shown(bot)}, which has no method choose")
        return bot  # type: ignore[no-any-return]


def find_player(name: str) -> FoundPlayer:
    """Import a player, and check its options. Raises as `load_player` does."""
    if is_program(name):
        return _find_program(name)
    place, source, options = _find(name)
    if options is None:
        player = FoundPlayer(place, source, {})
    else:
        try:
            if _is_bot(source):
                raise ArgumentError("it is a bot already, and takes no options")
            signature = Signature.of(source)
            values = signature.read(options)
        except ArgumentError as error:
            raise ArgumentError(f"the player {shown(name)}: {error}") from None
        player = FoundPlayer(f"{place}:{signature.write(values)}", source, values)
    if place in _SHIPPED:
        player.make()  # the shipped bots check their options when they are made
    return player


def is_shipped(name: str) -> bool:
    """Return whether a name, perhaps with options, is that of one of the library's own bots."""
    return name.partition(":")[0] in _SHIPPED


def is_program(name: str) -> bool:
    """Return whether the name is that of a program, such as `program:./mybot --level 3`."""
    return name.startswith(PROGRAM)


def name_without_options(name: str) -> str:
    """Return the name of a player without its options, for people who need not know them.

    A program has the name of its file, without folders and arguments, which may hold secrets. Only
    the names of programs and of `module:attribute` have a colon.

    >>> name_without_options("my_bots:Thrifty:reserve=3")
    'my_bots:Thrifty'
    >>> name_without_options("program:/home/ann/mybot --key 123")
    'program:mybot'

    Raises `ArgumentError` for a command that cannot be split into words.
    """
    first, _, rest = name.partition(":")
    if is_program(name):
        try:
            words = shlex.split(rest)
        except ValueError as error:
            raise ArgumentError(f"the command cannot be split into words: {error}") from None
        return f"{PROGRAM}{''.join(PurePath(word).name for word in words[:1])}"
    if first in known_players() or first in LEVELS:
        return first
    return ":".join(name.split(":")[:2])


def _find_program(name: str) -> FoundPlayer:
    from livingstone.players.program import Command, ProgramBot  # most games have no programs

    try:
        command = Command.of(name.removeprefix(PROGRAM))
    except ArgumentError as error:
        raise ArgumentError(f"the player {shown(name)}: {error}") from None
    return FoundPlayer(f"{PROGRAM}{command}", ProgramBot, {"command": command})


def _find(name: str) -> tuple[str, Any, str | None]:
    """Return a name without options, what it stands for, and the options, if it has any."""
    first, colon, rest = name.partition(":")
    if first in LEVELS and first not in registered().names:
        return _find(f"learned:level={first}" + (f",{rest}" if rest else ""))
    if first in known_players():
        return first, source_of(first), rest if colon else None
    attribute, colon, options = rest.partition(":")
    if not all(part.isidentifier() for part in [*first.split("."), *attribute.split(".")]):
        known = ", ".join([*known_players(), *LEVELS])
        raise ArgumentError(
            f"there is no player {shown(name)}; known are {known}, any module:attribute,"
            " and program:COMMAND"
        )
    place = f"{first}:{attribute}"
    with _as_argument_error(f"the player {shown(place)} cannot be loaded"):
        return place, resolve_name(place), options if colon else None


def _is_bot(source: object) -> bool:
    return hasattr(source, "choose") and not inspect.isclass(source)


def home_of(module: str) -> str:
    """Return the name of a module, or that of the script's file for `__main__`."""
    if module not in ("__main__", "__mp_main__"):
        return module
    return Path(getattr(sys.modules["__main__"], "__file__", module)).name


@cache
def registered() -> "EntryPoints":
    """Return what packages have registered as players."""
    from importlib.metadata import entry_points  # takes milliseconds

    return entry_points(group=GROUP)


def source_of(name: str) -> object:
    """Load the class, function or bot of a known name; raises `ArgumentError` if that fails."""
    if name in _SHIPPED:
        return _SHIPPED[name]
    with _as_argument_error(f"the player {shown(name)} cannot be loaded"):
        return registered()[name].load()


@contextmanager
def _as_argument_error(problem: str) -> Generator[None]:
    """Raise any error of a user's code, `SystemExit` included, as an `ArgumentError`."""
    try:
        yield
    except ArgumentError:
        raise
    except (Exception, SystemExit) as error:
        raise ArgumentError(f"{problem}: {error_line(error)}") from error
