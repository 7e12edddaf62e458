"""Keeping the counts of a long file beside it, so that going on with it takes no long reading.

The counts are only a short cut: they hold for the first bytes of the file, whose checksum they
have. If that does not fit, or the file with the counts is missing or damaged, all rows are read.
"""

import json
from binascii import crc32
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, Any, get_args, get_origin

from attrs import Factory, frozen
from cattrs import Converter
from cattrs.errors import BaseValidationError

from livingstone.edition.structuring.converter import make_converter
from livingstone.edition.structuring.hooks import is_origin
from livingstone.simulation.results.checking import CheckedRows
from livingstone.simulation.results.manifest import Manifest
from livingstone.simulation.statistics.tally import Tally
from livingstone.support.files import read_whole, write_whole
from livingstone.support.installed import installed_version

__all__ = [
    "EACH",
    "Counts",
    "Tell",
    "checksum",
    "count_rows",
    "counts_path",
    "keep_counts",
    "kept_counts",
]

EACH = 10_000
"""Counts are kept of no fewer games, and anew after so many more: reading these takes no second."""
LONGEST = 2**26
"""The most bytes of a file with counts; no more are read."""
BLOCK = 2**20

Tell = Callable[[int], object]
"""A function that is called with the number of games read, from time to time."""


@frozen
class Counts:
    """What the first bytes of a file of results hold."""

    games: int
    end: int
    """How many bytes."""
    check: int
    """The CRC-32 of these bytes."""
    tally: Tally
    livingstone: str = Factory(installed_version)
    """The version of this library that has counted."""


def counts_path(path: Path) -> Path:
    """Give the path of the counts of a file of results, which are in the same folder.

    >>> counts_path(Path("games.csv")).name
    'games.csv.counts.json'
    """
    return path.with_name(path.name + ".counts.json")


def keep_counts(path: Path, counts: Counts) -> None:
    """Write the counts of a file beside it; without them, reading only takes longer."""
    values = json.dumps(_converter.unstructure(counts, Counts)).encode()
    with suppress(OSError):
        write_whole(counts_path(path), b"%d\n%s\n" % (crc32(values), values))


def kept_counts(path: Path, stream: IO[bytes], manifest: Manifest) -> Counts | None:
    """Read the counts of a file, if they hold for it; the stream is at their end then.

    None if they are missing, damaged, of another version, of another batch, or of other bytes than
    the file has.
    """
    try:
        check, values = read_whole(counts_path(path), LONGEST).split(b"\n", 1)
        if check != b"%d" % crc32(values.removesuffix(b"\n")):
            return None
        counts: Counts = _converter.structure(json.loads(values), Counts)
        is_same = checksum(stream, counts.end) == counts.check
    except (BaseValidationError, OSError, RecursionError, TypeError, ValueError):
        return None
    is_current = counts.livingstone == installed_version() and _fits(counts.tally, manifest)
    return counts if is_current and is_same else None


def _fits(tally: Tally, manifest: Manifest) -> bool:
    """Say whether a tally has the players of a batch, and the rows of its board."""
    rows = set(range(1, manifest.rows + 1))
    counted = [{row for row, _ in seat.majorities} for seat in tally.seats.values()]
    return tally.players == len(manifest.lineup) and all(own in (set(), rows) for own in counted)


def count_rows(
    stream: IO[bytes],
    path: Path,
    manifest: Manifest,
    tally: Tally,
    *,
    first: int = 0,
    tell: Tell = int,
) -> tuple[CheckedRows, Tally]:
    """Count the games of a file of lines from its beginning, with its kept counts if they hold.

    `first` is the number of its first game; `tally` counts the games before that one, as the kept
    counts do, and may change. Gives the rows, all of them read, and their tally;
    raises as going through the rows does.
    """
    counts = kept_counts(path, stream, manifest)
    rows = CheckedRows(stream, path, manifest, first)
    batch = manifest.batch
    if counts is None:
        stream.seek(0)
    else:
        rows.pass_over(counts.games, counts.end, counts.check)
        tally = counts.tally
    for row in rows:
        tally.add(row, batch.deal(row.game))
        if rows.games % EACH == 0:
            tell(rows.games)
    return rows, tally


def checksum(stream: IO[bytes], end: int) -> int:
    """Compute the CRC-32 of the first bytes of a file; `ValueError` if it has fewer."""
    stream.seek(0)
    check = 0
    while end > 0:
        block = stream.read(min(BLOCK, end))
        if not block:
            raise ValueError("the file is too short")
        check = crc32(block, check)
        end -= len(block)
    return check


def _make_converter() -> Converter:
    """Make a converter for counts; mappings, whose keys may be anything, become lists of pairs."""
    made = make_converter()
    for origin in (Counter, dict):
        made.register_structure_hook_factory(is_origin(origin), partial(_pairs_hook, made))
        made.register_unstructure_hook_factory(is_origin(origin), partial(_pairs_plain, made))
    return made


def _types_of(mapping: Any) -> tuple[Any, Any]:
    key_type, *value_type = get_args(mapping)
    return key_type, (value_type or [int])[0]


def _pairs_hook(made: Converter, mapping: Any) -> Callable[[Any, Any], Any]:
    key_type, value_type = _types_of(mapping)

    def hook(pairs: Any, _: Any) -> Any:
        return get_origin(mapping)(
            {
                made.structure(key, key_type): made.structure(value, value_type)
                for key, value in pairs
            }
        )

    return hook


def _pairs_plain(made: Converter, mapping: Any) -> Callable[[Any], Any]:
    key_type, value_type = _types_of(mapping)
    return lambda value: [
        [made.unstructure(key, key_type), made.unstructure(item, value_type)]
        for key, item in value.items()
    ]


_converter = _make_converter()
