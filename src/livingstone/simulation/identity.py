"""Tell bots that are given as objects from each other, by texts.

The text of a bot has only what is certain: the fields of a dataclass or attrs class, the arguments
of a `partial`, and classes and functions that can be imported. A bot with other parts has no text.
The text does not change with the code of these classes and functions.
"""

import dataclasses
import sys
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from functools import cached_property, partial
from pathlib import PurePath
from types import MethodType
from typing import Any

import attrs

from livingstone.players.registry import home_of, known_players
from livingstone.support.contents import content_hash, hash_bytes

LONGEST_LABEL = 60
LONGEST_IDENTITY = 500
_PLAIN = (type(None), bool, int, float, complex, str, bytes)


class UnclearError(Exception):
    """A value has a part that nothing tells from others for certain."""


def identity_of(bot: object) -> str | None:
    """Return a text that only this bot has; None if nothing tells it from others for certain.

    >>> from functools import partial
    >>> from livingstone.players import IsmctsBot
    >>> identity_of(partial(IsmctsBot, iterations=9))
    'partial(livingstone.players.ismcts:IsmctsBot, iterations=9)'
    >>> print(identity_of(lambda: IsmctsBot(9)))
    None

    Raises `ArgumentError` for a file among its parts that cannot be read.
    """
    try:
        text = _Writer().write(bot)
    except (UnclearError, RecursionError):
        return None
    return text if len(text) <= LONGEST_IDENTITY else f"{_name_of(bot)} {_hash_text(text)}"


def options_in(identity: str | None) -> str:
    """Return the options of a bot, as its identity has them; empty without any.

    >>> options_in("my_bots:Thrifty(reserve=9, is_bold=True)")
    'reserve=9, is_bold=True'
    >>> options_in("partial(my_bots:Thrifty, reserve=9)"), options_in("my_bots:Thrifty:reserve=9")
    ('reserve=9', 'reserve=9')
    >>> options_in("learned:level=3"), options_in("greedy")
    ('level=3', '')
    """
    text = identity or ""
    name, bracket, rest = text.partition("(")
    if bracket and text.endswith(")"):
        options = rest[:-1]
        return options.partition(", ")[2] if name == "partial" else options
    first, _, rest = text.partition(":")
    return rest if first in known_players() else rest.partition(":")[2]


def label_of(bot: object, identity: str | None) -> str:
    """Return a short name of a bot for reports.

    >>> from functools import partial
    >>> from livingstone.players import IsmctsBot
    >>> label_of(partial(IsmctsBot, iterations=9), "any")
    'IsmctsBot(iterations=9)'
    """
    try:
        text = _Writer(is_short=True).write(bot)
    except (UnclearError, RecursionError):
        return _name_of(bot)
    if len(text) <= LONGEST_LABEL and text.isprintable():
        return text
    return _name_of(bot) if identity is None else f"{_name_of(bot)} {_hash_text(identity)[:8]}"


def _hash_text(text: str) -> str:
    return hash_bytes(text.encode(errors="surrogatepass"))


def _name_of(bot: object) -> str:
    while isinstance(bot, partial):
        bot = bot.func
    return str(getattr(bot, "__name__", None) or type(bot).__name__)


@attrs.frozen
class _Writer:
    """Writes values as texts that are equal only for equal values; raises `UnclearError`."""

    is_short: bool = False
    """Whether modules, the contents of files and fields with their defaults are left out."""

    def write(self, value: Any) -> str:
        kind = type(value)
        if kind in _PLAIN:
            return self._write_plain(value)
        if isinstance(value, Enum):
            return f"{self._importable(kind)}.{value.name or value.value}"
        if isinstance(value, PurePath):
            return f"Path({str(value)!r}){self._content(value)}"
        if isinstance(value, MethodType):
            return f"{self.write(value.__self__)}.{value.__name__}"
        if hasattr(value, "__qualname__"):  # a class or a function
            return self._importable(value)
        if kind is partial:
            return self._write_partial(value)
        if kind in (tuple, list, set, frozenset, dict):
            return self._write_collection(value)
        if dataclasses.is_dataclass(value) or attrs.has(kind):
            if _holds_more_than_attributes(kind):
                raise UnclearError
            return self._call(self._importable(kind), self._fields(value))
        if isinstance(value, tuple) and hasattr(value, "_asdict"):
            parts = value._asdict()
            parts |= {name: getattr(value, name) for name in _extras(value, parts)}
            return self._call(self._importable(kind), parts.items())
        return self._write_buffer(value)

    def _write_plain(self, value: Any) -> str:
        try:
            return f"{value!r}{self._content(value)}"
        except ValueError:  # Python does not write out numbers of thousands of digits
            return hex(value)

    def _content(self, value: object) -> str:
        content = None if self.is_short else content_hash(value)
        return "" if content is None else f" {content}"

    def _importable(self, value: Any) -> str:
        """Write the name of a class or function, by which it can be imported unless it is short."""
        if self.is_short:
            return str(value.__name__)
        module, name = value.__module__, value.__qualname__
        imported: Any = sys.modules.get(module)
        for part in name.split("."):
            imported = getattr(imported, part, None)
        if imported is not value:
            raise UnclearError
        return f"{home_of(module)}:{name}"

    def _write_partial(self, value: Any) -> str:
        arguments = [*(("", part) for part in value.args), *value.keywords.items()]
        if self.is_short:
            return self._call(self.write(value.func), arguments)
        return self._call("partial", [("", value.func), *arguments])

    def _write_collection(self, value: Any) -> str:
        if isinstance(value, dict):
            pairs = [f"{self.write(key)}: {self.write(item)}" for key, item in value.items()]
            return f"{{{', '.join(pairs)}}}"
        parts = list(map(self.write, value))
        if isinstance(value, list):
            return f"[{', '.join(parts)}]"
        if isinstance(value, tuple):
            return f"({', '.join(parts)},)"
        return f"{type(value).__name__}({', '.join(sorted(parts))})"

    def _call(self, function: str, arguments: Any) -> str:
        written = [f"{name}{'=' if name else ''}{self.write(value)}" for name, value in arguments]
        return f"{function}({', '.join(written)})"

    def _fields(self, value: Any) -> Iterator[tuple[str, object]]:
        """Yield the name and the value of each field, and of each attribute set on the object."""
        defaults = _defaults(value)
        for name in [*defaults, *_extras(value, defaults)]:
            if name.startswith("__"):  # a slot whose name Python changes
                raise UnclearError
            part = getattr(value, name, _NOTHING)  # a slot may have no value
            default = defaults.get(name, _NOTHING)
            if part is _NOTHING:
                continue
            if self.is_short and default is not _NOTHING and self._are_equal(part, default):
                continue
            yield name, part

    def _are_equal(self, value: object, default: object) -> bool:
        with suppress(UnclearError):
            return self.write(value) == self.write(default)
        return False

    def _write_buffer(self, value: Any) -> str:
        """Write an array, of numpy or of any other library, by its content."""
        try:
            content = memoryview(value)
            if not content.ndim:
                return self.write(content.tolist())  # a number of numpy is a number
            text = f"{content.format} {content.shape} {hash_bytes(content.tobytes())}"
        except (TypeError, ValueError, NotImplementedError, BufferError):
            raise UnclearError from None
        if "O" in content.format:  # objects by their places in memory
            raise UnclearError
        if getattr(value, "__dict__", None):  # such as the mask of a masked array
            raise UnclearError
        kind = type(value).__name__
        return f"{kind} {_hash_text(text)[:8]}" if self.is_short else f"{kind} {text}"


_NOTHING = object()
_MADE_BY_CODE = 1 << 9
"""The flag of classes that are made while Python runs (`Py_TPFLAGS_HEAPTYPE`)."""
_OF_PYTHON = ("__dict__", "__weakref__", "_attrs_cached_hash")


def _holds_more_than_attributes(kind: type) -> bool:
    """Return whether a class is a list, a dictionary or another class that is not Python code."""
    return any(not base.__flags__ & _MADE_BY_CODE for base in kind.__mro__ if base is not object)


def _defaults(value: Any) -> dict[str, object]:
    """Return the fields of an object, with their defaults."""
    if attrs.has(type(value)):
        defaults = {field.name: field.default for field in attrs.fields(type(value))}
        no_default = attrs.NOTHING
    else:
        defaults = {field.name: field.default for field in dataclasses.fields(value)}
        no_default = dataclasses.MISSING  # type: ignore[assignment]
    return {
        name: _NOTHING if default is no_default or isinstance(default, attrs.Factory) else default  # type: ignore[arg-type]
        for name, default in defaults.items()
    }


def _extras(value: Any, known: dict[str, object]) -> list[str]:
    """List the attributes of an object that are neither fields nor computed from them."""
    names = list(getattr(value, "__dict__", ()))
    for base in type(value).__mro__:
        slots = vars(base).get("__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    return [
        name
        for name in dict.fromkeys(names)
        if name not in (*known, *_OF_PYTHON)
        and not isinstance(getattr(type(value), name, None), cached_property)
    ]
