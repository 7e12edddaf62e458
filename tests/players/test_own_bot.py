"""The example of a bot of one's own runs as it stands, and holds its own against chance."""

import re

from programs import run_python


def test_the_example_plays_better_than_random() -> None:
    done = run_python("examples/own_bot.py", "--games", "20")
    assert done.returncode == 0, done.stderr
    found = re.search(r"wins against random: (\d+)%", done.stdout)
    assert found is not None
    assert int(found[1]) > 70
