"""Events lead from each view to the next, for every seat and a spectator (R10)."""

import tomllib
from random import Random

import pytest
from choice_effects import EDITION as CHOICES
from editions import card_table
from hidden_cards import CARDS as HIDDEN_CARDS
from hidden_cards import EFFECTS as HIDDEN
from hypothesis import given
from hypothesis import strategies as st
from more_cards import BuildTwo, PayPlayer, PeekHand, PeekPile, Reroll
from own_cards import CARDS as TRADES
from own_cards import CollectCoins, SwapTents
from own_effects import CARDS, EFFECTS

import livingstone as ls
from livingstone.testing import Game, games, laws, observers

DECK = ls.shipped_toml("cards")
CHANCE = [
    card_table("spy", "peek_hand", 4),
    card_table("top", "peek_pile", 4),
    card_table("roll", "reroll", 4),
    card_table("bribe", "pay_player", 3),
    card_table("twins", "build_two", 3),
    card_table("fall", "mine_collapse", 2),
    card_table("lion", "score_points", 3, points=4),
    card_table("free", "no_cost_tent", 3),
    card_table("jump", "ignore_die", 3),
]


def own_editions(name: str) -> list[ls.Edition]:
    """Load editions with the effects of examples and tests."""
    looks = [PeekHand, PeekPile, Reroll, PayPlayer, BuildTwo]
    return [
        ls.load_edition(name, cards=tomllib.loads(DECK + CARDS), effects=EFFECTS),
        ls.load_edition(
            name, cards=tomllib.loads(DECK + TRADES), effects=[CollectCoins, SwapTents]
        ),
        ls.load_edition(name, cards={"cards": CHANCE}, effects=looks),
        ls.load_edition(name, cards=tomllib.loads(DECK + HIDDEN_CARDS), effects=HIDDEN),
    ]


OWN = [*own_editions("printed"), *own_editions("bga"), CHOICES]
EDITIONS = [*map(ls.load_edition, ("printed", "bga")), *OWN]


def follow(game: Game) -> None:
    for before, action, _ in game.steps():
        laws.check_advance(before, ls.play(before, action))


@given(games(longest=150))
def test_r10_the_events_of_an_action_lead_from_each_view_to_the_next(game: Game) -> None:
    follow(game)


@given(games(st.sampled_from(OWN), longest=150))
def test_r10_so_do_the_events_of_own_cards(game: Game) -> None:
    follow(game)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("number", range(len(EDITIONS)))
def test_r10_the_events_of_a_game_lead_from_the_first_view_to_the_last(
    number: int, players: int
) -> None:
    edition = EDITIONS[number]
    state, rng = ls.new_game(players, seed=players, edition=edition), Random(players)
    views = {seat: ls.view(state, seat) for seat in observers(state)}
    while not state.is_over:
        legal = ls.legal_moves(state)
        plays = [move for move in legal if isinstance(move, ls.PlayCard | ls.DrawCard)]
        done = ls.play(state, rng.choice(rng.choice([plays or legal, legal])))
        state = done.state
        for seat, seen in views.items():
            for event in done.events:
                seen = ls.events.advance(seen, event)
            assert seen == ls.view(state, seat)
            views[seat] = seen
