"""The arrays that compiled functions work with."""

from typing import NamedTuple

import numpy as np
from attrs import astuple
from numpy.typing import NDArray

from livingstone.game.effects.shipped import Done
from livingstone.kernel import tables as of
from livingstone.kernel.compiling import Floats, Ints, Words, plain
from livingstone.kernel.greedy import memo
from livingstone.kernel.streams import SOURCE_SIZE
from livingstone.kernel.twister import TWISTER_SIZE
from livingstone.kernel.weights import Weights, scaled, sum_probabilities, weights_for


class Workspace(NamedTuple):
    """The tables of an edition and room to work in: arrays, in compiled functions pointers."""

    edition: Ints
    source: Words
    """A source of chance (`streams`)."""
    twisters: Words
    """The random numbers of bots, by seat."""
    moves: Ints
    """Codes of legal moves."""
    scratch: Ints
    """Room for numbers by value of a die, by colour of a stone or by kind of card."""


class Search(NamedTuple):
    """What a search works with: arrays in Python, pointers in compiled functions."""

    work: Workspace
    """Its source of chance is that of the try being played."""
    memo: Floats
    """The values of `greedy`."""
    luck: Words
    """A source of chance, whose state seeds the tries; choices at a temperature draw from it."""
    after: Ints
    """The state of a try."""
    plans: Ints
    """Two moves for each plan, `NO_MOVE` in the place of a missing one."""
    options: Ints
    """The moves that a policy scores, in the form of `plans`."""
    scores: Floats
    """By option."""
    inputs: Floats
    """Features, and behind them the units of the networks."""
    places: Ints
    """The places of the features that are not 0."""
    outputs: Floats
    """The shares of the win in turn order from the player to move, and of nobody."""
    shares: Floats
    """The shares of the win by seat."""
    totals: Floats
    """What all tries of each plan earned together."""
    tried: Ints
    """How often each plan was tried."""
    order: Ints
    """The numbers of the plans, those that are left first, the best one before all."""


class Player(NamedTuple):
    """Who searches: arrays in Python, pointers in compiled functions."""

    tries: int
    """The most tries of a choice; with 0 the policy chooses."""
    temperature: float
    """How far from the best one is chosen, for plans in shares of the win, for moves in scores."""
    has_networks: bool
    """Whether a policy chooses the moves of tries and a network values where they stop; or else
    `greedy` plays them to the end."""
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


def _weights_on(tables: of.Tables) -> Weights:
    """Return what `weights_on` returns for the edition of the tables."""
    kinds = int(tables[of.KINDS])
    counts = tables[of.CARD_COUNT : of.CARD_COUNT + kinds]
    done = tables[of.PART : of.PART + 5 * kinds].reshape(kinds, 5)
    points = counts @ done[:, Done._fields.index("score_points")]
    return scaled(weights_for(int(tables[of.PLAYERS])), int(points), int(counts.sum()))


def make_memo(tables: of.Tables, weights: Weights | None = None) -> NDArray[np.float64]:
    """Make the values of `greedy` with these weights, or with those for the edition."""
    assumptions, *own = astuple(weights or _weights_on(tables))
    values = np.full(plain(memo.size_of)(tables), np.nan)
    values[: len(own) + len(assumptions)] = *own, *assumptions
    sums = sum_probabilities(int(tables[of.DONATION_DICE]), int(tables[of.SIDES]))
    values[memo.ROLL : memo.ROLL + len(sums)] = sums
    return values
