"""The public contract: how the values of every public class show themselves, copies, pickles."""

import copy
import pickle
import subprocess
import sys
from enum import Enum
from pathlib import Path
from typing import Any, is_typeddict

import pytest
from public_values import public_classes, public_values

import livingstone as ls
from livingstone.effects import CardEffect

pytest.importorskip("numba")

MACHINES = {
    *("ActionSpace", "AgentBot", "Bot", "BlindBot", "BotPolicy", "Effect", "Episodes", "Games"),
    *("GreedyBot", "IsmctsBot", "Kernel", "Layout", "LearnedBot", "Observer", "RandomBot"),
    *("BotProcess", "LivingstoneEnv", "LivingstoneVectorEnv", "raw_env", "LivingstoneGame"),
    "ProgramProcess",
    *("LivingstoneState", "LivingstoneObserver", "OpenSpielBot", "Phrases", "ShippedBot"),
}
"""Public classes that do something, or are bases: they need not be equal to their copies."""
ELSEWHERE = {
    *("Between", "Game", "InformationState", "Known", "Matching", "PlainEffect", "PlayedGame"),
    *("PlayedSeat", "RandomGames", "Within"),
}
"""Those that nothing here makes."""


def is_value(cls: type) -> bool:
    return not (
        issubclass(cls, BaseException | Enum)
        or is_typeddict(cls)
        or cls is CardEffect
        or cls.__name__ in MACHINES | ELSEWHERE
    )


CLASSES = [cls for cls in public_classes() if is_value(cls)]


def some(cls: type) -> list[Any]:
    """Return the values with the longest and the shortest text, and one between."""
    values = sorted(public_values()[cls], key=lambda value: len(repr(value)))
    return [values[0], values[len(values) // 2], values[-1]]


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_a_value_shows_itself_in_one_line(cls: type) -> None:
    for text in map(repr, public_values()[cls]):
        assert len(text) < 200
        assert len(text.splitlines()) == 1
        assert text.startswith(f"{cls.__name__}(")


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_a_copy_and_a_pickle_equal_the_value(cls: type) -> None:
    for value in some(cls):
        copies = [copy.copy(value), copy.deepcopy(value)]
        copies += [
            pickle.loads(pickle.dumps(value, n)) for n in range(2, pickle.HIGHEST_PROTOCOL + 1)
        ]
        for twin in copies:
            assert twin == value
            assert type(twin) is cls
            assert repr(twin) == repr(value)


PROGRAM = """
import pickle, sys
values = pickle.load(open(sys.argv[1], "rb"))
pickle.dump([(value, repr(value)) for value in values], open(sys.argv[1], "wb"))
"""


def test_pickles_travel_to_another_process_and_back(tmp_path: Path) -> None:
    values = [value for cls in CLASSES for value in some(cls) if not is_of_a_test(value)]
    file = tmp_path / "values"
    file.write_bytes(pickle.dumps(values))
    subprocess.run([sys.executable, "-c", PROGRAM, file], check=True, timeout=120)
    again = pickle.loads(file.read_bytes())
    assert [value for value, _ in again] == values
    assert [text for _, text in again] == [*map(repr, values)]


def is_of_a_test(value: object) -> bool:
    return type(value).__module__.startswith(("test", "public"))


def test_a_copy_of_a_table_is_another_table() -> None:
    table = ls.Table(ls.with_explicit_chance(ls.new_game(2, seed=7)), dealer=ls.deal)
    table.play(ls.Donate(1))
    for twin in (copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert twin.journal == table.journal
        twin.undo(0)
        assert (twin.state, table.can_undo(0)) == (table.start, True)
        assert twin != table
        twin.redo(0)
        assert twin == table


def test_a_position_is_drawn() -> None:
    state = ls.new_game(2, seed=7)
    assert str(state) == ls.text.board(state)
    assert str(ls.view(state, 0)) == ls.text.board(ls.view(state, 0))
