"""Data files: what may be changed."""

from pathlib import Path

import pytest
from attrs import evolve
from changed_files import load_changed
from editions import Table, card_table, load_edition, market_table, new_game, write_toml
from hypothesis import given

from livingstone import (
    CardRevealed,
    DiceRolled,
    DrawCard,
    Edition,
    PlayCard,
    State,
    TakeDie,
    apply,
    legal_moves,
    validate,
)
from livingstone.edition.hashing import plain_content
from livingstone.edition.loading import check_edition
from livingstone.effects import GainCoins
from livingstone.testing import custom_editions, pick_rare


def test_other_figures_are_taken(tmp_path: Path) -> None:
    def change_board(table: Table) -> None:
        table["columns"][9]["cost"] = 6
        table["columns"] += [{"cost": 7}, {"cost": 8}]
        table["rows"][2] = {"value": 3, "majority": 9}
        table["stones"]["red"]["count"] = 6

    def change_cards(table: Table) -> None:
        table["cards"][0]["count"] = 1

    edition = load_changed(tmp_path, board=change_board, cards=change_cards)
    assert edition.board.costs == (1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8)
    assert edition.board.rows[2].majority == 9
    assert edition.board.rows[2].inferred == ()
    assert edition.board.bag.total == 61
    assert edition.deck.count("no_cost_tent") == 1
    assert check_edition(edition) == []
    assert edition.ruleset == load_edition("printed").ruleset


def test_a_game_on_more_columns_lasts_longer(tmp_path: Path) -> None:
    edition = load_changed(tmp_path, board=lambda t: t["columns"].extend([{"cost": 1}] * 2))
    state = new_game(2, seed=3, edition=edition)
    boats = set()
    for number in range(5000):
        if state.is_over:
            break
        boats.add(state.boat)
        assert validate(state) == []
        moves = legal_moves(state)
        state = apply(state, pick_rare(moves, number * 37 % 256))
    assert state.is_over
    assert boats == set(range(1, 13))


def test_a_new_card_with_a_known_effect_needs_no_code(tmp_path: Path) -> None:
    edition = load_changed(
        tmp_path, cards=lambda t: t["cards"].append(card_table("nugget", "gain_coins", coins=9))
    )
    assert edition.effects["nugget"] == GainCoins(9)
    state = new_game(2, edition=edition, explicit_chance=True)
    actions = (DiceRolled((1, 2, 3, 4)), TakeDie(1), DrawCard(), CardRevealed("nugget"))
    for action in actions:
        state = apply(state, action)
    after = play(state, PlayCard("nugget"))
    assert after.players[0].coins == state.players[0].coins + 9
    assert after.played.count("nugget") == 1


def test_a_card_may_allow_two_more_dice(tmp_path: Path) -> None:
    edition = load_changed(
        tmp_path, cards=lambda t: t.update(cards=[card_table("rush", "more_dice", dice=2)])
    )
    state = new_game(2, edition=edition, explicit_chance=True)
    for action in (DiceRolled((1, 2, 3, 4)), TakeDie(1), DrawCard(), CardRevealed("rush")):
        state = apply(state, action)
    assert play(state, PlayCard("rush")).dice_left == 2


def play(state: State, move: PlayCard) -> State:
    assert move in legal_moves(state)
    return apply(state, move)


def test_two_cards_may_share_an_effect(tmp_path: Path) -> None:
    edition = load_changed(
        tmp_path,
        cards=lambda t: t["cards"].extend(
            [card_table("second_collapse", "mine_collapse"), market_table("bazaar", 2)]
        ),
    )
    assert edition.deck.total == 30
    assert edition.effects["second_collapse"] == edition.effects["mine_collapse"]


def test_a_deck_may_be_empty(tmp_path: Path) -> None:
    edition = load_changed(tmp_path, cards=lambda t: t.update(cards=[]))
    state = apply(new_game(2, seed=1, edition=edition), legal_moves(new_game(2, seed=1))[0])
    assert DrawCard() not in legal_moves(state)


@given(custom_editions())
def test_an_edition_that_is_written_to_files_loads_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, edition: Edition
) -> None:
    folder, plain = tmp_path_factory.getbasetemp(), plain_content(edition)
    loaded = load_edition(
        edition.id,
        board=write_toml(folder / "generated_board.toml", plain["board"]),
        cards=write_toml(folder / "generated_cards.toml", {"cards": plain["cards"]}),
    )
    assert check_edition(edition) == []
    assert loaded == evolve(edition, ruleset=loaded.ruleset)
