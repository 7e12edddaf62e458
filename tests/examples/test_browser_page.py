"""`examples/browser`: a game against `greedy` on a static page, in Chromium, by Pyodide.

`PYODIDE` is the folder of the package `pyodide` of npm; without it, nothing is tested here.
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_site import make_site
from programs import ALL_TESTS, start_python

pytest.importorskip("selenium")

from web_windows import Window, wait_for

PICTURED = 40
"""The move before which a picture is taken, if `SCREENSHOTS` names a folder."""
PYODIDE = os.environ.get("PYODIDE", "")
pytestmark = pytest.mark.skipif(not PYODIDE, reason="PYODIDE does not name the package of npm")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the page."""
    site = tmp_path_factory.mktemp("site")
    make_site(site, Path(PYODIDE))
    program = f"""
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
files = partial(SimpleHTTPRequestHandler, directory={str(site)!r})
server = ThreadingHTTPServer(("127.0.0.1", 0), files)
print(server.server_port, flush=True)
server.serve_forever()
"""
    with start_python(
        "-c", program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, longest=ALL_TESTS
    ) as process:
        assert process.stdout
        yield f"http://127.0.0.1:{process.stdout.readline().decode().strip()}/"


def status(window: Window) -> str:
    return window.text("#status")


def told(window: Window) -> int:
    return int(window.script("return document.getElementById('news').children.length"))


def take_first(window: Window, *, by_keys: bool) -> None:
    """Play the first move that is offered, and wait for the answer."""
    before = told(window)
    if by_keys:
        window.press("1")
    else:
        window.click("#moves button")
    if window.has("dialog[open]"):
        wait_for(lambda: window.has("#do:enabled") and window.text("#words"))
        if by_keys:
            window.press("\n")
        else:
            window.click("#do")
    wait_for(lambda: told(window) > before)


def finish(window: Window, *, by_keys: bool) -> None:
    """Play until the game is over."""
    for turn in range(300):
        if turn == PICTURED:
            window.keep_picture(f"browser-{'desktop' if by_keys else 'phone'}")
        wait_for(lambda: window.has("#moves button") or "The end" in status(window))
        if not window.has("#moves button"):
            return
        take_first(window, by_keys=by_keys)
    raise AssertionError(status(window))


def test_a_game_is_played_by_keys_and_by_taps(window: Window, address: str) -> None:
    window.open(address)
    wait_for(lambda: "your turn" in status(window))
    assert window.has("#board svg [data-target].legal")
    finish(window, by_keys=True)
    assert "The end: You" in status(window)
    window.resize(390, 844, mobile=True)
    window.click("#again")
    wait_for(lambda: "your turn" in status(window))
    assert window.script("return document.documentElement.scrollWidth <= innerWidth")
    die = window.all("#board .legal[data-target^=die]")[0]
    window.script("arguments[0].scrollIntoView({ block: 'center' })", die)
    die.click()
    wait_for(lambda: "your turn" in status(window) and window.has("#moves button"))
    finish(window, by_keys=False)
    assert "The end: You" in status(window)
    assert not window.problems()
