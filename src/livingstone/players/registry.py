"""Find a player by name: those shipped, those that packages register, and `module:attribute`."""

import inspect
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import cache, partial
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from livingstone.errors import ArgumentError, message_of, shown, told
from livingstone.players.bot import Bot
from livingstone.players.greedy import GreedyBot
from livingstone.players.ismcts import IsmctsBot
from livingstone.players.uniform import RandomBot

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["GROUP", "find_player", "known_players", "load_player", "source_of"]

GROUP = "livingstone.players"
"""The entry point group in which packages register their own players."""


_SHIPPED: Mapping[str, Callable[..., Bot]] = MappingProxyType(
    {"greedy": GreedyBot, "ismcts": IsmctsBot, "random": RandomBot}
)


def known_players() -> tuple[str, ...]:
    """List the names of all players that are shipped or registered, sorted.

    >>> set(known_players()) >= {"greedy", "ismcts", "random"}
    True
    """
    return tuple(sorted({*_SHIPPED, *(entry.name for entry in _registered())}))


def load_player(name: str) -> Bot:
    """Make a new player.

    The name is that of a shipped player or of an entry point of the group `livingstone.players`,
    with options after a colon if it has any (`"ismcts:iterations=200,rollout=random"`); or it is
    `"module:attribute"`, for a class or function that makes a bot when called without arguments,
    or for a bot, of which the caller gets a copy. Shipped names come before registered ones, and
    these before modules.

    >>> load_player("greedy")
    GreedyBot()

    Raises `ArgumentError` for a name that leads to no bot, and for options it does not have.
    """
    return find_player(name)()


def find_player(name: str) -> Callable[[], Bot]:
    """Give what makes a player of a name, which may be called as often as one is needed.

    The module that the name leads to is imported here; the player itself is made by the call. Of
    the players that are shipped one is made here already, so that their options are known to be
    good, and the files that these name to be there.

    >>> find_player("greedy")()
    GreedyBot()

    Raises `ArgumentError` as `load_player` does: here for a name that leads to nothing, in the call
    for what makes no bot.
    """
    if not isinstance(name, str):
        raise ArgumentError(f"the name of a player is a text, not {shown(name)}")
    name = str.__str__(name)  # a plain text, also of a text of numpy
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
    """List what packages have registered.

    It is looked up once, and the module for it loaded then, since both take milliseconds.
    """
    from importlib.metadata import entry_points

    return tuple(entry_points(group=GROUP))


def source_of(name: str) -> object:
    """Load what is shipped or registered under a known name: it is a bot, or makes one when called.

    Raises `ArgumentError` if it cannot be loaded.
    """
    if name in _SHIPPED:
        return _SHIPPED[name]
    entry = next(entry for entry in _registered() if entry.name == name)
    with _telling(f"the player {shown(name)} cannot be loaded"):
        return entry.load()


def _load_attribute(name: str, module: str, attribute: str) -> object:
    """Import a module and follow the dotted path to its attribute; nothing is evaluated."""
    with _telling(f"the player {shown(name)} cannot be loaded"):
        value: object = import_module(module)
        for part in attribute.split("."):
            value = getattr(value, part)
        return value


@contextmanager
def _telling(problem: str) -> Generator[None]:
    """Turn whatever a user's code raises into an `ArgumentError`.

    A module that ends the program when it is imported raises `SystemExit`, which is no
    `Exception`.
    """
    try:
        yield
    except ArgumentError:
        raise
    except (Exception, SystemExit) as error:
        text = message_of(error)
        raise ArgumentError(f"{problem}: {text if ' ' in text else told(error)}") from error


def _options(name: str, text: str) -> dict[str, int | float | str]:
    """Read `key=value,key=value`; numbers become numbers."""
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
    """Read a number if it is one; a text stays a text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _make(name: str, source: object, options: Mapping[str, Any]) -> Bot:
    """Call what makes a bot with its options; copy what is a bot already."""
    if not inspect.isclass(source) and _is_bot(source) and not options:
        with _telling(f"the player {shown(name)} cannot be copied"):
            bot: object = deepcopy(source)
    elif callable(source):
        bot = _call(name, source, options)
    elif _is_bot(source):
        raise ArgumentError(f"{shown(name)} takes no options: it is a bot that is made already")
    else:
        raise ArgumentError(f"{shown(name)} is neither a bot nor makes one: {shown(source)}")
    if not _is_bot(bot):
        raise ArgumentError(f"{shown(name)} makes {shown(bot)}, which has no method choose")
    return bot  # type: ignore[return-value]  # what `choose` takes and gives shows when it plays


def _is_bot(value: object) -> bool:
    """Tell whether a value has a method `choose`; one that raises when asked has none."""
    try:
        return callable(getattr(value, "choose", None))
    except Exception:  # a property of a user's class may raise anything
        return False


def _call(name: str, factory: Callable[..., object], options: Mapping[str, Any]) -> object:
    """Call what makes a bot; where the options do not fit, its signature tells best which one."""
    with _telling(f"the player {shown(name)} cannot be made"):
        try:
            return factory(**options)
        except TypeError:
            with suppress(ValueError):  # it has no signature to be read
                inspect.signature(factory).bind(**options)
            raise
