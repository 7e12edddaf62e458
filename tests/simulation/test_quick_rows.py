"""Rows are read quickly where they can be, and never otherwise than by the strict converter."""

from binascii import crc32
from pathlib import Path

import pytest
from game_rows import rows as any_rows
from hypothesis import given
from hypothesis import strategies as st

from livingstone import GameRow, read_rows, simulate
from livingstone.simulation.results.formats import line_format
from livingstone.simulation.results.lines import LineFormat

ENDINGS = [".csv", ".jsonl"]


def slow(lines: LineFormat, line: bytes) -> GameRow | None:
    """Read a line without the quick way."""
    kind = type(lines)
    without = type("Slow", (kind,), {"_quick": lambda self, values: None})(*lines.__reduce__()[1])
    try:
        row: GameRow = without.row(line)
    except ValueError:
        return None
    return row


@pytest.mark.parametrize("ending", ENDINGS)
def test_usual_rows_are_read_quickly(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"games{ending}"
    for players in (2, 3):
        file = path.with_stem(f"{players}")
        simulate(["random"] * players, 4, seed=7, sink=file)
        lines = line_format(ending, players, 6)
        for row in read_rows(file):
            line = lines.line(row)
            assert lines._quick(line.rpartition(b",")[0]) == row == slow(lines, line)


@pytest.mark.parametrize("ending", ENDINGS)
@given(
    row=any_rows(), cut=st.integers(0, 400), piece=st.sampled_from(["", "0", "-", " ", ",", '"'])
)
def test_what_is_read_quickly_is_what_the_converter_reads(
    ending: str, row: GameRow, cut: int, piece: str
) -> None:
    lines = line_format(ending, 3, 2)
    values = lines.line(row).rpartition(b",")[0]
    changed = values[:cut] + piece.encode() + values[cut + 1 :]
    for content in (values, changed):
        quick = lines._quick(content)
        line = content + lines._ending % crc32(content)
        assert quick is None or quick == slow(lines, line)
        assert slow(lines, line) == read(lines, line)


def read(lines: LineFormat, line: bytes) -> GameRow | None:
    try:
        return lines.row(line)
    except ValueError:
        return None
