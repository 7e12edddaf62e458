"""Compile functions with numba, and keep the machine code in a cache that is never stale.

Numba looks only at the file of a function to see whether its cached code is still good, not at the
functions that it calls in other files. So the cache folder is named by a hash of all sources of
this package: a changed source has a new folder.
"""

import hashlib
import os
import sys
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Protocol, TypeVar

import numba

__all__ = ["Floats", "Ints", "compiled", "entry", "plain"]

_Function = TypeVar("_Function", bound=Callable[..., Any])
_OPTIONS = {"nogil": True, "error_model": "numpy"}
CACHE_VARIABLE = "LIVINGSTONE_CACHE"
"""The environment variable that names another folder for the cache; empty for no cache."""


class Ints(Protocol):
    """An array of whole numbers."""

    def __getitem__(self, index: int, /) -> int: ...

    def __setitem__(self, index: int, value: int, /) -> None: ...


class Floats(Protocol):
    """An array of floats."""

    def __getitem__(self, index: int, /) -> float: ...

    def __setitem__(self, index: int, value: float, /) -> None: ...


def compiled(function: _Function) -> _Function:
    """Compile a function that other compiled functions call."""
    return numba.njit(**_OPTIONS)(function)  # type: ignore[no-any-return]


def entry(function: _Function) -> _Function:
    """Compile a function that Python calls, with all that it calls, and cache the result."""
    folder = _folder()
    if folder is None or numba.config.DISABLE_JIT:
        return compiled(function)
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, folder
    try:
        dispatcher = numba.njit(cache=True, **_OPTIONS)(function)
        dispatcher._cache = _PatientCache(dispatcher._cache)
    except (OSError, RuntimeError, AttributeError) as error:  # such as a package in a zip file
        _warn(error)
        return compiled(function)
    finally:
        numba.config.CACHE_DIR = before
    return dispatcher  # type: ignore[no-any-return]


class _PatientCache:
    """A cache of numba's that does without a file which it cannot read or write."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def load_overload(self, *arguments: Any) -> Any:
        try:
            return self._inner.load_overload(*arguments)
        except Exception as error:  # a damaged file can raise anything
            _warn(error)
            return None

    def save_overload(self, *arguments: Any) -> None:
        try:
            self._inner.save_overload(*arguments)
        except OSError as error:  # the disk is full, for example
            _warn(error)


@cache
def _folder() -> str | None:
    """Make the folder for the code of these sources; None, with a warning, if it is not writable.

    Processes may share it: numba replaces files as a whole.
    """
    base = os.environ.get(CACHE_VARIABLE)
    if base == "":
        return None
    folder = Path(base or _user_cache()) / f"kernel-{_hash_of_sources()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        _warn(error)
        return None
    return str(folder)


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or "~/AppData/Local").expanduser() / "livingstone"
    if sys.platform == "darwin":
        return Path("~/Library/Caches/livingstone").expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "livingstone"


def _hash_of_sources() -> str:
    """Hash all sources of this package, and the versions of what compiles them."""
    digest = hashlib.blake2b(f"{numba.__version__} {sys.version}".encode(), digest_size=8)
    here = Path(__file__).parent
    for file in sorted(here.rglob("*.py")):
        digest.update(file.relative_to(here).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _warn(error: Exception) -> None:
    warnings.warn(
        f"the compiled kernel is not cached and compiles in each process: {error}",
        RuntimeWarning,
        stacklevel=3,
    )


def plain(function: _Function) -> _Function:
    """Give the Python function behind a compiled one, for single calls from Python."""
    return getattr(function, "py_func", function)  # type: ignore[no-any-return]
