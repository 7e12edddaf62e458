"""JSON for programs without this library: whole editions, results, and groups of moves."""

import json

import pytest
from editions import card_table, make_edition, tiny_board
from hypothesis import given
from jsonschema import Draft202012Validator
from positions import finish, last_turn, small_board

import livingstone as ls
from livingstone.testing import states


@pytest.mark.parametrize("name", ["printed", "bga"])
def test_an_edition_is_written_with_all_that_it_says(name: str) -> None:
    edition = ls.load_edition(name)
    text = ls.to_json(edition)
    told = json.loads(text)["value"]
    assert told["board"]["columns"][0]["cost"] == edition.board.costs[0]
    assert [card["id"] for card in told["cards"]] == [card.id for card in edition.cards]
    assert ls.from_json(text, ls.Edition) == edition


def test_an_edition_of_ones_own_is_written_whole() -> None:
    edition = ls.load_edition("printed", board=small_board())
    assert ls.from_json(ls.to_json(edition), ls.Edition) == edition


def test_a_shipped_edition_can_be_embedded_whole() -> None:
    state = ls.new_game(3, seed=7)
    short, whole = ls.to_json(state), ls.to_json(state, whole_edition=True)
    assert "columns" not in short
    assert json.loads(whole)["value"]["edition"]["board"]["rows"]
    assert ls.from_json(whole, ls.State) == ls.from_json(short, ls.State) == state
    Draft202012Validator(ls.schema(ls.State)).validate(json.loads(whole))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_r8_5_a_result_is_written_and_read(players: int) -> None:
    state = finish(last_turn(players))
    if state.is_chance:  # R9.2: two players roll for the donations
        state = ls.apply(state, ls.DiceRolled((1, 2, 3, 4)))
    result = ls.result(state)
    assert result is not None
    text = ls.to_json(result)
    assert ls.from_json(text, ls.Result) == result
    Draft202012Validator(ls.schema(ls.Result)).validate(json.loads(text))


@given(states())
def test_groups_of_moves_are_written_with_their_choices(state: ls.State) -> None:
    validator = Draft202012Validator(ls.schema(ls.MoveGroup))
    for group in ls.group_moves(ls.view(state, state.current_player)):
        text = ls.to_json(group)
        assert ls.from_json(text, ls.MoveGroup) == group
        validator.validate(json.loads(text))


def test_a_group_with_other_choices_than_its_moves_have_is_refused() -> None:
    group = ls.group_moves(ls.view(ls.new_game(2, seed=7), 0))[-1]
    text = ls.to_json(group).replace('"most": 3', '"most": 4')
    with pytest.raises(ls.DataError, match="the choices are not those of the moves"):
        ls.from_json(text, ls.MoveGroup)


def test_an_edition_with_a_card_twice_is_refused() -> None:
    edition = make_edition(tiny_board(), [card_table("lion", "gain_coins", coins=1)])
    document = json.loads(ls.to_json(edition))
    document["value"]["cards"] *= 2
    with pytest.raises(ls.DataError, match="cards: 'lion' occurs more than once"):
        ls.from_json(json.dumps(document), ls.Edition)
