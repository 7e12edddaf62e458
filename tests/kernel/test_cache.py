"""Compiled code is kept, never stale, and done without where it cannot be kept."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

import livingstone

pytestmark = pytest.mark.skipif(
    bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled"
)

PROGRAM = """
import livingstone as ls
from livingstone.kernel import Kernel
kernel = Kernel.of("printed", 2)
print(len(kernel.legal_moves(kernel.encode(ls.new_game(2, seed=7)))))
"""
SMALL_FILES = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))"
"""No file can be longer, as on a disk that is full."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the sources of the library."""
    package = Path(livingstone.__file__).parent
    skipped = shutil.ignore_patterns("__pycache__")
    shutil.copytree(package, tmp_path / "src" / "livingstone", ignore=skipped)
    shutil.copytree(package.parents[1] / "data", tmp_path / "data")
    return tmp_path / "src"


def start(sources: Path, cache: Path, program: str = PROGRAM) -> "subprocess.Popen[str]":
    variables = {"PYTHONPATH": str(sources), "LIVINGSTONE_CACHE": str(cache)}
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: "subprocess.Popen[str]") -> tuple[int, str]:
    """Give the number of moves, and what was warned of."""
    output, warnings = process.communicate(timeout=300)
    assert process.returncode == 0, warnings
    return int(output), warnings


def test_two_processes_share_a_cache_and_a_changed_function_is_seen(
    copy: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    both = [start(copy, cache), start(copy, cache)]
    moves = len(livingstone.legal_moves(livingstone.new_game(2, seed=7)))
    assert [finish(process) for process in both] == [(moves, ""), (moves, "")]
    money = copy / "livingstone" / "kernel" / "rules" / "money.py"
    text, coins = money.read_text(), "range(1, state[player + at.COINS] + 1)"
    assert text.count(coins) == 1
    money.write_text(text.replace(coins, coins.replace("1", "2", 1)))  # no donations of one coin
    assert finish(start(copy, cache)) == (moves - 1, "")
    assert len(list(cache.iterdir())) == 2
    for file in cache.rglob("*.nbc"):
        file.write_bytes(b"damaged")
    found, warnings = finish(start(copy, cache))
    assert found == moves - 1
    assert "not cached" in warnings


def test_without_a_place_for_a_cache_the_kernel_works_with_a_warning(
    copy: Path, tmp_path: Path
) -> None:
    no_folder = tmp_path / "file"
    no_folder.write_text("no folder can be made below a file")
    found, warnings = finish(start(copy, no_folder))
    assert found > 0
    assert "not cached" in warnings


@pytest.mark.skipif(sys.platform == "win32", reason="it has no limits on files")
def test_on_a_full_disk_the_kernel_works_with_a_warning(copy: Path, tmp_path: Path) -> None:
    found, warnings = finish(start(copy, tmp_path / "cache", SMALL_FILES + PROGRAM))
    assert found > 0
    assert "not cached" in warnings
