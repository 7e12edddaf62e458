"""Data files: what is shipped."""

import re
from pathlib import Path

import pytest
from editions import RULESETS, board_table, deck_table, shipped_table, write_toml

from livingstone import Gems, Stones, load_edition


@pytest.mark.parametrize("name", RULESETS)
def test_r1_the_shipped_board(name: str) -> None:
    board = load_edition(name).board
    assert (board.players.least, board.players.most) == (2, 5)
    assert board.row_values == (1, 2, 3, 4, 5, 6)
    assert [row.majority for row in board.rows] == [12, 10, 8, 6, 4, 2]
    assert board.costs == (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
    assert board.bag == Stones(black=29, clear=15, blue=10, red=5, white=1)
    assert board.bag.total == 60
    assert board.gem_values == Gems(clear=1, blue=3, red=5)
    assert [(coin.count, coin.value) for coin in board.coins] == [
        (41, 1),
        (16, 3),
        (13, 5),
        (5, 10),
    ]
    assert board.money == 204
    assert (board.tents, board.start_coins, board.neighbour_fee) == (11, 3, 1)
    assert (board.dice.per_player, board.dice.sides, board.dice.donation) == (2, 6, 4)


@pytest.mark.parametrize("name", RULESETS)
def test_r6_the_shipped_deck(name: str) -> None:
    edition = load_edition(name)
    assert {card.id: card.count for card in edition.cards} == {
        "no_cost_tent": 3,
        "ignore_die": 3,
        "two_dice": 3,
        "second_tent": 3,
        "market": 3,
        "boat_back": 1,
        "three_stones": 3,
        "four_coins": 3,
        "lion": 1,
        "rhinoceros": 1,
        "antelope": 2,
        "mine_collapse": 1,
    }
    assert edition.deck.total == 27
    assert {id: repr(effect) for id, effect in edition.effects.items()} == {
        "no_cost_tent": "NoCostTent()",
        "ignore_die": "IgnoreDie()",
        "two_dice": "MoreDice(dice=1)",
        "second_tent": "SecondTent()",
        "market": "Market(coins=Gems(clear=1, blue=2, red=3), points=Gems(clear=1, blue=2, red=3))",
        "boat_back": "BoatBack(columns=1)",
        "three_stones": "DrawStones(stones=3)",
        "four_coins": "GainCoins(coins=4)",
        "lion": "ScorePoints(points=4)",
        "rhinoceros": "ScorePoints(points=3)",
        "antelope": "ScorePoints(points=2)",
        "mine_collapse": "MineCollapse()",
    }


def test_each_card_is_named_in_four_languages() -> None:
    for card in load_edition("printed").cards:
        assert all((card.names.en, card.names.de, card.names.fr, card.names.it))
        assert card.text.endswith(".")


def test_the_rulesets_differ_in_every_switch() -> None:
    for name, switch in shipped_table("rulesets.toml").items():
        assert re.fullmatch(r"R\d+\.\d+", switch["rule"])
        assert getattr(load_edition("printed").ruleset, name) is switch["printed"]
        assert getattr(load_edition("bga").ruleset, name) is switch["bga"]
        assert switch["printed"] is not switch["bga"]


def test_the_rulesets_settle_what_the_rules_say() -> None:
    printed, bga = load_edition("printed").ruleset, load_edition("bga").ruleset
    assert (printed.free_actions_before_die, bga.free_actions_before_die) == (True, False)  # R3.2
    assert (printed.neighbour_fee_per_tent, bga.neighbour_fee_per_tent) == (False, True)  # R4.4
    assert (printed.white_stone_sells, bga.white_stone_sells) == (True, False)  # R4.7
    assert (printed.tents_break_ties, bga.tents_break_ties) == (False, True)  # R8.5
    assert (printed.out_scores_zero, bga.out_scores_zero) == (False, True)  # R8.6


def test_r1_every_inferred_figure_of_the_board_is_marked() -> None:
    board = load_edition("printed").board
    assert [row.inferred for row in board.rows] == [
        (),
        (),
        ("majority",),
        ("majority",),
        ("majority",),
        (),
    ]
    assert [column.inferred for column in board.columns] == [("cost",)] * 10
    stones = board.stones
    assert [gem.inferred for gem in (stones.clear, stones.blue, stones.red)] == [
        (),
        ("value",),
        ("value",),
    ]


def test_r1_every_inferred_count_of_the_deck_is_marked() -> None:
    edition = load_edition("printed")
    for card in edition.cards:
        assert "count" in card.inferred, card.id


def test_the_shipped_files_can_be_given_as_ones_own(tmp_path: Path) -> None:
    for name in RULESETS:
        board = write_toml(tmp_path / "board.toml", board_table())
        cards = write_toml(tmp_path / "cards.toml", deck_table())
        assert load_edition(name, board=str(board), cards=cards) == load_edition(name)


def test_an_edition_finds_its_cards() -> None:
    edition = load_edition("printed")
    assert edition.card("lion").count == 1
    with pytest.raises(KeyError):
        edition.card("unicorn")
