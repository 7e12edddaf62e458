"""How much Hypothesis tries: `HYPOTHESIS_PROFILE=thorough pytest` for a long run.

And the server that the tests of the web pages ask.
"""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

if TYPE_CHECKING:
    from starlette.applications import Starlette

_PROFILES = {"default": 30, "thorough": 1000}
for _name, _examples in _PROFILES.items():
    settings.register_profile(
        _name,
        max_examples=_examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure the coverage of what is tested by chosen examples alone.

    What random examples cover differs from run to run, and measuring it takes much of the time of
    a run. Only what draws them, `livingstone.testing`, is covered by nothing else.
    """
    for item in items:
        is_random = isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)
        if is_random and item.path.parent.name != "testing":
            item.add_marker("no_cover")


def pytest_collection_finish() -> None:
    """Leave thousands of collected tests out of what is searched for garbage again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def app(tmp_path: Path) -> Iterator["Starlette"]:
    """Give a web server to one test, with a file of its own."""
    from web_clients import close, make_app

    made = make_app(tmp_path / "games.db")
    yield made
    close(made)
