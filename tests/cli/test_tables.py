"""Tables on a terminal of 80 columns lose no figure."""

import random
import re

import pytest

import livingstone as ls
from livingstone.cli import main
from livingstone.cli.choosing import side_by_side
from livingstone.cli.tables import blocks, fitted
from livingstone.cli.telling import final_table
from livingstone.cli.terminal import plain_text

Capture = pytest.CaptureFixture[str]
LONG = "ismcts:iterations=1,rollout=random,rounds=1"


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--players", "5", "--seed", "7"],
        ["play", "--players", "5", "--seed", "7", "--names", f"{40 * 'A'},{40 * 'B'},C,D,E"],
        ["simulate", "--players", f"greedy,random,random,random,{LONG}", "--games", "2"],
        ["compare", "greedy", LONG, "--against", "random,random,random,random", "--games", "1"],
        ["tournament", "greedy", "random", LONG, "--games", "1"],
    ],
    ids=lambda arguments: " ".join(arguments[:3]),
)
def test_no_line_is_longer(
    arguments: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    more = [] if arguments[0] == "play" else ["--jobs", "1", "--seed", "7"]
    assert main([*arguments, *more]) == 0
    told = capsys.readouterr().out
    if arguments[0] == "play":
        told = told[told.index("\nrank") :]
        assert {"columns", "gems", "cards", "points", "donated", "tents"} <= set(told.split())
    assert max(map(len, told.splitlines())) <= 80


def test_every_figure_of_a_table_is_in_one_of_its_parts() -> None:
    rows = [["bot", *(f"head {n}" for n in range(20))], ["x", *(str(1000 + n) for n in range(20))]]
    parts = blocks(rows, 40)
    assert all(part[1][0] == "x" for part in parts)
    assert [cell for part in parts for cell in part[1][1:]] == rows[1][1:]


def test_a_long_name_is_broken_and_not_cut() -> None:
    (part,) = fitted([["bot", "wins"], [LONG, "1"]], 40)
    assert "".join(line[0] for line in part[1:]) == LONG
    assert re.fullmatch("1", "".join(line[1] for line in part[1:]))


def test_a_text_that_is_wider_than_the_terminal_is_broken_at_its_blanks() -> None:
    long = "build a tent in row 4 with the cards no cost and ignore the die, from row 3"
    lines = list(map(plain_text, side_by_side(["dig", long, "end"], 40)))
    assert lines == [
        " 1 dig",
        " 2 build a tent in row 4 with the cards",
        "   no cost and ignore the die, from row",
        "   3",
        " 3 end",
    ]


def test_r8_5_the_final_table_begins_with_the_winner() -> None:
    state, rng = ls.new_game(3, seed=7), random.Random(1)
    while not state.is_over:
        state = ls.apply(state, rng.choice(ls.legal_moves(state)))
    lines = final_table(state, ["Ann", "Ben", "Cleo"], 200).splitlines()[1:4]
    ranks = [int(line.split()[0]) for line in lines]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) > 1
