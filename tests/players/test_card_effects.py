"""Bots know every card: each is played when that is good. A new effect needs a situation here."""

import random
from collections.abc import Callable

import pytest
from positions import at_die, give, play, sail

import livingstone as ls
from livingstone.edition.effect import Effect, known_kinds
from livingstone.effects import (
    BoatBack,
    DrawStones,
    GainCoins,
    IgnoreDie,
    Market,
    MineCollapse,
    MoreDice,
    NoCostTent,
    Parts,
    ScorePoints,
    SecondTent,
)
from livingstone.players import GreedyBot
from livingstone.players.candidates import candidates


def at_turn(die: int, column: int, edition: str) -> ls.State:
    """Let seat 0 have taken a die; it has donated more than the others, so points matter."""
    state = sail(at_die(die, left=(1, 5, 6), edition=edition), column)
    return give(give(give(state, 0, chest=20), 1, chest=8), 2, chest=8)


def second_tent(edition: str) -> ls.State:
    """Let a tent in row 1 decide about its majority."""
    state = give(at_turn(2, 10, edition), 1, tents=[(1, 1), (1, 2)])
    return give(state, 0, scored=[(1, 3)], tents=[(1, 4)], cards=["second_tent"])


def ignore_die(edition: str) -> ls.State:
    """Let the die show a row whose majority is lost."""
    state = give(at_turn(1, 9, edition), 1, tents=[(1, 1)] * 5)
    return give(state, 0, coins=9, cards=["ignore_die"])


SITUATIONS: dict[type[Effect], Callable[[str], ls.State]] = {
    NoCostTent: lambda name: give(at_turn(6, 10, name), 0, coins=0, cards=["no_cost_tent"]),
    IgnoreDie: ignore_die,
    MoreDice: lambda name: play(
        give(at_turn(1, 9, name), 0, coins=20, cards=["two_dice"]), ls.TakeCoins()
    ),
    SecondTent: second_tent,
    Market: lambda name: give(at_turn(2, 10, name), 0, gems=ls.Gems(3, 3, 2), cards=["market"]),
    BoatBack: lambda name: give(
        at_turn(1, 10, name), 0, scored=[(6, 9), (5, 9), (4, 9)], cards=["boat_back"]
    ),
    DrawStones: lambda name: give(at_turn(1, 1, name), 0, cards=["three_stones"]),
    GainCoins: lambda name: give(at_turn(1, 1, name), 0, cards=["four_coins"]),
}
"""For each effect a turn of seat 0, which holds one card with it and should play it now."""


def is_played(state: ls.State, move: ls.Move, effect: type[Effect]) -> bool:
    """Return whether a move plays a card with this effect."""
    if isinstance(move, ls.BuildTent):
        cards = move.cards
    else:
        cards = (move.card,) if isinstance(move, ls.PlayCard) else ()
    return any(isinstance(state.edition.effects[card], effect) for card in cards)


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("effect", SITUATIONS)
def test_a_card_is_played_when_it_is_good(effect: type[Effect], edition: str) -> None:
    """Greedy plays it; the search thinks about it at some time in the turn."""
    state = begun = ls.with_seed(SITUATIONS[effect](edition), 1)
    moves = list[ls.Move]()
    while not any(is_played(state, move, effect) for move in moves):
        assert ls.EndTurn() not in moves, f"the bot ended its turn without playing {effect}"
        moves.append(GreedyBot().choose(ls.view(state, 0), random.Random(1)))
        state = ls.apply(state, moves[-1])
    tried = candidates(begun, ls.legal_moves(begun))
    while not any(is_played(begun, move, effect) for move in tried):
        assert tried != [ls.EndTurn()], f"no turn of the search has a try of {effect}"
        begun = ls.apply(begun, tried[0])
        tried = candidates(begun, ls.legal_moves(begun))


def test_r8_3_a_bot_plays_all_cards_but_points_and_the_collapse() -> None:
    assert {*SITUATIONS, MineCollapse, ScorePoints, Parts} == {*known_kinds().values()}
    for effect in (MineCollapse(), ScorePoints(4), NoCostTent(), IgnoreDie()):
        assert effect.moments == ()
