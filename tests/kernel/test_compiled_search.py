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
from livingstone.kernel.compiling import plain
from livingstone.kernel.search import matches, policy, values
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
    networks = options.get("networks", values.networks_for(kernel))
    temperature = options.get("temperature", 0.0)
    return values.choose(kernel, kernel.encode(state), seed, tries, temperature, networks)


def awaits_move(state: ls.State) -> bool:
    return not state.is_over and not state.is_chance


POSITIONS = states(shipped_editions()).map(ls.with_explicit_chance).filter(awaits_move)


@given(POSITIONS, st.data())
def test_r10_2_a_choice_depends_on_nothing_that_the_seat_does_not_see(
    state: ls.State, data: st.DataObject
) -> None:
    other = data.draw(with_other_secrets(state, state.current_player))
    for tries in (0, TRIES):
        assert chosen(other, tries=tries) == chosen(state, tries=tries)


@given(POSITIONS, st.data())
def test_r10_2_the_policy_is_told_nothing_that_the_seat_does_not_see(
    state: ls.State, data: st.DataObject
) -> None:
    other = data.draw(with_other_secrets(state, state.current_player))
    kernel = Kernel.of(state.edition, len(state.players))
    networks, told = values.networks_for(kernel), []
    assert networks is not None
    for position in (state, other):
        desk = values.make_desk(kernel)
        brain, found = values.make_brain([(0, 0.0)], networks), np.zeros(1, np.int64)
        matches.choose(desk, kernel.encode(position)[None], np.zeros(1, np.uint64), brain, found)
        told.append(desk.inputs[: values.inputs_of(kernel)])
    assert (told[0] == told[1]).all()


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
def test_a_choice_of_one_try_or_by_the_policy_alone_is_legal(state: ls.State) -> None:
    for tries in (0, 1):
        assert chosen(state, tries=tries) in ls.legal_moves(state)
    assert chosen(state, tries=1, networks=None) in ls.legal_moves(state)


def test_without_tries_a_temperature_chooses_by_the_scores_of_the_policy() -> None:
    state = ls.with_explicit_chance(ls.new_game(2, seed=7))
    best = chosen(state, tries=0)
    found = [chosen(state, seed, tries=0, temperature=1.0) for seed in range(60)]
    assert len(set(found)) > 1
    assert max(found, key=found.count) == best
    assert {chosen(state, seed, tries=0, temperature=1e-6) for seed in range(9)} == {best}


def test_choices_of_many_states_are_those_of_each_alone_and_minus_1_where_chance_is_awaited() -> (
    None
):
    kernel = Kernel.of("printed", 3)
    networks = values.networks_for(kernel)
    positions = kernel.new_games(4)
    kernel.step(positions[:3], np.full(3, -1), kernel.luck([7, 8, 9]))
    seeds = np.array([1, 2, 1, 3], np.uint64)
    for tries in (0, TRIES):
        found = values.choose_many(kernel, positions, seeds, tries, 0.1, networks).tolist()
        alone = [
            kernel.code(values.choose(kernel, row, int(seed), tries, 0.1, networks))
            for row, seed in zip(positions[:3], seeds, strict=False)
        ]
        assert found == [*alone, -1]


def test_the_state_given_stays_as_it_is() -> None:
    kernel = Kernel.of("printed", 2)
    array = kernel.encode(ls.new_game(2, seed=7))
    before = array.copy()
    values.choose(kernel, array, 1, TRIES, 0.0, values.networks_for(kernel))
    assert (array == before).all()


def weighed(state: ls.State, seed: int, move: ls.Move | None = None, tries: int = 4) -> Any:
    kernel = Kernel.of(state.edition, len(state.players))
    networks = values.networks_for(kernel)
    assert networks is not None
    return values.weigh(kernel, kernel.encode(state), seed, tries, networks, move)


@given(POSITIONS, st.integers(0, 2**63))
def test_plans_are_weighed_by_the_same_chance_for_the_same_seed(state: ls.State, seed: int) -> None:
    plans, shares = weighed(state, seed)
    assert shares.shape == (len(plans), 4)
    assert ((shares >= 0) & (shares <= 1)).all()
    again, same = weighed(state, seed, tries=2)
    assert again == plans
    assert (same == shares[:, :2]).all()


@given(POSITIONS, st.integers(0, 2**63))
def test_what_a_search_chooses_is_among_the_plans_weighed(state: ls.State, seed: int) -> None:
    plans, _ = weighed(state, seed, tries=0)
    assert chosen(state, seed) in {plan[0] for plan in plans}
    assert chosen(state, tries=0) == plans[0][0]


@given(POSITIONS, st.data())
def test_a_move_that_a_search_leaves_out_is_weighed_last(
    state: ls.State, data: st.DataObject
) -> None:
    plans, _ = weighed(state, 1, tries=0)
    move = data.draw(st.sampled_from(ls.legal_moves(state)))
    known = any(plan[0] == move for plan in plans)
    assert weighed(state, 1, move, tries=0)[0] == (plans if known else [*plans, (move,)])


GREEDY, POLICY, SEARCH = (0, False), (0, True), (40, True)
"""Players: how many tries they have, and whether they know the networks."""


def shares_of(
    lineups: NDArray[np.int64], players: list[tuple[int, bool]], edition: str = "printed"
) -> Any:
    """Play games; give the shares."""
    games, seats = lineups.shape
    kernel = Kernel.of(edition, seats)
    networks = values.networks_for(kernel)
    assert networks is not None
    notes = matches.Notes(
        np.zeros((games, 0, 0), np.float32), np.zeros((games, 0), np.int64),
        np.zeros((games, 0, 0), np.float32),
        np.zeros((games, 0, 0, 0), np.float32), np.zeros((games, 0, 2), np.int64),
    )  # fmt: skip
    shares = np.zeros((games, seats))
    matches.play_matches(
        values.make_desk(kernel), kernel.new_games(games), np.arange(games, dtype=np.uint64),
        lineups, np.array([[tries, 0.0, 0.0, knows, knows] for tries, knows in players]),
        np.stack([networks.values] * len(players)), np.stack([networks.policy] * len(players)),
        False, notes, np.zeros((games, 2), np.int64), shares,
    )  # fmt: skip
    return shares


def share_against_greedy(player: tuple[int, bool], players: int, games: int) -> float:
    lineups = np.ones((games, players), np.int64)
    seats = np.arange(games) % players
    lineups[np.arange(games), seats] = 0
    return float(shares_of(lineups, [player, GREEDY])[np.arange(games), seats].mean())


@pytest.mark.parametrize(("players", "least"), [(2, 0.52), (3, 0.36), (4, 0.28), (5, 0.22)])
def test_searches_beat_greedy(players: int, least: float) -> None:
    assert share_against_greedy(SEARCH, players, 120) > least


@pytest.mark.parametrize(("players", "least"), [(2, 0.55), (3, 0.36), (4, 0.28), (5, 0.22)])
def test_the_policy_alone_beats_greedy(players: int, least: float) -> None:
    assert share_against_greedy(POLICY, players, 1000) > least


@pytest.mark.parametrize("edition", ["printed", "bga"])
def test_r8_5_shares_of_played_games_sum_to_1_unless_all_can_be_out(edition: str) -> None:
    for players in (2, 4):
        sums = shares_of(np.zeros((20, players), np.int64), [GREEDY], edition).sum(axis=1)
        assert (sums > 0).any()
        assert (sums < 1 + 1e-9).all()
        assert players == 2 or sums == pytest.approx(1)


@given(POSITIONS)
def test_values_are_shares_by_seat(state: ls.State) -> None:
    kernel = Kernel.of(state.edition, len(state.players))
    networks = values.networks_for(kernel)
    assert networks is not None
    shares = values.shares(kernel, kernel.encode(state)[None], networks.values)[0]
    assert (shares >= 0).all()
    assert 0.3 < shares.sum() <= 1 + 1e-6


def test_the_compiled_network_is_that_of_numpy() -> None:
    kernel = Kernel.of("printed", 3)
    networks, inputs = values.networks_for(kernel), values.inputs_of(kernel)
    assert networks is not None
    network = networks.values
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
    assert values.networks_for(Kernel.of(near, 2)) is not None
    assert values.networks_for(Kernel.of(far, 2)) is None
    fewer = evolve(PRINTED, board=evolve(board, rows=board.rows[:5]))
    assert values.networks_for(Kernel.of(fewer, 2)) is None


def file_of(**arrays: NDArray[Any]) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]
    return stream.getvalue()


INPUTS = values.inputs_of(Kernel.of("printed", 2))
SIZE = values.size_of(INPUTS, 2)
POLICY_SIZE = plain(policy.weights_size)(INPUTS)
SOME = {
    "values-2": np.linspace(-1, 1, SIZE, dtype=np.float16),
    "policy-2": np.linspace(-1, 1, POLICY_SIZE, dtype=np.float16),
}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "it is not a file of networks"),
        (b"PK\x03\x04 cut short", "it is not a file of networks"),
        (
            file_of(**SOME | {"values-2": np.zeros(7, np.float16)}),
            rf"values-2 must be {SIZE} numbers .* not float16 \(7,\)",
        ),
        (
            file_of(**SOME | {"policy-2": np.zeros(7, np.float16)}),
            rf"policy-2 must be {POLICY_SIZE} numbers .* not float16 \(7,\)",
        ),
        (file_of(**SOME | {"values-2": np.zeros(SIZE)}), "not float64"),
        (file_of(**{"values-6": np.zeros(7, np.float16)}), "'values-6' is not values or policy"),
        (file_of(**{"2": np.zeros(7, np.float16)}), "'2' is not values or policy"),
        (file_of(**{"values-2": SOME["values-2"]}), "policy-2 is missing"),
        (
            file_of(**SOME | {"values-2": np.full(SIZE, np.nan, np.float16)}),
            "values-2 has a number that is not finite",
        ),
        (file_of(**{"values-2": np.array([None])}), "it is not a file of networks"),
    ],
)
def test_a_file_of_another_layout_is_refused_in_one_line(data: bytes, problem: str) -> None:
    with pytest.raises(ls.DataError, match=problem) as caught:
        values.read(data, "values.npz")
    assert str(caught.value).count("\n") == 0


def test_a_file_is_read_as_it_was_written(tmp_path: Any) -> None:
    networks = values.Networks(*(array.astype(np.float32) for array in SOME.values()))
    values.write(tmp_path / "mine.npz", {2: networks})
    found = values.read((tmp_path / "mine.npz").read_bytes(), "mine.npz")
    assert list(found) == [2]
    assert (found[2].values == networks.values).all()
    assert (found[2].policy == networks.policy).all()
