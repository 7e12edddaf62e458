"""What the commands for batches ask of the library for what was typed."""

from typing import Any

import pytest

from livingstone import simulation
from livingstone.cli import main
from livingstone.simulation import SimulationError

Capture = pytest.CaptureFixture[str]
PLAYED = ["--games", "6", "--seed", "7", "--jobs", "1"]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Note what is asked for, and play nothing."""
    noted = list[dict[str, Any]]()

    def note(*given: object, **options: object) -> None:
        noted.append({"given": given, **options})
        raise SimulationError("nothing was played")

    for name in ("simulate", "compare", "tournament"):
        monkeypatch.setattr(simulation, name, note)
    return noted


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        (
            ["simulate", "--players", "greedy,random"],
            {"given": (["greedy", "random"],), "games": 6},
        ),
        (["simulate", "--players", "2"], {"rotate": True, "sink": None, "seconds_per_move": None}),
        (["simulate", "--players", "2", "--no-rotation"], {"rotate": False}),
        (["simulate", "--players", "2", "--seconds-per-move", "2"], {"seconds_per_move": 2.0}),
        (["simulate", "--players", "2"], {"engine": "auto", "executor": None, "workers": 1}),
        (["simulate", "--players", "2", "--jobs", "2"], {"executor": "processes", "workers": 2}),
        (["tournament", "a", "b", "--engine", "fast"], {"engine": "fast"}),
        (["compare", "greedy", "random"], {"given": ("greedy", "random")}),
        (["compare", "a", "b", "--against", "c,d"], {"against": ["c", "d"], "games": 6}),
        (
            ["tournament", "a", "b", "c", "--seats", "3"],
            {"given": (["a", "b", "c"],), "players": 3},
        ),
        (["tournament", "a", "b", "--out", "kept"], {"players": 2, "sink": "kept", "seed": 7}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_typed_is_asked_for(
    typed: list[str], wanted: dict[str, Any], asked: list[dict[str, Any]], capsys: Capture
) -> None:
    assert main([typed[0], *PLAYED, *typed[1:]]) == 1
    assert "nothing was played" in capsys.readouterr().err
    (options,) = asked
    assert {name: options[name] for name in wanted} == wanted


def test_ctrl_c_tells_that_nothing_was_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "simulate", interrupted)
    assert main(["simulate", "--players", "2", *PLAYED]) == 130
    assert "Nothing was kept" in capsys.readouterr().err
