"""The study can be made again, with every file that its page shows."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from programs import ROOT, run_python

PAGE = ROOT / "docs" / "explanation" / "study.md"
RESULTS = ROOT / "research" / "study" / "results"
SHOWN = set(
    re.findall(r"\.\./\.\./research/study/results/([\w-]+\.(?:inc|svg))", PAGE.read_text("utf-8"))
)


def make(out: Path, work: Path, jobs: int) -> Path:
    options = ["--deals", "1", "--jobs", str(jobs), "--out", str(out), "--work", str(work)]
    done = run_python("research/study/run.py", *options)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("study")


@pytest.fixture(scope="module")
def made(folder: Path) -> Path:
    return make(folder / "made", folder / "games", jobs=2)


def test_the_study_makes_every_file_that_its_page_shows_and_no_other(made: Path) -> None:
    assert SHOWN
    assert {file.name for file in made.iterdir()} == SHOWN


def test_the_study_continues_with_its_games_and_gives_the_same_bytes(
    made: Path, folder: Path
) -> None:
    again = make(folder / "again", folder / "games", jobs=1)
    for file in made.iterdir():
        assert (again / file.name).read_bytes() == file.read_bytes()


def test_every_file_that_the_page_shows_is_there_and_has_the_columns_that_are_made_now(
    made: Path,
) -> None:
    assert {file.name for file in RESULTS.iterdir()} == SHOWN
    for name in SHOWN:
        shown = RESULTS / name
        if name.endswith(".inc"):
            assert _heads(shown) == _heads(made / name)
        else:
            assert shown.read_text("utf-8").startswith("<?xml")


def _heads(file: Path) -> str:
    return file.read_text("utf-8").splitlines()[0]


# What the page says


CLAIMS = tomllib.loads((ROOT / "research" / "study" / "claims.toml").read_text("utf-8"))["claims"]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim["says"])
def test_what_the_page_claims_is_established_in_the_tables(claim: dict[str, Any]) -> None:
    """No difference is claimed whose interval, corrected for all of the study, includes 0."""
    heads, *lines = _cells(RESULTS / f"{claim['table']}.inc")
    lines = [line for line in lines if line[0] in claim["lines"] or line[1] in claim["lines"]]
    if players := claim.get("players"):
        lines = [line for line in lines if int(line[heads.index("players")]) in players]
    assert len(lines) == len(claim["lines"]) * len(claim.get("players", [0]))
    for line in lines:
        for column in claim["columns"]:
            assert line[heads.index(column)].startswith(f"**{claim['sign']}"), line


def _cells(file: Path) -> list[list[str]]:
    rows = [line for line in file.read_text("utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return [row for row in cells if not row[0].startswith(":")]
