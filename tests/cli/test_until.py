"""`compare --until`: a sequential test at the terminal."""

import pytest

pytest.importorskip("statsmodels")

from livingstone.cli import main

COMPARE = ["compare", "random", "failing_bots:Crashing", "--seed", "7", "--jobs", "1"]


def test_compare_ends_when_its_test_has_decided(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMPARE, "--games", "400", "--until", "wins=0:0.3,alpha=0.1,beta=0.1"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Sequential test: Accepted: +30 % of the games or more." in told
    assert "400 games each" not in told


@pytest.mark.parametrize(
    ("until", "message"),
    [
        ("elo=20", "write a test as wins=0:0.05"),
        ("elo=0:20,alpha=0.6", "alpha must be above 0 and below 0.5"),
    ],
)
def test_a_test_that_is_impossible_gets_one_line(
    capsys: pytest.CaptureFixture[str], until: str, message: str
) -> None:
    assert main([*COMPARE, "--until", until]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert message in told.err
    assert told.err.count("\n") == 1
