"""The example of a bot of one's own runs as it stands, and holds its own against chance."""

import re

from programs import run_python


def test_the_example_says_what_is_wrong_with_its_arguments() -> None:
    done = run_python("examples/own_bot.py", "--games", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert "error: games must be a whole number from 1" in done.stderr


def test_the_example_plays_better_than_random() -> None:
    done = run_python("examples/own_bot.py", "--games", "20")
    assert done.returncode == 0, done.stderr
    found = re.search(r"wins against random: (\d+)%", done.stdout)
    assert found is not None
    assert int(found[1]) > 70
