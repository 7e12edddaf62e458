"""Find a player by name: shipped, registered by a package, or `module:attribute`."""

import inspect
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import cache, partial
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from livingstone.errors import ArgumentError, shown, told
from livingstone.players.bot import Bot, RandomBot
from livingstone.players.greedy import GreedyBot
from livingstone.players.ismcts import IsmctsBot
from livingstone.players.learned import LearnedBot

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

    The name is that of a shipped player or of an entry point in the group `livingstone.players`,
    optionally with options (`"ismcts:iterations=100,seconds=2"`); or `"module:attribute"` for a
    class or function that makes a bot, or for a bot, which is copied.

    >>> load_player("greedy")
    GreedyBot()

    Raises `ArgumentError` for an unknown name and for wrong options.
    """
    return find_player(name)()


def find_player(name: str) -> Callable[[], Bot]:
    """Import and check a player; return what makes a new one. Raises as `load_player`."""
    first, colon, rest = name.partition(":")
    if first in known_players():
        make = partial(_make, name, source_of(first), _options(name, rest) if colon else {})
        if first in _SHIPPED:
            make()
        return make
    if not colon or not all(part.isidentifier() for part in [*first.split("."), *rest.split(".")]):
        known = ", ".join(known_players())
        raise ArgumentError(
            f"there is no player {shown(name)}; known are {known}, and any module:attribute"
        )
    with _explaining(f"the player {shown(name)} cannot be loaded"):
        return partial(_make, name, resolve_name(name), {})


@cache
def registered() -> "EntryPoints":
    """Return what packages have registered as players."""
    from importlib.metadata import entry_points  # takes milliseconds

    return entry_points(group=GROUP)


def source_of(name: str) -> object:
    """Load the class, function or bot of a known name; raises `ArgumentError` if that fails."""
    if name in _SHIPPED:
        return _SHIPPED[name]
    with _explaining(f"the player {shown(name)} cannot be loaded"):
        return registered()[name].load()


@contextmanager
def _explaining(problem: str) -> Generator[None]:
    """Turn any error of a user's code, `SystemExit` included, into an `ArgumentError`."""
    try:
        yield
    except ArgumentError:
        raise
    except (Exception, SystemExit) as error:
        raise ArgumentError(f"{problem}: {told(error)}") from error


def _options(name: str, text: str) -> dict[str, int | float | str]:
    """Parse `key=value,key=value`; a value that is a number becomes one."""
    options: dict[str, int | float | str] = {}
    for part in text.split(","):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier() or not value or key in options:
            raise ArgumentError(
                f"options of a player look like key=value,key=value, not {shown(text)}"
                f" (in {shown(name)})"
            )
        options[key] = value
        for kind in (float, int):
            with suppress(ValueError):
                options[key] = kind(value)
    return options


def _make(name: str, source: Any, options: Mapping[str, Any]) -> Bot:
    is_bot = hasattr(source, "choose") and not inspect.isclass(source)
    if is_bot and options:
        raise ArgumentError(f"{shown(name)} takes no options: it is a bot already")
    if not is_bot and not callable(source):
        raise ArgumentError(f"{shown(name)} is neither a bot nor makes one: {shown(source)}")
    with _explaining(f"the player {shown(name)} cannot be made"):
        bot: Any = deepcopy(source) if is_bot else source(**options)
    if not callable(getattr(bot, "choose", None)):
        raise ArgumentError(f"{shown(name)} makes {shown(bot)}, which has no method choose")
    return bot  # type: ignore[no-any-return]
