"""The shipped networks: values of states and policies, by number of players."""

import io
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from livingstone.edition.loading import RULESETS, load_edition, shipped_bytes
from livingstone.kernel import tables as of
from livingstone.kernel.compiling import plain
from livingstone.kernel.search import features, policy
from livingstone.kernel.search.policy import MOST_PLANS
from livingstone.kernel.streams import SOURCE_SIZE
from livingstone.kernel.tables import Tables, make_tables
from livingstone.kernel.workspace import Player, Search, make_memo, make_workspace

FILE = "values.npz"
NEAR = 0.25
"""How far, as a part of a figure, that of another edition may be from it."""
UNITS = max(features.FIRST + features.SECOND, policy.UNITS * 2 + policy.MOVE_SIZE)
"""The numbers behind the features of a state, for the networks."""
NetworkWeights = NDArray[np.float32]
"""The weights of a network, one part after the other."""
UNKNOWN = np.zeros(1, np.float32)
"""In the place of the weights of a network that is not known."""


def inputs_of(tables: Tables) -> int:
    """Count the features of a state."""
    return int(plain(features.size_of)(tables))


class Networks(NamedTuple):
    """What is known about games of a number of players."""

    values: NetworkWeights
    policy: NetworkWeights


@cache
def shipped_networks() -> Mapping[int, Networks]:
    """Read the shipped networks by number of players."""
    return read_networks(shipped_bytes(FILE))


def read_networks(data: bytes) -> Mapping[int, Networks]:
    """Read networks by number of players from an archive of numpy."""
    with np.load(io.BytesIO(data)) as arrays:
        return {
            int(name.removeprefix("values-")): Networks(
                arrays[name].astype(np.float32),
                arrays[name.replace("values", "policy")].astype(np.float32),
            )
            for name in arrays.files
            if name.startswith("values-")
        }


def networks_for(tables: Tables) -> Networks | None:
    """Return the networks that know an edition, by its tables; None if they know no near one.

    An edition is near a shipped one if the numbers of rows, columns, sides and cards and the
    effects are the same, and no other figure differs by more than 1 and more than `NEAR`.
    """
    players = int(tables[of.PLAYERS])
    known = shipped_networks().get(players)
    near = known is not None and any(_is_near(tables, _shipped(n, players)) for n in RULESETS)
    return known if near else None


@cache
def _shipped(name: str, players: int) -> Tables:
    return make_tables(load_edition(name), players)


def _is_near(own: Tables, other: Tables) -> bool:
    same = [*range(of.PLAYERS, of.KINDS + 1), *range(of.EFFECT, of.EFFECT + other[of.KINDS])]
    if (own[same] != other[same]).any():
        return False
    compared = np.r_[of.TENTS : of.ROUND_DICE + 2, of.BAG : of.TABLES_SIZE]
    apart = np.abs(own[compared] - other[compared])
    return bool((apart <= np.maximum(1, other[compared] * NEAR)).all())


def make_search(tables: Tables) -> Search:
    """Make the arrays that a search works with."""
    return Search(
        work=make_workspace(tables),
        memo=make_memo(tables),
        luck=np.zeros(SOURCE_SIZE, np.uint64),
        after=np.zeros(tables[of.STATE_SIZE], np.int16),
        plans=np.zeros(2 * MOST_PLANS, np.int64),
        options=np.zeros(2 * MOST_PLANS, np.int64),
        scores=np.zeros(policy.MOST_SCORED),
        inputs=np.zeros(inputs_of(tables) + UNITS, np.float32),
        places=np.zeros(max(inputs_of(tables), UNITS) + 1, np.int64),
        outputs=np.zeros(of.MOST_PLAYERS + 1),
        shares=np.zeros(of.MOST_PLAYERS),
        totals=np.zeros(MOST_PLANS),
        tried=np.zeros(MOST_PLANS, np.int64),
        order=np.zeros(MOST_PLANS, np.int64),
    )


def make_player(tries: int, temperature: float, networks: Networks | None) -> Player:
    """Make a player with networks, or without."""
    if networks is None:
        return Player(tries, float(temperature), False, UNKNOWN, UNKNOWN)
    return Player(tries, float(temperature), True, networks.values, networks.policy)
