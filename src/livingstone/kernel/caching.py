"""Where machine code is kept: a folder for each state of the kernel's code.

Nothing here imports numba, so it is quick to see whether something must be compiled.
"""

import atexit
import hashlib
import json
import os
import pkgutil
import shutil
import sys
import warnings
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp
from types import CodeType

from livingstone.errors import ArgumentError
from livingstone.kernel.fingerprints import fingerprint
from livingstone.support.files import make_folder, write_whole
from livingstone.support.machine import __version__

PARTS = ("games", "learned", "reviews", "environments", "batches")
"""The parts of the kernel that `prepare` compiles, each before somebody waits for it."""
VARIABLE = "NUMBA_CACHE_DIR"
"""The environment variable that names another folder for the cache."""
MOST_BYTES = 16_000_000
"""More than all machine code takes: some 7 MB."""
_PROCESSOR = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX")
"""The environment variables by which numba compiles for another processor."""
_SETTINGS = Path(".numba_config.yaml")
"""The file in the working folder that can set the same."""
_HASH_BYTES = 16


@cache
def cache_folder() -> Path:
    """Return the folder in which machine code is kept; it need not exist.

    Numba looks only at the file of a function to see whether its code is still good, not at the
    functions that it calls in other files. So the name has a hash of the code of this package, as
    it is imported, with or without sources; of the version of the library; and of the versions of
    what compiles it: changed code has a new folder.

    Raises `FileNotFoundError` for a user without a home, as in some containers, and for an
    installation whose code or versions cannot be read.
    """
    base = Path(os.environ.get(VARIABLE) or _user_cache())
    try:
        base = base.expanduser()
    except RuntimeError:
        raise FileNotFoundError(f"this user has no home; {VARIABLE} can name a folder") from None
    try:
        versions = [__version__, version("numba"), version("llvmlite"), sys.version]
    except PackageNotFoundError as error:
        raise FileNotFoundError(f"the version of {error.name} is not known") from None
    package = sys.modules[__package__]
    modules = dict(_modules(package.__path__, f"{package.__name__}."))
    if __name__ not in modules:
        raise FileNotFoundError("the modules of the kernel cannot be listed")
    return base / f"livingstone-{fingerprint(*versions, modules)}"


def _modules(path: Iterable[str], prefix: str) -> Iterator[tuple[str, CodeType]]:
    """List the modules in a package with their code, which is not executed."""
    for finder, name, _ in sorted(pkgutil.iter_modules(path, prefix), key=lambda own: own.name):
        spec = finder.find_spec(name, None)
        get_code = getattr(spec and spec.loader, "get_code", None)
        code = get_code(name) if get_code is not None else None
        if spec is None or code is None:
            raise FileNotFoundError(f"the code of {name} cannot be read")
        yield name, code
        if spec.submodule_search_locations is not None:
            yield from _modules(spec.submodule_search_locations, f"{name}.")


def _user_cache() -> str:
    if sys.platform == "darwin":
        return "~/Library/Caches"
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    return os.environ.get("XDG_CACHE_HOME") or "~/.cache"


def keep(file: Path, content: bytes) -> None:
    """Write a file of the cache, whole or not at all; raises `OSError` and `ArgumentError`."""
    make_folder(file.parent)
    write_whole(file, _hash(content) + content)


def kept(file: Path) -> bytes:
    """Read a file of the cache; raises `OSError`, and `ValueError` for a damaged one."""
    content = file.read_bytes()
    if _hash(content[_HASH_BYTES:]) != content[:_HASH_BYTES]:
        raise ValueError(f"{file.parent} holds damaged code")
    return content[_HASH_BYTES:]


def _hash(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_HASH_BYTES).digest()


NEEDED = set[Path]()
"""The files for the functions that this process has compiled or loaded; one may be missing."""


def is_compiled(*parts: str) -> bool:
    """Return whether the cache has the code of some parts, or of all, whole for this processor.

    This takes milliseconds and loads no compiler. The parts are those of `prepare`, which another
    process may have called; of a part that does not exist, there is no code.

    >>> from livingstone.kernel import prepare
    >>> prepare("games")
    >>> is_compiled("games"), is_compiled("nothing")
    (True, False)
    """
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return True  # there is nothing to compile
    try:
        files = [name for part in parts or PARTS for name in json.loads(kept(_list_of(part)))]
        return all(kept(cache_folder() / name) for name in dict.fromkeys(files))
    except (OSError, ValueError):
        return False


def note_compiled(part: str) -> None:
    """List the files of all functions that this process needs as those of a part, if all exist."""
    try:
        names = sorted(own.name for own in NEEDED if own.parent == cache_folder())
        if all(kept(cache_folder() / name) for name in names):
            keep(_list_of(part), json.dumps(names).encode())
    except (OSError, ValueError, ArgumentError):
        pass  # `is_compiled` then says that the part is not compiled


def _list_of(part: str) -> Path:
    """Return the file that lists the files of a part, for the processor that numba compiles for.

    Raises `OSError` where that is not known.
    """
    from llvmlite import binding

    try:
        host = binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    except RuntimeError as error:
        raise FileNotFoundError(f"the processor is not known: {error}") from None
    chosen = [os.environ.get(name) for name in _PROCESSOR]
    settings = _SETTINGS.read_bytes() if _SETTINGS.is_file() else b""
    processor = fingerprint(binding.get_process_triple(), *host, *chosen, settings)
    return cache_folder() / f"{part}-{processor}.list"


def make_cache_writable() -> None:
    """Unless the cache can be written, take a temporary one for this process and its children.

    A server calls this before it starts processes, which then compile once for all of them.

    >>> make_cache_writable()
    """
    try:
        make_folder(cache_folder())
        with TemporaryFile(dir=cache_folder()) as stream:
            stream.write(bytes(MOST_BYTES))
        return
    except (OSError, ArgumentError) as error:
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
