"""What is collected, how much Hypothesis tries, and the servers, games and windows of web pages.

`HYPOTHESIS_PROFILE=many pytest -m ""` runs everything, with more examples, as `.ci/run` does;
`HYPOTHESIS_PROFILE=thorough` is for a long run: it alone draws new examples each time.
"""

import compileall
import gc
import os
import random
import secrets
import shutil
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

KEEPS_BYTECODE = not sys.dont_write_bytecode
sys.dont_write_bytecode = False  # pytest rewrites the 110 modules of Hypothesis too: keep them now

import pytest
from _pytest.assertion import rewrite
from hypothesis import HealthCheck, is_hypothesis_test, settings

import livingstone
from livingstone import MissingExtraError

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from web_clients import Game
    from web_windows import Server, Window

_PROFILES = {"few": 3, "many": 20, "thorough": 1000}
for _name, _examples in _PROFILES.items():
    settings.register_profile(
        _name,
        max_examples=_examples,
        derandomize=_name != "thorough",  # a change fails or passes, whenever it is tried
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "few"))

_CHANCE = random.Random()
"""What stands for the random numbers of the operating system, by which servers deal."""
if settings().derandomize:
    setattr(secrets, "randbelow", _CHANCE.randrange)  # noqa: B010
    setattr(secrets, "randbits", _CHANCE.getrandbits)  # noqa: B010
    setattr(secrets, "SystemRandom", lambda: _CHANCE)  # noqa: B010


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give a test the same dice each time, whatever ran before it, unless new ones are tried."""
    if settings().derandomize:
        _CHANCE.seed(item.nodeid)
        random.seed(item.nodeid)


_MEMORY = Path("/dev/shm")
if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > 2**31:
    # SQLite waits for a disk at each commit; the files of tests need not outlive the machine.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))


def pytest_configure(config: pytest.Config) -> None:
    """Compile the library and the tests once, even where Python is told to keep nothing.

    Tests start 300 programs, and each process of a run imports all modules of tests: to rewrite
    the assertions in each process takes a seventh of the processor time of a run.
    """
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    if worker is not None:
        number = int(worker["workerid"].removeprefix("gw"))
        _keep_rewritten(config, slice(number, None, worker["workercount"]))
    elif not KEEPS_BYTECODE:
        compileall.compile_dir(Path(livingstone.__file__).parent, quiet=2)


def _keep_rewritten(config: pytest.Config, share: slice) -> None:
    """Rewrite the assertions of some modules, of which other processes rewrite the others."""
    state = config.stash.get(rewrite.assertstate_key, None)
    roots = [Path(argument.partition("::")[0]) for argument in config.args]
    modules = sorted(path for root in roots for path in root.rglob("test_*.py"))
    if state is None:  # `--assert=plain` rewrites nothing
        return
    for path in modules[share]:
        kept = rewrite.get_cache_dir(path) / f"{path.stem}{rewrite.PYC_TAIL}"
        # Another pytest can have other names for this, and then rewrites each module by itself.
        with suppress(AttributeError, SyntaxError):
            if rewrite._read_pyc(path, kept) is None and rewrite.try_makedirs(kept.parent):
                source, code = rewrite._rewrite_test(path, config)
                rewrite._write_pyc(state, code, source, kept)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Start three processes for two cores: some tests wait for programs that they started."""
    return max(2, 3 * (os.cpu_count() or 1) // 2)


_NEEDED_BY_DOCTESTS = {
    "envs/policies.py": "pettingzoo",
    "envs/rendering.py": "resvg_py",
    "kernel/__init__.py": "numba",
    "kernel/caching.py": "numba",
    "simulation/comparison.py": "statsmodels",
    "simulation/export.py": "polars",
    "simulation/report.py": "statsmodels",
    "simulation/intervals": "statsmodels",
    "simulation/sweeps.py": "statsmodels",
    "simulation/tournaments.py": "choix",
}
"""The packages of extras that examples in docstrings need, by module or folder."""


def _skip_without_package(item: pytest.Item) -> None:
    for path, package in _NEEDED_BY_DOCTESTS.items():
        if f"/livingstone/{path}" in item.path.as_posix() and find_spec(package) is None:
            item.add_marker(pytest.mark.skip(reason=f"{package} is not installed"))


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Collect modules of tests alone: no docstring here has examples, and helpers are no tests."""
    return [found for found in (yield) if type(found) is pytest.Module]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the doctests that need an extra, and measure the coverage of chosen examples alone.

    What random examples cover differs from run to run, and measuring it takes much of the time of
    a run. Only what draws them, `livingstone.testing`, is covered by nothing else.
    """
    for item in items:
        _skip_without_package(item)
        is_random = isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)
        if is_random and item.path.parent.name != "testing":
            item.add_marker("no_cover")


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Generator[None, object, object]:
    try:
        return (yield)
    except MissingExtraError as missing:
        pytest.skip(str(missing))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from xdist.scheduler import WorkStealingScheduling  # type: ignore[import-untyped]

    return WorkStealingScheduling(config, log)


def pytest_collection_finish() -> None:
    """Leave what was collected out of what is searched for garbage, and search more rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def app(tmp_path: Path) -> Iterator["Starlette"]:
    from web_clients import close, make_app

    made = make_app(tmp_path / "games.db")
    yield made
    close(made)


@pytest.fixture
def game(app: "Starlette") -> Iterator["Game"]:
    from web_clients import Game, close

    game = Game(app)
    yield game
    close(game.app)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Server"]:
    from web_windows import running_server

    with running_server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator["Server"]:
    """Run a server for one test, which may kill it."""
    from web_windows import running_server

    with running_server(tmp_path) as server:
        yield server


@pytest.fixture(scope="session")
def _windows() -> Iterator[tuple["Window", "Window"]]:
    from web_windows import open_window

    with open_window() as ann, open_window() as ben:
        yield ann, ben


@pytest.fixture
def windows(_windows: tuple["Window", "Window"]) -> tuple["Window", "Window"]:
    """Return two windows that know nothing of other tests."""
    for window in _windows:
        window.forget()
    return _windows


@pytest.fixture
def window(windows: tuple["Window", "Window"]) -> "Window":
    return windows[0]
