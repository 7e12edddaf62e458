"""Chance: the engine's streams to the last bit, and a fast generator without bias."""

from collections import Counter
from math import perm
from typing import Any

import pytest

pytest.importorskip("numba")

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from lockstep import IS_COMPILED, play_on_engine, some
from scipy.stats import chisquare

import livingstone as ls
from livingstone.kernel import Kernel, streams
from livingstone.kernel.compiling import entry, pointer_to
from livingstone.testing import seeds, states

LEAST_P = 1e-4
"""Seeds are fixed, so that a test passes always or never."""
DRAWS = some(20_000)
NO_MOVE = -1


@given(states(explicit=True), seeds())
def test_a_seed_settles_what_is_awaited_as_in_the_engine(state: ls.State, seed: int) -> None:
    kernel = Kernel.of(state.edition, len(state.players))
    after = kernel.encode(state)[None, :]
    kernel.step(after, np.array([NO_MOVE]), kernel.luck([seed], fast=False))
    assert kernel.decode(after[0]) == ls.with_explicit_chance(ls.with_seed(state, seed))


@pytest.mark.parametrize("own_seed", [0, 1, 2**32, 2**64 - 1, 2**96, 2**128 - 1])
def test_random_chooses_by_pythons_random_numbers_whatever_the_seeds_size(own_seed: int) -> None:
    played = Kernel.of("printed", 2).play([["random"] * 2], [own_seed], [[own_seed, 0]])
    game = play_on_engine(ls.load_edition("printed"), ["random"] * 2, own_seed, [own_seed, 0])
    assert played.last_state(0) == ls.with_explicit_chance(game.state)
    assert played[0].moves == game.moves


def drawn_chance(card: bool) -> ls.State:
    """Reach a draw of a card, or of stones."""
    state = ls.new_game(2, explicit_chance=True)
    state = ls.apply(state, ls.DiceRolled((2, 3, 4, 5)))
    state = ls.apply(state, ls.TakeDie(2))
    return ls.apply(state, ls.DrawCard() if card else ls.Dig())


@pytest.mark.parametrize(
    "state",
    [ls.new_game(2, explicit_chance=True), drawn_chance(card=False), drawn_chance(card=True)],
    ids=["dice", "stones", "card"],
)
def test_the_fast_generator_gives_each_outcome_its_probability(state: ls.State) -> None:
    kernel = Kernel.of("printed", 2)
    after = np.tile(kernel.encode(state), (DRAWS, 1))
    kernel.step(after, np.full(DRAWS, NO_MOVE), kernel.luck(range(DRAWS)))
    counted = Counter(row.tobytes() for row in after)
    # A collapse gives way to another card, which is as likely as it was before.
    outcomes = {
        outcome: float(probability)
        for outcome, probability in ls.chance_outcomes(state).items()
        if outcome != ls.CardRevealed("mine_collapse")
    }
    found = [counted[kernel.encode(ls.apply(state, outcome)).tobytes()] for outcome in outcomes]
    expected = [DRAWS * weight / sum(outcomes.values()) for weight in outcomes.values()]
    assert sum(found) == DRAWS
    assert chisquare(found, expected).pvalue > LEAST_P


@entry
def accepts(source: Any, size: int, radix: int, step: int, count: int) -> bool:
    return streams.is_accepted(pointer_to(source), size, radix, step, count)


@given(st.integers(2, 200), st.booleans(), st.integers(1, 10), st.integers(1, 10**9))
def test_a_number_is_rejected_exactly_where_the_engine_rejects_it(
    radix: int, falls: bool, count: int, below: int
) -> None:
    """No seed leads there in a lifetime, so that the numbers are made up."""
    count = min(count, radix)
    bound = perm(radix, count) if falls else radix**count
    size = (bound.bit_length() + 7) // 8 + 8
    limit = 256**size - 256**size % bound
    for value in (256**size - below, limit - 1, limit):
        if 256**size - 256 ** (size - 8) <= value < 256**size:  # the first eight bytes are 255
            source = np.zeros(streams.SOURCE_SIZE, np.uint64)
            source[streams.HASH] = 2**64 - 1
            for place in range(streams.LIMBS):
                source[streams.VALUE + place] = value // bound >> 32 * place & 0xFFFFFFFF
            assert accepts(source, size, radix, int(falls), count) == (value < limit)


@entry
def draw_below(source: Any, bound: int) -> int:
    return streams.below(pointer_to(source), bound)


STEP, WORD = 0x9E3779B97F4A7C15, 2**64
"""SplitMix64 adds the step to its state, and makes a word of that."""


def state_before(word: int) -> int:
    """Work out the state in which SplitMix64 makes a word next."""
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        mixed = word
        for _ in range(64 // shift):
            word = mixed ^ word >> shift
        word = word * pow(factor, -1, WORD) % WORD
    return (word - STEP) % WORD


@given(st.integers(1, 10**6))
def test_the_fast_generator_rejects_a_word_exactly_where_lemire_does(half: int) -> None:
    bound = 2 * half + 1
    limit, source = 2**32 % bound, np.zeros(streams.SOURCE_SIZE, np.uint64)
    for low in (limit - 1, limit, limit + 1):
        high = low * pow(bound, -1, 2**32) % 2**32  # so that high * bound ends in low
        before = state_before(high << 32)
        source[streams.FAST] = before
        drawn = draw_below(source, bound)
        steps = (int(source[streams.FAST]) - before) * pow(STEP, -1, WORD) % WORD
        if low < limit:
            assert steps > 1
        else:
            assert (drawn, steps) == (high * bound >> 32, 1)


def test_random_games_take_as_long_and_end_as_those_of_the_engine() -> None:
    count = 5000 if IS_COMPILED else 50
    games = Kernel.of("printed", 2).play_random(count, seed=1)
    seeded = Kernel.of("printed", 2).play(
        [["random", "random"]] * count, range(count), [[2 * n, 2 * n + 1] for n in range(count)]
    )
    assert sum(games.results.values()) == count
    moves = sum(game.moves for game in seeded)
    assert games.decisions == pytest.approx(moves, rel=0.02 if IS_COMPILED else 0.2)
    won = Counter(game.result.winners for game in seeded)
    assert abs(won[0,] - games.results[0,]) < 4 * count**0.5


def test_random_games_depend_on_the_seed_alone() -> None:
    kernel = Kernel.of("bga", 3)
    assert kernel.play_random(10, seed=1) == kernel.play_random(10, seed=1)
    assert kernel.play_random(10, seed=1) != kernel.play_random(10, seed=2)
