"""`livingstone review`."""

import re
from pathlib import Path

import pytest

pytest.importorskip("numba")

from positions import beginning

import livingstone as ls
from livingstone.cli import main


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.toml"
    ls.dump(beginning(players=("Ann", "Ben")), path)
    return path


def test_it_prints_a_curve_a_table_and_sentences_and_draws_the_chart(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "chances.svg"
    options = ["--rollouts", "50", "--language", "de", "--plot", str(target)]
    assert main(["review", str(file), *options]) == 0
    printed = capsys.readouterr().out
    for words in ("Ann", "Glück", "50 Partien je Stellung reichen nicht", "?!  eine Ungenauigkeit"):
        assert words in printed
    assert re.match("<svg [^>]*width=.960", target.read_text())


def test_it_writes_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--rollouts", "20", "--json", "--seat", "1", "--seed", "3"]
    assert main(["review", str(file), *options]) == 0
    found = ls.from_json(capsys.readouterr().out, ls.Review)
    assert found == ls.review(beginning(players=("Ann", "Ben")), rollouts=20, seat=1, seed=3)


def test_it_says_that_a_spectators_record_does_not_show_what_choices_cost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "seen.toml"
    ls.dump(beginning(players=("Ann", "Ben")).seen_by(None), path)
    assert main(["review", str(path), "--rollouts", "100"]) == 0
    assert "Ann and Ben: these choices cannot be judged" in capsys.readouterr().out
