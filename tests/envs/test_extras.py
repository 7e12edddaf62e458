"""What environments need: nothing for integers, and a clear word where a package is missing."""

import subprocess
import sys

WITHOUT_NUMPY = """
import sys
missing = {"numpy", "pettingzoo"}
sys.modules.update(dict.fromkeys(missing))
import livingstone as ls
from livingstone import envs
space = envs.ActionSpace("printed", 2)
seen = ls.view(ls.new_game(2, seed=7), 0)
print(space.legal_indices(seen), envs.InformationState(space.edition, 2).text == "")
def load():
    import livingstone.envs.livingstone_v0
for need in (lambda: space.mask(seen), lambda: envs.Layout, lambda: envs.livingstone_v0, load):
    try:
        need()
    except ls.LivingstoneError as error:
        print(error)
"""


def run(code: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.splitlines()


def test_integers_and_information_need_no_other_package() -> None:
    assert run(WITHOUT_NUMPY) == [
        "(1, 2, 3, 6165, 6166, 6167) True",
        "masks need numpy: pip install 'livingstone[envs]'",
        "observations need numpy: pip install 'livingstone[envs]'",
        "environments of PettingZoo need pettingzoo: pip install 'livingstone[pettingzoo]'",
        "environments of PettingZoo need pettingzoo: pip install 'livingstone[pettingzoo]'",
    ]
