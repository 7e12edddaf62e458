"""How far a command is, where there is no terminal for a bar."""

import pytest

from livingstone.cli.terminal import progress
from livingstone.simulation import Progress


def test_progress_is_a_line_every_ten_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    begun = list[bool]()
    with progress("review", lambda: begun.append(True), "positions and choices") as report:
        for second in range(26):
            report(Progress(done=2 * second, total=100, resumed=0, seconds=float(second)))
    printed = capsys.readouterr()
    assert printed.err.splitlines() == [
        "review: 20 of 100 positions and choices, 2.0 a second, about 40 s left",
        "review: 40 of 100 positions and choices, 2.0 a second, about 30 s left",
    ]
    assert (printed.out, begun) == ("", [True])
