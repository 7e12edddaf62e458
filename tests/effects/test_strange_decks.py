"""Bots and words where a deck has effects of its own: levels, estimates, costs and gains."""

import tomllib
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from attrs import frozen
from choice_effects import EDITION as CHOICES
from editions import card_table
from more_cards import BuildTwo
from own_effects import CARDS, EFFECTS
from positions import at_die, give

import livingstone as ls
from livingstone.players.ismcts import IsmctsBot
from livingstone.players.learned import LEVELS, plain_search
from livingstone.players.valuation import Valuation, die_gain

SPACE = ls.Space(3, 1)
TWINS = ls.PlayCard("twins", space=SPACE)
DECK = tomllib.loads(ls.shipped_toml("cards") + CARDS)
EDITION = ls.load_edition("printed", cards=DECK, effects=EFFECTS)


def test_levels_are_different_bots_where_the_kernel_does_not_know_an_effect() -> None:
    for players in (2, 3, 4, 5):
        bots = [plain_search(tries, warmth, players) for tries, warmth, _ in LEVELS.values()]
        assert len(set(bots)) == len(LEVELS)
        for weaker, stronger in pairwise(bots):
            assert weaker.temperature > stronger.temperature
            assert (weaker.iterations or 0) <= (stronger.iterations or 0)
    assert plain_search(1000, 0.0, 2).iterations == 250
    assert plain_search(0, 1.0, 2) == IsmctsBot(1)


@pytest.mark.parametrize("temperature", [-1.0, float("nan"), "1"])
def test_a_temperature_out_of_range_is_refused(temperature: float) -> None:
    with pytest.raises((ls.ArgumentError, TypeError)):
        IsmctsBot(temperature=temperature)


def test_a_warm_search_chooses_other_moves_more_often() -> None:
    state = ls.new_game(2, seed=7, edition=EDITION)
    seen = ls.view(state, 0)

    def chosen(temperature: float) -> Counter[ls.Move]:
        bot = IsmctsBot(12, temperature=temperature)
        return Counter(bot.choose(seen, Random(seed)) for seed in range(12))

    assert len(chosen(50.0)) > len(chosen(0.0))
    assert chosen(1e-9) == chosen(1e-9)


@frozen
class KeepDie(BuildTwo):
    """Build two tents without the die."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return super().apply(state, move).changed(die=state.die)


def test_greedy_counts_what_the_die_would_bring_otherwise() -> None:
    tables = [card_table("twins", "build_two", 3), card_table("keep", "keep_die", 3)]
    edition = ls.load_edition("printed", cards={"cards": tables}, effects=[BuildTwo, KeepDie])
    state = give(at_die(3, edition=edition), 0, coins=9, cards=["twins", "keep"])
    worth = Valuation.of(ls.view(state, 0))
    twins, keep = (worth.play(ls.PlayCard(card, space=SPACE)) for card in ("twins", "keep"))
    assert keep - twins == pytest.approx(die_gain(worth, 3))
    assert twins < keep


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "(row 3 of column 1): costs 2 coins"),
        ("de", "kostet 2 Taler"),
        ("fr", "coûte 2 pièces"),
        ("it", "costa 2 monete"),
    ],
)
def test_a_move_without_own_words_tells_what_it_costs(language: str, told: str) -> None:
    state = give(at_die(3, edition=CHOICES), 0, coins=9, cards=["twins", "bribe"])
    seen = ls.view(state, 0)
    assert told in ls.describe_move(TWINS, seen, language=language)
    bribe = ls.PlayCard("bribe", seat=1, amount=2)
    said = ls.describe_move(bribe, seen, names=["Ann", "Ben", "Cleo"])
    assert said.endswith("(Ben, 2): costs 2 coins and brings 2 points")


def test_what_a_move_brings_is_not_told_where_it_depends_on_secrets() -> None:
    """The hunt takes the best animal of another hand, if there is one."""
    state = give(ls.new_game(2, seed=7, edition=EDITION), 0, cards=["gift", "hunt"])
    seen = ls.view(give(state, 1, cards=["lion"]), 0)
    assert ls.describe_move(ls.PlayCard("gift"), seen).endswith(": brings 2 coins")
    assert "brings" not in ls.describe_move(ls.PlayCard("hunt"), seen)
