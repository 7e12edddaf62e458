"""Locks on SQLite files: who has one keeps others away, whatever name they know the file by."""

import os
import sys
import time
from pathlib import Path
from weakref import finalize

_BYTE = 0x4000_0258
"""The byte that is locked. It is in the page around SQLite's own locks, which never holds data."""
_PAUSE = 0.05
"""Seconds between two tries."""
_open = set[tuple[int, int]]()
"""The device and inode of each file that a lock of this process has open: the system knows no two
owners in a process, and a file that is closed takes all its locks along."""

if sys.platform == "win32":
    import msvcrt

    def _set(file: int, mode: int) -> None:
        os.lseek(file, _BYTE, os.SEEK_SET)
        msvcrt.locking(file, mode, 1)

    _LOCK = msvcrt.LK_NBLCK
    _UNLOCK = msvcrt.LK_UNLCK

else:
    import fcntl

    def _set(file: int, mode: int) -> None:
        fcntl.lockf(file, mode, 1, _BYTE)

    _LOCK = fcntl.LOCK_EX | fcntl.LOCK_NB
    _UNLOCK = fcntl.LOCK_UN


def _close(file: int, identity: tuple[int, int]) -> None:
    _open.discard(identity)
    os.close(file)


class FileLock:
    """A lock on an SQLite file, which ends with the process, however that ends.

    On POSIX, the locks of a process on a file are let go, those of SQLite too, when it closes the
    file. So `close` comes after that of all connections, and nothing else may open and close the
    file. They are also let go when a connection of SQLite reads or writes, until it has the file
    in its WAL mode, in which it keeps a lock of its own: then `renew` takes the lock for good.
    """

    def __init__(self, path: Path) -> None:
        """Prepare a lock on an existing file."""
        self._path = path
        self._file: int | None = None
        self._end: finalize[..., FileLock] | None = None
        """Closes the file, at the latest when nothing refers to this lock."""

    def take(self, seconds: float = 0.0) -> bool:
        """Take the lock as soon as nobody has it; return False if somebody has it for `seconds`.

        Raises `OSError` for a file that cannot be opened for writing.
        """
        end = time.monotonic() + seconds
        while not self._try():
            if time.monotonic() >= end:
                return False
            time.sleep(_PAUSE)
        return True

    def _try(self) -> bool:
        found = self._path.stat()
        identity = (found.st_dev, found.st_ino)
        if identity in _open:
            return False
        file = os.open(self._path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        try:
            _set(file, _LOCK)
        except (BlockingIOError, PermissionError):
            os.close(file)
            return False
        except BaseException:
            os.close(file)
            raise
        self._file = file
        self._end = finalize(self, _close, file, identity)
        _open.add(identity)
        return True

    @property
    def is_of_this_process(self) -> bool:
        """Whether a lock of this process has the file, this one or another one."""
        found = self._path.stat()
        return (found.st_dev, found.st_ino) in _open

    def renew(self) -> bool:
        """Take the lock that SQLite has let go; return False if somebody else was quicker."""
        try:
            if self._file is not None:
                _set(self._file, _LOCK)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def release(self) -> None:
        """Let other processes have the lock; the file stays open."""
        if self._file is not None:
            _set(self._file, _UNLOCK)

    def close(self) -> None:
        """Close the file, and let others have the lock."""
        self._file = None
        if self._end is not None:
            self._end()
