"""What the kernel does not know is found when its tables are made."""

from typing import Any

import pytest

pytest.importorskip("numba")

from attrs import evolve, frozen
from hypothesis import given

import livingstone as ls
from livingstone.edition.types import Card, CardNames, Coin, Dice
from livingstone.effects import DrawStones, GainCoins, Market
from livingstone.kernel import Kernel, UnsupportedEditionError
from livingstone.testing import custom_editions

PRINTED = ls.load_edition("printed")


@frozen
class MoreCoins(GainCoins):
    """A subclass of an effect that is known."""


def with_card(edition: ls.Edition, effect: object) -> ls.Edition:
    card = Card("own", 1, effect, CardNames("Own"), "Own.")  # type: ignore[arg-type]
    return evolve(edition, cards=(*edition.cards, card))


def test_a_subclass_of_a_known_effect_is_not_known() -> None:
    with pytest.raises(UnsupportedEditionError, match="the effect MoreCoins of the card own"):
        Kernel.of(with_card(PRINTED, MoreCoins(3)), 2)


def with_board(**changes: Any) -> ls.Edition:
    return evolve(PRINTED, board=evolve(PRINTED.board, **changes))


@pytest.mark.parametrize(
    ("name", "edition"),
    [
        ("tents", with_board(tents=40_000)),
        ("coins", with_board(coins=(Coin(1, 40_000),))),
        ("dice of a roll", with_board(dice=Dice(101, 6, 2))),
        ("dice of a roll", with_board(dice=Dice(2, 6, 21))),
        ("bits of the number of rolls", with_board(dice=Dice(60, 20, 2))),
        ("stones of a draw", with_card(PRINTED, DrawStones(201))),
        ("points in a round", with_card(PRINTED, Market(ls.Gems(1, 1, 1), ls.Gems(*[10_000] * 3)))),
    ],
)
def test_figures_that_do_not_fit_are_refused_by_name(name: str, edition: ls.Edition) -> None:
    with pytest.raises(UnsupportedEditionError, match=name):
        Kernel.of(edition, 2)


def test_r6_6_more_moves_than_the_buffer_holds_are_refused() -> None:
    stones = PRINTED.board.stones
    colours = "clear", "blue", "red"
    many = evolve(stones, **{name: evolve(getattr(stones, name), count=60) for name in colours})
    with pytest.raises(UnsupportedEditionError, match="legal moves of a position"):
        Kernel.of(with_board(stones=many), 2)


def test_the_room_for_moves_holds_all_that_a_player_with_everything_can_do() -> None:
    board = evolve(PRINTED.board, rows=PRINTED.board.rows[:1], dice=Dice(1, 1, 1))
    edition = evolve(PRINTED, board=board, cards=PRINTED.cards[-1:])
    start = ls.new_game(3, edition=edition, explicit_chance=True)
    gems, others = board.bag.gems, [player.changed(coins=0) for player in start.players[1:]]
    rich = start.player.changed(coins=board.money - 1, gems=gems, last_die=1)
    state = start.changed(players=(rich, *others), bag=start.bag - gems.stones, bank=1, die=1)
    state = state.changed(dice_taken=1, pending=None)
    kernel = Kernel.of(edition, 3)
    moves = kernel.legal_moves(kernel.encode(state))
    assert moves == ls.legal_moves(state)
    assert len(moves) == 4 + board.bag.gems.total + board.money - 1


def test_r1_1_a_number_of_players_that_cannot_play_is_a_bad_argument() -> None:
    with pytest.raises(ls.ArgumentError, match="players"):
        Kernel.of("printed", 6)


@given(custom_editions())
def test_every_edition_with_known_effects_and_small_figures_is_known(edition: ls.Edition) -> None:
    for players in range(edition.board.players.least, edition.board.players.most + 1):
        assert Kernel.of(edition, players).players == players


def test_states_of_other_games_are_refused() -> None:
    with pytest.raises(ls.ArgumentError, match="other games"):
        Kernel.of("printed", 2).encode(ls.new_game(3, seed=1))
    with pytest.raises(ls.ArgumentError, match="other games"):
        Kernel.of("printed", 2).encode(ls.new_game(2, seed=1, edition="bga"))


@pytest.mark.parametrize("bot", ["ismcts", "nobody"])
def test_bots_in_python_are_refused(bot: str) -> None:
    with pytest.raises(ls.ArgumentError, match=f"has no bot '{bot}'"):
        Kernel.of("printed", 2).play([["greedy", bot]], [1], [[1, 2]])
