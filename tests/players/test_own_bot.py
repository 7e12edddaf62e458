"""The example of a bot of one's own runs as it stands, and holds its own against chance."""

import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_bot.py"


def test_the_example_plays_better_than_random() -> None:
    told = subprocess.run(
        [sys.executable, str(EXAMPLE), "--games", "20"], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(r"wins against random: (\d+)%", told)
    assert found is not None
    assert int(found[1]) > 70
