"""The study in the documentation can be made again, with every file that its page shows."""

import re
from pathlib import Path

import pytest
from programs import ROOT, run_python

PAGE = ROOT / "docs" / "explanation" / "study.md"
SHOWN = set(re.findall(r"\.\./study/results/([\w-]+\.(?:inc|svg))", PAGE.read_text("utf-8")))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    done = run_python("docs/study/run.py", "--games", "2", "--jobs", "2", "--out", str(folder))
    assert done.returncode == 0, done.stderr
    return folder


def test_the_study_makes_every_file_that_its_page_shows_and_no_other(made: Path) -> None:
    assert SHOWN
    assert {file.name for file in made.iterdir()} == SHOWN


def test_every_file_that_the_page_shows_is_there_and_has_the_columns_that_are_made_now(
    made: Path,
) -> None:
    for name in SHOWN:
        shown = ROOT / "docs" / "study" / "results" / name
        if name.endswith(".inc"):
            assert _heads(shown) == _heads(made / name)
        else:
            assert shown.read_text("utf-8").startswith("<?xml")


def _heads(file: Path) -> str:
    return file.read_text("utf-8").splitlines()[0]
