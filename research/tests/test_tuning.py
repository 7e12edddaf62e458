"""Tuning climbs, and continues a run that was interrupted."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from math import log
from pathlib import Path

import pytest
import tune

from livingstone.players import Weights, load_weights, weights_for


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, iterations: int, *more: str) -> bytes:
    sizes = ["--players", "3", "--games", "3", "--iterations", str(iterations), "--jobs", "1"]
    monkeypatch.setattr(sys, "argv", ["tune.py", *sizes, "--out", str(folder), *more])
    tune.main()
    return (folder / "steps.jsonl").read_bytes()


def test_an_interrupted_run_continues_and_gives_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = run(tmp_path / "whole", monkeypatch, 4)
    assert "3 games on 1 deal" in capsys.readouterr().out
    again = tmp_path / "again"
    assert whole.startswith(run(again, monkeypatch, 2))
    (again / "steps.jsonl").write_bytes(whole[:-5])
    assert run(again, monkeypatch, 4) == whole
    found = load_weights(again / "weights.toml")
    assert found == load_weights(tmp_path / "whole" / "weights.toml") != weights_for(3)
    assert load_weights(again / "start.toml") == weights_for(3)
    with pytest.raises(SystemExit, match="is of another tuning"):
        run(again, monkeypatch, 4, "--seed", "1")


def test_it_climbs_to_what_plays_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The best here is a rivalry of 3; the other weights do not matter."""

    def badness(weights: Weights) -> float:
        return (log(weights.rivalry) - log(3)) ** 2

    monkeypatch.setattr(tune, "play_both", lambda plus, minus, *_: badness(minus) - badness(plus))
    options = Namespace(out=tmp_path, players=2, seed=7, edition="printed", iterations=3000)
    found = tune.climb(Weights(rivalry=1.0), options)
    assert found.rivalry == pytest.approx(3, rel=0.1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_gain_is_fair_to_both_sets(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    options = Namespace(players=players, edition="printed")
    same = weights_for(players)
    assert tune.play_both(same, same, 11, options) == pytest.approx(0)
    other = Weights(rivalry=3.0)
    for best in (same, other):

        def shares(weights: Sequence[Weights], *_: object, best: Weights = best) -> list[float]:
            wins = [own is best for own in weights]
            return [own / sum(wins) for own in wins]

        monkeypatch.setattr(tune, "_play", shares)
        gain = 1 if best is same else -1
        assert tune.play_both(same, other, 11, options) == pytest.approx(gain)
