"""Change one room at random, and show the changes that its tests do not notice.

python .ci/mutants.py ROOM [MUTANTS [SEED [NUMBERS]]]

mutmut makes the mutants: small changes of functions and methods, except those with decorators
other than `staticmethod` and `classmethod`. By default 100 are drawn. The same seed draws the same
ones again, except in functions that have changed. NUMBERS, such as `7,31`, tries only these of the
drawn ones.

Each mutant is written into a copy of the project, and tests run until one fails: first those that
reach the changed line, then all tests and doctests of the room, then tests of many rooms. A mutant
with which tests take far more processor time than without it is killed, because it does not end.
One with which they wait for too long is undecided: try it again on an idle machine.
"""

import difflib
import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import libcst
from attrs import frozen
from coverage import CoverageData
from mutmut.mutation.file_mutation import Mutation, create_mutations, deep_replace

ROOT = Path(__file__).parents[1]
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
UNCHANGED = "unchanged"
"""The folder of the sources without a mutant."""
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
    "kernel": (f"kernel/* {SPLITMIX}", "kernel players/test_weights.py"),
    "cli": ("cli/*", "cli test_files_in_use.py web/test_running.py"),
    "web": ("web/*", "web"),
}
"""The modules of each room, and the tests that must notice a change of them."""
LEFT_OUT = {
    "kernel": "test_cache test_valuing beat_greedy hostile_values never_end no_weaker is_compiled",
    "web": "in_browsers",
}
"""Words in the names of tests that take too long for each mutant."""
WIDER = "contract effects validation"
"""The tests that must notice it if those do not: they use many rooms at once."""
FIRST = 20
"""Most tests that run first, of those that reach the changed line."""
PATIENCE = 2
"""Seconds on a processor that tests may take for each second that they take without a mutant."""
WAIT = 20
"""Seconds that they may take by the clock, for each second: the machine can be busy."""
MEMORY = 12 * 2**30
"""Bytes that a process may ask for: a mutant must not take all memory of the machine."""


@frozen
class Mutant:
    """One change of one module."""

    path: str
    """The module, from the root of the project."""
    function: str
    key: str
    """Words that tell it from others and stay the same if other functions change."""
    mutation: Mutation
    tree: libcst.Module

    @cached_property
    def source(self) -> str:
        """Return the changed module."""
        original = self.mutation.original_node
        changed = deep_replace(self.tree, original, self.mutation.mutated_node)
        assert isinstance(changed, libcst.Module)
        return changed.code

    @cached_property
    def difference(self) -> list[str]:
        """Return the lines of the difference, without those that stay."""
        before = self.tree.code.splitlines()
        lines = list(difflib.unified_diff(before, self.source.splitlines(), n=0, lineterm=""))
        return lines[2:]

    @property
    def line(self) -> int:
        """Return the number of the first changed line."""
        place = self.difference[0].split()[1]
        return -int(place.split(",")[0])

    def is_like(self, entry: dict[str, str]) -> bool:
        """Return whether the entry of the file of equivalent mutants tells of this one."""
        removed = [line[1:].strip() for line in self.difference if line.startswith("-")]
        added = [line[1:].strip() for line in self.difference if line.startswith("+")]
        same_place = self.path.endswith(entry["file"]) and self.function == entry["function"]
        return (
            same_place
            and removed == entry["before"].strip().splitlines()
            and added == entry["after"].strip().splitlines()
        )


@frozen
class Stage:
    """Tests that run together, and what they take without a mutant."""

    name: str
    arguments: list[str]
    processor: float
    """Seconds of processor time."""
    wall: float
    """Seconds by the clock."""


def _left_out(room: str) -> list[str]:
    words = LEFT_OUT.get(room, "").split()
    return ["-k", f"not ({' or '.join(words)})"] if words else []


def _copy(folder: Path, room: str) -> list[Path]:
    """Copy the project, and return the room's modules."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().rstrip("\0").split("\0"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    shutil.copytree(folder / "src", folder / UNCHANGED)
    patterns = [f"src/livingstone/{pattern}" for pattern in ROOMS[room][0].split()]
    found = [path for pattern in patterns for path in folder.glob(pattern.replace("/*", "/**/*"))]
    return sorted(
        path
        for path in found
        if path.suffix == ".py" and (room == "kernel" or not str(path).endswith(SPLITMIX))
    )


def _mutants(folder: Path, module: Path) -> Iterator[Mutant]:
    """Yield all mutants of a module. Only those that are tried are ever written out."""
    path = str(module.relative_to(folder))
    code = module.read_text(encoding="utf-8")
    tree, mutations, _, _ = create_mutations(path, code, None, set())
    seen: Counter[str] = Counter()
    for mutation in mutations:
        function = mutation.contained_by_top_level_function
        if not isinstance(function, libcst.FunctionDef):
            continue
        before = tree.code_for_node(mutation.original_node)
        after = tree.code_for_node(mutation.mutated_node)
        key = "\n".join([path, function.name.value, before, after])
        seen[key] += 1
        yield Mutant(path, function.name.value, f"{key}\n{seen[key]}", mutation, tree)


def _drawn(mutants: list[Mutant], count: int, seed: str) -> list[Mutant]:
    """Draw mutants; a function that changes adds or removes its own mutants only."""

    def lot(mutant: Mutant) -> str:
        return hashlib.sha256(f"{seed}\n{mutant.key}".encode()).hexdigest()

    return sorted(mutants, key=lot)[:count]


def _limit(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@frozen
class Trials:
    """The tests of one room, in one copy of the project."""

    folder: Path
    room: str

    def run(self, arguments: list[str], processor: float, wall: float) -> str:
        """Run tests, and return "passed", "failed", "endless" or "undecided"."""
        as_python = {"NUMBA_DISABLE_JIT": "1"} if self.room == "kernel" else {}
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
        with open(self.folder / "output.txt", "wb") as output:
            tests = subprocess.Popen(
                [*command, *arguments],
                cwd=self.folder,
                env=os.environ | {"PYTHONPATH": str(self.folder / "src")} | as_python,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=lambda: _limit(int(processor)),
            )
        try:
            code = tests.wait(wall)
        except subprocess.TimeoutExpired:
            return "undecided"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(tests.pid, signal.SIGKILL)  # with the programs that the tests started
            tests.wait()
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            return "endless"
        return "failed" if code else "passed"

    def measure(self, name: str, arguments: list[str]) -> Stage:
        """Measure tests without a mutant, and stop if they fail."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begun = time.monotonic()
        if self.run(arguments, 3600, 3600) != "passed":
            print((self.folder / "output.txt").read_text(encoding="utf-8"))
            sys.exit(f"{self.room}: {name} fail without a mutant, too")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        wall = time.monotonic() - begun
        processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{self.room}: {name} take {wall:.0f} s, {processor:.0f} on a processor", flush=True)
        return Stage(name, arguments, processor, wall)

    @cached_property
    def reaching(self) -> Stage:
        """The tests of the room, measured with coverage."""
        settings = self.folder / "reaching.ini"
        settings.write_text("[run]\nsource_pkgs = livingstone\n", encoding="utf-8")
        coverage = ["--cov", "--cov-context=test", "--cov-report=", f"--cov-config={settings}"]
        coverage += ["--durations=0", "--durations-min=0"]
        tests = [f"tests/{path}" for path in ROOMS[self.room][1].split()]
        return self.measure("tests that reach it", [*coverage, *_left_out(self.room), *tests])

    @cached_property
    def seconds(self) -> dict[str, float]:
        """The seconds that each test of the room took with coverage."""
        self.reaching  # noqa: B018
        output = (self.folder / "output.txt").read_text(encoding="utf-8")
        seconds: dict[str, float] = defaultdict(float)
        for taken, name in re.findall(r"^([\d.]+)s (?:setup|call) +(.+)$", output, re.MULTILINE):
            seconds[name] += float(taken)
        return seconds

    @cached_property
    def of_room(self) -> Stage:
        """The tests and the doctests of the room."""
        modules, tests = ROOMS[self.room]
        doctests = [f"src/livingstone/{path.removesuffix('/*')}" for path in modules.split()]
        paths = [*(f"tests/{path}" for path in tests.split()), *doctests]
        return self.measure("tests of the room", [*_left_out(self.room), *paths])

    @cached_property
    def wider(self) -> Stage:
        """The tests that use many rooms at once."""
        return self.measure("tests of many rooms", [f"tests/{path}" for path in WIDER.split()])

    @cached_property
    def tests_of_lines(self) -> dict[str, dict[int, list[str]]]:
        """For each module and line, the tests that reach it, the most specific first."""
        self.seconds  # noqa: B018
        data = CoverageData(str(self.folder / ".coverage"))
        data.read()
        reached: dict[str, dict[int, list[str]]] = {}
        lines: Counter[str] = Counter()
        for file in data.measured_files():
            tests_of_line = reached.setdefault(str(Path(file).relative_to(self.folder)), {})
            for line, contexts in data.contexts_by_lineno(file).items():
                names = [name.removesuffix("|run") for name in contexts if name.endswith("|run")]
                tests_of_line[line] = names
                lines.update(names)
        for tests_of_line in reached.values():
            for names in tests_of_line.values():
                names.sort(key=lambda name: (lines[name], name))
        if self.run(["--collect-only", *lines], 3600, 3600) != "passed":
            sys.exit(f"{self.room}: pytest does not find all tests by their names")
        return reached

    def first_tests(self, mutant: Mutant) -> Stage | None:
        """Return some tests that reach the mutant; None if no test of the room does."""
        names = self.tests_of_lines.get(mutant.path, {}).get(mutant.line, [])[:FIRST]
        taken = sum(self.seconds[name] for name in names)
        return Stage(self.reaching.name, names, taken, taken) if names else None

    def outcome(self, mutant: Mutant, stage: Stage) -> str:
        """Run tests with one mutant, and return what `run` returns."""
        module = self.folder / mutant.path
        module.write_text(mutant.source, encoding="utf-8")
        try:
            processor = 20 + PATIENCE * stage.processor
            return self.run(stage.arguments, processor, 60 + WAIT * stage.wall)
        finally:
            original = self.folder / UNCHANGED / Path(mutant.path).relative_to("src")
            shutil.copy2(original, module)

    def try_all(self, chosen: dict[int, Mutant]) -> Counter[str]:
        """Try mutants, stage by stage; count those "killed", "undecided" and alive ("survives")."""
        fates = dict.fromkeys(chosen, "survives")
        for choose in (self.first_tests, lambda _: self.of_room, lambda _: self.wider):
            alive = {key: chosen[key] for key, fate in fates.items() if fate != "killed"}
            for number, mutant in alive.items():
                stage = choose(mutant)
                if stage is None:
                    continue
                outcome = self.outcome(mutant, stage)
                place = f"{mutant.path}:{mutant.line} ({mutant.function})"
                print(f"{number} {place}: {stage.name}: {outcome}", flush=True)
                if outcome in ("failed", "endless"):
                    fates[number] = "killed"
                    continue
                print("\n".join(mutant.difference), flush=True)
                if outcome == "undecided":
                    fates[number] = outcome
        return Counter(fates.values())


def main(room: str, count: str = "100", seed: str = "1", numbers: str = "") -> None:
    """Print the outcome of each mutant, and the share that is killed of those that can be."""
    folder = Path(tempfile.mkdtemp(prefix=f"mutants-{room}-"))
    mutants = [mutant for module in _copy(folder, room) for mutant in _mutants(folder, module)]
    drawn = dict(enumerate(_drawn(mutants, int(count), seed), 1))
    print(f"{room}: {len(drawn)} of {len(mutants)} mutants, in {folder}", flush=True)
    if numbers:
        drawn = {int(number): drawn[int(number)] for number in numbers.split(",")}
    known = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    equivalent = {}
    for number, mutant in drawn.items():
        reasons = [entry["why"] for entry in known if mutant.is_like(entry)]
        if reasons:
            equivalent[number] = reasons[0]
            print(f"{number} {mutant.path}:{mutant.line}: equivalent: {reasons[0]}", flush=True)
    others = {number: mutant for number, mutant in drawn.items() if number not in equivalent}
    fates = Trials(folder, room).try_all(others)
    share = fates["killed"] / max(1, len(others))
    print(
        f"{room}: {len(drawn)} drawn, {fates['killed']} killed, {len(equivalent)} equivalent, "
        f"{fates['survives']} survive, {fates['undecided']} undecided: {share:.1%} killed"
    )
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
