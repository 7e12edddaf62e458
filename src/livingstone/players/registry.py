"""Find a player by name: shipped, registered by a package, or `module:attribute`."""

import inspect
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import cache, partial
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from livingstone.errors import ArgumentError, message_of, shown, told
from livingstone.players.bot import Bot, RandomBot
from livingstone.players.greedy import GreedyBot
from livingstone.players.ismcts import IsmctsBot
from livingstone.players.learned import LearnedBot

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


GROUP = "livingstone.players"
"""The entry point group in which packages register players."""

_SHIPPED: Mapping[str, Callable[..., Bot]] = MappingProxyType(
    {"greedy": GreedyBot, "ismcts": IsmctsBot, "learned": LearnedBot, "random": RandomBot}
)


def known_players() -> tuple[str, ...]:
    """List the names of all shipped and registered players, sorted.

    >>> set(known_players()) >= {"greedy", "ismcts", "random"}
    True
    """
    return tuple(sorted({*_SHIPPED, *(entry.name for entry in _registered())}))


def load_player(name: str) -> Bot:
    """Make a new player.

    The name is that of a shipped player or of an entry point in the group `livingstone.players`,
    optionally with options (`"ismcts:iterations=100,seconds=2"`); or `"module:attribute"` for
    a class or function that makes a bot when called, or for a bot, which is copied. Shipped names
    come before registered ones, and these before modules.

    >>> load_player("greedy")
    GreedyBot()

    Raises `ArgumentError` for an unknown name and for wrong options.
    """
    return find_player(name)()


def find_player(name: str) -> Callable[[], Bot]:
    """Return a function that makes a new player of this name at each call.

    The module is imported here, and the options of a shipped player are checked.

    >>> find_player("greedy")()
    GreedyBot()

    Raises `ArgumentError` as `load_player` does; the function raises it if it makes no bot.
    """
    first, colon, rest = name.partition(":")
    if first in _SHIPPED or first in known_players():
        make = partial(_make, name, source_of(first), _options(name, rest) if colon else {})
        if first in _SHIPPED:
            make()
        return make
    if not colon or not all(part.isidentifier() for part in [*first.split("."), *rest.split(".")]):
        known = ", ".join(known_players())
        raise ArgumentError(
            f"there is no player {shown(name)}; known are {known}, and any module:attribute"
        )
    return partial(_make, name, _load_attribute(name, first, rest), {})


@cache
def _registered() -> "tuple[EntryPoint, ...]":
    from importlib.metadata import entry_points  # takes milliseconds

    return tuple(entry_points(group=GROUP))


def source_of(name: str) -> object:
    """Load the class, function or bot of a known name; raises `ArgumentError` if that fails."""
    if name in _SHIPPED:
        return _SHIPPED[name]
    entry = next(entry for entry in _registered() if entry.name == name)
    with _explaining(f"the player {shown(name)} cannot be loaded"):
        return entry.load()


def _load_attribute(name: str, module: str, attribute: str) -> object:
    with _explaining(f"the player {shown(name)} cannot be loaded"):
        value: object = import_module(module)
        for part in attribute.split("."):
            value = getattr(value, part)
        return value


@contextmanager
def _explaining(problem: str) -> Generator[None]:
    """Turn any error of a user's code, `SystemExit` included, into an `ArgumentError`."""
    try:
        yield
    except ArgumentError:
        raise
    except (Exception, SystemExit) as error:
        text = message_of(error)
        raise ArgumentError(f"{problem}: {text if ' ' in text else told(error)}") from error


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
        options[key] = _number(value)
    return options


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text


def _make(name: str, source: Any, options: Mapping[str, Any]) -> Bot:
    is_bot = hasattr(source, "choose") and not inspect.isclass(source)
    if is_bot and options:
        raise ArgumentError(f"{shown(name)} takes no options: it is a bot already")
    if not is_bot and not callable(source):
        raise ArgumentError(f"{shown(name)} is neither a bot nor makes one: {shown(source)}")
    with _explaining(f"the player {shown(name)} cannot be made"):
        bot: Any = deepcopy(source) if is_bot else _call(source, options)
        if not callable(getattr(bot, "choose", None)):
            raise ArgumentError(f"{shown(name)} makes {shown(bot)}, which has no method choose")
    return bot  # type: ignore[no-any-return]


def _call(factory: Callable[..., object], options: Mapping[str, Any]) -> object:
    """Call what makes a bot; check the options against its signature for a clear message."""
    try:
        return factory(**options)
    except TypeError:
        with suppress(ValueError):  # it has no signature
            inspect.signature(factory).bind(**options)
        raise
