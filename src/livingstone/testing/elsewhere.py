"""Ask an effect the same questions in a second process, where sets of texts have another order.

The process imports the module of the effect. So a class that cannot be imported is not asked there:
one that is defined in a notebook, in a function, or in a script whose top level does more than
define things.
"""

import ast
import json
import os
import runpy
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from attrs import frozen

import livingstone as ls
from livingstone.errors import error_line
from livingstone.game.card_effect import CardEffect, effects_of
from livingstone.game.chance import draw
from livingstone.game.moves import Action, PlayCard
from livingstone.game.rules.cards import legal_plays
from livingstone.game.rules.ending import before_scoring
from livingstone.game.state import State, Streams

SECONDS = 60.0
"""The most seconds for the second process; a slower one counts as one that could not start."""
MOST_STEPS = 6
"""The most outcomes and choices that a card is followed through."""
Answers = dict[str, str]
"""The answers of an effect, by the question."""


@frozen
class Sample:
    """A position with explicit chance, and a card with the effect that the player to move holds."""

    state: State
    card: str
    move: PlayCard | None
    """A move that plays the card; None where it cannot be played."""


def answers(sample: Sample) -> Answers:
    """Ask an effect every question in a position; play its card, with outcomes and choices."""
    state = sample.state
    move = sample.move
    effect = effects_of(state.edition)[sample.card]
    seats = range(len(state.players))
    asked: dict[str, Callable[[], object]] = {
        "figure": lambda: effect.figure,
        "emblem": lambda: effect.emblem,
        "points_in_hand": lambda: effect.points_in_hand,
        "moments": lambda: effect.moments,
        "stones_drawn": lambda: effect.stones_drawn,
        "prices": lambda: effect.prices,
        "ways": lambda: effect.ways(len(state.players)),
        "value": lambda: (effect.value(state), effect.value(state, move)),
        "end_points": lambda: [effect.end_points(before_scoring(state), seat) for seat in seats],
        "the ways to play it": lambda: legal_plays(state),
    }
    if move is not None:
        asked["what it does"] = lambda: _told(state, move)
        asked["how it is told"] = lambda: ls.describe_move(move, _seen(state))
    return {question: _answer(ask) for question, ask in asked.items()}


def _seen(state: State) -> ls.View:
    return ls.view(state, state.current_player)


def _told(state: State, move: PlayCard) -> str:
    """Write down what a card does, also with outcomes of chance and with choices."""
    action: Action = move
    told = list[str]()
    while len(told) <= MOST_STEPS:
        done = ls.play(state, action)
        told.append(f"{action}, {done.events}")
        state = done.state
        if state.playing is None:
            break
        if state.choice is None:
            action, _ = draw(state, Streams(0))
            continue
        options = ls.legal_moves(state)
        told[-1] += f", to choose: {[ls.describe_move(own, _seen(state)) for own in options]}"
        action = options[0]
    return ", then ".join([*told, ls.to_json(state)])


def _answer(ask: Callable[[], object]) -> str:
    try:
        return str(ask())
    except Exception as error:  # an answer like others
        return error_line(error)


def answers_elsewhere(
    effect: type[CardEffect], samples: Sequence[Sample], hash_seed: int
) -> list[Answers]:
    """Ask an effect in a second process; return nothing if its class cannot be imported there.

    `hash_seed` decides the order of sets of texts (`PYTHONHASHSEED`).
    """
    place = _place_of(effect)
    if place is None:
        return []
    order = {
        "path": sys.path,
        "place": place,
        "samples": [
            (ls.to_json(own.state), own.card, own.move and ls.to_json(own.move)) for own in samples
        ],
    }
    more = {"PYTHONHASHSEED": str(hash_seed), "PYTHONIOENCODING": "utf-8"}
    try:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-c", f"from {__name__} import main; main()"],
            input=json.dumps(order),
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, **more},
            timeout=SECONDS,
        )
        found: list[Answers] = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return []
    return found


def main() -> None:
    """Answer the order on standard input; what the module of the effect prints is not sent."""
    out, sys.stdout = sys.stdout, sys.stderr
    order = json.load(sys.stdin)
    sys.path[:] = order["path"]
    effect = _class_at(**order["place"])
    found = list[Answers]()
    for state, card, written in order["samples"]:
        move = None if written is None else ls.from_json(written, ls.Move)
        assert move is None or isinstance(move, PlayCard)
        sample = Sample(ls.from_json(state, State, effects=[effect]), card, move)
        found.append(answers(sample))
    json.dump(found, out)


def _place_of(effect: type) -> dict[str, str] | None:
    """Say where a second process finds a class: a name in a module or in a script."""
    module = sys.modules.get(effect.__module__)
    name = effect.__qualname__
    if module is None or _found(vars(module), name) is not effect:
        return None
    if module.__name__ != "__main__":
        place = {"module": module.__name__, "name": name}
        path = getattr(module, "__file__", None)
        return {**place, "file": path} if path else place
    if (spec := module.__spec__) is not None:  # python -m
        return {"module": spec.name, "name": name}
    path = getattr(module, "__file__", None)
    if path and _only_defines(Path(path)):
        return {"script": path, "name": name}
    return None


def _class_at(name: str, module: str = "", file: str = "", script: str = "") -> type[CardEffect]:
    if script:
        found = runpy.run_path(script, run_name="script_of_an_effect")
    else:
        found = vars(_module(module, file))
    effect: type[CardEffect] = _found(found, name)
    return effect


def _module(name: str, file: str) -> ModuleType:
    """Import a module, from its file if no folder of `sys.path` has it, as in tests of pytest."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        spec = spec_from_file_location(name, file)
        if spec is None or spec.loader is None:
            raise
        module = module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module


def _found(names: Mapping[str, object], name: str) -> Any:
    """Find a class by its qualified name; None if it is not there."""
    first, *rest = name.split(".")
    return reduce(lambda found, part: getattr(found, part, None), rest, names.get(first))


_DEFINES = (
    ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign,
    ast.AnnAssign,
)  # fmt: skip


def _only_defines(script: Path) -> bool:
    """Return whether running a script only defines things; `if __name__ == …` guards the rest."""
    try:
        parsed = ast.parse(script.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return False
    return all(
        isinstance(part, _DEFINES)
        or (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
        or (isinstance(part, ast.If) and "__name__" in ast.unparse(part.test))
        for part in parsed.body
    )
