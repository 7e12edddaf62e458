"""Data files: what may be changed."""

from pathlib import Path

import pytest
from attrs import evolve
from changed_files import load_changed
from editions import Table, card_table, load_edition, new_game, write_toml
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
)
from livingstone.edition.effect import plain_content
from livingstone.edition.loading import check_edition
from livingstone.effects import GainCoins
from livingstone.testing import custom_editions


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


def play(state: State, move: PlayCard) -> State:
    assert move in legal_moves(state)
    return apply(state, move)


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
