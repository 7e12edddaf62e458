"""JSON: round trips of everything, and what is refused."""

import json
from typing import Any, ClassVar, assert_type, cast

import pytest
from attrs import frozen
from editions import card_table, make_edition, tiny_board
from hypothesis import given
from hypothesis import strategies as st
from json_samples import KINDS, RECORD, comes_back
from jsonschema import Draft202012Validator
from positions import finish, last_turn
from record_samples import record_of

import livingstone as ls
from livingstone.documents.text import from_json, to_json
from livingstone.events import Event
from livingstone.events.transitions import play
from livingstone.support.limits import Line
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


def test_only_some_types_are_written_and_read() -> None:
    for value in (4, RECORD.players, ls.Gems(1, 2, 3)):
        with pytest.raises(ls.ArgumentError, match="only state, view, move"):
            to_json(value)
    for type in (int, ls.TakeDie, "moves"):
        with pytest.raises(ls.ArgumentError, match="the type must be one of state, view"):
            from_json(to_json(RECORD), cast("Any", type))


@frozen
class Note:
    """A value of another room, which names its documents itself."""

    document: ClassVar[str] = "note"
    words: Line


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
