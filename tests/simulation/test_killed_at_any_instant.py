"""Files of results whose process was killed at any line of the code that opens and writes them."""

from pathlib import Path

import pytest
from programs import run_python

from livingstone import ArgumentError, read_rows, simulate
from livingstone.simulation.results.journal import journal_path
from livingstone.simulation.results.manifest import manifest_path

BOTS = ["random", "random"]
SCRIPT = """
import os, signal, sys
from pathlib import Path
import livingstone.support.files
from livingstone import simulate
from livingstone.simulation.results import locking, manifest, parquet, parquet_sink, sinks

MODULES = (livingstone.support.files, locking, manifest, parquet, parquet_sink, sinks)
WATCHED = {module.__file__ for module in MODULES}

def play(folder, steps=None):
    left = steps

    def trace(frame, event, argument):
        nonlocal left
        if frame.f_code.co_filename not in WATCHED:
            return None
        if event == "line":
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace

    folder.mkdir()
    if steps is not None:
        sys.settrace(trace)
    simulate(["random", "random"], 2, seed=7, sink=folder / sys.argv[2], chunk=1)

place = Path(sys.argv[1])
play(place / "whole")
for steps in range(0, 2000, int(sys.argv[3])):
    child = os.fork()
    if child == 0:
        play(place / str(steps), steps)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status):
        assert os.WEXITSTATUS(status) == 0
        break
else:
    raise SystemExit("no child came to the end")
"""


@pytest.mark.parametrize(("name", "each"), [("games.csv", "1"), ("games.jsonl", "4")])
def test_a_batch_killed_at_any_line_of_code_is_continued(
    name: str, each: str, tmp_path: Path
) -> None:
    ended = run_python("-c", SCRIPT, str(tmp_path), name, each)  # the code is the same for both
    assert ended.returncode == 0, ended.stderr
    whole = (tmp_path / "whole" / name).read_bytes()
    manifest = manifest_path(tmp_path / "whole" / name).read_bytes()
    seen = set()
    for folder in tmp_path.iterdir():
        path = folder / name
        content = path.read_bytes() if path.exists() else None
        seen.add((content, manifest_path(path).exists()))
        if manifest_path(path).exists():
            assert len(list(read_rows(path))) <= 2
        simulate(BOTS, 2, seed=7, sink=path)
        assert path.read_bytes() == whole
        assert manifest_path(path).read_bytes() == manifest
    lines = whole.splitlines(keepends=True)
    wholes = {b"".join(lines[:number]) for number in range(len(lines) + 1)}
    possible = {(None, False), (b"", False), *((content, True) for content in wholes)}
    assert seen == possible if each == "1" else seen <= possible


@pytest.mark.parametrize("name", ["games.csv", "games.jsonl"])
def test_an_empty_file_without_a_manifest_is_begun(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.touch()
    assert simulate(BOTS, 2, seed=7, sink=path).games == 2
    assert len(list(read_rows(path))) == 2


def test_an_empty_file_with_the_manifest_of_another_batch_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    simulate(BOTS, 2, seed=7, sink=path)
    path.write_bytes(b"")
    with pytest.raises(ArgumentError, match="another batch: seed is 7 there and 8 here"):
        simulate(BOTS, 2, seed=8, sink=path)
    assert path.read_bytes() == b""


def test_a_parquet_batch_killed_at_any_line_of_code_is_continued(tmp_path: Path) -> None:
    name = "games.parquet"
    ended = run_python("-c", SCRIPT, str(tmp_path), name, "3")  # each third line, for time
    assert ended.returncode == 0, ended.stderr
    whole = (tmp_path / "whole" / name).read_bytes()
    assert [file.name for file in (tmp_path / "whole").iterdir()] == [name]
    seen = set()
    for folder in tmp_path.iterdir():
        path = folder / name
        journal = journal_path(path)
        if path.exists() or manifest_path(journal).exists():
            seen.add(len(list(read_rows(path))))
        simulate(BOTS, 2, seed=7, sink=path)
        assert path.read_bytes() == whole
        assert [file.name for file in folder.glob("[!.]*")] == [name]
    assert seen == {0, 1, 2}
