"""Writing and reading JSON documents: `{"livingstone": "move", "version": 1, "value": {...}}`."""

import json
from contextlib import suppress
from types import UnionType
from typing import Any, Literal, TypeVar, overload

from livingstone.documents.types import (
    TYPES,
    VERSION,
    converter_for,
    document_of,
    name_of,
    whole_converter,
)
from livingstone.edition.effect import Kinds, own_kinds
from livingstone.errors import ArgumentError, DataError, shown
from livingstone.events import Event
from livingstone.game.moves import Move, Outcome
from livingstone.game.sampling import sample_state
from livingstone.game.state import State
from livingstone.game.validation import validate
from livingstone.game.view import View
from livingstone.game.viewing import view as show
from livingstone.support.structuring import MOST_PROBLEMS, problems_of

MOST_CHARACTERS = 4_000_000
"""The most characters of a document. Every record that fits in TOML (`MOST_BYTES`) fits."""
_LONGEST = 300
"""The most characters of a problem, which can quote the document."""
_SOURCE = "JSON"
_Class = TypeVar("_Class")


def to_json(value: object, *, whole_edition: bool = False) -> str:
    """Write a value as a JSON document, in ASCII on one line; equal values give equal texts.

    A value is a `State`, `View`, `Move`, `Outcome`, `Event`, `Record`, `Edition`, `Result` or
    `MoveGroup`. A shipped edition within it is written as its name and hash, or completely with
    `whole_edition`, for programs without this library.

    >>> from livingstone import TakeDie
    >>> to_json(TakeDie(4))
    '{"livingstone": "move", "version": 1, "value": {"kind": "take_die", "value": 4}}'

    Raises `ArgumentError` for any other value, and for one that is too long to be read back.
    """
    name = next((name for name, known in TYPES.items() if isinstance(value, known)), None)
    if name is None:
        raise ArgumentError(f"only {', '.join(TYPES)} can be written as JSON: {shown(value)}")
    chosen = whole_converter if whole_edition or name == "edition" else converter_for()
    plain = chosen.unstructure(value, TYPES[name])
    text = json.dumps({"livingstone": name, "version": VERSION, "value": plain}, allow_nan=False)
    if len(text) > MOST_CHARACTERS:
        raise ArgumentError(f"as JSON it has more than {MOST_CHARACTERS} characters")
    return text


@overload
def from_json(text: str | bytes, type: Literal["move"], *, effects: Kinds = ()) -> Move: ...
@overload
def from_json(text: str | bytes, type: Literal["outcome"], *, effects: Kinds = ()) -> Outcome: ...
@overload
def from_json(text: str | bytes, type: Literal["event"], *, effects: Kinds = ()) -> Event: ...
@overload
def from_json(text: str | bytes, type: type[_Class], *, effects: Kinds = ()) -> _Class: ...
@overload
def from_json(text: str | bytes, type: UnionType, *, effects: Kinds = ()) -> Any: ...
def from_json(text: str | bytes, type: Any, *, effects: Kinds = ()) -> Any:
    """Read a value of a type from a JSON document.

    The type is one that `to_json` lists: `Move`, for example, and not `TakeDie`; or `"move"`,
    `"outcome"` or `"event"`, so that type checkers know what is returned. A state must pass
    `validate`, a view must fit some state; only `Record.verify` checks the actions of a record.
    `effects` are classes of your own that its edition may name.

    >>> from livingstone import Move, State, TakeDie, new_game
    >>> from_json(to_json(TakeDie(4)), Move)
    TakeDie(value=4)
    >>> from_json(to_json(new_game(2, seed=7)).replace('"boat": 1', '"boat": 11'), State)
    Traceback (most recent call last):
    livingstone.errors.DataError: JSON: the boat is in column 11 of 10 (R1.2)

    Raises `DataError` with all problems of the text, `ArgumentError` for another type.
    """
    cls = document_of(name_of(type))
    plain = _parse(text)
    chosen = converter_for(own_kinds(effects))
    try:
        value = chosen.structure(plain, cls).value
    except Exception as error:
        raise DataError(_SOURCE, problems_of(error)) from None
    if faults := _faults(value):
        raise DataError(_SOURCE, [fault[:_LONGEST] for fault in faults[:MOST_PROBLEMS]])
    return value


def _parse(text: str | bytes) -> Any:
    if len(text) > MOST_CHARACTERS:
        raise DataError(_SOURCE, [f"is longer than {MOST_CHARACTERS} characters"])
    try:
        if isinstance(text, bytes):
            text = text.decode()
        return json.loads(text, object_pairs_hook=_table, parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        problem = f"is not UTF-8: {error.reason} at byte {error.start}"
    except RecursionError:
        problem = "is nested too deeply"
    except ValueError as error:
        problem = f"is not JSON: {error}"
    raise DataError(_SOURCE, [problem])


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"the key {shown(key)} occurs more than once")
        table[key] = value
    return table


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _faults(value: object) -> list[str]:
    """List the contradictions in a value of the right types."""
    if isinstance(value, State):
        return validate(value)
    return _misfits(value) if isinstance(value, View) else []


def _misfits(view: View) -> list[str]:
    """Explain why no state fits a view; empty if one does."""
    with suppress(ValueError, LookupError, TypeError):
        state = sample_state(view, seed=0)
        if problems := validate(state):
            return [f"no state fits this view: {problems[0]}"]
        if show(state, view.seat) == view:
            return []
    return ["no state fits this view: its parts contradict each other"]
