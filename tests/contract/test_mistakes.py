"""The public contract: bad arguments, errors and moves that cannot be."""

import copy
import pickle
from typing import Any

import pytest

import livingstone as ls

# Arguments


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


# Errors


def refused() -> ls.IllegalMoveError:
    state = ls.new_game(3, seed=7)
    with pytest.raises(ls.IllegalMoveError) as error:
        ls.apply(state, ls.EndTurn())
    return error.value


def test_an_illegal_move_says_why() -> None:
    error = refused()
    assert error.move == ls.EndTurn()
    assert error.state == ls.new_game(3, seed=7)
    assert error.reason == ls.why_illegal(error.state, error.move)
    assert isinstance(error.reason, ls.Refusal)
    assert error.reason.code is ls.Code.TURN_NOT_BEGUN
    assert error.reason.rule == "R3.1"
    assert str(error.reason) == f"{error.reason.sentence} ({error.reason.rule})"
    assert str(error.reason) in str(error)
    assert "EndTurn()" in str(error)


@pytest.mark.parametrize(
    "error", [ls.DataError("a.toml", ["x: is missing"]), ls.ArgumentError("no"), refused()], ids=str
)
def test_errors_survive_copying(error: Exception) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert twin.args == error.args
        assert vars(twin) == vars(error)
