"""The public contract: names, a game as the design describes it, bad arguments and errors."""

import copy
import pickle
from typing import Any, get_args

import pytest

import livingstone as ls

CONTRACT = """
TakeDie DrawCard TakeCoins Dig BuildTent PlayCard SellGems Donate EndTurn Space Gems Stones State
Player RoundRoll DonationRoll StoneDraw CardDraw DiceRolled StonesDrawn CardRevealed new_game
legal_moves apply result Result Standing chance_outcomes with_explicit_chance with_seed
load_edition Edition LivingstoneError DataError IllegalMoveError RecordError is_legal why_illegal
validate perft divide
"""
"""What other programs are written against (design, section 4, and the parts built on it)."""


def test_what_is_public_is_there_and_sorted() -> None:
    assert {*CONTRACT.split()} <= {*ls.__all__}
    assert list(ls.__all__) == sorted(set(ls.__all__))
    assert all(getattr(ls, name) is not None for name in ls.__all__)


def test_what_is_public_explains_itself() -> None:
    for name in ls.__all__:
        thing = getattr(ls, name)
        if isinstance(thing, type) or callable(thing):
            assert thing.__doc__, name


def test_every_kind_of_move_and_outcome_is_public() -> None:
    for union in (ls.Move, ls.Outcome):
        for cls in get_args(union):
            assert getattr(ls, cls.__name__) is cls


def test_a_game_begins_as_it_is_told() -> None:
    assert ls.new_game(3, seed=7) == ls.new_game(3, seed=7, edition="printed", first=0)
    assert ls.new_game(3, seed=7, edition=ls.load_edition("bga")) == ls.new_game(
        3, seed=7, edition="bga"
    )
    assert ls.new_game(4, seed=7, first=3).current_player == 3
    assert ls.new_game(4, seed=7, first=3).starting_player == 3
    assert ls.new_game(2, seed=0) != ls.new_game(2, seed=1)


def test_without_a_seed_games_differ() -> None:
    assert len({ls.new_game(5) for _ in range(5)}) == 5


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"players": 1}, "players"),
        ({"players": 6}, "players"),
        ({"players": 10**5000}, "players"),
        ({"players": 3, "first": 3}, "first"),
        ({"players": 3, "first": -1}, "first"),
        ({"players": 3, "seed": -1}, "seed"),
        ({"players": 3, "seed": 2**128}, "seed"),
        ({"players": 3, "seed": 10**5000}, "seed"),
        ({"players": 3, "seed": 7, "explicit_chance": True}, "seed"),
        ({"players": 3, "edition": "rhino"}, "edition"),
        ({"players": 3, "edition": ""}, "edition"),
    ],
    ids=lambda value: str(value)[:60] if isinstance(value, str) else "",
)
def test_a_bad_argument_is_named(arguments: dict[str, Any], named: str) -> None:
    with pytest.raises(ls.ArgumentError, match=named) as error:
        ls.new_game(**arguments)
    assert isinstance(error.value, ValueError)
    assert isinstance(error.value, ls.LivingstoneError)
    assert len(str(error.value)) < 300


def refused() -> ls.IllegalMoveError:
    state = ls.new_game(3, seed=7)
    with pytest.raises(ls.IllegalMoveError) as error:
        ls.apply(state, ls.EndTurn())
    return error.value


@pytest.mark.parametrize(
    "error", [ls.DataError("a.toml", ["x: is missing"]), ls.ArgumentError("no"), refused()], ids=str
)
def test_errors_survive_copying(error: Exception) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert twin.args == error.args
        assert vars(twin) == vars(error)
