"""The JSON Schemas: they are sound, and say what real documents look like."""

import json
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from json_samples import JUNK, Json, comes_back, spoilt_documents
from jsonschema import Draft202012Validator

import livingstone as ls
from livingstone.documents.text import TYPES, from_json, to_json
from livingstone.events.transitions import play
from livingstone.testing import Game, games, states, values_of

OF_REVIEWS = {"hint": ls.Hint, "review": ls.Review} if find_spec("numba") else {}
DOCUMENTS = TYPES | OF_REVIEWS
schema: Callable[..., Any] = ls.documents.schema  # what it holds is looked into here
VALIDATORS = {name: Draft202012Validator(schema(type)) for name, type in DOCUMENTS.items()}
VIEW = ls.view(ls.new_game(2, seed=7), 0)


def fits(value: object) -> None:
    document = json.loads(to_json(value))
    VALIDATORS[document["livingstone"]].validate(document)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_schema_is_sound(name: str) -> None:
    Draft202012Validator.check_schema(schema(DOCUMENTS[name]))


WORDS = {
    *("$schema", "$defs", "$ref", "title", "description", "default"),
    *("type", "enum", "const", "oneOf", "minimum", "maximum", "pattern"),
    *("properties", "required", "additionalProperties", "propertyNames"),
    *("items", "prefixItems", "minItems", "maxItems"),
}
"""The keywords that the schemas need; validators ignore every other word."""


def parts(whole: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a schema and all schemas in it."""
    inner = [*whole.get("$defs", {}).values(), *whole.get("properties", {}).values()]
    inner += [*whole.get("oneOf", []), *whole.get("prefixItems", [])]
    inner += [whole.get(word) for word in ("items", "propertyNames", "additionalProperties")]
    yield whole
    for schema in inner:
        if isinstance(schema, dict):
            yield from parts(schema)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_word_of_a_schema_is_one_that_validators_know(name: str) -> None:
    for part in parts(schema(DOCUMENTS[name])):
        assert part.keys() <= WORDS
        assert "type" in part or part.keys() & {"$ref", "oneOf", "enum", "const"}


def test_a_move_that_stands_alone_is_described_without_its_kind() -> None:
    definitions = schema(ls.State)["$defs"]
    assert "kind" not in definitions["PlayCardWithoutKind"]["properties"]


def test_a_schema_states_kinds_ranges_lengths_and_defaults() -> None:
    move, card = schema(ls.Move), schema(ls.Edition)["$defs"]["Card"]
    assert move["title"] == "livingstone move"
    assert move["$defs"]["BuildTent"] == {
        "description": "Use the die to build a tent in the boat's column (R4.4).",
        "type": "object",
        "properties": {
            "kind": {"const": "build_tent"},
            "row": {"type": "integer", "minimum": 0, "maximum": 2**53 - 1},
            "cards": {"type": "array", "items": {"type": "string"}, "default": []},
            "source": {"oneOf": [{"$ref": "#/$defs/Space"}, {"type": "null"}], "default": None},
        },
        "required": ["kind", "row"],
        "additionalProperties": False,
    }
    assert card["required"] == ["id", "count", "effect", "names", "text"]
    assert card["properties"]["id"] == {"type": "string", "pattern": "^(?:[a-z][a-z0-9_]{0,39})$"}
    market = schema(ls.Edition)["$defs"]["Market"]["properties"]["coins"]
    assert market["properties"]["red"] == {"type": "integer", "minimum": 1, "maximum": 10_000}
    record = schema(ls.Record)["$defs"]["Record"]["properties"]
    assert (record["players"]["minItems"], record["players"]["maxItems"]) == (2, 20)
    assert record["tags"]["items"]["minItems"] == 2
    assert not record["tags"]["items"]["items"]
    assert "default" not in record["edition_hash"]
    pile = schema(ls.State)["$defs"]["State"]["properties"]["draw_pile"]
    assert pile["additionalProperties"] == {"type": "integer", "minimum": 1, "maximum": 10_000}


def test_a_schema_of_reviews_states_the_range_of_an_estimate() -> None:
    pytest.importorskip("numba")
    chance = schema(ls.Review)["$defs"]["Estimate"]["properties"]
    assert chance["value"] == {"type": "number", "minimum": -1000, "maximum": 1000}


@given(games(longest=120))
def test_documents_of_any_game_fit_their_schemas(game: Game) -> None:
    for number, (before, action, after) in enumerate(list(game.steps())[::10]):
        seat = (None, *range(len(after.players)))[number % (len(after.players) + 1)]
        for value in (action, after, ls.view(after, seat), *play(before, action).events):
            fits(value)
        table = ls.Table(before)
        since = table.version
        table.play(action)
        fits(table.news(seat))
        fits(table.snapshot(seat, since=since))


@given(states(), st.data())
def test_the_reasons_of_refusals_fit_their_schema(state: ls.State, data: st.DataObject) -> None:
    move: Any = data.draw(values_of(ls.Move))
    if refusal := ls.why_illegal(state, move):
        fits(refusal)


@pytest.mark.parametrize(
    "move",
    [
        {"kind": "fly"},
        {"value": 4},
        {"kind": "take_die"},
        {"kind": "take_die", "value": -1},
        {"kind": "take_die", "value": 2**53},
        {"kind": "take_die", "value": 4, "row": 1},
        {"kind": "sell_gems", "gem": "white", "count": 1},
        {"kind": "build_tent", "row": 4, "source": {"row": 1}},
        *JUNK[:-4],
    ],
    ids=lambda move: repr(move)[:30],
)
def test_only_a_move_fits(move: Json) -> None:
    document = {"livingstone": "move", "version": 1, "value": move}
    assert VALIDATORS["move"].is_valid(document) == (move == {"kind": "dig"})


def test_a_document_of_another_type_or_version_does_not_fit() -> None:
    document = json.loads(to_json(ls.Dig()))
    assert VALIDATORS["move"].is_valid(document)
    assert not VALIDATORS["event"].is_valid(document)
    assert not VALIDATORS["move"].is_valid(document | {"version": 2})


def test_a_type_without_documents_has_no_schema() -> None:
    with pytest.raises(ls.ArgumentError, match="the type must be one of"):
        schema(ls.Player)


def documents(state: ls.State) -> st.SearchStrategy[str]:
    views = [ls.view(state, seat) for seat in (None, state.current_player)]
    others = (values_of(cls) for cls in (ls.Move, ls.Outcome, ls.Event))
    return st.one_of(st.sampled_from([state, *views]), *others).map(to_json)


@given(st.data(), states())
def test_what_is_read_fits_and_what_is_refused_for_its_form_does_not(
    data: st.DataObject, state: ls.State
) -> None:
    text = data.draw(documents(state))
    name = json.loads(text)["livingstone"]
    document = data.draw(spoilt_documents(json.loads(text)))
    is_valid = VALIDATORS[name].is_valid(as_read(document))
    try:
        value = from_json(json.dumps(document), TYPES[name])
    except ls.DataError as error:
        problems = error.problems
    else:
        problems = ()
        comes_back(value, TYPES[name])
        assert name != "state" or ls.validate(value) == []
    if not is_valid:
        assert problems
    elif name in ("move", "outcome", "event"):
        assert not problems


def test_a_whole_float_is_an_integer_and_a_byte_order_mark_is_skipped() -> None:
    for number in ("1.0", "10e-1"):
        document = to_json(ls.TakeDie(1)).replace('"value": 1}', f'"value": {number}}}')
        assert VALIDATORS["move"].is_valid(json.loads(document))
        assert from_json("\ufeff" + document, "move") == ls.TakeDie(1)
        assert from_json(b"\xef\xbb\xbf" + document.encode(), "move") == ls.TakeDie(1)


def as_read(value: Json) -> Json:
    """Make a lone surrogate, which only `from_json` refuses, a number that no schema takes."""
    if isinstance(value, dict):
        return {key: as_read(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_read(item) for item in value]
    return 1.5 if value == "\ud800" else value
