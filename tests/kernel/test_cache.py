"""Compiled code is kept, never stale, and done without where it cannot be kept."""

import compileall
import os
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from terminals import at_terminal

pytest.importorskip("numba")

import livingstone
from livingstone.kernel import caching
from livingstone.kernel.caching import is_compiled
from livingstone.kernel.compiling import entry
from livingstone.kernel.preparing import prepare

pytestmark = pytest.mark.skipif(
    bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled"
)

MOVES = """
import livingstone as ls
from livingstone.kernel import Kernel
kernel = Kernel.of("printed", 2)
print(len(kernel.legal_moves(kernel.encode(ls.new_game(2, seed=7)))))
"""
SMALL = """
import sys
from livingstone.kernel.compiling import entry
@entry
def add(a, b):
    return a + b
print(sum(add(*pair) for pair in {pairs}))
"""
"""A function that is compiled and kept as those of the kernel are."""
SMALL_FILES = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))"
"""No file can be longer, as on a disk that is full."""
DEADLY = "import os; os.fsync = lambda _: os.kill(os.getpid(), 9)"
"""The process is killed when it has written a file, before the file has its name."""
LOGGING = "import logging; logging.basicConfig(level=logging.INFO)"
COMPILING = "compiling the game for this machine, once: about"


@pytest.fixture
def copies(tmp_path: Path) -> tuple[Path, Path]:
    """Install the sources of the library twice."""
    package = Path(livingstone.__file__).parent
    skipped = shutil.ignore_patterns("__pycache__")
    for name in ("one", "two"):
        shutil.copytree(package, tmp_path / name / "src" / "livingstone", ignore=skipped)
        shutil.copytree(package.parents[1] / "data", tmp_path / name / "data")
    return tmp_path / "one" / "src", tmp_path / "two" / "src"


def start(
    cache: Path, *program: str, sources: Path | None = None, pairs: str = "[(1, 2)]"
) -> "subprocess.Popen[str]":
    variables = {"NUMBA_CACHE_DIR": str(cache)}
    if sources is not None:
        variables["PYTHONPATH"] = str(sources)
    return subprocess.Popen(
        [sys.executable, "-c", "\n".join(program or [SMALL]).format(pairs=pairs)],
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: "subprocess.Popen[str]") -> tuple[float, str]:
    """Return what was printed, and what was warned of."""
    output, warnings = process.communicate(timeout=300)
    assert process.returncode == 0, warnings
    return float(output), warnings


def test_every_copy_of_the_sources_finds_the_same_code_and_a_changed_function_is_seen(
    copies: tuple[Path, Path], tmp_path: Path
) -> None:
    cache, (one, two) = tmp_path / "cache", copies
    moves = len(livingstone.legal_moves(livingstone.new_game(2, seed=7)))
    assert finish(start(cache, MOVES, sources=one)) == (moves, "")
    (file,) = cache.rglob("legal_moves-*")
    before = file.stat()
    assert finish(start(cache, MOVES, sources=two)) == (moves, "")
    assert [*cache.rglob("legal_moves-*")] == [file]
    assert file.stat() == before or file.stat().st_mtime == before.st_mtime
    money = two / "livingstone" / "kernel" / "rules" / "money.py"
    text, coins = money.read_text(), "range(1, state[player + at.COINS] + 1)"
    assert text.count(coins) == 1
    money.write_text(text.replace(coins, coins.replace("1", "2", 1)))  # no donations of one coin
    assert finish(start(cache, MOVES, sources=two)) == (moves - 1, "")
    assert len(list(cache.iterdir())) == 2


def test_a_changed_function_of_a_program_is_seen(tmp_path: Path) -> None:
    program, cache = tmp_path / "program.py", tmp_path / "cache"
    for sign, found in (("+", 3), ("+", 3), ("-", -1)):
        program.write_text(SMALL.format(pairs="[(1, 2)]").replace("a + b", f"a {sign} b"))
        assert finish(start(cache, f"import runpy; runpy.run_path({str(program)!r})")) == (
            found,
            "",
        )
    assert len([*cache.rglob("add-*")]) == 2


def test_processes_that_compile_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    kinds = {"[(1, 2)]": 3.0, "[(2, 2)]": 4.0, "[(1.5, 2.5)]": 4.0}
    processes = [start(tmp_path, pairs=pairs) for pairs in kinds]
    assert [finish(process) for process in processes] == [(total, "") for total in kinds.values()]
    assert len([*tmp_path.rglob("add-*")]) == 2
    every = " + ".join(kinds)
    assert finish(start(tmp_path, LOGGING + SMALL, pairs=every)) == (sum(kinds.values()), "")


def test_a_killed_process_leaves_nothing_broken(tmp_path: Path) -> None:
    killed = start(tmp_path, DEADLY + SMALL)
    killed.communicate(timeout=300)
    assert killed.returncode == -signal.SIGKILL
    assert not [*tmp_path.rglob("add-*")]
    assert finish(start(tmp_path)) == (3, "")
    assert len([*tmp_path.rglob("add-*")]) == 1


@given(
    damage=st.sampled_from(["cut", "changed", "garbage", "folder"]),
    number=st.integers(0, 1),
    part=st.floats(0, 1, exclude_max=True),
    garbage=st.binary(min_size=1, max_size=100),
)
@settings(max_examples=12, deadline=None)
def test_whatever_is_damaged_is_compiled_again(
    damage: str, number: int, part: float, garbage: bytes
) -> None:
    """A function of few lines is kept as all are; here, no process has to be started for it."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_CACHE_DIR", folder)
        caching.cache_folder.cache_clear()
        assert add()(1, 2) == add()(1.0, 2) == 3
        assert add()(1, 2) == 3
        file = sorted(Path(folder).rglob("add-*"))[number]
        content = file.read_bytes()
        begin, end = content[: (place := int(part * len(content)))], content[place + 1 :]
        if damage == "folder":
            file.unlink()
            file.mkdir()
        else:
            changed = bytes([content[place] ^ (garbage[0] or 1)]) + end
            file.write_bytes(begin + {"cut": b"", "changed": changed, "garbage": garbage}[damage])
        with warnings.catch_warnings(action="ignore"):
            assert add()(1, 2) == add()(1.0, 2) == 3
        again = add()
        assert again(1, 2) == again(1.0, 2) == 3
        assert sum(again.stats.cache_misses.values()) == file.is_dir()
    caching.cache_folder.cache_clear()


def add() -> Any:
    """Make a function that is compiled unless the cache has it."""

    @entry
    def add(a: float, b: float) -> float:
        return a + b

    return add


def test_damaged_code_is_warned_of_once(tmp_path: Path) -> None:
    both = "[(1, 2), (1.5, 2)]"
    finish(start(tmp_path, pairs=both))
    for file in tmp_path.rglob("add-*"):
        file.write_bytes(file.read_bytes()[:100])
    found, warnings = finish(start(tmp_path, pairs=both))
    assert found == 6.5
    assert warnings.count("Warning") == 1
    assert f"{tmp_path}/livingstone-" in warnings
    assert finish(start(tmp_path, pairs=both)) == (6.5, "")


def test_without_a_place_for_a_cache_code_works_with_a_warning(tmp_path: Path) -> None:
    no_folder = tmp_path / "file"
    no_folder.write_text("no folder can be made below a file")
    found, warnings = finish(start(no_folder, pairs="[(1, 2), (1.5, 2)]"))
    assert found == 6.5
    assert warnings.count("Warning") == 1


HOMELESS = """
import os, pwd
for name in ("HOME", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
    os.environ.pop(name, None)
def nobody(_):
    raise KeyError
pwd.getpwuid = nobody
"""
"""The user has no home and is in no list of users, as in many containers."""
TEMPORARY = """
from livingstone.kernel import caching
assert not caching.is_compiled("add")
caching.make_cache_writable()
print(caching.cache_folder().parent)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="every user has a home")
def test_a_user_without_a_home_compiles_in_each_process_or_keeps_code_for_a_server() -> None:
    found, warnings = finish(start(Path(), HOMELESS + SMALL, pairs="[(1, 2), (1.5, 2)]"))
    assert found == 6.5
    assert warnings.count("Warning") == warnings.count("NUMBA_CACHE_DIR can name a folder") == 1
    process = start(Path(), HOMELESS + TEMPORARY)
    folder, warnings = process.communicate(timeout=300)
    assert process.returncode == 0, warnings
    assert "is kept until this process ends" in warnings
    assert not Path(folder.strip()).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="it has no limits on files")
def test_on_a_full_disk_code_works_with_a_warning(tmp_path: Path) -> None:
    found, warnings = finish(start(tmp_path, SMALL_FILES + SMALL))
    assert found == 3
    assert "not cached" in warnings
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_compiling_is_logged_once(tmp_path: Path) -> None:
    found, logged = finish(start(tmp_path, LOGGING + SMALL, pairs="[(1, 2), (1.5, 2)]"))
    assert found == 6.5
    assert logged.count("\n") == 1
    assert logged.startswith(f"INFO:livingstone.waiting:{COMPILING}")


def test_a_terminal_shows_a_clock_while_it_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with at_terminal("compile") as somebody:
        somebody.wait_for(COMPILING)
        somebody.wait_for("(1 s)")
        somebody.wait_for("\r\x1b[K")


def test_what_is_prepared_is_known_to_be_compiled() -> None:
    prepare("games")
    assert is_compiled("games")
    assert not is_compiled("games", "nothing")


FOLDER = "from livingstone.kernel.caching import cache_folder; print(cache_folder().name)"


def folder_of(sources: Path, seed: int = 0) -> str:
    """Ask an installation for the name of its folder."""
    variables = {"PYTHONPATH": str(sources), "PYTHONHASHSEED": str(seed)}
    program = [sys.executable, "-c", FOLDER]
    return subprocess.check_output(program, env=os.environ | variables, text=True).strip()


def strip(sources: Path) -> None:
    """Leave only compiled files of the kernel, as images without sources do."""
    kernel = sources / "livingstone" / "kernel"
    assert compileall.compile_dir(kernel, legacy=True, quiet=1)
    for source in kernel.rglob("*.py"):
        source.unlink()


@pytest.mark.parametrize("has_sources", [True, False])
def test_installations_share_a_folder_only_if_their_code_is_the_same(
    copies: tuple[Path, Path], has_sources: bool
) -> None:
    one, two = copies
    same = folder_of(one)
    constants = two / "livingstone" / "kernel" / "greedy" / "memo.py"
    constants.write_text(f"# a comment\n{constants.read_text()}")
    assert folder_of(two, seed=1) == same
    constants.write_text(f"{constants.read_text()}\nNEW = 1\n")
    if not has_sources:
        strip(one)
        strip(two)
    assert folder_of(one) == same
    assert folder_of(two) != same


def test_a_zip_file_has_the_folder_of_what_is_in_it(
    copies: tuple[Path, Path], tmp_path: Path
) -> None:
    one, _ = copies
    shutil.copytree(one.parent / "data", one / "livingstone" / "data")
    archive = shutil.make_archive(str(tmp_path / "library"), "zip", one)
    assert folder_of(Path(archive)) == folder_of(one)


def test_without_sources_a_changed_function_is_seen(tmp_path: Path) -> None:
    changed = SMALL.replace("a + b", "a - b")
    assert finish(start(tmp_path, SMALL)) == (3, "")
    assert finish(start(tmp_path, changed)) == (-1, "")


PART = """
from livingstone.kernel import caching
caching.note_compiled("small")
assert caching.is_compiled("small") == {kept}
"""
"""What was compiled is noted as a part."""


def compile_part(cache: Path, *program: str, kept: bool = True) -> str:
    """Compile a part in a process; return what was warned of."""
    return finish(start(cache, *program, SMALL, PART.replace("{kept}", str(kept))))[1]


@pytest.fixture
def part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Compile a part in this process; return the file that lists its files."""
    monkeypatch.setenv(caching.VARIABLE, str(tmp_path))
    caching.cache_folder.cache_clear()
    assert add()(1, 2) == 3
    caching.note_compiled("small")
    (file,) = tmp_path.rglob("small-*")
    yield file
    caching.cache_folder.cache_clear()


def test_code_for_another_processor_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert compile_part(tmp_path) == ""
    monkeypatch.setenv(caching.VARIABLE, str(tmp_path))
    caching.cache_folder.cache_clear()
    assert is_compiled("small")
    monkeypatch.delenv("NUMBA_CPU_NAME")
    assert not is_compiled("small")
    assert compile_part(tmp_path) == ""
    assert is_compiled("small")
    assert len([*tmp_path.rglob("add-*")]) == 2
    caching.cache_folder.cache_clear()


@pytest.mark.parametrize("pattern", ["small-*", "add-*"])
@pytest.mark.parametrize("content", [None, b"", b"[]", "cut"])
def test_half_a_write_does_not_count(part: Path, pattern: str, content: bytes | str | None) -> None:
    assert is_compiled("small")
    (file,) = part.parent.glob(pattern)
    if content is None:
        file.unlink()
    elif isinstance(content, str):
        file.write_bytes(file.read_bytes()[:-1])
    else:
        file.write_bytes(content)
    assert not is_compiled("small")
    caching.note_compiled("small")
    assert is_compiled("small") == (pattern == "small-*")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no limits on files")
def test_on_a_full_disk_nothing_counts_as_compiled(tmp_path: Path) -> None:
    assert "not cached" in compile_part(tmp_path, SMALL_FILES, kept=False)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


NEARLY_FULL = SMALL_FILES.replace("1000", "10_000_000")
"""The machine code of some functions fits, but not that of all."""


@pytest.mark.skipif(sys.platform == "win32", reason="it has no limits on files")
def test_a_disk_that_is_nearly_full_is_not_begun_with(tmp_path: Path) -> None:
    process = start(tmp_path, NEARLY_FULL + TEMPORARY)
    folder, warnings = process.communicate(timeout=300)
    assert process.returncode == 0, warnings
    assert "is kept until this process ends" in warnings
    assert Path(folder.strip()) != tmp_path


UNREADABLE = """
import importlib.util, pkgutil
class Finder:
    find_spec = lambda self, name, target: importlib.util.spec_from_loader(name, None)
known = {{"unlisted": [], "unread": [pkgutil.ModuleInfo(Finder(), "livingstone.kernel.x", False)]}}
pkgutil.iter_modules = lambda *_: known["{kind}"]
"""
"""Nothing tells what the code of the kernel is."""


@pytest.mark.parametrize("kind", ["unlisted", "unread"])
def test_code_that_cannot_be_read_is_compiled_in_each_process_with_one_warning(
    tmp_path: Path, kind: str
) -> None:
    program = UNREADABLE.replace("{kind}", kind) + SMALL
    found, warnings = finish(start(tmp_path, program, pairs="[(1, 2), (1.5, 2)]"))
    assert found == 6.5
    assert warnings.count("Warning") == 1
    assert "compiles in each process" in warnings
    assert not [*tmp_path.iterdir()]
