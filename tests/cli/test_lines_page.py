"""The page of the protocols shows lines that are asked and answered as printed."""

import json
import re
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from programs import ROOT

import livingstone as ls
from livingstone.cli.engine_lines import REQUESTS, Kind
from livingstone.cli.engine_protocol import Engine

PAGE = (ROOT / "docs/reference/lines.md").read_text("utf-8")
BLOCKS = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)


def lines_of(blocks: list[str]) -> list[str]:
    return [line for block in blocks for line in block.splitlines()]


def is_as_shown(text: str, line: str) -> bool:
    """Return whether a text is that of a line, which may be cut short by a sign."""
    return text.startswith(line[:-1]) if line.endswith("…") else text == line


def test_the_page_shows_each_request_and_its_answer() -> None:
    engine = Engine()
    greeting, *transcript = lines_of(BLOCKS[:-2])
    assert json.loads(greeting[2:])["library"] == ls.__version__
    asked = set[str]()
    for request, answer in zip(transcript[::2], transcript[1::2], strict=True):
        assert (request[:2], answer[:2]) == ("→ ", "← ")
        found = json.dumps(engine.answer(request[2:].encode()))
        assert is_as_shown(found, answer[2:])
        if request.startswith('→ {"request"'):
            asked.add(json.loads(request[2:])["request"])
    assert asked == {*REQUESTS}


def test_the_page_names_each_kind_of_problem() -> None:
    for kind in get_args(Kind):
        assert f"| `{kind}` |" in PAGE


def test_the_page_shows_what_a_program_reads_and_answers(tmp_path: Path) -> None:
    pytest.importorskip("psutil")
    from livingstone.players.program import Command, ProgramBot

    game, choice, answer = (line[2:] for line in lines_of(BLOCKS[-2:]))
    file = tmp_path / "lines"
    script = f'read -r a; read -r b; printf "%s\\n%s\\n" "$a" "$b" > {file}; echo {answer}'
    bot = ProgramBot(Command(("sh", "-c", script)))
    seen = ls.view(ls.new_game(2, seed=7), 0)
    assert bot.choose(seen, Random(7)) == seen.legal_moves[int(answer)]
    for found, line in zip(file.read_text().splitlines(), (game, choice), strict=True):
        assert is_as_shown(found, line)
