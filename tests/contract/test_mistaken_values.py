"""The public contract: a value of another kind, such as a view for a state, is named."""

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

import livingstone as ls
from livingstone.events import opening
from livingstone.records import conceal
from livingstone.table import target_of

STATE = ls.new_game(2, seed=7)
VIEW = ls.view(STATE, 0)
MOVE = ls.TakeDie(3)
TABLE = ls.Table(STATE)
GIVEN: dict[str, Any] = {
    "State": STATE,
    "View": VIEW,
    "Move": MOVE,
    "Event": ls.play(STATE, MOVE).events[0],
    "Record": TABLE.record(),
    "Table": TABLE,
    "Transition": ls.play(STATE, MOVE),
    "None": None,
}
"""What a function can be given by mistake."""
BOTS = "random", "greedy", "ismcts:iterations=2"


def choose_with(name: str) -> Callable[[Any], object]:
    bot = ls.load_player(name)
    return lambda it: bot.choose(it, Random(1))


OTHER_NAMES = {"Table", "a picture", "the argument `edition`", "the target of a move"}
"""What is named in place of the function that was called."""
GROUP = ls.group_moves(VIEW)[0]
TAKERS: dict[str, list[Callable[[Any], object]]] = {
    "State": [
        lambda it: ls.apply(it, MOVE),
        ls.legal_moves,
        ls.chance_outcomes,
        lambda it: ls.sample_outcome(it, 1),
        lambda it: ls.with_seed(it, 1),
        ls.with_explicit_chance,
        ls.result,
        lambda it: ls.view(it, 0),
        ls.validate,
        lambda it: ls.perft(it, 1),
        lambda it: ls.divide(it, 1),
        lambda it: ls.play(it, MOVE),
        opening,
        ls.deal,
        ls.Table,
        lambda it: conceal(it, MOVE, 0),
        ls.Record.of,
    ],
    "State View": [
        lambda it: ls.is_legal(it, MOVE),
        lambda it: ls.why_illegal(it, MOVE),
        lambda it: ls.price_of(it, 1),
        ls.svg.board,
        ls.svg.land,
        ls.text.board,
        ls.text.lines,
    ],
    "View": [
        lambda it: ls.sample_state(it, 1),
        ls.group_moves,
        lambda it: ls.choose_move(it, "die-3"),
        lambda it: ls.describe_group(GROUP, it),
        lambda it: ls.events.advance(it, GIVEN["Event"]),
        lambda it: ls.describe_move(MOVE, it),
        *map(choose_with, BOTS),
    ],
    "Event": [lambda it: ls.describe(it, edition="printed"), lambda it: ls.visible(it, 0)],
    "Move": [
        lambda it: ls.describe_move(it, VIEW),
        lambda it: ls.format_move(it, 0),
        ls.needs_confirmation,
        lambda it: target_of(it, 1),
    ],
    "Edition str": [
        lambda it: ls.new_game(2, edition=it),
        lambda it: ls.describe_rules(it),
        lambda it: ls.describe_board(it),
        lambda it: ls.describe(GIVEN["Event"], edition=it),
        lambda it: ls.simulate(["random", "random"], 1, seed=1, edition=it),
    ],
    "Card": [ls.describe_card],
    "str": [ls.parse_move, ls.loads, ls.records.loads_all, lambda it: ls.choose_move(VIEW, it)],
    "Record": [ls.dumps, lambda it: ls.dump(it, "game.toml"), ls.Table.from_record],
}
if find_spec("numba"):
    TAKERS["Record"].append(ls.review)
    TAKERS["View"].append(lambda it: ls.hint(it, seconds=0.01))
if find_spec("numpy"):
    TAKERS["View"].append(ls.envs.observe)


@pytest.mark.parametrize(
    ("wanted", "take"), [(wanted, take) for wanted, takers in TAKERS.items() for take in takers]
)
def test_a_value_of_another_kind_is_named_with_the_kind_that_is_needed(
    wanted: str, take: Callable[[Any], object]
) -> None:
    needed = " or ".join(f"an? {kind}" for kind in wanted.split())
    for given, value in GIVEN.items():
        if given not in wanted.split():
            with pytest.raises(TypeError, match=rf"needs {needed}.*, not an? \w+") as error:
                take(value)
            assert type(value).__name__ in str(error.value)
            who = str(error.value).partition(" needs ")[0]
            called = {entry.name for entry in error.traceback}
            owner, _, function = who.rpartition(".")
            assert who in OTHER_NAMES or function in called
            assert not owner or hasattr(ls, owner)
            assert len(str(error.value)) < 200


def test_the_error_says_what_to_do_instead() -> None:
    for call, told in (
        (lambda: ls.apply(VIEW, MOVE), "apply needs a State, not a View: .*sample_state"),  # type: ignore[arg-type]
        (lambda: ls.describe(MOVE, edition="bga"), r"needs an Event, not a TakeDie: play\("),  # type: ignore[arg-type]
        (lambda: ls.group_moves(STATE), r"needs a View, not a State: view\(state, seat\)"),  # type: ignore[arg-type]
        (lambda: ls.dumps(TABLE), "needs a Record, not a Table: its method `record`"),  # type: ignore[arg-type]
        (lambda: ls.describe_rules(STATE), "not a State: its attribute `edition` is one"),  # type: ignore[arg-type]
        (lambda: ls.describe_card(None), "needs a Card, not a NoneType$"),  # type: ignore[arg-type]
        (lambda: ls.describe_card("market"), r"needs a Card, not a str: edition\.card\(id\)"),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError, match=told):
            call()
