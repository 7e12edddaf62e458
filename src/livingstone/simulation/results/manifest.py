"""The manifest beside a file of results: which batch it is of."""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from livingstone.errors import ArgumentError
from livingstone.files import write_whole
from livingstone.simulation.games.batch import Batch

__all__ = ["check_manifest", "manifest_of", "manifest_path", "read_manifest", "write_manifest"]

FORMAT, VERSION = "livingstone-games", 1
KEYS = {
    *("format", "version", "livingstone", "lineup", "seed", "edition", "edition_hash", "rows"),
    *("rotate", "seconds_per_move"),
}


def manifest_path(path: Path) -> Path:
    """Say where the manifest of a file of results is: beside it.

    >>> manifest_path(Path("games.csv")).name
    'games.csv.batch.json'
    """
    return path.with_name(path.name + ".batch.json")


def manifest_of(batch: Batch) -> dict[str, Any]:
    """Tell everything that decides what the rows of a batch are, but how many there are."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "livingstone": version("livingstone"),
        "lineup": list(batch.lineup),
        "seed": batch.seed,
        "edition": batch.loaded_edition.id,
        "edition_hash": batch.edition_hash,
        "rows": len(batch.loaded_edition.board.rows),
        "rotate": batch.rotate,
        "seconds_per_move": batch.seconds_per_move,
    }


def write_manifest(path: Path, batch: Batch) -> None:
    """Write the manifest for a file of results; it is there as a whole or not at all."""
    content = json.dumps(manifest_of(batch), indent=1).encode() + b"\n"
    write_whole(manifest_path(path), content)


def read_manifest(path: Path) -> dict[str, Any]:
    """Read the manifest of a file of results.

    Raises `ArgumentError` if there is none, or one that this version does not know.
    """
    source = manifest_path(path)
    try:
        told = json.loads(source.read_bytes())
        is_known = told["format"] == FORMAT and told["version"] == VERSION
    except FileNotFoundError:
        raise ArgumentError(f"{path}: is no file of results: {source.name} is missing") from None
    except (ValueError, TypeError, LookupError):
        raise ArgumentError(f"{source}: is no manifest of a file of results") from None
    if not is_known or not told.keys() >= KEYS:
        raise ArgumentError(f"{source}: is of another version of the format")
    return dict(told)


def check_manifest(path: Path, batch: Batch) -> None:
    """Raise `ArgumentError` if a file of results is of another batch, saying what differs."""
    told, wanted = read_manifest(path), manifest_of(batch)
    differing = [key for key in wanted if told[key] != wanted[key]]
    if differing:
        key = differing[0]
        raise ArgumentError(
            f"{path}: holds games of another batch: {key} is {told[key]!r} there and"
            f" {wanted[key]!r} here; it stays as it is, choose another file"
        )
