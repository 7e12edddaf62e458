"""Hashes of the content of files that a value names."""

import hashlib
from contextlib import suppress
from pathlib import Path

from livingstone.errors import ArgumentError
from livingstone.support.files import reason_of


def content_hash(value: object) -> str | None:
    """Hash what a value names: a text an existing file, a `Path` also a folder with all its files.

    Returns None for every other value. Raises `ArgumentError` for a file that cannot be read.
    """
    if not isinstance(value, str | Path):
        return None
    path = Path(value)
    is_file = False
    is_folder = False
    with suppress(OSError, ValueError):  # a text that no path can be
        is_file = path.is_file()
        is_folder = isinstance(value, Path) and path.is_dir()
    if not is_file and not is_folder:
        return None
    try:
        return hash_bytes(path.read_bytes()) if is_file else _folder_hash(path)
    except OSError as error:
        raise ArgumentError(f"{path}: {reason_of(error)}") from error


def hash_bytes(content: bytes) -> str:
    """Hash bytes, as 32 hexadecimal digits."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _folder_hash(folder: Path) -> str:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    lines = [f"{path.relative_to(folder)}\0{hash_bytes(path.read_bytes())}" for path in files]
    return hash_bytes("\n".join(lines).encode(errors="surrogateescape"))
