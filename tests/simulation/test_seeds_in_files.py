"""Seeds of games are too wide for the numbers of most programs, and so are written as texts."""

import csv
import json
from pathlib import Path

import pytest

from livingstone import new_game, read_rows, simulate
from livingstone.simulation.games.batch import Batch
from livingstone.simulation.games.seeds import read_seed, seed_text


def test_no_program_takes_a_seed_in_a_file_for_a_number(tmp_path: Path) -> None:
    simulate(["random"] * 2, 6, seed=7, sink=tmp_path / "games.csv")
    simulate(["random"] * 2, 6, seed=7, sink=tmp_path / "games.jsonl")
    with (tmp_path / "games.csv").open(newline="") as file:
        texts = [row["seed"] for row in csv.DictReader(file)]
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    assert texts == [json.loads(line)["seed"] for line in lines]
    batch = Batch(("random", "random"), 7, "printed")
    for game, text in enumerate(texts):
        with pytest.raises(ValueError, match="could not convert"):
            float(text)
        assert int(text[1:], 16) == batch.seed_of(game)
        assert new_game(2, seed=batch.seed_of(game))
    for path in tmp_path.glob("games.*s*"):
        if path.suffix != ".json":
            seeds = [row.seed for row in read_rows(path)]
            assert seeds == [batch.seed_of(game) for game in range(6)]


@pytest.mark.parametrize("seed", [0, 7, 2**53, 2**128 - 1])
def test_a_seed_is_read_as_it_was_written(seed: int) -> None:
    assert read_seed(seed_text(seed)) == seed


@pytest.mark.parametrize(
    "text", ["", "7", "x7", 7, None, "x" + "g" * 32, "x" + "A" * 32, "x" + "0" * 33, "x" * 33]
)
def test_nothing_else_is_a_seed(text: object) -> None:
    with pytest.raises(ValueError, match="32 hexadecimal digits"):
        read_seed(text)
