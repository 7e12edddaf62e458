"""A game of two people, and a server and windows of Chromium for tests of pages in browsers."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from web_clients import Game
    from web_windows import Server, Window


@pytest.fixture
def game(app: "Starlette") -> Iterator["Game"]:
    """Begin a game of two people at a server of this test."""
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
