"""A disk that has no room for a line: the file stays whole, and the same process can go on."""

from pathlib import Path

import pytest
from programs import run_python

from livingstone import simulate

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
