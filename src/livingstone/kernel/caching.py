"""Where machine code is kept: a folder for each state of the kernel's sources.

Nothing here imports numba, so it is quick to see whether something must be compiled.
"""

import atexit
import hashlib
import os
import shutil
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import mkdtemp

VARIABLE = "NUMBA_CACHE_DIR"
"""The environment variable that names another folder for the cache."""


@cache
def cache_folder() -> Path:
    """Return the folder, which need not exist; its name is the same for all installations.

    Numba looks only at the file of a function to see whether its code is still good, not at the
    functions that it calls in other files. So the name has a hash of all sources of this package,
    and of the versions of what compiles them: a changed source has a new folder.

    Raises `FileNotFoundError` for a user without a home, as in some containers.
    """
    base = Path(os.environ.get(VARIABLE) or _user_cache())
    try:
        base = base.expanduser()
    except RuntimeError:
        raise FileNotFoundError(f"this user has no home; {VARIABLE} can name a folder") from None
    digest = hashlib.blake2b(f"{version('numba')} {sys.version}".encode(), digest_size=8)
    for source in _sources(files(__package__)):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return base / f"livingstone-{digest.hexdigest()}"


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for part in sorted(folder.iterdir(), key=lambda part: part.name):
        if part.is_dir():
            yield from _sources(part)
        elif part.name.endswith(".py"):
            yield part


def _user_cache() -> str:
    if sys.platform == "darwin":
        return "~/Library/Caches"
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    return os.environ.get("XDG_CACHE_HOME") or "~/.cache"


def is_compiled(*names: str) -> bool:
    """Return whether the cache has these functions of `kernel.entries`, or parts of `prepare`."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return True  # there is nothing to compile
    try:
        return all(any(cache_folder().glob(f"{name}-*")) for name in names)
    except OSError:
        return False


def make_writable() -> None:
    """Unless the cache can be written, take a temporary one for this process and its children."""
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
        if os.access(cache_folder(), os.W_OK):
            return
        raise PermissionError(f"{cache_folder()} is read-only")
    except OSError as error:
        warn_once("is kept until this process ends", error)
    os.environ[VARIABLE] = mkdtemp(prefix="livingstone-")
    atexit.register(shutil.rmtree, os.environ[VARIABLE], ignore_errors=True)
    cache_folder.cache_clear()


_warned = set[str]()


def warn_once(what: str, why: object) -> None:
    """Warn of something that is wrong with the cache, once in a process."""
    if what not in _warned:
        _warned.add(what)
        warnings.warn(f"the compiled kernel {what}: {why}", RuntimeWarning, stacklevel=2)
