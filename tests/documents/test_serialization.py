"""JSON: round trips of everything, and what is refused."""

import json
import re
from typing import Annotated, Any, ClassVar, assert_type, cast, get_args

import pytest
from attrs import frozen
from choice_effects import EDITION
from editions import card_table, make_edition, tiny_board
from hypothesis import given
from hypothesis import strategies as st
from json_samples import KINDS, RECORD, STATE, VIEW, comes_back
from jsonschema import Draft202012Validator
from positions import finish, last_turn
from record_samples import record_of

import livingstone as ls
from livingstone.documents.text import from_json, to_json
from livingstone.events import Event
from livingstone.events.transitions import play
from livingstone.game import Code
from livingstone.support.limits import Added, Between, Line
from livingstone.testing import Game, games, new_games, states, values_of


@given(games(longest=120))
def test_states_views_and_events_of_any_game_come_back(game: Game) -> None:
    for number, (before, action, after) in enumerate(list(game.steps())[::7]):
        comes_back(after, ls.State)
        comes_back(action, ls.Outcome if before.is_chance else ls.Move)
        seat = (None, *range(len(after.players)))[number % (len(after.players) + 1)]
        comes_back(ls.view(after, seat), ls.View)
        for event in play(before, action).events:
            comes_back(event, Event)


@given(new_games())
def test_records_of_any_game_come_back(game: Game) -> None:
    record = record_of(game)
    comes_back(record, ls.Record)
    for seat in (None, *range(len(record.players))):
        comes_back(record.seen_by(seat), ls.Record)


@pytest.mark.parametrize(("kind", "union"), KINDS)
@given(st.data())
def test_every_kind_of_move_outcome_and_event_comes_back(
    kind: type, union: Any, data: st.DataObject
) -> None:
    comes_back(data.draw(values_of(kind)), union)


@pytest.mark.parametrize("seed", [0, 2**53 + 1, 2**128 - 1])
def test_a_seed_of_any_size_comes_back_exactly(seed: int) -> None:
    state = ls.new_game(2, seed=seed)
    comes_back(state, ls.State)
    assert json.loads(to_json(state))["value"]["streams"]["seed"] == str(seed)


def test_a_shipped_edition_is_named_and_one_of_ones_own_is_written_out() -> None:
    for name in ("printed", "bga"):
        edition = json.loads(to_json(ls.new_game(2, edition=name)))["value"]["edition"]
        assert edition.keys() == {"kind", "id", "hash"}
        assert (edition["kind"], edition["id"]) == ("shipped_edition", name)
    own = make_edition(tiny_board(), [card_table("gold", "gain_coins", coins=2)])
    state = ls.new_game(2, edition=own)
    comes_back(state, ls.State)
    edition = json.loads(to_json(state))["value"]["edition"]
    assert edition["kind"] == "custom_edition"
    assert edition["cards"][0]["effect"] == {"kind": "gain_coins", "coins": 2}


def test_keys_with_a_default_can_be_left_out() -> None:
    text = '{"livingstone": "move", "version": 1, "value": {"kind": "build_tent", "row": 4}}'
    assert from_json(text, ls.Move) == ls.BuildTent(4)


def test_keys_that_came_later_are_written_only_if_they_say_something() -> None:
    """So programs of before can read what has no need of them."""
    later = {"seat", "amount", "cards"}
    lion = ls.PlayCard("lion")
    bribe = ls.PlayCard("bribe", seat=2, amount=3)
    assert json.loads(to_json(lion))["value"].keys() & later == set()
    assert json.loads(to_json(bribe))["value"].keys() & later == {"seat", "amount"}


def test_only_some_types_are_written_and_read() -> None:
    for value in (4, RECORD.players, ls.Gems(1, 2, 3)):
        with pytest.raises(ls.ArgumentError, match="only state, view, move"):
            to_json(value)
    for type in (int, ls.TakeDie, "moves"):
        with pytest.raises(ls.ArgumentError, match="the type must be one of state, view"):
            from_json(to_json(RECORD), cast("Any", type))


def test_a_document_as_a_dictionary_is_that_of_the_text() -> None:
    pytest.importorskip("numba")
    table = ls.Table(STATE)
    refusal = ls.why_illegal(STATE, ls.Donate(-4))
    hint = ls.hint(VIEW, seconds=0.01)
    for value in (
        STATE,
        VIEW,
        table.news(0),
        table.snapshot(0),
        ls.Price(1, (0, 2)),
        refusal,
        hint,
    ):
        plain = ls.to_plain(value)
        assert json.dumps(plain) == to_json(value)
        assert ls.from_plain(plain, type(value)) == value


def test_a_dictionary_can_hold_tuples_and_whole_floats_as_json_can() -> None:
    plain: dict[str, Any] = ls.to_plain(ls.BuildTent(4, ("ignore_die",)))
    plain["value"] |= {"row": 4.0, "cards": ("ignore_die",)}
    assert ls.from_plain(plain, "move") == ls.BuildTent(4, ("ignore_die",))


NESTED: list[Any] = []
NESTED.append(NESTED)
DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({1, 2}, "is not plain: Object of type set is not JSON serializable"),
        (NESTED, "is not plain: Circular reference detected"),
        (DEEP, "is nested too deeply"),
        (float("nan"), "NaN is not a number"),
        ("4", "value.row: must be a whole number, not '4'"),
    ],
    ids=["a set", "a circle", "a deep list", "nan", "a text"],
)
def test_a_dictionary_that_is_no_document_is_refused(value: object, problem: str) -> None:
    plain: dict[str, Any] = ls.to_plain(ls.BuildTent(4))
    plain["value"]["row"] = value
    with pytest.raises(ls.DataError, match=re.escape(problem)):
        ls.from_plain(plain, "move")


def test_a_refusal_is_written_with_its_facts() -> None:
    refusal = ls.why_illegal(STATE, ls.TakeDie(6))
    assert ls.to_plain(refusal)["value"] == {
        "code": "die_not_on_table",
        "rule": "R2.3",
        "facts": {"value": 6, "dice": [2, 2, 3, 4]},
    }
    own = ls.Refusal(
        Code.NO_EFFECT, "R6", "the toll is 3 coins", {"toll": -3, "gems": ls.Gems(1), "gem": "blue"}
    )
    comes_back(own, ls.Refusal)
    assert ls.to_plain(own)["value"]["sentence"] == "the toll is 3 coins"
    assert ls.to_plain(own)["value"]["facts"]["gems"] == {"clear": 1, "blue": 0, "red": 0}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"code": "no"}, "value.code: must be a code of refusals, not 'no'"),
        (
            {"facts": {"dice": True}},
            "value.facts['dice']: must be a whole number or a text or an array",
        ),
        ({"facts": {"dice": [-1]}}, "value.facts['dice'][0]: must be 0 to"),
        ({"facts": {"coins": 2**53}}, "value.facts['coins']: must be -9007199254740991 to"),
        ({"rule": ""}, "value.rule: must be one line"),
    ],
)
def test_a_refusal_that_nobody_can_have_written_is_refused(
    change: dict[str, Any], problem: str
) -> None:
    plain = ls.to_plain(ls.why_illegal(STATE, ls.TakeDie(6)))
    plain["value"] |= change
    with pytest.raises(ls.DataError, match=re.escape(problem)):
        ls.from_plain(plain, "refusal")


def test_a_snapshot_whose_parts_contradict_its_view_is_refused() -> None:
    table = ls.Table(STATE)
    table.play(ls.Donate(1))
    table.undo(0)
    changes: dict[str, Any] = {
        "names": ["Ann"],
        "version": {"undone": 1, "events": 0},
        "offers": [],
        "dice": [],
        "mover": 1,
        "result": {"winners": [0], "threshold": None, "standings": []},
        "taken_back": [{"seat": 2, "sentence": "Cem takes the last move back."}],
        "events": [
            {"event": {"kind": "turn_begun", "seat": 0}, "sentence": "", "is_private": True}
        ],
    }
    for name, junk in changes.items():
        plain = ls.to_plain(table.snapshot(0))
        plain["value"][name] = junk
        with pytest.raises(ls.DataError, match=r"does not fit the view"):
            ls.from_plain(plain, "snapshot")


def test_the_words_of_a_snapshot_may_be_those_of_another_version() -> None:
    plain = ls.to_plain(ls.Table(STATE).snapshot(0))
    plain["value"]["offers"][0]["label"] = "pick the 2 up"
    assert ls.from_plain(plain, ls.Snapshot).offers[0].label == "pick the 2 up"


def test_a_snapshot_of_a_game_with_own_effects_is_read_with_them() -> None:
    drawn = ls.Table(ls.new_game(2, edition=EDITION, seed=7)).snapshot(0)
    text = ls.to_json(drawn)
    assert ls.from_json(text, ls.Snapshot, effects=EDITION) == drawn
    with pytest.raises(ls.DataError, match="kind must be one of"):
        ls.from_json(text, ls.Snapshot)


@frozen
class Note:
    """A value of another room, which names its documents itself."""

    document: ClassVar[str] = "note"
    words: Line


def test_a_value_with_a_field_that_no_json_has_is_not_written() -> None:
    move = ls.PlayCard(cast("str", b"lion"))
    with pytest.raises(ls.ArgumentError, match=r"^this move cannot be written as JSON: .*bytes"):
        to_json(move)


def test_a_class_can_name_its_own_documents() -> None:
    note = Note("take the 3")
    text = ls.to_json(note)
    assert text == '{"livingstone": "note", "version": 1, "value": {"words": "take the 3"}}'
    assert ls.from_json(text, Note) == note
    assert ls.documents.schema(Note)["title"] == "livingstone note"
    with pytest.raises(ls.DataError, match="livingstone: "):
        ls.from_json(text, "move")


def test_type_checkers_know_what_is_read() -> None:
    state = ls.new_game(2, seed=7)
    assert_type(ls.from_json(to_json(state), ls.State), ls.State)
    assert_type(ls.from_json(to_json(RECORD), ls.Record), ls.Record)
    assert_type(ls.from_json(to_json(ls.Dig()), "move"), ls.Move)
    assert_type(ls.from_json(to_json(state), "state"), ls.State)
    assert_type(ls.from_json(to_json(ls.view(state, 0)), "view"), ls.View)
    assert_type(ls.from_json(to_json(RECORD), "record"), ls.Record)
    assert_type(ls.from_json(to_json(state.edition), "edition"), ls.Edition)
    (group, *_) = ls.group_moves(ls.view(state, 0))
    assert_type(ls.from_json(to_json(group), "group"), ls.MoveGroup)
    table = ls.Table(state)
    assert_type(ls.from_json(to_json(table.news(0)), "news"), ls.News)
    assert_type(ls.from_json(to_json(table.snapshot(0)), "snapshot"), ls.Snapshot)
    assert_type(ls.from_plain(ls.to_plain(table.snapshot(0)), "snapshot"), ls.Snapshot)
    assert_type(ls.from_plain(ls.to_plain(state), ls.State), ls.State)
    assert_type(ls.from_json(to_json(ls.price_of(state, 1)), "price"), ls.Price)
    assert_type(ls.from_json(to_json(ls.why_illegal(state, ls.Dig())), "refusal"), ls.Refusal)
    assert_type(ls.from_json(to_json(ls.Dig()), ls.Move), ls.Move | ls.Outcome | ls.Event)
    assert_type(ls.from_json(to_json(ls.DiceRolled((1, 2))), "outcome"), ls.Outcome)
    assert_type(ls.from_json(to_json(ls.events.DieTaken(0, 4)), "event"), ls.Event)
    with pytest.raises(ls.ArgumentError, match="the type must be one of"):
        ls.from_json(to_json(ls.Dig()), ls.Dig)


@pytest.mark.parametrize("name", ["printed", "bga"])
def test_an_edition_is_written_with_all_that_it_says(name: str) -> None:
    edition = ls.load_edition(name)
    text = ls.to_json(edition)
    told = json.loads(text)["value"]
    assert told["board"]["columns"][0]["cost"] == edition.board.costs[0]
    assert [card["id"] for card in told["cards"]] == [card.id for card in edition.cards]
    assert ls.from_json(text, ls.Edition) == edition


def test_a_shipped_edition_can_be_embedded_whole() -> None:
    state = ls.new_game(3, seed=7)
    short, whole = ls.to_json(state), ls.to_json(state, embed_edition=True)
    assert "columns" not in short
    assert json.loads(whole)["value"]["edition"]["board"]["rows"]
    assert ls.from_json(whole, ls.State) == ls.from_json(short, ls.State) == state
    Draft202012Validator(ls.documents.schema(ls.State)).validate(json.loads(whole))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_r8_5_a_result_is_written_and_read(players: int) -> None:
    state = finish(last_turn(players))
    if state.is_chance:  # R9.2: two players roll for the donations
        state = ls.apply(state, ls.DiceRolled((1, 2, 3, 4)))
    result = ls.result(state)
    assert result is not None
    text = ls.to_json(result)
    assert ls.from_json(text, ls.Result) == result
    Draft202012Validator(ls.documents.schema(ls.Result)).validate(json.loads(text))


@given(states())
def test_groups_of_moves_are_written_with_their_choices(state: ls.State) -> None:
    validator = Draft202012Validator(ls.documents.schema(ls.MoveGroup))
    for group in ls.group_moves(ls.view(state, state.current_player)):
        text = ls.to_json(group)
        assert ls.from_json(text, ls.MoveGroup) == group
        validator.validate(json.loads(text))


def test_a_group_with_other_choices_than_its_moves_have_is_refused() -> None:
    group = ls.group_moves(ls.view(ls.new_game(2, seed=7), 0))[-1]
    text = ls.to_json(group).replace('"most": 3', '"most": 4')
    with pytest.raises(ls.DataError, match="the choices are not those of the moves"):
        ls.from_json(text, ls.MoveGroup)


def test_the_range_of_an_added_field_is_taken_for_no_other_range() -> None:
    """`typing` of Python 3.11.2 keeps one of two equal annotations for both."""
    plain = Annotated[int, Between(0, 9)]
    added = Annotated[int, Added(0, 9)]
    assert type(get_args(plain)[1]) is Between
    assert type(get_args(added)[1]) is Added
    assert Between(0, 9) != Added(0, 9)
    assert Added(0, 9) == Added(0, 9)
