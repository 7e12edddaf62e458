"""The compiled search: fair, repeatable, stronger than `greedy`; its networks are checked."""

import io

import pytest

pytest.importorskip("numba")

from typing import Any

import numpy as np
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import livingstone as ls
from livingstone.kernel import Kernel
from livingstone.kernel.search import matches, values
from livingstone.testing import (
    custom_editions,
    fold,
    numbers,
    pick_any,
    shipped_editions,
    states,
    with_other_secrets,
)

PRINTED = ls.load_edition("printed")
TRIES = 30


def chosen(state: ls.State, seed: int = 1, tries: int = TRIES, **options: Any) -> ls.Move:
    kernel = Kernel.of(state.edition, len(state.players))
    network = options.get("network", values.network_for(kernel))
    temperature = options.get("temperature", 0.0)
    return values.choose(kernel, kernel.encode(state), seed, tries, temperature, network)


def awaits_move(state: ls.State) -> bool:
    return not state.is_over and not state.is_chance


POSITIONS = states(shipped_editions()).map(ls.with_explicit_chance).filter(awaits_move)


@given(POSITIONS, st.data())
def test_r10_2_a_choice_depends_on_nothing_that_the_seat_does_not_see(
    state: ls.State, data: st.DataObject
) -> None:
    other = data.draw(with_other_secrets(state, state.current_player))
    assert chosen(other) == chosen(state)


@given(POSITIONS, st.integers(0, 2**63), st.sampled_from([0.0, 0.1]))
def test_equal_seeds_give_equal_legal_choices(
    state: ls.State, seed: int, temperature: float
) -> None:
    move = chosen(state, seed, temperature=temperature)
    assert move in ls.legal_moves(state)
    assert chosen(state, seed, temperature=temperature) == move


@given(custom_editions(), st.data(), numbers(60))
def test_choices_are_legal_in_custom_editions(
    edition: ls.Edition, data: st.DataObject, played: list[int]
) -> None:
    least, most = edition.board.players.least, edition.board.players.most
    players = data.draw(st.integers(least, most))
    start = ls.new_game(players, edition=edition, seed=1)
    state = ls.with_explicit_chance(fold(start, played, pick_any).last)
    if awaits_move(state):
        assert chosen(state, tries=3) in ls.legal_moves(state)


@given(POSITIONS)
def test_a_choice_of_one_try_is_legal(state: ls.State) -> None:
    assert chosen(state, tries=1) in ls.legal_moves(state)
    assert chosen(state, tries=1, network=None) in ls.legal_moves(state)


def test_the_state_given_stays_as_it_is() -> None:
    kernel = Kernel.of("printed", 2)
    array = kernel.encode(ls.new_game(2, seed=7))
    before = array.copy()
    values.choose(kernel, array, 1, TRIES, 0.0, values.network_for(kernel))
    assert (array == before).all()


def shares_of(lineups: NDArray[np.int64], tries: list[int], edition: str = "printed") -> Any:
    """Play games between players of so many tries, 0 for `greedy`; give the shares."""
    games, players = lineups.shape
    kernel = Kernel.of(edition, players)
    network = values.network_for(kernel)
    assert network is not None
    noted, counts = np.zeros((games, 1), np.int64), np.zeros(games, np.int64)
    features = np.zeros((games, 1, values.inputs_of(kernel)), np.float32)
    shares = np.zeros((games, players))
    matches.play_matches(
        values.make_desk(kernel), kernel.new_games(games), np.arange(games, dtype=np.uint64),
        lineups, np.array([[number, 0.0, 0.0, 1.0] for number in tries]),
        np.stack([network] * len(tries)), False, features, noted, counts, shares,
    )  # fmt: skip
    return shares


@pytest.mark.parametrize(("players", "least"), [(2, 0.7), (3, 0.5), (4, 0.4), (5, 0.35)])
def test_searches_beat_greedy(players: int, least: float) -> None:
    games = 150
    lineups = np.ones((games, players), np.int64)
    seats = np.arange(games) % players
    lineups[np.arange(games), seats] = 0
    shares = shares_of(lineups, [100, 0])
    assert shares[np.arange(games), seats].mean() > least


@pytest.mark.parametrize("edition", ["printed", "bga"])
def test_r8_5_shares_of_played_games_sum_to_1_unless_all_can_be_out(edition: str) -> None:
    for players in (2, 4):
        sums = shares_of(np.zeros((20, players), np.int64), [0], edition).sum(axis=1)
        assert (sums > 0).any()
        assert (sums < 1 + 1e-9).all()
        assert players == 2 or sums == pytest.approx(1)


@given(POSITIONS)
def test_values_are_shares_by_seat(state: ls.State) -> None:
    kernel = Kernel.of(state.edition, len(state.players))
    network = values.network_for(kernel)
    assert network is not None
    shares = values.shares(kernel, kernel.encode(state)[None], network)[0]
    assert (shares >= 0).all()
    assert 0.3 < shares.sum() <= 1 + 1e-6


def test_the_compiled_network_is_that_of_numpy() -> None:
    kernel = Kernel.of("printed", 3)
    network, inputs = values.network_for(kernel), values.inputs_of(kernel)
    assert network is not None
    desk, array = values.make_desk(kernel), kernel.encode(ls.new_game(3, seed=7))
    found = np.zeros((1, 3))
    matches.evaluate(desk, array[None], network, found)
    parts, place = [], 0
    for shape in values.shapes_of(inputs, 3):
        size = int(np.prod(shape))
        parts.append(network[place : place + size].reshape(shape))
        place += size
    first = np.maximum(desk.inputs[:inputs] @ parts[0] + parts[1], 0)
    outputs = np.maximum(first @ parts[2] + parts[3], 0) @ parts[4] + parts[5]
    shares = np.exp(outputs) / np.exp(outputs).sum()
    assert found[0] == pytest.approx(shares[:3], abs=1e-4)


def test_known_figures_are_near_and_others_are_not() -> None:
    board = PRINTED.board
    near = evolve(PRINTED, board=evolve(board, tents=12))
    far = evolve(PRINTED, board=evolve(board, tents=20))
    assert values.network_for(Kernel.of(near, 2)) is not None
    assert values.network_for(Kernel.of(far, 2)) is None
    fewer = evolve(PRINTED, board=evolve(board, rows=board.rows[:5]))
    assert values.network_for(Kernel.of(fewer, 2)) is None


def file_of(**arrays: NDArray[Any]) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]
    return stream.getvalue()


SIZE = values.size_of(values.inputs_of(Kernel.of("printed", 2)), 2)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "it is no file of networks"),
        (b"PK\x03\x04 cut short", "it is no file of networks"),
        (
            file_of(**{"2": np.zeros(7, np.float16)}),
            rf"must be {SIZE} numbers .* not float16 \(7,\)",
        ),
        (file_of(**{"2": np.zeros(SIZE)}), "not float64"),
        (file_of(**{"6": np.zeros(7, np.float16)}), "'6' is not a number of players"),
        (file_of(**{"2": np.full(SIZE, np.nan, np.float16)}), "no finite value"),
        (file_of(**{"2": np.array([None])}), "it is no file of networks"),
    ],
)
def test_a_file_of_another_layout_is_refused_in_one_line(data: bytes, problem: str) -> None:
    with pytest.raises(ls.DataError, match=problem) as caught:
        values.read(data, "values.npz")
    assert str(caught.value).count("\n") == 0


def test_a_file_is_read_as_it_was_written(tmp_path: Any) -> None:
    network = np.linspace(-1, 1, SIZE, dtype=np.float16).astype(np.float32)
    values.write(tmp_path / "mine.npz", {2: network})
    found = values.read((tmp_path / "mine.npz").read_bytes(), "mine.npz")
    assert list(found) == [2]
    assert (found[2] == network).all()
