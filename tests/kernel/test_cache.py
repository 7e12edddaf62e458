"""Compiled code is kept, never stale, and done without where it cannot be kept."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from terminals import at_terminal

pytest.importorskip("numba")

import livingstone
from livingstone.kernel.caching import is_compiled
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


def test_damaged_code_is_compiled_again(tmp_path: Path) -> None:
    finish(start(tmp_path))
    for file in tmp_path.rglob("add-*"):
        file.write_bytes(file.read_bytes()[:100])
    found, warnings = finish(start(tmp_path))
    assert found == 3
    assert "not cached" in warnings
    assert finish(start(tmp_path)) == (3, "")


def test_without_a_place_for_a_cache_code_works_with_a_warning(tmp_path: Path) -> None:
    no_folder = tmp_path / "file"
    no_folder.write_text("no folder can be made below a file")
    found, warnings = finish(start(no_folder))
    assert found == 3
    assert "not cached" in warnings


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
    assert logged.startswith(f"INFO:livingstone:{COMPILING}")


def test_a_terminal_shows_a_clock_while_it_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with at_terminal("compile") as somebody:
        somebody.wait_for(COMPILING)
        somebody.wait_for("(1 s)")
        somebody.wait_for("\r\x1b[K")


def test_what_is_prepared_is_known_to_be_compiled() -> None:
    assert [part for part, _ in prepare("games")] == ["games"]
    assert is_compiled("games", "play")
    assert not is_compiled("games", "nothing")
