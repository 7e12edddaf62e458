"""JSON documents: `{"livingstone": "move", "version": 1, "value": {...}}`.

A substitute is written for a type that JSON, or a language that reads it, cannot express.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache, partial
from operator import eq
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, overload

from attrs import evolve, field, frozen, make_class
from cattrs import Converter

from livingstone.edition.effect import OwnKinds, make_converter
from livingstone.edition.kinds import Kinds, own_kinds
from livingstone.edition.loading import RULESETS, structure_edition
from livingstone.edition.released import HASH, find_edition, is_released
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, DataError, shown
from livingstone.events import Event
from livingstone.game.moves import Action, Move, Outcome
from livingstone.game.refusals import Code, Refusal
from livingstone.game.rules.ending import Result
from livingstone.game.rules.tents import Price
from livingstone.game.sampling import sample_state
from livingstone.game.state import State
from livingstone.game.validation import validate
from livingstone.game.view import View
from livingstone.game.viewing import view as show
from livingstone.records.record import Record
from livingstone.support.arguments import SEED_LIMIT
from livingstone.support.json_text import parse_json
from livingstone.support.limits import (
    LARGEST_FIGURE,
    LARGEST_NUMBER,
    OPTIONAL,
    Between,
    Identifier,
    LanguageCode,
    Line,
    Matching,
    Seed,
)
from livingstone.support.structuring import MOST_PROBLEMS, problems_of
from livingstone.table.groups import MoveGroup
from livingstone.table.news import News
from livingstone.table.snapshot import Snapshot, faults_of
from livingstone.values import CardPile, Gems

VERSION = 1
"""It changes when old readers would misread new documents."""

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
    "news": News,
    "price": Price,
    "refusal": Refusal,
    "snapshot": Snapshot,
}
"""The types of documents by name; a class of a room above names its documents itself, by a class
variable `document`."""

_Digits = Annotated[str, Matching(r"0|[1-9][0-9]{0,38}", "a whole number in digits")]


@frozen
class ShippedEdition:
    """An edition of this version or of an earlier one, by its name and the hash of its content."""

    id: Annotated[str, Matching("|".join(RULESETS), " or ".join(RULESETS))]
    hash: Annotated[str, Matching(HASH, "32 hexadecimal digits")]


@frozen(slots=False)
class CustomEdition(Edition):
    """Your own edition, with its whole content."""


_Fact: TypeAlias = (
    Annotated[int, Between(-LARGEST_NUMBER, LARGEST_NUMBER)] | str | Gems | tuple[int, ...]
)
"""A fact of a refusal: numbers that a player asked for can be negative."""


@frozen
class PlainRefusal:
    """Why an action is not legal."""

    code: Annotated[str, Matching("|".join(code.value for code in Code), "a code of refusals")]
    rule: Line
    facts: dict[Identifier, _Fact]
    sentence: str = field(default="", metadata=OPTIONAL)
    """Only that of an effect of one's own."""
    texts: dict[LanguageCode, str] = field(factory=dict, metadata=OPTIONAL)
    """The sentence in other languages."""


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


def _write_edition(edition: Edition) -> ShippedEdition | CustomEdition:
    if is_released(edition):
        return ShippedEdition(edition.id, edition.hash)
    return _write_whole(edition)


def _write_whole(edition: Edition) -> CustomEdition:
    return CustomEdition(edition.id, edition.ruleset, edition.board, edition.cards)


def _read_edition(plain: ShippedEdition | Edition) -> Edition:
    if isinstance(plain, Edition):
        return plain
    return find_edition(plain.id, plain.hash)


def _write_refusal(refusal: Refusal) -> PlainRefusal:
    facts = dict(refusal.facts)
    texts = dict(refusal.own_texts)
    return PlainRefusal(refusal.code.value, refusal.rule, facts, refusal.own_sentence, texts)


def _read_refusal(plain: PlainRefusal) -> Refusal:
    texts = tuple(sorted(plain.texts.items()))
    return Refusal(Code(plain.code), plain.rule, plain.sentence, plain.facts, texts)


SUBSTITUTES: dict[Any, Substitute] = {
    Seed: Substitute(_Digits, write=str, read=_read_seed),
    CardPile: Substitute(
        dict[Identifier, Annotated[int, Between(1, LARGEST_FIGURE)]],
        write=lambda pile: dict(pile.items),
        read=lambda counts: CardPile(tuple(sorted(counts.items()))),
    ),
    Edition: Substitute(ShippedEdition | CustomEdition, _write_edition, _read_edition),
    Refusal: Substitute(PlainRefusal, _write_refusal, _read_refusal),
}


def _own_name(cls: type) -> str | None:
    name = getattr(cls, "document", None)
    return name if isinstance(name, str) else None


def type_of(wanted: object) -> tuple[str, Any]:
    """Return the name of documents and their type; raises `ArgumentError` if there are none."""
    for name, known in TYPES.items():
        if wanted in (name, known) and (wanted is known or isinstance(wanted, UnionType | str)):
            return name, known
    if isinstance(wanted, type) and (own := _own_name(wanted)):
        return own, wanted
    raise ArgumentError(f"the type must be one of {', '.join(TYPES)}: {shown(wanted)}")


@cache
def document_of(name: str, cls: Any) -> Any:
    """Make the class of the documents of a type, which have this name."""
    types: dict[str, Any] = {
        "livingstone": Literal[name],
        "version": Annotated[int, Between(VERSION, VERSION)],
        "value": cls,
    }
    parts = {key: field(type=cls) for key, cls in types.items()}
    document = make_class(f"{name.title()}Document", parts, frozen=True)
    document.__doc__ = f"A {name}, as `to_json` writes it."
    return document


def _make_converter(substitutes: Mapping[Any, Substitute], own: OwnKinds = ()) -> Converter:
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
def converter_for(own: OwnKinds = ()) -> Converter:
    """Return the converter that writes a shipped edition as its name and its hash."""
    return _make_converter(SUBSTITUTES, own)


whole_converter = _make_converter(
    SUBSTITUTES | {Edition: evolve(SUBSTITUTES[Edition], write=_write_whole)}
)
"""Writes the whole content of every edition."""

MOST_CHARACTERS = 4_000_000
"""The most characters of a document. Every record that fits in TOML (`MOST_BYTES`) fits."""
_LONGEST = 300
"""The most characters of a problem, which can quote the document."""
_SOURCE = "JSON"
_Class = TypeVar("_Class")
Plain: TypeAlias = Mapping[str, Any]
"""A JSON object as Python has it."""


def to_json(value: object, *, embed_edition: bool = False) -> str:
    """Write a value as a JSON document, in ASCII on one line; equal values give equal texts.

    A value is a `State`, `View`, `Move`, `Outcome`, `Event`, `Record`, `Edition`, `Result`,
    `MoveGroup`, `News`, `Price`, `Refusal`, `Snapshot`, `Hint` or `Review`. A shipped edition
    within it is written as its name and hash, which every later version can read, or completely
    with `embed_edition`: for programs without this library.

    >>> from livingstone import TakeDie
    >>> to_json(TakeDie(4))
    '{"livingstone": "move", "version": 1, "value": {"kind": "take_die", "value": 4}}'

    Raises `ArgumentError` for any other value and for one that is too long, and `DataError` for one
    that `from_json` would refuse, such as a state that no game can reach.
    """
    name, cls = _type_of_value(value)
    embed = embed_edition or getattr(value, "embed_edition", False) or name == "edition"
    chosen = whole_converter if embed else converter_for()
    try:
        plain = chosen.unstructure(value, cls)
        document = {"livingstone": name, "version": VERSION, "value": plain}
        text = json.dumps(document, allow_nan=False)
    except (ValueError, TypeError, AttributeError) as error:
        raise ArgumentError(f"this {name} cannot be written as JSON: {error}") from None
    if len(text) > MOST_CHARACTERS:
        raise ArgumentError(f"as JSON it has more than {MOST_CHARACTERS} characters")
    try:
        from_json(text, cls, effects=_edition_in(value) or ())
    except DataError as error:
        raise DataError(f"this {name} cannot be read back", error.problems) from None
    return text


def to_plain(value: object, *, embed_edition: bool = False) -> dict[str, Any]:
    """Make the document of a value as a dictionary of plain values, for servers that write JSON.

    `json.dumps` of it is the text that `to_json` writes; the arguments and errors are the same.

    >>> from livingstone import TakeDie
    >>> to_plain(TakeDie(4))
    {'livingstone': 'move', 'version': 1, 'value': {'kind': 'take_die', 'value': 4}}
    """
    plain: dict[str, Any] = json.loads(to_json(value, embed_edition=embed_edition))
    return plain


def _type_of_value(value: object) -> tuple[str, Any]:
    for name, known in TYPES.items():
        if isinstance(value, known):
            return name, known
    if own := _own_name(type(value)):
        return own, type(value)
    raise ArgumentError(f"only {', '.join(TYPES)} can be written as JSON: {shown(value)}")


def _edition_in(value: object) -> Edition | None:
    """Find the edition that a value holds, None if it has none."""
    match value:
        case Snapshot():
            return value.view.edition
        case Edition():
            return value
    found = getattr(getattr(value, "record", value), "edition", None)
    return found if isinstance(found, Edition) else None


@overload
def from_json(text: str | bytes, type: Literal["move"], *, effects: Kinds = ()) -> Move: ...
@overload
def from_json(text: str | bytes, type: Literal["outcome"], *, effects: Kinds = ()) -> Outcome: ...
@overload
def from_json(text: str | bytes, type: Literal["event"], *, effects: Kinds = ()) -> Event: ...
@overload
def from_json(text: str | bytes, type: Literal["state"], *, effects: Kinds = ()) -> State: ...
@overload
def from_json(text: str | bytes, type: Literal["view"], *, effects: Kinds = ()) -> View: ...
@overload
def from_json(text: str | bytes, type: Literal["record"], *, effects: Kinds = ()) -> Record: ...
@overload
def from_json(text: str | bytes, type: Literal["edition"], *, effects: Kinds = ()) -> Edition: ...
@overload
def from_json(text: str | bytes, type: Literal["result"], *, effects: Kinds = ()) -> Result: ...
@overload
def from_json(text: str | bytes, type: Literal["group"], *, effects: Kinds = ()) -> MoveGroup: ...
@overload
def from_json(text: str | bytes, type: Literal["news"], *, effects: Kinds = ()) -> News: ...
@overload
def from_json(text: str | bytes, type: Literal["price"], *, effects: Kinds = ()) -> Price: ...
@overload
def from_json(text: str | bytes, type: Literal["refusal"], *, effects: Kinds = ()) -> Refusal: ...
@overload
def from_json(text: str | bytes, type: Literal["snapshot"], *, effects: Kinds = ()) -> Snapshot: ...
@overload
def from_json(text: str | bytes, type: type[_Class], *, effects: Kinds = ()) -> _Class: ...
@overload
def from_json(text: str | bytes, type: UnionType, *, effects: Kinds = ()) -> Action | Event: ...
def from_json(text: str | bytes, type: Any, *, effects: Kinds = ()) -> object:
    """Read a value of a type from a JSON document.

    The type is one that `to_json` lists, by its name: `"state"`, `"move"` and so on. Classes and
    unions do as well, `State` or `Move`, but type checkers do not tell unions apart. A state must
    pass `validate`, a view must fit some state; only `Record.verify` checks the actions of a
    record. `effects` are classes of your own that its edition may name.

    >>> from livingstone import State, TakeDie, new_game
    >>> from_json(to_json(TakeDie(4)), "move")
    TakeDie(value=4)
    >>> from_json(to_json(new_game(2, seed=7)).replace('"boat": 1', '"boat": 11'), State)
    Traceback (most recent call last):
    livingstone.errors.DataError: JSON: the boat is in column 11 of 10 (R1.2)

    Raises `DataError` with all problems of the text, `ArgumentError` for another type.
    """
    cls = document_of(*type_of(type))
    plain = _parse(text)
    chosen = converter_for(own_kinds(effects))
    try:
        value = chosen.structure(plain, cls).value
    except Exception as error:
        raise DataError(_SOURCE, problems_of(error)) from None
    if faults := _faults(value):
        raise DataError(_SOURCE, [fault[:_LONGEST] for fault in faults[:MOST_PROBLEMS]])
    return value


@overload
def from_plain(plain: Plain, type: Literal["move"], *, effects: Kinds = ()) -> Move: ...
@overload
def from_plain(plain: Plain, type: Literal["outcome"], *, effects: Kinds = ()) -> Outcome: ...
@overload
def from_plain(plain: Plain, type: Literal["event"], *, effects: Kinds = ()) -> Event: ...
@overload
def from_plain(plain: Plain, type: Literal["state"], *, effects: Kinds = ()) -> State: ...
@overload
def from_plain(plain: Plain, type: Literal["view"], *, effects: Kinds = ()) -> View: ...
@overload
def from_plain(plain: Plain, type: Literal["record"], *, effects: Kinds = ()) -> Record: ...
@overload
def from_plain(plain: Plain, type: Literal["edition"], *, effects: Kinds = ()) -> Edition: ...
@overload
def from_plain(plain: Plain, type: Literal["result"], *, effects: Kinds = ()) -> Result: ...
@overload
def from_plain(plain: Plain, type: Literal["group"], *, effects: Kinds = ()) -> MoveGroup: ...
@overload
def from_plain(plain: Plain, type: Literal["news"], *, effects: Kinds = ()) -> News: ...
@overload
def from_plain(plain: Plain, type: Literal["price"], *, effects: Kinds = ()) -> Price: ...
@overload
def from_plain(plain: Plain, type: Literal["refusal"], *, effects: Kinds = ()) -> Refusal: ...
@overload
def from_plain(plain: Plain, type: Literal["snapshot"], *, effects: Kinds = ()) -> Snapshot: ...
@overload
def from_plain(plain: Plain, type: type[_Class], *, effects: Kinds = ()) -> _Class: ...
@overload
def from_plain(plain: Plain, type: UnionType, *, effects: Kinds = ()) -> Action | Event: ...
def from_plain(plain: Plain, type: Any, *, effects: Kinds = ()) -> object:
    """Read a value of a type from a document as a dictionary, which `to_plain` makes.

    The type, the other argument and the errors are those of `from_json`.

    >>> from livingstone import TakeDie
    >>> from_plain(to_plain(TakeDie(4)), "move")
    TakeDie(value=4)
    """
    try:
        text = json.dumps(plain)
    except (TypeError, ValueError) as error:
        raise DataError(_SOURCE, [f"is not plain: {error}"]) from None
    except RecursionError:
        raise DataError(_SOURCE, ["is nested too deeply"]) from None
    read: object = from_json(text, type, effects=effects)
    return read


def _parse(text: str | bytes) -> Any:
    if len(text) > MOST_CHARACTERS:
        raise DataError(_SOURCE, [f"is longer than {MOST_CHARACTERS} characters"])
    try:
        return parse_json(text)
    except ValueError as error:
        raise DataError(_SOURCE, [str(error)]) from None


def _faults(value: object) -> list[str]:
    match value:
        case State():
            return validate(value)
        case View():
            return _misfits(value)
        case Snapshot():
            return _misfits(value.view) or faults_of(value, sample_state(value.view, seed=0))
        case MoveGroup(target, moves) if value != MoveGroup.of(target, moves):
            return ["the choices are not those of the moves"]
    return []


def _misfits(view: View) -> list[str]:
    with suppress(ValueError, LookupError, TypeError):
        state = sample_state(view, seed=0)
        if problems := validate(state):
            return [f"no state fits this view: {problems[0]}"]
        if show(state, view.seat) == view:
            return []
    return ["no state fits this view: its parts contradict each other"]
