"""The arrays that compiled functions work with."""

from typing import NamedTuple

import numpy as np
from attrs import astuple
from numpy.typing import NDArray

from livingstone.kernel import tables as of
from livingstone.kernel.compiling import Ints, Words, compiled, plain, pointer_to
from livingstone.kernel.greedy import memo
from livingstone.kernel.streams import SOURCE_SIZE
from livingstone.kernel.twister import TWISTER_SIZE
from livingstone.kernel.weights import Weights, sum_probabilities, weights_for


class Workspace(NamedTuple):
    """The tables of an edition, and room: arrays in Python, pointers in compiled functions."""

    edition: Ints
    """The tables (`tables`)."""
    source: Words
    """A source of chance (`streams`)."""
    twisters: Words
    """The random numbers of bots, by seat (`twister`)."""
    moves: Ints
    """The codes of legal moves."""
    scratch: Ints
    """Numbers by value of a die, by colour of a stone or by kind of card."""


def make_workspace(tables: of.Tables) -> Workspace:
    """Make the arrays for an edition."""
    return Workspace(
        tables,
        np.zeros(SOURCE_SIZE, np.uint64),
        np.zeros((tables[of.PLAYERS], TWISTER_SIZE), np.uint32),
        np.empty(tables[of.MOVES], np.int64),
        np.zeros(of.MOST_KINDS, np.int64),
    )


@compiled
def point(work: Workspace) -> Workspace:
    """Point to the arrays; for compiled functions."""
    return Workspace(
        pointer_to(work.edition), pointer_to(work.source), pointer_to(work.twisters),
        pointer_to(work.moves), pointer_to(work.scratch),
    )  # fmt: skip


def make_memo(tables: of.Tables, weights: Weights | None = None) -> NDArray[np.float64]:
    """Make the values of `greedy` with these weights, or with the shipped ones."""
    assumptions, *own = astuple(weights or weights_for(int(tables[of.PLAYERS])))
    values = np.full(plain(memo.size_of)(tables), np.nan)
    values[: len(own) + len(assumptions)] = *own, *assumptions
    sums = sum_probabilities(int(tables[of.DONATION_DICE]), int(tables[of.SIDES]))
    values[memo.ROLL : memo.ROLL + len(sums)] = sums
    return values
