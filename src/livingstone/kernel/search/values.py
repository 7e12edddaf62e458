"""Searches for Python: values from the shipped networks, and choices."""

import io
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from livingstone.edition.loading import RULESETS, shipped_bytes
from livingstone.errors import DataError, shown
from livingstone.game.moves import Move
from livingstone.kernel import tables as of
from livingstone.kernel.bridge import StateArray
from livingstone.kernel.chance import SCRATCH_SIZE
from livingstone.kernel.compiling import plain
from livingstone.kernel.greedy.weights import make_mind
from livingstone.kernel.kernel import Kernel
from livingstone.kernel.search import features, matches, policy
from livingstone.kernel.search.network import FIRST, SECOND
from livingstone.kernel.search.plans import MOST_PLANS, NO_MOVE
from livingstone.kernel.search.searching import ROOM_SIZE, UNITS, Brain, Desk
from livingstone.kernel.streams import FAST, SOURCE_SIZE
from livingstone.kernel.weights import weights_for

FILE = "values.npz"
PLAYERS = range(2, 6)
"""The numbers of players whose games are known."""
NEAR = 0.25
"""How far, as a part of a figure, that of another edition may be from it."""
Weights = NDArray[np.float32]
"""The weights of a network, one part after the other (`shapes_of`)."""


def inputs_of(kernel: Kernel) -> int:
    """Count the features of a state."""
    return int(plain(features.size_of)(kernel._tables))


def shapes_of(inputs: int, players: int) -> tuple[tuple[int, ...], ...]:
    """List the shapes of the parts of a network: the weights and biases of its layers."""
    outputs = players + 1
    return (
        (inputs, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND, outputs), (outputs,)
    )  # fmt: skip


def size_of(inputs: int, players: int) -> int:
    """Count the weights of a network."""
    return sum(int(np.prod(shape)) for shape in shapes_of(inputs, players))


def make_desk(kernel: Kernel) -> Desk:
    """Make the arrays that a search works with."""
    tables, inputs = kernel._tables, inputs_of(kernel)
    return Desk(
        edition=tables,
        mind=make_mind(tables, weights_for(kernel.players)),
        luck=np.zeros(SOURCE_SIZE, np.uint64),
        source=np.zeros(SOURCE_SIZE, np.uint64),
        after=np.zeros(tables[of.STATE_SIZE], np.int16),
        moves=np.zeros(tables[of.MOVES], np.int64),
        plans=np.zeros(2 * MOST_PLANS, np.int64),
        options=np.zeros(2 * MOST_PLANS, np.int64),
        scores=np.zeros(policy.MOST_SCORED),
        scratch=np.zeros(max(SCRATCH_SIZE, of.MOST_KINDS), np.int64),
        inputs=np.zeros(inputs + UNITS, np.float32),
        room=np.zeros(ROOM_SIZE),
    )


class Networks(NamedTuple):
    """What is known about games of a number of players."""

    values: Weights
    policy: Weights


@cache
def networks() -> Mapping[int, Networks]:
    """Read the shipped networks by number of players."""
    return read(shipped_bytes(FILE), FILE)


def read(data: bytes, source: str) -> Mapping[int, Networks]:
    """Read networks by number of players.

    Raises `DataError` for a file of another layout.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            found = {name: arrays[name] for name in arrays.files}
    except (ValueError, OSError, EOFError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        raise DataError(source, [f"it is not a file of networks: {error}"]) from error
    problems = [problem for name in found if (problem := _problem(name, found[name]))]
    problems = problems or [
        f"{other} is missing beside {name}"
        for name in found
        if (other := _partner(name)) not in found
    ]
    if problems:
        raise DataError(source, problems)
    return {
        players: Networks(
            found[f"values-{players}"].astype(np.float32),
            found[f"policy-{players}"].astype(np.float32),
        )
        for players in PLAYERS
        if f"values-{players}" in found
    }


def _partner(name: str) -> str:
    kind, _, players = name.partition("-")
    return f"{'values' if kind == 'policy' else 'policy'}-{players}"


def _problem(name: str, array: NDArray[Any]) -> str:
    """Say why an array is not a network for a number of players; empty if it is."""
    kind, _, number = name.partition("-")
    if kind not in ("values", "policy") or number not in map(str, PLAYERS):
        return f"{shown(name)} is not values or policy and a number of players from 2 to 5"
    inputs = inputs_of(Kernel.of("printed", int(number)))
    size = size_of(inputs, int(number)) if kind == "values" else plain(policy.weights_size)(inputs)
    if array.dtype != np.float16 or array.shape != (size,):
        found = f"{array.dtype} {array.shape}"
        return f"{name} must be {size} numbers of float16, not {found}"
    return "" if np.isfinite(array).all() else f"{name} has a number that is not finite"


def write(file: Path, networks: Mapping[int, Networks]) -> None:
    """Write networks by number of players, with half precision."""
    arrays: dict[str, Any] = {
        f"{kind}-{players}": weights.astype(np.float16)
        for players, known in networks.items()
        for kind, weights in known._asdict().items()
    }
    with file.open("wb") as stream:
        np.savez_compressed(stream, **arrays)


def networks_for(kernel: Kernel) -> Networks | None:
    """Give the networks that know an edition; None where figures are far from those they know.

    They are far where something else is counted, or where a figure differs by more than a quarter
    and more than 1 from both shipped editions.
    """
    known = networks().get(kernel.players)
    near = any(_is_near(kernel, Kernel.of(name, kernel.players)) for name in RULESETS)
    return known if known is not None and near else None


def _is_near(kernel: Kernel, known: Kernel) -> bool:
    own, other = kernel._tables, known._tables
    same = [*range(of.PLAYERS, of.KINDS + 1), *range(of.EFFECT, of.EFFECT + other[of.KINDS])]
    if (own[same] != other[same]).any():
        return False
    compared = np.r_[of.TENTS : of.ROUND_DICE + 2, of.BAG : of.TABLES_SIZE]
    apart = np.abs(own[compared] - other[compared])
    return bool((apart <= np.maximum(1, other[compared] * NEAR)).all())


def make_brain(players: Iterable[tuple[int, float]], networks: Networks | None) -> Brain:
    """Make the arrays of players, each given by its tries and its temperature."""
    has, none = networks is not None, np.zeros(1, np.float32)
    rows = [(tries, temperature, 0.0, has, has) for tries, temperature in players]
    return Brain(np.array(rows, np.float64), *(networks or (none, none)))


def choose(
    kernel: Kernel, array: StateArray, seed: int, tries: int, temperature: float,
    networks: Networks | None,
) -> Move:  # fmt: skip
    """Choose a move for the player to move; hidden figures of the state do not matter.

    Without tries the policy chooses. Without networks, `greedy` plays each try to the end.
    """
    seeds = np.array([seed], np.uint64)
    return kernel.move(
        int(choose_many(kernel, array[None], seeds, tries, temperature, networks)[0])
    )


def choose_many(
    kernel: Kernel, states: StateArray, seeds: NDArray[np.uint64], tries: int, temperature: float,
    networks: Networks | None,
) -> NDArray[np.int64]:  # fmt: skip
    """Choose the code of a move for each state, as `choose` does; -1 where no player is to move."""
    brain, chosen = make_brain([(tries, temperature)], networks), np.empty(len(states), np.int64)
    matches.choose(make_desk(kernel), states, seeds, brain, chosen)
    return chosen


def weigh(
    kernel: Kernel, array: StateArray, seed: int, tries: int, networks: Networks,
    move: Move | None = None,
) -> tuple[list[tuple[Move, ...]], NDArray[np.float64]]:  # fmt: skip
    """List the plans of a search for the player to move, and the share that each try of them earns.

    The shares have a row for each plan and a column for each try; tries in the same column have the
    same chance. `move` is a plan, too, if no other begins with it.
    """
    desk, found = make_desk(kernel), np.zeros((MOST_PLANS, tries))
    desk.luck[FAST] = seed
    code = NO_MOVE if move is None else kernel.code(move)
    count = matches.weigh(desk, array, make_brain([(tries, 0.0)], networks), code, found)
    codes = desk.plans[: 2 * count].reshape(count, 2).tolist()
    plans = [tuple(kernel.move(code) for code in plan if code != NO_MOVE) for plan in codes]
    return plans, found[:count]


def shares(kernel: Kernel, states: StateArray, weights: Weights) -> NDArray[np.float64]:
    """Estimate the shares of the win by seat, a row for each state in which a player is to move."""
    found = np.zeros((len(states), kernel.players))
    matches.evaluate(make_desk(kernel), states, weights, found)
    return found
