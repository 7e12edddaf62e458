"""The arrays that compiled functions work with."""

from typing import NamedTuple

import numpy as np
from attrs import astuple
from numpy.typing import NDArray

from livingstone.kernel import tables as of
from livingstone.kernel.compiling import Floats, Ints, Words, plain
from livingstone.kernel.greedy import memo
from livingstone.kernel.streams import SOURCE_SIZE
from livingstone.kernel.twister import TWISTER_SIZE
from livingstone.kernel.weights import Weights, sum_probabilities, weights_for


class Workspace(NamedTuple):
    """The tables of an edition, and room: arrays in Python, pointers in compiled functions."""

    edition: Ints
    source: Words
    """Of chance (`streams`)."""
    twisters: Words
    """The random numbers of bots, by seat."""
    moves: Ints
    scratch: Ints
    """Numbers by value of a die, by colour of a stone or by kind of card."""


class Search(NamedTuple):
    """What a search works with: arrays in Python, pointers in compiled functions."""

    work: Workspace
    """Its source of chance is that of the tries."""
    memo: Floats
    """The values of `greedy`."""
    luck: Words
    """A source of chance for what the search leaves to luck."""
    after: Ints
    """A state."""
    plans: Ints
    """Two moves each, `NO_MOVE` for none; so are the `options` that a policy scores."""
    options: Ints
    scores: Floats
    inputs: Floats
    """Features, and the units of the networks."""
    places: Ints
    """Of the features that are not 0."""
    outputs: Floats
    """The shares of the win in turn order from the player to move, and of nobody."""
    shares: Floats
    """The shares of the win by seat."""
    totals: Floats
    """What all `tried` tries of each plan earned."""
    tried: Ints
    order: Ints
    """The plans that are left, the best first."""


class Player(NamedTuple):
    """Who searches: arrays in Python, pointers in compiled functions."""

    tries: int
    """The most tries of a choice; with 0 the policy chooses."""
    temperature: float
    """How far from the best are chosen, plans in shares of the win, moves in scores."""
    has_values: bool
    """Whether a network values the states, instead of playing games to their ends."""
    has_policy: bool
    """Whether a policy chooses the moves of tries, instead of `greedy`."""
    values: Floats
    policy: Floats


def make_workspace(tables: of.Tables) -> Workspace:
    """Make the arrays for an edition."""
    return Workspace(
        tables,
        np.zeros(SOURCE_SIZE, np.uint64),
        np.zeros((tables[of.PLAYERS], TWISTER_SIZE), np.uint32),
        np.empty(tables[of.MOVES] + tables[of.KINDS] * tables[of.SPACES], np.int64),
        np.zeros(of.MOST_KINDS, np.int64),
    )


def make_memo(tables: of.Tables, weights: Weights | None = None) -> NDArray[np.float64]:
    """Make the values of `greedy` with these weights, or with the shipped ones."""
    assumptions, *own = astuple(weights or weights_for(int(tables[of.PLAYERS])))
    values = np.full(plain(memo.size_of)(tables), np.nan)
    values[: len(own) + len(assumptions)] = *own, *assumptions
    sums = sum_probabilities(int(tables[of.DONATION_DICE]), int(tables[of.SIDES]))
    values[memo.ROLL : memo.ROLL + len(sums)] = sums
    return values
