"""The bots of a batch: how they are given, what reports call them, and what tells them apart."""

import pickle
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, cast

from attrs import evolve, field, frozen

from livingstone.edition.loading import edition_of
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, error_line, shown
from livingstone.players.bot import Bot
from livingstone.players.process import check_bots
from livingstone.players.registry import find_player, home_of, known_players
from livingstone.simulation.identity import identity_of, label_of

LONGEST_NAME = 200
_MAIN = b"__main__"
"""What a pickle has that refers to a script or a notebook."""
MOST_SECONDS = 10**6  # so that no clock of a system overflows

Maker: TypeAlias = Callable[[], Bot]
Entrant: TypeAlias = str | Bot | Maker | Mapping[str, str | Bot | Maker]
"""A bot of a lineup: its name, as `load_player` takes it; a bot, which plays all its games as one
object; a class, a function or a `functools.partial`, which is called for each game and makes the
bot for it; or a dictionary with any of these under the name that reports call it by, such as
``{"thrifty 9": Thrifty(9)}``."""


@frozen
class Entry:
    """A bot of a batch; two equal entries are the same bot."""

    label: str
    """What reports call it."""
    identity: str | None
    """A text that only this bot has; None if nothing tells it from others for certain."""
    source: Any = field(default=None, eq=False, repr=False)
    """The name of a `FoundPlayer`, a bot, something that makes one, or the pickle of one of these.
    None for a bot that is only known from a file."""

    @property
    def player(self) -> str | None:
        """The name by which `load_player` makes the bot; None if it was given as an object."""
        return self.source if isinstance(self.source, str) else None

    def maker(self) -> Maker:
        """Return a function that makes the bot, which was given as an object.

        A pickle may raise any error.
        """
        source = self.source
        if isinstance(source, bytes):
            source = pickle.loads(source)  # noqa: S301  # `pickled` of this program wrote it
        return _maker(source)

    def pickled(self, has_main: bool | None) -> "Entry":
        """Return the bot for an executor; raises `ArgumentError` for one that cannot go there.

        `has_main` says whether the workers have what a script or a notebook defines; None if that
        is unknown. If they may not, cloudpickle sends it along.
        """
        if self.player is not None:
            return self
        try:
            content = pickle.dumps(self.source)
            if not has_main and _MAIN in content:
                content = self._with_code(content, has_main)
        except ArgumentError:
            raise
        except Exception as error:
            raise ArgumentError(
                f"the bot {shown(self.label)} cannot be sent to an executor: {error_line(error)};"
                ' give it by its name, "module:attribute:options"'
            ) from error
        return evolve(self, source=content)

    def _with_code(self, content: bytes, has_main: bool | None) -> bytes:
        """Return a pickle with the code of the main module, or the given one if that may do."""
        try:
            import cloudpickle  # Dask brings it along
        except ModuleNotFoundError:
            if has_main is None:
                return content
            raise ArgumentError(
                f"the bot {shown(self.label)} is defined in a notebook or at a prompt, which the"
                " processes of the executor do not have: write it to a module and import it there,"
                " or install cloudpickle"
            ) from None
        code: bytes = cloudpickle.dumps(self.source)
        return code


def enter(
    bots: Sequence[Entrant],
    *,
    edition: str | Edition = "printed",
    seconds_per_move: float | None = None,
) -> tuple[Entry, ...]:
    """Find bots, make each of them once, and give different ones different labels.

    An object without a given name is called by its class or function and its arguments. If another
    bot has that label, it gets a number, and loses its identity.

    >>> from livingstone.players import IsmctsBot, RandomBot
    >>> own = RandomBot
    >>> entries = enter(["random", RandomBot, {"mine": own}, IsmctsBot(9), lambda: own()])
    >>> [entry.label for entry in entries]
    ['random', 'RandomBot', 'mine', 'IsmctsBot(iterations=9)', '<lambda>']

    Raises `ArgumentError` for a bot that cannot be made, for a name that is not one line, and for
    one that two different bots have.
    """
    if isinstance(bots, str):
        raise ArgumentError(f"lineup must be a list of bots, not the text {shown(bots)}")
    edition_of(edition)  # raises for an unknown one
    given = list(map(_name_and_source, bots))
    names = [source for _, source in given if isinstance(source, str)]
    players = _find(names, edition, seconds_per_move)
    if seconds_per_move is not None and len(names) < len(given):
        raise ArgumentError("with seconds_per_move, bots must be given by their names")
    entries = list[Entry]()
    for name, source in given:
        if isinstance(source, str):
            player, identity = players[source]
            entries.append(Entry(name or one_line("a bot's name", player), identity, player))
        else:
            _maker(source)()  # so that a bot that cannot be made fails before the first game
            entries.append(_entry_of_object(name, source))
    has_label = [name is not None or isinstance(source, str) for name, source in given]
    return _with_labels(entries, has_label)


def as_others(against: Sequence[Entrant]) -> Sequence[Entrant]:
    """Return the other bots of a comparison; raises `ArgumentError` for a name instead of them."""
    if isinstance(against, str):
        raise ArgumentError(f"against must be a list of bots, such as [{against!r}]")
    return against


def one_line(what: str, text: str) -> str:
    """Return a text; raises `ArgumentError` if it is not one line of 200 characters at most."""
    if not text.isprintable() or not text.strip() or len(text) > LONGEST_NAME:
        raise ArgumentError(f"{what} must be one line: {shown(text)}")
    return text


def _name_and_source(entrant: Entrant) -> tuple[str | None, Any]:
    """Return the name that the caller has given to a bot, if any, and the bot."""
    if isinstance(entrant, str):
        return None, one_line("a bot's name", entrant)
    if not isinstance(entrant, Mapping):
        return None, entrant
    if len(entrant) != 1:
        raise ArgumentError(f"a dictionary names one bot, as in {{'my name': bot}}: {len(entrant)}")
    ((name, source),) = entrant.items()
    one_line("a bot's name", name)
    if name.partition(":")[0] in known_players() and name != source:
        raise ArgumentError(
            f"{shown(name)} is the name of a bot that everybody knows: take another"
        )
    return name, source


def _find(
    names: Sequence[str], edition: str | Edition, seconds: float | None
) -> dict[str, tuple[str, str]]:
    """Find and make players; return what `FoundPlayer` has as the name and identity of each."""
    if seconds is not None:
        if not 0 < seconds <= MOST_SECONDS:
            raise ArgumentError(
                f"seconds_per_move must be above 0, and {MOST_SECONDS} at most: {seconds}"
            )
        return check_bots(dict.fromkeys(names), edition, seconds)
    players = {name: find_player(name) for name in dict.fromkeys(names)}
    for player in players.values():
        player.make()
    return {name: (player.name, player.identity) for name, player in players.items()}


def _maker(source: Any) -> Maker:
    if not isinstance(source, type) and hasattr(source, "choose"):
        return lambda: cast("Bot", source)
    if not callable(source):
        raise ArgumentError(f"{shown(source)} is neither a bot nor makes one")
    return cast("Maker", source)


def _entry_of_object(name: str | None, source: Any) -> Entry:
    identity = identity_of(source)
    if name is None:
        return Entry(label_of(source, identity), identity, source)
    if identity is None:
        kind = source if hasattr(source, "__qualname__") else type(source)
        identity = f"{home_of(kind.__module__)}:{kind.__qualname__} named {name}"
    return Entry(name, identity, source)


def _with_labels(entries: Sequence[Entry], has_label: Sequence[bool]) -> tuple[Entry, ...]:
    """Give numbers to bots whose label another one has, unless the caller has named them."""
    taken = dict[str, Entry]()
    for entry in (entry for entry, has in zip(entries, has_label, strict=True) if has):
        if not _are_same(taken.setdefault(entry.label, entry), entry):
            raise ArgumentError(f"two different bots have the name {shown(entry.label)}")
    labelled = list[Entry]()
    for entry in entries:
        label = entry.label
        number = 1
        while not _are_same(taken.setdefault(label, entry), entry):
            number += 1
            label = f"{entry.label} {number}"
        labelled.append(entry if number == 1 else evolve(entry, label=label, identity=None))
    return tuple(labelled)


def _are_same(one: Entry, other: Entry) -> bool:
    if one.source is other.source:
        return True
    is_certain = one.player is not None or identity_of(one.source) is not None
    return is_certain and one.identity == other.identity
