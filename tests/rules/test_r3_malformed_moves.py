"""R3 and R10.3: malformed and untimely actions are refused without a crash."""

from collections.abc import Callable

import pytest
from editions import new_game
from positions import at_die, finish, give, last_turn, lay_aside, play, refused, sail, table

import livingstone as ls
from livingstone.game import Code, Fact

Make = Callable[..., object]


def laden(state: ls.State) -> ls.State:
    """Give seat 0 of the state every kind of thing to use."""
    state = give(state, 0, coins=9, gems=ls.Gems(2, 2, 2), scored=[(4, 1)])
    cards = ["market", "second_tent", "no_cost_tent", "ignore_die", "lion"]
    return sail(give(state, 0, coins=9, cards=cards), 2)


@pytest.mark.parametrize("foreign", ["EndTurn", 4, None, [], ls.EndTurn])
def test_r3_other_values_than_moves_are_refused(foreign: object) -> None:
    for state in (table(3, 4), laden(at_die(4))):
        refused(state, foreign, Code.NOT_A_MOVE, "R3")


@pytest.mark.parametrize("value", [-1, 3, 10**8])
def test_r2_3_only_dice_on_the_table_can_be_taken(value: int) -> None:
    facts: dict[str, Fact] = {"value": value, "dice": (1, 4)}
    refused(table(3, 1, 4), ls.TakeDie(value), Code.DIE_NOT_ON_TABLE, "R2.3", **facts)


def test_r6_cards_with_a_tent_are_cards_held() -> None:
    move = ls.BuildTent(4, cards=("ignore_die", "no_such_card"))
    refused(laden(at_die(4)), move, Code.CARD_NOT_HELD, "R6")


@pytest.mark.parametrize("card", ["boat_back", "no_such_card", ""])
def test_r6_only_cards_held_can_be_played(card: str) -> None:
    refused(laden(at_die(4)), ls.PlayCard(card), Code.CARD_NOT_HELD, "R6", seat=0)


def test_r6_6_a_negative_number_of_gems_is_refused() -> None:
    move = ls.PlayCard("market", gems=ls.Gems(clear=-1, blue=1))
    refused(laden(at_die(4)), move, Code.WRONG_USE, "R6.6")


def test_r5_1_a_sale_names_a_colour_of_gems() -> None:
    sell: Make = ls.SellGems
    for colour in ("green", "black", "total"):
        refused(laden(at_die(4)), sell(colour, 1), Code.NOT_A_MOVE, "R5.1")


OUTCOMES: list[ls.Outcome] = [
    ls.DiceRolled((1, 2, 3, 4, 5, 6)),
    ls.StonesDrawn(ls.Stones(black=4)),
    ls.CardRevealed("lion"),
]


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_r10_3_no_outcome_while_a_player_is_to_move(outcome: ls.Outcome) -> None:
    for state in (table(3, 4), at_die(4)):
        assert ls.chance_outcomes(state) == {}
        refused(state, outcome, Code.NO_CHANCE_AWAITED, "R10.3")


MOVES: list[object] = [
    ls.TakeDie(4),
    ls.DrawCard(),
    ls.TakeCoins(),
    ls.Dig(),
    ls.BuildTent(4),
    ls.PlayCard("lion"),
    ls.SellGems("clear", 1),
    ls.Donate(1),
    ls.EndTurn(),
]


@pytest.mark.parametrize("move", [*MOVES, None])
def test_r10_3_no_move_while_chance_has_to_decide(move: object) -> None:
    dig, draw = (play(laden(at_die(4)), action) for action in (ls.Dig(), ls.DrawCard()))
    for state in (new_game(3, explicit_chance=True), dig, draw, finish(last_turn(2))):
        refused(state, move, Code.CHANCE_AWAITED, "R10.3")


@pytest.mark.parametrize("action", [*MOVES, *OUTCOMES, None])
def test_r2_7_nothing_happens_after_the_end(action: object) -> None:
    state = finish(give(last_turn(3), 0, gems=ls.Gems(clear=1), cards=["lion"]))
    assert (ls.legal_moves(state), ls.chance_outcomes(state)) == ((), {})
    refused(state, action, Code.GAME_OVER, "R2.7")


@pytest.mark.parametrize(
    "dice",
    [
        (1, 2, 3, 4, 5),
        (1, 2, 3, 4, 5, 6, 6),
        (),
        (6, 5, 4, 3, 2, 1),
        (1, 1, 1, 1, 2, 1),
        (0, 1, 1, 1, 1, 1),
        (1, 1, 1, 1, 1, 7),
    ],
)
def test_r2_1_only_a_roll_of_all_dice_in_order_is_accepted(dice: tuple[int, ...]) -> None:
    state = new_game(3, explicit_chance=True)
    refused(state, ls.DiceRolled(dice), Code.IMPOSSIBLE_OUTCOME, "R10.3")


@pytest.mark.parametrize(
    "stones",
    [
        ls.Stones(black=3),
        ls.Stones(black=5),
        ls.Stones(),
        ls.Stones(clear=-1, black=5),
        ls.Stones(white=2, black=2),
        ls.Stones(red=3, black=1),
    ],
)
def test_r4_3_only_stones_of_the_bag_are_accepted(stones: ls.Stones) -> None:
    state = lay_aside(give(at_die(4), 1, gems=ls.Gems(red=2)), ls.Stones(red=1))
    state = play(state, ls.Dig())
    refused(state, ls.StonesDrawn(stones), Code.IMPOSSIBLE_OUTCOME, "R10.3", stones=4)


@pytest.mark.parametrize("card", ["lion", "no_such_card"])
def test_r4_1_only_cards_of_the_pile_are_accepted(card: str) -> None:
    state = play(give(at_die(4), 1, cards=["lion"]), ls.DrawCard())
    refused(state, ls.CardRevealed(card), Code.IMPOSSIBLE_OUTCOME, "R10.3")


@pytest.mark.parametrize(
    ("action", "fitting"), [(ls.Dig(), OUTCOMES[1]), (ls.DrawCard(), OUTCOMES[2])]
)
def test_r10_3_only_the_event_awaited_can_happen(action: ls.Move, fitting: ls.Outcome) -> None:
    state = play(at_die(4), action)
    assert ls.is_legal(state, fitting)
    for outcome in OUTCOMES:
        if outcome != fitting:
            refused(state, outcome, Code.IMPOSSIBLE_OUTCOME, "R10.3")
