"""The compiled search: fair, repeatable, stronger than `greedy`; its networks are checked."""

import pytest

pytest.importorskip("numba")

from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve
from editions import endless
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from positions import balance

import livingstone as ls
from livingstone.effects import ScorePoints
from livingstone.kernel import Kernel, entries, roll_out_shares, valuing
from livingstone.kernel.compiling import entry, pointer_to
from livingstone.kernel.search.networks import (
    Networks,
    inputs_of,
    make_player,
    make_search,
    networks_for,
)
from livingstone.kernel.search.searching import estimate
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
FOUR_PLAYERS = ls.load(Path(__file__).parents[1] / "reviews" / "two-sales.toml")


def known_networks(kernel: Kernel) -> Networks:
    networks = networks_for(kernel.tables)
    assert networks is not None
    return networks


def chosen(state: ls.State, seed: int = 1, tries: int = TRIES, **options: Any) -> ls.Move:
    kernel = Kernel.of(state.edition, len(state.players))
    networks = options.get("networks", networks_for(kernel.tables))
    temperature = options.get("temperature", 0.0)
    return valuing.choose(kernel, kernel.encode(state), seed, tries, temperature, networks)


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
    networks, told = known_networks(kernel), []
    for position in (state, other):
        search = make_search(kernel.tables)
        player = make_player(0, 0.0, networks)
        entries.search_move(search, kernel.encode(position), np.uint64(0), player)
        told.append(np.asarray(search.inputs)[: inputs_of(kernel.tables)])
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


@pytest.mark.parametrize("players", [2, 4])
def test_r2_7_tries_of_games_that_never_end_stop(players: int) -> None:
    state = ls.new_game(players, edition=endless(), seed=1)
    assert chosen(state, networks=None) in ls.legal_moves(state)
    kernel = Kernel.of(state.edition, players)
    shares = roll_out_shares(kernel, kernel.encode(state)[None], [0] * 9, range(9))
    assert set(shares.sum(axis=1).round(9)) <= {0, 1}, "all can be out"
    played, _ = valuing.play_plans(kernel, kernel.encode(state), [()], 1, range(3), None)
    assert len(played[0]) == 3


def test_without_tries_a_temperature_chooses_by_the_scores_of_the_policy() -> None:
    state = ls.with_explicit_chance(ls.new_game(2, seed=7))
    best = chosen(state, tries=0)
    found = [chosen(state, seed, tries=0, temperature=1.0) for seed in range(60)]
    assert len(set(found)) > 1
    assert max(found, key=found.count) == best
    assert {chosen(state, seed, tries=0, temperature=1e-6) for seed in range(9)} == {best}


def test_the_state_given_stays_as_it_is() -> None:
    kernel = Kernel.of("printed", 2)
    array = kernel.encode(ls.new_game(2, seed=7))
    before = array.copy()
    valuing.choose(kernel, array, 1, TRIES, 0.0, networks_for(kernel.tables))
    assert (array == before).all()


def weighed(state: ls.State, seed: int, *others: ls.Move, tries: int = 4) -> Any:
    kernel = Kernel.of(state.edition, len(state.players))
    array, networks = kernel.encode(state), known_networks(kernel)
    plans = [*valuing.list_plans(kernel, array, networks), *((move,) for move in others)]
    return plans, valuing.try_plans(kernel, array, plans, seed, range(tries), networks)


@given(POSITIONS, st.integers(0, 2**63))
def test_plans_are_weighed_by_the_same_chance_for_the_same_seed(state: ls.State, seed: int) -> None:
    plans, shares = weighed(state, seed)
    assert shares.shape == (len(plans), 4)
    assert ((shares >= 0) & (shares <= 1)).all()
    again, same = weighed(state, seed, tries=2)
    assert again == plans
    assert (same == shares[:, :2]).all()


@given(POSITIONS, st.integers(0, 2**63), st.booleans())
def test_games_after_plans_are_played_to_ends_that_have_the_shares_of_the_win(
    state: ls.State, seed: int, has_networks: bool
) -> None:
    kernel = Kernel.of(state.edition, len(state.players))
    array, seat = kernel.encode(state), state.current_player
    networks = known_networks(kernel) if has_networks else None
    plans = valuing.list_plans(kernel, array, networks)[:2]
    ends, shares = valuing.play_plans(kernel, array, plans, seed, range(1, 3), networks)
    assert shares.shape == (len(plans), 2, kernel.players)
    for ended, share in zip(map(kernel.decode, ends[:, 0]), shares[:, 0], strict=True):
        if ended.is_over:
            assert tuple(share) == pytest.approx(shares_of(ended))
        else:
            rolls = ls.chance_outcomes(ended).items()
            rolled = [(float(part), shares_of(ls.apply(ended, roll))) for roll, part in rolls]
            expected = [sum(part * own[other] for part, own in rolled) for other in (0, 1)]
            assert tuple(share) == pytest.approx(expected)
    if not has_networks:  # `greedy` plays all tries to the end
        tries = valuing.try_plans(kernel, array, plans, seed, range(1, 3), None)
        assert (shares[:, :, seat] == tries).all()


def test_r9_2_shares_before_the_donation_roll_are_the_means_over_all_rolls() -> None:
    start = ls.new_game(2, explicit_chance=True)
    leader = start.player.changed(points=80, chest=14, donations=1, chest_limit=14)
    boat = len(start.edition.board.columns)
    turn = start.changed(boat=boat, dice_taken=1, dice_left=0, pending=None)
    kernel = Kernel.of("printed", 2)
    array = kernel.encode(balance(turn.with_player(leader)))
    networks = known_networks(kernel)
    ends, shares = valuing.play_plans(kernel, array, [(ls.EndTurn(),)], 1, range(1), networks)
    ended = kernel.decode(ends[0, 0])
    expected = np.zeros(2)
    for roll, probability in ls.chance_outcomes(ended).items():
        expected += float(probability) * np.array(shares_of(ls.apply(ended, roll)))
    assert 0.1 < expected[0] < 0.9
    assert shares[0, 0] == pytest.approx(expected)


def shares_of(ended: ls.State) -> tuple[float, ...]:
    result = ls.result(ended)
    assert result is not None
    return tuple(map(float, result.shares))


def position_of_a_game(number: int) -> ls.State:
    return [*FOUR_PLAYERS.states()][number]


@pytest.mark.parametrize(
    ("number", "inputs", "scores", "preferred"),
    [
        (17, 1634.8606, -174.3685, ls.Dig()),
        (51, 3164.5954, -218.9094, ls.DrawCard()),
        (102, 3260.6697, -383.4433, ls.BuildTent(4)),
        (119, 3396.9129, -106.7568, ls.TakeDie(4)),
        (221, 3423.6863, -162.1158, ls.EndTurn()),
        (238, 3522.9167, -316.8553, ls.BuildTent(4, ("no_cost_tent",))),
        (270, 4066.5689, -191.9697, ls.BuildTent(6)),
        (271, 3950.1008, -192.6641, ls.Donate(27)),
    ],
)
def test_the_networks_are_told_what_they_were_trained_with(
    number: int, inputs: float, scores: float, preferred: ls.Move
) -> None:
    """Networks must be trained again if these sums change; each input counts by its place."""
    kernel = Kernel.of("printed", 4)
    search, player = make_search(kernel.tables), make_player(0, 0.0, known_networks(kernel))
    array = kernel.encode(position_of_a_game(number))
    code = entries.search_move(search, array, np.uint64(0), player)
    assert kernel.move(code) == preferred
    size = inputs_of(kernel.tables)
    told = np.asarray(search.inputs)[:size] @ np.arange(1, size + 1)
    assert told == pytest.approx(inputs, abs=0.001)
    assert np.asarray(search.scores).sum() == pytest.approx(scores, abs=0.001)


@given(POSITIONS, st.integers(0, 2**63))
def test_what_a_search_chooses_is_among_the_plans_weighed(state: ls.State, seed: int) -> None:
    plans, _ = weighed(state, seed, tries=0)
    assert chosen(state, seed) in {plan[0] for plan in plans}
    assert chosen(state, tries=0) == plans[0][0]


def test_a_search_ranks_plans_by_their_tries_and_then_by_what_they_earned() -> None:
    """Only the preferred plan, the first one, has a lead."""
    kernel = Kernel.of("printed", 4)
    search, array = make_search(kernel.tables), kernel.encode(position_of_a_game(119))
    networks = known_networks(kernel)
    count = len(valuing.list_plans(kernel, array, networks))
    entries.search_move(search, array, np.uint64(1), make_player(24, 0.0, networks))
    order = np.asarray(search.order)[:count].tolist()
    assert sorted(order) == [*range(count)]
    tried, totals = np.asarray(search.tried), np.asarray(search.totals)
    ranked = [(tried[plan], totals[plan] / tried[plan]) for plan in order if plan]
    assert ranked == sorted(ranked, reverse=True)
    assert ranked[0][0] > ranked[-1][0]


def test_a_search_earns_what_the_same_tries_of_its_plans_earn() -> None:
    kernel = Kernel.of("printed", 4)
    search, array = make_search(kernel.tables), kernel.encode(position_of_a_game(270))
    networks = known_networks(kernel)
    plans = valuing.list_plans(kernel, array, networks)
    entries.search_move(search, array, np.uint64(5), make_player(16, 0.0, networks))
    tried = np.asarray(search.tried)[: len(plans)].tolist()
    earned = valuing.try_plans(kernel, array, plans, 5, range(max(tried)), networks)
    expected = [own[:tries].sum() for own, tries in zip(earned, tried, strict=True)]
    assert np.asarray(search.totals)[: len(plans)] == pytest.approx(expected)


def closing(card: str, **own: Any) -> ls.State:
    """Two players at the end of a turn; the one to move has a card, and `own` besides."""
    start = ls.new_game(2, explicit_chance=True, edition="bga")
    turn = start.changed(die=None, dice=(), dice_taken=1, dice_left=0, pending=None)
    return balance(turn.with_player(start.player.changed(hand=(card,), **own)))


@pytest.mark.parametrize(
    ("card", "drawn", "is_urgent"),
    [
        ("four_coins", ls.Gems(), True),
        ("four_coins", ls.Gems(1, 0, 1), True),
        ("three_stones", ls.Gems(), True),
        ("three_stones", ls.Gems(1, 0, 1), False),
        ("market", ls.Gems(1, 0, 1), False),
    ],
)
def test_r4_7_a_card_that_can_only_gain_is_the_only_plan(
    card: str, drawn: ls.Gems, is_urgent: bool
) -> None:
    """Stones that a card draws can be white, which sells the gems drawn before."""
    kernel = Kernel.of("bga", 2)
    state = closing(card, gems=drawn).changed(gems_drawn=drawn)
    plans = valuing.list_plans(kernel, kernel.encode(state), known_networks(kernel))
    assert (plans == [(ls.PlayCard(card),)]) == is_urgent


def test_r6_5_the_two_best_second_tents_are_tried() -> None:
    """R8.1: row 6 is worth the least."""
    kernel, supply = Kernel.of("bga", 2), ls.new_game(2, edition="bga").player.supply - 3
    grid = [[1, 0, 1, 0, 0, 1], *[[0] * 6] * 9]
    scored = tuple(ls.Space(row, 1) for row in (1, 3, 6))
    state = closing("second_tent", supply=supply, tents=tuple(map(tuple, grid)), scored=scored)
    state = state.changed(boat=2)
    plans = valuing.list_plans(kernel, kernel.encode(state), known_networks(kernel))
    spaces = [plan[0].space for plan in plans if isinstance(plan[0], ls.PlayCard)]
    assert spaces == [ls.Space(1, 1), ls.Space(3, 1)]


def test_games_of_the_policy_alone_are_those_of_its_single_choices() -> None:
    kernel = Kernel.of("printed", 2)
    played = kernel.play([[(0, 0.0)] * 2], [7], [[1, 2]])
    state = ls.new_game(2, seed=7)
    while not state.is_over:
        state = ls.apply(state, chosen(state, tries=0))
    assert played.last_state(0) == ls.with_explicit_chance(state)


@given(POSITIONS, st.data())
def test_a_move_that_a_search_leaves_out_is_weighed_as_the_plans(
    state: ls.State, data: st.DataObject
) -> None:
    _, shares = weighed(state, 1)
    move = data.draw(st.sampled_from(ls.legal_moves(state)))
    plans, more = weighed(state, 1, move)
    assert (more[:-1] == shares).all()
    assert (more[-1] == more[plans.index((move,))]).all()
    assert ((more >= 0) & (more <= 1)).all()


def share_against_greedy(tries: int, players: int, games: int) -> float:
    """Play games of `learned` in each seat in turn among `greedy`."""
    rows: list[list[Any]] = [["greedy"] * players for _ in range(games)]
    for game, row in enumerate(rows):
        row[game % players] = (tries, 0.0)
    nobody = [[game] * players for game in range(games)]
    kernel = Kernel.of("printed", players)
    shares = kernel.shares(kernel.play(rows, range(games), nobody).states)
    return float(shares[np.arange(games), np.arange(games) % players].mean())


@pytest.mark.parametrize(
    ("tries", "players", "games", "least"),
    [(40, 2, 120, 0.52), (40, 4, 120, 0.28), (0, 3, 1000, 0.36), (0, 5, 1000, 0.22)],
)
def test_searches_and_the_policy_alone_beat_greedy(
    tries: int, players: int, games: int, least: float
) -> None:
    assert share_against_greedy(tries, players, games) > least


@entry
def estimate_shares(arrays: Any, state: Any, weights: Any, shares: Any) -> None:
    search = pointer_to(arrays)
    estimate(search, pointer_to(state), pointer_to(weights))
    for seat in range(len(shares)):
        shares[seat] = search.shares[seat]


def estimated(kernel: Kernel, state: ls.State) -> NDArray[np.float64]:
    """Return the shares of the win that the network gives each seat."""
    shares = np.zeros(kernel.players)
    search = make_search(kernel.tables)
    estimate_shares(search, kernel.encode(state), known_networks(kernel).values, shares)
    return shares


def leading(leader: int, mover: int, rounds_left: int) -> ls.State:
    """Three players in the closing turn of a round; one of them has many points and has donated."""
    start = ls.new_game(3, explicit_chance=True)
    players = [*start.players]
    players[leader] = players[leader].changed(points=80, chest=30, donations=1, chest_limit=30)
    boat = len(start.edition.board.columns) - rounds_left
    turn = start.changed(boat=boat, dice_taken=1, dice_left=0, pending=None)
    return balance(turn.changed(players=tuple(players), current_player=mover))


@pytest.mark.parametrize(("leader", "mover"), [(0, 0), (1, 0), (2, 0), (0, 1), (1, 2)])
def test_r8_5_who_leads_has_the_largest_share_whoever_is_to_move(leader: int, mover: int) -> None:
    kernel, state = Kernel.of("printed", 3), leading(leader, mover, 0)
    shares = estimated(kernel, state)
    assert shares.argmax() == leader
    _, earned = weighed(state, 1, tries=2)
    assert (earned == (leader == mover)).all()  # the game ends after this turn


def test_tries_earn_the_share_of_the_player_to_move() -> None:
    state = leading(1, 0, 5)
    for mover, least, most in ((1, 0.75, 1.0), (2, 0.0, 0.25)):
        _, earned = weighed(balance(state.changed(current_player=mover, dice=(1, 2))), 1, tries=2)
        assert (earned > least).all()
        assert (earned <= most).all()


def test_r8_3_r10_2_tries_keep_the_players_own_hand() -> None:
    """A point card in hand wins the game that ends after this turn."""
    effects = PRINTED.effects.items()
    cards = [card for card, effect in effects if isinstance(effect, ScorePoints)]
    state = leading(1, 0, 0)
    own = state.player.changed(
        points=79, chest=5, donations=1, chest_limit=5, hand=tuple(sorted(cards))
    )
    _, earned = weighed(balance(state.with_player(own)), 1, tries=20)
    assert (earned == 1).all()


@given(POSITIONS)
def test_values_are_shares_by_seat(state: ls.State) -> None:
    kernel = Kernel.of(state.edition, len(state.players))
    shares = estimated(kernel, state)
    assert (shares >= 0).all()
    assert 0.3 < shares.sum() <= 1 + 1e-6


def test_the_compiled_network_is_that_of_numpy() -> None:
    kernel = Kernel.of("printed", 3)
    network, inputs = known_networks(kernel).values, inputs_of(kernel.tables)
    search, array = make_search(kernel.tables), kernel.encode(ls.new_game(3, seed=7))
    found = np.zeros(3)
    estimate_shares(search, array, network, found)
    parts, place = [], 0
    for shape in ((inputs, 256), (256,), (256, 128), (128,), (128, 4), (4,)):
        size = int(np.prod(shape))
        parts.append(network[place : place + size].reshape(shape))
        place += size
    first = np.maximum(np.asarray(search.inputs)[:inputs] @ parts[0] + parts[1], 0)
    outputs = np.maximum(first @ parts[2] + parts[3], 0) @ parts[4] + parts[5]
    shares = np.exp(outputs) / np.exp(outputs).sum()
    assert found == pytest.approx(shares[:3], abs=1e-4)


def test_known_figures_are_near_and_others_are_not() -> None:
    board, known = PRINTED.board, list[bool]()
    for changes in ({"tents": 12}, {"tents": 20}, {"rows": board.rows[:5]}):
        edition = evolve(PRINTED, board=evolve(board, **changes))
        known.append(networks_for(Kernel.of(edition, 2).tables) is not None)
    assert known == [True, False, False]


def test_a_search_of_few_tries_is_no_weaker_than_the_policy() -> None:
    kernel, games = Kernel.of("printed", 2), 400
    seats = np.arange(games) % 2
    lineups = [[(8, 0.0) if own == seat else (0, 0.0) for own in range(2)] for seat in seats]
    found = kernel.play(lineups, [*(np.arange(games) // 2)], [[1, 2]] * games)
    won = sum(seat in game.result.winners for seat, game in zip(seats, found, strict=True))
    lost = sum(1 - seat in game.result.winners for seat, game in zip(seats, found, strict=True))
    assert won >= lost
