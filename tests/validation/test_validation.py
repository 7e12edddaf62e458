"""Invariants: sound states have no problems, and each single corruption of one is named."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from editions import TINY_BOARD, card_table, make_edition, new_game, tiny_board
from positions import give, play, table

import livingstone as ls
from livingstone.game.moves import CardDraw, DonationRoll, RoundRoll, StoneDraw
from livingstone.game.state import Streams
from livingstone.values import CardPile

Corrupt = Callable[[ls.State], ls.State]


START = new_game(3, explicit_chance=True)
ROLLED = table(3, 1, 2, 3, 4, 5, 6)
HOLDING = play(ROLLED, ls.TakeDie(2))
USED = play(HOLDING, ls.TakeCoins())
TWO = table(2, 1, 2, 3, 4)
BGA = table(3, 1, 2, 3, 4, 5, 6, edition="bga")
DRAWING = play(HOLDING, ls.DrawCard())
DIGGING = play(HOLDING, ls.Dig())
COLLAPSED = play(DRAWING, ls.CardRevealed("mine_collapse"))


def at_the_end(players: int) -> ls.State:
    """Play a game in which everybody only takes the highest die and digs for black stones."""
    state = new_game(players, explicit_chance=True)
    while not state.is_over:
        match state.pending:
            case RoundRoll(count) | DonationRoll(count):
                state = ls.apply(state, ls.DiceRolled((1,) * count))
            case _:
                state = play(state, ls.TakeDie(1), ls.TakeCoins() if state.bank else ls.Dig())
                if state.is_chance:
                    state = ls.apply(state, ls.StonesDrawn(ls.Stones(black=1)))
                state = ls.apply(state, ls.EndTurn())
    return state


OVER, OVER_TWO = at_the_end(3), at_the_end(2)


LAST_ROLL = OVER_TWO.changed(is_over=False, threshold=None, pending=DonationRoll(4))


def changed(**changes: Any) -> Corrupt:
    return lambda state: state.changed(**changes)


def player(seat: int, **changes: Any) -> Corrupt:
    """Make a change to one player."""

    def corrupt(state: ls.State) -> ls.State:
        players = list(state.players)
        players[seat] = players[seat].changed(**changes)
        return state.changed(players=tuple(players))

    return corrupt


def both(*corruptions: Corrupt) -> Corrupt:
    def corrupt(state: ls.State) -> ls.State:
        for corruption in corruptions:
            state = corruption(state)
        return state

    return corrupt


LION = CardPile.of(["lion"])


def moved(seat: int, **differences: int) -> Corrupt:
    """Make a change by so much to one player, the bank making up for coins."""

    def corrupt(state: ls.State) -> ls.State:
        coins = differences.get("coins", 0) + differences.get("chest", 0)
        old = state.players[seat]
        new = {name: getattr(old, name) + number for name, number in differences.items()}
        return player(seat, **new)(state.changed(bank=state.bank - coins))

    return corrupt


def tents(seat: int, *spaces: ls.Space, **changes: Any) -> Corrupt:
    """Set tents from the supply."""

    def corrupt(state: ls.State) -> ls.State:
        board = [list(column) for column in state.players[seat].tents]
        for row, column in spaces:
            board[column - 1][row - 1] += 1
        supply = state.players[seat].supply - len(spaces)
        new = {"tents": tuple(map(tuple, board)), "supply": supply, **changes}
        return player(seat, **new)(state)

    return corrupt


def without(pile: str, card: str) -> Corrupt:
    return lambda state: state.changed(**{pile: getattr(state, pile) - ls.CardPile.of([card])})


DECK = START.draw_pile


CASES: list[tuple[ls.State, Corrupt, str]] = [
    # R1.5: stones
    (ROLLED, changed(bag=ls.Stones(28, 15, 10, 5, 1)), "Stones(black=28"),
    (ROLLED, changed(aside=ls.Stones(red=1)), "red=6"),
    (ROLLED, player(0, gems=ls.Gems(clear=1)), "clear=16"),
    (
        ROLLED,
        both(changed(bag=ls.Stones(30, 15, 10, 5, 1), aside=ls.Stones(black=-1))),
        "is negative",
    ),
    (ROLLED, both(changed(bag=ls.Stones(29, 15, 10, 5, 0), aside=ls.Stones(white=1))), "R4.8"),
    (
        ROLLED,
        both(changed(bag=ls.Stones(29, 16, 10, 5, 1)), player(0, gems=ls.Gems(clear=-1))),
        "R1.8",
    ),
    (BGA, changed(gems_drawn=ls.Gems(red=-1)), "R4.7"),
    (ROLLED, changed(gems_drawn=ls.Gems(red=1)), "does not need"),
    # R1.7: coins
    (ROLLED, changed(bank=194), "203 coins, not 204"),
    (ROLLED, player(1, coins=4), "205 coins, not 204"),
    (ROLLED, both(changed(bank=-1), player(1, coins=199)), "the bank holds -1"),
    (ROLLED, moved(2, coins=-4), "player 2 has a negative amount"),
    # R1.6: cards
    (ROLLED, without("draw_pile", "lion"), "not those of the deck"),
    (ROLLED, player(0, hand=("lion",)), "not those of the deck"),
    (ROLLED, changed(played=LION), "not those of the deck"),
    (ROLLED, changed(played=CardPile.of(["joker"])), "not those of the deck"),
    (ROLLED, both(without("draw_pile", "lion"), player(0, hand=("tiger",))), "R1.6"),
    (ROLLED, changed(draw_pile=CardPile(DECK.items[::-1])), "the order of a pile"),
    (ROLLED, changed(draw_pile=CardPile((*DECK.items, ("market", 0)))), "the order of a pile"),
    (ROLLED, changed(played=CardPile((("lion", 0),))), "the played cards are not"),
    (ROLLED, changed(played=CardPile((("lion", 1), ("lion", 1)))), "the played cards are not"),
    (
        ROLLED,
        both(
            without("draw_pile", "lion"),
            without("draw_pile", "market"),
            player(0, hand=("market", "lion")),
        ),
        "player 0's hand is not sorted",
    ),
    (
        ROLLED,
        both(without("draw_pile", "mine_collapse"), player(0, hand=("mine_collapse",))),
        "holds a mine collapse (R6.11)",
    ),
    # R1.8: players
    (ROLLED, player(1, supply=10), "player 1 has 10 tents, not 11"),
    (ROLLED, tents(1, ls.Space(1, 1), supply=11), "player 1 has 12 tents, not 11"),
    (ROLLED, tents(1, *[ls.Space(1, 1)] * 12), "player 1 has a negative amount"),
    (ROLLED, player(0, points=-1), "player 0 has a negative amount"),
    (ROLLED, player(0, scored=(ls.Space(1, 1),)), "R7.2"),
    (
        ROLLED,
        tents(0, ls.Space(1, 1), ls.Space(2, 1), scored=(ls.Space(2, 1), ls.Space(1, 1))),
        "out of order (R7.2)",
    ),
    (ROLLED, tents(0, ls.Space(1, 1), scored=(ls.Space(1, 1),) * 2), "R7.2"),
    # R5.2, R10.2: donations
    (ROLLED, moved(0, chest=1), "1 coins from 0 donations"),
    (ROLLED, player(0, donations=1), "0 coins from 1 donations"),
    (ROLLED, player(0, donations=-1), "from -1 donations"),
    (ROLLED, both(moved(0, coins=-1, chest=1), player(0, donations=2)), "1 coins from 2 donations"),
    (ROLLED, player(0, chest_limit=1), "chest limit is 1"),
    (ROLLED, both(moved(0, coins=-1, chest=1), player(0, donations=1)), "chest limit is 0"),
    (
        ROLLED,
        both(moved(0, coins=-1, chest=1), player(0, donations=1, chest_limit=4)),
        "chest limit is 4 (R10.2)",
    ),
    # R1.1, R1.2: seats and the board
    (ROLLED, changed(players=ROLLED.players[:1]), "there are 1 players (R1.1)"),
    (ROLLED, changed(players=()), "there are 0 players (R1.1)"),
    (ROLLED, changed(players=ROLLED.players * 2), "there are 6 players (R1.1)"),
    (ROLLED, changed(current_player=3), "the current player is 3 of 3"),
    (ROLLED, changed(current_player=-1), "the current player is -1 of 3"),
    (ROLLED, changed(starting_player=3), "the starting player is 3 of 3"),
    (ROLLED, changed(boat=0), "the boat is in column 0 of 10"),
    (ROLLED, changed(boat=11), "the boat is in column 11 of 10"),
    (ROLLED, player(0, tents=()), "not on a board of 10 x 6"),
    (ROLLED, player(0, tents=((0,) * 5,) * 10), "not on a board of 10 x 6"),
    (ROLLED, player(0, tents=((0,) * 6,) * 9), "not on a board of 10 x 6"),
    (BGA, changed(gems_drawn=ls.Gems(red=2**52)), "cannot have been drawn in this turn (R4.7)"),
    # R2, R3: dice and the turn
    (ROLLED, changed(dice=(0, 1, 2)), "a die does not show 1 to 6"),
    (ROLLED, changed(dice=(1, 2, 7)), "a die does not show 1 to 6"),
    (ROLLED, player(2, last_die=7), "a die does not show 1 to 6"),
    (HOLDING, both(changed(die=7), player(0, last_die=7)), "a die does not show 1 to 6"),
    (ROLLED, changed(dice=(2, 1, 3)), "not in order: (2, 1, 3)"),
    (ROLLED, changed(dice=(1,) * 7), "more than 6 dice"),
    (HOLDING, changed(dice=(1,) * 6), "more than 6 dice"),
    (ROLLED, changed(dice_left=0), "0 dice taken, 0 left"),
    (ROLLED, changed(dice_left=-1, dice_taken=2), "left to take (R3.1, R6.13)"),
    (HOLDING, changed(dice_taken=-1, dice_left=3), "left to take (R3.1, R6.13)"),
    (HOLDING, changed(dice_taken=7), "left to take (R3.1, R6.13)"),
    (HOLDING, changed(dice_left=7), "left to take (R3.1, R6.13)"),
    (HOLDING, changed(die=3), "the 3 taken is not the last die of player 0"),
    (HOLDING, changed(dice_taken=0, dice_left=1), "the 2 taken is not the last die"),
    (USED, player(0, last_die=0), "took 1 dice, but no last die"),
    (ROLLED, changed(dice=()), "is to move and can take no die (R2.2)"),
    (ROLLED, player(0, last_die=6), "is to move and can take no die (R2.2)"),
    # What is awaited
    (START, changed(streams=Streams(1)), "awaited in a game with a seed"),
    (START, changed(is_over=True, boat=10), "RoundRoll(count=6) is awaited"),
    (START, changed(pending=RoundRoll(5)), "RoundRoll(count=5) is awaited"),
    (START, changed(dice=(1, 2)), "with 2 dice on the table"),
    (START, player(1, last_die=2), "RoundRoll(count=6) is awaited, with dice taken"),
    (START, changed(dice_taken=1), "RoundRoll(count=6) is awaited, with dice taken"),
    (HOLDING, changed(pending=RoundRoll(6), dice=()), "RoundRoll(count=6) is awaited"),
    (HOLDING, changed(pending=CardDraw(is_replacement=False)), "CardDraw(is_replacement=False) is"),
    (BGA, changed(pending=StoneDraw(1)), "is awaited before a die is taken (R3.2)"),
    (ROLLED, changed(pending=CardDraw(False)), "is awaited before a die is taken (R3.2)"),
    (ROLLED, changed(pending=StoneDraw(1), dice=()), "is to move and can take no die (R2.2)"),
    (DIGGING, changed(pending=StoneDraw(0)), "StoneDraw(count=0) is awaited"),
    (
        DIGGING,
        changed(pending=StoneDraw(61)),
        "but no die or card in use draws that many stones (R4.3, R6.8)",
    ),
    (
        DIGGING,
        changed(pending=StoneDraw(4)),
        "but no die or card in use draws that many stones (R4.3, R6.8)",
    ),
    (
        DIGGING,
        changed(played=CardPile((("unheard_of", 1),))),
        "the cards are not those of the deck",
    ),
    (DRAWING, changed(draw_pile=CardPile(), played=DECK), "from an empty pile (R4.1)"),
    (DRAWING, changed(pending=CardDraw(is_replacement=True)), "without a mine collapse (R6.12)"),
    (
        both(without("draw_pile", "lion"), changed(played=LION))(DRAWING),
        changed(pending=CardDraw(is_replacement=True)),
        "without a mine collapse (R6.12)",
    ),
    # The end
    (OVER, changed(pending=DonationRoll(4), is_over=False), "by 3 players (R9.2)"),
    (OVER, changed(boat=9), "the boat in column 9"),
    (OVER, changed(die=1), "or a die in hand (R2.7)"),
    (OVER, changed(threshold=12), "the threshold is 12 (R9.2)"),
    (OVER_TWO, changed(threshold=None), "the threshold is None (R9.2)"),
    (OVER_TWO, changed(threshold=3), "the threshold 3 is not a sum of 4 dice"),
    (OVER_TWO, changed(threshold=25), "the threshold 25 is not a sum of 4 dice"),
    (LAST_ROLL, changed(pending=DonationRoll(5)), "DonationRoll(count=5) is awaited"),
    (LAST_ROLL, changed(boat=9), "the boat in column 9"),
    (LAST_ROLL, changed(threshold=12), "the threshold is 12 (R9.2)"),
    (TWO, changed(threshold=12), "the threshold is 12 (R9.2)"),
]


@pytest.mark.parametrize(
    ("state", "corrupt", "problem"),
    CASES,
    ids=[f"{number} {problem}" for number, (_, _, problem) in enumerate(CASES)],
)
def test_each_corruption_is_named(state: ls.State, corrupt: Corrupt, problem: str) -> None:
    assert ls.validate(state) == []
    problems = ls.validate(corrupt(state))
    assert any(problem in found for found in problems), problems


def test_r8_1_the_points_at_the_end_are_no_fewer_than_what_was_added() -> None:
    state = games_end(3)
    assert ls.validate(state) == []
    ended = ls.result(state)
    assert ended is not None
    seat = max(range(3), key=lambda seat: sum(ended.standings[seat].majorities))
    standing = ended.standings[seat]
    added = sum(standing.majorities) + standing.gem_points + standing.card_points
    assert ls.validate(player(seat, points=added)(state)) == []
    [problem] = ls.validate(player(seat, points=added - 1)(state))
    assert problem == f"player {seat} has {added - 1} points, {added} of them from the end (R8)"


def games_end(players: int) -> ls.State:
    """Play a game of random moves."""
    rng, state = Random(7), new_game(players, seed=7)
    while not state.is_over:
        state = ls.apply(state, rng.choice(ls.legal_moves(state)))
    return state


def test_r1_8_fewer_tents_than_none_on_a_space_are_named() -> None:
    tents = ((-1, 1, *[0] * 4), *[(0,) * 6] * 9)
    problems = ls.validate(player(0, tents=tents)(ROLLED))
    assert problems == ["player 0 has a negative amount of something (R1.8)"]


def test_r4_7_no_gem_is_drawn_more_often_than_once_and_once_for_each_die() -> None:
    reds = BGA.edition.board.bag.red
    for taken in (0, 1):
        drawn = changed(gems_drawn=ls.Gems(red=reds * (1 + taken)), dice_taken=taken)
        once_more = changed(gems_drawn=ls.Gems(red=reds * (1 + taken) + 1), dice_taken=taken)
        assert not any("(R4.7)" in problem for problem in ls.validate(drawn(BGA)))
        assert any("cannot have been drawn" in problem for problem in ls.validate(once_more(BGA)))


def test_r8_2_gems_are_among_the_points_at_the_end() -> None:
    bag = OVER.bag - ls.Stones(red=2)
    seat = min(range(3), key=lambda seat: OVER.players[seat].points)
    gained = OVER.players[seat].points
    given = both(changed(bag=bag), player(seat, gems=ls.Gems(red=2)))
    assert ls.validate(player(seat, points=gained + 2)(given(OVER))) == []
    assert any("2 of them from the end (R8)" in problem for problem in ls.validate(given(OVER)))


def test_r9_2_the_points_of_the_end_are_added_before_the_last_roll() -> None:
    gems = changed(bag=LAST_ROLL.bag - ls.Stones(red=2))
    given = both(gems, player(0, gems=ls.Gems(red=2), points=1))
    assert any("from the end (R8)" in problem for problem in ls.validate(given(LAST_ROLL)))


@pytest.mark.parametrize("state", [USED, TWO, COLLAPSED, LAST_ROLL], ids=str)
def test_a_sound_state_has_no_problems(state: ls.State) -> None:
    assert ls.validate(state) == []


def test_r4_7_a_gem_can_be_drawn_again_after_a_collapse() -> None:
    """More red gems are drawn in one turn than there are, by way of the bag (R6.11)."""
    stones = TINY_BOARD["stones"] | {"black": {"count": 0}}
    board = tiny_board(dice={"per_player": 3, "sides": 6, "donation": 1}, stones=stones)
    kinds = {"more": "more_dice", "fall": "mine_collapse", "pick": "draw_stones"}
    figures: Any = {"more": {"dice": 1}, "pick": {"stones": 1}}
    deck = [card_table(id, kind, **figures.get(id, {})) for id, kind in kinds.items()]
    state = table(2, 1, 2, edition=make_edition(board, deck, "bga"))
    red = ls.StonesDrawn(ls.Stones(red=1))
    state = play(give(state, 0, cards=["more"]), ls.TakeDie(1), ls.PlayCard("more"), ls.Dig(), red)
    state = play(state, ls.TakeDie(2), ls.DrawCard(), *map(ls.CardRevealed, ("fall", "pick")))
    assert play(state, ls.PlayCard("pick"), red).player.gems == ls.Gems(red=1)


def test_a_threshold_is_a_sum_of_the_dice_of_the_edition() -> None:
    assert all(ls.validate(OVER_TWO.changed(threshold=number)) == [] for number in range(4, 25))


def test_several_corruptions_are_all_named() -> None:
    state = both(changed(bank=0, dice=(3, 2)), player(1, supply=0, points=-3))(ROLLED)
    found = " ".join(ls.validate(state))
    for rule in ("R1.7", "R2.1", "R1.8"):
        assert rule in found
    assert len(ls.validate(state)) >= 4
