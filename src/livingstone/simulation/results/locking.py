"""Opening a file of results for writing, with a lock and with the manifest that belongs to it."""

import os
from contextlib import suppress
from io import FileIO
from pathlib import Path
from weakref import WeakSet

from livingstone.errors import ArgumentError
from livingstone.simulation.errors import write_errors
from livingstone.simulation.results.checking import check_is_file
from livingstone.simulation.results.manifest import (
    Manifest,
    check_manifest,
    manifest_path,
    write_manifest,
)

__all__ = ["close_unlocked", "is_at", "lock_file", "open_locked", "sync_folder"]

_streams: WeakSet[FileIO] = WeakSet()
"""The files that are open, which processes forked from this one close."""


def open_locked(path: Path, manifest: Manifest) -> FileIO:
    """Open a file of results: one of this batch, or a new or empty one, which gets its manifest.

    The file is made, then locked, and only then is the manifest read or written, so that two
    processes that begin at the same time cannot mix up their files. A process that is killed on the
    way leaves an empty file, with its manifest or without, and the next call goes on with it.

    Raises `ArgumentError` if the file is of another batch or another process is writing to it,
    `OSError` if it cannot be opened, `SimulationError` if there is no room for the manifest.
    """
    if path.exists():
        check_is_file(path)
    elif manifest_path(path).exists():
        check_manifest(path, manifest)  # before there is a file, so that none is left behind
    stream = path.open("a+b", buffering=0)
    _streams.add(stream)
    try:
        lock_file(stream, path)
        if not is_at(stream, path):
            raise ArgumentError(f"{path}: another process has just deleted it; try again")
        if os.fstat(stream.fileno()).st_size > 0 or manifest_path(path).exists():
            check_manifest(path, manifest)
        else:
            with write_errors(path):
                write_manifest(path, manifest)
            sync_folder(path.parent)
    except BaseException:
        close_unlocked(stream)
        raise
    return stream


def close_unlocked(stream: FileIO) -> None:
    """Unlock and close, though another process may have inherited the file and with it the lock."""
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(stream, fcntl.LOCK_UN)
    with suppress(OSError):  # what was written is on the disk, or an error has been raised
        stream.close()


def lock_file(stream: FileIO, path: Path) -> None:
    """Keep other processes from writing to the same file, where the system can.

    Raises `ArgumentError` if another process has locked it.
    """
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ArgumentError(f"{path}: another process is writing to it") from None
    except OSError:
        return  # a file system without locks


def is_at(stream: FileIO, path: Path) -> bool:
    """Say whether an open file is still the one at its path."""
    try:
        return os.path.samestat(os.fstat(stream.fileno()), path.stat())
    except FileNotFoundError:
        return False


def sync_folder(folder: Path) -> None:
    """Write the names of new files to the disk, where folders can be synchronized."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _close_inherited() -> None:
    """Close the parent's files in a forked worker, which would keep the lock if the parent dies."""
    for stream in list(_streams):
        with suppress(OSError):
            stream.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_inherited)
