"""Arguments of batches: what is wrong is refused before the first game, and numpy is accepted."""

from collections.abc import Callable
from fractions import Fraction
from inspect import signature
from pathlib import Path
from typing import Any

import numpy
import pytest

import livingstone as ls
from livingstone import ArgumentError, Progress
from livingstone.simulation import Options

GOOD: dict[Callable[..., object], dict[str, Any]] = {
    ls.simulate: {"lineup": ["random", "random"], "games": 2, "seed": 7},
    ls.compare: {"a": "random", "b": "greedy", "against": ["random"], "games": 2, "seed": 7},
    ls.tournament: {"names": ["random", "greedy", "livingstone.players:RandomBot"], "games": 2}
    | {"seed": 7},
}
TINY = Fraction(1, 10**400)
ALL = [pytest.param(play, id=play.__name__) for play in GOOD]
WRONG: dict[str, list[object]] = {
    "games": [2.0, None, "2", 0, -1, True, numpy.float64(2), numpy.array([2, 3])],
    "seed": [None, 7.0, -1, 2**128, True, numpy.array([7])],
    "edition": [None, 7, "rhino", ["printed"]],
    "rotate": [None, "no", 1, numpy.array([True, False])],
    "executor": ["threads", 7, numpy.array(["processes", "x"])],
    "workers": [0, 2, 1.0, True, "2"],
    "chunk": [0, 1.5, True, "2"],
    "on_progress": [7, "print"],
    "seconds_per_move": [0, -1.0, float("nan"), float("inf"), True, "1", 10**400, TINY],
    "lineup": [None, 7, "random", [], ["random", 3], numpy.array(["random", "random"])],
    "against": [None, 7, "random", [], ["random", 3], numpy.array(["random", "random"])],
    "names": [None, 7, "random", [], ["random", 3], numpy.array(["random", "greedy"])],
    "a": [None, 7, ["random"], "nobody"],
    "b": [None, 7, ["random"], "nobody"],
    "players": [None, 2.0, 0, 1, 6, True],
    "sink": [7, "games.txt", "no such folder/games.csv"],
    "folder": [7, ["x"], "games\0"],
    "no_such_option": [7],
}
PLAYED: list[str] = []


class Recording:
    """A bot that remembers that it was asked."""

    def choose(self, view: ls.View, rng: object) -> ls.Move:
        PLAYED.append("a move")
        return view.legal_moves[0]


def cases() -> list[Any]:
    found = []
    for play, good in GOOD.items():
        taken = {*signature(play).parameters, *Options.__annotations__, "no_such_option"}
        assert good.keys() <= taken
        found += [
            pytest.param(play, name, value, id=f"{play.__name__}-{name}-{number}")
            for name, values in WRONG.items()
            for number, value in enumerate(values)
            if name in taken
        ]
    return found


@pytest.mark.parametrize(("play", "name", "value"), cases())
def test_a_wrong_argument_is_refused_before_the_first_game(
    play: Callable[..., object], name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    PLAYED.clear()
    monkeypatch.setattr("livingstone.players.bot.RandomBot.choose", Recording.choose)
    with pytest.raises(ArgumentError) as error:
        play(**(GOOD[play] | {name: value}))
    assert "\n" not in str(error.value)
    assert not PLAYED


@pytest.mark.parametrize("play", ALL)
def test_integers_of_numpy_are_whole_numbers(play: Callable[..., Any]) -> None:
    good = GOOD[play]
    arguments = good | {name: numpy.int64(good[name]) for name in ("games", "seed")}
    arguments |= {"chunk": numpy.int64(2), "workers": numpy.int64(1)}
    arguments |= {"seconds_per_move": numpy.float64(9)}
    assert play(**arguments).to_json() == play(**good).to_json()


def test_numbers_of_numpy_do_not_get_into_files(tmp_path: Path) -> None:
    files = []
    kinds: tuple[Any, ...] = (int, numpy.int64)
    for kind in kinds:
        files.append(tmp_path / f"{kind.__name__}.csv")
        ls.simulate(["random"] * 2, kind(2), seed=kind(7), seconds_per_move=kind(9), sink=files[-1])
    one, other = (file.with_name(f"{file.name}.batch.json").read_text() for file in files)
    assert one == other
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_tournament_takes_seats_from_numpy() -> None:
    arguments = GOOD[ls.tournament] | {"players": numpy.int64(3)}
    assert ls.tournament(**arguments).players == 3


@pytest.mark.parametrize("play", ALL)
def test_every_option_can_be_given_by_its_name(play: Callable[..., Any]) -> None:
    steps: list[Progress] = []
    options = Options(
        edition="printed",
        executor=None,
        workers=None,
        chunk=None,
        on_progress=steps.append,
        seconds_per_move=None,
    )
    assert options.keys() == Options.__annotations__.keys()
    assert play(**GOOD[play], **options).to_json() == play(**GOOD[play]).to_json()
    assert steps[-1].done == steps[-1].total


def test_a_misspelt_option_is_told_with_those_that_exist() -> None:
    with pytest.raises(ArgumentError, match=r"no option 'sede'; the options are edition, exec"):
        ls.simulate(["random"] * 2, 2, seed=7, sede=7)  # type: ignore[call-arg]


def test_a_bot_in_place_of_its_name_is_told() -> None:
    with pytest.raises(ArgumentError, match=r"lineup must be names of bots.*not GreedyBot\(\)"):
        ls.simulate(["random", ls.load_player("greedy")], 2, seed=7)  # type: ignore[list-item]
