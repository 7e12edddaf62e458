"""`examples/browser`: a game against `greedy` on a static page, in Chromium, by Pyodide.

`PYODIDE` is the folder of the package `pyodide` of npm; without it, nothing is tested here.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_site import make_site

pytest.importorskip("selenium")

from selenium.webdriver import ActionChains
from web_windows import Window, served_files, wait_for

PICTURED = 40
"""The move before which a picture is taken, if `SCREENSHOTS` names a folder."""
PYODIDE = os.environ.get("PYODIDE", "")
pytestmark = pytest.mark.skipif(not PYODIDE, reason="PYODIDE does not name the package of npm")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the page."""
    site = tmp_path_factory.mktemp("site")
    make_site(site, Path(PYODIDE))
    with served_files(site) as origin:
        yield f"{origin}/"


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


def begin(window: Window, address: str) -> None:
    window.open(address)
    wait_for(lambda: "your turn" in status(window))


CLICKS = """
for (let number = 1; number <= 3; number++)
  arguments[0].dispatchEvent(new MouseEvent("click", { bubbles: true, detail: arguments[1] }));
"""


@pytest.mark.parametrize("where", ["#board .legal[data-target^=die]", "#moves button", "#again"])
def test_what_is_clicked_again_before_the_answer_acts_once(
    window: Window, address: str, where: str
) -> None:
    begin(window, address)
    window.script(CLICKS, window.all(where)[0], 1)
    wait_for(lambda: window.has("#moves button") and "thinking" not in status(window))
    assert status(window) == "It is your turn."
    news = window.script(
        "return [...document.querySelectorAll('#news li')].map(x => x.textContent)"
    )
    assert sum("die" in line and line.startswith("You") for line in news) <= 1
    assert not window.problems()


def test_a_double_click_takes_one_die_and_nothing_more(window: Window, address: str) -> None:
    begin(window, address)
    die = window.all("#board .legal[data-target^=die]")[0]
    ActionChains(window.driver).double_click(die).perform()
    wait_for(lambda: window.has("#moves button") and "thinking" not in status(window))
    assert status(window) == "It is your turn."
    assert not window.has("#board .legal[data-target^=die]")
    assert not window.problems()


def test_a_move_that_is_gone_is_refused_in_words() -> None:
    page = (Path(__file__).parents[2] / "examples" / "browser" / "index.html").read_text()
    (source,) = re.findall(
        r'<script type="text/python" id="python">(.*?)</script>', page, re.DOTALL
    )
    program: dict[str, Any] = {}
    exec(source, program)
    groups = json.loads(program["begin"]())["groups"]
    die = next(group["target"] for group in groups if group["target"].startswith("die"))
    assert json.loads(program["play"](die, "{}"))["status"] == "It is your turn."
    again = json.loads(program["play"](die, "{}"))
    assert again["status"] not in ("", "It is your turn.")
    assert again["groups"]
