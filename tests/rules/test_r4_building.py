"""R4.4 and R4.5: building a tent."""

import pytest
from positions import at_die, give, moves_of, play, refused, sail

import livingstone as ls
from livingstone.game import Code, Fact
from livingstone.game.rules.tents import Price, price_of

BOTH = pytest.mark.parametrize("edition", ["printed", "bga"])


@BOTH
@pytest.mark.parametrize(("column", "cost"), [(1, 1), (4, 2), (5, 3), (10, 5)])
def test_r4_4_the_column_costs_coins_to_the_bank(column: int, cost: int, edition: str) -> None:
    state = give(sail(at_die(4, edition=edition), column), 0, coins=8)
    after = play(state, ls.BuildTent(4))
    assert (after.players[0].coins, after.bank) == (8 - cost, state.bank + cost)
    assert after.players[0].tents_at(ls.Space(4, column)) == 1
    assert after.players[0].spaces() == (ls.Space(4, column),)
    assert (after.players[0].supply, after.die) == (10, None)
    assert not after.players[0].has_scored_tent_at(ls.Space(4, column))


def neighbours(edition: str) -> ls.State:
    """Put the boat in column 3: in row 4, player 1 has two tents, player 2 one, player 0 one."""
    state = sail(at_die(4, edition=edition), 3)
    state = give(state, 0, coins=9, tents=[(4, 3), (5, 3)])
    state = give(state, 1, tents=[(4, 3), (4, 3), (1, 3)])
    return give(state, 2, tents=[(4, 3), (4, 2)])


@pytest.mark.parametrize(("edition", "fee"), [("printed", 1), ("bga", 2)])
def test_r4_4_bga_pays_each_neighbouring_tent_and_printed_each_neighbour(
    edition: str, fee: int
) -> None:
    state = neighbours(edition)
    after = play(state, ls.BuildTent(4))
    assert [player.coins for player in after.players] == [9 - 2 - fee - 1, 3 + fee, 4]
    assert after.bank == state.bank + 2


@pytest.mark.parametrize(
    ("edition", "price", "fees"), [("printed", 4, (0, 1, 1)), ("bga", 5, (0, 2, 1))]
)
def test_r4_4_the_whole_price_must_be_at_hand(
    edition: str, price: int, fees: tuple[int, ...]
) -> None:
    state = give(neighbours(edition), 0, coins=price)
    assert moves_of(state, ls.BuildTent) == (ls.BuildTent(4),)
    assert play(state, ls.BuildTent(4)).players[0].coins == 0
    poor = give(neighbours(edition), 0, coins=price - 1)
    facts: dict[str, Fact] = {"price": price, "to_bank": 2, "fees": fees, "coins": price - 1}
    refused(poor, ls.BuildTent(4), Code.CANNOT_PAY, "R4.4", seat=0, **facts)
    assert moves_of(poor, ls.BuildTent) == ()


@BOTH
def test_r4_4_the_last_coins_can_pay_for_a_tent_beside_nobody(edition: str) -> None:
    state = give(sail(at_die(4, edition=edition), 4), 0, coins=2)
    assert moves_of(state, ls.BuildTent) == (ls.BuildTent(4),)
    assert play(state, ls.BuildTent(4)).players[0].coins == 0
    assert moves_of(give(state, 0, coins=1), ls.BuildTent) == ()


def test_r4_4_the_chest_does_not_pay() -> None:
    state = give(at_die(4), 0, coins=0, chest=9)
    refused(state, ls.BuildTent(4), Code.CANNOT_PAY, "R4.4")


@BOTH
def test_r4_4_a_tent_must_be_left(edition: str) -> None:
    everywhere = [(1, column) for column in range(1, 11)]
    state = give(at_die(4, edition=edition), 0, tents=[*everywhere, (2, 1)])
    refused(state, ls.BuildTent(4), Code.NO_TENT_LEFT, "R4.4", seat=0)
    refused(state, ls.BuildTent(4, source=ls.Space(1, 1)), Code.NO_TENT_LEFT, "R4.4")
    last = give(at_die(4, edition=edition), 0, tents=everywhere)
    assert play(last, ls.BuildTent(4)).players[0].supply == 0


@pytest.mark.parametrize("row", [1, 3, 5, 6])
def test_r4_4_the_die_shows_the_row(row: int) -> None:
    refused(at_die(4), ls.BuildTent(row), Code.WRONG_ROW, "R4.4", die=4, row=row)
    assert moves_of(at_die(4), ls.BuildTent) == (ls.BuildTent(4),)


@pytest.mark.parametrize("row", [-1, 0, 7])
def test_r4_4_there_are_no_other_rows(row: int) -> None:
    refused(at_die(4), ls.BuildTent(row), Code.NO_SUCH_ROW, "R4.4", row=row, rows=6)


def test_r4_5_own_and_other_tents_share_a_space() -> None:
    state = give(at_die(4), 0, coins=9, tents=[(4, 1), (4, 1)])
    state = give(give(state, 1, tents=[(4, 1)]), 2, tents=[(4, 1), (4, 1), (4, 1)])
    after = play(state, ls.BuildTent(4))
    assert [player.tents_at(ls.Space(4, 1)) for player in after.players] == [3, 1, 3]
    assert after.players[0].spaces() == (ls.Space(4, 1),)


@pytest.mark.parametrize(("edition", "fees"), [("printed", (0, 1, 1)), ("bga", (0, 2, 1))])
def test_r4_4_a_price_tells_who_gets_how_much(edition: str, fees: tuple[int, ...]) -> None:
    state = neighbours(edition)
    price = price_of(state, 4)
    assert price == Price(state.edition.board.costs[2], fees)
    assert price.total == price.to_bank + sum(fees)
    assert price_of(state, 1).to_players == (0, 1, 0)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_r4_4_a_price_is_public(seat: int | None) -> None:
    state = neighbours("bga")
    assert price_of(ls.view(state, seat), 4) == price_of(state, 4)


def test_r6_1_a_card_that_pays_makes_a_tent_free_and_another_does_not() -> None:
    state = neighbours("printed")
    assert price_of(state, 4, cards=["ignore_die"]) == price_of(state, 4)
    assert price_of(state, 4, cards=["ignore_die", "no_cost_tent"]) == Price(0, (0, 0, 0))


def test_r4_4_a_price_is_asked_for_rows_and_cards_that_there_are() -> None:
    state = neighbours("printed")
    for row in (0, 7):
        with pytest.raises(
            ls.ArgumentError, match=f"row must be a whole number from 1 to 6: {row}"
        ):
            price_of(state, row)
    with pytest.raises(ls.ArgumentError, match="the edition has no card 'tiger'"):
        price_of(state, 4, cards=["tiger"])
