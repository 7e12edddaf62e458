"""A disk that has no room for a line: the file stays whole, and the same process can go on."""

from pathlib import Path

import pytest
from programs import run_python

from livingstone import simulate
from livingstone.simulation import tune

SCRIPT = """
import resource, sys
from pathlib import Path
from livingstone import SimulationError, read_rows, simulate

_, most = resource.getrlimit(resource.RLIMIT_FSIZE)

def play(path, room=most):
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, most))
    try:
        simulate(["random"] * 2, 10, seed=7, sink=path, chunk=2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

for room in (0, 100, 500, 900, 1500, 2000, 2500):
    path = Path(sys.argv[1]) / f"{room}{sys.argv[2]}"
    for _ in range(2):
        try:
            play(path, room)
        except SimulationError as error:
            assert "File too large" in str(error), error
        else:
            raise SystemExit("there was room enough")
    content = path.read_bytes()
    assert len(content) <= room
    assert content == b"" or content.endswith(b"\\n")
    if content:
        assert len(list(read_rows(path))) % 2 == 0
    play(path)
"""


@pytest.mark.parametrize("ending", [".csv", ".jsonl"])
def test_a_batch_goes_on_in_the_same_process_when_there_is_room_again(
    ending: str, tmp_path: Path
) -> None:
    whole = tmp_path / f"whole{ending}"
    simulate(["random"] * 2, 10, seed=7, sink=whole)
    assert whole.stat().st_size > 2500
    ended = run_python("-c", SCRIPT, str(tmp_path), ending)
    assert ended.returncode == 0, ended.stderr
    paths = list(tmp_path.glob(f"*{ending}"))
    assert len(paths) == 8
    assert {path.read_bytes() for path in paths} == {whole.read_bytes()}


TUNING = """
import resource, sys
from pathlib import Path
from livingstone import SimulationError
from livingstone.simulation import tune

_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
steps = Path(sys.argv[1]) / "steps.jsonl"

def play(room=most):
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, most))
    try:
        tune(sys.argv[1], players=2, iterations=3, games=2, seed=7)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

for room in (0, 100, int(sys.argv[2]) + 7, int(sys.argv[2]) + 30):
    try:
        play(room)
    except SimulationError as error:
        assert "steps.jsonl: File too large; what is there stays" in str(error), error
    else:
        raise SystemExit("there was room enough")
    content = steps.read_bytes()
    assert content == b"" or content.endswith(b"\\n"), content
play()
"""


def test_a_tuning_goes_on_in_the_same_process_when_there_is_room_again(tmp_path: Path) -> None:
    tune(tmp_path / "whole", players=2, iterations=3, games=2, seed=7)
    whole = (tmp_path / "whole" / "steps.jsonl").read_bytes()
    header = whole.index(b"\n") + 1
    assert len(whole) > header + 30
    ended = run_python("-c", TUNING, str(tmp_path / "tuned"), str(header))
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "tuned" / "steps.jsonl").read_bytes() == whole
