"""What environments need: nothing for integers, and a clear word where a package is missing."""

import pytest
from programs import run_python

NAME = "livingstone/Livingstone-v0"
WITHOUT_NUMPY = """
import sys
sys.modules.update(dict.fromkeys(["minari", "numba", "numpy", "pettingzoo"]))
import random, livingstone as ls
from livingstone import envs
space = envs.ActionSpace("printed", 2)
seen = ls.view(ls.new_game(2, seed=7), 0)
ls.load_player("ismcts:iterations=3").choose(seen, random.Random(1))
indices, information = space.legal_indices(seen), envs.InformationState(space.edition, 2)
print(len(indices) == len(seen.legal_moves), information.text == "")
needs = lambda: space.mask(seen), envs.export_episodes, envs.Layout
for need in (*needs, envs.livingstone_v0.env):
    try:
        need()
    except ls.LivingstoneError as error:
        print(error)
"""


def run(code: str) -> list[str]:
    done = run_python("-c", code)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_integers_information_and_searches_need_no_other_package() -> None:
    assert run(WITHOUT_NUMPY) == [
        "True True",
        "masks need numpy: pip install 'livingstone[envs]'",
        "data sets need minari: pip install 'livingstone[minari]'",
        "observations need numpy: pip install 'livingstone[envs]'",
        "environments of PettingZoo need pettingzoo: pip install 'livingstone[pettingzoo]'",
    ]


def test_importing_the_library_imports_neither_gymnasium_nor_numba() -> None:
    code = "import sys, livingstone; print({'gymnasium', 'numba', 'numpy'} & set(sys.modules))"
    assert run(code) == ["set()"]
    pytest.importorskip("gymnasium")
    code = f"""
import sys, livingstone.envs, gymnasium
print('numba' in sys.modules, gymnasium.spec({NAME!r}).max_episode_steps)
sys.modules["numba"] = None
gymnasium.make({NAME!r}).reset(seed=1)
try:
    gymnasium.make_vec({NAME!r}, 2, "vector_entry_point")
except livingstone.MissingExtraError as error:
    print(error)
"""
    told = "compiled games need numba: pip install 'livingstone[fast]'"
    assert run(code) == ["False 10000", told]
