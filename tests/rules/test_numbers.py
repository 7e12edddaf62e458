"""Every rule that the code cites exists and is tested, and no number is made up."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from editions import shipped_file

import livingstone

SOURCES = sorted(Path(livingstone.__file__).parent.rglob("*.py"))
DATA = sorted(shipped_file("board.toml").parent.glob("*.toml"))
RULINGS = Path(__file__).parents[2] / "docs" / "explanation" / "rulings.md"
TESTS = sorted(path for path in Path(__file__).parents[1].rglob("*.py") if path != Path(__file__))

LAST_OF_CHAPTER = {1: 9, 2: 7, 3: 2, 4: 8, 5: 2, 6: 14, 7: 2, 8: 6, 9: 2, 10: 4, 11: 2}
CHAPTERS = {f"R{chapter}" for chapter in LAST_OF_CHAPTER}
RULES = {
    f"R{chapter}.{number}"
    for chapter, last in LAST_OF_CHAPTER.items()
    for number in range(1, last + 1)
}

CITED = re.compile(r"\bR(\d+)(?:\.(\d+))?\b")
RANGE = re.compile(r"\bR(\d+)\.(\d+)(?: to |\s*[-\u2013]\s*)R\1\.(\d+)\b")
NAME = re.compile(r"^ *def (test_\w*)", re.MULTILINE)
EXPLAINED = re.compile(r"^\(ruling-r(\d+)(?:-(\d+))?\)=$", re.MULTILINE)
NAMED = re.compile(r"_r(\d+)(?:_(\d+))?(?=_)")


def numbers(pairs: Iterable[tuple[str, str]]) -> set[str]:
    return {f"R{chapter}.{number}" if number else f"R{chapter}" for chapter, number in pairs}


def cited(path: Path) -> set[str]:
    """Find the rules that a file cites."""
    return cited_by(path.read_text(encoding="utf-8"))


def cited_by(text: str) -> set[str]:
    """Find the rules that a text cites, those within a range like R1.5 to R1.7 included."""
    spans = {
        f"R{chapter}.{number}"
        for chapter, first, last in RANGE.findall(text)
        for number in range(int(first), int(last) + 1)
    }
    return numbers(CITED.findall(text)) | spans


def named(path: Path) -> set[str]:
    """Find the rules after which the test functions of a file are named."""
    functions = NAME.findall(path.read_text(encoding="utf-8"))
    return numbers(pair for name in functions for pair in NAMED.findall(name))


def with_chapters(rules: set[str]) -> set[str]:
    """Add the chapters of rules: who tests a rule of a chapter tests the chapter."""
    return rules | {rule.split(".")[0] for rule in rules}


def test_every_number_cited_exists() -> None:
    wrong = {
        path.as_posix(): sorted(unknown)
        for path in (*SOURCES, *DATA, *TESTS)
        if (unknown := (cited(path) | named(path)) - RULES - CHAPTERS)
    }
    assert wrong == {}


def test_every_rule_cited_in_the_code_has_a_test() -> None:
    in_code = set[str]().union(*map(cited, (*SOURCES, *DATA)))
    in_tests = set[str]().union(*map(cited, TESTS), *map(named, TESTS))
    assert sorted(in_code - with_chapters(in_tests)) == []


def test_every_rule_of_the_game_has_a_test_named_after_it() -> None:
    of_the_game = {rule for rule in RULES if int(rule[1:].split(".")[0]) <= 9}
    assert sorted(of_the_game - set[str]().union(*map(named, TESTS))) == []


def test_every_rule_of_the_game_is_cited_in_the_code() -> None:
    examples = {"R2.6"}  # tells nothing that the rules before it do not
    of_the_game = {rule for rule in RULES if int(rule[1:].split(".")[0]) <= 9}
    in_code = set[str]().union(*map(cited, (*SOURCES, *DATA)))
    assert sorted(of_the_game - in_code - examples) == []


def test_every_ruling_that_is_explained_is_marked_in_the_code() -> None:
    nodes = (node for path in SOURCES for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    functions = (node for node in nodes if isinstance(node, ast.FunctionDef))
    texts = (ast.get_docstring(node) or "" for node in functions)
    marked = set[str]().union(*(cited_by(text) for text in texts if "Ruling:" in text))
    explained = numbers(EXPLAINED.findall(RULINGS.read_text(encoding="utf-8")))
    assert len(explained) > 20
    assert sorted(explained - marked) == []
