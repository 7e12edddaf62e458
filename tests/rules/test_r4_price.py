"""R4.4 and R7.1 asked as questions: what a tent costs, what a column is worth, to whoever sees."""

import pytest
from positions import at_die, give, sail

import livingstone as ls
from livingstone.game.rules.rounds import column_points
from livingstone.game.rules.tents import Price, price_of


def neighbours(edition: str) -> ls.State:
    """Put the boat in column 3: in row 4, player 1 has two tents, player 2 one, player 0 one."""
    state = sail(at_die(4, edition=edition), 3)
    state = give(state, 0, tents=[(4, 3), (5, 3)])
    state = give(state, 1, tents=[(4, 3), (4, 3), (1, 3)])
    return give(state, 2, tents=[(4, 3), (4, 2)])


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
    assert price_of(state, 4, ["ignore_die"]) == price_of(state, 4)
    assert price_of(state, 4, ["ignore_die", "no_cost_tent"]) == Price(0, (0, 0, 0))


def test_r4_4_a_price_is_asked_for_rows_and_cards_that_there_are() -> None:
    state = neighbours("printed")
    for row in (0, 7):
        with pytest.raises(
            ls.ArgumentError, match=f"row must be a whole number from 1 to 6: {row}"
        ):
            price_of(state, row)
    with pytest.raises(ls.ArgumentError, match="the edition has no card 'tiger'"):
        price_of(state, 4, ["tiger"])


def test_r7_1_what_a_column_is_worth_is_public() -> None:
    state = neighbours("printed")
    values = state.edition.board.row_values
    assert column_points(ls.view(state, 2).players[1], 3, values) == 4 + 4 + 1
