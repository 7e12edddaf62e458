"""The types of JSON documents, and their conversion to and from plain data.

A substitute is written for a type that JSON, or a language that reads it, cannot express.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from operator import eq
from types import UnionType
from typing import Annotated, Any, Literal

from attrs import evolve, field, fields, frozen, make_class
from cattrs import Converter

from livingstone.edition.effect import Effect, make_converter
from livingstone.edition.loading import (
    MOST_MOVES,
    RULESETS,
    is_shipped,
    load_edition,
    structure_edition,
)
from livingstone.edition.types import Edition, edition_hash
from livingstone.errors import ArgumentError, shown
from livingstone.events import Event
from livingstone.game.moves import Move, Outcome
from livingstone.game.rules.ending import Result
from livingstone.game.state import State
from livingstone.game.view import View
from livingstone.records.record import Record
from livingstone.support.arguments import SEED_LIMIT
from livingstone.support.limits import LARGEST_FIGURE, Between, Identifier, Matching, Seed
from livingstone.table.groups import Amounts, MoveGroup
from livingstone.values import CardPile, Gems, Space

VERSION = 1
"""The version of the format; it changes when old readers would misread new documents."""

TYPES: dict[str, Any] = {
    "state": State,
    "view": View,
    "move": Move,
    "outcome": Outcome,
    "event": Event,
    "record": Record,
    "edition": Edition,
    "result": Result,
    "group": MoveGroup,
}
"""The types of documents by name."""


def add_type(name: str, cls: Any) -> None:
    """Let a type of a higher layer have documents."""
    TYPES[name] = cls


_Digits = Annotated[str, Matching(r"0|[1-9][0-9]{0,38}", "a whole number in digits")]


@frozen
class ShippedEdition:
    """A shipped edition, by its name and the hash of its content."""

    id: Annotated[str, Matching("|".join(RULESETS), " or ".join(RULESETS))]
    hash: Annotated[str, Matching("[0-9a-f]{32}", "32 hexadecimal digits")]


@frozen(slots=False)
class CustomEdition(Edition):
    """Your own edition, with its whole content."""


@frozen
class Substitute:
    """Another type with the same information, which is written in JSON."""

    plain: Any
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _read_seed(digits: str) -> int:
    if (seed := int(digits)) >= SEED_LIMIT:
        raise ValueError(f"must be less than 2**128, not {digits}")
    return seed


@frozen
class _Group:
    """The legal moves with one target, and the choices left between them."""

    target: Annotated[str, Matching("[a-z0-9_-]{1,60}", "the name of a target")]
    moves: Annotated[tuple[Move, ...], Between(1, MOST_MOVES)]
    amounts: Amounts | None
    most_gems: Gems | None
    least_gems: int | None
    card_choices: tuple[tuple[str, ...], ...]
    space_choices: tuple[Space, ...]
    source_choices: tuple[Space, ...]


def _write_group(group: MoveGroup) -> _Group:
    return _Group(*(getattr(group, part.name) for part in fields(_Group)))


def _read_group(plain: _Group) -> MoveGroup:
    group = MoveGroup(plain.target, plain.moves)
    if _write_group(group) != plain:
        raise ValueError("the choices are not those of the moves")
    return group


def _write_edition(edition: Edition) -> ShippedEdition | CustomEdition:
    if is_shipped(edition):
        return ShippedEdition(edition.id, edition_hash(edition))
    return _write_whole(edition)


def _write_whole(edition: Edition) -> CustomEdition:
    return CustomEdition(edition.id, edition.ruleset, edition.board, edition.cards)


def _read_edition(plain: ShippedEdition | Edition) -> Edition:
    if isinstance(plain, Edition):
        return plain
    edition = load_edition(plain.id)
    if (known := edition_hash(edition)) != plain.hash:
        raise ValueError(f"the edition {plain.id} has the hash {known} here, not {plain.hash}")
    return edition


SUBSTITUTES: dict[Any, Substitute] = {
    Seed: Substitute(_Digits, write=str, read=_read_seed),
    CardPile: Substitute(
        dict[Identifier, Annotated[int, Between(1, LARGEST_FIGURE)]],
        write=lambda pile: dict(pile.items),
        read=lambda counts: CardPile(tuple(sorted(counts.items()))),
    ),
    Edition: Substitute(ShippedEdition | CustomEdition, _write_edition, _read_edition),
    MoveGroup: Substitute(_Group, _write_group, _read_group),
}


def name_of(type: Any) -> str:
    """Name a type; raises `ArgumentError` if it has no documents."""
    for name, known in TYPES.items():
        if type in (name, known) and (type is known or isinstance(type, UnionType | str)):
            return name
    raise ArgumentError(f"the type must be one of {', '.join(TYPES)}: {shown(type)}")


@cache
def document_of(name: str) -> Any:
    """Make the class of the documents of a type, by its name."""
    types: dict[str, Any] = {
        "livingstone": Literal[name],
        "version": Annotated[int, Between(VERSION, VERSION)],
        "value": TYPES[name],
    }
    parts = {key: field(type=cls) for key, cls in types.items()}
    document = make_class(f"{name.title()}Document", parts, frozen=True)
    document.__doc__ = f"A {name}, as `to_json` writes it."
    return document


def _make_converter(
    substitutes: Mapping[Any, Substitute], own: tuple[type[Effect], ...] = ()
) -> Converter:
    made = make_converter(own)
    made.register_structure_hook(CustomEdition, lambda value, _: structure_edition(value, own))
    for cls, substitute in substitutes.items():
        made.register_structure_hook_func(partial(eq, cls), partial(_read, made, substitute))
        made.register_unstructure_hook_func(partial(eq, cls), partial(_write, made, substitute))
    return made


def _read(made: Converter, substitute: Substitute, value: Any, _: Any) -> Any:
    return substitute.read(made.structure(value, substitute.plain))


def _write(made: Converter, substitute: Substitute, value: Any) -> Any:
    return made.unstructure(substitute.write(value), substitute.plain)


@lru_cache(maxsize=8)
def converter_for(own: tuple[type[Effect], ...] = ()) -> Converter:
    """Return the converter that writes a shipped edition as its name and its hash."""
    return _make_converter(SUBSTITUTES, own)


whole_converter = _make_converter(
    SUBSTITUTES | {Edition: evolve(SUBSTITUTES[Edition], write=_write_whole)}
)
"""Writes the whole content of every edition."""
