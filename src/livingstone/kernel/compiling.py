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
from types import FunctionType
from typing import Any, Protocol, TypeAlias, TypeVar

import numba
import numpy as np
from numba import types
from numba.core.caching import FunctionCache
from numba.extending import intrinsic

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Item = TypeVar("_Item")
_OPTIONS = {"nogil": True, "error_model": "numpy"}
CACHE_VARIABLE = "LIVINGSTONE_CACHE"
"""The environment variable that names another folder for the cache; empty for no cache."""


class _Array(Protocol[_Item]):
    def __getitem__(self, index: int, /) -> _Item: ...
    def __setitem__(self, index: int, value: _Item, /) -> None: ...


Ints: TypeAlias = _Array[int]
Floats: TypeAlias = _Array[float]
Words: TypeAlias = _Array[Any]
"""Arrays, and pointers to their items; words are unsigned."""


def compiled(function: _Function) -> _Function:
    """Compile a function that other compiled functions call."""
    if numba.config.DISABLE_JIT:
        return function
    dispatcher = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    find = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: find(tuple(map(_widened, args)), kws)
    return dispatcher  # type: ignore[no-any-return]


def compile_module(name: str) -> None:
    """Compile all functions of a module that other compiled functions call; its last line."""
    for key, value in list(vars(sys.modules[name]).items()):
        if isinstance(value, FunctionType) and value.__module__ == name:
            setattr(sys.modules[name], key, compiled(value))


def _widened(kind: types.Type) -> types.Type:
    """Take int64 for constants and for small numbers, so that a function is compiled only once."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


def entry(function: _Function) -> _Function:
    """Compile a function that Python calls, with all that it calls, and cache the result."""
    if numba.config.DISABLE_JIT:
        return np.errstate(over="ignore")(function)  # words of 64 bits wrap around
    dispatcher = numba.njit(**_OPTIONS)(function)
    folder = _folder()
    if folder:
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, folder
        try:
            dispatcher._cache = _PatientCache(function)
        except (OSError, RuntimeError, AttributeError):  # such as a package in a zip file
            _warn(_folder())
        finally:
            numba.config.CACHE_DIR = before
    return dispatcher  # type: ignore[no-any-return]


class _PatientCache(FunctionCache):  # type: ignore[misc]
    """A cache that does without a file which it cannot read or write."""

    def load_overload(self, *arguments: Any) -> Any:
        try:
            return super().load_overload(*arguments)
        except Exception:  # a damaged file can raise anything
            _warn(_folder())

    def save_overload(self, *arguments: Any) -> None:
        try:
            super().save_overload(*arguments)
        except OSError:  # the disk is full, for example
            _warn(_folder())


@cache
def _folder() -> str:
    """Make the folder for the code of these sources, which processes may share; empty for none."""
    base = os.environ.get(CACHE_VARIABLE, _user_cache())
    folder = Path(base, f"kernel-{_hash_of_sources()}")
    try:
        if base:  # without a folder, numba would write beside the sources
            folder.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=folder).close()
    except OSError:
        _warn(folder)
        return ""
    return str(folder) if base else ""


def _user_cache() -> str:
    if sys.platform == "darwin":
        base = "~/Library/Caches"
    elif sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return str(Path(base).expanduser() / "livingstone")


def _hash_of_sources() -> str:
    """Hash all sources of this package, and the versions of what compiles them."""
    digest = hashlib.blake2b(f"{numba.__version__} {sys.version}".encode(), digest_size=8)
    here = Path(__file__).parent
    for file in sorted(here.rglob("*.py")):
        digest.update(file.relative_to(here).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _warn(folder: object) -> None:
    what = f"the compiled kernel is not cached in {folder} and compiles in each process"
    warnings.warn(what, RuntimeWarning, stacklevel=2)


def _pointed(kind: Any) -> Any:
    """Return the type of what `pointer_to` makes of a type."""
    if isinstance(kind, types.BaseTuple):
        return types.BaseTuple.from_types(list(map(_pointed, kind.types)), kind.instance_class)
    return types.CPointer(kind.dtype) if isinstance(kind, types.Array) else kind


def _compiled_pointer(_typing: Any, what: Any) -> Any:
    def point(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        if isinstance(kind, types.Array):
            return context.make_array(kind)(context, builder, value).data
        if not isinstance(kind, types.BaseTuple):
            return value
        parts = enumerate(kind.types)
        values = [point(context, builder, k, builder.extract_value(value, n)) for n, k in parts]
        return context.make_tuple(builder, _pointed(kind), values)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return point(context, builder, signature.args[0], arguments[0])

    return _pointed(what)(what), generate


def _views(what: Any) -> Any:
    if isinstance(what, tuple):
        return what._make(map(_views, what))  # type: ignore[attr-defined]
    return np.ravel(what) if isinstance(what, np.ndarray) else what


def _compiled_shift(_typing: Any, pointer: Any, _places: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return pointer(pointer, types.intp), generate


if numba.config.DISABLE_JIT:
    pointer_to: Any = _views  # the arrays are contiguous
    shifted: Any = lambda pointer, places: pointer[places:]  # noqa: E731
else:
    pointer_to, shifted = intrinsic(_compiled_pointer), intrinsic(_compiled_shift)
"""Point to the first item of an array, which the caller keeps alive, or to those of the arrays of a
NamedTuple; move a pointer some places on.

Compiled functions hand pointers on, not arrays: a pointer is one argument and not seven, and is not
counted. Nothing checks an index.
"""


def plain(function: _Function) -> _Function:
    """Return the Python function behind a compiled one, for single calls from Python."""
    return getattr(function, "py_func", function)
