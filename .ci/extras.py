"""Try each extra alone: install it in an environment of its own, and run the lines told of it.

python .ci/extras.py [EXTRA ...]

First, without any extra, each of these lines is refused by a sentence that names its extra. All
that is public can be named there, and in the environment of each extra.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]
SIMULATE = "livingstone simulate --players greedy,random --games 4 --seed 7"
SERVE = "livingstone serve --port 8321 --database tables.db"
*_, BATCH = re.findall(
    r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL
)
GYMNASIUM = """
import gymnasium, livingstone.envs
game = gymnasium.make("livingstone/Livingstone-v0", players=3, render_mode="rgb_array")
seen, info = game.reset(seed=7)
game.step(game.action_space.sample(info["action_mask"]))
print(game.render().shape)
"""
PETTINGZOO = """
from livingstone.envs import livingstone_v0
from livingstone.envs import as_policy
env, greedy = livingstone_v0.env(players=2), as_policy("greedy")
env.reset(seed=7)
for agent in env.agent_iter():
    seen, reward, ended, cut_off, info = env.last()
    env.step(None if ended or cut_off else greedy(env))
"""
OPENSPIEL = """
import livingstone.envs.openspiel, pyspiel
game = pyspiel.load_game("python_livingstone(players=2,edition=bga)")
print(game.new_initial_state().chance_outcomes()[:2])
"""
OBSERVE = """
import livingstone as ls
from livingstone.envs import observe
print(observe(ls.view(ls.new_game(2, seed=7), 0)).shape)
"""
NAME_EVERYTHING = f"{ROOT}/tests/name_everything.py"
PLOT = """
import livingstone as ls
from livingstone.simulation import plots
plots.draw(ls.simulate(["greedy", "random"], 4, seed=7), "wins.svg")
"""
TESTING = """
from livingstone.testing import states
drawn = states()
from hypothesis import given, settings
@given(drawn)
@settings(deadline=None)
def test_hands_are_sorted(state):
    assert state.player.hand == tuple(sorted(state.player.hand))
test_hands_are_sorted()
"""
LINES: dict[str, list[str]] = {
    "cli": ["livingstone play --seed 7 --players random,random", SIMULATE, "livingstone cards"],
    "envs": [OBSERVE],
    "fast": [
        "livingstone play --seed 7 --players random,random --record game.toml",
        "livingstone review game.toml --rollouts 100",
        f"{SIMULATE} --engine fast",
    ],
    "gymnasium": [GYMNASIUM],
    "limits": [f"{SIMULATE} --seconds-per-move 1"],
    "minari": [f"{SIMULATE} --out games.db", "livingstone export games.db games.minari"],
    "openspiel": [OPENSPIEL],
    "parquet": [
        f"{SIMULATE} --out games.db",
        *(f"livingstone export games.db games.{kind}" for kind in ("csv", "jsonl", "parquet")),
    ],
    "pettingzoo": [PETTINGZOO],
    "plot": [PLOT, f"{SIMULATE} --plots drawn"],
    "scale": [f"{ROOT}/examples/cluster.py --games 20"],
    "stats": [BATCH, "livingstone tournament greedy random --games 10 --seed 7"],
    "testing": [TESTING],
    "web": [SERVE],
}
"""What the README and the documentation say of each extra: commands, and programs in Python."""
TESTS: dict[str, list[str]] = {
    "gymnasium": ["tests/envs/test_gymnasium.py"],
    "minari": ["tests/envs/test_datasets.py"],
    "openspiel": ["tests/envs/test_openspiel.py"],
    "parquet": ["tests/simulation/test_store.py"],
    "pettingzoo": ["tests/envs/test_pettingzoo.py"],
    "stats": ["tests/simulation/test_ratings.py"],
}
"""The tests of what an extra enables. The README's second command runs those of `cli`, `envs`,
`limits`, `testing` and `web`; those of `plot` need `stats`; those of `fast` and `scale` take long
and run with all extras."""
TOGETHER = "test,fast,gymnasium,stats,parquet"
"""Extras that are often installed together; the tests skip by what else they need."""
NEVER_REFUSED = {"cli", "gymnasium", "openspiel"}
"""Rich is used where it is installed; programs import Gymnasium and OpenSpiel themselves."""


def main(wanted: list[str]) -> None:
    """Try the extras that are named, by default all of those that have lines."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {*LINES, "all", "test", "docs", "dev"} == {
        *declared["project"]["optional-dependencies"]
    }, "an extra without its lines, or lines without their extra"
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", name, str(ROOT)], work)
        (wheel,) = work.glob("*.whl")
        core, failures = Environment(work / "core", str(wheel)), 0
        for extra in wanted or LINES:
            began = time.perf_counter()
            try:
                core.do(NAME_EVERYTHING)
                core.refuse(LINES[extra], extra)
                try_alone(work / extra, str(wheel), extra)
            except FailedError as error:
                failures += 1
                print(error)
            shutil.rmtree(work / extra, ignore_errors=True)
            print(f"{extra}: {time.perf_counter() - began:.0f} s", flush=True)
        if not wanted:
            together = Environment(work / "together", f"{wheel}[{TOGETHER}]")
            together.test(["--collect-only", "tests"])
        sys.exit(f"{failures} extras failed" if failures else 0)


class FailedError(Exception):
    """A line did not do what it should."""


def try_alone(folder: Path, wheel: str, extra: str) -> None:
    """Install an extra, and run its lines and its tests."""
    alone = Environment(folder, f"{wheel}[{extra}]")
    alone.do(NAME_EVERYTHING)
    for line in LINES[extra]:
        alone.serve(line) if line == SERVE else alone.do(line)
    if extra in TESTS:
        alone.test(TESTS[extra])


def run(command: list[str], folder: Path) -> None:
    """Run a command; show what it printed, and end, if it fails."""
    done = try_to_run(command, folder)
    if done.returncode:
        said = f"{done.stdout}{done.stderr}"
        raise FailedError(f"{said}\n{command} ended with status {done.returncode}")


def try_to_run(command: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end, and keep what it printed."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


class Environment:
    """A virtual environment with the library, outside the checkout."""

    def __init__(self, folder: Path, requirement: str) -> None:
        """Make it and install something in it."""
        self.folder, self.programs = folder, folder / "bin"
        run([sys.executable, "-m", "venv", str(folder)], folder.parent)
        self.install(requirement)

    def install(self, *requirements: str) -> None:
        """Install packages."""
        run([str(self.programs / "pip"), "install", "-q", *requirements], self.folder)

    def command(self, line: str) -> list[str]:
        """Return a line as the command that runs it here."""
        first, *others = line.split()
        if first == "livingstone":
            return [str(self.programs / first), *others]
        python = str(self.programs / "python")
        return [python, first, *others] if first.endswith(".py") else [python, "-c", line]

    def do(self, line: str) -> None:
        """Run a line, which must succeed."""
        run(self.command(line), self.folder)

    def refuse(self, lines: list[str], extra: str) -> None:
        """Check that one of the lines is refused by the name of the extra to install."""
        if extra in NEVER_REFUSED:
            return
        said = ""
        for line in lines:
            done = try_to_run(self.command(line), self.folder)
            said += done.stderr
            if done.returncode and f"pip install 'livingstone[{extra}]'" in done.stderr:
                return
        raise FailedError(f"without the extra {extra}, no line names it:\n{said}")

    def serve(self, line: str) -> None:
        """Start the server and ask it for its first page."""
        began = time.perf_counter()
        with subprocess.Popen(self.command(line), cwd=self.folder) as server:
            try:
                while server.poll() is None:
                    try:
                        with urllib.request.urlopen("http://127.0.0.1:8321/") as page:
                            assert b"Livingstone" in page.read()
                            print(f"first page after {time.perf_counter() - began:.1f} s")
                            return
                    except OSError:
                        time.sleep(0.1)
                raise FailedError(f"{line} ended with status {server.returncode}")
            finally:
                server.terminate()

    def test(self, tests: list[str]) -> None:
        """Run tests of the checkout; those that need another extra skip."""
        self.install("hypothesis", "pytest")
        command = [str(self.programs / "python"), "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        run([*command, *tests], ROOT)


if __name__ == "__main__":
    main(sys.argv[1:])
