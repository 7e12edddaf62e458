"""Damaged files of results: one clear refusal, never a wrong row, never another error."""

import json
import random
from binascii import crc32
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from livingstone import ArgumentError, GameRow, read_report, read_rows, simulate
from livingstone.simulation.results.formats import line_format
from livingstone.simulation.results.lines import LineFormat
from livingstone.simulation.results.manifest import manifest_path

BOTS = ["random", "livingstone.players:RandomBot"]
ENDINGS = [".csv", ".jsonl"]
GAMES = 6


@pytest.fixture(scope="module", params=ENDINGS)
def whole(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Path:
    path: Path = tmp_path_factory.mktemp("whole") / f"games{request.param}"
    simulate(BOTS, GAMES, seed=7, sink=path)
    return path


@pytest.fixture
def rows(whole: Path) -> list[GameRow]:
    return list(read_rows(whole))


@pytest.fixture
def lines(whole: Path) -> LineFormat:
    return line_format(whole.suffix, 2, 6)


def flipped(content: bytes, bit: int) -> bytes:
    return bytes(byte ^ (1 << bit % 8) * (bit // 8 == at) for at, byte in enumerate(content))


def copied(whole: Path, folder: Path) -> Path:
    path = folder / whole.name
    path.write_bytes(whole.read_bytes())
    manifest_path(path).write_bytes(manifest_path(whole).read_bytes())
    return path


def test_no_flipped_bit_of_a_line_passes(lines: LineFormat, rows: list[GameRow]) -> None:
    line = lines.line(rows[0])
    assert lines.row(line) == rows[0]
    for bit in range(8 * len(line)):
        with pytest.raises(ValueError, match="its checksum does not fit"):
            lines.row(flipped(line, bit))


def test_no_flipped_bit_of_a_file_gives_a_wrong_row(
    whole: Path, rows: list[GameRow], tmp_path: Path
) -> None:
    path = copied(whole, tmp_path)
    content = path.read_bytes()
    last_line_feed = 8 * (len(content) - 1)
    sample = random.Random(7).sample(range(last_line_feed), 300)
    for bit in sample:
        path.write_bytes(flipped(content, bit))
        try:
            assert list(read_rows(path)) == rows[:-1]
        except ArgumentError:
            continue
        assert flipped(content, bit).splitlines(keepends=True)[-1].count(b"\0") == 1
    for bit in range(last_line_feed, 8 * len(content)):
        path.write_bytes(flipped(content, bit))
        assert list(read_rows(path)) == rows[:-1]
        simulate(BOTS, GAMES, seed=7, sink=path)
        assert path.read_bytes() == content


def test_no_flipped_bit_of_a_manifest_passes(whole: Path, tmp_path: Path) -> None:
    path = copied(whole, tmp_path)
    content = manifest_path(path).read_bytes()
    for bit in random.Random(7).sample(range(8 * len(content)), 300):
        manifest_path(path).write_bytes(flipped(content, bit))
        with pytest.raises(ArgumentError, match=r"batch\.json"):
            read_rows(path)


def test_zeros_in_the_middle_of_a_file_are_damage(whole: Path, tmp_path: Path) -> None:
    path = copied(whole, tmp_path)
    content = path.read_bytes()
    middle = len(content) // 2
    path.write_bytes(content[: middle - 300] + b"\0" * 600 + content[middle + 300 :])
    damaged = path.read_bytes()
    with pytest.raises(ArgumentError, match=r"line \d is no row of results"):
        read_report(path)
    with pytest.raises(ArgumentError, match=r"line \d is no row of results"):
        simulate(BOTS, GAMES, seed=7, sink=path)
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_of_an_older_version_is_refused(ending: str, version: int, tmp_path: Path) -> None:
    path = tmp_path / f"games{ending}"
    simulate(BOTS, 2, seed=7, sink=path)
    content = path.read_bytes()
    manifest = json.loads(manifest_path(path).read_bytes())
    del manifest["check"]
    manifest_path(path).write_text(json.dumps(manifest | {"version": version}, indent=1) + "\n")
    for use in (read_rows, read_report, lambda path: simulate(BOTS, 2, seed=7, sink=path)):
        with pytest.raises(ArgumentError, match=f"is of version {version} of the format"):
            use(path)
    assert path.read_bytes() == content


# Any damage


@st.composite
def damages(draw: st.DrawFn) -> tuple[bool, float, float, bytes, bool]:
    """Where a file is damaged: whether its manifest, from where to where, and with what."""
    start, end = sorted((draw(st.floats(0, 1)), draw(st.floats(0, 1))))
    pieces = st.sampled_from([b"", b"\0", b"\n", b'"', b",", b"[" * 5000, b"9" * 5000, b"\xff"])
    return draw(st.booleans()), start, end, draw(pieces | st.binary()), draw(st.booleans())


@settings(max_examples=150, deadline=None)
@given(damage=damages())
def test_only_argument_errors_come_of_damage(
    whole: Path, damage: tuple[bool, float, float, bytes, bool]
) -> None:
    of_manifest, start, end, piece, has_checksum = damage
    with TemporaryDirectory() as folder:
        path = copied(whole, Path(folder))
        rows = list(read_rows(path))
        target = manifest_path(path) if of_manifest else path
        content = target.read_bytes()
        first, last = int(start * len(content)), int(end * len(content))
        damaged = content[:first] + piece + content[last:]
        if has_checksum and not of_manifest:
            damaged = with_checksums(damaged, whole.suffix)
        target.write_bytes(damaged)
        refusal = path.name
        try:
            assert str(read_report(path))
            assert read_report(path).to_json()
            there = list(read_rows(path))
            assert has_checksum or there == rows[: len(there)]
            simulate(BOTS, GAMES, seed=7, sink=path)
        except ArgumentError as error:
            refusal = str(error)
    assert path.name in refusal


def with_checksums(content: bytes, ending: str) -> bytes:
    """Give lines the checksums that belong to them, as nobody does by accident."""
    form = b"%s,%d\n" if ending == ".csv" else b'%s,"check":%d}\n'
    lines = content.splitlines(keepends=True)
    head = lines[:1] if ending == ".csv" else []
    values = (line.rpartition(b",")[0] for line in lines[len(head) :])
    return b"".join([*head, *(form % (value, crc32(value)) for value in values)])
