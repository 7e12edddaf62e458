"""The manifest beside a file of results, which says to which batch the file belongs."""

import json
from binascii import crc32
from pathlib import Path
from typing import Annotated, Any

from attrs import field, fields, frozen
from attrs.validators import and_, gt, le, optional
from cattrs.errors import BaseValidationError

from livingstone.edition.structuring.converter import converter, problems_of
from livingstone.edition.structuring.limits import Between
from livingstone.errors import ArgumentError, shown
from livingstone.simulation.games.batch import MOST_SECONDS, Batch
from livingstone.support.arguments import SEED_LIMIT
from livingstone.support.files import read_whole, write_whole
from livingstone.support.installed import installed_version

__all__ = [
    "Manifest",
    "check_manifest",
    "check_same",
    "manifest_bytes",
    "manifest_of",
    "manifest_path",
    "read_manifest",
    "write_manifest",
]

FORMAT, VERSION = "livingstone-games", 3
"""The beginning of a manifest. Version 2 added the checksums; version 3 has `games_per_deal`, and
no `winners` in CSV."""
LONGEST = 100_000
"""Every manifest has fewer bytes than this; no more are read."""


@frozen
class Manifest:
    """Everything that decides the rows of a batch, except their number."""

    livingstone: str
    """The version of this library that plays the batch."""
    lineup: Annotated[tuple[str, ...], Between(2, 20)]
    """The names of the bots: by seat, in the first game."""
    seed: Annotated[int, Between(0, SEED_LIMIT - 1)]
    edition: str
    """The id of the edition."""
    edition_hash: str
    """The hash of the edition's whole content."""
    rows: Annotated[int, Between(1, 20)]
    """How many rows the board has."""
    games_per_deal: int = field()
    """How often each deal is played; the bots move on by one seat each time."""
    seconds_per_move: float | None = field(validator=optional(and_(gt(0), le(MOST_SECONDS))))
    """The seconds that a bot has for a move; None for no limit."""

    @games_per_deal.validator
    def _check_games_per_deal(self, _: object, value: int) -> None:
        if not 1 <= value <= len(self.lineup):
            raise ValueError(f"games_per_deal must be 1 to {len(self.lineup)}, not {value}")

    @classmethod
    def of(cls, batch: Batch) -> "Manifest":
        """Make the manifest of a batch."""
        return cls(
            livingstone=installed_version(),
            lineup=batch.lineup,
            seed=batch.seed,
            edition=batch.loaded_edition.id,
            edition_hash=batch.edition_hash,
            rows=len(batch.loaded_edition.board.rows),
            games_per_deal=batch.games_per_deal,
            seconds_per_move=batch.seconds_per_move,
        )

    @property
    def batch(self) -> Batch:
        """The batch, whose edition is given by its id only, so that it need not be loaded."""
        return Batch(
            self.lineup, self.seed, self.edition, self.games_per_deal, self.seconds_per_move
        )


def manifest_path(path: Path) -> Path:
    """Give the path of the manifest of a file of results, which is in the same folder.

    >>> manifest_path(Path("games.csv")).name
    'games.csv.batch.json'
    """
    return path.with_name(path.name + ".batch.json")


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Write the manifest for a file of results, either all of it or nothing."""
    write_whole(manifest_path(path), manifest_bytes(manifest))


def read_manifest(path: Path) -> Manifest:
    """Read the manifest of a file of results.

    Raises `ArgumentError` if there is none, if it was changed, or if this version does not know its
    format; `OSError` if it cannot be read, `ValueError` if it is no file or too large.
    """
    source = manifest_path(path)
    try:
        content = read_whole(source, LONGEST)
    except FileNotFoundError:
        raise ArgumentError(f"{path}: is no file of results: {source.name} is missing") from None
    return manifest_of(content, source)


def manifest_of(content: bytes, source: Path) -> Manifest:
    """Read a manifest from the bytes that `manifest_bytes` made; `source` is for messages.

    Raises `ArgumentError` if it was changed, or if this version does not know its format.
    """
    try:
        plain = json.loads(content)
    except (ValueError, RecursionError):
        plain = None
    if not isinstance(plain, dict) or plain.pop("format", None) != FORMAT:
        raise ArgumentError(f"{source}: is no manifest of a file of results")
    if (version := plain.pop("version", None)) != VERSION:
        raise ArgumentError(
            f"{source}: is of version {shown(version)} of the format, which this version of the"
            f" library cannot go on with (it has {VERSION}); choose another file"
        )
    plain.pop("check", None)  # compared below, with everything else
    try:
        manifest = converter.structure(plain, Manifest)
    except (BaseValidationError, TypeError, ValueError) as error:
        raise ArgumentError(f"{source}: {problems_of(error)[0]}") from None
    if manifest_bytes(manifest) != content:
        raise ArgumentError(f"{source}: was changed or damaged after it was written")
    return manifest


def check_manifest(path: Path, wanted: Manifest) -> None:
    """Raise `ArgumentError`, which says what differs, if a file belongs to another batch.

    A file that is gone belongs to that of its manifest as well: it may come back.
    """
    check_same(path, read_manifest(path), wanted)


def check_same(path: Path, there: Manifest, wanted: Manifest) -> None:
    """Raise `ArgumentError`, which says what differs, unless two manifests are of one batch."""
    for key in (part.name for part in fields(Manifest)):
        old, new = getattr(there, key), getattr(wanted, key)
        if old != new:
            differs = f"another batch: {key} is {old!r} there and {new!r} here"
            if not path.exists() or not path.stat().st_size:
                raise ArgumentError(
                    f"{manifest_path(path)}: is of {differs}; its games are not there, so delete"
                    " it, or choose another file"
                )
            raise ArgumentError(
                f"{path}: holds games of {differs}; it stays as it is, choose another file"
            )


def manifest_bytes(manifest: Manifest) -> bytes:
    """Write a manifest as JSON, with the CRC-32 of everything else as its last value."""
    plain: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    plain |= converter.unstructure(manifest, Manifest)
    plain["check"] = crc32(json.dumps(plain).encode())
    return json.dumps(plain, indent=1).encode() + b"\n"
