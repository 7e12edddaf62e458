"""The kernel plays by the rules of the engine: R1 to R9 on the same positions."""

import random
import tomllib

import pytest

pytest.importorskip("numba")

from editions import of_parts
from hypothesis import assume, given
from lockstep import check_choices, check_seeded_games, check_steps, crowded_games, some

import livingstone as ls
from livingstone.edition.effect import Effect
from livingstone.effects import BoatBack, Parts
from livingstone.kernel import Kernel
from livingstone.testing import Game, custom_editions, fold, games, pick_card, pick_rare, states
from livingstone.testing.strategies import dealt


def goes_back(effect: Effect) -> bool:
    return isinstance(effect, BoatBack) or (isinstance(effect, Parts) and effect.move_boat < 0)


SHIPPED = [(edition, players) for edition in ("printed", "bga") for players in range(2, 6)]


@given(games(explicit=True))
def test_moves_and_states_are_equal_at_each_step_from_any_position_of_any_edition(
    game: Game,
) -> None:
    check_steps(game.states, game.actions)


@pytest.mark.parametrize(("edition", "players"), SHIPPED)
def test_moves_and_states_are_equal_in_long_games_of_shipped_editions(
    edition: str, players: int
) -> None:
    rng = random.Random(players)
    for _ in range(some(3)):
        start = ls.new_game(players, edition=edition, explicit_chance=True)
        game = fold(start, rng.choices(range(256), k=700), pick_rare)
        check_steps(game.states, game.actions)


@pytest.mark.parametrize(("edition", "players"), SHIPPED)
def test_effects_of_parts_are_played_alike(edition: str, players: int) -> None:
    rng, own = random.Random(players), of_parts(edition)
    for _ in range(some(6)):
        start = ls.new_game(players, edition=own, explicit_chance=True)
        gifts = dealt(start, rng.choices(range(256), k=20))
        game = fold(gifts, rng.choices(range(256), k=500), pick_card)
        check_steps(game.states, game.actions)
    check_choices(ls.new_game(players, edition=own, explicit_chance=True), seed=players)
    for name in ("random", "greedy"):
        check_seeded_games(own, players, [name] * players, some(4), seed=players)


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("players", [2, 3])
def test_r4_4_r6_5_r9_1_r7_2_late_positions_with_crowded_boards_are_played_alike(
    edition: str, players: int
) -> None:
    """Tents run out there, and neighbours have several on a space, which hardly happens early."""
    for game in crowded_games(edition, players, count=some(60)):
        check_steps(game.states, game.actions)


@given(states())
def test_a_state_survives_encoding_but_for_its_seed(state: ls.State) -> None:
    kernel = Kernel.of(state.edition, len(state.players))
    assert kernel.decode(kernel.encode(state)) == ls.with_explicit_chance(state)


@given(games(explicit=True, longest=40))
def test_what_the_engine_refuses_the_kernel_refuses_for_the_same_reason(game: Game) -> None:
    kernel, state = Kernel.of(game.last.edition, len(game.last.players)), game.last
    array = kernel.encode(state)
    for action in [*game.actions, ls.EndTurn(), ls.Donate(10**6), ls.DrawCard()]:
        reason = ls.why_illegal(state, action)
        if reason is not None:
            with pytest.raises(ls.IllegalMoveError) as refusal:
                kernel.apply(array, action)
            assert refusal.value.reason == reason


@pytest.mark.parametrize(("edition", "players"), SHIPPED)
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_seeded_games_are_equal_from_the_first_roll_to_the_last(
    edition: str, players: int, name: str
) -> None:
    check_seeded_games(ls.load_edition(edition), players, [name] * players, some(4), seed=players)


@given(custom_editions())
def test_seeded_games_of_other_editions_are_equal(edition: ls.Edition) -> None:
    assume(not any(goes_back(effect) for effect in edition.effects.values()))  # endless
    players = edition.board.players.least
    names = ["greedy", *["random"] * (players - 1)]
    check_seeded_games(edition, players, names, 1, seed=1)


def test_r2_1_r4_3_r4_1_seeded_draws_of_many_dice_stones_and_cards_are_the_engines() -> None:
    board = ls.shipped_toml("board")
    board = board.replace("sides = 6", "sides = 20").replace("per_player = 2", "per_player = 1")
    data = tomllib.loads(board.replace("black = { count = 29 }", "black = { count = 9999 }"))
    check_seeded_games(ls.load_edition("bga", board=data), 3, ["random"] * 3, some(5), seed=3)


def test_threads_change_nothing() -> None:
    kernel, count = Kernel.of("printed", 3), some(50)
    bots, bot_seeds = [["greedy", "random", "random"]] * count, [[1, 2, 3]] * count
    one, two = (
        kernel.play(bots, range(count), bot_seeds, threads=threads).notes.tolist()
        for threads in (1, 2)
    )
    assert one == two
