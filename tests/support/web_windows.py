"""A server in a process of its own, and windows of Chromium."""

import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

import pytest
from programs import ALL_TESTS, start_python

pytest.importorskip("selenium")

from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
)
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys as Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

TURNS_STAY = "try { localStorage.ends ??= 'no' } catch {}"
"""Keeps turns from ending by themselves, which tests would have to wait for, or be too late for."""
FIRST_GAME = """
if (arguments[0]) localStorage.setItem("first", arguments[0]);
else localStorage.removeItem("first");
"""
"""Keeps which game was this browser's first one, to which pages are more careful."""
LONGEST = 300
"""Seconds after which a test gives up; far more than anything takes on a busy machine."""
PROGRAM = Path(__file__).parent / "web_program.py"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
SCREENSHOTS = os.environ.get("SCREENSHOTS", "")
"""A folder for screenshots; without it, none are kept."""
PASSING = (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
    IndexError,
)
"""Errors while a page is changing; the next attempt may succeed."""

_T = TypeVar("_T")


class Server:
    """A server that can be killed and started again with the same file."""

    def __init__(self, file: Path, stack: ExitStack, *origins: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.file = file
        self._origins = origins
        self.address = f"http://127.0.0.1:{self.port}"
        self._stack = stack

    def start(self) -> None:
        self._process: subprocess.Popen[bytes] = self._stack.enter_context(
            start_python(
                *(str(PROGRAM), str(self.file), str(self.port), *self._origins), longest=ALL_TESTS
            )
        )
        wait_for(self._answers)

    def _answers(self) -> bool:
        assert self._process.poll() is None, "the server has ended"
        try:
            with urllib.request.urlopen(self.address, timeout=LONGEST):
                return True
        except OSError:
            return False

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait(LONGEST)


@contextmanager
def running_server(folder: Path, *origins: str) -> Iterator[Server]:
    """Run a server, whose API pages from `origins` may use."""
    with ExitStack() as stack:
        server = Server(folder / "games.db", stack, *origins)
        server.start()
        yield server


@contextmanager
def served_files(folder: Path) -> Iterator[str]:
    """Serve the files of a folder, and yield the origin."""
    program = f"""
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
files = partial(SimpleHTTPRequestHandler, directory={str(folder)!r})
server = ThreadingHTTPServer(("127.0.0.1", 0), files)
print(server.server_port, flush=True)
server.serve_forever()
"""
    quiet: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with start_python("-c", program, longest=ALL_TESTS, **quiet) as process:
        assert process.stdout
        yield f"http://127.0.0.1:{process.stdout.readline().decode().strip()}"


def wait_for(is_so: Callable[[], _T | None]) -> _T:
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        if found := is_so():
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {LONGEST} s for {is_so}")


class Window:
    """A window of a browser with its own cookies."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def open(self, address: str) -> None:
        self.driver.get(address)

    def command(self, name: str, **values: object) -> None:
        self.driver.execute_cdp_cmd(name, values)

    def resize(self, width: int = 1280, height: int = 900, *, mobile: bool = False) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
        self.command("Emulation.setDeviceMetricsOverride", **metrics)
        self.command("Emulation.setTouchEmulationEnabled", enabled=mobile, maxTouchPoints=1)

    def paint(self, scheme: str) -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.command("Emulation.setEmulatedMedia", features=features)

    def slow_down(self, seconds: float) -> None:
        rates = {"downloadThroughput": -1, "uploadThroughput": -1}
        self.command(
            "Network.emulateNetworkConditions", offline=False, latency=1000 * seconds, **rates
        )

    def forget(self) -> None:
        if self.driver.current_url.startswith("http"):
            self.script("localStorage.clear()")
        self.open("about:blank")
        self.command("Network.clearBrowserCookies")
        self.slow_down(0)
        self.resize()
        self.paint("light")
        self.problems()

    def script(self, code: str, *values: object) -> Any:
        return self.driver.execute_script(code, *values)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def has(self, selector: str) -> bool:
        return bool(self.all(selector))

    def text(self, selector: str = "body") -> str:
        for _ in range(20):
            try:
                return self.all(selector)[0].text
            except PASSING:
                time.sleep(0.02)
        return ""

    def wait(self, selector: str) -> WebElement:
        return wait_for(lambda: self._displayed(selector))

    def _displayed(self, selector: str) -> WebElement | None:
        try:
            return next((found for found in self.all(selector) if found.is_displayed()), None)
        except StaleElementReferenceException:
            return None

    def wait_until_gone(self, selector: str) -> None:
        wait_for(lambda: self._displayed(selector) is None)

    def wait_for_change(self, before: str) -> None:
        wait_for(lambda: self.shown != before)

    def click(self, selector: str) -> None:

        def is_clicked() -> bool:
            found = self.wait(selector)
            try:
                found.click()
            except ElementClickInterceptedException:  # perhaps by the moves at the foot of a phone
                self.script("arguments[0].scrollIntoView({ block: 'center' })", found)
                return False
            except PASSING:
                return False
            return True

        wait_for(is_clicked)

    def choose(self, name: str, value: str) -> None:
        Select(self.wait(f"select[name='{name}']")).select_by_value(value)

    def fill(self, name: str, text: str) -> None:
        field = self.wait(f"input[name='{name}']")
        field.clear()
        field.send_keys(text)

    def press(self, *keys: str) -> None:
        self.driver.switch_to.active_element.send_keys(*keys)

    def problems(self) -> list[str]:
        log: list[dict[str, str]] = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [entry["message"] for entry in log if entry["level"] == "SEVERE"]

    def keep_picture(self, name: str) -> None:
        if SCREENSHOTS:
            self.driver.save_screenshot(str(Path(SCREENSHOTS) / f"{name}.png"))

    # What is at a table.

    @property
    def is_turn(self) -> bool:
        """Whether the whole page is there and says that it is this player's turn."""
        is_read = "document.readyState !== 'loading'"
        return bool(self.script(f"return {is_read} && document.body.matches('.my-turn')"))

    @property
    def targets(self) -> list[str]:
        return list(
            self.script(
                "return [...document.querySelectorAll('#dice .legal, [data-move]')]"
                ".filter(b => !b.closest('[hidden], #dice:has([aria-pressed=true])'))"
                ".map(b => b.dataset.target)"
            )
        )

    @property
    def story(self) -> list[str]:
        return list(
            self.script(
                "return [...document.querySelectorAll('#log .line')]"
                ".map(line => line.textContent.replace(/\\s+/g, ' ').trim())"
            )
        )

    @property
    def shown(self) -> str:
        return str(
            self.script(
                "const shown = document.getElementById('table').cloneNode(true);"
                "for (const clock of shown.querySelectorAll('.clock')) clock.remove();"
                "return shown.innerHTML + told.textContent"
            )
        )

    def do(self, target: str) -> None:
        """Click on a target, answer a dialog if one opens, and wait for the answer."""
        before = self.shown
        is_listed = target == "end" or target.startswith("option-")
        place = "#moves" if is_listed else ":is(.play, #dice, .players)"
        self.click(f"{place} [data-target='{target}']")
        if self.script("return !!document.querySelector('dialog.choice[open]')"):
            self.click("dialog.choice[open] form button:not([type]):enabled")
        self.wait_for_change(before)


Windows: TypeAlias = tuple[Window, Window]


class Site(Protocol):
    """A server, or what is in front of it."""

    address: str


def begin(window: Window, server: Site, other: str = "greedy", **choices: str) -> None:
    window.open(server.address)
    first = window.script("return localStorage.getItem('first')")
    window.choose("kind-1", other)
    for name, value in choices.items():
        window.choose(name.replace("_", "-"), value)
    window.fill("name-0", "Ann")
    if window.all("input[name=name-1]")[0].is_displayed():  # on a phone, bots keep their names
        window.fill("name-1", "Ben")
    window.click("form[action='/tables'] button.main")
    window.wait("#moves, #curtain")
    if other not in ("open", "public", "person"):
        wait_for(lambda: window.is_turn)
    kinds = "new Set([...document.querySelectorAll('#dice .die')].map(die => die.dataset.target))"
    if window.script(f"return {kinds}.size") == 1:
        window.script(FIRST_GAME, first)
        begin(window, server, other, **choices)  # dice that are all alike leave no choice


def begin_anew(window: Window, server: Site, other: str = "greedy", **choices: str) -> None:
    """Begin another game, to which pages are as careful as to a browser's first one."""
    window.script(FIRST_GAME, None)
    begin(window, server, other, **choices)


def two_people(windows: Windows, server: Server, **choices: str) -> None:
    ann, ben = windows
    begin(ann, server, "open", **choices)
    link = ann.wait("#invited .link").get_attribute("value")
    ben.open(str(link))
    ben.click("main form button")
    ben.wait("#moves")


def mover(windows: tuple[Window, ...]) -> Window:
    return wait_for(lambda: next((window for window in windows if window.is_turn), None))


@contextmanager
def open_window(
    width: int = 1280, height: int = 900, *, still: bool = True, turns_end: bool = False
) -> Iterator[Window]:
    """Open a window; unless `turns_end`, the player's turns do not end by themselves."""
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("chromium and chromedriver are not installed")
    options = ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"):
        options.add_argument(f"--{argument}")
    options.add_argument(f"--window-size={width},{height}")
    options.add_argument("--lang=en")
    if still:
        options.add_argument("--force-prefers-reduced-motion")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options, Service(DRIVER))
    try:
        driver.set_page_load_timeout(LONGEST)
        window = Window(driver)
        if not turns_end:
            window.command("Page.addScriptToEvaluateOnNewDocument", source=TURNS_STAY)
        yield window
    finally:
        driver.quit()
