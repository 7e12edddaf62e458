"""Data files: what is shipped."""

import pytest

from livingstone import ArgumentError, Gems, Stones, effects, load_edition

SHIPPED = load_edition("printed")
FIGURES: dict[str, tuple[object, object]] = {
    "the least players": (SHIPPED.board.players.least, 2),
    "the most players": (SHIPPED.board.players.most, 5),
    "the rows' values": (SHIPPED.board.row_values, (1, 2, 3, 4, 5, 6)),
    "the rows' majorities": (
        tuple(row.majority for row in SHIPPED.board.rows),
        (12, 10, 8, 6, 4, 2),
    ),
    "the columns' costs": (SHIPPED.board.costs, (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)),
    "the stones": (SHIPPED.board.bag, Stones(black=29, clear=15, blue=10, red=5, white=1)),
    "the prices of gems": (SHIPPED.board.gem_values, Gems(clear=1, blue=3, red=5)),
    "the coins": (
        [(coin.count, coin.value) for coin in SHIPPED.board.coins],
        [(41, 1), (16, 3), (13, 5), (5, 10)],
    ),
    "the tents of a player": (SHIPPED.board.tents, 11),
    "the coins a player starts with": (SHIPPED.board.start_coins, 3),
    "the fee to a neighbour": (SHIPPED.board.neighbour_fee, 1),
    "the dice for each player": (SHIPPED.board.dice.per_player, 2),
    "the sides of a die": (SHIPPED.board.dice.sides, 6),
    "the dice of the donation roll": (SHIPPED.board.dice.donation, 4),
    "the cards": (
        {card.id: (card.count, card.effect) for card in SHIPPED.cards},
        {
            "no_cost_tent": (3, effects.NoCostTent()),
            "ignore_die": (3, effects.IgnoreDie()),
            "two_dice": (3, effects.MoreDice(1)),
            "second_tent": (3, effects.SecondTent()),
            "market": (3, effects.Market(coins=Gems(1, 2, 3), points=Gems(1, 2, 3))),
            "boat_back": (1, effects.BoatBack(1)),
            "three_stones": (3, effects.DrawStones(3)),
            "four_coins": (3, effects.GainCoins(4)),
            "lion": (1, effects.ScorePoints(4)),
            "rhinoceros": (1, effects.ScorePoints(3)),
            "antelope": (2, effects.ScorePoints(2)),
            "mine_collapse": (1, effects.MineCollapse()),
        },
    ),
}
"""All shipped figures: what the files give, and what is expected of them."""


@pytest.mark.parametrize("figures", FIGURES)
def test_r1_the_shipped_figures(figures: str) -> None:
    found, expected = FIGURES[figures]
    assert found == expected, f"{figures} in data/: {found}, but expected were {expected}"


def test_r1_both_editions_have_the_same_board_and_cards() -> None:
    assert load_edition("bga").board == SHIPPED.board
    assert load_edition("bga").cards == SHIPPED.cards


def test_each_card_is_named_in_four_languages() -> None:
    for card in load_edition("printed").cards:
        assert all((card.names.en, card.names.de, card.names.fr, card.names.it))
        assert card.text.endswith(".")


def test_the_rulesets_settle_what_the_rules_say() -> None:
    printed, bga = load_edition("printed").ruleset, load_edition("bga").ruleset
    assert (printed.free_actions_before_die, bga.free_actions_before_die) == (True, False)  # R3.2
    assert (printed.neighbour_fee_per_tent, bga.neighbour_fee_per_tent) == (False, True)  # R4.4
    assert (printed.white_stone_sells, bga.white_stone_sells) == (True, False)  # R4.7
    assert (printed.tents_break_ties, bga.tents_break_ties) == (False, True)  # R8.5
    assert (printed.out_scores_zero, bga.out_scores_zero) == (False, True)  # R8.6


def test_an_edition_finds_its_cards() -> None:
    edition = load_edition("printed")
    assert edition.card("lion").names.en == "Lion"
    with pytest.raises(ArgumentError, match=r"card must be one of .*antelope, .*: .unicorn"):
        edition.card("unicorn")
