"""What the pages of docs/ show can be pasted: block by block, into an interpreter without names."""

import re
import runpy
import shlex
from codeop import CommandCompiler
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest
from programs import ROOT

import livingstone as ls
from livingstone.cli.parser import make_parser

DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)


def blocks(page: Path, kind: str) -> Iterator[list[str]]:
    """Yield the lines of each block of a kind, without its options."""
    block = rf"^```{kind}\n(?::.*\n)*((?:.*\n)*?)```$"
    for found in re.finditer(block, page.read_text("utf-8"), re.MULTILINE):
        yield found[1].splitlines()


def typed(page: Path) -> Iterator[list[str]]:
    """Yield the lines that a reader of a page types, block by block."""
    for lines in blocks(page, r"\{doctest\}"):
        yield [line[4:] for line in lines if re.match(r"(>>>|\.\.\.)( |$)", line)]


def of_docs(page: Path) -> str:
    return str(page.relative_to(DOCS))


@pytest.mark.parametrize("page", PAGES, ids=of_docs)
def test_each_line_of_a_page_can_be_typed_after_the_one_before(page: Path) -> None:
    compiler = CommandCompiler()
    for lines in typed(page):
        pending: list[str] = []
        for line in [*lines, ""]:
            pending.append(line)
            if compiler("\n".join(pending)) is not None:
                pending.clear()
        assert not any(pending)


def commands(page: Path) -> Iterator[list[str]]:
    """Yield the arguments of each command of this library on a page."""
    for kind in ("sh", "text"):
        for lines in blocks(page, kind):
            for line in "\n".join(lines).replace("\\\n", " ").splitlines():
                words = shlex.split(line)
                if "livingstone" in words:
                    rest = words[words.index("livingstone") + 1 :]
                    yield list(takewhile(lambda word: word not in (">", "|", "&&"), rest))


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.name)
def test_a_command_on_a_page_can_be_given(page: Path) -> None:
    for arguments in commands(page):
        make_parser(arguments).parse_args(arguments)


def test_the_record_in_the_reference_can_be_read() -> None:
    first = next(blocks(DOCS / "reference" / "records.md", "toml"))
    ls.loads("\n".join(first)).verify()


@pytest.mark.parametrize(
    "program", ["draw_pictures.py", pytest.param("draw_rooms.py", marks=pytest.mark.slow)]
)
def test_the_committed_pictures_are_those_that_the_library_draws(program: str) -> None:
    """`python docs/draw_pictures.py` and `python docs/draw_rooms.py` draw them again."""
    for name, draw in runpy.run_path(str(DOCS / program))["PICTURES"].items():
        committed = DOCS / "_static" / "pictures" / f"{name}.svg"
        assert committed.read_text("utf-8") == draw(), name
