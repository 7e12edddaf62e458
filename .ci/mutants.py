"""Change one room at random, and show the changes that its tests do not notice.

python .ci/mutants.py ROOM [MUTANTS [SEED]]

mutmut makes the mutants and runs, for each, the tests that reach its function, in a copy of the
project. It tries 100 mutants by default; the same seed chooses the same ones. It mutates functions
and methods, except those with decorators other than `staticmethod` and `classmethod`.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import get_mutant_name

ROOT = Path(__file__).parents[1]
UNCHANGED = "unchanged"
"""The folder of the sources without a mutant."""
UNSURE = ("survived", "no tests", "timeout", "suspicious")
"""Outcomes of mutmut after which a mutant is tried alone."""
TIMEOUT = 600
"""Seconds for the tests of one mutant that runs alone."""
SPLITMIX = "support/splitmix.py"
"""It is compiled, so that only the kernel as Python can run its mutants."""
ROOMS = {
    "values": ("values.py errors.py", "contract/test_values.py contract/test_public_values.py"),
    "edition": ("edition/*", "edition words/test_phrases.py"),
    "rules": ("game/rules/*", "rules chance game perft"),
    "game": ("game/*", "rules chance game perft laws"),
    "events": ("events/*", "events effects laws/test_views_after_events.py"),
    "words": ("words/*", "words"),
    "records": ("records/*", "records notation"),
    "documents": ("documents/*", "documents laws"),
    "table": ("table/*", "table"),
    "support": (
        "support/*",
        "edition documents contract records words players/test_registry.py test_written_files.py",
    ),
    "players": ("players/*", "players"),
    "simulation": ("simulation/*", "simulation"),
    "reviews": ("reviews/*", "reviews"),
    "envs": ("envs/*", "envs"),
    "kernel": (f"kernel/* {SPLITMIX}", "kernel"),
    "cli": ("cli/*", "cli test_files_in_use.py web/test_running.py"),
    "web": ("web/*", "web"),
}
"""The modules of each room, and the tests that must notice a change of them."""
LEFT_OUT = {
    "kernel": "test_cache test_valuing beat_greedy hostile_values never_end no_weaker",
    "web": "in_browsers",
}
"""Words in the names of tests that take too long for each mutant."""
ONLY_THIS_PROCESS = """

def pytest_sessionstart() -> None:
    if os.environ.get("MUTANT_UNDER_TEST") == "stats":
        del os.environ["MUTANT_UNDER_TEST"]
"""
"""Added to the copied conftest: mutmut counts calls in this process; programs of tests cannot."""
WIDER = "contract effects validation"
"""The tests that must notice it if those do not: they use many rooms at once."""


def _left_out(room: str) -> list[str]:
    words = LEFT_OUT.get(room, "").split()
    return ["-k", f"not ({' or '.join(words)})"] if words else []


def _environment(room: str, sources: Path) -> dict[str, str]:
    as_python = {"NUMBA_DISABLE_JIT": "1"} if room == "kernel" else {}
    return os.environ | {"PYTHONPATH": str(sources)} | as_python


def _copy(folder: Path, room: str) -> list[Path]:
    """Copy the project, with mutmut's settings for the room, and return the room's modules."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().rstrip("\0").split("\0"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    modules, tests = ROOMS[room]
    patterns = [f"src/livingstone/{pattern}" for pattern in modules.split()]
    compiled = [] if room == "kernel" else [f"src/livingstone/{SPLITMIX}"]
    chosen_tests = [f"tests/{path}" for path in tests.split()]
    arguments = ["-n", "0", "-p", "no:cacheprovider", *_left_out(room)]
    copied = ["benchmarks", "data", "docs", "examples", "research", "README.md", "CONTRIBUTING.md"]
    shutil.copytree(folder / "src", folder / UNCHANGED)
    settings = f"""
[tool.mutmut]
source_paths = ["src"]
only_mutate = {patterns}
do_not_mutate = {compiled}
also_copy = {copied}
pytest_add_cli_args_test_selection = {chosen_tests}
pytest_add_cli_args = {arguments}
process_isolation = "forkserver"
timeout_multiplier = 4.0
timeout_constant = 10.0
track_dependencies = false
use_git_change_detection = false
"""
    with open(folder / "pyproject.toml", "a", encoding="utf-8") as file:
        file.write(settings)
    with open(folder / "tests/conftest.py", "a", encoding="utf-8") as file:
        file.write(ONLY_THIS_PROCESS)
    found = [path for pattern in patterns for path in folder.glob(pattern.replace("/*", "/**/*"))]
    return sorted(
        path
        for path in found
        if path.suffix == ".py" and str(path.relative_to(folder)) not in compiled
    )


def _names(folder: Path, modules: list[Path]) -> list[str]:
    names = []
    for module in modules:
        path = module.relative_to(folder)
        mutated = mutate_file_contents(str(path), module.read_text(encoding="utf-8"), None, set())
        names += [get_mutant_name(path, name) for name in mutated.mutant_names]
    return names


def _survives(folder: Path, room: str, name: str | None) -> bool:
    """Run more tests, and the doctests of the room, on one mutant alone, or on what is unchanged.

    mutmut changes a function after it is imported: what runs at import, and what was cached, is
    changed only here.
    """
    modules, tests = ROOMS[room]
    sources = folder / "src"
    shutil.rmtree(sources)
    shutil.copytree(folder / UNCHANGED, sources)
    if name is not None:
        subprocess.run(["mutmut", "apply", name], cwd=folder, capture_output=True, check=True)
    paths = [f"src/livingstone/{pattern.removesuffix('/*')}" for pattern in modules.split()]
    paths += [f"tests/{path}" for path in [*tests.split(), *WIDER.split()]]
    pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    pytest += [*_left_out(room), *paths]
    environment = _environment(room, sources)
    try:
        ran = subprocess.run(
            pytest, cwd=folder, env=environment, capture_output=True, timeout=TIMEOUT
        )
    except subprocess.TimeoutExpired:
        return False
    return ran.returncode == 0


def main(room: str, mutants: str = "100", seed: str = "1") -> None:
    """Print the outcome of each mutant, then those that survive, and the share that is killed."""
    folder = Path(tempfile.mkdtemp(prefix=f"mutants-{room}-"))
    names = _names(folder, _copy(folder, room))
    chosen = random.Random(int(seed)).sample(names, min(int(mutants), len(names)))
    print(f"{room}: {len(chosen)} of {len(names)} mutants, in {folder}", flush=True)
    sources = folder / "mutants/src"
    sources.mkdir(parents=True)  # Python does not look again for a folder that it missed at first
    environment = _environment(room, sources)
    command = ["mutmut", "run", *chosen]
    subprocess.run(command, cwd=folder, env=environment, check=True)
    listed = subprocess.run(
        ["mutmut", "results"], cwd=folder, capture_output=True, text=True, check=True
    )
    lines = [line.strip().split(": ") for line in listed.stdout.splitlines()]
    unnoticed = [name for name, outcome in lines if outcome in UNSURE]
    if not _survives(folder, room, None):
        sys.exit(f"{room}: the tests fail without a mutant, too")
    alive = []
    for number, name in enumerate(unnoticed, 1):
        if _survives(folder, room, name):
            alive.append(name)
            subprocess.run(["mutmut", "show", name], cwd=folder, check=True)
        print(f"{room}: tried {number} of {len(unnoticed)} alone", flush=True)
    print(f"{room}: {len(chosen) - len(alive)} of {len(chosen)} mutants killed")


if __name__ == "__main__":
    main(*sys.argv[1:])
