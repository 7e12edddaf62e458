"""Files of the user: checking paths, reading, TOML, and writing all or nothing."""

import errno
import os
import re
import secrets
import stat
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from livingstone.errors import ArgumentError, shown

MOST_BYTES = 1_000_000
"""The largest size of a data file or a record."""
MOST_MARKS = 100_000
"""A text may have this many dots, `[` and `{`, which take `tomllib` the most time.

Those in strings and comments do not count: they take no longer than letters.
"""
MOST_DOTS = 50
"""The most dots in a line: for each key, `tomllib` walks through all parts of its table's name."""
_QUOTED = re.compile(
    r'''
    """ (?: [^"\\]+ | \\. | "(?!"") )*+ (?: "{3,5} )?
    | \'{3} (?: [^\']+ | \'(?!\'\') )*+ (?: \'{3,5} )?
    | " (?: [^"\\\n]+ | \\[^\n] )*+ "?
    | \' [^\'\n]*+ \'?
    | \# [^\n]*+
    ''',
    re.DOTALL | re.VERBOSE,
)
"""Strings, even without an end, and comments of TOML. The pattern never goes back."""
PRIVATE = 0o600
"""The mode of new files that hold secrets: records, the server's games, and their copies."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
File = str | os.PathLike[str]


def path_of(file: File) -> Path:
    """Convert to a `Path`; raises `ArgumentError` for a text that cannot be a path."""
    path = Path(file)
    if len(str(path).splitlines()) > 1 or "\0" in str(path):
        raise ArgumentError(f"a path must be one line, without NUL: {shown(str(path))}")
    return path


def make_folder(folder: File) -> Path:
    """Make a folder and its parents unless they exist; raises `ArgumentError` if this fails."""
    place = path_of(folder)
    try:
        if not place.exists():
            _refuse_database_in_use(target_of(place))
        place.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise ArgumentError(f"{place}: is a file, where a folder is needed") from None
    except (OSError, ValueError) as error:
        raise ArgumentError(f"{place}: {reason_of(error)}") from None
    return place


def read_text(path: Path, most: int) -> str:
    """Read a regular file of at most `most` bytes of UTF-8; raises `ValueError` with the reason."""
    at_once = getattr(os, "O_NONBLOCK", 0)
    try:
        with open(path, "rb", opener=lambda path, flags: os.open(path, flags | at_once)) as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise ValueError("is not a regular file")
            content: bytes = stream.read(most + 1)
        if len(content) > most:
            raise ValueError(f"is larger than {most} bytes")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"is not UTF-8: {error.reason} at byte {error.start}") from None
    except OSError as error:
        raise ValueError(reason_of(error)) from None


OVERWRITE_IT = "overwrite it"
"""What to do about a file that exists; the command line names its option instead."""


def refuse_existing(path: Path, overwrite: bool = False) -> None:
    """Raise `ArgumentError` if a file is there that may not be overwritten."""
    if not overwrite and (path.exists() or path.is_symlink()):
        raise ArgumentError(f"{path} already exists: {OVERWRITE_IT}, or choose another name")


_BESIDE = ("-wal", "-journal", "-shm")
"""The ends of the names of SQLite's files beside a database; the first two hold changes of it."""


def files_of_changes(database: Path) -> list[Path]:
    """List SQLite's files that hold changes of a database: it is in use, or was not closed."""
    files = (Path(f"{database}{ending}") for ending in _BESIDE[:2])
    return [file for file in files if file.exists()]


def database_of(path: Path) -> Path | None:
    """Return the existing database that a file belongs to, by its name; None for other files."""
    for ending in _BESIDE:
        name = path.name[: -len(ending)]
        if name and path.name.lower().endswith(ending) and path.with_name(name).is_file():
            return path.with_name(name)
    return None


def database_at(path: Path) -> Path:
    """Follow symbolic links to a database that can be written, or to a new one.

    Raises `OSError` for a file that belongs to another database, and for one with several names
    (hard links, or a file that is mounted by itself, as containers can): SQLite would keep its
    changes beside each of them, which destroys it.
    """
    target = target_of(path)
    if (other := database_of(target)) is not None:
        raise OSError(f"belongs to the database {other.name}")
    if target.is_file() and target.stat().st_nlink > 1:
        raise OSError("has several names (hard links), which would destroy it: use a copy")
    if _is_mounted(target):
        raise OSError("is mounted as a single file, which would destroy it: mount its folder")
    return target


def _is_mounted(file: Path) -> bool:
    """Return whether a file was mounted by itself, apart from its folder; only Linux tells."""
    path = os.fsencode(os.path.realpath(file))
    written = re.sub(rb"[ \t\n\\]", lambda found: b"\\%03o" % found[0][0], path)
    with suppress(OSError), open("/proc/self/mountinfo", "rb") as mounts:
        return any(line.split()[4] == written for line in mounts)
    return False


def _refuse_database_in_use(path: Path) -> None:
    """Raise `OSError` if replacing a file would destroy a database that is in use."""
    if (other := database_of(path)) is not None:
        raise OSError(f"belongs to the database {other.name}: choose another name")
    for file in files_of_changes(path):
        raise OSError(f"is a database in use, or was not closed: {file.name} is beside it")


def refuse_inputs(target: File, inputs: Iterable[File]) -> None:
    """Raise `ArgumentError` if a file to be written is one that is read, by whatever name.

    The files of SQLite beside an input count, too, and for a folder, all files in it.
    """
    target = path_of(target)
    place = _place_of(target)
    for file in map(path_of, inputs):
        beside = (_place_of(Path(f"{file}{ending}")) for ending in _BESIDE)
        folders = Path(os.path.realpath(file)).parents if target.is_dir() else ()
        problem = ""
        if place == _place_of(file):
            problem = f"is {file}, which is read"
        elif place in beside:
            problem = f"belongs to {file}"
        elif place in map(_place_of, folders):
            problem = f"holds {file}, which is read"
        if problem:
            raise ArgumentError(f"{target} {problem}: choose another name")


def _place_of(path: Path) -> tuple[object, ...]:
    """Return what is equal for all names of a file: its device and inode.

    For a file that does not exist yet, they are those of its folder, with its name; a file system
    may not tell capitals from small letters.
    """
    path = Path(os.path.realpath(path))
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    with suppress(OSError):
        found = path.parent.stat()
        return found.st_dev, found.st_ino, path.name.casefold()
    return (path,)


@contextmanager
def new_file(file: File, overwrite: bool, *, is_private: bool = False) -> Iterator[BinaryIO]:
    """Open a file to be written, which appears complete, and only if the block succeeds.

    Raises `ArgumentError` for a file that cannot be made or, without `overwrite`, is there already.
    """
    refuse_existing(path := path_of(file), overwrite)
    try:
        with replacing(path, is_private=is_private) as stream:
            yield stream
    except OSError as error:
        raise ArgumentError(f"{path}: {reason_of(error)}") from error


def write_whole(path: Path, content: bytes, *, is_private: bool = False) -> None:
    """Write a file completely or, even at a power cut, not at all.

    Raises `OSError` and `ValueError`.
    """
    with replacing(path, is_private=is_private) as stream:
        stream.write(content)


@contextmanager
def replacing(path: Path, *, is_private: bool = False) -> Iterator[BinaryIO]:
    """Open a new file, which replaces the old one after the block succeeds; raises `OSError`.

    The mode stays and, where permitted, the owner. A symbolic link stays, and its target is
    replaced; other names of the old file (hard links) keep the old content. Without an old file, a
    private one is for its owner alone, another one for all whom the umask lets read it. A database
    that is in use, and SQLite's files beside any database, are never replaced.
    """
    path = target_of(path)
    if path.exists() and not path.is_file():
        raise OSError("is not a regular file")
    _refuse_database_in_use(path)
    old = path.stat() if path.exists() else None
    mode = PRIVATE if is_private or old else 0o666
    beside = path.parent / f".{secrets.token_hex(8)}.tmp"
    try:  # "x": never overwrite another file
        with open(beside, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as stream:
            if mode == PRIVATE:
                _set_mode(beside, PRIVATE)  # the umask may have taken something
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if old is not None:
            _take_over(beside, old)
        _refuse_database_in_use(path)  # somebody may have opened it meanwhile
        beside.replace(path)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _take_over(path: Path, old: os.stat_result) -> None:
    """Give a new file the owner, group and mode of an old one, as far as that is permitted."""
    mode = stat.S_IMODE(old.st_mode) & 0o777
    new = path.stat()
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        for owner in (old.st_uid, -1):
            with suppress(OSError):
                os.chown(path, owner, old.st_gid)
                break
    if path.stat().st_gid != old.st_gid:  # another group has the rights of all others
        mode = mode & ~0o070 | (mode & 0o007) << 3
    _set_mode(path, mode)


def _set_mode(path: Path, mode: int) -> None:
    """Set the mode of a file where the file system has modes: that of USB sticks has none."""
    with suppress(OSError):
        path.chmod(mode)


def target_of(path: Path) -> Path:
    """Follow symbolic links to the file that is meant; raises `OSError` if they go in a circle."""
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return target


def touch_private(path: Path) -> None:
    """Make an empty file for its owner alone unless there is a file; raises `OSError`."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
        _set_mode(path, PRIVATE)  # the umask may have taken something


def is_full(error: Exception) -> bool:
    """Return whether the cause of an error is a disk that is full or does not work."""
    cause = error.__cause__
    is_of_sqlite = getattr(cause, "sqlite_errorname", "").startswith(("SQLITE_FULL", "SQLITE_IO"))
    return is_of_sqlite or getattr(cause, "errno", None) in FULL


def reason_of(error: Exception) -> str:
    """Return the reason why a file cannot be read or written, without its name."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def read_toml(text: str, most_marks: int = MOST_MARKS) -> dict[str, Any]:
    """Parse TOML; raises `ValueError` for a text that is not TOML or would take too long."""
    check_marks(text, most_marks)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def check_marks(text: str, most: int = MOST_MARKS) -> None:
    """Raise `ValueError` for TOML that would take too long to parse, by its marks."""
    bare = _QUOTED.sub("", text)
    if sum(map(bare.count, ".[{")) > most:
        raise ValueError(f"it has more than {most} dots, lists and tables")
    if any(line.count(".") > MOST_DOTS for line in bare.splitlines()):
        raise ValueError("it is nested too deeply")
